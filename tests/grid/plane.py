"""The board on a plane, with exact fractions: an independent way to work out what the grid's tables say.

A square is two units wide and high. A hex is four wide and two high (corners (2, 0), (1, 1), (-1, 1) and so on): a
regular hex, squeezed until its corners have whole coordinates, which changes no line and no crossing.
"""

from fractions import Fraction

from portable_wargame.grid.grid import Grid

Point = tuple[Fraction, Fraction]

CORNERS = {
    "square": ((-1, 1), (1, 1), (1, -1), (-1, -1)),
    "hex": ((-1, 1), (1, 1), (2, 0), (1, -1), (-1, -1), (-2, 0)),
}

MISSES = "misses"
TOUCHES = "touches"
CROSSES = "crosses"


def place(grid: Grid, cell: int) -> tuple[int, int]:
    """The centre of a cell."""
    column, row = cell % grid.columns, cell // grid.columns
    if grid.kind == "square":
        return 2 * column, 2 * row
    return 3 * column, 2 * row + column % 2


def edges(grid: Grid, cell: int) -> list[tuple[Point, Point]]:
    """The edges of a cell, one for each facing, each from its left to its right end as seen from inside."""
    x, y = place(grid, cell)
    around = [(Fraction(x + dx), Fraction(y + dy)) for dx, dy in CORNERS[grid.kind]]
    return [(around[index], around[(index + 1) % len(around)]) for index in range(len(around))]


def turn(origin: Point, towards: Point, point: Point) -> Fraction:
    """More than 0 if the point lies left of the line, less if right, 0 if on it."""
    return (towards[0] - origin[0]) * (point[1] - origin[1]) - (towards[1] - origin[1]) * (point[0] - origin[0])


def centre(grid: Grid, cell: int) -> Point:
    x, y = place(grid, cell)
    return Fraction(x), Fraction(y)


def along(start: Point, end: Point, part: Fraction) -> Point:
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part


def inside(grid: Grid, start: Point, end: Point, cell: int) -> tuple[Fraction, Fraction] | None:
    """The part of a line from start to end that lies in a cell, its border included, between 0 and 1."""
    first, last = Fraction(0), Fraction(1)
    for left, right in edges(grid, cell):
        at_start, at_end = -turn(left, right, start), -turn(left, right, end)
        if at_start < 0 and at_end < 0:
            return None
        if at_start < 0:
            first = max(first, at_start / (at_start - at_end))
        elif at_end < 0:
            last = min(last, at_start / (at_start - at_end))
    return (first, last) if first <= last else None


def meeting(grid: Grid, a: int, b: int, cell: int) -> tuple[str, Fraction]:
    """How the line from a to b meets a cell, and where it first does."""
    start, end = centre(grid, a), centre(grid, b)
    part = inside(grid, start, end, cell)
    if part is None:
        return MISSES, Fraction(0)
    middle = along(start, end, (part[0] + part[1]) / 2)
    strictly = all(turn(left, right, middle) < 0 for left, right in edges(grid, cell))
    return (CROSSES if strictly else TOUCHES), part[0]


def ways_out(grid: Grid, a: int, b: int) -> tuple[int, int]:
    """The edges, left and right, on which the line from a to b leaves a."""
    start, end = centre(grid, a), centre(grid, b)
    part = inside(grid, start, end, a)
    assert part is not None
    way_out = along(start, end, part[1])
    found: list[int] = []
    for facing, (left, right) in enumerate(edges(grid, a)):
        on_line = turn(left, right, way_out) == 0
        between = (way_out[0] - left[0]) * (way_out[0] - right[0]) + (way_out[1] - left[1]) * (way_out[1] - right[1])
        if on_line and between <= 0:
            found.append(facing)
    if len(found) == 1:
        return found[0], found[0]
    one, other = found
    middle = along(*edges(grid, a)[one], Fraction(1, 2))
    return (one, other) if turn(start, end, middle) > 0 else (other, one)


def in_front_arc(grid: Grid, a: int, facing: int, b: int) -> bool:
    """shared.arc in plain words: ahead at least as far as sideways on squares, within 60 degrees on hexes."""
    x, y = place(grid, a)
    to_x, to_y = place(grid, b)
    right, up = to_x - x, to_y - y
    if grid.kind == "square":
        ahead, sideways = [(up, right), (right, up), (-up, right), (-right, up)][facing]
        return ahead > 0 and abs(sideways) <= ahead
    # Unsqueezed, the columns of regular hexes of height 2 lie the square root of 3 apart, not 3: the cell is then
    # right * right / 3 + up * up away, squared, and to the north-east it lies (right + up) / 2 ahead. It is within 60
    # degrees if it lies ahead by at least half its distance.
    twice_ahead = [2 * up, right + up, right - up, -2 * up, -right - up, -right + up][facing]
    return twice_ahead > 0 and 3 * twice_ahead**2 >= right**2 + 3 * up**2
