"""Distance: the fewest steps through edges."""

import pytest
from hypothesis import given

from portable_wargame.grid.grid import Grid, grid_of
from tests.grid.boards import KINDS, ON_MANY_BOARDS, boards_with_cells
from tests.grid.plane import place


def steps_from(board: Grid, start: int) -> list[int]:
    """By walking: how many steps it takes to each cell."""
    steps = {start: 0}
    reached = [start]
    for cell in reached:
        for neighbour in board.neighbours[cell]:
            if neighbour not in steps:
                steps[neighbour] = steps[cell] + 1
                reached.append(neighbour)
    return [steps[cell] for cell in range(board.cells)]


@pytest.mark.clause("shared.distance")
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("size", [(3, 3), (3, 8), (8, 3), (6, 7)])
def test_distance_is_the_fewest_steps(kind: str, size: tuple[int, int]) -> None:
    board = grid_of(kind, *size)
    for start in range(board.cells):
        assert [board.distance(start, cell) for cell in range(board.cells)] == steps_from(board, start)


@pytest.mark.clause("shared.distance")
@ON_MANY_BOARDS
@given(boards_with_cells(2))
def test_distance_by_counting_columns_and_rows(drawn: tuple[Grid, list[int]]) -> None:
    board, (a, b) = drawn
    (x, y), (to_x, to_y) = place(board, a), place(board, b)
    if board.kind == "square":
        expected = abs(to_x - x) // 2 + abs(to_y - y) // 2
    else:
        columns = abs(to_x - x) // 3
        expected = columns + max(0, (abs(to_y - y) - columns) // 2)
    assert board.distance(a, b) == expected


@ON_MANY_BOARDS
@given(boards_with_cells(3))
def test_distance_is_the_same_both_ways_and_no_detour_is_shorter(drawn: tuple[Grid, list[int]]) -> None:
    board, (a, b, c) = drawn
    assert board.distance(a, b) == board.distance(b, a)
    assert (board.distance(a, b) == 0) == (a == b)
    assert board.distance(a, c) <= board.distance(a, b) + board.distance(b, c)
