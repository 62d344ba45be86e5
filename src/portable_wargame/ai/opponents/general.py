"""The general: weighs plans as the captain does, but compares them by forecasts, for as long as he may.

The time is that for all the decisions of a turn; each activation gets its share of what is left.
"""

# Not compiled: it only hands the thinking on.

import random
import time

from ...game.game import Game
from ...rules.combat.close_combat import WHETHER_TO_ADVANCE
from ...rules.combat.hits import RETREAT_OR_LOSE_SP, WHERE_TO_RETREAT
from ...rules.turn.activation import ACTIVATE
from ..foresight.deliberation import consider, deliberate
from ..foresight.rivals import Breadth
from ..judgement.position import Judge
from ..judgement.ways import Ways
from .answers import answer, options_with_value
from .choice import Choice
from .intents import intent
from .personalities import STEADY, Personality

MARGIN = 0.9  # of the budget: the rest is for finishing what is begun
BREADTH = Breadth(units=4, plans=6)
SHARE = 0.1  # of what time is left, for a question between activations
MOST_FORECASTS = 400  # for a decision: beyond it nothing changes any more


class General:
    def __init__(self, personality: Personality = STEADY) -> None:
        self.personality = personality
        self.ways = Ways()
        self.turn = -1
        self.spent = 0.0  # seconds, in this turn

    def choose(self, game: Game, luck: random.Random, milliseconds: int) -> Choice:
        began = time.monotonic()
        if game.battle.turn != self.turn:
            self.turn, self.spent = game.battle.turn, 0.0
        left = max(0.0, MARGIN * milliseconds / 1000 - self.spent)
        judge = Judge(game, game.decider(), self.personality, self.ways)
        if game.question() is ACTIVATE:
            plan = deliberate(judge, luck, BREADTH, left, MOST_FORECASTS)
        elif game.question() in (RETREAT_OR_LOSE_SP, WHERE_TO_RETREAT, WHETHER_TO_ADVANCE):
            options = options_with_value(judge, game.options())
            plan = consider(judge, luck, options, SHARE * left, MOST_FORECASTS)
        else:
            plan = answer(judge, game.options())
        self.spent += time.monotonic() - began
        return Choice(plan.action, intent(judge, plan))
