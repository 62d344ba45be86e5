"""Who may stand in a cell with whom."""

from ..battle.battle import NOBODY, Battle
from ..battle.unit import AIRCRAFT
from ..game.ruleset import Movement


def may_stand_in(battle: Battle, movement: Movement, unit: int, cell: int) -> bool:
    """Whether the unit may end a move, an advance or a retreat there: no enemy, and no friend unless one may share."""
    arms = battle.type_of[unit].arms
    if arms & AIRCRAFT:
        return battle.above[cell] in (0, 1 << unit)
    there = battle.here[cell]
    if there == 0:
        return True
    if there & battle.side_mask[1 - battle.roster.side_of[unit]]:
        return False
    if arms & movement.shares_cell:
        return True
    while there:
        other = there.bit_length() - 1
        there ^= 1 << other
        if other == unit or other == battle.carried_by[unit] or battle.carried_by[other] != NOBODY:
            continue
        if not battle.is_a(other, movement.shares_cell) and not may_board(battle, movement, unit, other):
            return False
    return True


def may_board(battle: Battle, movement: Movement, unit: int, carrier: int) -> bool:
    """Whether the unit may stand with a friend so as to be taken up by it."""
    return (
        battle.is_a(unit, movement.boards)
        and battle.type_of[unit].carriable
        and battle.is_a(unit, battle.type_of[carrier].cargo)
        and battle.carrying[carrier] == NOBODY
    )
