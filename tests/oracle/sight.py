"""Lines of sight from the words of shared.line-of-sight and shared.hills: polygons and fractions, cell by cell."""

from fractions import Fraction

from tests.oracle.position import Cell, Position

Point = tuple[int, int]  # in half cells


def centre(position: Position, cell: Cell) -> Point:
    """Hexes are squeezed by the root of three: their corners are whole numbers, and straight lines stay straight."""
    column, row = cell
    if position.grid == "square":
        return 2 * column, 2 * row
    return 3 * column, 2 * row + column % 2


def corners(position: Position, cell: Cell) -> list[Point]:
    """Anticlockwise."""
    x, y = centre(position, cell)
    if position.grid == "square":
        return [(x - 1, y - 1), (x + 1, y - 1), (x + 1, y + 1), (x - 1, y + 1)]
    return [(x + 2, y), (x + 1, y + 1), (x - 1, y + 1), (x - 2, y), (x - 1, y - 1), (x + 1, y - 1)]


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
        if at_start < 0 and at_end < 0:
            return None
        if at_start == at_end:
            along_edge = along_edge or at_start == 0
            continue
        if at_start > 0 and at_end > 0:
            continue
        crossing = Fraction(at_start, at_start - at_end)
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


def ways_in(position: Position, a: Cell, b: Cell, beyond: bool) -> list[Cell]:
    """The neighbours of b through which the line from a comes in or, `beyond`, goes on: one or, through a corner, the
    left and the right one as one looks from a. They may be off the board."""
    start, end = centre(position, a), centre(position, b)
    across, along = end[0] - start[0], end[1] - start[1]
    far = (end[0] + across, end[1] + along) if beyond else start
    touched: dict[Fraction, list[Cell]] = {}
    for facing in position.facings:
        cell = position.beyond(b, facing)
        met = meeting(corners(position, cell), end, far)
        if met is not None:
            touched.setdefault(met[0], []).append(cell)

    def to_the_right(cell: Cell) -> int:
        x, y = centre(position, cell)
        return along * (x - start[0]) - across * (y - start[1])

    return sorted(touched[min(touched)], key=to_the_right)
