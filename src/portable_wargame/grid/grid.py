"""A board of squares or hexes, with everything about its geometry in tables that all battles on it share.

Cells are numbered row by row from the south-west corner. How two cells lie depends only on the offset from one
to the other, so the tables are small: `place[b] - place[a] + origin` finds the row for the pair (a, b).
"""

from typing import Final

from .compiler import i64, vec
from .lines import NOWHERE, trace
from .shapes import SHAPES, arc_mask, steps_between, ways_out

SMALLEST: Final = 3
LARGEST: Final = 40


class Sightline:
    """A line as offsets of `place`: see lines.Line. Off-board cells lead to -1 in `cell_at`."""

    def __init__(self, through: list[int], left: list[int], right: list[int]) -> None:
        self.through = through
        self.left = left
        self.right = right


class Grid:
    def __init__(self, kind: str, columns: int, rows: int) -> None:
        if kind not in SHAPES:
            raise ValueError(f"the grid is {kind!r}; it must be one of {', '.join(SHAPES)}")
        if not (SMALLEST <= columns <= LARGEST and SMALLEST <= rows <= LARGEST):
            raise ValueError(f"the board is {columns} by {rows} cells; each side must be {SMALLEST} to {LARGEST}")
        self.shape = SHAPES[kind]
        self.kind = kind
        self.columns = columns
        self.rows = rows
        self.cells = columns * rows
        self.faces = len(self.shape.directions)
        self.facings = list(range(self.faces))
        self.noughts = vec[i64]([0] * self.cells)  # a row for a search that finds nothing in any cell; never altered
        self._farthest = columns + rows  # nothing is farther away
        self._discs = [0] * (self.cells * (self._farthest + 1))  # by cell and radius; 0 until needed
        self._number_places()
        self._join_neighbours()
        self._measure_offsets()

    def _number_places(self) -> None:
        """Lay the lattice out in one list, with a margin so that lines along the board's edge stay inside it."""
        slant = self.columns // 2 if self.shape.columns_slant else 0
        self.stride = 2 * (self.rows + slant) + 3
        places: list[int] = []
        self.cell_at = vec[i64]([-1] * ((self.columns + 2) * self.stride))
        for row in range(self.rows):
            for column in range(self.columns):
                drop = column // 2 if self.shape.columns_slant else 0
                place = (column + 1) * self.stride + row - drop + slant + 1
                self.cell_at[place] = len(places)
                places.append(place)
        self.place = vec[i64](places)

    def _join_neighbours(self) -> None:
        neighbour: list[vec[i64]] = []
        neighbours: list[vec[i64]] = []
        for place in self.place:
            around = [self.cell_at[place + dx * self.stride + dy] for dx, dy in self.shape.directions]
            neighbour.append(vec[i64](around))
            neighbours.append(vec[i64]([cell for cell in around if cell >= 0]))
        self.neighbour = vec[vec[i64]](neighbour)  # by cell, then direction; -1 off the board
        self.neighbours = vec[vec[i64]](neighbours)  # by cell, those on the board

    def _measure_offsets(self) -> None:
        self.origin = self.columns * self.stride
        size = 2 * self.origin + 1
        self.distance_by = vec[i64]([0] * size)
        self.arcs_by = vec[i64]([0] * size)
        self.left_by = vec[i64]([-1] * size)
        self.right_by = vec[i64]([-1] * size)
        self.sightlines: list[Sightline | None] = [None] * size
        slant = self.columns // 2 if self.shape.columns_slant else 0
        for x in range(1 - self.columns, self.columns):
            for y in range(1 - self.rows - slant, self.rows + slant):
                offset = x * self.stride + y + self.origin
                self.distance_by[offset] = steps_between(self.shape, x, y)
                self.arcs_by[offset] = arc_mask(self.shape, x, y)
                if x or y:
                    self.left_by[offset], self.right_by[offset] = ways_out(self.shape, x, y)

    def distance(self, a: i64, b: i64) -> int:
        return self.distance_by[self.place[b] - self.place[a] + self.origin]

    def disc(self, cell: int, radius: int) -> int:
        """The cells within a distance, one bit each."""
        index = cell * (self._farthest + 1) + (radius if radius < self._farthest else self._farthest)
        disc = self._discs[index]
        if disc == 0:
            disc = sum(1 << other for other in range(self.cells) if self.distance(cell, other) <= radius)
            self._discs[index] = disc
        return disc

    def in_front_arc(self, a: i64, facing: i64, b: i64) -> bool:
        return self.arcs_by[self.place[b] - self.place[a] + self.origin] >> facing & 1 == 1

    def in_rear_arc(self, a: int, facing: int, b: int) -> bool:
        return self.in_front_arc(a, self.opposite(facing), b)

    def ways_out(self, a: int, b: int) -> tuple[int, int]:
        """The directions, left and right, where the line from a to b leaves a."""
        offset = self.place[b] - self.place[a] + self.origin
        return self.left_by[offset], self.right_by[offset]

    def sightline(self, a: int, b: int) -> Sightline:
        offset = self.place[b] - self.place[a] + self.origin
        line = self.sightlines[offset]
        if line is None:
            line = self._trace(offset)
            self.sightlines[offset] = line
        return line

    def direction(self, a: int, b: int) -> int:
        """The direction of the neighbour b from a; -1 if they do not share an edge."""
        for direction, around in enumerate(self.neighbour[a]):
            if around == b:
                return direction
        return -1

    def opposite(self, facing: int) -> int:
        return (facing + self.faces // 2) % self.faces

    def column(self, cell: int) -> int:
        return cell % self.columns

    def row(self, cell: int) -> int:
        return cell // self.columns

    def edge(self, side: str) -> list[int]:
        """The cells along one side of the board, from west to east or south to north."""
        if side == "south":
            return list(range(self.columns))
        if side == "north":
            return list(range(self.cells - self.columns, self.cells))
        if side == "west":
            return list(range(0, self.cells, self.columns))
        return list(range(self.columns - 1, self.cells, self.columns))

    def depth(self, cell: int, side: str) -> int:
        """The number of rows (columns for east and west) between a cell and one side of the board."""
        if side == "south":
            return self.row(cell)
        if side == "north":
            return self.rows - 1 - self.row(cell)
        if side == "west":
            return self.column(cell)
        return self.columns - 1 - self.column(cell)

    def _trace(self, offset: int) -> Sightline:
        flat = offset - self.origin
        x = (flat + self.stride // 2) // self.stride
        line = trace(self.shape, x, flat - x * self.stride)
        return Sightline(self._flat(line.through), self._flat(line.left), self._flat(line.right))

    def _flat(self, cells: list[tuple[int, int]]) -> list[int]:
        return [NOWHERE if x == NOWHERE else x * self.stride + y for x, y in cells]


EDGES: Final = ("north", "east", "south", "west")

_GRIDS: dict[tuple[str, int, int], Grid] = {}


def grid_of(kind: str, columns: int, rows: int) -> Grid:
    """The one Grid of this kind and size: its tables are built once and shared."""
    key = (kind, columns, rows)
    if key not in _GRIDS:
        _GRIDS[key] = Grid(kind, columns, rows)
    return _GRIDS[key]
