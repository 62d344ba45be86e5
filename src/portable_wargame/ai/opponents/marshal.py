"""The marshal: improves the plan for the side's whole turn, unit by unit, and remembers it as the dice fall.

The general compares plans that differ from the captain's in what one unit does, carries out the best, and begins again
from the captain's plan. The marshal goes on from the better plan: with one unit's part changed, it looks for another
unit that should do something else as well. It keeps what it has found for units until they act, unless the dice forbid
it. It also compares its guns' targets by forecasts.
"""

# Not compiled: it only hands the thinking on.

import random
from functools import partial

from ...game.game import Game
from ...rules.combat.close_combat import WHETHER_TO_ADVANCE
from ...rules.combat.hits import RETREAT_OR_LOSE_SP, WHERE_TO_RETREAT
from ...rules.fire.artillery import DECLARE_BOMBARDMENTS
from ...rules.turn.activation import ACTIVATE
from ..foresight.deliberation import Effort, affordable, compared, consider
from ..foresight.rivals import Breadth, Candidate, rivals
from ..judgement.answers import answer, options_with_value
from ..judgement.personalities import STEADY, Personality
from ..judgement.plans import Plan, in_order, no_more, side_plans
from ..judgement.position import Judge
from ..judgement.ready import ready
from ..judgement.ways import Ways
from .choice import Choice
from .intents import intent

BREADTH = Breadth(units=6, plans=6)
FORECASTS = 60  # forecasts for improving one unit's part of the plan
ROUNDS = 3  # how many parts of it may change before it acts
FOR_AN_ANSWER = 12
ANSWERS = (RETREAT_OR_LOSE_SP, WHERE_TO_RETREAT, WHETHER_TO_ADVANCE, DECLARE_BOMBARDMENTS)


class Marshal:
    def __init__(self, personality: Personality = STEADY) -> None:
        self.personality = personality
        self.ways = Ways()
        self.turn = -1
        self.kept: dict[int, Plan] = {}  # by unit: what it is to do this turn instead of what a captain would

    def choose(self, game: Game, luck: random.Random, milliseconds: int) -> Choice:
        judge = Judge(game, game.decider(), self.personality, self.ways)
        effort = Effort(affordable(judge.battle, FORECASTS), milliseconds)
        if game.question() is ACTIVATE:
            plan = self.activate(judge, luck, effort)
        elif game.question() in ANSWERS:
            effort.forecasts = min(effort.forecasts, FOR_AN_ANSWER)
            plan = consider(judge, luck, options_with_value(judge, game.options()), effort)
        else:
            plan = answer(judge, game.options())
        return Choice(plan.action, partial(intent, judge, plan), effort.hurried)

    def activate(self, judge: Judge, luck: random.Random, effort: Effort) -> Plan:
        """The first action of the best plan for the rest of the turn."""
        plans = self.planned(judge, effort)
        if not plans:
            return no_more(judge)
        best = Candidate(plans[0], plans, 0.0)
        for _ in range(ROUNDS):
            others = rivals(judge, best.rest, BREADTH, effort.deadline)
            if len(best.rest) == 1:
                others.append(Candidate(no_more(judge), [], -best.plan.value))
            others.sort(key=lambda one: -one.opinion)
            better = compared(judge, [best, *others], luck, effort)
            if better is best:
                break
            if not better.rest:  # nobody is to do anything more
                return better.plan
            unit = better.plan.action.unit
            self.kept[unit] = better.plan
            rest = [plan for plan in better.rest if plan.action.unit != unit]
            best = Candidate(better.plan, [better.plan, *rest], 0.0)
        self.kept.pop(best.plan.action.unit, None)
        return best.plan

    def planned(self, judge: Judge, effort: Effort) -> list[Plan]:
        """The captain's plan, with any improvements found that are still possible."""
        if self.turn != judge.battle.turn:
            self.turn, self.kept = judge.battle.turn, {}
        units = ready(judge.game)
        kept = {unit: plan for unit, plan in self.kept.items() if unit in units and judge.game.allows(plan.action)}
        plans = [plan for plan in side_plans(judge, units, effort.deadline) if plan.action.unit not in kept]
        plans = in_order(judge, [*plans, *kept.values()])
        acting = judge.battle.acting
        if acting in units:  # it goes on first, if it has anything more to do
            plans.sort(key=lambda plan: plan.action.unit != acting)
        return plans
