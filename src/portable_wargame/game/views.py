"""What a side may know: the game without what the enemy has not disclosed, and dice that foretell nothing."""

import random

from .dice import Dice
from .game import Game


def view(game: Game, side: int, luck: random.Random) -> Game:
    """A copy to think on. The enemy's bombardment orders are not in it until they are fired."""
    copy = game.copy(Dice(luck.getrandbits(32)))
    side_of = copy.battle.roster.side_of
    copy.battle.orders = [order for order in copy.battle.orders if side_of[order.gun] == side]
    return copy
