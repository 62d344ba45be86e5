"""Arcs, and front, flank and rear."""

import pytest
from hypothesis import given

from portable_wargame.grid.aspects import FLANK, FRONT, REAR, aspect_table
from portable_wargame.grid.grid import Grid, grid_of
from portable_wargame.grid.names import cell_name, cell_named
from tests.grid import plane
from tests.grid.boards import ON_MANY_BOARDS, boards_with_cells


@pytest.mark.clause("shared.arc")
@ON_MANY_BOARDS
@given(boards_with_cells(2))
def test_an_arc_holds_what_its_definition_says(drawn: tuple[Grid, list[int]]) -> None:
    board, (a, b) = drawn
    for facing in range(board.faces):
        assert board.in_front_arc(a, facing, b) == (a != b and plane.in_front_arc(board, a, facing, b))
        assert board.in_rear_arc(a, facing, b) == board.in_front_arc(a, board.opposite(facing), b)
        assert board.in_rear_arc(a, facing, b) == board.in_front_arc(b, facing, a)


@pytest.mark.clause("shared.arc")
@pytest.mark.parametrize(
    ("kind", "facing", "arc"),
    [
        ("square", "n", {"b4", "c4", "d4", "a5", "b5", "c5", "d5", "e5"}),
        ("square", "e", {"d2", "d3", "d4", "e1", "e2", "e3", "e4", "e5"}),
        ("hex", "n", {"c4", "b3", "d3", "b4", "d4", "c5", "b5", "d5", "a4", "e4", "a5", "e5"}),
        ("hex", "se", {"d3", "d2", "c2", "c1", "d1", "e1", "e2", "e3", "e4"}),
    ],
)
def test_the_front_arc_of_c3(kind: str, facing: str, arc: set[str]) -> None:
    """Diagonals and, on hexes, border rows included: facing n, the rows through b3 and d3 are still in front."""
    board = grid_of(kind, 5, 5)
    ahead = board.shape.facings.index(facing)
    start = cell_named(board, "c3")
    seen = {cell_name(board, cell) for cell in range(board.cells) if board.in_front_arc(start, ahead, cell)}
    assert seen == arc


@ON_MANY_BOARDS
@given(boards_with_cells(1))
def test_the_arcs_of_all_facings_cover_the_board(drawn: tuple[Grid, list[int]]) -> None:
    board, (start,) = drawn
    for cell in range(board.cells):
        arcs = [facing for facing in range(board.faces) if board.in_front_arc(start, facing, cell)]
        if cell == start:
            assert arcs == []
        elif board.kind == "square":
            assert len(arcs) in (1, 2)  # two on a diagonal
        else:
            assert len(arcs) in (2, 3)  # three on a row of hexes


@pytest.mark.clause("shared.flank")
@pytest.mark.parametrize(
    ("faces", "front_faces", "around"),
    [
        (4, 1, [FRONT, FLANK, REAR, FLANK]),
        (6, 3, [FRONT, FRONT, FLANK, REAR, FLANK, FRONT]),
        (6, 1, [FRONT, FLANK, FLANK, REAR, FLANK, FLANK]),
    ],
    ids=["square", "hex", "hex with one front face"],
)
def test_front_flank_and_rear_clockwise_from_the_facing(faces: int, front_faces: int, around: list[int]) -> None:
    assert aspect_table(faces, front_faces) == around
