"""The captain: weighs a plan for every unit of the side, and tries the most urgent one, and others, in his mind.

How he thinks, from the bottom up:

* `aims` reads the objectives: what is to be taken, kept or denied, who wins if nothing more happens, how much a loss
  matters; `values` and `strikes` say what units and blows are worth.
* `position` judges where a unit stands: objectives and the way to them, cover and arcs, company, what it threatens,
  what threatens it. The enemy fires once, at the best target he has: a friend who draws the fire makes others safer.
* `plans` puts a unit wherever it may go, with the best blow from there. The best plans of all units, the most urgent
  first and shots before moves, are the plan of the side.
* `course` follows such a plan through the rest of the turn, the enemy's reply (`drill`) and the side's next turn, with
  blows counted by their odds and units that strike with what is likely to be left of them; `outlook` judges the end.
* `search` compares what the next unit might do, with everybody else's part in the plan, by such courses.
* The general compares plans in another way: in a `forecast` the enemy does what a captain would plan, and `standing`
  says how likely victory is after it; `deliberation` spends the time that he has on them.
* `answers` settles the other questions at a glance; `personalities` hold the weights of all this.
"""

import random
from typing import Final

from ..game.game import Game
from ..rules.activation import ACTIVATE
from .answers import answer
from .choice import Choice
from .intents import intent
from .personalities import STEADY, Personality
from .position import Judge
from .search import Breadth, search
from .ways import Ways

BREADTH: Final = Breadth(units=1, plans=5)
MOVES: Final = 400  # imagined for a decision: counted, so that the same luck gives the same choice on any machine


class Captain:
    def __init__(self, personality: Personality = STEADY, moves: int = MOVES) -> None:
        self.personality = personality
        self.moves = moves
        self.ways = Ways()

    def choose(self, game: Game, luck: random.Random, milliseconds: int) -> Choice:
        judge = Judge(game, game.decider(), self.personality, self.ways)
        question = game.question()
        plan = search(judge, luck, BREADTH, self.moves) if question is ACTIVATE else answer(judge, game.options())
        return Choice(plan.action, intent(judge, plan))
