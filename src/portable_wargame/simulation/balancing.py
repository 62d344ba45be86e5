"""Balancing: which small change makes a battle fair?

Successive halving: all candidates fight a few battles with the same dice, the half that comes nearest to even goes on
to twice as many, until a handful is left. These then fight battles that had no part in the choice, beside the scenario
as it is: their intervals are not flattered by it, and what comes no nearer to even than that is dropped. Where no
single change is enough, the best is made and the search goes on from there. With several levels, a change is as good as
it is for the level that it serves worst.
"""

import concurrent.futures
import itertools
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace

from ..scenario.model import Scenario
from .fairness import Standing, standing
from .statistics import Interval, Tally
from .trials.batches import Dealer
from .trials.trial import Trial, scores
from .variations import variations

FIRST_ROUND = 12  # battles
FINALISTS = 5
MOST_STEPS = 3
LONGEST_TITLE = 200  # letters, as scenario.schema.json has it

Trials = tuple[Trial, ...]  # of one scenario, one for each pair of levels


@dataclass(frozen=True)
class Option:
    words: str  # what is changed; none for the scenario as it is
    trials: Trials
    rates: tuple[Interval, ...]  # of the first side, by trial

    def worst(self) -> Interval:
        """The rate that is farthest from even."""
        return max(self.rates, key=lambda rate: abs(rate.value - 0.5))

    def standing(self) -> Standing:
        return max(standing(rate) for rate in self.rates)

    def is_settled(self) -> bool:
        """Neither side is clearly favoured: there is nothing left to put right that so many battles can show."""
        return self.standing() <= Standing.OPEN

    def distance(self) -> float:
        return abs(self.worst().value - 0.5)

    def scenario(self) -> Scenario:
        return self.trials[0].scenario

    def titled(self) -> Scenario:
        """The scenario, with a title that says what was changed."""
        scenario = self.scenario()
        title = f"{scenario.title} — {self.words}"
        return replace(scenario, title=title if len(title) <= LONGEST_TITLE else title[: LONGEST_TITLE - 1] + "…")


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
    keep: frozenset[str] = frozenset()  # what must not be touched
    fought: int = 0
    used: int = 0  # numbers of battles that some choice was made by

    def run(self, *trials: Trial) -> tuple[Option, list[Option]]:
        """The scenario as it is, and the options that improve it, the fairest first; none if neither side is clearly
        favoured."""
        begun = self.measured([("", trials)], 0, self.games)[0]
        if begun.is_settled():
            return begun, []
        base, found = begun, list[Option]()
        for _ in range(self.steps):
            options = self.better_than(base, begun)
            found = sorted([*options, *found], key=lambda one: (one.standing(), one.distance()))[:FINALISTS]
            if not options or found[0].is_settled() or found[0].distance() >= base.distance():
                break
            base = found[0]
        return begun, found

    def better_than(self, base: Option, begun: Option) -> list[Option]:
        """One change more than the base, and nearer to even than the scenario as it is."""
        weak = 0 if base.worst().value < 0.5 else 1
        prefix = f"{base.words}; " if base.words else ""
        changes = [
            (prefix + one.words, tuple(replace(trial, scenario=one.scenario) for trial in base.trials))
            for one in variations(base.scenario(), weak, self.keep)
        ]
        return self.final(self.halved(changes), begun) if changes else []

    def halved(self, alive: list[tuple[str, Trials]]) -> list[tuple[str, Trials]]:
        battles = min(FIRST_ROUND, self.games)  # those from `games` on are for the finalists
        while len(alive) > FINALISTS:
            self.told(f"{len(alive)} changes", self.fought)
            tried = self.measured(alive, 0, battles)
            ranked = sorted(range(len(alive)), key=lambda number: (tried[number].distance(), number))
            alive = [alive[number] for number in sorted(ranked[: max(FINALISTS, len(alive) // 2)])]
            battles = min(2 * battles, self.games)
        return alive

    def final(self, alive: list[tuple[str, Trials]], begun: Option) -> list[Option]:
        self.told(f"{len(alive)} options", self.fought)
        self.used += self.games
        as_it_is, *options = self.measured([("", begun.trials), *alive], self.used, self.games)
        # Nearer than with the same dice, and nearer than what was measured first and is shown.
        return [one for one in options if one.distance() < min(as_it_is.distance(), begun.distance())]

    def measured(self, alive: list[tuple[str, Trials]], first: int, battles: int) -> list[Option]:
        trials = tuple(itertools.chain.from_iterable(trials for _, trials in alive))
        tallies = [Tally() for _ in trials]
        for came in Dealer(self.executor, self.workers, scores, trials, self.stop).results(first, first + battles):
            for tally, score in zip(tallies, came, strict=True):
                tally.add(score)
            self.fought += len(came)
            self.told("", self.fought)
        if self.stop.is_set():
            raise Stopped
        rates = iter(tally.rate() for tally in tallies)
        return [Option(words, own, tuple(itertools.islice(rates, len(own)))) for words, own in alive]
