"""When a computer offers to give up: the judge, and all the alternative judges, see next to no chance left.

An offer only: the winner may want to see it through, so the other side may decline, and play goes on.
"""

from typing import Final

from ...game.game import Game
from ...rules.turn.activation import ACTIVATE
from ..foresight.learned import chance, doubts
from ..foresight.luck import signs
from ..judgement.aims import LOSES, if_nobody_moves

HOPELESS: Final = 0.05  # of a victory: the chance that even the most hopeful judge sees
NOT_BEFORE: Final = 0.25  # share of the battle


def gives_up(game: Game, side: int) -> bool:
    """Whether the side has as good as lost, and loses too if nobody moves any more."""
    battle = game.battle
    if game.question() is not ACTIVATE or battle.turn < NOT_BEFORE * battle.objectives.turns:
        return False
    return if_nobody_moves(game, side) == LOSES and most_hoped_for(game, side) < HOPELESS


def most_hoped_for(game: Game, side: int) -> float:
    found = signs(game)
    chances = [chance(found), *doubts(found)]
    return max(chances) if side == 0 else 1.0 - min(chances)
