"""Forecasts: how a turn may go if both sides do what a captain would plan, and how likely victory is then.

Nobody rolls for blows; they count by their odds: each unit keeps the odds of the strength it may have left, and
strikes at full strength while it lives. A unit is driven back or pinned if that is more likely than not. With this
little left to luck, a few forecasts tell two plans apart.
"""

import math
from typing import Final

from ...battle.battle import NOBODY, UNDECIDED
from ...game.actions import Action
from ...game.agenda import Step
from ...game.changes import pin
from ...game.dice import Dice
from ...game.tables import DESTROYED, LOSES_SP, MUST_RETREAT, PINNED, RETREATS_OR_LOSES_SP
from ...rules.combat.combat_phase import WHICH_FIGHT_NEXT
from ...rules.fire.artillery import DECLARE_BOMBARDMENTS
from ...rules.movement.retreat import retreat_cells
from ...rules.turn.activation import ACTIVATE
from ..judgement.answers import standing_in
from ..judgement.clock import seconds
from ..judgement.likely import Likely
from ..judgement.personalities import STEADY, Personality
from ..judgement.plans import Plan, best_plan, in_order, side_plans
from ..judgement.position import Judge
from ..judgement.ready import ready
from ..judgement.standing import outcome, standing
from ..judgement.strikes import effects_of, fight, put, split
from .imagined import Imagined, answered, attack, bombardments, end_activation, planned, struck, weighed

LONGEST: Final = 300  # moves
PHASES: Final = 4  # imagined after this one: the enemy's reply and the side's own next turn, twice
PHASES_IN_HASTE: Final = 2
ENDS: Final = (1, 2, 4)  # phases after which victory is judged
FACINGS: Final = 1  # facings tried in a cell
LIKELY_GONE: Final = 0.3  # a unit less likely than this to survive does nothing more
NEAREST: Final = 3  # how many enemies think again about plans known from another forecast
REACH: Final = 8  # cells


class Reply:
    """How the enemy is assumed to answer: as a captain of some temper, or by standing fast and firing."""

    def __init__(self, number: int, personality: Personality, stands: bool = False) -> None:
        self.number = number
        self.personality = personality
        self.stands = stands


AS_A_CAPTAIN: Final = Reply(0, STEADY)


# Plans for a whole side, by the state for which they were made, and by turn and side alone: those made last.
Known = dict[tuple[int, ...], list[Plan]]


