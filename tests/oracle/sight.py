"""Lines of sight from the words of shared.line-of-sight and shared.hills: polygons and fractions, cell by cell."""

from fractions import Fraction

from tests.oracle.position import Cell, Position

Point = tuple[Fraction, Fraction]
HALF = Fraction(1, 2)


def centre(position: Position, cell: Cell) -> Point:
    """Hexes are squeezed by the root of three, so that their corners are fractions; straight lines stay straight."""
    column, row = cell
    if position.grid == "square":
        return Fraction(column), Fraction(row)
    return Fraction(3 * column, 2), Fraction(row) + (HALF if column % 2 else 0)


def corners(position: Position, cell: Cell) -> list[Point]:
    """Anticlockwise."""
    x, y = centre(position, cell)
    if position.grid == "square":
        return [(x - HALF, y - HALF), (x + HALF, y - HALF), (x + HALF, y + HALF), (x - HALF, y + HALF)]
    return [
        (x + 1, y),
        (x + HALF, y + HALF),
        (x - HALF, y + HALF),
        (x - 1, y),
        (x - HALF, y - HALF),
        (x + HALF, y - HALF),
    ]


def seen(position: Position, a: Cell, b: Cell) -> str:
    """ "clear", "grazed" or "blocked"."""
    start, end = centre(position, a), centre(position, b)
    beside: dict[Fraction, dict[bool, bool]] = {}  # where the line touches cells: by side, whether one of them blocks
    for cell in position.ground:
        if cell in (a, b):
            continue
        met = meeting(corners(position, cell), start, end)
        if met is None:
            continue
        first, inside = met
        blocks = is_in_the_way(position, cell, a, b)
        if inside and blocks:
            return "blocked"
        if not inside:
            x, y = centre(position, cell)
            is_left = (end[0] - start[0]) * (y - start[1]) - (end[1] - start[1]) * (x - start[0]) > 0
            sides = beside.setdefault(first, {})
            sides[is_left] = sides.get(is_left, False) or blocks
    for sides in beside.values():
        if sides.get(True, False) and sides.get(False, False):
            return "blocked"
    return "grazed" if any(any(sides.values()) for sides in beside.values()) else "clear"


def meeting(polygon: list[Point], start: Point, end: Point) -> tuple[Fraction, bool] | None:
    """Where along the segment it first meets the polygon, and whether it goes through the inside."""
    low, high = Fraction(0), Fraction(1)
    along_edge = False
    for index, (x, y) in enumerate(polygon):
        to_x, to_y = polygon[(index + 1) % len(polygon)]
        edge_x, edge_y = to_x - x, to_y - y
        at_start = edge_x * (start[1] - y) - edge_y * (start[0] - x)  # not negative inside
        at_end = edge_x * (end[1] - y) - edge_y * (end[0] - x)
        if at_start == at_end:
            if at_start < 0:
                return None
            along_edge = along_edge or at_start == 0
            continue
        crossing = at_start / (at_start - at_end)
        if at_end > at_start:
            low = max(low, crossing)
        else:
            high = min(high, crossing)
    if low > high:
        return None
    return low, low < high and not along_edge


def is_in_the_way(position: Position, cell: Cell, a: Cell, b: Cell) -> bool:
    if position.units_in(cell) or position.has(cell, "woods", "built-up", "fortification"):
        return True
    heights = sorted((position.height(a), position.height(b)))
    between = position.height(cell)
    if heights[0] == heights[1]:
        return between > heights[0]
    if position.book != "late-19th-century" and heights[1] == 2:
        return between == 2
    return between > 0
