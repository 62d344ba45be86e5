"""Commanders: what their presence is worth, and how one may be killed."""

from ..battle.battle import NOBODY, Battle
from ..battle.unit import COMMANDER
from ..game.tables import Attack


def commander_in(battle: Battle, cell: int, side: int, besides: int = NOBODY) -> int:
    """A Commander of that side on foot in the cell, other than `besides`; NOBODY if there is none."""
    if not battle.friend_in(cell, side):
        return NOBODY
    for unit in battle.units_in(cell):
        if unit != besides and battle.is_a(unit, COMMANDER) and battle.side_of(unit) == side:
            if not battle.is_carried(unit):
                return unit
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


def is_a_commander_with_a_unit(battle: Battle, unit: int) -> bool:
    """A Commander who shares his cell with another unit takes no hit of his own."""
    if not battle.is_a(unit, COMMANDER):
        return False
    for other in battle.units_in(battle.at[unit]):
        if not battle.is_a(other, COMMANDER) and not battle.is_carried(other):
            return True
    return False
