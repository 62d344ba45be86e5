"""Scripts: simple-minded ways to fight, as test opponents. None of them may beat a level worth its name.

Players who fight each other all day never meet one that just sits there, or does one thing and nothing else. A script
is a row: what a step in some direction is worth to it, and what it does when it can. It looks at one unit after
another, does not plan, and takes every question between activations as a captain would.
"""

# Not compiled: test opponents, and rows of them.

import random
from collections.abc import Iterable
from dataclasses import dataclass

from ...battle.unit import AIRCRAFT, ARTILLERY, COMMANDER
from ...game.actions import Action
from ...game.game import Game
from ...rules.turn.activation import ACTIVATE, options_of
from ..judgement.answers import answer
from ..judgement.personalities import STEADY
from ..judgement.plans import Plan, deed, flight, no_more
from ..judgement.position import CIVIL, TO_KEEP, TO_TAKE, WAYS_OFF, Judge
from ..judgement.ready import ready
from ..judgement.strikes import best_shot, put
from ..judgement.values import expected
from ..judgement.ways import FAR, Ways
from .choice import Choice

SETTLED = 0.05  # what a move must gain
NEVER = 99.0


@dataclass(frozen=True)
class Script:
    name: str
    words: str
    moves: bool = True
    nearer: float = 0.0  # a step nearer to the enemy; negative: it keeps away
    quarry: bool = False  # all go for the same enemy
    danger: float = 0.0  # what the enemy may do to it there
    aim: float = 0.0  # a step nearer to what the scenario asks for
    shot: float = 0.0  # what it may fire at from there
    from_turn: float = 0.0  # share of the battle: until then it only keeps out of danger
    fights: float = NEVER  # strength points that a close combat must gain
    with_the_guns: bool = False  # the Commander


ROWS = (
    Script("sitter", "fires from where it stands, and never moves", moves=False),
    Script("turtle", "takes cover, shoots, and never advances", nearer=-0.05, danger=1.0, shot=0.3),
    Script("rush", "everything at the nearest enemy", nearer=1.0, fights=-1.0),
    Script("wolves", "everything at one enemy, then at the next", nearer=1.0, quarry=True, fights=-0.5),
    Script("grabber", "runs for the objectives and stays there", aim=1.0, fights=0.0),
    Script("skirmisher", "shoots, and keeps out of reach", nearer=0.02, danger=1.5, shot=1.2),
    Script(
        "latecomer", "hides, and goes for the objectives at the end", aim=1.0, danger=0.3, from_turn=0.6, fights=0.0
    ),
    Script("guns", "its Commander with the guns, the rest out of reach", danger=1.2, shot=0.5, with_the_guns=True),
)
SCRIPTS = {row.name: row for row in ROWS}


