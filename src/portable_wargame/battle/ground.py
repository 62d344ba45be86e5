"""What the rules have worked out about the ground of a battle, and about walks over it, so that they need not again."""

from typing import Final

from .terrain import WIRE

# A way out of a cell is one number: the cell it leads to and, above that, what the ground does to the step, in bits.
# Where it does nothing, the way is the cell.
PLACE_BITS: Final = 11
PLACE: Final = (1 << PLACE_BITS) - 1

MOST_WALKS_KEPT: Final = 10_000  # sets of walks; then all are forgotten, so that memory stays flat


class Ground:
    """For each unit type, cell by cell, the ways that the ground leaves open; None where nobody has asked yet.

    All copies of a battle share it. What is written into it holds for as long as the features do.
    """

    def __init__(self, cells: int) -> None:
        self.cells = cells
        self.wired = 0  # the cells that differ from the battle's beginning by wire alone, one bit each
        self.altered = 0  # those that differ by more
        self.ways: dict[str, list[list[int] | None]] = {}

    def ways_of(self, type_name: str) -> list[list[int] | None]:
        ways = self.ways.get(type_name)
        if ways is None:
            ways = [None] * self.cells
            self.ways[type_name] = ways
        return ways

    def changed(self, cell: int, difference: int, around: list[int]) -> "Ground":
        """The ground after the features of a cell have changed, to what differs so much from the battle's beginning."""
        after = Ground(self.cells)
        bit = 1 << cell
        after.wired = self.wired & ~bit | (bit if difference == WIRE else 0)
        after.altered = self.altered & ~bit | (bit if difference & ~WIRE else 0)
        for type_name, ways in self.ways.items():
            known = ways[:]
            known[cell] = None
            for neighbour in around:
                known[neighbour] = None
            after.ways[type_name] = known
        return after


class Walks:
    """All that a unit can do with its movement from one cell, as lists of numbers.

    A walk is a number: `cell` tells where it ends, `spent` what it costs, `how` what it met with (the bits are those of
    the rules of walking), `before` the walk without its last step. Walk 0 has no steps. `best` are the walks to choose
    from, in the order in which their cells were reached.
    """

    def __init__(self, cell: int, spent: int, how: int) -> None:
        self.cell = [cell]
        self.spent = [spent]
        self.how = [how]
        self.before = [-1]
        self.best: list[int] = []

    def path(self, walk: int) -> tuple[int, ...]:
        cells: list[int] = []
        while walk > 0:
            cells.append(self.cell[walk])
            walk = self.before[walk]
        cells.reverse()
        return tuple(cells)


class KnownWalks:
    """Walks found before: by who walks whence, and by what is in the way there."""

    def __init__(self) -> None:
        self.walks: dict[tuple[str, int, int, int, int, int], Walks] = {}

    def keep(self, key: tuple[str, int, int, int, int, int], walks: Walks) -> None:
        if len(self.walks) >= MOST_WALKS_KEPT:
            self.walks.clear()
        self.walks[key] = walks
