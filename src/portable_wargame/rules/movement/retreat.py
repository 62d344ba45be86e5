"""Retreats: forced moves of one cell. Where a unit may go, and which units go with it."""

from ...battle.battle import LOAD, NO_CELL, NOBODY, Battle
from ...game.actions import AS_IT_COMES
from ...game.agenda import Step
from ...game.changes import drop_task, retreat, turn
from ...game.game import Game
from ...game.ruleset import Ruleset
from ...grid.compiler import i64
from .stacking import may_stand_in


def retreat_cells(
    battle: Battle, ruleset: Ruleset, unit: i64, struck_from: i64 = NO_CELL, back_to: tuple[int, ...] = ()
) -> list[int]:
    """The cells to which a unit may retreat: passable, free and, in most books, next to no enemy. `struck_from`: where
    the blow came from; `back_to`: where the unit itself came from, if it has met with a peril on its way."""
    cells: list[int] = []
    unit_type = battle.type_of[unit]
    if unit_type.move <= 0:
        return cells
    here = battle.at[unit]
    for cell in battle.field.grid.neighbours[here]:
        footing = ruleset.movement.footing(unit_type, battle.features[here], battle.features[cell])
        if footing.forbidden or objection(battle, ruleset, unit, cell, struck_from, back_to):
            continue
        if may_stand_in(battle, ruleset.movement, unit, cell):
            cells.append(cell)
    return cells


def objection(
    battle: Battle, ruleset: Ruleset, unit: i64, cell: i64, struck_from: i64, back_to: tuple[int, ...]
) -> str:
    """Why going to a free cell would be no retreat, as `words.RETREATS` names it, or ""."""
    hits = ruleset.hits
    side = battle.roster.side_of[unit]
    if not hits.retreats_to_enemies and battle.enemy_next_to(cell, side):
        return "enemy"
    if hits.retreats_away and struck_from != NO_CELL:
        grid = battle.field.grid
        if grid.distance(cell, struck_from) < grid.distance(battle.at[unit], struck_from):
            return "nearer"
    if hits.retreats_onward:
        return ""
    if back_to and cell not in back_to:
        return "way-in"
    if cell == struck_from:
        return "blow"
    if cell == battle.was_driven_from(unit):
        return "driven"
    if ruleset.exhaustion is not None and battle.exhausted[side] and battle.comes_nearer(side, battle.at[unit], cell):
        return "exhausted"
    return ""


def fall_back(game: Game, unit: i64, cell: i64, facing: i64) -> None:
    """Retreat a unit, with any that goes with it."""
    battle = game.battle
    companions = [
        other
        for other in battle.units_in(battle.at[unit])
        if other != unit
        and battle.carried_by[other] == NOBODY
        and battle.is_a(other, game.ruleset.hits.companions)
        and battle.side_of(other) == battle.side_of(unit)
        and not battle.is_a(unit, game.ruleset.hits.companions)
    ]
    retreat(game, unit, cell, game.ruleset.hits.retreat)
    agenda: list[Step] = []
    for step in game.agenda:
        kept = step.kind.after_retreat(game, step, unit)
        if kept is not None:
            agenda.append(kept)
    game.agenda = agenda
    for carrier in battle.units(battle.side_of(unit)):
        if battle.task[carrier] == LOAD and battle.task_target[carrier] == unit:
            drop_task(game, carrier)  # it should have taken the whole turn in one cell
    if facing != AS_IT_COMES:
        turn(game, unit, facing, "shared.retreat")
    for companion in companions:
        if may_stand_in(battle, game.ruleset.movement, companion, cell):
            retreat(game, companion, cell, game.ruleset.hits.retreat)
