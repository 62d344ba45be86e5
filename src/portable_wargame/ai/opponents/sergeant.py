"""The sergeant: sees to one unit after another. Each does what is worth most at once, in strength points by the exact
odds; if nothing is worth anything, it goes straight on to the nearest objective or enemy. Facing, danger, and anything
that pays off later are for captains."""

import random
from functools import partial
from typing import Final

from ...battle.battle import NOBODY
from ...battle.unit import AIRCRAFT, ARTILLERY, COMMANDER
from ...game.actions import Action
from ...game.game import Game
from ...game.outcomes import outcome as outcome_row
from ...rules.turn.activation import ACTIVATE, options_of
from ..judgement.answers import answer
from ..judgement.personalities import HEADLONG, Personality
from ..judgement.plans import Plan, deed, flight, no_more
from ..judgement.position import CIVIL, TO_TAKE, WAYS_OFF, Judge
from ..judgement.ready import ready
from ..judgement.strikes import put
from ..judgement.ways import Ways
from .choice import Choice
from .intents import intent

WORTH_IT: Final = 0.1  # strength points
SETTLED: Final = 0.01
LOOKING_AHEAD: Final = 0.2  # of a step
OFF_THE_BOARD: Final = -99.0


class Sergeant:
    def __init__(self, personality: Personality = HEADLONG) -> None:
        self.personality = personality
        self.ways = Ways()

    def choose(self, game: Game, luck: random.Random, milliseconds: int) -> Choice:
        judge = Judge(game, game.decider(), self.personality, self.ways)
        plan = activate(judge) if game.question() is ACTIVATE else at_once(judge)
        return Choice(plan.action, partial(intent, judge, plan))


def at_once(judge: Judge) -> Plan:
    """Think no further than now: guns fire where they do most harm, others give ground rather than strength, and
    stay."""
    options = judge.game.options()
    shots = [attack(judge, action) for action in options if action.verb == "bombard"]
    if shots:
        best = max(shots, key=lambda plan: plan.value)
        return shell_or_gas(judge, best, shots) if best.value > WORTH_IT else Plan(options[-1], 0.0)
    verbs = [action.verb for action in options]
    liked = "retreat" if "retreat" in verbs else "stand" if "advance" in verbs else ""
    return answer(judge, [action for action in options if not liked or action.verb == liked])


def shell_or_gas(judge: Judge, best: Plan, shots: list[Plan]) -> Plan:
    """The odds are those of a shell either way: they leave out what a cloud does later."""
    gun, target = best.action.unit, best.action.target
    alike = [
        shot.action for shot in shots if (shot.action.unit, shot.action.target, shot.value) == (gun, target, best.value)
    ]
    return answer(judge, alike)


def activate(judge: Judge) -> Plan:
    acting = judge.battle.acting
    units = ready(judge.game)
    for unit in [acting] if acting in units else units:
        plan = best_deed(judge, unit) or march(judge, unit)
        if plan is not None:
            return plan
    return no_more(judge)


def best_deed(judge: Judge, unit: int) -> Plan | None:
    """The best that the unit can do on the spot."""
    options = options_of(judge.game, unit)
    if not judge.battle.is_a(unit, AIRCRAFT):
        options = [action for action in options if action.verb not in ("move", "enter")]
    plans = [deed_at_once(judge, action) for action in options]
    best = max([plan for plan in plans if plan is not None], key=lambda plan: plan.value, default=None)
    return best if best is not None and best.value > WORTH_IT else None


def deed_at_once(judge: Judge, action: Action) -> Plan | None:
    """What an action is worth at once, if it is one worth considering on the spot."""
    battle = judge.battle
    if battle.is_a(action.unit, AIRCRAFT):
        return flight(judge, action)
    if not judge.game.is_attack(action):
        return deed(judge, action)
    return attack(judge, action) if not battle.is_a(action.unit, CIVIL) else None


def attack(judge: Judge, action: Action) -> Plan:
    """The strength points that it costs the enemy, less those that it costs its own side."""
    value = 0.0
    for chance in judge.game.chances(action):
        for place, (unit, outcome) in enumerate(chance.effects):
            lost = chance.probability * strength_lost(judge, unit, outcome)
            if outcome == "destroyed":
                lost -= chance.probability * chance.effects[:place].count((unit, "loses-sp"))
            value += lost if judge.battle.side_of(unit) != judge.side else -lost
    return Plan(action, value, action.verb, action.target)


def strength_lost(judge: Judge, unit: int, outcome: str) -> float:
    row = outcome_row(outcome)
    if row.removes:
        return float(judge.battle.strength[unit]) if judge.game.ruleset.strength is not None else 1.0
    return row.points


def march(judge: Judge, unit: int) -> Plan | None:
    """The move that brings it nearest to where it is wanted, facing the way it goes."""
    battle = judge.battle
    stood, faced = battle.at[unit], battle.facing[unit]
    now = way_to_go(judge, unit) if stood >= 0 else OFF_THE_BOARD
    best: Plan | None = None
    known: dict[int, float] = {}  # by cell: however the unit faces there
    for action in options_of(judge.game, unit):
        if action.verb not in ("move", "enter") or action.double:
            continue
        cell = action.path[-1] if action.path else action.target if action.verb == "enter" else stood
        if battle.is_a(unit, COMMANDER) and battle.enemy_next_to(cell, judge.side):
            continue
        if cell not in known:
            put(battle, unit, cell, action.facing)
            known[cell] = way_to_go(judge, unit)
            put(battle, unit, stood, faced)
        value = known[cell] - now
        if value > SETTLED and looks_ahead(judge, stood, action):
            value += LOOKING_AHEAD
        if value > SETTLED and (best is None or value > best.value):
            best = Plan(action, value, "arrive" if action.verb == "enter" else "move", cell)
    return best


def looks_ahead(judge: Judge, stood: int, action: Action) -> bool:
    """Whether a move ends in the direction of its last step; a unit that comes on looks across the board."""
    if action.verb == "enter":
        return action.facing == judge.battle.facing[action.unit]
    if not action.path:
        return False
    before = action.path[-2] if len(action.path) > 1 else stood
    return action.facing == judge.battle.field.grid.direction(before, action.path[-1])


def way_to_go(judge: Judge, unit: int) -> float:
    """In steps: a Commander stays with the troops, guns come within range, others go for the objective or the enemy."""
    battle = judge.battle
    aims = judge.aims
    cell = battle.at[unit]
    if aims.all_leave and battle.is_a(unit, CIVIL | ARTILLERY):
        return -judge.steps_to(unit, WAYS_OFF)
    if battle.is_a(unit, COMMANDER):
        return 0.5 * judge.command(unit)
    if battle.type_of[unit].artillery_range or battle.is_a(unit, CIVIL) or battle.carrying[unit] != NOBODY:
        return -judge.steps_short(unit)
    if cell in aims.take or cell in aims.keep:
        return 0.0
    if aims.to_leave > 0:
        return -judge.steps_to(unit, WAYS_OFF)
    if aims.take:
        return -judge.steps_to(unit, TO_TAKE)
    return -judge.nearest(unit)
