"""The frame of a turn: how it begins, and what is settled when it ends."""

from typing import Final

from ...battle.battle import NOBODY
from ...battle.side import SIDES
from ...game.agenda import Step, StepKind
from ...game.events import Event
from ...game.game import Game
from ...grid.compiler import i64, vec
from ..air.aircraft import count_turns_aloft
from ..fire.gas import thin_out
from ..movement.deployment import DEPLOY, unplaced
from ..works.work import finish_tasks
from .victory import judge


class BeginTurn(StepKind):
    def run(self, game: Game, step: Step) -> None:
        battle = game.battle
        battle.turn += 1
        units = len(battle.at)
        battle.activity = vec[i64]([0] * units)
        battle.spare = vec[i64]([0] * units)
        battle.met_by = vec[i64]([NOBODY] * units)
        if game.log is not None:
            game.log.append(Event("turn", game.ruleset.sequence, amount=battle.turn))
        game.push(END_TURN.step())
        game.push_in_order(game.ruleset.turn, step.side)


class EndTurn(StepKind):
    def run(self, game: Game, step: Step) -> None:
        finish_tasks(game)
        thin_out(game)
        air = game.ruleset.air
        if air is not None and air.spends_endurance is None:
            count_turns_aloft(game)
        game.push(BEGIN_TURN.step())
        judge(game, end_of_turn=True)


BEGIN_TURN: Final = BeginTurn("a turn begins")
END_TURN: Final = EndTurn("the turn ends")


def begin(game: Game) -> None:
    """Start the battle and go on to its first decision."""
    game.push(BEGIN_TURN.step())
    if any(unplaced(game.battle, side) for side in SIDES):
        game.push(DEPLOY.step())
    game.advance()
