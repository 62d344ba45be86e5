"""The cells that a straight line between two cell centres meets, exact and in integers."""

from typing import Final

from .shapes import Shape

NOWHERE: Final = 1 << 30


class Line:
    """The cells between the ends of a line, as lattice offsets from its start.

    `through`: the line runs through their inside. `left` and `right`, in step with each other: cells that it only
    touches, running along the edge between the two or through a corner; NOWHERE where the line itself fills one side.
    """

    def __init__(self) -> None:
        self.through: list[tuple[int, int]] = []
        self.left: list[tuple[int, int]] = []
        self.right: list[tuple[int, int]] = []


MISSES: Final = 0
TOUCHES: Final = 1
CROSSES: Final = 2


def trace(shape: Shape, x: int, y: int) -> Line:
    """The line from (0, 0) to (x, y). Cells are found by spreading from the start along the line."""
    line = Line()
    touched: dict[int, int] = {}
    seen = {(0, 0)}
    frontier = [(0, 0)]
    forward = [(dx, dy) for dx, dy in shape.directions if _leads_on(shape, dx, dy, x, y)]
    while frontier:
        cell_x, cell_y = frontier.pop()
        for dx, dy in forward:
            cell = (cell_x + dx, cell_y + dy)
            if cell in seen:
                continue
            seen.add(cell)
            meets, start = _meeting(shape, x, y, cell[0], cell[1])
            if meets == MISSES:
                continue
            frontier.append(cell)
            if cell == (x, y):
                continue
            if meets == CROSSES:
                line.through.append(cell)
            else:
                _put_beside(line, touched, start, cell, x * cell[1] - y * cell[0] > 0)
    return line


def _leads_on(shape: Shape, dx: int, dy: int, x: int, y: int) -> bool:
    """Whether a step goes the line's way in some form; if it does not, it can never meet the line again."""
    for a, b in shape.forms:
        if (a * dx + b * dy) * (a * x + b * y) > 0:
            return True
    return False


def _meeting(shape: Shape, x: int, y: int, cell_x: int, cell_y: int) -> tuple[int, int]:
    """How the line meets the cell, and when (in units that are the same for all cells of the line)."""
    scale = 1
    for a, b in shape.forms:
        scale *= abs(a * x + b * y) or 1
    start = 0
    end = scale
    along_edge = False
    for a, b in shape.forms:
        rise = a * x + b * y
        place = a * cell_x + b * cell_y
        if rise == 0:
            if abs(place) > 1:
                return MISSES, 0
            along_edge = along_edge or abs(place) == 1
            continue
        if rise < 0:
            rise, place = -rise, -place
        start = max(start, (place - 1) * (scale // rise))
        end = min(end, (place + 1) * (scale // rise))
    if start > end:
        return MISSES, 0
    return (TOUCHES if along_edge or start == end else CROSSES), start


def _put_beside(line: Line, touched: dict[int, int], start: int, cell: tuple[int, int], is_left: bool) -> None:
    if start not in touched:
        touched[start] = len(line.left)
        line.left.append((NOWHERE, NOWHERE))
        line.right.append((NOWHERE, NOWHERE))
    if is_left:
        line.left[touched[start]] = cell
    else:
        line.right[touched[start]] = cell
