"""Movement: the moves a unit may make, the reasons why it can't make others, and the march itself."""

from typing import Final

from ...battle.battle import ACTIVATION, NOBODY, Battle
from ...battle.naming import place
from ...battle.terrain import in_river
from ...battle.unit import ACTIVATED, ADVANCED, AIRCRAFT, CANNOT_MOVE, ENTERED, FIRED, MOVED_DOUBLE, TRIED_DOUBLE
from ...game.actions import AS_IT_COMES, NO_ACTIONS, NOT_COUNTED, Action
from ...game.agenda import Activity, Chance, Reason, Step, StepKind
from ...game.changes import go_off, is_hidden, mark, meet, move, note, roll_alike, spare, tell, tell_roll, turn
from ...game.course import spend_activation
from ...game.dice import Luck, at_least
from ...game.game import Game
from ...game.odds import foresee
from ...game.tables import Attack, is_barred, is_forbidden
from ...grid.compiler import i64
from ..combat.hits import enter_cell
from ..reasons import barring, because
from .offers import any_march, cells_in_range, facings_to_turn_to, marches_of, turns_of
from .spread import walks_of
from .step import AFTER_FIRING, CELL, Mover


class Move(Activity):
    """Moving, and turning on the spot, which is a move of no cells."""

    def options(self, game: Game, unit: i64) -> list[Action]:
        if is_barred(game.ruleset.movement.barred, game.battle, unit):
            return NO_ACTIONS
        mover = Mover(game.battle, game.ruleset, unit)
        walks = walks_of(mover)
        moves = turns_of(mover, walks) + marches_of(mover, walks, [])
        if may_try_double(game, unit):
            double = Mover(game.battle, game.ruleset, unit, True)
            moves += marches_of(double, walks_of(double), cells_in_range(mover, walks))
        return moves

    def any(self, game: Game, unit: i64, luck: Luck) -> Action | None:
        """An allowed move, found without listing them all; None if there is none."""
        battle = game.battle
        movement = game.ruleset.movement
        if is_barred(movement.barred, battle, unit):
            return None
        if battle.type_of[unit].arms & AIRCRAFT == 0:
            near = battle.presence_of(1 - battle.roster.side_of[unit]).near
            if movement.double is not None and may_try_double(game, unit) and luck.below(2):
                mover = Mover(battle, game.ruleset, unit)
                move = any_march(game, unit, luck, near, True)
                if move is not None and move.path and move.path[-1] not in cells_in_range(mover, walks_of(mover)):
                    return move
            move = any_march(game, unit, luck, near)
            if move is not None:
                return move
        moves = self.options(game, unit)
        return moves[luck.below(len(moves))] if moves else None

    def is_open(self, game: Game, unit: i64) -> bool:
        battle = game.battle
        if not battle.enemy_next_to(battle.at[unit], battle.roster.side_of[unit]):
            return self.is_open_out_of_contact(game, unit)
        if is_barred(game.ruleset.movement.barred, battle, unit):
            return False
        mover = Mover(battle, game.ruleset, unit)
        if facings_to_turn_to(mover) or cells_in_range(mover, walks_of(mover)):
            return True
        return may_try_double(game, unit) and bool(self.options(game, unit))

    def is_open_out_of_contact(self, game: Game, unit: i64) -> bool:
        """A unit that may move can at least turn."""
        return not is_barred(game.ruleset.movement.barred, game.battle, unit)

    def settle(self, game: Game, action: Action) -> Action:
        """The default facing: the way it was going, or at an enemy in contact."""
        if action.facing != AS_IT_COMES or not action.path:
            return action
        battle = game.battle
        before = action.path[-2] if len(action.path) > 1 else battle.at[action.unit]
        facing = battle.field.grid.direction(before, action.path[-1])
        enemies = battle.enemy_directions(action.path[-1], battle.side_of(action.unit))
        if enemies and not battle.is_a(action.unit, AIRCRAFT) and facing not in enemies:
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
        if action.double and Mover(battle, game.ruleset, unit).follow(action.path) is not None:
            return False
        return mover.may_end_in(walk.cell)

    def why_not(self, game: Game, action: Action) -> list[Reason]:
        reasons = barring(game, game.ruleset.movement.barred.rows, action.unit)
        if game.battle.type_of[action.unit].move == CANNOT_MOVE:
            return reasons
        movement = game.ruleset.movement
        air = game.ruleset.air
        unit = action.unit
        if action.double and not may_try_double(game, action.unit):
            return [*reasons, why_no_double(game, unit)]
        mover = Mover(game.battle, game.ruleset, action.unit, action.double)
        grid = game.battle.field.grid
        walk = mover.standing()
        for cell in action.path:
            heading = grid.direction(walk.cell, cell)
            if heading < 0:
                here = place(game.battle, walk.cell)
                return [*reasons, because(game, movement.edges, "no-edge", unit, cell, words=here)]
            further = mover.step(walk, heading)
            if further is not None:
                walk = further
                continue
            obstacle = mover.bar(walk, cell)
            if walk.stopped:
                return [*reasons, because(game, walk.stopped, "must-stop", unit, walk.cell)]
            if obstacle:
                return [*reasons, because(game, obstacle, barrier(mover, walk.cell, cell, obstacle), unit, cell)]
            footing = mover.footing(walk.cell, cell)
            if footing.whole and mover.whole > CELL:
                return [*reasons, because(game, footing.whole, "whole-move", unit, cell)]
            rates = movement.firing_cost if mover.means & AFTER_FIRING else movement.rates
            clause = air.movement if air is not None and mover.flies else rates
            why = "too-far" if mover.allowance > 0 else "turns-only"
            return [*reasons, because(game, clause, why, unit, number=mover.allowance)]
        if not mover.may_end_in(walk.cell):
            if air is not None and mover.flies:
                reasons.append(because(game, air.no_shared_cell, "aircraft-there", unit, walk.cell))
            else:
                reasons.append(because(game, movement.stacking, "occupied", unit, walk.cell))
        if movement.double is not None and action.double:
            if Mover(game.battle, game.ruleset, action.unit).follow(action.path) is not None:
                reasons.append(because(game, movement.double.clause, "no-double-needed", unit, walk.cell))
        if action.facing not in mover.facings(walk.cell):
            if mover.in_contact(walk.cell):
                reasons.append(because(game, movement.contact, "face-the-enemy", unit, walk.cell))
            else:
                reasons.append(because(game, movement.facing, "face-an-edge", unit))
        elif not action.path and action.facing == game.battle.facing[action.unit]:
            reasons.append(because(game, movement.facing, "faces-already", unit))
        return reasons

    def play(self, game: Game, action: Action) -> None:
        if action.double and not double_move_comes_off(game, action.unit):
            return
        battle = game.battle
        if action.spare == NOT_COUNTED:
            mover = Mover(battle, game.ruleset, action.unit, action.double)
            walk = mover.follow(action.path)
            assert walk is not None
            action.spare = mover.spare(walk.on_road, walk.spent)
            action.by_road = len(action.path) > mover.unaided()
        unit = action.unit
        ruleset = game.ruleset
        go_off(game, unit, action.spare)
        clause = ruleset.movement.road if action.by_road else ruleset.movement.edges
        if ruleset.air is not None and battle.is_a(unit, AIRCRAFT):
            clause = ruleset.air.movement
        march(game, unit, action.path, action.facing, clause)

    def chances(self, game: Game, action: Action) -> list[Chance]:
        if action.double or has_perils(game, action.unit, action.path):
            return foresee(game, action)
        return [Chance(1, 0, [])]


