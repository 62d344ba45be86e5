"""The general: asks what captains of several tempers would do, and imagines each of it to the end of the enemy's reply.

A portfolio search: candidates are the first actions of whole-turn policies, each tried with dice of its own, the worst
dropped as samples come in. Where all captains agree there is nothing to search for.
"""

import random
import time

from ..battle.battle import NOBODY, UNDECIDED
from ..game.actions import Action
from ..game.dice import Dice
from ..game.game import Game
from ..rules.activation import ACTIVATE
from .answers import answer
from .captain import activate
from .choice import Choice
from .drill import drilled
from .intents import intent
from .outlook import outlook
from .personalities import BOLD, CAUTIOUS, OBJECTIVE_MINDED, STEADY, Personality
from .plans import Plan, plans_of
from .position import Judge
from .ways import Ways

MARGIN = 0.92  # of the budget: the rest is for finishing what is begun
SAMPLES_BEFORE_DROPPING = 3
MOST_SAMPLES = 24
CANDIDATES = 5
LONGEST_REPLY = 160  # decisions
CLOSE = 0.3  # a plan that the captain thinks little worse of than of his best
FAVOUR = 0.25  # the captain's own first choice stands unless something is clearly better


class Candidate:
    def __init__(self, plan: Plan, mind: Personality) -> None:
        self.plan = plan
        self.mind = mind
        self.total = 0.0
        self.samples = 0

    def mean(self) -> float:
        return self.total / self.samples if self.samples else 0.0


class General:
    def __init__(self, personality: Personality = STEADY) -> None:
        self.personality = personality
        self.ways = Ways()

    def choose(self, game: Game, luck: random.Random, milliseconds: int) -> Choice:
        deadline = time.monotonic() + MARGIN * milliseconds / 1000
        judge = Judge(game, game.decider(), self.personality, self.ways)
        if game.question() is not ACTIVATE:
            plan = answer(judge, game.options())
            return Choice(plan.action, intent(judge, plan))
        candidates = self.candidates(judge, deadline)
        best = candidates[0]
        if len(candidates) > 1:
            best = self.search(game, judge.side, candidates, luck, deadline)
        return Choice(best.plan.action, intent(judge, best.plan))

    def candidates(self, judge: Judge, deadline: float) -> list[Candidate]:
        """The first is what a captain would do."""
        first = Candidate(activate(judge, deadline), self.personality)
        found = [first]
        game = judge.game
        acting = judge.battle.acting
        for mind in (CAUTIOUS, BOLD, OBJECTIVE_MINDED):
            if time.monotonic() < deadline:
                other = Judge(game, judge.side, mind, self.ways)
                add(found, Candidate(activate(other, deadline), mind))
        unit = first.plan.action.unit
        if unit != NOBODY and first.plan.action.verb != "done" and time.monotonic() < deadline:
            for plan in plans_of(judge, unit)[1:3]:
                if plan.value > first.plan.value - CLOSE:
                    add(found, Candidate(plan, self.personality))
            if acting == unit and first.plan.value < CLOSE:
                add(found, Candidate(Plan(Action("done", unit), 0), self.personality))
        return found[:CANDIDATES]

    def search(
        self, game: Game, side: int, candidates: list[Candidate], luck: random.Random, deadline: float
    ) -> Candidate:
        alive = candidates.copy()
        first = candidates[0]
        for number in range(MOST_SAMPLES):
            seed = luck.getrandbits(32)
            for candidate in alive:
                value = self.imagine(game, side, candidate, seed, deadline)
                if value is None:
                    return leader(alive, first)
                candidate.total += value
                candidate.samples += 1
            if number + 1 >= SAMPLES_BEFORE_DROPPING and number % 2 == 0 and len(alive) > 1:
                worst = min(alive, key=lambda one: one.mean())
                if worst is not leader(alive, first):
                    alive.remove(worst)
            if len(alive) == 1:
                break
        return leader(alive, first)

    def imagine(self, game: Game, side: int, candidate: Candidate, seed: int, deadline: float) -> float | None:
        """How the side stands after the enemy's reply, in one imagined course of events; None if time is up."""
        twin = game.copy(Dice(seed))
        luck = random.Random(seed)
        until = twin.battle.turn + 1
        twin.perform(candidate.plan.action)
        answered = False
        for _ in range(LONGEST_REPLY):
            question = twin.question()
            if question is None or twin.battle.winner != UNDECIDED:
                break
            decider = twin.decider()
            if question is ACTIVATE:
                answered = answered or decider != side
                if twin.battle.turn >= until and answered and decider == side:
                    break
            if time.monotonic() > deadline:
                return None
            mind = candidate.mind if decider == side else STEADY
            twin.perform(drilled(Judge(twin, decider, mind, self.ways), luck))
        return outlook(twin, side)


def add(found: list[Candidate], candidate: Candidate) -> None:
    if all(candidate.plan.action != one.plan.action for one in found):
        found.append(candidate)


def leader(alive: list[Candidate], first: Candidate) -> Candidate:
    """The best by the samples so far; the captain's choice has a little start."""
    return max(alive, key=lambda one: one.mean() + (FAVOUR if one is first else 0.0) if one.samples else -99.0)
