"""Lines of sight on random maps: symmetric, and as geometry done with fractions has them."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from portable_wargame.battle.battle import Battle
from portable_wargame.battle.battlefield import Battlefield, Cover
from portable_wargame.battle.objectives import Objectives
from portable_wargame.battle.setting_out import set_out
from portable_wargame.battle.side import Roster
from portable_wargame.battle.terrain import TERRAIN, bits_of, height
from portable_wargame.battle.unit import INFANTRY, UnitType
from portable_wargame.grid.grid import Grid
from portable_wargame.rules.fire.line_of_sight import BLOCKED, CLEAR, GRAZED, sight
from tests.grid import plane
from tests.grid.boards import ON_MANY_BOARDS, boards

HIDING = bits_of(["woods", "built-up", "fortification"])


def battle_on(board: Grid, features: list[int], occupied: set[int]) -> Battle:
    """A battle with a unit in each of these cells."""
    roster = Roster()
    for cell in sorted(occupied):
        roster.enlist(cell % 2, f"u{cell}", "", 0, 0)
    types = [UnitType("infantry", INFANTRY)] * len(occupied)
    battle = set_out(
        Battlefield(board, features, 3, len(types), Cover(list(TERRAIN.values()))), roster, Objectives(0, []), types
    )
    for unit, cell in enumerate(sorted(occupied)):
        battle.put(unit, cell)
    return battle


@some.composite
def crowded_tables(draw: some.DrawFn) -> tuple[Battle, int, int]:
    """A map with something in about every third cell, and two cells of it."""
    board = draw(boards(largest=9))
    kinds = [0, 0, 0, 0, *(row.bits() for row in TERRAIN.values())]
    features = draw(some.lists(some.sampled_from(kinds), min_size=board.cells, max_size=board.cells))
    occupied = draw(some.sets(some.integers(0, board.cells - 1), max_size=6))
    a, b = draw(some.lists(some.integers(0, board.cells - 1), min_size=2, max_size=2, unique=True))
    return battle_on(board, features, occupied), a, b


def hides(battle: Battle, a: int, b: int, cell: int) -> bool:
    """What shared.line-of-sight and shared.hills say of a cell between a and b."""
    if not battle.is_empty(cell) or battle.features[cell] & HIDING:
        return True
    hill, level_a, level_b = (height(battle.features[one]) for one in (cell, a, b))
    if level_a == level_b:
        return hill > level_a
    return hill > 0 and not (hill == 1 and 2 in (level_a, level_b))


def sight_on_the_plane(battle: Battle, a: int, b: int) -> int:
    board = battle.field.grid
    beside: dict[object, set[bool]] = {}
    for cell in range(board.cells):
        how, where = plane.meeting(board, a, b, cell)
        if cell in (a, b) or how == plane.MISSES or not hides(battle, a, b, cell):
            continue
        if how == plane.CROSSES:
            return BLOCKED
        on_left = plane.turn(plane.centre(board, a), plane.centre(board, b), plane.centre(board, cell)) > 0
        beside.setdefault(where, set()).add(on_left)
    if any(len(sides) == 2 for sides in beside.values()):
        return BLOCKED
    return GRAZED if beside else CLEAR


@pytest.mark.clause("shared.line-of-sight", "shared.hills")
@ON_MANY_BOARDS
@given(crowded_tables())
def test_sight_is_what_it_is_on_the_plane_and_the_same_both_ways(drawn: tuple[Battle, int, int]) -> None:
    battle, a, b = drawn
    assert sight(battle, a, b) == sight(battle, b, a) == sight_on_the_plane(battle, a, b)
