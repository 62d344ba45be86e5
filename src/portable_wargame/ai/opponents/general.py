"""The general: weighs plans as the captain does, but compares them by a fixed number of forecasts for each decision,
fewer where there are many units."""

# Not compiled: it only hands the thinking on.

import random
from functools import partial

from ...game.game import Game
from ...rules.combat.close_combat import WHETHER_TO_ADVANCE
from ...rules.combat.hits import RETREAT_OR_LOSE_SP, WHERE_TO_RETREAT
from ...rules.turn.activation import ACTIVATE
from ..foresight.deliberation import Effort, affordable, consider, deliberate
from ..foresight.rivals import Breadth
from ..judgement.answers import answer, options_with_value
from ..judgement.personalities import STEADY, Personality
from ..judgement.position import Judge
from ..judgement.ways import Ways
from .choice import Choice
from .intents import intent

BREADTH = Breadth(units=4, plans=6)
FORECASTS = 40  # for an activation: more than one or two for each plan gain nothing (benchmarks/ARENA.md)
FOR_AN_ANSWER = 12  # for a question between activations


class General:
    def __init__(self, personality: Personality = STEADY) -> None:
        self.personality = personality
        self.forecasts = FORECASTS
        self.ways = Ways()

    def choose(self, game: Game, luck: random.Random, milliseconds: int) -> Choice:
        judge = Judge(game, game.decider(), self.personality, self.ways)
        effort = Effort(affordable(judge.battle, self.forecasts), milliseconds)
        if game.question() is ACTIVATE:
            plan = deliberate(judge, luck, BREADTH, effort)
        elif game.question() in (RETREAT_OR_LOSE_SP, WHERE_TO_RETREAT, WHETHER_TO_ADVANCE):
            effort.forecasts = min(effort.forecasts, FOR_AN_ANSWER)
            plan = consider(judge, luck, options_with_value(judge, game.options()), effort)
        else:
            plan = answer(judge, game.options())
        return Choice(plan.action, partial(intent, judge, plan), effort.hurried)
