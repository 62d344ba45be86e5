"""Where a unit may go: every step judged by the same rows, whether a move is offered, checked or explained."""

from typing import Final

from ..battle.battle import Battle
from ..battle.ground import MANNER, MANNER_BITS, Walks
from ..battle.terrain import FEATURE_BITS, height
from ..battle.unit import AIRCRAFT, ENTERED, FIRED
from ..game.ruleset import Footing, Ruleset
from ..grid.aspects import FRONT
from .stacking import may_stand_in

CELL: Final = 2  # movement is counted in half cells, for books in which a road halves the cost

# What the ground does to a step, in bits; a walk keeps the first three kinds.
ON_ROAD: Final = 1
CLIMB: Final = 2  # a contour up or down; there are at most two
CLIMBS: Final = 6
PERIL: Final = 8  # a hit that waits in the cell entered; there are at most seven
STOPS: Final = 64
FIRST_ONLY: Final = 128
FORBIDDEN: Final = -1
COUNTED: Final = 62  # climbs and perils, which add up


class Walk:
    """A way that a unit can have come so far; `before` is the way without its last step."""

    def __init__(
        self,
        cell: int,
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
        self.perils = perils  # hits that wait on the way
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


class Mover:
    """One unit about to move: what its steps are judged by."""

    def __init__(self, battle: Battle, ruleset: Ruleset, unit: int, double: bool = False) -> None:
        self.battle = battle
        self.ruleset = ruleset
        self.movement = ruleset.movement
        self.unit = unit
        self.side = battle.side_of(unit)
        self.unit_type = battle.type_of[unit]
        self.start = battle.at[unit]
        self.flies = self.unit_type.arms & AIRCRAFT != 0
        self.enemy = battle.presence_of(1 - self.side)
        straight = self.movement.withdrawal is not None and self.movement.withdrawal.straight
        self.faced_from = enemies_facing(battle, unit, straight) if self.in_contact(self.start) else []
        self.exhausted = battle.exhausted[self.side] and ruleset.exhaustion is not None
        self.times = 2 if double else 1
        self.allowance = self.unit_type.move * self.times
        self.fired = self.movement.firing_cost != "" and battle.has(unit, FIRED)
        if self.fired:
            self.allowance -= 1
        self.ways = battle.ground.ways_of(self.unit_type.name)

    def in_contact(self, cell: int) -> bool:
        return not self.flies and self.enemy.near[cell] != 0

    def ways_from(self, cell: int) -> list[int]:
        """The steps that the ground lets it make from a cell, whatever else is in the way."""
        known = self.ways[cell]
        if known is None:
            known = []
            for to in self.battle.field.grid.neighbours[cell]:
                manner = 0 if self.flies else self.manner(cell, to)
                if manner != FORBIDDEN:
                    known.append(to << MANNER_BITS | manner)
            self.ways[cell] = known
        return known

    def manner(self, cell: int, to: int) -> int:
        """What the ground does to a step, in bits; worked out once for each pair of features."""
        features = self.battle.features
        known = self.movement.manners_of(self.unit_type.name)
        key = features[cell] << FEATURE_BITS | features[to]
        manner = known.get(key)
        if manner is None:
            manner = self.work_out_manner(cell, to)
            known[key] = manner
        return manner

    def work_out_manner(self, cell: int, to: int) -> int:
        footing = self.footing(cell, to)
        if footing.forbidden:
            return FORBIDDEN
        manner = len(footing.perils) * PERIL
        if footing.on_road:
            manner |= ON_ROAD
        if footing.by_one or footing.stops:
            manner |= STOPS
        if footing.first_only:
            manner |= FIRST_ONLY
        if self.movement.contour:
            manner |= self.climb(cell, to) * CLIMB
        return manner

    def standing(self) -> Walk:
        """The walk of no steps; a unit that has just come onto the board has made its first already."""
        facing = self.battle.facing[self.unit]
        return Walk(self.start, self.spent_already(), self.starts_on_road(), 0, 0, "", None, facing)

    def starts_on_road(self) -> bool:
        return not self.flies and self.battle.features[self.start] & self.movement.road_features != 0

    def spent_already(self) -> int:
        return CELL if self.battle.activity[self.unit] & ENTERED else 0

    def is_held(self) -> bool:
        """Whether enemies that face it, or exhaustion, bar it from steps that ground and room allow."""
        return not self.flies and (self.exhausted or len(self.faced_from) > 0)

    def reach(self, on_road: bool) -> int:
        """Half cells that it may spend."""
        return CELL * (self.allowance + (self.movement.road_bonus if on_road else 0))

    def spare(self, on_road: bool, spent: int) -> int:
        """Whole cells of movement left over."""
        return (self.reach(on_road) - spent) // CELL

    def uses_road(self, on_road: bool, spent: int, steps: int) -> bool:
        """Whether it owes its last cells to the road."""
        if self.movement.road_halves:
            return self.spent_already() + CELL * steps > CELL * self.allowance
        return on_road and spent > CELL * self.allowance

    def footing(self, start: int, cell: int) -> Footing:
        features = self.battle.features
        return self.movement.footing(self.unit_type, features[start], features[cell])

    def step(self, walk: Walk, heading: int) -> Walk | None:
        """The walk with one more step; None if that step is not allowed."""
        cell = self.battle.field.grid.neighbour[walk.cell][heading]
        if cell < 0 or walk.stopped:
            return None
        footing = self.footing(walk.cell, cell)
        if self.bar(walk, cell):
            return None
        on_road = walk.on_road and footing.on_road
        spent = self.cost(walk, footing)
        if spent > self.reach(on_road):
            return None
        if self.flies:
            return Walk(cell, spent, on_road, 0, 0, "", walk, heading)
        stopped = self.movement.contact if self.in_contact(cell) else footing.by_one or footing.stops
        climbs = walk.climbs + self.climb(walk.cell, cell) if self.movement.contour else 0
        return Walk(cell, spent, on_road, climbs, walk.perils + len(footing.perils), stopped, walk, heading)

    def cost(self, walk: Walk, footing: Footing) -> int:
        """Movement spent after the step. Along a road it may cost half; a spare half is lost on leaving it."""
        if self.movement.road_halves and footing.on_road:
            return walk.spent + 1
        return walk.spent + walk.spent % CELL + CELL

    def climb(self, start: int, cell: int) -> int:
        features = self.battle.features
        return abs(height(features[cell]) - height(features[start]))

    def obstacle(self, start: int, cell: int, spent: int, climbs: int, is_first: bool) -> str:
        """The clause that forbids a step, or ""."""
        if self.flies:
            return ""
        battle = self.battle
        movement = self.movement
        footing = self.footing(start, cell)
        if footing.forbidden:
            return footing.forbidden
        if footing.first_only and spent:
            return footing.first_only
        if battle.here[cell] & battle.side_mask[1 - self.side]:
            return movement.enemy_cell
        if movement.contour and climbs + self.climb(start, cell) > self.times:
            return movement.contour
        if self.faced_from and movement.withdrawal is not None:
            if is_first and self.still_faced_in(cell):
                return movement.withdrawal.clause
            if movement.withdrawal.banned(battle, self.unit, cell):
                return movement.withdrawal.clause
        if self.ruleset.exhaustion is not None and self.exhausted and self.comes_nearer(start, cell):
            return self.ruleset.exhaustion.effect
        return ""

    def comes_nearer(self, start: int, cell: int) -> bool:
        return self.battle.nearest_enemy(cell, self.side) < self.battle.nearest_enemy(start, self.side)

    def bar(self, walk: Walk, cell: int) -> str:
        """The clause that forbids going on to a cell, or ""."""
        return self.obstacle(walk.cell, cell, walk.spent, walk.climbs, walk.before is None)

    def can_cross(self, start: int, cell: int) -> bool:
        """Whether the ground ever lets it step from one cell into the next."""
        features = self.battle.features
        if self.movement.contour and abs(height(features[start]) - height(features[cell])) > 1:
            return False
        return not self.movement.footing(self.unit_type, features[start], features[cell]).forbidden

    def still_faced_in(self, cell: int) -> bool:
        around = self.battle.field.grid.neighbour[cell]
        for enemy in self.faced_from:
            if enemy in around:
                return True
        return False

    def facings(self, cell: int) -> list[int]:
        """The facings in which it may end there: in contact, straight at an enemy."""
        if self.in_contact(cell):
            return self.battle.enemy_directions(cell, self.side)
        return self.battle.field.grid.facings

    def may_end_in(self, cell: int) -> bool:
        return cell == self.start or may_stand_in(self.battle, self.movement, self.unit, cell)

    def walks(self) -> list[Walk]:
        """Every cell it can reach and end in, with the way to it."""
        found = walks_of(self)
        ways = [self.follow(found.path(walk)) for walk in found.best if self.may_end_in(found.cell[walk])]
        return [way for way in ways if way is not None]

    def follow(self, path: tuple[int, ...]) -> Walk | None:
        """The walk along a given path; None if any of its steps is not allowed."""
        walk: Walk | None = self.standing()
        for cell in path:
            if walk is None:
                return None
            heading = self.battle.field.grid.direction(walk.cell, cell)
            walk = self.step(walk, heading) if heading >= 0 else None
        return walk


def walks_of(mover: Mover) -> Walks:
    """Every cell that a unit can reach, by the way that leaves most movement to spare, perils apart.

    They hang on the unit and its movement, on the ground and on enemies near enough: found once, they are remembered.
    A unit that is held by more than that is looked at afresh.
    """
    battle = mover.battle
    grid = battle.field.grid
    on_road = mover.starts_on_road()
    spent = mover.spent_already()
    if mover.flies or mover.is_held():
        return spread(mover, spent, on_road)
    steps = mover.reach(on_road) - spent
    disc = grid.disc(mover.start, steps if on_road and mover.movement.road_halves else steps // CELL)
    if disc & battle.ground.touched:
        return spread(mover, spent, on_road)
    near = mover.enemy.near_bits & disc
    stand = mover.enemy.at_bits & disc
    known = battle.field.known_walks
    key = (mover.unit_type.name, mover.start, spent, mover.allowance * 4 + mover.times, near, stand)
    found = known.walks.get(key)
    if found is None:
        found = spread(mover, spent, on_road)
        known.keep(key, found)
    return found


def spread(mover: Mover, spent_already: int, starts_on_road: bool) -> Walks:
    """Go on from every cell reached to all around it, until nothing new is found."""
    walks = Walks(mover.start, spent_already, ON_ROAD if starts_on_road else 0)
    cell_of, spent_of, how_of, before_of = walks.cell, walks.spent, walks.how, walks.before
    battle = mover.battle
    cells = battle.field.grid.cells
    here = battle.here
    near = mover.enemy.near
    start = mover.start
    ways = mover.ways
    grounded = not mover.flies
    enemies = battle.side_mask[1 - mover.side] if grounded else 0
    is_faced = grounded and len(mover.faced_from) > 0
    is_exhausted = grounded and mover.exhausted
    cheapest = 1 if mover.movement.road_halves else CELL
    most_climbs = CLIMB * mover.times
    limit = mover.reach(False)
    limit_on_road = mover.reach(True)
    known = [0] * cells  # by how and cell, what the best walk there has spent
    best = [0] * cells  # by perils and cell, the walk with most to spare
    ends: list[int] = []
    number = 0
    going = [0]
    for walk in going:  # grows as it goes
        cell = cell_of[walk]
        so_far = spent_of[walk]
        how_so_far = how_of[walk]
        off_road = how_so_far & ~ON_ROAD
        by_the_cell = so_far + so_far % CELL + CELL
        out = ways[cell]
        for way in out if out is not None else mover.ways_from(cell):
            to = way >> MANNER_BITS
            manner = way & MANNER
            if to == start or here[to] & enemies:
                continue
            how = off_road
            spent = by_the_cell
            most = limit
            if manner:
                if manner & FIRST_ONLY and so_far:
                    continue
                if (how_so_far & CLIMBS) + (manner & CLIMBS) > most_climbs:
                    continue
                how += manner & COUNTED
                if manner & ON_ROAD:
                    spent = so_far + cheapest if cheapest < CELL else by_the_cell
                    if how_so_far & ON_ROAD:
                        how += ON_ROAD
                        most = limit_on_road
            if spent > most or (how >= PERIL and has_been_in(walks, walk, to)):
                continue
            if is_faced and mover.obstacle(cell, to, so_far, (how_so_far & CLIMBS) // CLIMB, walk == 0):
                continue
            if is_exhausted and mover.comes_nearer(cell, to):
                continue
            key = to
            end = to
            if how:
                key += how * cells
                end += how // PERIL * cells
                known += [0] * (key + 1 - len(known))
                best += [0] * (end + 1 - len(best))
            if 0 < known[key] <= spent:
                continue
            known[key] = spent
            number += 1
            cell_of.append(to)
            spent_of.append(spent)
            how_of.append(how)
            before_of.append(walk)
            if spent + cheapest <= most and not manner & STOPS and not (grounded and near[to]):
                going.append(number)
            other = best[end]
            if other == 0:
                best[end] = number
                ends.append(end)
            elif (most - spent) // CELL > mover.spare(how_of[other] & ON_ROAD != 0, spent_of[other]):
                best[end] = number
    walks.best = [best[end] for end in ends]
    return walks


def has_been_in(walks: Walks, walk: int, cell: int) -> bool:
    """Going in circles only matters where a peril would strike again."""
    while walk >= 0:
        if walks.cell[walk] == cell:
            return True
        walk = walks.before[walk]
    return False


def enemies_facing(battle: Battle, unit: int, straight: bool = False) -> list[int]:
    """The cells of the adjacent enemies in whose front the unit stands or, `straight`, that are turned to it."""
    cells: list[int] = []
    cell = battle.at[unit]
    side = battle.side_of(unit)
    for around in battle.field.grid.neighbours[cell]:
        if battle.enemy_in(around, side) and is_faced_from(battle, cell, around, straight):
            cells.append(around)
    return cells


def is_faced_from(battle: Battle, cell: int, around: int, straight: bool = False) -> bool:
    """Whether a unit in the neighbouring cell `around`, if it is there to fight, has `cell` in its front."""
    for enemy in battle.units_in(around):
        facing = battle.facing[enemy]
        if straight and battle.field.grid.neighbour[around][facing] != cell:
            continue
        if not battle.is_carried(enemy) and battle.field.aspect(around, facing, cell) == FRONT:
            return True
    return False


def next_to_any_enemy(battle: Battle, unit: int, cell: int) -> bool:
    return battle.enemy_next_to(cell, battle.side_of(unit))


def next_to_another_enemy(battle: Battle, unit: int, cell: int) -> bool:
    """Next to an enemy other than those that are turned to the unit now."""
    facing = enemies_facing(battle, unit, straight=True)
    side = battle.side_of(unit)
    for around in battle.field.grid.neighbours[cell]:
        if battle.enemy_in(around, side) and around not in facing:
            return True
    return False


def before_another_enemy(battle: Battle, unit: int, cell: int) -> bool:
    """In front of an enemy other than those that face the unit now."""
    facing = enemies_facing(battle, unit)
    side = battle.side_of(unit)
    for around in battle.field.grid.neighbours[cell]:
        if battle.enemy_in(around, side) and around not in facing and is_faced_from(battle, cell, around):
            return True
    return False
