"""Movement: where a unit may go, by which ways, and how it may face when it gets there."""

from ..battle.battle import Battle
from ..battle.terrain import ROAD
from ..battle.unit import CANNOT_MOVE, ENTERED, MOVED, MOVED_DOUBLE, TRIED_DOUBLE
from ..game.actions import AS_IT_COMES, Action
from ..game.agenda import Activity, Chance, Reason
from ..game.changes import mark, move, roll, tell, tell_roll, turn
from ..game.game import Game
from ..game.ruleset import Ruleset
from ..game.tables import is_barred
from ..grid.aspects import FRONT
from ..grid.names import cell_name
from .reasons import barring, unit_name
from .stacking import may_stand_in


class Walk:
    """A way that a unit can have come so far; `before` is the way without its last step."""

    def __init__(self, cell: int, steps: int, on_road: bool, stopped: str, before: "Walk | None", heading: int) -> None:
        self.cell = cell
        self.steps = steps
        self.on_road = on_road  # all along a road until here
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

    def __init__(self, battle: Battle, ruleset: Ruleset, unit: int, double: bool) -> None:
        self.battle = battle
        self.ruleset = ruleset
        self.movement = ruleset.movement
        self.unit = unit
        self.side = battle.side_of(unit)
        self.unit_type = battle.type_of[unit]
        self.start = battle.at[unit]
        self.contact = cells_in_contact(battle, self.side)
        self.faced_from = enemies_facing(battle, unit) if self.start in self.contact else []
        self.exhausted = battle.exhausted[self.side] and ruleset.exhaustion is not None
        self.allowance = self.unit_type.move * (2 if double else 1)

    def standing(self) -> Walk:
        """The walk of no steps; a unit that has just come onto the board has made its first already."""
        on_road = self.battle.features[self.start] & ROAD != 0
        entered = self.battle.has(self.unit, ENTERED)
        return Walk(self.start, 1 if entered else 0, on_road, "", None, self.battle.facing[self.unit])

    def reach(self, on_road: bool) -> int:
        return self.allowance + (self.movement.road_bonus if on_road else 0)

    def spare(self, walk: Walk) -> int:
        return self.reach(walk.on_road) - walk.steps

    def uses_road(self, walk: Walk) -> bool:
        """Whether it owes its last cells to the road."""
        return walk.on_road and walk.steps > self.allowance

    def step(self, walk: Walk, heading: int) -> Walk | None:
        """The walk with one more step; None if that step is not allowed."""
        cell = self.battle.field.grid.neighbour[walk.cell][heading]
        if cell < 0 or walk.stopped or self.obstacle(walk, cell):
            return None
        on_road = walk.on_road and self.battle.features[cell] & ROAD != 0
        if walk.steps >= self.reach(on_road):
            return None
        return Walk(cell, walk.steps + 1, on_road, self.stop(walk, cell), walk, heading)

    def obstacle(self, walk: Walk, cell: int) -> str:
        """The clause that forbids a step, or ""."""
        battle = self.battle
        footing = self.movement.footing(self.unit_type, battle.features[walk.cell], battle.features[cell])
        if footing.forbidden:
            return footing.forbidden
        if battle.here[cell] & battle.side_mask[1 - self.side]:
            return self.movement.stacking
        if self.faced_from and self.movement.withdrawal is not None:
            if walk.cell == self.start and self.still_faced_in(cell):
                return self.movement.withdrawal.clause
            if self.movement.withdrawal.banned(battle, self.unit, cell):
                return self.movement.withdrawal.clause
        if self.exhausted and self.ruleset.exhaustion is not None:
            if battle.nearest_enemy(cell, self.side) < battle.nearest_enemy(walk.cell, self.side):
                return self.ruleset.exhaustion.effect
        return ""

    def stop(self, walk: Walk, cell: int) -> str:
        """The clause that ends the move in this cell, or ""."""
        if cell in self.contact:
            return self.movement.contact
        battle = self.battle
        footing = self.movement.footing(self.unit_type, battle.features[walk.cell], battle.features[cell])
        return footing.by_one or footing.stops

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

    def walks(self) -> list[Walk]:
        """Every cell it can reach, by the way that leaves most movement to spare."""
        best: dict[int, Walk] = {}
        reached = [self.standing()]
        seen = {(self.start, reached[0].on_road)}
        for walk in reached:  # grows as it goes: shorter walks come first
            for heading in range(self.battle.field.grid.faces):
                further = self.step(walk, heading)
                if further is None:
                    continue
                key = (further.cell, further.on_road)
                if key in seen:
                    continue
                seen.add(key)
                reached.append(further)
                known = best.get(further.cell)
                if known is None or self.spare(further) > self.spare(known):
                    best[further.cell] = further
        return [
            walk
            for walk in best.values()
            if walk.cell != self.start and may_stand_in(self.battle, self.movement, self.unit, walk.cell)
        ]

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
        if battle.at[enemy] >= 0:
            cells.update(neighbours[battle.at[enemy]])
    return cells


