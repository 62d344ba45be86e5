"""Which units are worth a thought: those that may still act, unless they had better stay hidden; those on the board."""

from typing import Final

from ...battle.battle import Battle
from ...battle.unit import AIRCRAFT
from ...game.game import Game
from ...grid.compiler import i64
from ...rules.turn.activation import ACTIVATE

SHOWS_ITSELF: Final = 0.6  # share of the battle: after that, nobody lies in wait


def ready(game: Game) -> list[int]:
    """The units that may still act, according to the question that waits."""
    return [unit for unit in ACTIVATE.candidates(game, game.decider()) if not lies_low(game.battle, unit)]


def lies_low(battle: Battle, unit: int) -> bool:
    """Whether a hidden unit had better stay so: no enemy is near enough to be surprised, and there is time yet."""
    lair = battle.placement_of(unit) if battle.concealed else None
    if lair is None:
        return False
    unit_type = battle.type_of[unit]
    late = battle.turn >= SHOWS_ITSELF * battle.objectives.turns
    return not late and battle.nearest_enemy(lair.cell, battle.side_of(unit)) > max(
        unit_type.fire_range, unit_type.move
    )


def on_the_ground(battle: Battle, side: i64) -> list[int]:
    """The units of a side that stand there themselves."""
    first: i64 = battle.roster.first[side]
    end: i64 = battle.roster.end[side]
    found: list[int] = []
    for unit in range(first, end):
        if battle.at[unit] >= 0 and not battle.is_a(unit, AIRCRAFT) and not battle.is_carried(unit):
            found.append(unit)
    return found
