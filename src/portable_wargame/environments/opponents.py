"""Who leads the other side while a learner leads one."""

import random
from collections.abc import Callable

from ..ai.opponents.eager import eager_action
from ..ai.opponents.players import EAGER, NO_BRAKE, Player, choose, player
from ..game.dice import Luck
from .engagement import Engagement
from .observing import Observation

RANDOM = "random"  # any code of the mask, all equally likely

Policy = Callable[[Observation], int]
Opponent = Callable[[], None]


def opponent(name: str | Policy, fight: Engagement, luck: random.Random) -> Opponent:
    """A function that answers the waiting question, whenever it is called. A policy sees what its side may see, and
    returns a code."""
    if callable(name):
        return lambda: follow(name, fight)
    if name == RANDOM:
        return lambda: wander(fight, luck)
    if name == EAGER:
        eagerness = Luck(luck.getrandbits(32))
        return lambda: press_on(fight, eagerness)
    thinker = player(name, (EAGER, RANDOM))
    return lambda: think(fight, thinker, luck)


def follow(policy: Policy, fight: Engagement) -> None:
    fight.ask()
    fight.perform(policy(fight.observed(fight.game.decider())))


def wander(fight: Engagement, luck: random.Random) -> None:
    fight.ask()
    fight.perform(luck.choice(fight.codes))


def press_on(fight: Engagement, eagerness: Luck) -> None:
    fight.game.perform(eager_action(fight.game, eagerness))


def think(fight: Engagement, thinker: Player, luck: random.Random) -> None:
    fight.game.perform(fight.game.settle(choose(thinker, fight.game, luck, NO_BRAKE).action))
