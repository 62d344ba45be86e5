"""What the rules have worked out about the ground of a battle, and about walks over it, so as not to do it twice."""

from typing import Final

from ..grid.compiler import i64, mypyc_attr, vec

# A way out of a cell is one number: the cell it leads to and, above that, what the ground does to the step, in bits.
# Where the ground does nothing, the number is just the cell.
PLACE_BITS: Final = 11
PLACE: Final = (1 << PLACE_BITS) - 1

# A walk is packed into two numbers of thirty bits, because the interpreter is slower with larger ones. First, where
# it has got to, and how.
HOW: Final = PLACE_BITS
HOWS: Final = 63
SPENT: Final = 17
MOST_SPENT: Final = 511
ENDS: Final = 1 << 26  # it cannot go on
# Then the walk without its last step and, above that, the cells of movement to spare.
SPARE: Final = 20
BEFORE: Final = (1 << SPARE) - 1

MEANS: Final = 8  # what may have happened to a unit's movement, in three bits: those of the rules of walking

SHUT: Final = -1
UNKNOWN: Final = -2


class Ground:
    """For each unit type, the ways that the ground leaves open at the beginning of a battle. All copies share it."""

    def __init__(self, types: int) -> None:
        self.ways = [Ways() for _ in range(types)]  # by the row of the type


class Ways:
    """The ways of one unit type over the ground."""

    def __init__(self) -> None:
        # By cell and direction, SHUT where the ground leaves none, UNKNOWN until somebody asks; empty before the first.
        self.out = vec[i64]()
        self.manners: dict[int, int] = {}  # what the ground does to a step, by the features of the two cells
        self.paces = vec[i64]()  # what that step costs for an opponent that asks how far it is
        # Of an undisturbed unit, by what has happened to its movement, and by the cell from which it walks.
        self.walks: list[list[Walks | None]] = [[] for _ in range(MEANS)]


@mypyc_attr(acyclic=True, free_list_len=1)
class Walks:
    """All that a unit can do with its movement from one cell.

    A walk is a number, and what we know about it is packed into bits. `steps` holds the cell where it ends, what it met
    (the bits are those of the rules of walking) and what it has spent; `trails` the walk without its last step and
    what it has to spare. Walk 0 has no steps. The first `number` of `best` are the walks to choose from, in the order
    in which their cells were reached; if `best` is empty, they are simply the first `number` walks.
    """

    def __init__(self, room: i64, unaided: i64) -> None:
        self.steps = vec[i64]([0] * room)
        self.trails = vec[i64]([0] * room)
        self.best = vec[i64]([0] * room)
        self.number: i64 = 0  # of walks to choose from
        self.unaided = unaided  # how many cells it can go without the help of a road

    def choice(self, number: i64) -> i64:
        return self.best[number] if len(self.best) else number + 1

    def pack(self) -> None:
        """Drop what is not needed before keeping it: the less there is, the faster it is found in memory."""
        self.best = self.best[: self.number]
        for number in range(self.number):
            if self.best[number] != number + 1:
                return
        self.best = vec[i64]()
        self.steps = self.steps[: self.number + 1]
        self.trails = self.trails[: self.number + 1]

    def cell(self, walk: i64) -> i64:
        return self.steps[walk] & PLACE

    def how(self, walk: i64) -> i64:
        return self.steps[walk] >> HOW & HOWS

    def spent(self, walk: i64) -> i64:
        return self.steps[walk] >> SPENT & MOST_SPENT

    def before(self, walk: i64) -> i64:
        return self.trails[walk] & BEFORE

    def spare(self, walk: i64) -> i64:
        return self.trails[walk] >> SPARE

    def path(self, walk: i64) -> tuple[int, ...]:
        """The cells entered. Short walks, which most are, are written out: that is much quicker."""
        if walk == 0:
            return ()
        steps, trails = self.steps, self.trails
        last = steps[walk] & PLACE
        before = trails[walk] & BEFORE
        if before == 0:
            return (last,)
        one_less = trails[before] & BEFORE
        if one_less == 0:
            return (steps[before] & PLACE, last)
        return (*self.path(one_less), steps[before] & PLACE, last)
