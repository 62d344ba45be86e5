"""Cells, their names, and which share an edge."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from portable_wargame.grid.grid import EDGES, Grid, grid_of
from portable_wargame.grid.names import cell_name, cell_named, column_name
from tests.grid.boards import ON_MANY_BOARDS, boards, boards_with_cells

# Where each facing leads, as (columns east, rows north).
ON_SQUARES = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}
FROM_A_C_E = {"n": (0, 1), "ne": (1, 0), "se": (1, -1), "s": (0, -1), "sw": (-1, -1), "nw": (-1, 0)}
FROM_B_D_F = {"n": (0, 1), "ne": (1, 1), "se": (1, 0), "s": (0, -1), "sw": (-1, 0), "nw": (-1, 1)}


@pytest.mark.parametrize("kind", ["square", "hex"])
@pytest.mark.parametrize("size", [(3, 3), (4, 7), (7, 4), (40, 3), (3, 40)])
def test_neighbours_lie_where_the_format_says(kind: str, size: tuple[int, int]) -> None:
    board = grid_of(kind, *size)
    for cell in range(board.cells):
        column, row = cell % board.columns, cell // board.columns
        rule = ON_SQUARES if kind == "square" else (FROM_B_D_F if column % 2 else FROM_A_C_E)
        for facing, (east, north) in rule.items():
            there = (column + east, row + north)
            on_board = 0 <= there[0] < board.columns and 0 <= there[1] < board.rows
            expected = there[1] * board.columns + there[0] if on_board else -1
            assert board.neighbour[cell][board.shape.facings.index(facing)] == expected
        assert list(board.neighbours[cell]) == [one for one in board.neighbour[cell] if one != -1]


def test_neighbours_by_name() -> None:
    board = grid_of("hex", 6, 6)
    around = {
        name: [cell_name(board, one) for one in board.neighbours[cell_named(board, name)]] for name in ("c3", "d3")
    }
    assert around == {"c3": ["c4", "d3", "d2", "c2", "b2", "b3"], "d3": ["d4", "e4", "e3", "d2", "c3", "c4"]}
    assert [cell_name(board, one) for one in board.neighbours[cell_named(board, "a1")]] == ["a2", "b1"]


@ON_MANY_BOARDS
@given(boards_with_cells(1))
def test_a_step_there_is_a_step_back(drawn: tuple[Grid, list[int]]) -> None:
    board, (cell,) = drawn
    for facing, neighbour in enumerate(board.neighbour[cell]):
        if neighbour == -1:
            continue
        assert board.neighbour[neighbour][board.opposite(facing)] == cell
        assert board.direction(cell, neighbour) == facing
        assert board.direction(neighbour, cell) == board.opposite(facing)


@ON_MANY_BOARDS
@given(boards_with_cells(2))
def test_cells_that_share_no_edge_have_no_direction(drawn: tuple[Grid, list[int]]) -> None:
    board, (a, b) = drawn
    assert (board.direction(a, b) == -1) == (board.distance(a, b) != 1)


@ON_MANY_BOARDS
@given(boards())
def test_the_edges_of_the_board_are_its_outermost_rows_and_columns(board: Grid) -> None:
    columns, rows = range(board.columns), range(board.rows)
    named = {side: [cell_name(board, cell) for cell in board.edge(side)] for side in EDGES}
    assert named == {
        "south": [f"{column_name(column)}1" for column in columns],
        "north": [f"{column_name(column)}{board.rows}" for column in columns],
        "west": [f"a{row + 1}" for row in rows],
        "east": [f"{column_name(board.columns - 1)}{row + 1}" for row in rows],
    }
    for side in EDGES:
        depth = [board.depth(cell, side) for cell in range(board.cells)]
        assert [cell for cell in range(board.cells) if depth[cell] == 0] == board.edge(side)
        assert max(depth) == (board.rows if side in ("south", "north") else board.columns) - 1


@ON_MANY_BOARDS
@given(boards_with_cells(1))
def test_a_name_leads_back_to_its_cell(drawn: tuple[Grid, list[int]]) -> None:
    board, (cell,) = drawn
    assert cell_named(board, cell_name(board, cell)) == cell


@pytest.mark.parametrize(
    ("name", "column", "row"),
    [("a1", 1, 1), ("z9", 26, 9), ("aa1", 27, 1), ("ab12", 28, 12), ("an40", 40, 40), ("b40", 2, 40)],
)
def test_names_count_columns_in_letters_and_rows_in_numbers(name: str, column: int, row: int) -> None:
    board = grid_of("hex", 40, 40)
    cell = cell_named(board, name)
    assert (board.column(cell) + 1, board.row(cell) + 1) == (column, row)
    assert cell_name(board, cell) == name


NO_CELLS = [
    "",
    "a",
    "1",
    "a0",
    "a01",
    "A1",
    "a-1",
    "a1 ",
    " a1",
    "a1\n",
    "1a",
    "a1a",
    "\xe41",
    "a\uff11",
    "a\xb2",
    "ao1",
    "a41",
]


@pytest.mark.parametrize("name", [*NO_CELLS, "zzzzzzzz1", "a" + "9" * 5000, "a1.0", "a+1", "a_1"])
def test_what_names_no_cell_is_no_cell(name: str) -> None:
    assert cell_named(grid_of("square", 40, 40), name) == -1


@ON_MANY_BOARDS
@given(boards(), some.text(max_size=8) | some.from_regex("[a-z]{0,3}[0-9]{0,4}", fullmatch=True))
def test_any_text_is_a_cell_or_minus_one(board: Grid, text: str) -> None:
    cell = cell_named(board, text)
    assert cell == -1 or cell_name(board, cell) == text


@pytest.mark.parametrize(("columns", "rows"), [(2, 5), (5, 2), (41, 5), (5, 41), (0, 0), (-3, 3)])
@pytest.mark.parametrize("kind", ["square", "hex"])
def test_a_board_out_of_size_is_refused(kind: str, columns: int, rows: int) -> None:
    with pytest.raises(ValueError, match=f"the board is {columns} by {rows} cells; each side must be 3 to 40"):
        Grid(kind, columns, rows)


def test_a_board_of_triangles_is_refused() -> None:
    with pytest.raises(ValueError, match="the grid is 'triangle'; it must be one of square, hex"):
        Grid("triangle", 8, 8)


@pytest.mark.parametrize("kind", ["square", "hex"])
def test_the_smallest_and_the_largest_board_are_allowed(kind: str) -> None:
    assert Grid(kind, 3, 3).cells == 9
    assert Grid(kind, 40, 40).cells == 1600
