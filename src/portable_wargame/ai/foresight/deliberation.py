"""The general's search: what the next unit might do, compared by forecasts.

It begins with the captain's plan and tries others that differ from it in what one unit does, all with the same dice;
each round drops the worse half, until the forecasts are used up. A plan beats the first only if it is better after
the enemy's reply, after the side's own next turn, and after both have acted again: plans that look better only at
once, or only in the end, have proved worthless.
"""

import random
from typing import Final

from ...battle.battle import Battle
from ..judgement.clock import seconds
from ..judgement.plans import Plan, no_more, side_plans
from ..judgement.position import Judge
from ..judgement.ready import ready
from .forecast import AS_A_CAPTAIN, Forecast, Known, Reply
from .rivals import Breadth, Candidate, rivals

OPINION: Final = 0.005  # of victory: what a plan's gain at first look counts, for each strength point
MOST_ANSWERS: Final = 6
WORSE: Final = 3.0  # further than this below the best at first look, a plan is not tried
MANY: Final = 24  # units in play: where there are more, each forecast takes longer, and a decision gets fewer
FEWEST: Final = 4


class Effort:
    """How much thought one decision may have: this many forecasts. The clock is an emergency brake."""

    def __init__(self, forecasts: int, milliseconds: int, replies: tuple[Reply, ...] = (AS_A_CAPTAIN,)) -> None:
        self.forecasts = forecasts
        self.replies = replies  # of the enemy: a plan is judged half by all of them, half by the worst
        self.deadline = seconds() + milliseconds / 1000
        self.hurried = False  # the brake was needed

    def is_over(self) -> bool:
        if seconds() > self.deadline:
            self.hurried = True
        return self.hurried


def affordable(battle: Battle, forecasts: int) -> int:
    """How many of these forecasts a decision gets: by the units in play, not by the clock, so the same everywhere."""
    in_play = 0
    for unit in range(len(battle.at)):
        in_play += battle.still_in_play(unit)
    return forecasts if in_play <= MANY else max(FEWEST, forecasts * MANY // in_play)


def deliberate(judge: Judge, luck: random.Random, breadth: Breadth, effort: Effort) -> Plan:
    """The best thing to do next."""
    found = candidates(judge, breadth, effort)
    return compared(judge, found, luck, effort).plan if found else no_more(judge)


def candidates(judge: Judge, breadth: Breadth, effort: Effort) -> list[Candidate]:
    """The captain's plan, which is the one to beat, and any that may beat it; none if there is nothing to do."""
    units = ready(judge.game)
    acting = judge.battle.acting
    plans = side_plans(judge, units, effort.deadline)
    if not plans:
        return []
    if acting in units:  # it goes on first, if it has anything more to do
        plans.sort(key=lambda plan: plan.action.unit != acting)
    found = rivals(judge, plans, breadth, effort.deadline)
    if len(plans) == 1:
        found.append(Candidate(no_more(judge), [], -plans[0].value))  # units meant to stay, stay
    found.sort(key=opinion_of, reverse=True)
    return [Candidate(plans[0], plans, 0.0), *found]


def consider(judge: Judge, luck: random.Random, options: list[Plan], effort: Effort) -> Plan:
    """The best of a few answers to a question that is not about activating units."""
    best = options[0].value
    likely = [Candidate(plan, [], plan.value - best) for plan in options[:MOST_ANSWERS] if plan.value > best - WORSE]
    return compared(judge, likely, luck, effort).plan


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
        """The least of these gains, adding how the plan looked beforehand."""
        least = min(self.gains) / self.forecasts if self.forecasts else 0.0
        return least + OPINION * self.candidate.opinion


def compared(judge: Judge, candidates: list[Candidate], luck: random.Random, effort: Effort) -> Candidate:
    """The best of them: the first is the one to beat, and no more are looked at than there are forecasts for."""
    first = candidates[0]
    alive = [Rival(candidate) for candidate in candidates[1 : max(2, effort.forecasts)]]
    left = effort.forecasts
    known: Known = {}
    while alive and left > 0:
        enough = left - left // len(alive).bit_length()
        while left > enough:
            seed = luck.getrandbits(32)
            to_beat = forecast_of(judge, first, seed, known, effort)
            for rival in alive:
                values = forecast_of(judge, rival.candidate, seed, known, effort)
                if not values or not to_beat:
                    return the_better(first, alive)
                rival.add(values, to_beat)
            left -= len(alive) + 1
        if len(alive) == 1:
            break
        alive = sorted(alive, key=Rival.margin, reverse=True)[: (len(alive) + 1) // 2]
    return the_better(first, alive)


def forecast_of(judge: Judge, one: Candidate, seed: int, known: Known, effort: Effort) -> list[float]:
    """How likely victory is after it; nothing if the brake was needed."""
    mean: list[float] = []
    worst: list[float] = []
    for reply in effort.replies:
        forecast = Forecast(judge, seed, known, False, reply)
        if effort.is_over() or not forecast.follow(one.plan.action, one.rest, effort.deadline):
            effort.hurried = True
            return []
        values = forecast.values()
        if not mean:
            mean, worst = values.copy(), values.copy()
            continue
        for end in range(len(values)):
            mean[end] += values[end]
            worst[end] = min(worst[end], values[end])
    number = len(effort.replies)
    return [0.5 * mean[end] / number + 0.5 * worst[end] for end in range(len(mean))]


def the_better(first: Candidate, alive: list[Rival]) -> Candidate:
    """The best of those that were looked at."""
    best, most = first, 0.0
    for rival in alive:
        if rival.forecasts and rival.margin() > most:
            best, most = rival.candidate, rival.margin()
    return best
