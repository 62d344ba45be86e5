"""Imagined courses of events: how a turn may go on, and what the exchange of blows in it is worth.

Blows are not thrown for but counted by their odds, and every unit strikes with what is likely to be left of it by then:
who strikes first, and many at one, do better. So little is left to luck that a few courses tell two plans apart.
"""

import random
from typing import Final

from ..battle.battle import NOBODY, UNDECIDED
from ..battle.unit import ACTIVATED
from ..game.actions import Action
from ..game.changes import finish, mark
from ..game.dice import Dice
from ..game.game import Game
from ..rules.activation import ACTIVATE
from ..rules.artillery_fire import DECLARE_BOMBARDMENTS
from .drill import Drilled, attack, bombardments, drilled
from .outlook import prospects
from .personalities import STEADY
from .plans import Plan
from .position import Judge
from .recruit import ATTACKS, ready
from .values import expected, worth

COMES_AND_GOES: Final = ("enter", "leave", "load", "unload")
LONGEST: Final = 300  # moves
PHASES: Final = 2  # activations of a side that are imagined after this one: the enemy's reply, and one's own next


class Course:
    """From the decision that waits to the end of the side's next turn."""

    def __init__(self, judge: Judge, seed: int) -> None:
        self.game = judge.game.copy(Dice(seed))
        self.side = judge.side
        self.ways = judge.ways
        self.caution = judge.caution
        self.seed = seed
        self.luck = random.Random(seed)
        self.harm = [0.0] * len(self.game.battle.at)  # by unit: the part of it that is likely to be lost
        self.exchange = 0.0
        self.moves = 0
        self.known: Judge | None = None
        self.state = (NOBODY, NOBODY, 0, 0)  # for which the judgement holds

    def follow(self, action: Action, plans: list[Plan]) -> None:
        """Carry out an action, the rest of the turn as planned, and go on from there."""
        game = self.game
        turn = game.battle.turn
        todo = {plan.action.unit: plan.action for plan in plans if plan.action.unit != action.unit}
        phase = (turn, self.side)
        self.perform(self.judge(self.side), Drilled(action))
        phases = 0
        while self.moves < LONGEST:
            question = game.question()
            if question is None or game.battle.winner != UNDECIDED:
                break
            decider = game.decider()
            if question is ACTIVATE and (game.battle.turn, decider) != phase:
                phase = (game.battle.turn, decider)
                phases += 1
                if phases > PHASES:
                    break
                self.luck.seed(self.seed + phases)  # whatever happened before, the same luck from here on
            judge = self.judge(decider)
            if question is DECLARE_BOMBARDMENTS:
                for shot in bombardments(judge, game.options()):
                    self.count(shot)
                self.perform(judge, Drilled(Action("done")))
            elif question is ACTIVATE and decider == self.side and game.battle.turn == turn:
                self.perform(judge, planned(judge, todo))
            else:
                self.perform(judge, drilled(judge, self.luck))

    def value(self) -> float:
        """What the side has gained by it."""
        return self.exchange + prospects(self.game, self.side)

    def judge(self, decider: int) -> Judge:
        """The decider's judgement, kept while nothing has changed that it was made from."""
        battle = self.game.battle
        state = (battle.turn, decider, battle.lost[0], battle.lost[1])
        if self.known is None or state != self.state:
            self.known, self.state = Judge(self.game, decider, STEADY, self.ways), state
        return self.known

    def perform(self, judge: Judge, done: Drilled) -> None:
        """Carry it out; a shot or a fight is only counted."""
        game = self.game
        action = done.action
        self.moves += 1
        if action.verb in COMES_AND_GOES:
            self.known = None
        if action.verb not in ATTACKS:
            game.perform(action)
            return
        self.count(weighed(judge, done))
        if game.question() is ACTIVATE:
            end_activation(game, action.unit)
        else:
            game.perform(action)

    def count(self, blow: Drilled) -> None:
        """Add what a blow costs either side, as far as there is anybody left to strike it and to be struck."""
        battle = self.game.battle
        attacker = blow.action.unit
        side = battle.side_of(attacker)
        gain = blow.gain * (1 - self.harm[attacker])
        loss = blow.loss
        for enemy in battle.units_in(blow.action.target):
            if battle.side_of(enemy) != side:
                whole = worth(self.game, enemy)
                gain *= 1 - self.harm[enemy]
                loss *= 1 - self.harm[enemy]
                if whole > 0:
                    self.harm[enemy] = min(1.0, self.harm[enemy] + gain / whole)
                break
        self.harm[attacker] = min(1.0, self.harm[attacker] + loss / max(1.0, worth(self.game, attacker)))
        self.exchange += gain - self.caution * loss if side == self.side else loss - self.caution * gain


def weighed(judge: Judge, blow: Drilled) -> Drilled:
    """With what it is expected to cost either side."""
    if not blow.known:
        chances = judge.game.chances(blow.action)
        blow.gain = expected(judge.game, judge.side, chances, 0.0)
        blow.loss = blow.gain - expected(judge.game, judge.side, chances)
    return blow


def end_activation(game: Game, unit: int) -> None:
    """The unit has done what it could do in this turn."""
    battle = game.battle
    if battle.acting not in (NOBODY, unit):
        finish(game, battle.acting)
    if not battle.has(unit, ACTIVATED):
        mark(game, unit, ACTIVATED)
        battle.activations_left -= 1
    finish(game, unit)
    game.offers = {}
    game.advance()


def planned(judge: Judge, todo: dict[int, Action]) -> Drilled:
    """The next action of a plan for the whole side; a unit that has moved as planned attacks if it can."""
    game = judge.game
    units = ready(game)
    acting = game.battle.acting
    if acting in units:
        return attack(judge, acting) or Drilled(Action("done", acting))
    for unit in list(todo):
        if unit in units:
            action = todo.pop(unit)
            if game.allows(action):
                return Drilled(action)
            instead = attack(judge, unit)
            if instead is not None:
                return instead
    return Drilled(Action("done", acting) if acting != NOBODY else Action("end"))