def enemies_facing(battle: Battle, unit: int) -> list[int]:
    """The cells of the adjacent enemies in whose front the unit stands."""
    cells: list[int] = []
    cell = battle.at[unit]
    for enemy in battle.units(1 - battle.side_of(unit)):
        at = battle.at[enemy]
        if at >= 0 and not battle.is_carried(enemy) and battle.field.grid.direction(at, cell) >= 0:
            if battle.field.aspect(at, battle.facing[enemy], cell) == FRONT:
                cells.append(at)
    return cells


def next_to_any_enemy(battle: Battle, unit: int, cell: int) -> bool:
    return battle.enemy_next_to(cell, battle.side_of(unit))


class Move(Activity):
    """Moving, and turning on the spot, which is a move of no cells."""

    def options(self, game: Game, unit: int) -> list[Action]:
        if is_barred(game.ruleset.movement.barred, game.battle, unit):
            return []
        mover = Mover(game.battle, game.ruleset, unit, False)
        options = [
            Action("move", unit, facing=facing)
            for facing in mover.facings(mover.start)
            if facing != game.battle.facing[unit]
        ]
        ordinary = mover.walks()
        for walk in ordinary:
            path = walk.path()
            for facing in mover.facings(walk.cell):
                options.append(Action("move", unit, facing=facing, path=path))
        if may_try_double(game, unit):
            near = {walk.cell for walk in ordinary}
            mover = Mover(game.battle, game.ruleset, unit, True)
            for walk in mover.walks():
                if walk.cell not in near:
                    path = walk.path()
                    for facing in mover.facings(walk.cell):
                        options.append(Action("move", unit, facing=facing, path=path, double=True))
        return options

    def settle(self, game: Game, action: Action) -> Action:
        """Without a facing: the way it came, or an enemy in contact."""
        if action.facing != AS_IT_COMES or not action.path:
            return action
        battle = game.battle
        before = action.path[-2] if len(action.path) > 1 else battle.at[action.unit]
        facing = battle.field.grid.direction(before, action.path[-1])
        enemies = battle.enemy_directions(action.path[-1], battle.side_of(action.unit))
        if enemies and facing not in enemies:
            facing = enemies[0]
        return Action("move", action.unit, facing=facing, path=action.path, double=action.double)

    def allows(self, game: Game, action: Action) -> bool:
        battle = game.battle
        unit = action.unit
        if is_barred(game.ruleset.movement.barred, battle, unit):
            return False
        if action != Action("move", unit, facing=action.facing, path=action.path, double=action.double):
            return False
        if action.double and not may_try_double(game, unit):
            return False
        mover = Mover(battle, game.ruleset, unit, action.double)
        walk = mover.follow(action.path)
        if walk is None or action.facing not in mover.facings(walk.cell):
            return False
        if not action.path:
            return action.facing != battle.facing[unit] and not action.double
        if action.double and Mover(battle, game.ruleset, unit, False).follow(action.path) is not None:
            return False
        return walk.cell == mover.start or may_stand_in(battle, game.ruleset.movement, unit, walk.cell)

    def why_not(self, game: Game, action: Action) -> list[Reason]:
        reasons = barring(game, game.ruleset.movement.barred, action.unit)
        if game.battle.type_of[action.unit].move == CANNOT_MOVE:
            return reasons
        movement = game.ruleset.movement
        name = unit_name(game, action.unit)
        if action.double and not may_try_double(game, action.unit):
            clause = movement.double.clause if movement.double is not None else movement.rates
            return [*reasons, Reason(clause, f"{name} may not try a double move now")]
        mover = Mover(game.battle, game.ruleset, action.unit, action.double)
        grid = game.battle.field.grid
        walk = mover.standing()
        for cell in action.path:
            if cell < 0:
                return [
                    *reasons,
                    Reason(movement.edges, f"{name} cannot go to a cell that is not on the board"),
                ]
            where = cell_name(grid, cell)
            heading = grid.direction(walk.cell, cell)
            if heading < 0:
                come = cell_name(grid, walk.cell)
                return [*reasons, Reason(movement.edges, f"{where} does not share an edge with {come}")]
            further = mover.step(walk, heading)
            if further is None:
                clause = walk.stopped or mover.obstacle(walk, cell) or movement.rates
                text = (
                    f"{name} must stop in {cell_name(grid, walk.cell)}"
                    if walk.stopped
                    else f"{name} may not enter {where}"
                )
                if clause == movement.rates:
                    text = f"{name} cannot reach {where}: {mover.allowance} cells are all its movement"
                return [*reasons, Reason(clause, text)]
            walk = further
        where = cell_name(grid, walk.cell)
        if action.path and walk.cell != mover.start:
            if not may_stand_in(game.battle, movement, action.unit, walk.cell):
                reasons.append(Reason(movement.stacking, f"{name} may not end its move with the unit in {where}"))
        if action.double and Mover(game.battle, game.ruleset, action.unit, False).follow(action.path) is not None:
            assert movement.double is not None
            reasons.append(Reason(movement.double.clause, f"{name} needs no double move to get to {where}"))
        if action.facing not in mover.facings(walk.cell):
            if walk.cell in mover.contact:
                reasons.append(Reason(movement.contact, f"in {where} {name} must face an adjacent enemy"))
            else:
                reasons.append(Reason(movement.facing, f"{name} must face an edge of its cell"))
        elif not action.path and action.facing == game.battle.facing[action.unit]:
            reasons.append(Reason(movement.facing, f"{name} faces that way already"))
        return reasons

    def play(self, game: Game, action: Action) -> None:
        if action.double and not double_move_comes_off(game, action.unit):
            return
        battle = game.battle
        movement = game.ruleset.movement
        mover = Mover(battle, game.ruleset, action.unit, action.double)
        walk = mover.follow(action.path)
        assert walk is not None
        battle.activity[action.unit] &= ~ENTERED
        mark(game, action.unit, MOVED)
        battle.spare[action.unit] = mover.spare(walk)
        if action.path:
            move(game, action.unit, action.path, movement.road if mover.uses_road(walk) else movement.edges)
            if walk.stopped:
                tell(game, "stopped", walk.stopped, action.unit, walk.cell)
        in_contact = walk.cell in mover.contact
        turn(game, action.unit, action.facing, movement.contact if in_contact else movement.facing)

    def chances(self, game: Game, action: Action) -> list[Chance]:
        double = game.ruleset.movement.double
        if not action.double or double is None:
            return [Chance(1.0, [])]
        success = (7 - double.needs) / 6
        return [
            Chance(success, [(action.unit, "moves-double")]),
            Chance(1 - success, [(action.unit, "fails")]),
        ]


def may_try_double(game: Game, unit: int) -> bool:
    double = game.ruleset.movement.double
    battle = game.battle
    return (
        double is not None
        and battle.is_a(unit, double.arms)
        and battle.roster.armies[battle.side_of(unit)] == double.army
        and not battle.has(unit, TRIED_DOUBLE | ENTERED)
    )


def double_move_comes_off(game: Game, unit: int) -> bool:
    double = game.ruleset.movement.double
    assert double is not None
    mark(game, unit, TRIED_DOUBLE)
    dice = roll(game, 1)
    success = dice[0] >= double.needs
    if success:
        mark(game, unit, MOVED_DOUBLE)
    outcome = "moves-double" if success else "fails"
    side = game.battle.side_of(unit)
    tell_roll(game, "double-move", double.clause, side, unit, dice, [], dice, double.needs, [outcome])
    return success


MOVE = Move("move")
