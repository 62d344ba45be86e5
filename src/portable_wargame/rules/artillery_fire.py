"""Simultaneous artillery fire: both sides declare, all shots are thrown, then all hits are resolved."""

from ..battle.battle import ARTILLERY, NO_CELL
from ..battle.side import SIDES
from ..battle.unit import FIRED
from ..game.actions import Action
from ..game.agenda import Chance, Decision, Reason, Step, StepKind
from ..game.changes import begin_phase, mark
from ..game.game import Game
from .hits import push_blows
from .reasons import unit_name
from .scatter import bombard, chances_of_bombardment
from .shooting import targets, why_no_target


class ArtilleryPhase(StepKind):
    def run(self, game: Game, step: Step) -> None:
        begin_phase(game, ARTILLERY)
        game.push(Step(RESOLVE_BOMBARDMENTS))
        for side in reversed(SIDES):
            game.push(Step(DECLARE_BOMBARDMENTS, side))


class DeclareBombardments(Decision):
    """A side names the target of each gun that is to fire. The other side does not see it until both are done."""

    def is_open(self, game: Game, step: Step) -> bool:
        return bool(self.shots(game, step))

    def options(self, game: Game, step: Step) -> list[Action]:
        return [*self.shots(game, step), Action("done")]

    def shots(self, game: Game, step: Step) -> list[Action]:
        battle = game.battle
        shots: list[Action] = []
        for unit in battle.units(step.side):
            if battle.on_board(unit):
                shots += [Action("bombard", unit, cell) for cell in targets(battle, game.ruleset.artillery, unit)]
        return shots

    def why_not(self, game: Game, step: Step, action: Action) -> list[Reason]:
        artillery = game.ruleset.artillery
        if action.verb != "bombard":
            return [Reason(game.ruleset.sequence, "now guns are given their targets; nothing else happens yet")]
        name = unit_name(game, action.unit)
        if game.battle.side_of(action.unit) != step.side:
            return [Reason(game.ruleset.sequence, f"{name} belongs to the other side")]
        if not game.battle.on_board(action.unit):
            return [Reason(artillery.clause, f"{name} is not on the board")]
        return why_no_target(game, artillery, action.unit, action.target)

    def play(self, game: Game, step: Step, action: Action) -> None:
        if action.verb == "bombard":
            game.battle.orders.append((action.unit, action.target))
            game.push(step)

    def chances(self, game: Game, step: Step, action: Action) -> list[Chance]:
        if action.verb != "bombard":
            return [Chance(1.0, [])]
        return chances_of_bombardment(game, action.unit, action.target)


class ResolveBombardments(StepKind):
    def run(self, game: Game, step: Step) -> None:
        battle = game.battle
        orders = battle.orders
        battle.orders = []
        blows: list[Step] = []
        for gun, target in orders:
            blows += bombard(game, gun, target)
        for unit in range(len(battle.at)):
            battle.last_target[unit] = NO_CELL
        for gun, target in orders:
            mark(game, gun, FIRED)
            battle.last_target[gun] = target
        push_blows(game, blows)


ARTILLERY_PHASE = ArtilleryPhase("artillery fire")
DECLARE_BOMBARDMENTS = DeclareBombardments("what the guns fire at")
RESOLVE_BOMBARDMENTS = ResolveBombardments("bombardments")
