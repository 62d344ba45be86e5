"""Thinking for the computer where the server's workers don't do it, and what both use."""

import random
from typing import Protocol

from ...ai.opponents.choice import Choice
from ...ai.opponents.players import BRAKE, Player, choose
from ...battle.battle import NOBODY
from ...game.dice import Dice
from ...game.game import Game
from ...game.views import view
from ...speech.verbs import verb
from ..games.match import Match


class Thinker(Protocol):
    """Somebody who thinks at one table."""

    async def consider(self, match: Match, name: str, side: int | None = None) -> Choice:
        """What a player of this level and personality does next. One that plays a side remembers its earlier thoughts;
        one asked only for a hint does not."""


def advice(adviser: Player, game: Game, luck: random.Random, milliseconds: int = BRAKE) -> Choice:
    """What the player would do; "done" is not advice, but what comes after it is."""
    side = game.decider()
    ahead = own = view(game, side, luck)
    first = choice = choose(adviser, ahead, luck, milliseconds)
    while verb(choice.action.verb).quiet and choice.action.unit != NOBODY:
        ahead = ahead.copy(Dice(0))
        ahead.perform(choice.action)
        if ahead.decider() != side or ahead.question() is not own.question():
            return first
        choice = choose(adviser, ahead, luck, milliseconds)
    return choice if own.allows(choice.action) else first


def seed(match: Match) -> str:
    """The seed of the thinker's luck: the same public state gives the same choice."""
    return str(match.chronicle.public_state(len(match.chronicle.steps) - 1)["hash"])