def barrier(mover: Mover, start: int, cell: i64, clause: str) -> str:
    """What keeps a unit out of a cell by this clause, as `words` names it."""
    movement = mover.movement
    footing = mover.footing(start, cell)
    if clause == footing.forbidden:
        return "no-crossing" if in_river(mover.battle.features[cell]) else "impassable"
    if clause == footing.first_only:
        return "first-step-only"
    if clause == movement.enemy_cell and mover.battle.enemy_in(cell, mover.side):
        return "enemy-there"
    if clause == movement.contour:
        return "too-steep"
    if movement.withdrawal is not None and clause == movement.withdrawal.clause:
        return "no-withdrawal"
    return "exhausted-advance"


def has_perils(game: Game, unit: i64, path: tuple[int, ...]) -> bool:
    """Whether the ground hits a unit on a path."""
    battle = game.battle
    movement = game.ruleset.movement
    if not movement.perils or battle.is_a(unit, AIRCRAFT):
        return False
    for cell in path:
        if movement.footing(battle.type_of[unit], 0, battle.features[cell]).perils:
            return True
    return False


def march(game: Game, unit: i64, path: tuple[int, ...], facing: i64, clause: str) -> None:
    """Go along a path, as far as the first dangerous cell; the rest follows when that is settled."""
    stopped = ""
    if game.battle.concealed:
        whole = len(path)
        path = as_far_as_it_sees(game.battle, unit, path)
        spare(game, unit, whole - len(path))
    if game.log is not None or game.ruleset.movement.perils:  # otherwise the path doesn't matter
        battle = game.battle
        before = battle.at[unit]
        for number, cell in enumerate(path):
            leaving, entering = battle.features[before], battle.features[cell]
            footing = game.ruleset.movement.footing(battle.type_of[unit], leaving, entering)
            if footing.perils and not battle.is_a(unit, AIRCRAFT):
                move(game, unit, path[: number + 1], clause)
                rest = path[number + 1 :]
                spare(game, unit, len(rest))  # until it goes on
                game.push(
                    Step(MARCH_ON, battle.side_of(unit), unit, cell=cell, path=rest, facing=facing, clause=clause)
                )
                enter_cell(game, unit, before)
                return
            stopped = footing.by_one or footing.stops or footing.whole
            before = cell
    if path:
        move(game, unit, path, clause)
    arrive(game, unit, facing, stopped, len(path) > 0)


