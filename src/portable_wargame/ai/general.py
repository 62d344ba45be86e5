"""The general: has captains of several tempers plan the rest of the turn, and tries each plan in many imagined courses.

Whole plans are compared, not single moves: what they differ by adds up over all units, so that a few dozen courses tell
them apart. All are tried with the same dice, and the temper in hand is given up only for one that is clearly better.
The time is that for all the decisions of a turn: each gets half of what is left, as there is less and less to decide.
"""

import math
import random
import time

from ..game.actions import Action
from ..game.game import Game
from ..rules.activation import ACTIVATE
from .answers import answer
from .captain import WORTH_IT, activate
from .choice import Choice
from .course import Course
from .intents import intent
from .personalities import POSTURES, STEADY, Personality
from .plans import Plan, plans_of
from .position import Judge
from .recruit import ready
from .ways import Ways

MARGIN = 0.9  # of the budget: the rest is for finishing what is begun
SHARE = 0.5  # of the time left
ROUND = 4  # courses between two droppings
MOST_COURSES = 96  # for one plan
CLEARLY = 1.0  # standard errors


class Candidate:
    """A temper, with the plans it has for all units, the most urgent first; and how much better they do."""

    def __init__(self, mind: Personality, plans: list[Plan]) -> None:
        self.mind = mind
        self.plans = plans
        self.gain = 0.0  # over the temper in hand, summed over the courses
        self.squares = 0.0
        self.courses = 0

    def add(self, gain: float) -> None:
        self.gain += gain
        self.squares += gain * gain
        self.courses += 1

    def mean(self) -> float:
        return self.gain / self.courses if self.courses else 0.0

    def surely(self) -> float:
        """The gain that it has at least, as far as these courses tell."""
        if self.courses < ROUND:
            return -math.inf
        variance = max(0.0, self.squares / self.courses - self.mean() ** 2)
        return self.mean() - CLEARLY * math.sqrt(variance / (self.courses - 1))


class General:
    def __init__(self, personality: Personality = STEADY) -> None:
        self.personality = personality
        self.ways = Ways()
        self.turn = -1
        self.mind = personality  # the temper in hand
        self.spent = 0.0  # seconds, in this turn

    def choose(self, game: Game, luck: random.Random, milliseconds: int) -> Choice:
        began = time.monotonic()
        if game.battle.turn != self.turn:
            self.turn, self.mind, self.spent = game.battle.turn, self.personality, 0.0
        left = max(0.0, MARGIN * milliseconds / 1000 - self.spent)
        judge = Judge(game, game.decider(), self.mind, self.ways)
        if game.question() is not ACTIVATE:
            plan = answer(judge, game.options())
        elif game.battle.acting in ready(game):
            plan = activate(judge, began + left)
        else:
            plan = self.search(judge, luck, began + SHARE * left)
        self.spent += time.monotonic() - began
        return Choice(plan.action, intent(judge, plan))

    def search(self, judge: Judge, luck: random.Random, deadline: float) -> Plan:
        """The first action of the best plan."""
        first = Candidate(self.mind, side_plans(judge, deadline))
        candidates = [first]
        for mind in (self.personality, *POSTURES):
            if time.monotonic() < deadline:
                other = Candidate(mind, side_plans(Judge(judge.game, judge.side, mind, self.ways), deadline))
                if all(differ(other, one) for one in candidates):
                    candidates.append(other)
        best = self.compare(judge, candidates, luck, deadline)
        self.mind = best.mind
        return best.plans[0]

    def compare(self, judge: Judge, candidates: list[Candidate], luck: random.Random, deadline: float) -> Candidate:
        first = candidates[0]
        alive = candidates
        for number in range(MOST_COURSES):
            if len(alive) == 1:
                break
            seed = luck.getrandbits(32)
            values: list[float] = []
            for candidate in alive:
                value = Course(judge, seed).follow(candidate.plans[0].action, candidate.plans, deadline)
                if value is None:
                    return chosen(alive, first)
                values.append(value)
            for candidate, value in zip(alive, values, strict=True):
                candidate.add(value - values[0])
            if (number + 1) % (2 * ROUND) == 0 and len(alive) > 2:
                worst = min(alive[1:], key=Candidate.mean)
                alive = [one for one in alive if one is not worst]
        return chosen(alive, first)


def side_plans(judge: Judge, deadline: float) -> list[Plan]:
    """What a captain would do with every unit; when time is up, with those looked at so far."""
    acting = judge.battle.acting
    plans: list[Plan] = []
    for unit in ready(judge.game):
        found = plans_of(judge, unit)
        if found and found[0].value > WORTH_IT:
            plans.append(found[0])
        if plans and time.monotonic() > deadline:
            break
    plans.sort(key=lambda plan: -plan.value)
    return plans or [Plan(Action("done", acting) if acting >= 0 else Action("end"), 0)]


def differ(one: Candidate, other: Candidate) -> bool:
    return {plan.action for plan in one.plans} != {plan.action for plan in other.plans}


def chosen(alive: list[Candidate], first: Candidate) -> Candidate:
    best = max(alive, key=Candidate.surely)
    return best if best is not first and best.surely() > 0 else first
