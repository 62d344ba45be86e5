"""What the rules have worked out about the ground of a battle, and about walks over it, so that they need not again."""

from typing import Final

from ..grid.compiler import i64, mypyc_attr, vec
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

MEANS: Final = 8  # what may have become of a unit's movement, in three bits: see the rules of walking

SHUT: Final = -1
UNKNOWN: Final = -2


class Ground:
    """For each unit type, the ways that the ground leaves open at the beginning of a battle. All copies share it."""

    def __init__(self, cells: int, faces: int) -> None:
        self.cells = cells
        self.faces = faces
        self.ways: list[Ways | None] = []  # by the row of the type

    def ways_of(self, unit_type: UnitType) -> "Ways":
        while len(self.ways) <= unit_type.row:
            self.ways.append(None)
        ways = self.ways[unit_type.row]
        if ways is None:
            ways = self.ways[unit_type.row] = Ways(self.cells * self.faces)
        return ways


class Ways:
    """The ways of one unit type over the ground."""

    def __init__(self, room: int) -> None:
        # By cell and direction, SHUT where the ground leaves none, UNKNOWN until somebody asks.
        self.out = vec[i64]([UNKNOWN] * room)
        self.manners: dict[int, int] = {}  # what the ground does to a step, by the features of the two cells
        # Of a unit that is undisturbed, by what has become of its movement, and by the cell from which it walks.
        self.walks: list[list[Walks | None]] = [[] for _ in range(MEANS)]


@mypyc_attr(acyclic=True, free_list_len=1)
class Walks:
    """All that a unit can do with its movement from one cell.

    A walk is a number; `steps` holds what is known of it, packed into bits: the cell where it ends, what it met with
    (the bits are those of the rules of walking), what it has spent, and the walk without its last step. Walk 0 has no
    steps. The first `number` of `best` are the walks to choose from, in the order in which their cells were reached; if
    there are none in it, they are the first `number` of all.
    """

    def __init__(self, room: i64) -> None:
        self.steps = vec[i64]([0] * room)
        self.best = vec[i64]([0] * room)
        self.number: i64 = 0  # of those to choose from

    def choice(self, number: i64) -> i64:
        return self.best[number] if len(self.best) else number + 1

    def pack(self) -> None:
        """Throw away what is not needed, if it is to be kept: the less there is, the sooner it is found in memory."""
        self.best = self.best[: self.number]
        for number in range(self.number):
            if self.best[number] != number + 1:
                return
        self.best = vec[i64]()
        self.steps = self.steps[: self.number + 1]

    def cell(self, walk: i64) -> i64:
        return self.steps[walk] & PLACE

    def how(self, walk: i64) -> i64:
        return self.steps[walk] >> HOW & HOWS

    def spent(self, walk: i64) -> i64:
        return self.steps[walk] >> SPENT & MOST_SPENT

    def before(self, walk: i64) -> i64:
        return self.steps[walk] >> BEFORE

    def path(self, walk: i64) -> tuple[int, ...]:
        """The cells entered. It is written out for the short walks that most of them are, which is much quicker."""
        if walk == 0:
            return ()
        last = self.steps[walk]
        if last >> BEFORE == 0:
            return (last & PLACE,)
        one_less = self.steps[last >> BEFORE]
        if one_less >> BEFORE == 0:
            return (one_less & PLACE, last & PLACE)
        return (*self.path(one_less >> BEFORE), one_less & PLACE, last & PLACE)
