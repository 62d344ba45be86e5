"""The general: asks what captains of several tempers would do, and imagines each of it to the end of the enemy's reply.
"""

import os
import random
import time

from ..game.actions import Action
from ..game.game import Game
from ..rules.activation import ACTIVATE
from .answers import answer
from .captain import WORTH_IT
from .choice import Choice
from .course import Course
from .intents import intent
from .personalities import STEADY, Personality
from .plans import Plan, plans_of
from .position import Judge
from .recruit import ready
from .ways import Ways

MARGIN = 0.92  # of the budget: the rest is for finishing what is begun
CANDIDATES = int(os.environ.get("H_CAND", "4"))
SAMPLES = int(os.environ.get("H_SAMPLES", "8"))
PRIOR = float(os.environ.get("H_PRIOR", "0.5"))
CLOSE = float(os.environ.get("H_CLOSE", "1.5"))
HELD = Action("hold")


class Candidate:
    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.total = 0.0
        self.samples = 0

    def worth(self) -> float:
        return (self.total / self.samples if self.samples else -99.0) + PRIOR * self.plan.value


class General:
    def __init__(self, personality: Personality = STEADY) -> None:
        self.personality = personality
        self.ways = Ways()

    def choose(self, game: Game, luck: random.Random, milliseconds: int) -> Choice:
        deadline = time.monotonic() + MARGIN * milliseconds / 1000
        judge = Judge(game, game.decider(), self.personality, self.ways)
        if game.question() is not ACTIVATE:
            plan = answer(judge, game.options())
            return Choice(plan.action, intent(judge, plan))
        plans = [found for found in (plans_of(judge, unit) for unit in ready(game)) if found]
        acting = game.battle.acting
        own = [found for found in plans if found[0].action.unit == acting]
        done = Plan(Action("done", acting) if acting >= 0 else Action("end"), 0)
        if own:
            best = own[0]
        else:
            best = max(plans, key=lambda found: found[0].value, default=[done])
            if best[0].value <= WORTH_IT:
                return Choice(done.action, intent(judge, done))
        context = sorted((found[0] for found in plans if found[0].value > WORTH_IT), key=lambda plan: -plan.value)
        liked = [plan for plan in best if plan.value > max(best[0].value, 0) - CLOSE]
        candidates = [Candidate(plan) for plan in varied(liked)]
        if own:
            candidates.append(Candidate(done))
        chosen = self.search(game, judge.side, candidates, context, luck, deadline)
        return Choice(chosen.plan.action, intent(judge, chosen.plan))

    def search(
        self, game: Game, side: int, candidates: list[Candidate], context: list[Plan], luck: random.Random, deadline: float
    ) -> Candidate:
        alive = candidates.copy()
        if len(alive) == 1:
            return alive[0]
        for number in range(SAMPLES):
            seed = luck.getrandbits(32)
            for candidate in alive:
                value = Course(game, side, self.ways, seed).follow(candidate.plan.action, context, deadline)
                if value is None:
                    return max(alive, key=lambda one: one.worth())
                candidate.total += value
                candidate.samples += 1
        return max(alive, key=lambda one: one.worth())


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
