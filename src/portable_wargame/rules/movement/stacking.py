"""Which units may share a cell."""

from ...battle.battle import NOBODY, Battle
from ...battle.unit import AIRCRAFT
from ...game.changes import is_hidden
from ...game.ruleset import Movement
from ...grid.compiler import i64


def may_stand_in(battle: Battle, movement: Movement, unit: i64, cell: i64) -> bool:
    """Whether the unit may end a move, an advance or a retreat there: no enemy, and no friend unless one may share."""
    arms = battle.type_of[unit].arms
    if arms & AIRCRAFT:
        return battle.above[cell] == NOBODY or battle.above[cell] == unit
    if battle.enemy_in(cell, battle.roster.side_of[unit]):
        return False
    if battle.concealed and is_taken_in_secret(battle, movement, unit, cell):
        return False
    if arms & movement.shares_cell:
        return True
    other = battle.here[cell]
    while other != NOBODY:
        if other != unit and other != battle.carried_by[unit] and battle.carried_by[other] == NOBODY:
            if not battle.is_a(other, movement.shares_cell) and not may_board(battle, movement, unit, other):
                return False
        other = battle.beside[other]
    return True


def is_taken_in_secret(battle: Battle, movement: Movement, unit: i64, cell: i64) -> bool:
    """Whether its own side has hidden something there, or will put something there when all have deployed."""
    for placement in battle.concealed:
        if placement.cell == cell and placement.side == battle.roster.side_of[unit] and placement.unit != unit:
            if is_hidden(battle, placement) or not battle.is_a(placement.unit, movement.shares_cell):
                return not battle.is_a(unit, movement.shares_cell) or is_hidden(battle, placement)
    return False


def may_board(battle: Battle, movement: Movement, unit: i64, carrier: i64) -> bool:
    """Whether the unit may stand with a friend that is to take it up."""
    return (
        battle.is_a(unit, movement.boards)
        and battle.type_of[unit].carriable
        and battle.is_a(unit, battle.type_of[carrier].cargo)
        and battle.carrying[carrier] == NOBODY
    )
