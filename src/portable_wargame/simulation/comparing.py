"""Comparing: the same battle under two or more settings, with paired seeds.

Battle i of every variant has the same dice and the same luck. The estimate is the mean of the pairs' differences, which
takes out whatever the dice do to both alike; the interval is the normal one of that mean. Battles drift apart after the
first difference, so pairing helps a lot for small changes and little for great ones, and never hurts.
"""

import concurrent.futures
import contextlib
import math
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from .statistics import Interval, Sharpening, Tally, Z, mean_interval, z_for_the_best_of
from .trials.batches import Dealer
from .trials.battle_report import BattleReport, line, read_line
from .trials.results import Results
from .trials.summary import Summary
from .trials.trial import Trial


@dataclass(frozen=True)
class Variant:
    words: str
    trial: Trial
    substitutions: tuple[str, ...] = ()  # what a conversion replaced, and by what


@dataclass(frozen=True)
class Measure:
    """Something about a battle besides who wins it: a mean over all battles."""

    name: str
    meaning: str
    of: Callable[[BattleReport], float]
    is_share: bool = True  # shown as a percentage, its differences in points


def drawn(report: BattleReport) -> float:
    return float(report.winner is None)


def turns(report: BattleReport) -> float:
    return float(report.turns)


def left(report: BattleReport) -> tuple[float, float]:
    """The share of its strength that each side has left at the end."""
    (first, second), (first_now, second_now) = report.strength[0], report.strength[-1]
    return first_now / first if first else 0.0, second_now / second if second else 0.0


def losses(report: BattleReport) -> float:
    return 1 - sum(left(report)) / 2


def margin(report: BattleReport) -> float:
    first, second = left(report)
    return abs(first - second)


MEASURES = (
    Measure("draws", "battles without a winner", drawn),
    Measure("length", "turns that a battle lasts", turns, is_share=False),
    Measure("losses", "strength that the sides lose, on average", losses),
    Measure("decisiveness", "how far apart the sides' remaining strength is at the end", margin),
)


class Comparison:
    """Variants against the first of them. With `until_width`, the difference of two is followed by a sequence of
    intervals that may be looked at after every pair."""

    def __init__(self, variants: list[Variant], until_width: float | None = None) -> None:
        self.variants = variants
        self.summaries = [Summary(variant.trial.scenario) for variant in variants]
        self.score = [Differences(1.0) for _ in variants]
        self.measured = [[Differences(1.0 if one.is_share else math.inf) for one in MEASURES] for _ in variants]
        self.sharpening = Sharpening(until_width, -1.0, 1.0) if until_width is not None else None

    def add(self, reports: tuple[BattleReport, ...]) -> None:
        scores = [report.score(summary.ids[0]) for report, summary in zip(reports, self.summaries, strict=True)]
        for number, report in enumerate(reports):
            self.summaries[number].add(report)
            self.score[number].add(scores[number], scores[0])
            for measure, differences in zip(MEASURES, self.measured[number], strict=True):
                differences.add(measure.of(report), measure.of(reports[0]))
        if self.sharpening is not None:
            self.sharpening.add(scores[1] - scores[0])

    def games(self) -> int:
        return self.summaries[0].games()

    def tally(self, number: int) -> Tally:
        return self.summaries[number].tally

    def difference(self, number: int = 1) -> Interval:
        """How much better the first side does under variant `number` than under the first."""
        return self.score[number].interval()

    def is_sharp(self) -> bool:
        return self.sharpening is not None and self.sharpening.is_sharp()

    def differences(self, number: int) -> "list[tuple[Measure, Differences, Interval]]":
        """All measures of a variant, and how far each is from the first variant's: intervals that hold all at once."""
        z = z_for_the_best_of(len(MEASURES))
        return [
            (measure, found, found.interval(z)) for measure, found in zip(MEASURES, self.measured[number], strict=True)
        ]


class Differences:
    """Values of one variant, and how they differ from those of the first, pair by pair."""

    def __init__(self, most: float) -> None:
        self.most = most
        self.number = 0
        self.total = 0.0
        self.base = 0.0
        self.sum = 0.0
        self.squares = 0.0

    def add(self, value: float, base: float) -> None:
        self.number += 1
        self.total += value
        self.base += base
        self.sum += value - base
        self.squares += (value - base) ** 2

    def interval(self, z: float = Z) -> Interval:
        return mean_interval(self.sum, self.squares, self.number, z, self.most)

    def means(self) -> tuple[float, float]:
        """The means of the first variant and of this one."""
        return self.base / self.number, self.total / self.number


def lines(trials: tuple[Trial, ...], number: int) -> tuple[bytes, ...]:
    """Battle `number` of every trial, with the same dice."""
    return tuple(line(trial, number) for trial in trials)


def files_of(path: Path | None, variants: list[Variant]) -> list[Path | None]:
    """A file of results for each variant: ridge-1.jsonl, ridge-2.jsonl."""
    if path is None:
        return [None] * len(variants)
    return [path.with_name(f"{path.stem}-{number}{path.suffix}") for number in range(1, len(variants) + 1)]


def compare(
    comparison: Comparison,
    games: int,
    executor: concurrent.futures.Executor,
    workers: int,
    progress: Callable[[tuple[BattleReport, ...]], None],
    stop: threading.Event | None = None,
    path: Path | None = None,
) -> None:
    """Fight up to this many battles of every variant, or until the difference is known well enough. It does not
    fight battles on file again."""
    trials = tuple(variant.trial for variant in comparison.variants)
    with contextlib.ExitStack() as stack:
        kept = [
            Results(one.trial, file)
            for one, file in zip(comparison.variants, files_of(path, comparison.variants), strict=True)
        ]
        for one in kept:
            stack.callback(one.close)
        for reports in zip(*(one.reports(games) for one in kept), strict=False):
            take(comparison, reports, progress)
            if comparison.is_sharp():
                return
        dealer = Dealer(executor, workers, lines, trials, stop)
        for texts in stack.enter_context(contextlib.closing(dealer.results(comparison.games(), games))):
            for one, text in zip(kept, texts, strict=True):
                if one.done == comparison.games():  # an interrupted run may have left one file a battle ahead
                    one.write(text)
            take(comparison, tuple(read_line(text) for text in texts), progress)
            if comparison.is_sharp():
                return


def take(
    comparison: Comparison,
    reports: tuple[BattleReport, ...],
    progress: Callable[[tuple[BattleReport, ...]], None],
) -> None:
    comparison.add(reports)
    progress(reports)
