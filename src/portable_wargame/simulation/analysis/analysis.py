"""The analysis of a battle: one number first, then everything behind it."""

import random
from collections.abc import Callable
from dataclasses import dataclass

from ...ai.foresight.luck import prospects
from ...ai.foresight.rivals import what
from ...ai.opponents.players import NO_BRAKE, choose, player
from ...battle.battle import NOBODY
from ...battle.side import SIDES
from ...game.actions import Action
from ...record.reading import Record
from .chances import HalfTurn, half_turns, luck
from .decisions import Decision, Decisions, decisions_of
from .regret import Regret, looked_into, suspicion

MOMENTS = 3
SUSPECTS = 8  # decisions to look into: the ones that look worst
PLAYOUTS = 40
STRONGEST = "marshal"

Progress = Callable[[int, int], None]  # doubtful decisions played on from, and in all: for people who wait


def nobody_waits(done: int, number: int) -> None:
    pass


@dataclass(frozen=True)
class Throw:
    decision: Decision
    luck: float  # of the first side, in shares of a victory


@dataclass(frozen=True)
class DecisiveMoment:
    """A throw or a decision that moved the chances most."""

    decision: Decision
    swing: float  # of the first side
    by_dice: bool
    stronger: Action | None  # what the strongest level would have done there


@dataclass(frozen=True)
class Analysis:
    course: Decisions
    score: float | None  # of the first side; None if it is not over
    chances: list[HalfTurn]
    throws: list[Throw]
    regrets: list[Regret]
    moments: list[DecisiveMoment]

    def luck(self) -> float:
        """The first side's luck, in all."""
        return sum(throw.luck for throw in self.throws)

    def outset(self) -> float:
        """How likely the first side was to win before anything had happened."""
        return self.chances[0].chance.value

    def play(self) -> float:
        """The rest: result = outset + luck + play. It includes all decisions, and everything the judge misses."""
        return self.chances[-1].chance.value - self.outset() - self.luck()

    def broken_off(self) -> float:
        """The part of that which came of resigning, or of agreeing on a draw."""
        stood = self.course.broken_off
        return self.chances[-1].chance.value - prospects(stood) if stood is not None else 0.0

    def even(self) -> float | None:
        """The score with luck taken out."""
        return None if self.score is None else self.score - self.luck()


def analyse(record: Record, playouts: int = PLAYOUTS, seed: int = 1, progress: Progress = nobody_waits) -> Analysis:
    return analysed(decisions_of(record), playouts, seed, progress=progress)


def analysed(
    course: Decisions,
    playouts: int,
    seed: int = 1,
    sides: tuple[int, ...] = SIDES,
    progress: Progress = nobody_waits,
) -> Analysis:
    """We look into the decisions of these sides; without playouts, into none: that takes far longer than the rest."""
    again = random.Random(f"analysis {seed}")
    throws = [Throw(one, luck(one, again)) for one in course.decisions if one.is_thrown]
    sure = regrets(course, playouts, again, sides, progress) if playouts else []
    return Analysis(course, score(course), half_turns(course), throws, sure, moments(throws, sure, again))


def regrets(
    course: Decisions,
    playouts: int,
    again: random.Random,
    sides: tuple[int, ...] = SIDES,
    progress: Progress = nobody_waits,
) -> list[Regret]:
    """The regrets beyond doubt, in the order of the battle."""
    own = [decision for decision in course.decisions if decision.side in sides]
    found = [one for one in (suspicion(decision, again) for decision in own) if one is not None]
    found.sort(key=lambda one: -one.promise)
    looked: list[Regret] = []
    suspects = found[:SUSPECTS]
    for one in suspects:
        progress(len(looked), len(suspects))
        looked.append(looked_into(one, playouts, again))
    return sorted((one for one in looked if one.is_sure()), key=lambda one: one.decision.line)


def score(course: Decisions) -> float | None:
    if not course.is_over():
        return None
    winner = course.end.battle.winner
    return 0.5 if winner == NOBODY else float(winner == 0)


def moments(throws: list[Throw], sure: list[Regret], again: random.Random) -> list[DecisiveMoment]:
    """The three most decisive moments, in the order of the battle."""
    found = [(abs(one.luck), one.decision, one.luck, True) for one in throws]
    found += [(one.amount, one.decision, -one.amount if one.decision.side == 0 else one.amount, False) for one in sure]
    found.sort(key=lambda one: (-one[0], one[1].line))
    once: dict[int, tuple[float, Decision, float, bool]] = {}  # an order with its dice is one moment
    for one in found:
        once.setdefault(one[1].line, one)
    chosen = [
        DecisiveMoment(decision, swing, by_dice, stronger(decision, again))
        for _, decision, swing, by_dice in [*once.values()][:MOMENTS]
    ]
    return sorted(chosen, key=lambda one: one.decision.line)


def stronger(decision: Decision, again: random.Random) -> Action | None:
    """The strongest level's choice instead; None if it is the same."""
    luck = random.Random(again.getrandbits(32))
    action = choose(player(STRONGEST), decision.before, luck, NO_BRAKE).action
    return None if what(action) == what(decision.action) else action
