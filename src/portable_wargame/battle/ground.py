"""What the rules have worked out about the ground of a battle, and about walks over it, so that they need not again."""

from typing import Final

# A way out of a cell is one number: what the ground does to the step, in bits, and above them the cell it leads to.
MANNER_BITS: Final = 8
MANNER: Final = (1 << MANNER_BITS) - 1

MOST_WALKS_KEPT: Final = 10_000  # sets of walks; then all are forgotten, so that memory stays flat


class Ground:
    """For each unit type, cell by cell, the ways that the ground leaves open; None where nobody has asked yet.

    All copies of a battle share it. What is written into it holds for as long as the features do.
    """

    def __init__(self, cells: int) -> None:
        self.cells = cells
        self.touched = 0  # the cells whose ways are not those of the battle's beginning, one bit each
        self.ways: dict[str, list[list[int] | None]] = {}

    def ways_of(self, type_name: str) -> list[list[int] | None]:
        ways = self.ways.get(type_name)
        if ways is None:
            ways = [None] * self.cells
            self.ways[type_name] = ways
        return ways

    def changed(self, cells: list[int]) -> "Ground":
        """The ground after a change that touches these cells only."""
        after = Ground(self.cells)
        after.touched = self.touched
        for cell in cells:
            after.touched |= 1 << cell
        for type_name, ways in self.ways.items():
            known = ways[:]
            for cell in cells:
                known[cell] = None
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
    """Walks found before, on the ground of the battle's beginning: by who walks whence, and by the enemy near there."""

    def __init__(self) -> None:
        self.walks: dict[tuple[str, int, int, int, int, int], Walks] = {}

    def keep(self, key: tuple[str, int, int, int, int, int], walks: Walks) -> None:
        if len(self.walks) >= MOST_WALKS_KEPT:
            self.walks.clear()
        self.walks[key] = walks
