"""Luck: how much of a victory the dice gave.

Whatever the dice decided is rolled a few more times, on copies. Luck is how likely victory became, less how likely it
became on average. It comes to nothing over many battles: scores without it have the same mean but vary less, so fewer
battles tell as much.
"""

import random
from typing import Final

from ...battle.battle import NOBODY
from ...game.actions import Action
from ...game.dice import Dice
from ...game.game import Game
from ..judgement.evidence import evidence
from ..judgement.learned import chance
from .likely import Likely

AGAIN: Final = 6  # throws


def played(game: Game, action: Action, again: random.Random) -> float:
    """Play an action; what its dice did for the first side, in shares of a victory."""
    before = game.copy(Dice(0))
    thrown = len(game.dice.thrown)
    game.play(action)
    if len(game.dice.thrown) == thrown:
        return 0.0
    usual = 0.0
    for _ in range(AGAIN):
        other = before.copy(Dice(again.getrandbits(32)))
        other.play(action)
        usual += prospects(other) / AGAIN
    return prospects(game) - usual


def prospects(game: Game) -> float:
    """Of the first side: how likely it wins, by the learned judge, or what it scored."""
    if game.question() is not None:
        return chance(evidence(Likely(game), game.decider()))
    winner = game.battle.winner
    return 0.5 if winner == NOBODY else float(winner == 0)
