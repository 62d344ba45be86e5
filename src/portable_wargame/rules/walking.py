"""Where a unit may go: every step judged by the same rows, whether a move is offered, checked or explained."""

from typing import Final

from ..battle.battle import Battle
from ..battle.terrain import height
from ..battle.unit import AIRCRAFT, ENTERED, FIRED
from ..game.ruleset import Footing, Ruleset
from ..grid.aspects import FRONT
from .stacking import may_stand_in

CELL: Final = 2  # movement is counted in half cells, for books in which a road halves the cost


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

    def runs_in_circles(self) -> bool:
        """Whether it has been in its last cell before: that only matters where a peril would strike again."""
        walk = self.before
        while walk is not None:
            if walk.cell == self.cell:
                return True
            walk = walk.before
        return False


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
        self.contact: set[int] = set() if self.flies else cells_in_contact(battle, self.side)
        straight = self.movement.withdrawal is not None and self.movement.withdrawal.straight
        self.faced_from = enemies_facing(battle, unit, straight) if self.start in self.contact else []
        self.exhausted = battle.exhausted[self.side] and ruleset.exhaustion is not None
        self.times = 2 if double else 1
        self.allowance = self.unit_type.move * self.times
        self.fired = self.movement.firing_cost != "" and battle.has(unit, FIRED)
        if self.fired:
            self.allowance -= 1

    def standing(self) -> Walk:
        """The walk of no steps; a unit that has just come onto the board has made its first already."""
        on_road = not self.flies and self.battle.features[self.start] & self.movement.road_features != 0
        spent = CELL if self.battle.has(self.unit, ENTERED) else 0
        return Walk(self.start, spent, on_road, 0, 0, "", None, self.battle.facing[self.unit])

    def reach(self, on_road: bool) -> int:
        """Half cells that it may spend."""
        return CELL * (self.allowance + (self.movement.road_bonus if on_road else 0))

    def spare(self, walk: Walk) -> int:
        """Whole cells of movement left over."""
        return (self.reach(walk.on_road) - walk.spent) // CELL

    def uses_road(self, walk: Walk) -> bool:
        """Whether it owes its last cells to the road."""
        if self.movement.road_halves:
            return self.standing().spent + CELL * len(walk.path()) > CELL * self.allowance
        return walk.on_road and walk.spent > CELL * self.allowance

    def footing(self, walk: Walk, cell: int) -> Footing:
        features = self.battle.features
        return self.movement.footing(self.unit_type, features[walk.cell], features[cell])

    def step(self, walk: Walk, heading: int) -> Walk | None:
        """The walk with one more step; None if that step is not allowed."""
        cell = self.battle.field.grid.neighbour[walk.cell][heading]
        if cell < 0 or walk.stopped:
            return None
        footing = self.footing(walk, cell)
        if self.obstacle(walk, cell, footing):
            return None
        on_road = walk.on_road and footing.on_road
        spent = self.cost(walk, footing)
        if spent > self.reach(on_road):
            return None
        if self.flies:
            return Walk(cell, spent, on_road, 0, 0, "", walk, heading)
        stopped = self.movement.contact if cell in self.contact else footing.by_one or footing.stops
        climbs = walk.climbs + self.climb(walk, cell) if self.movement.contour else 0
        return Walk(cell, spent, on_road, climbs, walk.perils + len(footing.perils), stopped, walk, heading)

    def cost(self, walk: Walk, footing: Footing) -> int:
        """Movement spent after the step. Along a road it may cost half; a spare half is lost on leaving it."""
        if self.movement.road_halves and footing.on_road:
            return walk.spent + 1
        return walk.spent + walk.spent % CELL + CELL

    def climb(self, walk: Walk, cell: int) -> int:
        features = self.battle.features
        return abs(height(features[cell]) - height(features[walk.cell]))

    def obstacle(self, walk: Walk, cell: int, footing: Footing) -> str:
        """The clause that forbids a step, or ""."""
        if self.flies:
            return ""
        battle = self.battle
        movement = self.movement
        if footing.forbidden:
            return footing.forbidden
        if footing.first_only and walk.spent:
            return footing.first_only
        if battle.here[cell] & battle.side_mask[1 - self.side]:
            return movement.enemy_cell
        if movement.contour and walk.climbs + self.climb(walk, cell) > self.times:
            return movement.contour
        if self.faced_from and movement.withdrawal is not None:
            if walk.before is None and self.still_faced_in(cell):
                return movement.withdrawal.clause
            if movement.withdrawal.banned(battle, self.unit, cell):
                return movement.withdrawal.clause
        if self.exhausted and self.ruleset.exhaustion is not None:
            if battle.nearest_enemy(cell, self.side) < battle.nearest_enemy(walk.cell, self.side):
                return self.ruleset.exhaustion.effect
        return ""

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
        if cell in self.contact:
            return self.battle.enemy_directions(cell, self.side)
        return list(range(self.battle.field.grid.faces))

    def may_end_in(self, cell: int) -> bool:
        return cell == self.start or may_stand_in(self.battle, self.movement, self.unit, cell)

    def walks(self) -> list[Walk]:
        """Every cell it can reach and end in, by the way that leaves most movement to spare, perils apart."""
        best: dict[tuple[int, int], Walk] = {}
        known: dict[tuple[int, bool, int, int], int] = {}
        reached = [self.standing()]
        for walk in reached:  # grows as it goes
            for heading in range(self.battle.field.grid.faces):
                further = self.step(walk, heading)
                if further is None or further.cell == self.start or (further.perils and further.runs_in_circles()):
                    continue
                key = (further.cell, further.on_road, further.climbs, further.perils)
                if key in known and known[key] <= further.spent:
                    continue
                known[key] = further.spent
                reached.append(further)
                end = (further.cell, further.perils)
                if end not in best or self.spare(further) > self.spare(best[end]):
                    best[end] = further
        return [walk for walk in best.values() if self.may_end_in(walk.cell)]

    def follow(self, path: tuple[int, ...]) -> Walk | None:
        """The walk along a given path; None if any of its steps is not allowed."""
        walk: Walk | None = self.standing()
        for cell in path:
            if walk is None:
                return None
            heading = self.battle.field.grid.direction(walk.cell, cell)
            walk = self.step(walk, heading) if heading >= 0 else None
        return walk


def cells_in_contact(battle: Battle, side: int) -> set[int]:
    """The cells that share an edge with an enemy's."""
    neighbours = battle.field.grid.neighbours
    cells: set[int] = set()
    for enemy in battle.units(1 - side):
        if battle.at[enemy] >= 0 and not battle.is_a(enemy, AIRCRAFT):
            cells.update(neighbours[battle.at[enemy]])
    return cells


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
