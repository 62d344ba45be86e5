"""A unit on its way: each step judged, with the clause that forbids or ends it. `spread` finds all walks at once."""

from typing import Final

from ...battle.battle import NOBODY, Battle
from ...battle.ground import PLACE_BITS, SHUT
from ...battle.terrain import FEATURE_BITS, height
from ...battle.unit import AIRCRAFT, ENTERED, FIRED
from ...game.ruleset import Footing, Movement, Ruleset
from ...grid.compiler import i64, mypyc_attr, vec
from .facing import enemies_facing
from .stacking import may_stand_in

CELL: Final = 2  # movement is counted in half cells, for books in which a road halves the cost
HALF: Final = 1

# What the ground does to a step, in bits; a walk keeps the first three kinds.
ON_ROAD: Final = 1
CLIMB: Final = 2  # a contour up or down; there are at most two
CLIMBS: Final = 6
PERIL: Final = 8  # hits wait in the cell entered
STOPS: Final = 64
FIRST_ONLY: Final = 128
WHOLE: Final = 256
FORBIDDEN: Final = -1

# What has happened to a unit's movement, in bits.
DOUBLED: Final = 1
AFTER_FIRING: Final = 2  # it is one cell less
BEGUN: Final = 4  # its first cell was where it came onto the board

FROM_NOWHERE: Final[list[int]] = []


def means_of(battle: Battle, movement: Movement, unit: i64, double: bool = False) -> i64:
    means = DOUBLED if double else 0
    deeds = battle.activity[unit]
    if deeds & FIRED and movement.firing_cost:
        means |= AFTER_FIRING
    if deeds & ENTERED:
        means |= BEGUN
    return means


@mypyc_attr(acyclic=True, free_list_len=1)
class Walk:
    """A way that a unit may have come so far; `before` is the way without its last step."""

    def __init__(
        self,
        cell: i64,
        spent: int,
        on_road: bool,
        climbs: int,
        perils: int,
        stopped: str,
        before: "Walk | None",
        heading: int,
    ) -> None:
        self.cell = cell
        self.spent = spent  # half cells of movement
        self.on_road = on_road  # all along a road until here
        self.climbs = climbs  # contours gone up or down
        self.perils = perils  # hits that wait along the way
        self.stopped = stopped  # the clause that ended the move here, or ""
        self.before = before
        self.heading = heading  # the direction of the last step

    def path(self) -> tuple[int, ...]:
        cells: list[int] = []
        walk = self
        while walk.before is not None:
            cells.append(walk.cell)
            walk = walk.before
        return tuple(reversed(cells))


