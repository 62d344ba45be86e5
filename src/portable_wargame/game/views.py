"""What a side may know: the game without the enemy's secrets, and with dice that foretell nothing."""

import random

from ..battle.battle import NOBODY
from .dice import Dice
from .game import Game


def view(game: Game, side: int, luck: random.Random) -> Game:
    """A copy to think on. The enemy's bombardment orders are not in it until they are fired, nor is what the enemy has
    hidden. The copy remembers its odds until its next action; so does the game, if it keeps odds and nothing is
    hidden: bombardment orders do not matter, because a gun's odds are those of its own fire."""
    copy = game.copy(Dice(luck.getrandbits(32)))
    battle, hidden = copy.battle, len(copy.battle.concealed)
    side_of = battle.roster.side_of
    battle.orders = [order for order in battle.orders if side_of[order.gun] == side]
    battle.concealed = [placement for placement in battle.concealed if placement.side == side]
    copy.foreseen = game.foreseen if game.foreseen is not None and len(battle.concealed) == hidden else {}
    return copy


def unveiled(game: Game, side: int) -> Game:
    """A copy to draw, with the side's own hidden units on the board."""
    seen = game.copy(Dice(0))
    for placement in seen.battle.concealed:
        if placement.side == side and placement.unit != NOBODY:
            seen.battle.put(placement.unit, placement.cell)
            seen.battle.facing[placement.unit] = placement.facing
    return seen
