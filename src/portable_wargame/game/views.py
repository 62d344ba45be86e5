"""What a side may know: the game without the enemy's secrets, and with dice that foretell nothing."""

import random

from ..battle.battle import NOBODY
from .dice import Dice
from .game import Game


def view(game: Game, side: int, luck: random.Random) -> Game:
    """A copy to think on. The enemy's bombardment orders are not in it until they are fired, nor is what the enemy has
    hidden."""
    copy = game.copy(Dice(luck.getrandbits(32)))
    side_of = copy.battle.roster.side_of
    copy.battle.orders = [order for order in copy.battle.orders if side_of[order.gun] == side]
    copy.battle.concealed = [placement for placement in copy.battle.concealed if placement.side == side]
    return copy


def unveiled(game: Game, side: int) -> Game:
    """A copy to draw, in which what the side itself has hidden stands on the board."""
    seen = game.copy(Dice(0))
    for placement in seen.battle.concealed:
        if placement.side == side and placement.unit != NOBODY:
            seen.battle.put(placement.unit, placement.cell)
            seen.battle.facing[placement.unit] = placement.facing
    return seen
