"""Balancing: which small change makes a battle fair?

Successive halving: all candidates fight a few battles with the same dice, the half that comes nearest to even goes on
to twice as many, until a handful is left. These then fight battles that had no part in the choice: their intervals are
not flattered by it. Where no single change is enough, the best is made and the search goes on from there.
"""

import concurrent.futures
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace

from .fairness import Standing, standing
from .statistics import Interval, Tally
from .trials.batches import Dealer
from .trials.trial import Trial, scores
from .variations import Variation, variations

FIRST_ROUND = 12  # battles
FINALISTS = 5
MOST_STEPS = 3


@dataclass(frozen=True)
class Option:
    words: str
    trial: Trial
    rate: Interval  # of the first side

    def standing(self) -> Standing:
        return standing(self.rate)

    def is_settled(self) -> bool:
        """Neither side is clearly favoured: there is nothing left to mend that so many battles can show."""
        return self.standing() <= Standing.OPEN

    def distance(self) -> float:
        return abs(self.rate.value - 0.5)


class Stopped(Exception):
    """The search was called off before it had anything to show."""


@dataclass
class Search:
    """`told` hears what is going on, and how many battles have been fought since it began."""

    executor: concurrent.futures.Executor
    workers: int
    games: int
    told: Callable[[str, int], None]
    stop: threading.Event
    steps: int = MOST_STEPS  # changes on top of one another
    fought: int = 0
    used: int = 0  # numbers of battles that some choice was made by

    def run(self, trial: Trial) -> tuple[Option, list[Option]]:
        """The scenario as it is, and the options, the fairest first; none if neither side is clearly favoured."""
        begun = self.measured([("as it is", trial)], 0, self.games)[0]
        if begun.is_settled():
            return begun, []
        base, found = begun, list[Option]()
        for _ in range(self.steps):
            options = self.better_than(base)
            found = sorted([*options, *found], key=lambda one: (one.standing(), one.distance()))[:FINALISTS]
            if not options or found[0].is_settled() or found[0].distance() >= base.distance():
                break
            base = found[0]
        return begun, found

    def better_than(self, base: Option) -> list[Option]:
        weak = 0 if base.rate.value < 0.5 else 1
        prefix = "" if base.words == "as it is" else f"{base.words}; "
        changes = [(prefix + one.words, changed(base.trial, one)) for one in variations(base.trial.scenario, weak)]
        return self.final(self.halved(changes))

    def halved(self, alive: list[tuple[str, Trial]]) -> list[tuple[str, Trial]]:
        battles = min(FIRST_ROUND, self.games)  # those from `games` on are for the finalists
        while len(alive) > FINALISTS:
            self.told(f"{len(alive)} changes", self.fought)
            tried = self.measured(alive, 0, battles)
            ranked = sorted(range(len(alive)), key=lambda number: (tried[number].distance(), number))
            alive = [alive[number] for number in sorted(ranked[: max(FINALISTS, len(alive) // 2)])]
            battles = min(2 * battles, self.games)
        return alive

    def final(self, alive: list[tuple[str, Trial]]) -> list[Option]:
        self.told(f"{len(alive)} options", self.fought)
        self.used += self.games
        return self.measured(alive, self.used, self.games) if alive else []

    def measured(self, alive: list[tuple[str, Trial]], first: int, battles: int) -> list[Option]:
        tallies = [Tally() for _ in alive]
        trials = tuple(trial for _, trial in alive)
        for came in Dealer(self.executor, self.workers, scores, trials, self.stop).results(first, first + battles):
            for tally, score in zip(tallies, came, strict=True):
                tally.add(score)
            self.fought += len(came)
            self.told("", self.fought)
        if self.stop.is_set():
            raise Stopped
        return [Option(words, trial, tally.rate()) for (words, trial), tally in zip(alive, tallies, strict=True)]


def changed(trial: Trial, variation: Variation) -> Trial:
    return replace(trial, scenario=variation.scenario)
