"""The field of fire of a unit: the cells within its arc and range, and what hides some of them."""

from typing import NamedTuple

from ..battle.battle import NO_CELL
from ..battle.unit import AIRCRAFT
from ..game.agenda import Reason
from ..game.game import Game
from ..game.tables import Attack, is_forbidden
from ..grid.lines import NOWHERE
from ..rules.fire.line_of_sight import BLOCKED, blocks, eye_level, sight
from ..rules.fire.shooting import (
    target_is_out_of_arc,
    target_is_out_of_arc_even_if_it_turns,
    target_is_out_of_arc_of_its_guns,
)
from ..rules.reasons import forbidding

OUT_OF_ARC = (
    target_is_out_of_arc,
    target_is_out_of_arc_even_if_it_turns,
    target_is_out_of_arc_of_its_guns,
)


class Blocked(NamedTuple):
    """A cell at which something forbids a shot; `by` is the cell that hides it, NO_CELL if none does."""

    cell: int
    by: int
    reason: Reason


class FieldOfFire(NamedTuple):
    arc: list[int]
    seen: list[int]  # cells where nothing forbids a shot
    blocked: list[Blocked]  # the others


NOTHING = FieldOfFire([], [], [])


def field_of_fire(game: Game, unit: int) -> FieldOfFire:
    battle = game.battle
    grid = battle.field.grid
    kind = battle.type_of[unit]
    reach = max(kind.fire_range, kind.artillery_range)
    shooting = game.ruleset.artillery if kind.artillery_range else game.ruleset.fire
    if not reach or not battle.on_board(unit) or battle.is_carried(unit) or kind.arms & AIRCRAFT:
        return NOTHING
    place_rows = tuple(row for row in shooting.restrictions if row.forbids in OUT_OF_ARC)
    other_rows = tuple(row for row in shooting.restrictions if row.forbids not in OUT_OF_ARC)
    found = FieldOfFire([], [], [])
    for cell in range(grid.cells):
        if cell == battle.at[unit] or grid.distance(battle.at[unit], cell) > reach:
            continue
        attack = Attack(battle, unit, cell)
        if is_forbidden(place_rows, attack):
            continue
        found.arc.append(cell)
        reasons = forbidding(game, other_rows, attack)
        if reasons:
            found.blocked.append(Blocked(cell, hidden_by(game, battle.at[unit], cell), reasons[0]))
        else:
            found.seen.append(cell)
    return found


def hidden_by(game: Game, a: int, b: int) -> int:
    """The cell nearest to a that hides b from it; NO_CELL if b is seen."""
    battle = game.battle
    grid = battle.field.grid
    if sight(battle, a, b) != BLOCKED:
        return NO_CELL
    line = grid.sightline(a, b)
    level = eye_level(battle, a, b)
    start = grid.place[a]
    hiding = [grid.cell_at[start + offset] for offset in line.through]
    for left, right in zip(line.left, line.right, strict=True):
        # A line between two cells is cut only where both of them block it.
        beside = [grid.cell_at[start + offset] for offset in (left, right) if offset != NOWHERE]
        if len(beside) == 2 and all(blocks(battle, cell, level) for cell in beside):
            hiding.append(beside[0])
    hiding = [cell for cell in hiding if blocks(battle, cell, level)]
    return min(hiding, key=lambda cell: grid.distance(a, cell), default=NO_CELL)
