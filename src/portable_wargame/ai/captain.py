"""The captain: weighs a plan for every unit of the side, and begins with the one that matters most."""

import math
import random
import time

from ..battle.battle import NOBODY
from ..game.actions import Action
from ..game.game import Game
from ..rules.activation import ACTIVATE
from .answers import answer
from .choice import Choice
from .intents import intent
from .personalities import STEADY, Personality
from .plans import Plan, plans_of
from .position import Judge
from .recruit import ready
from .ways import Ways

WORTH_IT = 0.02


class Captain:
    def __init__(self, personality: Personality = STEADY) -> None:
        self.personality = personality
        self.ways = Ways()

    def choose(self, game: Game, luck: random.Random, milliseconds: int) -> Choice:
        judge = Judge(game, game.decider(), self.personality, self.ways)
        plan = activate(judge) if game.question() is ACTIVATE else answer(judge, game.options())
        return Choice(plan.action, intent(judge, plan))


def activate(judge: Judge, deadline: float = math.inf) -> Plan:
    """The unit that is acting goes on with its plan; then the most urgent plan of the side, while there is one.

    When time is up, the most urgent of those found so far.
    """
    units = ready(judge.game)
    acting = judge.battle.acting
    if acting in units:
        best = best_plan(judge, acting)
        return best if best is not None else Plan(Action("done", acting), 0)
    best = None
    for unit in units:
        plan = best_plan(judge, unit)
        if plan is not None and (best is None or plan.value > best.value):
            best = plan
        if best is not None and time.monotonic() > deadline:
            break
    if best is not None:
        return best
    return Plan(Action("done", acting) if acting != NOBODY else Action("end"), 0)


def best_plan(judge: Judge, unit: int) -> Plan | None:
    plans = plans_of(judge, unit)
    return plans[0] if plans and plans[0].value > WORTH_IT else None