class Forecast:
    """From the decision that waits to the end of the side's next turn but one; in haste, to the end of its next."""

    def __init__(self, judge: Judge, seed: int, known: Known, in_haste: bool, reply: Reply = AS_A_CAPTAIN) -> None:
        """`known` are plans of other forecasts, which differ from this in what one unit does, or in the dice."""
        self.game = judge.game.copy(Dice(seed))
        self.side = judge.side
        self.ways = judge.ways
        self.personality = judge.personality
        self.known = known
        self.in_haste = in_haste
        self.reply = reply
        self.phases = PHASES_IN_HASTE if in_haste else PHASES
        self.likely = Likely(self.game)
        self.driven = [0.0] * len(self.likely.alive)  # the odds that each has been driven back since it last acted
        self.shaken = [0.0] * len(self.likely.alive)  # or pinned
        self.standings: list[float] = []
        self.moves = 0
        self.is_over = False
        self.has_replied = False  # the enemy
        self.changed = NOBODY

    def follow(self, action: Action, plans: list[Plan], deadline: float) -> bool:
        """Carry out an action, the rest of the turn as planned, and go on from there; false if time is up."""
        game = self.game
        self.changed = action.unit
        todo = {plan.action.unit: plan.action for plan in plans if plan.action.unit != action.unit}
        judge = self.judge(self.side)
        # Without a plan for the rest of the side, one is made when the side continues.
        phase = (game.battle.turn, self.side if plans else NOBODY)
        self.perform(judge, Imagined(action))
        phases = 0
        while self.moves < LONGEST:
            question = game.question()
            if question is None or game.battle.winner != UNDECIDED:
                self.is_over = True
                break
            decider = game.decider()
            if question is ACTIVATE and (game.battle.turn, decider) != phase:
                phase = (game.battle.turn, decider)
                if phases:
                    self.standings.append(self.standing(decider))
                phases += 1
                if phases > self.phases:
                    break
                self.recover(1 - decider)
                judge = self.judge(decider)
                todo = self.plan(judge, deadline)
            elif judge.side != decider:
                judge = self.judge(decider)
            if seconds() > deadline:
                return False
            if question is DECLARE_BOMBARDMENTS:
                for shot in bombardments(judge, game.options()):
                    self.count(shot)
                self.perform(judge, Imagined(Action("done")))
            elif question is WHICH_FIGHT_NEXT:
                self.fight()
            elif question is ACTIVATE:
                self.perform(judge, planned(judge, todo))
            else:
                self.perform(judge, answered(judge))
        return True

    def values(self) -> list[float]:
        """How likely victory is, after each of the phases that count."""
        found = self.standings
        if len(found) < self.phases:
            last = outcome(self.likely, self.side) if self.is_over else self.standing(self.game.decider())
            found += [last] * (self.phases - len(found))
        return [found[end - 1] for end in ENDS if end <= self.phases]

    def standing(self, acts_next: int) -> float:
        return standing(self.likely, self.side, acts_next)

    def judge(self, decider: int) -> Judge:
        judge = Judge(
            self.game, decider, self.personality if decider == self.side else self.reply.personality, self.ways
        )
        judge.facings_tried = FACINGS
        return judge

    def plan(self, judge: Judge, deadline: float) -> dict[int, Action]:
        """What the side that is to act does with its units; as things stand the same as in any other forecast."""
        battle = judge.battle
        if self.reply.stands and judge.side != self.side:
            return self.fire_only(judge)
        state = (
            self.reply.number,
            battle.turn,
            judge.side,
            *battle.at,
            *battle.facing,
            *battle.activity,
            *battle.strength,
        )
        if any(battle.pinned):
            state += tuple([int(pinned) for pinned in battle.pinned])
        is_reply = judge.side != self.side and not self.has_replied
        if is_reply:
            self.has_replied = True
        plans = self.known.get(state)
        if plans is None:
            plans = self.known[state] = self.planned_anew(judge, is_reply, deadline)
        alive = self.likely.alive
        return {plan.action.unit: plan.action for plan in plans if alive[plan.action.unit] > LIKELY_GONE}

    def fire_only(self, judge: Judge) -> dict[int, Action]:
        """The plan of a side that stands where it is."""
        found: dict[int, Action] = {}
        for unit in ready(self.game):
            blow = attack(judge, unit) if self.likely.alive[unit] > LIKELY_GONE else None
            if blow is not None and blow.action.verb == "fire":
                found[unit] = blow.action
        return found

    def planned_anew(self, judge: Judge, is_reply: bool, deadline: float) -> list[Plan]:
        """The enemy thinks about the reply. In haste the reply, and always whatever comes later, is taken from another
        forecast, except for units that meet the one in which the two differ."""
        units = ready(self.game)
        key = (self.reply.number, judge.battle.turn, judge.side)
        plans = self.known.get(key)
        if plans is None or (is_reply and not self.in_haste):
            plans = self.known[key] = side_plans(judge, units, deadline)
            return plans
        again = self.who_thinks_again(judge, units)
        plans = [plan for plan in plans if plan.action.unit not in again]
        for unit in again:
            plan = best_plan(judge, unit)
            if plan is not None:
                plans.append(plan)
        return in_order(judge, plans)

    def who_thinks_again(self, judge: Judge, units: list[int]) -> list[int]:
        """For a side with plans from another forecast, the units that meet the one that differs in this one."""
        battle = judge.battle
        if judge.side == self.side:
            return [self.changed] if self.changed in units else []
        if self.changed == NOBODY or battle.at[self.changed] < 0:
            return []
        cell = battle.at[self.changed]
        grid = battle.field.grid
        near = [(grid.distance(battle.at[unit], cell), unit) for unit in units if battle.at[unit] >= 0]
        near.sort()
        return [unit for away, unit in near[:NEAREST] if away <= REACH]

    def perform(self, judge: Judge, done: Imagined) -> None:
        """Carry it out; a shot or a fight is only counted."""
        game = self.game
        action = done.action
        self.moves += 1
        if game.question() is not ACTIVATE or not game.is_attack(action):
            game.perform(action)
            return
        quick = action.verb in ("fire", "fight") and not action.air and not done.known
        self.count(struck(judge, action) if quick else weighed(judge, done))
        end_activation(game, action.unit)

    def fight(self) -> None:
        """The best of the close combats that are fought together; nobody advances after it."""
        game = self.game
        battle = game.battle
        step = game.agenda[-1]
        best, chosen, against = -math.inf, Imagined(Action("fight")), NOBODY
        for action in game.options():
            enemy = battle.units_in(action.target)[0]
            gain, loss = fight(game, action.unit, enemy)
            if gain - loss > best:
                best, chosen, against = gain - loss, Imagined(action, gain, loss, True), enemy
        self.moves += 1
        self.count(chosen)
        game.agenda.pop()
        game.forget_options()
        game.push(Step(WHICH_FIGHT_NEXT, step.side, settled=(*step.settled, against)))
        game.advance()

    def count(self, blow: Imagined) -> None:
        """What a blow is likely to do to either side, as far as there is anybody left to strike it and to be struck."""
        battle = self.game.battle
        attacker = blow.action.unit
        side = battle.side_of(attacker)
        alive = self.likely.alive
        for enemy in battle.units_in(blow.action.target):
            if battle.side_of(enemy) != side:
                effects = effects_of(self.game, blow.action)
                gain, loss = blow.gain * alive[attacker] * (1.0 - self.shaken[attacker]), blow.loss * alive[enemy]
                self.suffer(enemy, gain, effects)
                if loss > 0:
                    self.suffer(attacker, loss, effects)
                break

    def suffer(self, unit: int, loss: float, effects: list[tuple[float, int]]) -> None:
        """Of what a blow may do to a unit: losses count by their odds, the rest happens when it is likely enough."""
        game = self.game
        likely = self.likely
        odds = split(game, unit, loss, effects)
        away = odds.get(MUST_RETREAT, 0.0) + odds.get(RETREATS_OR_LOSES_SP, 0.0)
        lost = odds.get(LOSES_SP, 0.0)
        gone = odds.get(DESTROYED, 0.0)
        cells = retreat_cells(game.battle, game.ruleset, unit) if away else []
        if not cells:  # a unit that cannot retreat loses strength instead
            lost, gone = (lost + away, gone) if likely.by_strength else (lost, gone + away)
        likely.strike(unit, lost + gone * likely.points[unit] if likely.by_strength else gone)
        if cells and happens(self.driven, unit, away):
            self.fall_back(unit, cells)
        if happens(self.shaken, unit, odds.get(PINNED, 0.0)):
            pin(game, unit, "")

    def fall_back(self, unit: int, cells: list[int]) -> None:
        """Retreat to the best of these cells; given the choice, a unit gives ground rather than strength."""
        battle = self.game.battle
        judge = self.judge(battle.side_of(unit))
        faced = battle.facing[unit]
        best, chosen = -math.inf, cells[0]
        for cell in cells:
            value = standing_in(judge, unit, cell, faced)
            if value > best:
                best, chosen = value, cell
        put(battle, unit, chosen, faced)

    def recover(self, side: int) -> None:
        """The side has had its turn: anything not likely enough has not happened."""
        for unit in self.game.battle.units(side):
            self.driven[unit] = self.shaken[unit] = 0.0


def happens(odds: list[float], unit: int, more: float) -> bool:
    """Whether something has become more likely than not for a unit; then it is not counted any further."""
    odds[unit] = 1.0 - (1.0 - odds[unit]) * (1.0 - min(1.0, more))
    if odds[unit] <= 0.5:
        return False
    odds[unit] = 0.0
    return True
