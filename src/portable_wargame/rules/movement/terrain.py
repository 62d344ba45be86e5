"""What the ground does to movement: the conditions of terrain rows, each given the unit type and the features of
the cell left and the cell entered."""

from ...battle.terrain import BRIDGE, FORD, GAS, MINEFIELD, RIVER, TRENCH, WIRE, WOODS, in_river
from ...battle.unit import ARMOURED, MOUNTED, TANK, UnitType


def enters_river_without_crossing(unit_type: UnitType, leaving: int, entering: int) -> bool:
    return entering & (RIVER | FORD | BRIDGE) == RIVER


def enters_river(unit_type: UnitType, leaving: int, entering: int) -> bool:
    return in_river(entering)


def leaves_river(unit_type: UnitType, leaving: int, entering: int) -> bool:
    return in_river(leaving)


def enters_wood(unit_type: UnitType, leaving: int, entering: int) -> bool:
    return entering & WOODS != 0 and leaving & WOODS == 0


def moves_within_wood(unit_type: UnitType, leaving: int, entering: int) -> bool:
    return entering & leaving & WOODS != 0


def enters_wire(unit_type: UnitType, leaving: int, entering: int) -> bool:
    return entering & WIRE != 0


def rides_into_wood(unit_type: UnitType, leaving: int, entering: int) -> bool:
    return unit_type.arms & MOUNTED != 0 and entering & WOODS != 0


def rides_out_of_wood(unit_type: UnitType, leaving: int, entering: int) -> bool:
    return unit_type.arms & MOUNTED != 0 and leaving & WOODS != 0


def is_caught_in_wire(unit_type: UnitType, leaving: int, entering: int) -> bool:
    return entering & WIRE != 0 and unit_type.arms & (TANK | ARMOURED) == 0


def enters_trench(unit_type: UnitType, leaving: int, entering: int) -> bool:
    return entering & TRENCH != 0


def leaves_trench(unit_type: UnitType, leaving: int, entering: int) -> bool:
    return leaving & TRENCH != 0


def enters_minefield(unit_type: UnitType, leaving: int, entering: int) -> bool:
    return entering & MINEFIELD != 0


def enters_gas(unit_type: UnitType, leaving: int, entering: int) -> bool:
    return entering & GAS != 0