class Scripted:
    def __init__(self, script: Script) -> None:
        self.script = script
        self.ways = Ways()

    def choose(self, game: Game, luck: random.Random, milliseconds: int) -> Choice:
        judge = Judge(game, game.decider(), STEADY, self.ways)
        plan = self.activate(judge) if game.question() is ACTIVATE else answer(judge, game.options())
        return Choice(plan.action, self.script.words)

    def activate(self, judge: Judge) -> Plan:
        units = ready(judge.game)
        acting = judge.battle.acting
        judge.look_round()
        for unit in [acting] if acting in units else units:
            plan = self.with_unit(judge, unit)
            if plan is not None:
                return plan
        return no_more(judge)

    def with_unit(self, judge: Judge, unit: int) -> Plan | None:
        options = options_of(judge.game, unit)
        if judge.battle.is_a(unit, AIRCRAFT):
            return best(flight(judge, action) for action in options)
        deeds = [self.deed(judge, action) for action in options if action.verb not in ("move", "enter")]
        blow = best(one for one in deeds if one is not None)
        return blow or (self.march(judge, unit, options) if self.script.moves else arrival(options))

    def deed(self, judge: Judge, action: Action) -> Plan | None:
        """A blow that gains something, or whatever it takes to get anywhere."""
        game = judge.game
        if not game.is_attack(action):
            return deed(judge, action) if action.verb != "work" else None
        if judge.battle.is_a(action.unit, CIVIL):
            return None
        value = expected(game, judge.side, game.chances(action))
        if action.verb == "fight":
            return Plan(action, NEVER + value) if value > self.script.fights else None
        return Plan(action, NEVER + value) if value > 0 else None

    def march(self, judge: Judge, unit: int, options: list[Action]) -> Plan | None:
        battle = judge.battle
        stood, faced = battle.at[unit], battle.facing[unit]
        stays = self.place(judge, unit) if stood >= 0 else -NEVER
        found: list[Plan] = []
        known: dict[tuple[int, int], float] = {}
        for action in options:
            if action.verb not in ("move", "enter") or action.double:
                continue
            cell = action.path[-1] if action.path else action.target if action.verb == "enter" else stood
            put(battle, unit, cell, action.facing)
            if (cell, action.facing) not in known:
                known[cell, action.facing] = self.place(judge, unit)
            put(battle, unit, stood, faced)
            found.append(Plan(action, known[cell, action.facing] - stays - SETTLED))
        return best(found)

    def place(self, judge: Judge, unit: int) -> float:
        """What it is worth to stand there."""
        script, battle = self.script, judge.battle
        if battle.is_a(unit, COMMANDER):
            return self.with_guns(judge, unit) if script.with_the_guns else judge.command(unit)
        waits = battle.turn < script.from_turn * battle.objectives.turns
        value = -(script.danger or 1.0) * judge.danger(unit) if waits or script.danger else 0.0
        if script.aim and not waits:
            value -= script.aim * self.steps_to_aim(judge, unit)
        if script.nearer and judge.enemies:
            near = self.to_quarry(judge, unit) if script.quarry else judge.nearest(unit)
            value -= script.nearer * near
        # Of two facings in a cell, the one with something to fire at.
        return value + (script.shot or 0.01) * best_shot(judge.game, unit)[0]

    def steps_to_aim(self, judge: Judge, unit: int) -> int:
        aims = judge.aims
        if aims.leave_by and aims.to_leave > 0:
            return judge.steps_to(unit, WAYS_OFF)
        cell = judge.battle.at[unit]
        if cell in aims.take or cell in aims.keep:
            return 0
        wanted = TO_TAKE if aims.take else TO_KEEP if aims.keep else ""
        return judge.steps_to(unit, wanted) if wanted else judge.nearest(unit)

    def to_quarry(self, judge: Judge, unit: int) -> int:
        """Steps to the enemy who is nearest to all units of the side together."""
        battle = judge.battle
        grid = battle.field.grid
        own = [battle.at[one] for one in battle.units(judge.side) if battle.on_board(one)]
        quarry = min(judge.enemies, key=lambda enemy: (sum(grid.distance(battle.at[enemy], at) for at in own), enemy))
        goal = [battle.at[quarry]]
        steps: int = judge.ways.to_nearest(battle, judge.game.ruleset, battle.type_of[unit], goal)[battle.at[unit]]
        return min(steps, FAR)

    def with_guns(self, judge: Judge, unit: int) -> float:
        battle = judge.battle
        guns = [
            battle.at[one] for one in battle.units(judge.side) if battle.on_board(one) and battle.is_a(one, ARTILLERY)
        ]
        away = min([battle.field.grid.distance(battle.at[unit], gun) for gun in guns], default=0)
        return -float(away) if guns else judge.command(unit)


def best(plans: Iterable[Plan]) -> Plan | None:
    """The best, if it is worth anything."""
    chosen = max(plans, key=lambda plan: plan.value, default=None)
    return chosen if chosen is not None and chosen.value > 0 else None


def arrival(options: list[Action]) -> Plan | None:
    """Bring on every unit that may come on."""
    return next((Plan(action, 1.0) for action in options if action.verb == "enter"), None)
