"""The players: a decision in, an action and an intent out, within a time budget.

A player thinks only on its side's view of the game, a copy with dice of its own. One player is made for each battle,
for it may remember what it thought of earlier. The same battle with the same luck gives the same choices, except for
the general, who thinks for as long as he may.
"""

# Not compiled: it only hands the thinking on.

import random
from typing import Protocol

from ...game.errors import Refusal
from ...game.game import Game
from ...game.views import view
from .captain import Captain
from .choice import Choice
from .general import General
from .personalities import PERSONALITIES, STEADY
from .recruit import Recruit
from .sergeant import Sergeant

LEVELS = ("recruit", "sergeant", "captain", "general")
WITH_PERSONALITY = LEVELS[2:]


class Player(Protocol):
    def choose(self, game: Game, luck: random.Random, milliseconds: int) -> Choice:
        """An answer to the question that waits. `game` is the player's own, to think on as it likes."""


def player(name: str) -> Player:
    """Of a level, or of a level and a personality, as in `captain:bold`.

    Recruits and sergeants have no say in how a battle is led: a personality is for those above them.
    """
    level, _, temper = name.partition(":")
    if temper and level in LEVELS and level not in WITH_PERSONALITY:
        raise Refusal(f"{level!r} has no personality: only {' and '.join(WITH_PERSONALITY)} have")
    if temper and temper not in PERSONALITIES:
        raise Refusal(f"there is no personality {temper!r}; there are {', '.join(PERSONALITIES)}")
    personality = PERSONALITIES[temper or STEADY.name]
    if level == "recruit":
        return Recruit()
    if level == "sergeant":
        return Sergeant()
    if level == "captain":
        return Captain(personality)
    if level == "general":
        return General(personality)
    raise Refusal(f"there is no level {level!r}; there are {', '.join(LEVELS)}")


def choose(one: Player, game: Game, luck: random.Random, milliseconds: int) -> Choice:
    """Ask a player for the decision that waits; it sees what its side may know."""
    if game.question() is None:
        raise Refusal("the battle is over: there is nothing to decide")
    return one.choose(view(game, game.decider(), luck), luck, milliseconds)
