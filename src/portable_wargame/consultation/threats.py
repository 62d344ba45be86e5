"""Threats: every cell where a side could be fired at, from where its enemies stand and as they face."""

from ..game.game import Game
from .field_of_fire import field_of_fire


def threats(game: Game, side: int) -> dict[int, list[int]]:
    """By cell: the enemies of the side that see it within their arc and range."""
    battle = game.battle
    found: dict[int, list[int]] = {}
    for enemy in battle.units(1 - side):
        for cell in field_of_fire(game, enemy).seen:
            found.setdefault(cell, []).append(enemy)
    return found
