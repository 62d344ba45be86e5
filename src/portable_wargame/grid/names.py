"""How cells are written: a column letter and a row number, a1 in the south-west corner."""

from typing import Final

from .grid import Grid

KNOWN: Final[dict[int, list[str]]] = {}  # by the number of columns, the names of the cells, row by row


def column_name(column: int) -> str:
    name = ""
    column += 1
    while column > 0:
        column, letter = divmod(column - 1, 26)
        name = chr(ord("a") + letter) + name
    return name


def cell_name(grid: Grid, cell: int) -> str:
    known = KNOWN.get(grid.columns)
    if known is None or len(known) < grid.cells:
        columns = [column_name(column) for column in range(grid.columns)]
        known = KNOWN[grid.columns] = [f"{column}{row + 1}" for row in range(grid.rows) for column in columns]
    return known[cell]


def cell_named(grid: Grid, name: str) -> int:
    """The cell of that name; -1 if the board has none."""
    letters = name.rstrip("0123456789")
    digits = name[len(letters) :]
    if not letters or not digits or digits[0] == "0" or not letters.isascii() or not letters.islower():
        return -1
    if not letters.isalpha() or len(name) > 6:
        return -1
    column = 0
    for letter in letters:
        column = column * 26 + ord(letter) - ord("a") + 1
    row = int(digits)
    if column > grid.columns or row > grid.rows:
        return -1
    return (row - 1) * grid.columns + column - 1
