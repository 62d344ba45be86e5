"""What a cell looks like: the only place where squares and hexes differ.

A cell stands at a point (x, y) of an integer lattice. It is the set of points p for which |form(p - cell)| <= 1, for
each linear form (a, b) -> a*x + b*y: two forms make a square, three make a hex. Directions run clockwise from north.
Hexes are flat-topped: x is the column, y counts along the column from the line that runs north-east through a1.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Shape:
    name: str
    facings: tuple[str, ...]
    directions: tuple[tuple[int, int], ...]
    forms: tuple[tuple[int, int], ...]
    columns_slant: bool  # the lattice drops by one row every second column


SQUARE: Final = Shape(
    name="square",
    facings=("n", "e", "s", "w"),
    directions=((0, 1), (1, 0), (0, -1), (-1, 0)),
    forms=((2, 0), (0, 2)),
    columns_slant=False,
)

HEX: Final = Shape(
    name="hex",
    facings=("n", "ne", "se", "s", "sw", "nw"),
    directions=((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)),
    forms=((1, -1), (1, 2), (2, 1)),
    columns_slant=True,
)

SHAPES: Final = {shape.name: shape for shape in (SQUARE, HEX)}


def steps_between(shape: Shape, x: int, y: int) -> int:
    """The number of steps through edges from (0, 0) to (x, y)."""
    if len(shape.directions) == 4:
        return abs(x) + abs(y)
    return max(abs(x), abs(y), abs(x + y))


def arc_mask(shape: Shape, x: int, y: int) -> int:
    """The facings, one bit each, in whose front arc (x, y) lies as seen from (0, 0)."""
    mask = 0
    if x == 0 and y == 0:
        return mask
    faces = len(shape.directions)
    for facing in range(faces):
        left_x, left_y = shape.directions[facing - 1]
        right_x, right_y = shape.directions[(facing + 1) % faces]
        if faces == 4:
            ahead_x, ahead_y = shape.directions[facing]
            left_x, left_y = left_x + ahead_x, left_y + ahead_y
            right_x, right_y = right_x + ahead_x, right_y + ahead_y
        if right_x * y - right_y * x >= 0 and x * left_y - y * left_x >= 0:
            mask |= 1 << facing
    return mask


def ways_out(shape: Shape, x: int, y: int) -> tuple[int, int]:
    """The directions, left and right, through which the line from (0, 0) to (x, y) leaves its first cell.

    They are the same unless the line leaves through a corner.
    """
    strengths = [a * x + b * y for a, b in shape.forms]
    steepest = max(abs(strength) for strength in strengths)
    out: list[int] = []
    for facing, (dx, dy) in enumerate(shape.directions):
        for (a, b), strength in zip(shape.forms, strengths, strict=True):
            reach = a * dx + b * dy
            if abs(reach) == 2 and abs(strength) == steepest and reach * strength > 0:
                out.append(facing)
    if len(out) == 1:
        return out[0], out[0]
    dx, dy = shape.directions[out[0]]
    return (out[0], out[1]) if x * dy - y * dx > 0 else (out[1], out[0])
