"""Pins: units halted by fire, unpinned by an activation, and cavalry that charges instead."""

from typing import Final

from ...battle.battle import NOBODY, Battle
from ...battle.unit import ACTIVATED, CAVALRY, FINISHED, MOUNTED, MOVED, REGULAR
from ...game.actions import AS_IT_COMES, Action
from ...game.agenda import Activity, Decision, Reason, Step, StepKind
from ...game.changes import mark, tell_order, unpin
from ...game.course import spend_activation
from ...game.game import Game
from ...game.tables import Attack
from ...grid.compiler import i64
from ..movement.march import march
from ..movement.step import Mover, Walk
from ..reasons import because

FAR: Final = 1 << 20  # steps to an enemy out of reach


def is_pinned(battle: Battle, unit: i64) -> bool:
    return battle.pinned[unit]


def firer_is_pinned(attack: Attack) -> bool:
    return attack.battle.pinned[attack.unit]


class Unpin(Activity):
    """Rallying uses up the unit's activation."""

    def options(self, game: Game, unit: i64) -> list[Action]:
        battle = game.battle
        return [Action("unpin", unit)] if battle.pinned[unit] and not battle.has(unit, ACTIVATED) else []

    def why_not(self, game: Game, action: Action) -> list[Reason]:
        rule = game.ruleset.pinning
        assert rule is not None
        if not game.battle.pinned[action.unit]:
            return [because(game, rule.unpin, "not-pinned", action.unit)]
        return [because(game, rule.unpin, "has_been_activated", action.unit)]

    def play(self, game: Game, action: Action) -> None:
        rule = game.ruleset.pinning
        assert rule is not None
        unpin(game, action.unit, rule.unpin)


def charges_when_pinned(battle: Battle, unit: i64) -> bool:
    """Regular cavalry, in the saddle."""
    return battle.type_of[unit].arms & (CAVALRY | MOUNTED | REGULAR) == CAVALRY | MOUNTED | REGULAR


def is_halted_by_a_pin(battle: Battle, unit: i64) -> bool:
    return battle.pinned[unit] and not charges_when_pinned(battle, unit)


class PinnedCavalry(StepKind):
    """Before every other activation, each pinned cavalry unit that is not halted decides, in any order."""

    def run(self, game: Game, step: Step) -> None:
        rule = game.ruleset.pinning
        assert rule is not None
        units = undecided(game.battle, step.side)
        if rule.in_order:
            for unit in reversed(units):
                game.push(Step(CHARGE_OR_UNPIN, step.side, unit))
        elif units:
            game.push(Step(CHARGE_OR_UNPIN, step.side, units[0] if len(units) == 1 else NOBODY))


def undecided(battle: Battle, side: i64) -> list[int]:
    """A side's pinned cavalry that still has to decide."""
    return [
        unit
        for unit in battle.units(side)
        if battle.on_board(unit)
        and battle.pinned[unit]
        and charges_when_pinned(battle, unit)
        and not battle.has(unit, FINISHED | MOVED)
    ]


