"""Which units face which: the enemies in whose front a unit stands, and the cells a withdrawal must avoid."""

from ...battle.battle import Battle
from ...grid.aspects import FRONT
from ...grid.compiler import i64


def enemies_facing(battle: Battle, unit: i64, straight: bool = False) -> list[int]:
    """The cells of the adjacent enemies in whose front the unit stands or, `straight`, that are turned to it."""
    cells: list[int] = []
    cell = battle.at[unit]
    side = battle.side_of(unit)
    for around in battle.field.grid.neighbours[cell]:
        if battle.enemy_in(around, side) and is_faced_from(battle, cell, around, straight):
            cells.append(around)
    return cells


def is_faced_from(battle: Battle, cell: i64, around: int, straight: bool = False) -> bool:
    """Whether a unit in the neighbouring cell `around`, if it is there to fight, has `cell` in its front."""
    for enemy in battle.units_in(around):
        facing = battle.facing[enemy]
        if straight and battle.field.grid.neighbour[around][facing] != cell:
            continue
        if not battle.is_carried(enemy) and battle.field.aspect(around, facing, cell) == FRONT:
            return True
    return False


def next_to_any_enemy(battle: Battle, unit: i64, cell: i64) -> bool:
    return battle.enemy_next_to(cell, battle.side_of(unit))


def next_to_another_enemy(battle: Battle, unit: i64, cell: i64) -> bool:
    """Next to an enemy that is not already turned to the unit."""
    facing = enemies_facing(battle, unit, straight=True)
    side = battle.side_of(unit)
    for around in battle.field.grid.neighbours[cell]:
        if battle.enemy_in(around, side) and around not in facing:
            return True
    return False


def before_another_enemy(battle: Battle, unit: i64, cell: i64) -> bool:
    """In front of an enemy that does not already face the unit."""
    facing = enemies_facing(battle, unit)
    side = battle.side_of(unit)
    for around in battle.field.grid.neighbours[cell]:
        if battle.enemy_in(around, side) and around not in facing and is_faced_from(battle, cell, around):
            return True
    return False
