"""How far it is: the cost of the way from every cell to the nearest goal, for each kind of unit, over ground it can
cross."""

from typing import Final

from ...battle.battle import Battle
from ...battle.battlefield import Battlefield
from ...battle.ground import PLACE, PLACE_BITS
from ...battle.terrain import GAS, height
from ...battle.unit import AIRCRAFT, UnitType
from ...game.ruleset import Movement, Ruleset
from ...grid.compiler import i64, vec
from ...grid.grid import Grid

FAR: Final = 999  # steps: there is no way
SHUT: Final = 0  # the pace of a step that nobody can make
ROOM: Final = 1 << 18  # numbers to remember: unused ones make room in the end


NO_GROUND: Final = vec[i64]()


MOST_STANDS: Final = 64  # of the enemy, with the facings towards them remembered


class Ways:
    """Ways over one battlefield, worked out when first needed, and again when wire or mines are laid or cleared.

    They ignore units, and clouds of gas, which drift.
    """

    def __init__(self) -> None:
        self.field: Battlefield | None = None
        self.altered = vec[i64]()  # the features of the cells; empty while they are as at the beginning
        self.paces: dict[int, vec[i64]] = {}  # by the row of the unit type, over ground that has been altered
        self.known: dict[tuple[int, tuple[int, ...]], vec[i64]] = {}
        self.known_facings: dict[tuple[int, ...], dict[int, list[int]]] = {}

    def to_nearest(self, battle: Battle, ruleset: Ruleset, unit_type: UnitType, goals: list[int]) -> vec[i64]:
        """By cell, the steps to the nearest goal; ground that stops a move counts for one more."""
        key = (unit_type.row, tuple(goals))
        if key not in self.known:
            if len(self.known) * battle.field.grid.cells > ROOM:
                self.known = {}
            self.known[key] = self.measured(battle, ruleset, unit_type, goals)
        return self.known[key]

    def measured(self, battle: Battle, ruleset: Ruleset, unit_type: UnitType, goals: list[int]) -> vec[i64]:
        grid = battle.field.grid
        if unit_type.arms & AIRCRAFT:
            return vec[i64]([min([grid.distance(cell, goal) for goal in goals]) for cell in range(grid.cells)])
        ways = battle.field.ground.ways[unit_type.row]
        if not len(ways.paces):
            ways.paces = vec[i64]([SHUT] * (grid.cells * grid.faces))
            for cell in range(grid.cells):
                count_paces(ways.paces, grid, battle.field.features, cell, ruleset.movement, unit_type)
        if not len(self.altered):
            return spread_from(grid, ways.paces, goals)
        if unit_type.row not in self.paces:
            paces = ways.paces[:]
            for cell in range(grid.cells):
                if (self.altered[cell] ^ battle.field.features[cell]) & ~GAS:
                    for around in [cell, *grid.neighbours[cell]]:
                        count_paces(paces, grid, self.altered, around, ruleset.movement, unit_type)
            self.paces[unit_type.row] = paces
        return spread_from(grid, self.paces[unit_type.row], goals)

    def facings_to(self, targets: tuple[int, ...]) -> dict[int, list[int]]:
        """The known facings towards these cells (`facings_towards`), by the cell that looks."""
        if targets not in self.known_facings:
            if len(self.known_facings) >= MOST_STANDS:
                self.known_facings = {}
            self.known_facings[targets] = {}
        return self.known_facings[targets]

    def look_at(self, battle: Battle) -> None:
        """Call before asking: forgets what is known if the ground has changed."""
        ground = battle.features if battle.altered else NO_GROUND
        if battle.altered and is_alike(ground, battle.field.features):
            ground = NO_GROUND
        if battle.field is not self.field or not is_alike(ground, self.altered):
            self.field = battle.field
            self.altered = ground
            self.paces = {}
            self.known = {}


def is_alike(ground: vec[i64], other: vec[i64]) -> bool:
    """The features, leaving out gas."""
    if len(ground) != len(other):
        return False
    for cell in range(len(ground)):
        if (ground[cell] ^ other[cell]) & ~GAS:
            return False
    return True


def count_paces(
    paces: vec[i64], grid: Grid, ground: vec[i64], cell: i64, movement: Movement, unit_type: UnitType
) -> None:
    """By direction, what a step into a cell from there costs; negative if only units whose goal it is may
    enter."""
    here = int(ground[cell]) & ~GAS
    for way, around in enumerate(grid.neighbour[cell]):
        if around < 0:
            continue
        there = int(ground[around]) & ~GAS
        if movement.contour and abs(height(there) - height(here)) > 1:
            continue
        footing = movement.footing(unit_type, there, here)
        pace = 1 + (footing.stops != "") + (footing.by_one != "") + 2 * len(footing.perils)
        paces[cell * grid.faces + way] = -pace if footing.forbidden else pace


def spread_from(grid: Grid, paces: vec[i64], goals: list[int]) -> vec[i64]:
    """Back from the goals, to wherever a shorter way is found than any before."""
    cells: i64 = grid.cells
    faces: i64 = grid.faces
    steps = vec[i64]([FAR] * cells)
    queue = vec[i64]([0] * cells)  # a ring: no cell waits in it twice
    waits = vec[i64]([0] * cells)
    taken: i64 = 0
    waiting: i64 = 0
    for goal in goals:
        if not waits[goal]:
            steps[goal] = 0
            queue[waiting] = goal
            waits[goal] = 1
            waiting += 1
    while waiting:
        cell = queue[taken]
        taken = taken + 1 if taken + 1 < cells else 0
        waiting -= 1
        waits[cell] = 0
        so_far = steps[cell]
        around = grid.neighbour[cell]
        first = cell * faces
        for way in range(faces):
            pace = paces[first + way]
            if pace <= 0:
                if pace == SHUT or so_far:
                    continue
                pace = -pace
            further = so_far + pace
            before = around[way]
            if further < steps[before]:
                steps[before] = further
                if not waits[before]:
                    end = taken + waiting
                    queue[end if end < cells else end - cells] = before
                    waits[before] = 1
                    waiting += 1
    return steps


def facings_towards(grid: Grid, cell: i64, targets: tuple[int, ...]) -> list[int]:
    """The ways out of a cell to others, those to the nearest first."""
    liked: list[int] = []
    ranked = sorted([grid.distance(cell, target) << PLACE_BITS | target for target in targets])
    for nearness in ranked:
        target = nearness & PLACE
        if target != cell:
            for facing in grid.ways_out(cell, target):
                if facing not in liked:
                    liked.append(facing)
        if len(liked) >= grid.faces:
            break
    return liked
