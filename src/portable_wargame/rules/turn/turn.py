"""The frame of a turn: how it begins, and what its end settles."""

from typing import Final

from ...battle.side import SIDES
from ...game.agenda import Step, StepKind
from ...game.course import begin_turn
from ...game.game import Game
from ..air.aircraft import count_turns_aloft
from ..fire.gas import thin_out
from ..movement.deployment import DEPLOY, unplaced
from ..works.work import finish_tasks
from .points import bank_points
from .reinforcements import CALL_REINFORCEMENTS
from .victory import judge


class BeginTurn(StepKind):
    def run(self, game: Game, step: Step) -> None:
        begin_turn(game)
        game.push(END_TURN.step())
        game.push_in_order(game.ruleset.turn, step.side)
        if any(call is not None for call in game.battle.roster.calls):
            game.push(CALL_REINFORCEMENTS.step())


class EndTurn(StepKind):
    def run(self, game: Game, step: Step) -> None:
        finish_tasks(game)
        thin_out(game)
        air = game.ruleset.air
        if air is not None and air.spends_endurance is None:
            count_turns_aloft(game)
        game.push(BEGIN_TURN.step())
        bank_points(game)
        judge(game, end_of_turn=True)


BEGIN_TURN: Final = BeginTurn("a turn begins")
END_TURN: Final = EndTurn("the turn ends")


def begin(game: Game) -> None:
    """Start the battle and go on to its first decision."""
    game.push(BEGIN_TURN.step())
    if any(unplaced(game.battle, side) or game.battle.roster.dummies[side] for side in SIDES):
        game.push(DEPLOY.step())
    game.advance()
