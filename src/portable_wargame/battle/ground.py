"""What the rules have worked out about the ground of a battle, and about walks over it, so that they need not again."""

from typing import Final

from ..grid.compiler import i64, mypyc_attr, vec
from .terrain import WIRE
from .unit import UnitType

# A way out of a cell is one number: the cell it leads to and, above that, what the ground does to the step, in bits.
# Where it does nothing, the way is the cell.
PLACE_BITS: Final = 11
PLACE: Final = (1 << PLACE_BITS) - 1

# How a walk is packed.
HOW: Final = PLACE_BITS
HOWS: Final = 63
SPENT: Final = 17
MOST_SPENT: Final = 511
ENDS: Final = 1 << 26  # it cannot go on
BEFORE: Final = 27

MOST_WALKS_KEPT: Final = 5_000  # sets of walks; then all are forgotten, so that memory stays flat

SHUT: Final = -1
UNKNOWN: Final = -2


class Ground:
    """For each unit type, the ways that the ground leaves open.

    All copies of a battle share it. What is written into it holds for as long as the features do.
    """

    def __init__(self, cells: int, faces: int) -> None:
        self.cells = cells
        self.faces = faces
        self.wired = 0  # the cells that differ from the battle's beginning by wire alone, one bit each
        self.altered = 0  # those that differ by more
        self.ways: list[Ways | None] = []  # by the row of the type

    def ways_of(self, unit_type: UnitType) -> "Ways":
        while len(self.ways) <= unit_type.row:
            self.ways.append(None)
        ways = self.ways[unit_type.row]
        if ways is None:
            ways = Ways(vec[i64]([UNKNOWN] * (self.cells * self.faces)), {}, {})
            self.ways[unit_type.row] = ways
        return ways

    def changed(self, cell: int, difference: int, around: vec[i64]) -> "Ground":
        """The ground after the features of a cell have changed, to what differs so much from the battle's beginning.
        `around`: the cells next to it, by direction."""
        after = Ground(self.cells, self.faces)
        bit = 1 << cell
        after.wired = self.wired & ~bit | (bit if difference == WIRE else 0)
        after.altered = self.altered & ~bit | (bit if difference & ~WIRE else 0)
        for ways in self.ways:
            if ways is None:
                after.ways.append(None)
                continue
            out = ways.out[:]
            for direction, neighbour in enumerate(around):
                out[cell * self.faces + direction] = UNKNOWN
                if neighbour >= 0:
                    out[neighbour * self.faces + (direction + self.faces // 2) % self.faces] = UNKNOWN
            after.ways.append(Ways(out, ways.manners, ways.walks))
        return after


class Ways:
    """The ways of one unit type over the ground."""

    def __init__(self, out: vec[i64], manners: dict[int, int], walks: "dict[int, Walks]") -> None:
        self.out = out  # by cell and direction, SHUT where the ground leaves none, UNKNOWN until somebody asks
        self.manners = manners  # what the ground does to a step, by the features of the two cells
        # Found before, by whence the unit walks, what movement it has, and what has changed of the ground, packed into
        # one number. That tells them apart, so they outlast a change, as manners do.
        self.walks = walks

    def keep(self, key: int, walks: "Walks") -> None:
        if len(self.walks) >= MOST_WALKS_KEPT:
            self.walks.clear()
        walks.best = walks.choices()
        self.walks[key] = walks


@mypyc_attr(acyclic=True, free_list_len=1)
class Walks:
    """All that a unit can do with its movement from one cell.

    A walk is a number; `steps` holds what is known of it, packed into bits: the cell where it ends, what it met with
    (the bits are those of the rules of walking), what it has spent, and the walk without its last step. Walk 0 has no
    steps. The first `number` of `best` are the walks to choose from, in the order in which their cells were reached.
    """

    def __init__(self, room: i64) -> None:
        self.steps = vec[i64]([0] * room)
        self.best = vec[i64]([0] * room)
        self.number: i64 = 0  # of those to choose from

    def choices(self) -> vec[i64]:
        return self.best[: self.number]

    def cell(self, walk: i64) -> i64:
        return self.steps[walk] & PLACE

    def how(self, walk: i64) -> i64:
        return self.steps[walk] >> HOW & HOWS

    def spent(self, walk: i64) -> i64:
        return self.steps[walk] >> SPENT & MOST_SPENT

    def before(self, walk: i64) -> i64:
        return self.steps[walk] >> BEFORE

    def path(self, walk: i64) -> tuple[int, ...]:
        if walk == 0:
            return ()
        before = self.before(walk)
        return (*self.path(before), self.cell(walk)) if before else (self.cell(walk),)
