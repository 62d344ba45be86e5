"""Where the cells of a board lie on a sheet of paper: the only place where pictures of squares and hexes differ."""

import math

from ..grid.grid import Grid

Point = tuple[float, float]

SQUARE_SIDE = 64.0
HEX_RADIUS = 42.0
MARGIN = 30.0  # as on the page, so that whatever is placed at random is in the same place there


class Layout:
    """Points in pixels, y downwards. `reach` is the distance from a cell's centre to the middle of its edges."""

    def __init__(self, grid: Grid, top: float = 0.0) -> None:
        self.grid = grid
        self.top = top
        self.hexes = grid.faces == 6
        self.reach = HEX_RADIUS * math.sqrt(3) / 2 if self.hexes else SQUARE_SIDE / 2
        if self.hexes:
            self.width = 2 * MARGIN + HEX_RADIUS * (1.5 * grid.columns + 0.5)
            self.height = 2 * MARGIN + self.reach * (2 * grid.rows + 1)
        else:
            self.width = 2 * MARGIN + SQUARE_SIDE * grid.columns
            self.height = 2 * MARGIN + SQUARE_SIDE * grid.rows
        self.corners = self._corners()

    def _corners(self) -> list[Point]:
        """The corners of a cell about its centre, clockwise; edge n lies between corners n - 1 and n."""
        if self.hexes:
            angles = [math.radians(60 * number - 60) for number in range(6)]
            return [(HEX_RADIUS * math.cos(angle), HEX_RADIUS * math.sin(angle)) for angle in angles]
        half = SQUARE_SIDE / 2
        return [(half, -half), (half, half), (-half, half), (-half, -half)]

    def centre(self, cell: int) -> Point:
        column = self.grid.column(cell)
        below = self.grid.rows - 1 - self.grid.row(cell)
        if self.hexes:
            x = MARGIN + HEX_RADIUS * (1 + 1.5 * column)
            return x, self.top + MARGIN + self.reach * (2 * below + (1 if column % 2 else 2))
        return MARGIN + SQUARE_SIDE * (column + 0.5), self.top + MARGIN + SQUARE_SIDE * (below + 0.5)

    def angle(self, facing: int) -> float:
        """Degrees clockwise from north."""
        return facing * 360 / self.grid.faces

    def towards(self, facing: int, distance: float) -> Point:
        """The point this far from a centre in the direction of a facing."""
        angle = math.radians(self.angle(facing))
        return distance * math.sin(angle), -distance * math.cos(angle)

    def outline(self, shrink: float = 1.0) -> str:
        return " ".join(f"{x * shrink:.1f},{y * shrink:.1f}" for x, y in self.corners)

    def edge(self, facing: int) -> tuple[Point, Point]:
        """The two ends of the edge in that direction, about the centre."""
        return self.corners[facing - 1], self.corners[facing]
