"""The search: what a side might do next, tried in imagined courses of events.

The plan to beat is the one that looks best unit by unit. The others differ from it in what one unit does. All are
followed in courses with the same dice; after each round the worse half is dropped, so that the work goes into those
that are hard to tell apart (sequential halving). What a plan looked like beforehand counts as much as a number of
courses: with little work done the search changes nothing, and the more it has seen, the more that counts.
"""

import math
import random
import time
from typing import Final

from ..battle.battle import NOBODY
from ..game.actions import Action
from .course import Course
from .plans import Plan, best_plan, plans_of, side_plans
from .position import Judge
from .recruit import ready

OPINION: Final = 2  # courses: what the first look at a plan is worth
WORSE: Final = 1.5  # than the best at first look is not tried


class Breadth:
    """For how many units other plans are tried, the most urgent first, and how many for each."""

    def __init__(self, units: int, plans: int) -> None:
        self.units = units
        self.plans = plans


class Candidate:
    """What to do next, what to do with the other units, and how it looked beforehand."""

    def __init__(self, plan: Plan, rest: list[Plan], opinion: float) -> None:
        self.plan = plan
        self.rest = rest
        self.opinion = opinion
        self.total = 0.0  # of the courses followed
        self.courses = 0

    def value(self) -> float:
        return (self.total + OPINION * self.opinion) / (self.courses + OPINION)


def search(judge: Judge, luck: random.Random, breadth: Breadth, moves: int) -> Plan:
    """The best thing to do next, after so many imagined moves."""
    units = ready(judge.game)
    if judge.battle.acting in units:
        return best_plan(judge, judge.battle.acting) or no_more(judge)
    plans = side_plans(judge, units)
    if not plans:
        return no_more(judge)
    candidates = [Candidate(plans[0], plans, 0.0), *rivals(judge, plans, breadth)]
    return halved(judge, candidates, luck, moves).plan


def no_more(judge: Judge) -> Plan:
    """What is said when nothing is worth doing."""
    acting = judge.battle.acting
    return Plan(Action("done", acting) if acting != NOBODY else Action("end"), 0)


def rivals(judge: Judge, plans: list[Plan], breadth: Breadth, deadline: float = math.inf) -> list[Candidate]:
    """What differs from the side's plan in what one unit does."""
    found: list[Candidate] = []
    if len(plans) > 1:
        found.append(Candidate(plans[1], plans[1:], -plans[0].value))  # the first does nothing
    for plan in plans[: breadth.units]:
        if time.monotonic() < deadline:
            found += alternatives(judge, plan, plans, breadth.plans)
    return found


def alternatives(judge: Judge, planned: Plan, plans: list[Plan], number: int) -> list[Candidate]:
    """Other things that a unit might do, and everybody else as planned."""
    found: list[Candidate] = []
    known = {what(planned.action)}
    for plan in plans_of(judge, planned.action.unit):
        if len(found) < number and plan.value > planned.value - WORSE and what(plan.action) not in known:
            known.add(what(plan.action))
            found.append(Candidate(plan, plans, plan.value - planned.value))
    return found


def what(action: Action) -> tuple[str, int, tuple[int, ...]]:
    """An action but for the way there and the facing."""
    return action.verb, action.target, action.path[-1:]


def halved(judge: Judge, candidates: list[Candidate], luck: random.Random, moves: int) -> Candidate:
    """The best of them: in every round all courses have the same dice, after it the worse half is dropped."""
    alive = candidates
    left = moves
    while len(alive) > 1:
        enough = left - left // (len(alive) - 1).bit_length()
        while left > enough:
            seed = luck.getrandbits(32)
            for one in alive:
                course = Course(judge, seed)
                course.follow(one.plan.action, one.rest)
                left -= course.moves
                one.total += course.value()
                one.courses += 1
        alive = sorted(alive, key=Candidate.value, reverse=True)[: (len(alive) + 1) // 2]
    return alive[0]
