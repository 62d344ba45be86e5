"""Standing orders: decisions that a player leaves to a rule, so that the game need not stop to ask."""

# Not compiled: standing orders travel between processes, and a compiled dataclass does not pickle.

import random
from dataclasses import dataclass

from ...game.actions import Action
from ...game.game import Game
from ...game.views import view
from ...rules.combat.close_combat import WHETHER_TO_ADVANCE
from ...rules.combat.hits import RETREAT_OR_LOSE_SP, WHERE_TO_RETREAT
from ..judgement.answers import answer
from ..judgement.personalities import STEADY
from ..judgement.position import Judge
from ..judgement.ways import Ways

HOLD = "hold"  # lose strength rather than ground; after a close combat, stand
FALL_BACK = "fall-back"  # give ground rather than lose strength; after a close combat, stand
PRESS_ON = "press-on"  # after a close combat, advance
ASK = "ask"


@dataclass(frozen=True)
class StandingOrders:
    """One side's standing orders. Questions that they do not settle are put as usual."""

    when_hit: str = ASK
    when_won: str = ASK

    def answer(self, game: Game) -> Action | None:
        """The answer to the question that waits, if these orders give it."""
        question = game.question()
        if question is WHETHER_TO_ADVANCE and self.when_won != ASK:
            verb = "advance" if self.when_won == PRESS_ON else "stand"
        elif question is RETREAT_OR_LOSE_SP and self.when_hit != ASK:
            verb = "lose-sp" if self.when_hit == HOLD else "retreat"
        elif question is WHERE_TO_RETREAT and self.when_hit != ASK:
            verb = "retreat"
        else:
            return None
        fitting = [action for action in game.options() if action.verb == verb]
        return safest(game, fitting) if fitting else None


def safest(game: Game, options: list[Action]) -> Action:
    """Of several ways to obey, the one that leaves the unit best placed."""
    side = game.decider()
    judge = Judge(view(game, side, random.Random(0)), side, STEADY, Ways())
    return answer(judge, options).action
