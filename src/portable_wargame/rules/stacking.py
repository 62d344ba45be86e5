"""Who may stand in a cell with whom."""

from ..battle.battle import NOBODY, Battle
from ..battle.unit import AIRCRAFT
from ..game.ruleset import Movement
from ..grid.compiler import i64


def may_stand_in(battle: Battle, movement: Movement, unit: i64, cell: i64) -> bool:
    """Whether the unit may end a move, an advance or a retreat there: no enemy, and no friend unless one may share."""
    arms = battle.type_of[unit].arms
    if arms & AIRCRAFT:
        return battle.aircraft_over(cell) in (NOBODY, unit)
    there = battle.here[cell]
    if there == 0:
        return True
    side = battle.roster.side_of[unit]
    if there & battle.side_mask[1 - side]:
        return False
    if arms & movement.shares_cell:
        return True
    for other in range(battle.roster.first[side], battle.roster.end[side]):
        if battle.at[other] != cell or other == unit or other == battle.carried_by[unit]:
            continue
        if battle.carried_by[other] != NOBODY or battle.type_of[other].arms & (movement.shares_cell | AIRCRAFT):
            continue
        if not may_board(battle, movement, unit, other):
            return False
    return True


def may_board(battle: Battle, movement: Movement, unit: i64, carrier: i64) -> bool:
    """Whether the unit may stand with a friend so as to be taken up by it."""
    return (
        battle.is_a(unit, movement.boards)
        and battle.type_of[unit].carriable
        and battle.is_a(unit, battle.type_of[carrier].cargo)
        and battle.carrying[carrier] == NOBODY
    )
