"""Cells in writing: a column letter and a row number, a1 in the south-west corner."""

from .grid import Grid


def column_name(column: int) -> str:
    name = ""
    column += 1
    while column > 0:
        column, letter = divmod(column - 1, 26)
        name = chr(ord("a") + letter) + name
    return name


def cell_name(grid: Grid, cell: int) -> str:
    return f"{column_name(grid.column(cell))}{grid.row(cell) + 1}"


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
