"""Simultaneous artillery fire: both sides declare, all shots are rolled, then all hits are resolved."""

from typing import Final

from ...battle.battle import ARTILLERY, NOBODY
from ...battle.pieces import Order
from ...battle.unit import FIRED
from ...game.actions import NO_ACTIONS, Action
from ...game.agenda import Chance, Decision, Reason, Step, StepKind
from ...game.changes import begin_phase, mark, tell_order
from ...game.course import order_shot, remember_targets, take_orders
from ...game.dice import Dice
from ...game.game import Game
from ...game.odds import foresee
from ...grid.compiler import i64
from ..air.anti_aircraft import (
    aircraft_meant,
    anti_aircraft_targets,
    fire_at_aircraft,
    why_no_aircraft,
)
from ..combat.hits import push_blows
from ..deeds import has_its_target_already
from ..reasons import because
from ..turn.refusals import why_gone, why_never, why_not_at_all, why_not_there
from .gas import DRIFT_CLOUD, fire_gas
from .scatter import bombard
from .shooting import targets, why_no_target


class ArtilleryPhase(StepKind):
    def run(self, game: Game, step: Step) -> None:
        begin_phase(game, ARTILLERY)
        game.push(RESOLVE_BOMBARDMENTS.step())
        game.push(DECLARE_BOMBARDMENTS.step(1))
        game.push(DECLARE_BOMBARDMENTS.step(0))
        if game.battle.clouds:
            game.push(DRIFT_CLOUD.step())


class DeclareBombardments(Decision):
    """A side names the target of each gun that is to fire. The other side does not see it until both are done."""

    def __init__(self) -> None:
        super().__init__("what the guns fire at", stays=True, attacks="bombard")
        self.declares = ("bombard",)

    def is_open(self, game: Game, step: Step) -> bool:
        return len(self.shots(game, step)) > 0

    def options(self, game: Game, step: Step) -> list[Action]:
        return [*self.shots(game, step), Action("done")]

    def shots(self, game: Game, step: Step) -> list[Action]:
        shots = game.shots
        if shots is None:
            game.shots = shots = []
            roster, type_of = game.battle.roster, game.battle.type_of
            for unit in range(roster.first[step.side], roster.end[step.side]):
                if type_of[unit].artillery_range:
                    shots += self.options_of(game, step, unit)
        return shots

    def options_of(self, game: Game, step: Step, unit: i64) -> list[Action]:
        battle = game.battle
        reach = battle.type_of[unit].artillery_range
        if battle.at[unit] < 0 or reach == 0 or battle.side_of(unit) != step.side:
            return NO_ACTIONS
        cells = targets(battle, game.ruleset.artillery, unit, reach)
        shots = [Action("bombard", unit, cell) for cell in cells]
        if battle.gas_shells[unit]:
            shots += [Action("bombard", unit, cell, gas=True) for cell in cells]
        if battle.type_of[unit].anti_aircraft:
            shots += [Action("bombard", unit, cell, air=True) for cell in anti_aircraft_targets(game, unit)]
        return shots

    def answers(self, game: Game, step: Step) -> list[Action]:
        return [Action("done")]

    def settle(self, game: Game, step: Step, action: Action) -> Action:
        return aircraft_meant(game, action) if action.verb == "bombard" else action

    def why_not(self, game: Game, step: Step, action: Action) -> list[Reason]:
        if action.verb != "bombard":
            return [*why_not_later(game, step.side, action), because(game, game.ruleset.sequence, "artillery-phase")]
        return why_gone(game, step.side, action.unit) or why_no_bombardment(game, action)

    def play(self, game: Game, step: Step, action: Action) -> None:
        if action.verb == "bombard":
            order_shot(game, order_of(action))
            tell_order(game, "declared", game.ruleset.artillery.clause, step.side, action.unit)
        else:
            game.agenda.pop()
            tell_order(game, "done", game.ruleset.artillery.clause, step.side)

    def chances(self, game: Game, step: Step, action: Action) -> list[Chance]:
        if action.verb != "bombard":
            return [Chance(1, 0, [])]
        return foresee(firing_alone(game, action, game.dice), None)


def firing_alone(game: Game, action: Action, dice: Dice) -> Game:
    """A copy where the bombardments come next, with this action's the only one."""
    alone = game.copy(dice)
    take_orders(alone)
    order_shot(alone, order_of(action))
    while alone.agenda[-1].kind is not RESOLVE_BOMBARDMENTS:
        alone.agenda.pop()
    return alone


def why_not_later(game: Game, side: i64, action: Action) -> list[Reason]:
    """What stops a unit doing it as things stand, whatever the phase: that a gun cannot move comes first."""
    unit = action.unit
    reasons = why_not_at_all(game, side, unit)
    activity = game.ruleset.activity(action.verb)
    if reasons or unit == NOBODY:
        return reasons
    if activity is None:
        return why_never(game, action.verb)
    reasons = why_not_there(game, unit, action.verb)
    if reasons:
        return reasons
    settled = activity.settle(game, action)
    return [] if activity.allows(game, settled) else activity.why_not(game, settled)


def why_no_bombardment(game: Game, action: Action) -> list[Reason]:
    """What stops a gun firing as things stand, apart from its being the wrong phase."""
    artillery = game.ruleset.artillery
    if not game.battle.on_board(action.unit) and not game.battle.is_carried(action.unit):
        return [because(game, artillery.clause, "off-board", action.unit)]
    if game.battle.has(action.unit, FIRED):
        for row in artillery.barred.rows:
            if row.forbids is has_its_target_already:
                return [because(game, row.clause, "has_fired_this_turn", action.unit)]
    if action.gas and not game.battle.gas_shells[action.unit]:
        clause = game.ruleset.gas.shell if game.ruleset.gas is not None else artillery.clause
        return [because(game, clause, "no-gas", action.unit)]
    if action.air:
        return why_no_aircraft(game, action.unit, action.target, artillery.barred)
    return why_no_target(game, artillery, action.unit, action.target)


def order_of(action: Action) -> Order:
    return Order(action.unit, action.target, action.gas, action.air)


class ResolveBombardments(StepKind):
    def run(self, game: Game, step: Step) -> None:
        orders = take_orders(game)
        blows: list[Step] = []
        for order in orders:
            if order.air:
                blows += fire_at_aircraft(game, "anti-aircraft", order.gun, order.target)
            elif order.gas:
                blows += fire_gas(game, order.gun, order.target)
            else:
                blows += bombard(game, order.gun, order.target)
        remember_targets(game, orders)
        for order in orders:
            mark(game, order.gun, FIRED)
        push_blows(game, blows)


ARTILLERY_PHASE: Final = ArtilleryPhase("artillery fire")
DECLARE_BOMBARDMENTS: Final = DeclareBombardments()
RESOLVE_BOMBARDMENTS: Final = ResolveBombardments("bombardments")
