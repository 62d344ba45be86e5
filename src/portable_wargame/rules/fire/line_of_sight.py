"""Lines of sight: what blocks them, and what they only graze."""

from typing import Final

from ...battle.battle import NOBODY, Battle
from ...battle.terrain import height
from ...battle.unit import COMMANDER, MORTAR, SPOTTER
from ...game.tables import Attack
from ...grid.compiler import i64
from ...grid.lines import NOWHERE

BLOCKED: Final = 0
GRAZED: Final = 1
CLEAR: Final = 2


def sight(battle: Battle, a: int, b: int) -> int:
    """Whether b is seen from a: not at all, past the edge of something that blocks, or clearly."""
    grid = battle.field.grid
    line = grid.sightline(a, b)
    start = grid.place[a]
    level = eye_level(battle, a, b)
    for offset in line.through:
        if blocks(battle, grid.cell_at[start + offset], level):
            return BLOCKED
    seen = CLEAR
    for index, left in enumerate(line.left):
        right = line.right[index]
        on_left = left != NOWHERE and blocks(battle, grid.cell_at[start + left], level)
        on_right = right != NOWHERE and blocks(battle, grid.cell_at[start + right], level)
        if on_left and on_right:
            return BLOCKED
        if on_left or on_right:
            seen = GRAZED
    return seen


def eye_level(battle: Battle, a: int, b: int) -> int:
    """Hills up to this height are not in the way: the height that both ends share or, if one is higher, the height it
    overlooks."""
    level, other = height(battle.features[a]), height(battle.features[b])
    if level == other:
        return level
    return 1 if battle.field.overlooks_hills and 2 in (level, other) else 0


def blocks(battle: Battle, cell: i64, level: int) -> bool:
    """Whether a cell between two others hides what is behind it. `level`: the eye level of the two."""
    if cell < 0:
        return False
    features = battle.features[cell]
    return battle.here[cell] != NOBODY or features & battle.field.hides != 0 or height(features) > level


def target_in_sight(attack: Attack) -> bool:
    return sight(attack.battle, attack.cell, attack.target) != BLOCKED


def target_is_out_of_sight(attack: Attack) -> bool:
    return sight(attack.battle, attack.cell, attack.target) == BLOCKED


def unit_or_spotter_sees_target(attack: Attack) -> bool:
    """The firer itself, or a friendly artillery spotter anywhere on the board."""
    if target_in_sight(attack):
        return True
    battle = attack.battle
    for unit in battle.units(attack.side):
        if battle.is_a(unit, SPOTTER) and battle.on_board(unit):
            if sight(battle, battle.at[unit], attack.target) != BLOCKED:
                return True
    return False


def cannot_fire_unseen(attack: Attack) -> bool:
    """A gun that fires only directly needs to see its target."""
    return not attack.battle.type_of[attack.unit].indirect and target_is_out_of_sight(attack)


def target_is_out_of_sight_of_its_guns(attack: Attack) -> bool:
    """A mortar need not see its target itself."""
    return not attack.battle.is_a(attack.unit, MORTAR) and target_is_out_of_sight(attack)


def target_is_not_spotted_for_it(attack: Attack) -> bool:
    """For a mortar: seen by itself, by a friend next to it, or by a spotter or Commander with it or next to it."""
    battle = attack.battle
    if not battle.is_a(attack.unit, MORTAR) or target_in_sight(attack):
        return False
    for cell in [attack.cell, *battle.field.grid.neighbours[attack.cell]]:
        for friend in battle.units_in(cell):
            if battle.side_of(friend) != attack.side or battle.is_carried(friend):
                continue
            if cell == attack.cell and not battle.is_a(friend, SPOTTER | COMMANDER):
                continue
            if sight(battle, cell, attack.target) != BLOCKED:
                return False
    return True