class ChargeOrUnpin(Decision):
    """For one unit or, if `step.unit` is NOBODY, for all that still have to decide."""

    def asked(self, game: Game, step: Step) -> list[int]:
        return [step.unit] if step.unit != NOBODY else undecided(game.battle, step.side)

    def options(self, game: Game, step: Step) -> list[Action]:
        options: list[Action] = []
        for unit in self.asked(game, step):
            charges: dict[tuple[int, int], Action] = {}
            for walk in charge_walks(game, unit):
                for facing in charge_facings(game, unit, walk):
                    charges.setdefault((walk.cell, facing), Action("charge", unit, path=walk.path(), facing=facing))
            options += charges.values()
            if game.battle.activations_left > 0:
                options.append(Action("unpin", unit))
        return options

    def settle(self, game: Game, step: Step, action: Action) -> Action:
        """The default facing: the way it rides, or the first enemy in contact."""
        if action.verb != "charge" or action.facing != AS_IT_COMES or action.unit not in self.asked(game, step):
            return action
        for walk in charge_walks(game, action.unit):
            if walk.path() == action.path:
                facings = charge_facings(game, action.unit, walk)
                facing = walk.heading if walk.heading in facings else facings[0]
                return Action("charge", action.unit, path=action.path, facing=facing)
        return action

    def allows(self, game: Game, step: Step, action: Action) -> bool:
        if action.verb != "charge":
            return action in self.options(game, step)
        if action.unit not in self.asked(game, step):
            return False
        for walk in charge_walks(game, action.unit):
            for facing in charge_facings(game, action.unit, walk):
                if action == Action("charge", action.unit, path=walk.path(), facing=facing):
                    return True
        return False

    def why_not(self, game: Game, step: Step, action: Action) -> list[Reason]:
        rule = game.ruleset.pinning
        assert rule is not None
        asked = self.asked(game, step)
        if action.unit in asked:
            if action.verb == "charge":
                return [because(game, rule.charge, "charge-nearest", action.unit)]
            if action.verb == "unpin":
                return [because(game, rule.charge, "no-rally", action.unit)]
        return [because(game, rule.first, "pinned-first", asked[0])]

    def play(self, game: Game, step: Step, action: Action) -> None:
        rule = game.ruleset.pinning
        assert rule is not None
        unit = action.unit
        if not rule.in_order:
            game.push(PINNED_CAVALRY.step(step.side))  # asks the others
        if action.verb == "unpin":
            mark(game, unit, ACTIVATED | FINISHED)
            spend_activation(game)
            unpin(game, unit, rule.unpin)
            return
        mark(game, unit, FINISHED | MOVED)
        if not action.path and action.facing == game.battle.facing[unit]:
            tell_order(game, "stood", rule.charge, step.side, unit)
        march(game, unit, action.path, action.facing, rule.charge)


def charge_walks(game: Game, unit: i64) -> list[Walk]:
    """As far as it can go on the shortest ways to one of the nearest enemies; standing still if there is no way."""
    battle = game.battle
    mover = Mover(battle, game.ruleset, unit)
    still = [mover.standing()]
    if mover.in_contact(mover.start) or is_kept_in_place(game, unit):
        return still
    grid = battle.field.grid
    nearest = battle.nearest_enemy(mover.start, mover.side)
    enemies = [battle.at[enemy] for enemy in battle.units(1 - mover.side) if battle.on_board(enemy)]
    to_go = steps_to_go(mover, [cell for cell in enemies if grid.distance(mover.start, cell) == nearest])
    ways: list[Walk] = []
    least = to_go[mover.start]
    reached = still.copy()
    for walk in reached:  # grows as it goes
        for heading in range(grid.faces):
            further = mover.step(walk, heading)
            if further is None or to_go[further.cell] != to_go[walk.cell] - 1:
                continue
            reached.append(further)
            if mover.may_end_in(further.cell):
                ways.append(further)
                least = min(least, to_go[further.cell])
    return [walk for walk in ways if to_go[walk.cell] == least] or still


def is_kept_in_place(game: Game, unit: i64) -> bool:
    """Stopped by anything but the pin: a ford holds up even a charge."""
    for row in game.ruleset.movement.barred.rows:
        if row.forbids is not is_pinned and row.forbids(game.battle, unit):
            return True
    return False


def steps_to_go(mover: Mover, goals: list[int]) -> list[int]:
    """For each cell, the steps from it to the nearest goal over ground that the unit can cross; FAR without a way."""
    battle = mover.battle
    steps = [FAR] * battle.field.grid.cells
    for goal in goals:
        steps[goal] = 0
    reached = goals.copy()
    for cell in reached:  # grows as it goes
        for around in battle.field.grid.neighbours[cell]:
            if steps[around] == FAR and not battle.enemy_in(around, mover.side):
                if cell in goals or mover.can_cross(around, cell):
                    steps[around] = steps[cell] + 1
                    reached.append(around)
    return steps


def charge_facings(game: Game, unit: i64, walk: Walk) -> list[int]:
    """It faces an enemy of its choice in contact; otherwise the way it rides."""
    return game.battle.enemy_directions(walk.cell, game.battle.side_of(unit)) or [walk.heading]


UNPIN: Final = Unpin("unpin")
PINNED_CAVALRY: Final = PinnedCavalry("pinned cavalry")
CHARGE_OR_UNPIN: Final = ChargeOrUnpin("charge or unpin")
