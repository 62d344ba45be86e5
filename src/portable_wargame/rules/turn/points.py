"""Victory points: what a side would have if the battle ended now, and what it has for good."""

from typing import Final

from ...battle.battle import LEFT, Battle
from ...battle.objectives import DESTROY_SP, DESTROY_UNITS, EXIT, HOLD, Score
from ...battle.unit import AIRCRAFT
from ...game.course import count_points
from ...game.game import Game
from ...grid.compiler import i64

POINTS: Final = "shared.points"


def points_of(battle: Battle, side: i64) -> int:
    """Its points if the battle ended now."""
    total = battle.points[side]
    for score in battle.objectives.scores:
        if score.side == side and not score.each_turn:
            total += score.points * times(battle, score)
    return total


def bank_points(game: Game) -> None:
    """At the end of a turn: what is held counts for good where the scenario says so."""
    battle = game.battle
    for score in battle.objectives.scores:
        if score.each_turn:
            number = times(battle, score)
            if number:
                count_points(game, score.side, score.points * number, POINTS)


def times(battle: Battle, score: Score) -> int:
    """How many of the things that score the side has."""
    side = score.side
    if score.kind == HOLD:
        return sum(battle.friend_in(cell, side) for cell in score.cells)
    if score.kind == DESTROY_UNITS:
        return units_destroyed(battle, 1 - side)
    if score.kind == DESTROY_SP:
        return battle.lost[1 - side]
    assert score.kind == EXIT
    gone = [unit for unit in battle.units(side) if battle.left_over[unit] == score.edge]
    return sum(not battle.is_a(unit, AIRCRAFT) for unit in gone)


def units_destroyed(battle: Battle, side: i64) -> int:
    return sum(not battle.still_in_play(unit) and battle.at[unit] != LEFT for unit in battle.units(side))
