"""Boards of any size, and cells on them, for tests that must hold on all of them."""

from hypothesis import settings
from hypothesis import strategies as some

from portable_wargame.grid.grid import LARGEST, SMALLEST, Grid, grid_of

KINDS = ("square", "hex")

# The same examples on every run: a test that fails fails for everybody.
ON_MANY_BOARDS = settings(derandomize=True, deadline=None, database=None, max_examples=40)


@some.composite
def boards(draw: some.DrawFn, largest: int = LARGEST) -> Grid:
    sides = some.integers(SMALLEST, largest)
    return grid_of(draw(some.sampled_from(KINDS)), draw(sides), draw(sides))


@some.composite
def boards_with_cells(draw: some.DrawFn, number: int, largest: int = LARGEST) -> tuple[Grid, list[int]]:
    board = draw(boards(largest))
    cells = some.lists(some.integers(0, board.cells - 1), min_size=number, max_size=number)
    return board, draw(cells)
