"""Retreats: forced moves of one cell. Where a unit may go, and who goes along."""

from ...battle.battle import LOAD, NOBODY, Battle
from ...game.actions import AS_IT_COMES
from ...game.agenda import Step
from ...game.changes import drop_task, retreat, turn
from ...game.game import Game
from ...game.ruleset import Ruleset
from ...grid.compiler import i64
from .stacking import may_stand_in


def retreat_cells(battle: Battle, ruleset: Ruleset, unit: i64) -> list[int]:
    """The cells to which a unit may retreat: passable, free, and next to no enemy."""
    cells: list[int] = []
    unit_type = battle.type_of[unit]
    if unit_type.move <= 0:
        return cells
    here = battle.at[unit]
    for cell in battle.field.grid.neighbours[here]:
        footing = ruleset.movement.footing(unit_type, battle.features[here], battle.features[cell])
        if footing.forbidden or battle.enemy_next_to(cell, battle.side_of(unit)):
            continue
        if may_stand_in(battle, ruleset.movement, unit, cell):
            cells.append(cell)
    return cells


def fall_back(game: Game, unit: i64, cell: i64, facing: i64) -> None:
    """Retreat, with whoever goes along."""
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
            drop_task(game, carrier)  # it would have taken the whole turn in one cell
    if facing != AS_IT_COMES:
        turn(game, unit, facing, "shared.retreat")
    for companion in companions:
        if may_stand_in(battle, game.ruleset.movement, companion, cell):
            retreat(game, companion, cell, game.ruleset.hits.retreat)
