"""Cover, and fire into, out of and within it."""

from ...battle.battle import Battle
from ...battle.terrain import TRENCH, WOODS, height, in_river
from ...game.tables import Attack
from ...grid.compiler import i64
from ...grid.lines import NOWHERE
from ..deeds import is_crossing_a_trench
from .line_of_sight import CLEAR, sight


def _own(attack: Attack) -> int:
    return attack.battle.features[attack.cell]


def _target(attack: Attack) -> int:
    return attack.battle.features[attack.target]


def in_cover(battle: Battle, cell: i64) -> bool:
    """A trench covers units that man it, not units that are crossing it: one manning it is enough."""
    features = battle.features[cell]
    cover = battle.field.cover
    if features & cover == TRENCH:
        units = battle.units_in(cell)
        return not units or not all(battle.crossing[unit] for unit in units)
    return features & cover != 0


def target_in_cover(attack: Attack) -> bool:
    return in_cover(attack.battle, attack.target)


def unit_in_cover(attack: Attack) -> bool:
    cover = _own(attack) & attack.battle.field.cover
    if cover == TRENCH:
        return not attack.battle.crossing[attack.unit]
    return cover != 0


def unit_crossing_a_trench(attack: Attack) -> bool:
    return is_crossing_a_trench(attack.battle, attack.unit)


def _is_soft(attack: Attack, features: int) -> bool:
    """Cover, and nothing but leaves."""
    field = attack.battle.field
    return features & field.cover != 0 and features & field.hard == 0


def target_in_soft_cover(attack: Attack) -> bool:
    return _is_soft(attack, _target(attack))


def target_in_hard_cover(attack: Attack) -> bool:
    return _target(attack) & attack.battle.field.hard != 0


def unit_in_soft_cover(attack: Attack) -> bool:
    return _is_soft(attack, _own(attack))


def unit_in_hard_cover(attack: Attack) -> bool:
    return _own(attack) & attack.battle.field.hard != 0


def unit_in_woods(attack: Attack) -> bool:
    return _own(attack) & WOODS != 0


def unit_in_river(attack: Attack) -> bool:
    return in_river(_own(attack))


def attacking_uphill(attack: Attack) -> bool:
    return attack.attacking and height(_own(attack)) < height(_target(attack))


def attacking_out_of_river(attack: Attack) -> bool:
    return attack.attacking and in_river(_own(attack)) and not in_river(_target(attack))


def is_attacking_in_river(attack: Attack) -> bool:
    return attack.attacking and in_river(_own(attack))


def stays_in_the_wood(attack: Attack) -> bool:
    """Whether the line of fire never leaves the wood. Between two cells it leaves it if one of them is open."""
    if not _own(attack) & _target(attack) & WOODS:
        return False
    battle = attack.battle
    grid = battle.field.grid
    line = grid.sightline(attack.cell, attack.target)
    start = grid.place[attack.cell]
    for offsets in (line.through, line.left, line.right):
        for offset in offsets:
            if offset != NOWHERE:
                cell = grid.cell_at[start + offset]
                if cell >= 0 and not battle.features[cell] & WOODS:
                    return False
    return True


def target_is_deep_in_cover(attack: Attack) -> bool:
    """The cell through which the line enters the target's cell hides too."""
    grid = attack.battle.field.grid
    if not _target(attack) & attack.battle.field.hides or grid.distance(attack.cell, attack.target) == 1:
        return False
    return _all_hide(attack, attack.target, attack.cell)


def is_not_at_the_edge_of_its_cover(attack: Attack) -> bool:
    grid = attack.battle.field.grid
    if not _own(attack) & attack.battle.field.hides:
        return False
    if grid.distance(attack.cell, attack.target) == 1 and _own(attack) & _target(attack) & attack.battle.field.hides:
        return False  # next to each other in the same wood, built-up area or fortification
    return _all_hide(attack, attack.cell, attack.target)


def _all_hide(attack: Attack, start: int, end: int) -> bool:
    """Whether every cell through which the line from start to end leaves start hides. Through a
    corner there are two, and one free cell is enough."""
    battle = attack.battle
    around = battle.field.grid.neighbour[start]
    for way in battle.field.grid.ways_out(start, end):
        if around[way] < 0 or not battle.features[around[way]] & battle.field.hides:
            return False
    return True


def fires_more_than_one_cell_within_a_wood(attack: Attack) -> bool:
    grid = attack.battle.field.grid
    return grid.distance(attack.cell, attack.target) > 1 and stays_in_the_wood(attack)


def attacking_downhill(attack: Attack) -> bool:
    return attack.attacking and height(_own(attack)) > height(_target(attack))


def attacking_a_wood(attack: Attack) -> bool:
    return attack.attacking and _target(attack) & WOODS != 0


def attacking_buildings_or_works(attack: Attack) -> bool:
    return attack.attacking and _target(attack) & attack.battle.field.hard != 0


def target_is_in_the_open(attack: Attack) -> bool:
    """In full view, not in cover, and not lying low."""
    battle = attack.battle
    if target_in_cover(attack) or sight(battle, attack.cell, attack.target) != CLEAR:
        return False
    return not any(battle.pinned[unit] for unit in battle.units_in(attack.target))
