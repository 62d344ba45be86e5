"""The general: tries several plans for the unit that matters most, each in many imagined courses of events.

The other units go on as a captain would have them; the enemy replies by the drill. All plans are tried with the same
dice, the worse half is dropped again and again, and what the captain thinks of a plan counts besides. The time is that
for all the decisions of a turn: each gets its share of what is left.
"""

import random
import time

from ..game.actions import Action
from ..game.game import Game
from ..rules.activation import ACTIVATE
from .answers import options_with_value
from .captain import WORTH_IT
from .choice import Choice
from .course import Course
from .intents import intent
from .personalities import STEADY, Personality
from .plans import Plan, plans_of
from .position import Judge
from .recruit import ready
from .ways import Ways

MARGIN = 0.9  # of the budget: the rest is for finishing what is begun
CANDIDATES = 5
ROUND = 4  # courses between two droppings
MOST_COURSES = 24  # for one plan
PRIOR = 1.0  # the captain's opinion of a plan, in courses' worth
CLOSE = 1.5  # plans that the captain thinks so much less of are not tried
SEARCHED = ("retreat", "lose-sp", "advance", "stand")  # answers to other questions that are worth a search


class Candidate:
    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.total = 0.0
        self.courses = 0

    def worth(self) -> float:
        return (self.total / self.courses if self.courses else 0.0) + PRIOR * self.plan.value


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
        judge = Judge(game, game.decider(), self.personality, self.ways)
        left = max(0.0, MARGIN * milliseconds / 1000 - self.spent)
        deadline = began + left
        if game.question() is ACTIVATE:
            candidates, context = self.for_a_unit(judge, deadline)
            share = left / max(1, len(context))
        else:
            candidates, context = self.for_a_question(judge), []
            share = left / 10
        best = candidates[0]
        if len(candidates) > 1:
            best = self.search(judge, candidates, context, luck, min(deadline, time.monotonic() + share))
        self.spent += time.monotonic() - began
        return Choice(best.plan.action, intent(judge, best.plan))

    def for_a_question(self, judge: Judge) -> list[Candidate]:
        plans = options_with_value(judge, judge.game.options())
        if plans[0].action.verb not in SEARCHED:
            return [Candidate(plans[0])]
        return [Candidate(plan) for plan in plans[:CANDIDATES] if plan.value > plans[0].value - CLOSE]

    def for_a_unit(self, judge: Judge, deadline: float) -> tuple[list[Candidate], list[Plan]]:
        """What the next unit might do, the captain's choice first; and the captain's plans for all units."""
        acting = judge.battle.acting
        done = Plan(Action("done", acting) if acting >= 0 else Action("end"), 0)
        plans: list[list[Plan]] = []
        for unit in ready(judge.game):
            if not plans or time.monotonic() < deadline:
                found = plans_of(judge, unit)
                if found and (found[0].value > WORTH_IT or unit == acting):
                    plans.append(found)
        plans.sort(key=lambda found: (found[0].action.unit != acting, -found[0].value))
        if not plans:
            return [Candidate(done)], []
        best = plans[0]
        candidates = [Candidate(plan) for plan in varied(best) if plan.value > max(best[0].value, 0.0) - CLOSE]
        if best[0].action.unit == acting:
            candidates.insert(0 if best[0].value <= WORTH_IT else len(candidates), Candidate(done))
        return candidates, [found[0] for found in plans]

    def search(
        self, judge: Judge, candidates: list[Candidate], context: list[Plan], luck: random.Random, deadline: float
    ) -> Candidate:
        alive = candidates
        for number in range(MOST_COURSES):
            seed = luck.getrandbits(32)
            values: list[float] = []
            for candidate in alive:
                value = Course(judge, seed).follow(candidate.plan.action, context, deadline)
                if value is None:
                    return max(alive, key=Candidate.worth) if alive[0].courses else candidates[0]
                values.append(value)
            for candidate, value in zip(alive, values, strict=True):
                candidate.total += value
                candidate.courses += 1
            if (number + 1) % ROUND == 0 and len(alive) > 1:
                alive = sorted(alive, key=Candidate.worth, reverse=True)[: (len(alive) + 1) // 2]
            if len(alive) == 1:
                break
        return max(alive, key=Candidate.worth)


def varied(plans: list[Plan]) -> list[Plan]:
    """The best of each kind: what is done, and where."""
    found: list[Plan] = []
    seen: set[tuple[str, int]] = set()
    for plan in plans:
        key = (plan.purpose, plan.target)
        if key not in seen:
            seen.add(key)
            found.append(plan)
        if len(found) >= CANDIDATES:
            break
    return found
