"""The captain: weighs a plan for every unit of the side, and carries out the most urgent one.

How it thinks, from the bottom up:

* `aims` reads the objectives: what to take, keep or deny, who wins if nothing more happens, how much a loss
  matters; `values` and `strikes` say what units and blows are worth.
* `position` judges where a unit stands: objectives and the way to them, cover and arcs, company, what it threatens,
  what threatens it. An enemy fires once, at the best target: a friend who draws the fire makes others safer.
* `plans` puts a unit wherever it may go, with the best blow from there. The best plans of all units, the most urgent
  first and shots before moves, are the plan of the side. After every action it reconsiders those that were most urgent,
  until one still is: events elsewhere on the board seldom make another more urgent.
* `answers` settles the other questions at a glance; `personalities` hold the weights of all this.

The general begins with the captain's plan and searches for better ones: `rivals` differ from it in what one unit does;
in a `forecast` (with what is `imagined` of blows and answers) the enemy does what a captain would plan, and `standing`
says how likely victory is after it; `deliberation` spends its time on them.
"""

import math
import random
from functools import partial

from ...game.game import Game
from ...rules.turn.activation import ACTIVATE
from ..judgement.answers import answer
from ..judgement.personalities import STEADY, Personality
from ..judgement.plans import Plan, best_plan, no_more, urgency
from ..judgement.position import Judge
from ..judgement.ready import ready
from ..judgement.ways import Ways
from .choice import Choice
from .intents import intent


class Captain:
    def __init__(self, personality: Personality = STEADY) -> None:
        self.personality = personality
        self.ways = Ways()
        self.turn = -1
        self.urgent: dict[int, float] = {}  # by unit, how urgent its plan was when it was last looked at this turn

    def choose(self, game: Game, luck: random.Random, milliseconds: int) -> Choice:
        judge = Judge(game, game.decider(), self.personality, self.ways)
        plan = self.activate(judge) if game.question() is ACTIVATE else answer(judge, game.options())
        return Choice(plan.action, partial(intent, judge, plan))

    def activate(self, judge: Judge) -> Plan:
        """The unit that is acting goes on; otherwise, do what is most urgent for the side."""
        units = ready(judge.game)
        acting = judge.battle.acting
        plan = best_plan(judge, acting) if acting in units else self.most_urgent(judge, units)
        return plan or no_more(judge)

    def most_urgent(self, judge: Judge, units: list[int]) -> Plan | None:
        if judge.battle.turn != self.turn:
            self.turn, self.urgent = judge.battle.turn, {}
        best: Plan | None = None
        most = 0.0
        for unit in sorted(units, key=self.last_known, reverse=True):
            if best is not None and most >= self.last_known(unit):
                break
            plan = best_plan(judge, unit)
            self.urgent[unit] = urgency(judge, plan) if plan is not None else 0.0
            if plan is not None and self.urgent[unit] > most:
                best, most = plan, self.urgent[unit]
        return best

    def last_known(self, unit: int) -> float:
        return self.urgent.get(unit, math.inf)
