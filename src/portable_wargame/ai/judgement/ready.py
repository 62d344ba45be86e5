"""Who is worth a thought: the units that may still act, less those that had better stay hidden."""

from typing import Final

from ...battle.battle import Battle
from ...game.game import Game
from ...rules.turn.activation import ACTIVATE

SHOWS_ITSELF: Final = 0.6  # of the battle: after that, nobody lies in wait


def ready(game: Game) -> list[int]:
    """The units that may still act, as the question that waits has them."""
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
