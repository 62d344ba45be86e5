"""The recruit: plays at random, but does nothing plainly foolish, and takes a good shot about half of the time."""

import random
from functools import partial
from typing import Final

from ...battle.unit import AIRCRAFT, COMMANDER
from ...game.actions import Action
from ...game.game import Game
from ...rules.turn.activation import ACTIVATE, options_of
from ..judgement.answers import answer
from ..judgement.personalities import STEADY, Personality
from ..judgement.plans import Plan, deed, flight, moves
from ..judgement.position import Judge
from ..judgement.ready import ready
from ..judgement.values import expected
from ..judgement.ways import Ways
from .choice import Choice
from .intents import intent

TAKES_IT: Final = 0.5
HEEDLESS: Final = 0.35  # how often it gives up thinking about a unit
SUICIDE: Final = -1.5
TRIED: Final = 4


class Recruit:
    def __init__(self, personality: Personality = STEADY) -> None:
        self.personality = personality
        self.ways = Ways()

    def choose(self, game: Game, luck: random.Random, milliseconds: int) -> Choice:
        side = game.decider()
        judge = Judge(game, side, self.personality, self.ways)
        if game.question() is ACTIVATE:
            plan = self.activate(judge, luck)
        else:
            options = game.options()
            if options[0].verb == "bombard":
                plan = self.bombard(judge, options, luck)
            elif options[0].verb == "place" or luck.random() < TAKES_IT:
                plan = Plan(luck.choice(options), 0)
            else:
                plan = answer(judge, options)
        return Choice(plan.action, partial(intent, judge, plan))

    def bombard(self, judge: Judge, options: list[Action], luck: random.Random) -> Plan:
        shots = [action for action in options if action.verb == "bombard"]
        return Plan(luck.choice(shots) if luck.random() < TAKES_IT else Action("done"), 0, "bombard")

    def activate(self, judge: Judge, luck: random.Random) -> Plan:
        game = judge.game
        units = ready(game)
        luck.shuffle(units)
        units.sort(key=lambda unit: not judge.battle.is_a(unit, AIRCRAFT))
        if game.battle.acting in units:
            units.insert(0, game.battle.acting)
        for unit in units:
            plan = self.with_unit(judge, unit, luck)
            if plan is not None:
                return plan
        return Plan(Action("end"), 0)

    def with_unit(self, judge: Judge, unit: int, luck: random.Random) -> Plan | None:
        game = judge.game
        options = options_of(game, unit)
        if judge.battle.is_a(unit, AIRCRAFT):
            return max((flight(judge, action) for action in options), key=lambda plan: plan.value, default=None)
        attacks = [action for action in options if game.is_attack(action)]
        if attacks and luck.random() < TAKES_IT:
            action = luck.choice(attacks)
            if expected(game, judge.side, game.chances(action)) > 0:
                return deed(judge, action)
        others = [action for action in options if not game.is_attack(action)]
        if not others or luck.random() < HEEDLESS:
            return None
        action = luck.choice(others)
        for _ in range(TRIED):
            if action.verb not in ("move", "enter"):
                return deed(judge, action)
            if self.is_sane(judge, action):
                cell = action.path[-1] if action.path else action.target
                return Plan(action, 0, "arrive" if action.verb == "enter" else "move", cell)
            action = luck.choice(others)
        return None

    def is_sane(self, judge: Judge, action: Action) -> bool:
        cell = action.path[-1] if action.path else action.target
        if judge.battle.is_a(action.unit, COMMANDER) and cell >= 0:
            return not judge.battle.enemy_next_to(cell, judge.side)
        plans = moves(judge, action.unit, [action], 0)
        return not plans or plans[0].purpose != "fight" or plans[0].value > SUICIDE
