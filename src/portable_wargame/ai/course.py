"""Imagined courses of events: how a turn may go on, and what the exchange of blows in it is worth.

Dice decide where everybody comes to stand, but the blows count by their odds, not by how they fell: what is left of
luck after that is little, so that a few courses tell two plans apart.
"""

import random
import time

from ..battle.battle import NOBODY, UNDECIDED
from ..game.actions import Action
from ..game.dice import Dice
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

LONGEST = 300  # decisions
PHASES = 2  # activations of a side that are imagined after this one: the enemy's reply, and one's own next


class Course:
    """From the decision that waits to the end of the side's next turn."""

    def __init__(self, judge: Judge, seed: int) -> None:
        self.game = judge.game.copy(Dice(seed))
        self.side = judge.side
        self.ways = judge.ways
        self.caution = judge.caution
        self.luck = random.Random(seed)
        self.exchange = 0.0

    def follow(self, action: Action, plans: list[Plan], deadline: float) -> float | None:
        """What the side stands to gain by an action, the rest of its turn as planned; None if time is up."""
        game = self.game
        turn = game.battle.turn
        todo = {plan.action.unit: plan.action for plan in plans if plan.action.unit != action.unit}
        phase = (turn, self.side if game.question() is ACTIVATE else NOBODY)
        if action.verb == "lose-sp":
            self.exchange -= self.caution * RETREAT_OR_LOSS * worth_of_point(game, action.unit)
        self.perform(action)
        phases = 0
        for _ in range(LONGEST):
            question = game.question()
            if question is None or game.battle.winner != UNDECIDED:
                break
            decider = game.decider()
            if question is ACTIVATE and (game.battle.turn, decider) != phase:
                phase = (game.battle.turn, decider)
                phases += 1
                if phases > PHASES:
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
        """Carry it out. A blow counts by its odds; whatever else costs strength counts as it falls."""
        game = self.game
        question = game.question()
        decider = game.decider()
        if action.verb in ATTACKS or action.verb == "bombard":
            if decider == self.side:
                self.exchange += expected(game, decider, game.chances(action), self.caution)
            else:
                self.exchange -= self.caution * expected(game, decider, game.chances(action), 1 / self.caution)
            game.perform(action)
        elif question is DECLARE_BOMBARDMENTS:
            game.perform(action)
        elif question is RETREAT_OR_LOSE_SP:
            if action.verb == "lose-sp":
                loss = (1 - RETREAT_OR_LOSS) * worth_of_point(game, action.unit)
                self.exchange += -self.caution * loss if decider == self.side else loss
            game.perform(action)
        else:
            before = self.balance()
            game.perform(action)
            self.exchange += self.balance() - before

    def balance(self) -> float:
        return self.caution * army(self.game, self.side) - army(self.game, 1 - self.side)


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
