"""Balancing: which small change makes a battle fair?

Successive halving: all candidates fight a few battles with the same dice, the half nearest to even fights twice as
many, until a handful is left. These then fight battles that had no part in the choice, beside the scenario
as it is: the choice does not flatter their intervals, and any that come no nearer to even than the scenario are
dropped. Where no single change is enough, the search makes the best and goes on from there. With several levels, a
change is as good as it is for the level that it serves worst.
"""

import concurrent.futures
import itertools
import threading
from collections.abc import Callable, Generator
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
        """Neither side is clearly favoured: this many battles show nothing left to put right."""
        return self.standing() <= Standing.OPEN

    def distance(self) -> float:
        return abs(self.worst().value - 0.5)

    def scenario(self) -> Scenario:
        return self.trials[0].scenario

    def titled(self) -> Scenario:
        """The scenario, with the changes in its title."""
        scenario = self.scenario()
        title = f"{scenario.title} — {self.words}"
        return replace(scenario, title=title if len(title) <= LONGEST_TITLE else title[: LONGEST_TITLE - 1] + "…")


class Stopped(Exception):
    """The search was called off before it had anything to show."""


@dataclass(frozen=True)
class Round:
    """Battles that the search needs next: these battle numbers of all these trials, with the same dice in each."""

    words: str  # a description of the attempt
    trials: Trials
    first: int
    battles: int


Rounds = Generator[Round, list[Tally], "tuple[Option, list[Option]]"]


@dataclass
class Search:
    """It says which battles it wants and hears how they went; it does not care who fights them, or where."""

    games: int
    keep: frozenset[str] = frozenset()  # things to leave alone
    steps: int = MOST_STEPS  # changes on top of one another
    used: int = 0  # battle numbers already used for a choice

    def rounds(self, *trials: Trial) -> Rounds:
        """The scenario as it is, and the options that improve it, the fairest first; none if neither side is clearly
        favoured."""
        (begun,) = yield from self.measured("the scenario as it is", [("", trials)], 0, self.games)
        if begun.is_settled():
            return begun, []
        base, found = begun, list[Option]()
        for _ in range(self.steps):
            options = yield from self.better_than(base, begun)
            found = sorted([*options, *found], key=lambda one: (one.standing(), one.distance()))[:FINALISTS]
            if not options or found[0].is_settled() or found[0].distance() >= base.distance():
                break
            base = found[0]
        return begun, found

    def better_than(self, base: Option, begun: Option) -> Generator[Round, list[Tally], list[Option]]:
        """One change more than the base, and nearer to even than the unchanged scenario."""
        weak = 0 if base.worst().value < 0.5 else 1
        prefix = f"{base.words}; " if base.words else ""
        changes = [
            (prefix + one.words, tuple(replace(trial, scenario=one.scenario) for trial in base.trials))
            for one in variations(base.scenario(), weak, self.keep)
        ]
        if not changes:
            return []
        alive = yield from self.halved(changes)
        return (yield from self.final(alive, begun))

    def halved(self, alive: list[tuple[str, Trials]]) -> Generator[Round, list[Tally], list[tuple[str, Trials]]]:
        battles = min(FIRST_ROUND, self.games)  # those from `games` on are for the finalists
        while len(alive) > FINALISTS:
            tried = yield from self.measured(f"{len(alive)} changes", alive, 0, battles)
            ranked = sorted(range(len(alive)), key=lambda number: (tried[number].distance(), number))
            alive = [alive[number] for number in sorted(ranked[: max(FINALISTS, len(alive) // 2)])]
            battles = min(2 * battles, self.games)
        return alive

    def final(self, alive: list[tuple[str, Trials]], begun: Option) -> Generator[Round, list[Tally], list[Option]]:
        self.used += self.games
        lines = [("", begun.trials), *alive]
        as_it_is, *options = yield from self.measured(f"{len(alive)} options", lines, self.used, self.games)
        # Nearer than the scenario with the same dice, and nearer than its first measurement, which is shown.
        return [one for one in options if one.distance() < min(as_it_is.distance(), begun.distance())]

    def measured(
        self, words: str, alive: list[tuple[str, Trials]], first: int, battles: int
    ) -> Generator[Round, list[Tally], list[Option]]:
        trials = tuple(itertools.chain.from_iterable(trials for _, trials in alive))
        tallies = yield Round(words, trials, first, battles)
        rates = iter(tally.rate() for tally in tallies)
        return [Option(changed, own, tuple(itertools.islice(rates, len(own)))) for changed, own in alive]


@dataclass
class Searching:
    """A search with its battles fought by an executor. `told` hears what is going on, and how many battles have been
    fought since it began."""

    executor: concurrent.futures.Executor
    workers: int
    told: Callable[[str, int], None]
    stop: threading.Event
    fought: int = 0

    def run(self, search: Search, *trials: Trial) -> tuple[Option, list[Option]]:
        rounds = search.rounds(*trials)
        wanted = next(rounds)
        while True:
            try:
                wanted = rounds.send(self.fight(wanted))
            except StopIteration as end:
                found: tuple[Option, list[Option]] = end.value
                return found

    def fight(self, wanted: Round) -> list[Tally]:
        self.told(wanted.words, self.fought)
        tallies = [Tally() for _ in wanted.trials]
        dealer = Dealer(self.executor, self.workers, scores, wanted.trials, self.stop)
        for came in dealer.results(wanted.first, wanted.first + wanted.battles):
            for tally, score in zip(tallies, came, strict=True):
                tally.add(score)
            self.fought += len(came)
            self.told("", self.fought)
        if self.stop.is_set():
            raise Stopped
        return tallies
