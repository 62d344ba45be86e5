"""How a side stands in a battle as a whole: what the captain compares at the end of what he imagines."""

from typing import Final

from ..battle.battle import UNDECIDED
from ..battle.objectives import DESTROY_SP, EXIT, HOLD, SURVIVE, Objective
from ..battle.unit import AIRCRAFT
from ..game.game import Game
from ..rules.victory import units_destroyed

VICTORY: Final = 12.0
EXHAUSTED: Final = 3.0
OBJECTIVE: Final = 5.0


def prospects(game: Game, side: int) -> float:
    """How near the side is to victory, apart from the strength it has; the enemy's prospects count against it."""
    battle = game.battle
    if battle.winner != UNDECIDED:
        return VICTORY if battle.winner == side else -VICTORY if battle.winner == 1 - side else 0.0
    value = 0.0
    for who, sign in ((side, 1), (1 - side, -1)):
        if battle.exhausted[who]:
            value -= sign * EXHAUSTED
    for row in battle.objectives.rows:
        if not row.turn or row.turn >= battle.turn:
            value += (1 if row.side == side else -1) * OBJECTIVE * progress(game, row)
    return value


def progress(game: Game, row: Objective) -> float:
    """From 0 to 1: how near a side is to one of its objectives."""
    battle = game.battle
    due = row.turn or battle.objectives.turns
    time = battle.turn / max(1, due)
    if row.kind == HOLD:
        return (0.3 + 0.7 * time) * sum(nearness(game, row.side, cell) for cell in row.cells) / len(row.cells)
    if row.kind == SURVIVE:
        return time
    if row.kind == EXIT:
        return min(1.0, exits(game, row) / max(1, row.amount))
    done = battle.lost[1 - row.side] if row.kind == DESTROY_SP else units_destroyed(battle, 1 - row.side)
    share = min(1.0, done / max(1, row.amount))
    return share * share


def nearness(game: Game, side: int, cell: int) -> float:
    """1 for a cell that is held, less the farther away everybody is."""
    battle = game.battle
    if battle.here[cell] & battle.side_mask[side]:
        return 1.0
    grid = battle.field.grid
    away = [grid.distance(battle.at[unit], cell) for unit in battle.units(side) if battle.on_board(unit)]
    near = max(0.0, 0.5 - 0.08 * min(away, default=9))
    return near if not battle.here[cell] else 0.6 * near


def exits(game: Game, row: Objective, alive: list[float] | None = None) -> float:
    """Units that are off, and parts of those that are on the way, as far as they are likely alive."""
    battle = game.battle
    gone = 0.0
    for unit in battle.units(row.side):
        if battle.is_a(unit, AIRCRAFT):
            continue
        if battle.left_over[unit] == row.edge:
            gone += 1
        elif battle.on_board(unit):
            depth = battle.field.grid.depth(battle.at[unit], row.edge)
            gone += max(0.0, 0.3 - 0.03 * depth) * (alive[unit] if alive is not None else 1.0)
    return gone
