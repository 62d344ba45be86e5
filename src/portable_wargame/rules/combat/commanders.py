"""Commanders: what their presence is worth, and what may kill one."""

from ...battle.battle import NOBODY, Battle
from ...battle.unit import COMMANDER
from ...game.tables import Attack
from ...grid.compiler import i64


def commander_in(battle: Battle, cell: i64, side: i64, besides: i64 = NOBODY) -> i64:
    """A Commander of that side on foot in the cell, other than `besides`; NOBODY if there is none."""
    if not battle.friend_in(cell, side):
        return NOBODY
    unit = battle.here[cell]
    while unit != NOBODY:
        if unit != besides and battle.is_a(unit, COMMANDER) and not battle.is_carried(unit):
            return unit
        unit = battle.beside[unit]
    return NOBODY


def commander_attached(attack: Attack) -> bool:
    """A friendly Commander is in the unit's own cell."""
    return commander_in(attack.battle, attack.cell, attack.side, attack.unit) != NOBODY


def commander_adjacent(attack: Attack) -> bool:
    """A friendly Commander is in a neighbouring cell."""
    battle = attack.battle
    for unit in range(battle.roster.first[attack.side], battle.roster.end[attack.side]):
        if battle.is_a(unit, COMMANDER) and battle.at[unit] >= 0 and not battle.is_carried(unit):
            if battle.field.grid.distance(attack.cell, battle.at[unit]) == 1:
                return True
    return False


def commander_with_or_next_to_it(attack: Attack) -> bool:
    return commander_attached(attack) or commander_adjacent(attack)


def is_a_commander_with_a_unit(battle: Battle, unit: i64) -> bool:
    """A Commander sharing a cell with another unit takes no hits of their own."""
    if not battle.is_a(unit, COMMANDER):
        return False
    other = battle.here[battle.at[unit]]
    while other != NOBODY:
        if not battle.is_a(other, COMMANDER) and not battle.is_carried(other):
            return True
        other = battle.beside[other]
    return False
