"""The general's search: what the next unit might do, compared by forecasts.

He begins with the captain's plan and tries others that differ from it in what one unit does, all with the same dice;
after each round the worse half is dropped. The first forecast of a plan is dear, those with other dice are not, for
what both sides plan is known by then: the plans that look best come first, and those that are not reached in the time
for the first look are not considered. A plan is better than the first only if it is so after the enemy's reply, after
one's own next turn, and after both have acted again: what is better for the moment, or in the end only, has turned out
to be worth nothing.
"""

import random
import time
from typing import Final

from ..judgement.plans import Plan, no_more, side_plans
from ..judgement.position import Judge
from ..opponents.recruit import ready
from .forecast import Forecast, Known
from .rivals import Breadth, Candidate, rivals

OPINION: Final = 0.005  # of victory: what a strength point counts by which a plan is better at first look
MOST_ANSWERS: Final = 6
WORSE: Final = 3.0  # than the best at first look is not tried
FIRST_LOOK: Final = 0.7  # of the time, for one forecast of each: if it is too short, plans are taken over
OTHERS: Final = 0.4  # of the time for the first forecast is what each of the others takes, with plans of that one
HURRY: Final = 1.5  # the first of so many activations gets somewhat more than an equal share


def deliberate(judge: Judge, luck: random.Random, breadth: Breadth, seconds: float, forecasts: int) -> Plan:
    """The best thing to do next, after so many forecasts or in a share of the seconds that are left for the turn."""
    began = time.monotonic()
    units = ready(judge.game)
    acting = judge.battle.acting
    plans = side_plans(judge, units, began + seconds)
    if not plans:
        return no_more(judge)
    if acting in units:  # it goes on first, if it has anything more to do
        plans.sort(key=lambda plan: plan.action.unit != acting)
    number = len(plans)
    if 0 <= judge.battle.activations_left < number:
        number = judge.battle.activations_left
    deadline = began + seconds * min(1.0, HURRY / (number + 0.5))
    found = rivals(judge, plans, breadth, deadline)
    if len(plans) == 1:
        found.append(Candidate(no_more(judge), [], -plans[0].value))  # whoever was to stay where he is, stays
    found.sort(key=opinion_of, reverse=True)
    return compared(judge, [Candidate(plans[0], plans, 0.0), *found], luck, forecasts, deadline).plan


def consider(judge: Judge, luck: random.Random, options: list[Plan], seconds: float, forecasts: int) -> Plan:
    """The best of a few answers to a question that is not about activating units."""
    best = options[0].value
    likely = [Candidate(plan, [], plan.value - best) for plan in options[:MOST_ANSWERS] if plan.value > best - WORSE]
    return compared(judge, likely, luck, forecasts, time.monotonic() + seconds).plan


def opinion_of(candidate: Candidate) -> float:
    return candidate.opinion


class Rival:
    """A candidate, and how much likelier victory is after it than after the one to beat."""

    def __init__(self, candidate: Candidate) -> None:
        self.candidate = candidate
        self.gains: list[float] = []  # at each end of a forecast, summed
        self.forecasts = 0

    def add(self, values: list[float], to_beat: list[float]) -> None:
        gains = [value - other for value, other in zip(values, to_beat, strict=True)]
        self.gains = [so_far + gain for so_far, gain in zip(self.gains or [0.0] * len(gains), gains, strict=True)]
        self.forecasts += 1

    def margin(self) -> float:
        """The least of these gains, with what the plan looked like beforehand."""
        least = min(self.gains) / self.forecasts if self.forecasts else 0.0
        return least + OPINION * self.candidate.opinion


def compared(
    judge: Judge, candidates: list[Candidate], luck: random.Random, forecasts: int, deadline: float
) -> Candidate:
    """The best of them: the first is the one to beat."""
    first = candidates[0]
    alive = [Rival(candidate) for candidate in candidates[1:]]
    if not alive:
        return first
    left = forecasts
    began = time.monotonic()
    known: Known = {}
    # One beforehand tells how long they take, and leaves plans that the others may take over.
    Forecast(judge, luck.getrandbits(32), known, False).follow(first.plan.action, first.rest, deadline)
    for_all = (time.monotonic() - began) * (1.0 + OTHERS * len(alive))
    in_haste = for_all > FIRST_LOOK * (deadline - began)
    is_first_look = True
    while alive:
        rounds = len(alive).bit_length()
        now = time.monotonic()
        until = now + (deadline - now) * (FIRST_LOOK if is_first_look else 1.0 / rounds)
        enough = left - left // rounds
        while left > enough and time.monotonic() < until:
            seed = luck.getrandbits(32)
            found: list[list[float]] = []
            for one in [first, *[rival.candidate for rival in alive]]:
                if is_first_look and len(found) > 1 and time.monotonic() > until:
                    break
                forecast = Forecast(judge, seed, known, in_haste)
                if not forecast.follow(one.plan.action, one.rest, deadline):
                    break
                found.append(forecast.values())
                left -= 1
            if len(found) <= len(alive):
                if not is_first_look or len(found) < 2:
                    return the_better(first, alive)
                alive = alive[: len(found) - 1]
            for rival, values in zip(alive, found[1:], strict=True):
                rival.add(values, found[0])
            is_first_look = False
        if len(alive) == 1:
            break
        alive = sorted(alive, key=Rival.margin, reverse=True)[: (len(alive) + 1) // 2]
    return the_better(first, alive)


def the_better(first: Candidate, alive: list[Rival]) -> Candidate:
    best = max(alive, key=Rival.margin)
    return best.candidate if best.margin() > 0 else first
