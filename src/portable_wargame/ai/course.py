"""Imagined courses of events: how a turn may go on, and what the exchange of blows in it is worth.

Dice decide where everybody comes to stand, but the blows count by their odds, not by how they fell: what is left of
luck after that is little, so that a few courses tell two plans apart.
"""

import os
import random
import time

from ..battle.battle import NOBODY, UNDECIDED
from ..game.actions import Action
from ..game.dice import Dice
from ..game.game import Game
from ..rules.activation import ACTIVATE
from ..rules.artillery_fire import DECLARE_BOMBARDMENTS
from ..rules.hits import RETREAT_OR_LOSE_SP
from .drill import attack, drilled
from .outlook import army, prospects
from .personalities import STEADY
from .plans import Plan
from .position import Judge
from .recruit import ATTACKS, ready
from .values import RETREAT_OR_LOSS, expected, worth_of_point
from .ways import Ways

LONGEST = 200  # decisions
HORIZON = int(os.environ.get("H_HORIZON", "1"))


class Course:
    """From the decision that waits to the end of the enemy's reply."""

    def __init__(self, game: Game, side: int, ways: Ways, seed: int) -> None:
        self.game = game.copy(Dice(seed))
        self.side = side
        self.ways = ways
        self.luck = random.Random(seed)
        self.exchange = 0.0

    def follow(self, action: Action, plans: list[Plan], deadline: float) -> float | None:
        """What the side stands to gain by an action, the rest of its turn as planned; None if time is up."""
        game = self.game
        turn = game.battle.turn
        todo = {plan.action.unit: plan.action for plan in plans if plan.action.unit != action.unit}
        self.perform(action)
        phases = 0
        last = (turn, self.side)
        for _ in range(LONGEST):
            question = game.question()
            if question is None or game.battle.winner != UNDECIDED:
                break
            decider = game.decider()
            if question is ACTIVATE and (game.battle.turn, decider) != last:
                last = (game.battle.turn, decider)
                phases += 1
                if phases > HORIZON:
                    break
            if time.monotonic() > deadline:
                return None
            judge = Judge(game, decider, STEADY, self.ways)
            if question is ACTIVATE and decider == self.side and game.battle.turn == turn:
                self.perform(planned(judge, todo))
            else:
                self.perform(drilled(judge, self.luck))
        return self.exchange + prospects(game, self.side)

    def perform(self, action: Action) -> None:
        game = self.game
        decider = game.decider()
        question = game.question()
        sign = 1.0 if decider == self.side else -1.0
        if action.verb in ATTACKS or action.verb == "bombard":
            self.exchange += sign * expected(game, decider, game.chances(action))
            game.perform(action)
            return
        if question is DECLARE_BOMBARDMENTS:
            game.perform(action)
            return
        if question is RETREAT_OR_LOSE_SP:
            if action.verb == "lose-sp":
                self.exchange -= sign * (1 - RETREAT_OR_LOSS) * worth_of_point(game, action.unit)
            game.perform(action)
            return
        before = balance(game, self.side)
        game.perform(action)
        self.exchange += balance(game, self.side) - before


def balance(game: Game, side: int) -> float:
    return army(game, side) - army(game, 1 - side)


def planned(judge: Judge, todo: dict[int, Action]) -> Action:
    """The next action of a plan for the whole side; a unit that has moved as planned attacks if it can."""
    game = judge.game
    units = ready(game)
    acting = game.battle.acting
    if acting in units:
        return attack(judge, acting) or Action("done", acting)
    for unit in list(todo):
        if unit in units:
            action = todo.pop(unit)
            if game.allows(action):
                return action
            instead = attack(judge, unit)
            if instead is not None:
                return instead
    return Action("done", acting) if acting != NOBODY else Action("end")