def as_far_as_it_sees(battle: Battle, unit: i64, path: tuple[int, ...]) -> tuple[int, ...]:
    """The path up to the first cell next to something that the enemy has hidden."""
    if battle.is_a(unit, AIRCRAFT):
        return path
    side, neighbours = battle.roster.side_of[unit], battle.field.grid.neighbours
    hidden = [one.cell for one in battle.concealed if one.side != side and is_hidden(battle, one)]
    for number, cell in enumerate(path):
        for lair in hidden:
            if lair in neighbours[cell]:
                return path[: number + 1]
    return path


def arrive(game: Game, unit: i64, facing: i64, stopped: str, came: bool) -> None:
    """The end of a move: what stopped it, the facing, and contact, if it came from another cell."""
    battle = game.battle
    movement = game.ruleset.movement
    cell = battle.at[unit]
    flies = battle.type_of[unit].arms & AIRCRAFT != 0
    in_contact = not flies and battle.enemy_next_to(cell, battle.roster.side_of[unit])
    if in_contact:
        stopped = movement.contact
        enemies = battle.enemy_directions(cell, battle.roster.side_of[unit])
        if facing not in enemies:  # it has found a hidden enemy
            facing = enemies[0]
    if stopped and not flies:
        tell(game, "stopped", stopped, unit, cell)
    turn(game, unit, facing, movement.contact if in_contact else movement.facing)
    if in_contact and came and movement.contact_turns_both:
        make_contact(game, unit)


def make_contact(game: Game, unit: i64) -> None:
    """The enemy straight ahead turns to face the unit, and remembers which unit came last and may attack it: one that
    has only advanced does not count."""
    battle = game.battle
    movement = game.ruleset.movement
    facing = battle.facing[unit]
    ahead = battle.field.grid.neighbour[battle.at[unit]][facing]
    for enemy in battle.units_in(ahead):
        again = movement.last_contact and battle.met_by[enemy] != NOBODY
        turn(game, enemy, battle.field.grid.opposite(facing), movement.last_contact if again else movement.contact)
        may_attack = not is_forbidden(game.ruleset.close_combat.no_attack, Attack(battle, unit, ahead, enemy))
        if may_attack and not battle.has(unit, ADVANCED):
            meet(game, enemy, unit)


class MarchOn(StepKind):
    """The rest of a move, unless the unit was stopped where the peril was: destroyed, or driven back."""

    def run(self, game: Game, step: Step) -> None:
        battle = game.battle
        if battle.at[step.unit] == step.cell:
            spare(game, step.unit, -len(step.path))
            march(game, step.unit, step.path, step.facing, step.clause)

    def after_retreat(self, game: Game, step: Step, unit: i64) -> Step | None:
        return None if step.unit == unit else step


def may_try_double(game: Game, unit: i64) -> bool:
    double = game.ruleset.movement.double
    battle = game.battle
    if double is None or not battle.is_a(unit, double.arms) or battle.has(unit, TRIED_DOUBLE | ENTERED | FIRED):
        return False
    if battle.roster.army_of[unit] != double.army:
        return False
    if double.needs or battle.phase != ACTIVATION:  # before the activation dice, nobody knows how many there will be
        return True
    return battle.activations_left >= (1 if battle.has(unit, ACTIVATED) else 2)


def why_no_double(game: Game, unit: i64) -> Reason:
    double = game.ruleset.movement.double
    battle = game.battle
    if double is None:
        return because(game, game.ruleset.movement.rates, "no-double", unit)
    if not battle.is_a(unit, double.arms) or battle.roster.army_of[unit] != double.army:
        return because(game, double.clause, "no-double-army", unit, words=double.army)
    if battle.has(unit, TRIED_DOUBLE):
        return because(game, double.clause, "no-double-twice", unit)
    if battle.has(unit, ENTERED | FIRED):
        return because(game, double.clause, "no-double-after", unit)
    return because(game, double.clause, "no-double-left", unit)


def double_move_comes_off(game: Game, unit: i64) -> bool:
    """By a die, or at the price of a second activation."""
    double = game.ruleset.movement.double
    assert double is not None
    mark(game, unit, TRIED_DOUBLE)
    if not double.needs:
        spend_activation(game)
        mark(game, unit, MOVED_DOUBLE)
        note(game, unit, "moves-double")
        return True
    dice = roll_alike(game, 1, at_least(double.needs))
    success = dice[0] >= double.needs
    if success:
        mark(game, unit, MOVED_DOUBLE)
    outcome = "moves-double" if success else "fails"
    note(game, unit, outcome)
    side = game.battle.side_of(unit)
    tell_roll(game, "double-move", double.clause, side, unit, dice, [], dice, double.needs, [outcome])
    return success


MOVE: Final = Move("move", moves=True)
MARCH_ON: Final = MarchOn("the rest of a move", ensues=True)