@mypyc_attr(acyclic=True, free_list_len=1)
class Mover:
    """One unit about to move: what its steps are judged by."""

    def __init__(self, battle: Battle, ruleset: Ruleset, unit: i64, double: bool = False) -> None:
        movement = ruleset.movement
        unit_type = battle.type_of[unit]
        side = battle.roster.side_of[unit]
        self.battle = battle
        self.ruleset = ruleset
        self.movement = movement
        self.unit = unit
        self.side = side
        self.unit_type = unit_type
        self.start = battle.at[unit]
        self.flies = unit_type.arms & AIRCRAFT != 0
        # For each cell, whether an enemy is next to it. Nobody is in contact with an aircraft.
        self.near = battle.field.grid.noughts if self.flies else battle.presence_of(1 - side).near
        self.faced_from = FROM_NOWHERE
        if self.in_contact(self.start):
            straight = movement.withdrawal is not None and movement.withdrawal.straight
            self.faced_from = enemies_facing(battle, unit, straight)
        self.exhausted = battle.exhausted[side]
        self.means = means_of(battle, movement, unit, double)
        self.times: i64 = 2 if double else 1
        self.whole: i64 = CELL * unit_type.move  # half cells of a single move
        self.allowance: i64 = unit_type.move * self.times - (1 if self.means & AFTER_FIRING else 0)

    def in_contact(self, cell: i64) -> bool:
        return self.near[cell] != 0

    def way(self, cell: i64, heading: i64, features: vec[i64]) -> i64:
        """The step that ground with these features lets it make from a cell, with nobody in the way; SHUT if none."""
        to = self.battle.field.grid.neighbour[cell][heading]
        if to < 0 or self.flies:
            return to
        manner = self.manner(features[cell], features[to])
        return SHUT if manner == FORBIDDEN else manner << PLACE_BITS | to

    def manner(self, leaving: i64, entering: i64) -> int:
        """What the ground does to a step, in bits, by the features of the two cells; worked out once for each pair."""
        manners = self.battle.field.ground.ways[self.unit_type.row].manners
        pair: int = leaving << FEATURE_BITS | entering
        manner = manners.get(pair)
        if manner is None:
            manner = manners[pair] = self._manner(leaving, entering)
        return manner

    def _manner(self, leaving: int, entering: int) -> int:
        footing = self.movement.footing(self.unit_type, leaving, entering)
        if footing.forbidden:
            return FORBIDDEN
        manner = PERIL if footing.perils else 0
        if footing.on_road:
            manner |= ON_ROAD
        if footing.by_one or footing.stops:
            manner |= STOPS
        if footing.first_only:
            manner |= FIRST_ONLY
        if footing.whole:
            manner |= WHOLE
        if self.movement.contour:
            manner |= abs(height(entering) - height(leaving)) * CLIMB
        return manner

    def standing(self) -> Walk:
        """The walk of no steps; a unit that has just come onto the board has already made its first."""
        facing = self.battle.facing[self.unit]
        return Walk(self.start, self.spent_already(), self.starts_on_road(), 0, 0, "", None, facing)

    def starts_on_road(self) -> bool:
        return not self.flies and self.battle.features[self.start] & self.movement.road_features != 0

    def spent_already(self) -> i64:
        return CELL if self.means & BEGUN else 0

    def reach(self, on_road: bool) -> i64:
        """The half cells that it may spend. A road adds nothing for a unit that cannot move by itself."""
        bonus = self.movement.road_bonus if on_road and self.unit_type.move > 0 else 0
        return CELL * (self.allowance + bonus)

    def cells_in_reach(self) -> i64:
        """How far it might get at best."""
        steps = self.reach(self.starts_on_road()) - self.spent_already()
        return steps if self.movement.road_halves else steps // CELL

    def spare(self, on_road: bool, spent: i64) -> i64:
        """Whole cells of movement left over."""
        return (self.reach(on_road) - spent) // CELL

    def unaided(self) -> i64:
        """The cells that it can go without the help of a road; any further, and a road must have helped."""
        cells = (self.reach(False) - self.spent_already()) // CELL
        return cells if cells > 0 else 0

    def footing(self, start: int, cell: i64) -> Footing:
        features = self.battle.features
        return self.movement.footing(self.unit_type, features[start], features[cell])

    def step(self, walk: Walk, heading: int) -> Walk | None:
        """The walk with one more step; None if that step is not allowed."""
        cell = self.battle.field.grid.neighbour[walk.cell][heading]
        if cell < 0 or walk.stopped:
            return None
        footing = self.footing(walk.cell, cell)
        if self.obstacle(walk, cell, footing):
            return None
        on_road = walk.on_road and footing.on_road
        spent = self.cost(walk, footing)
        if spent > self.reach(on_road):
            return None
        if self.flies:
            return Walk(cell, spent, on_road, 0, 0, "", walk, heading)
        stopped = self.movement.contact if self.in_contact(cell) else footing.by_one or footing.stops
        if footing.whole and not stopped and spent >= self.reach(on_road):
            stopped = footing.whole
        climbs = walk.climbs + self.climb(walk.cell, cell) if self.movement.contour else 0
        return Walk(cell, spent, on_road, climbs, walk.perils + len(footing.perils), stopped, walk, heading)

    def cost(self, walk: Walk, footing: Footing) -> int:
        """Movement spent after the step. Along a road it may cost half; a spare half is lost on leaving it."""
        if self.movement.road_halves and footing.on_road:
            return walk.spent + 1
        return walk.spent + walk.spent % CELL + (self.whole if footing.whole else CELL)

    def climb(self, start: int, cell: i64) -> int:
        features = self.battle.features
        return abs(height(features[cell]) - height(features[start]))

    def bar(self, walk: Walk, cell: i64) -> str:
        """The clause that forbids going on to a cell, or ""."""
        return self.obstacle(walk, cell, self.footing(walk.cell, cell))

    def obstacle(self, walk: Walk, cell: i64, footing: Footing) -> str:
        if self.flies:
            return ""
        movement = self.movement
        if footing.forbidden:
            return footing.forbidden
        if footing.first_only and walk.spent:
            return footing.first_only
        if self.battle.enemy_in(cell, self.side):
            return movement.enemy_cell
        if movement.contour and walk.climbs + self.climb(walk.cell, cell) > self.times:
            return movement.contour
        if self.faced_from and movement.withdrawal is not None:
            if self.may_not_withdraw_to(cell, walk.before is None):
                return movement.withdrawal.clause
        if self.ruleset.exhaustion is not None and self.exhausted:
            if self.battle.comes_nearer(self.side, walk.cell, cell):
                return self.ruleset.exhaustion.effect
        return ""

    def may_not_withdraw_to(self, cell: i64, is_first: bool) -> bool:
        """The same for a unit that enemies face."""
        withdrawal = self.movement.withdrawal
        if withdrawal is None:
            return False
        must_break_contact = is_first or withdrawal.leads_away
        return (must_break_contact and self.still_faced_in(cell)) or withdrawal.banned(self.battle, self.unit, cell)

    def can_cross(self, start: int, cell: i64) -> bool:
        """Whether the ground ever lets it step from one cell into the next."""
        features = self.battle.features
        if self.movement.contour and abs(height(features[start]) - height(features[cell])) > 1:
            return False
        return not self.movement.footing(self.unit_type, features[start], features[cell]).forbidden

    def still_faced_in(self, cell: i64) -> bool:
        around = self.battle.field.grid.neighbour[cell]
        for enemy in self.faced_from:
            if enemy in around:
                return True
        return False

    def facings(self, cell: i64) -> list[int]:
        """The facings it may end in: in contact, straight at an enemy."""
        return self.battle.enemy_directions(cell, self.side) if self.near[cell] else self.battle.field.grid.facings

    def may_end_in(self, cell: i64) -> bool:
        battle = self.battle
        if cell == self.start or (battle.here[cell] == NOBODY and not self.flies and not battle.concealed):
            return True
        return may_stand_in(self.battle, self.movement, self.unit, cell)

    def follow(self, path: tuple[int, ...]) -> Walk | None:
        """The walk along a given path; None if any of its steps is not allowed."""
        walk: Walk | None = self.standing()
        for cell in path:
            if walk is None:
                return None
            heading = self.battle.field.grid.direction(walk.cell, cell)
            walk = self.step(walk, heading) if heading >= 0 else None
        return walk
