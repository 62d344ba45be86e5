"""Straight lines between cell centres: what they cross and touch, against geometry done with fractions."""

from fractions import Fraction

import pytest
from hypothesis import given

from portable_wargame.grid.grid import Grid, grid_of
from portable_wargame.grid.lines import NOWHERE
from portable_wargame.grid.names import cell_name, cell_named
from tests.grid import plane
from tests.grid.boards import KINDS, ON_MANY_BOARDS, boards_with_cells

Pair = tuple[int, int]


def meets(board: Grid, a: int, b: int) -> tuple[set[int], set[Pair]]:
    """The cells that the line goes through, and the pairs left and right of it that it touches; -1 for none."""
    line = board.sightline(a, b)
    start = board.place[a]
    left = [-1 if one == NOWHERE else board.cell_at[start + one] for one in line.left]
    right = [-1 if one == NOWHERE else board.cell_at[start + one] for one in line.right]
    pairs = set(zip(left, right, strict=True)) - {(-1, -1)}
    through = [board.cell_at[start + one] for one in line.through]
    assert len(set(through)) == len(through)
    return set(through), pairs


def meets_on_the_plane(board: Grid, a: int, b: int) -> tuple[set[int], set[Pair]]:
    through: set[int] = set()
    beside: dict[Fraction, list[int]] = {}
    start, end = plane.centre(board, a), plane.centre(board, b)
    for cell in range(board.cells):
        if cell in (a, b) or board.distance(a, cell) > board.distance(a, b) + 1:
            continue
        how, where = plane.meeting(board, a, b, cell)
        if how == plane.CROSSES:
            through.add(cell)
        elif how == plane.TOUCHES:
            pair = beside.setdefault(where, [-1, -1])
            side = 0 if plane.turn(start, end, plane.centre(board, cell)) > 0 else 1
            assert pair[side] == -1
            pair[side] = cell
    return through, {(left, right) for left, right in beside.values()}


@pytest.mark.clause("shared.line-of-sight")
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("size", [(3, 3), (3, 6), (6, 3), (5, 5)])
def test_every_line_of_a_small_board_meets_what_it_meets_on_the_plane(kind: str, size: tuple[int, int]) -> None:
    board = grid_of(kind, *size)
    for a in range(board.cells):
        for b in range(a):
            assert meets(board, a, b) == meets_on_the_plane(board, a, b)


@pytest.mark.clause("shared.line-of-sight")
@ON_MANY_BOARDS
@given(boards_with_cells(2))
def test_a_line_meets_what_it_meets_on_the_plane(drawn: tuple[Grid, list[int]]) -> None:
    board, (a, b) = drawn
    if a != b:
        assert meets(board, a, b) == meets_on_the_plane(board, a, b)


@pytest.mark.clause("shared.line-of-sight")
@ON_MANY_BOARDS
@given(boards_with_cells(2))
def test_the_line_back_meets_the_same_cells_with_left_and_right_swapped(drawn: tuple[Grid, list[int]]) -> None:
    board, (a, b) = drawn
    there, back = meets(board, a, b), meets(board, b, a)
    assert back == (there[0], {(right, left) for left, right in there[1]})


@pytest.mark.parametrize(
    ("kind", "end", "through", "pairs"),
    [
        ("square", "c2", [], []),
        ("square", "c4", ["c2", "c3"], []),
        ("square", "e3", ["d2"], [("c2", "d1"), ("d3", "e2")]),
        ("square", "d3", ["c2", "d2"], []),
        ("square", "e2", ["d1", "d2"], []),
        ("hex", "c3", ["c2"], []),
        ("hex", "d2", [], [("c2", "d1")]),
        ("hex", "e1", [], [("d1", "")]),
        ("hex", "e4", ["d2"], [("c2", "d1"), ("d3", "e3")]),
        ("hex", "e3", ["d1", "d2"], []),
    ],
)
def test_some_lines_from_c1(kind: str, end: str, through: list[str], pairs: list[tuple[str, str]]) -> None:
    """Along a diagonal or between two hexes there is a cell on either side; at the board's edge only one of them."""
    board = grid_of(kind, 5, 5)
    found = meets(board, cell_named(board, "c1"), cell_named(board, end))
    named = [tuple("" if cell == -1 else cell_name(board, cell) for cell in pair) for pair in found[1]]
    assert {cell_name(board, cell) for cell in found[0]} == set(through)
    assert sorted(named) == sorted(pairs)


@ON_MANY_BOARDS
@given(boards_with_cells(2))
def test_a_line_leaves_its_first_cell_where_it_does_on_the_plane(drawn: tuple[Grid, list[int]]) -> None:
    board, (a, b) = drawn
    expected = (-1, -1) if a == b else plane.ways_out(board, a, b)
    assert board.ways_out(a, b) == expected


@pytest.mark.parametrize(
    ("kind", "end", "ways"),
    [
        ("square", "c5", ("n", "n")),
        ("square", "e5", ("n", "e")),
        ("square", "a1", ("s", "w")),
        ("square", "e4", ("e", "e")),
        ("hex", "e4", ("ne", "ne")),
        ("hex", "d4", ("n", "ne")),
        ("hex", "e3", ("ne", "se")),
        ("hex", "a3", ("sw", "nw")),
    ],
)
def test_some_ways_out_of_c3(kind: str, end: str, ways: tuple[str, str]) -> None:
    """Through a corner there are two, left and right as one looks."""
    board = grid_of(kind, 5, 5)
    found = board.ways_out(cell_named(board, "c3"), cell_named(board, end))
    assert (board.shape.facings[found[0]], board.shape.facings[found[1]]) == ways
