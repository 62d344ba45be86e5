"""The sergeant: the best expected value at once, from the exact odds; else straight on to objective or enemy."""

import random
from typing import Final

from ..battle.battle import NOBODY
from ..battle.unit import AIRCRAFT, COMMANDER
from ..game.actions import Action
from ..game.game import Game
from ..rules.activation import ACTIVATE, options_of
from .answers import answer
from .choice import Choice
from .intents import intent
from .personalities import HEADLONG, Personality
from .plans import Plan, deed, flight
from .position import CIVIL, Judge
from .recruit import ATTACKS, ready
from .strikes import put
from .ways import Ways

WORTH_IT: Final = 0.1
SETTLED: Final = 0.01
LOOKING: Final = 0.2


class Sergeant:
    def __init__(self, personality: Personality = HEADLONG) -> None:
        self.personality = personality
        self.ways = Ways()

    def choose(self, game: Game, luck: random.Random, milliseconds: int) -> Choice:
        judge = Judge(game, game.decider(), self.personality, self.ways)
        plan = self.activate(judge) if game.question() is ACTIVATE else self.answer(judge)
        return Choice(plan.action, intent(judge, plan))

    def answer(self, judge: Judge) -> Plan:
        """What costs nothing now: he gives ground rather than strength, and follows whoever gives way."""
        options = judge.game.options()
        for verb in ("advance", "retreat"):
            liked = [action for action in options if action.verb == verb]
            if liked and not judge.battle.is_a(liked[0].unit, COMMANDER):
                return answer(judge, liked)
        return answer(judge, options)

    def activate(self, judge: Judge) -> Plan:
        acting = judge.battle.acting
        units = ready(judge.game)
        if acting in units:
            plan = self.best_deed(judge, [acting]) or self.march(judge, acting)
            return plan if plan is not None else Plan(Action("done", acting), 0)
        plan = self.best_deed(judge, units)
        if plan is not None:
            return plan
        marches = [one for one in (self.march(judge, unit) for unit in units) if one is not None]
        if marches:
            return max(marches, key=lambda one: one.value)
        return Plan(Action("done", acting) if acting != NOBODY else Action("end"), 0)

    def best_deed(self, judge: Judge, units: list[int]) -> Plan | None:
        """The best that can be done on the spot."""
        plans: list[Plan] = []
        for unit in units:
            options = options_of(judge.game, unit)
            if judge.battle.is_a(unit, AIRCRAFT):
                plans += [flight(judge, action) for action in options]
            else:
                wanted = [action for action in options if action.verb not in ("move", "enter")]
                if judge.battle.is_a(unit, CIVIL):
                    wanted = [action for action in wanted if action.verb not in ATTACKS]
                plans += [deed(judge, action) for action in wanted]
        best = max(plans, key=lambda plan: plan.value, default=None)
        return best if best is not None and best.value > WORTH_IT else None

    def march(self, judge: Judge, unit: int) -> Plan | None:
        """The move that brings it nearest to where it is wanted, facing the enemy."""
        battle = judge.battle
        stood, faced = battle.at[unit], battle.facing[unit]
        options = [action for action in options_of(judge.game, unit) if action.verb in ("move", "enter")]
        now = -20.0
        if stood >= 0:
            here, nearest = self.way_to_go(judge, unit)
            now = here + looking(judge, stood, faced, nearest)
        best: Plan | None = None
        known: dict[int, tuple[float, int]] = {}  # by cell: however the unit faces there
        for action in options:
            if action.double:
                continue
            cell = action.path[-1] if action.path else action.target if action.verb == "enter" else stood
            if battle.is_a(unit, COMMANDER) and battle.enemy_next_to(cell, judge.side):
                continue
            if cell not in known:
                put(battle, unit, cell, action.facing)
                known[cell] = self.way_to_go(judge, unit)
                put(battle, unit, stood, faced)
            value, nearest = known[cell]
            value += looking(judge, cell, action.facing, nearest) - now
            if value > SETTLED and (best is None or value > best.value):
                best = Plan(action, value, "move", cell)
        return best

    def way_to_go(self, judge: Judge, unit: int) -> tuple[float, int]:
        """Nearer is better. Also the cell of the nearest enemy, or -1."""
        battle = judge.battle
        value = 0.5 * judge.command(unit) if battle.is_a(unit, COMMANDER) else judge.ground(unit)
        grid = battle.field.grid
        cell = battle.at[unit]
        cells = [battle.at[enemy] for enemy in judge.enemies]
        return value, min(cells, key=lambda one: (grid.distance(cell, one), one), default=-1)


def looking(judge: Judge, cell: int, facing: int, nearest: int) -> float:
    """It is good to look at the nearest enemy."""
    if nearest in (-1, cell):
        return 0.0
    return LOOKING if facing in judge.battle.field.grid.ways_out(cell, nearest) else 0.0
