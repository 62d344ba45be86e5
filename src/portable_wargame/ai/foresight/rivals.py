"""Rivals of a side's plan: plans that differ from it in what one unit does."""

from typing import Final

from ...game.actions import Action
from ..judgement.clock import seconds
from ..judgement.plans import Plan, plans_of
from ..judgement.position import Judge

WORSE: Final = 1.5  # further than this below the best at first look, a rival is not tried


class Breadth:
    """For how many units other plans are tried, the most urgent first, and how many for each."""

    def __init__(self, units: int, plans: int) -> None:
        self.units = units
        self.plans = plans


class Candidate:
    """What to do next, what to do with the other units, and how much better it looked beforehand."""

    def __init__(self, plan: Plan, rest: list[Plan], opinion: float) -> None:
        self.plan = plan
        self.rest = rest
        self.opinion = opinion


def rivals(judge: Judge, plans: list[Plan], breadth: Breadth, deadline: float) -> list[Candidate]:
    """The rivals of a side's plan, the most urgent first."""
    found: list[Candidate] = []
    if len(plans) > 1:
        found.append(Candidate(plans[1], plans[1:], -plans[0].value))  # the first does nothing
    for plan in plans[: breadth.units]:
        if seconds() < deadline:
            found += alternatives(judge, plan, plans, breadth.plans)
    return found


def alternatives(judge: Judge, planned: Plan, plans: list[Plan], number: int) -> list[Candidate]:
    """Other things that a unit might do, while all the others act as planned."""
    found: list[Candidate] = []
    known = {what(planned.action)}
    for plan in plans_of(judge, planned.action.unit):
        if len(found) < number and plan.value > planned.value - WORSE and what(plan.action) not in known:
            known.add(what(plan.action))
            found.append(Candidate(plan, plans, plan.value - planned.value))
    return found


def what(action: Action) -> tuple[str, int, tuple[int, ...]]:
    """An action, leaving out the way there and the facing."""
    return action.verb, action.target, action.path[-1:]
