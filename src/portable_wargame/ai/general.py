"""The general: searches as the captain does, but for as long as he may.

The time is that for all the decisions of a turn; each activation gets its share of what is left.
"""

import random
import time

from ..game.game import Game
from ..rules.activation import ACTIVATE
from .answers import answer
from .choice import Choice
from .intents import intent
from .personalities import STEADY, Personality
from .position import Judge
from .recruit import ready
from .search import Breadth, search
from .ways import Ways

MARGIN = 0.9  # of the budget: the rest is for finishing what is begun
HURRY = 1.5  # the first of so many activations gets somewhat more than an equal share
BREADTH = Breadth(units=4, plans=6)
MOST_MOVES = 8000  # imagined for a decision: beyond it nothing changes any more


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
            number = len(ready(game))
            if 0 <= game.battle.activations_left < number:
                number = game.battle.activations_left
            plan = search(judge, luck, BREADTH, MOST_MOVES, began + left * min(1.0, HURRY / (number + 0.5)))
        else:
            plan = answer(judge, game.options())
        self.spent += time.monotonic() - began
        return Choice(plan.action, intent(judge, plan))
