"""Pins: units halted by fire, unpinned by an activation, and cavalry that charges instead."""

from ..battle.battle import Battle
from ..battle.unit import ACTIVATED, CAVALRY, FINISHED, MOUNTED, MOVED, REGULAR
from ..game.actions import AS_IT_COMES, Action
from ..game.agenda import Activity, Decision, Reason, Step, StepKind
from ..game.changes import mark, unpin
from ..game.game import Game
from ..game.tables import Attack
from .movement import march
from .reasons import unit_name
from .walking import Mover, Walk


def is_pinned(battle: Battle, unit: int) -> bool:
    return battle.pinned[unit]


def firer_is_pinned(attack: Attack) -> bool:
    return attack.battle.pinned[attack.unit]


class Unpin(Activity):
    """Being unpinned is the unit's activation."""

    def options(self, game: Game, unit: int) -> list[Action]:
        battle = game.battle
        return [Action("unpin", unit)] if battle.pinned[unit] and not battle.has(unit, ACTIVATED) else []

    def why_not(self, game: Game, action: Action) -> list[Reason]:
        rule = game.ruleset.pinning
        assert rule is not None
        name = unit_name(game, action.unit)
        if not game.battle.pinned[action.unit]:
            return [Reason(rule.unpin, f"{name} is not pinned")]
        return [Reason(rule.unpin, f"{name} has been activated this turn")]

    def play(self, game: Game, action: Action) -> None:
        rule = game.ruleset.pinning
        assert rule is not None
        unpin(game, action.unit, rule.unpin)


def charges_when_pinned(battle: Battle, unit: int) -> bool:
    """Regular European cavalry, in the saddle."""
    regular = battle.type_of[unit].arms & (CAVALRY | MOUNTED | REGULAR) == CAVALRY | MOUNTED | REGULAR
    return regular and battle.roster.armies[battle.side_of(unit)] == "european"


class PinnedCavalry(StepKind):
    """Before every other activation: each pinned cavalry unit that is not halted decides."""

    def run(self, game: Game, step: Step) -> None:
        battle = game.battle
        for unit in reversed(battle.units(step.side)):
            if battle.on_board(unit) and battle.pinned[unit] and charges_when_pinned(battle, unit):
                if not battle.has(unit, FINISHED | MOVED):
                    game.push(Step(CHARGE_OR_UNPIN, step.side, unit))


class ChargeOrUnpin(Decision):
    def options(self, game: Game, step: Step) -> list[Action]:
        charges = [
            Action("charge", step.unit, path=walk.path(), facing=facing)
            for walk in charge_walks(game, step.unit)
            for facing in charge_facings(game, step.unit, walk)
        ]
        if game.battle.activations_left > 0:
            charges.append(Action("unpin", step.unit))
        return charges

    def settle(self, game: Game, step: Step, action: Action) -> Action:
        """Without a facing: the first way it may face at the end of that path."""
        if action.verb != "charge" or action.facing != AS_IT_COMES:
            return action
        for option in self.options(game, step):
            if option.path == action.path and option.unit == action.unit and option.verb == "charge":
                return option
        return action

    def why_not(self, game: Game, step: Step, action: Action) -> list[Reason]:
        rule = game.ruleset.pinning
        assert rule is not None
        name = unit_name(game, step.unit)
        if action.verb == "charge" and action.unit == step.unit:
            return [Reason(rule.charge, f"{name} must move towards the nearest enemy as far as it can")]
        if action.verb == "unpin" and action.unit == step.unit:
            return [Reason(rule.charge, f"no activation is left to unpin {name}")]
        return [Reason(rule.charge, f"{name} is pinned: it is unpinned or charges before any other unit acts")]

    def play(self, game: Game, step: Step, action: Action) -> None:
        rule = game.ruleset.pinning
        assert rule is not None
        if action.verb == "unpin":
            mark(game, step.unit, ACTIVATED | FINISHED)
            game.battle.activations_left -= 1
            unpin(game, step.unit, rule.unpin)
            return
        mark(game, step.unit, FINISHED | MOVED)
        march(game, step.unit, action.path, action.facing, rule.charge)


def charge_walks(game: Game, unit: int) -> list[Walk]:
    """The ways that bring it nearest to one of the nearest enemies; standing still if none brings it nearer."""
    battle = game.battle
    mover = Mover(battle, game.ruleset, unit)
    still = [mover.standing()]
    if mover.start in mover.contact:
        return still
    grid = battle.field.grid
    nearest = battle.nearest_enemy(mover.start, mover.side)
    enemies = [battle.at[enemy] for enemy in battle.units(1 - mover.side) if battle.on_board(enemy)]
    goals = [cell for cell in enemies if grid.distance(mover.start, cell) == nearest]
    best = nearest
    ways: list[Walk] = []
    for walk in mover.walks():
        left = min(grid.distance(walk.cell, goal) for goal in goals)
        if left < best:
            best = left
            ways = []
        if left == best and left < nearest:
            ways.append(walk)
    return ways or still


def charge_facings(game: Game, unit: int, walk: Walk) -> list[int]:
    """In contact, towards an enemy of its choice; else the way it rides."""
    return game.battle.enemy_directions(walk.cell, game.battle.side_of(unit)) or [walk.heading]


UNPIN = Unpin("unpin")
PINNED_CAVALRY = PinnedCavalry("pinned cavalry")
CHARGE_OR_UNPIN = ChargeOrUnpin("charge or unpin")
