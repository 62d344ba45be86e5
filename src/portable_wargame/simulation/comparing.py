"""Comparing: the same battle under two or more settings, with paired seeds.

Battle i of every variant has the same dice and the same luck. What is estimated is the mean of the differences of the
pairs, so that what the dice do to both alike is taken out; the interval is the normal one of that mean. Battles drift
apart after the first difference, so pairing helps much for small changes and little for great ones, and never harms.
"""

import concurrent.futures
import contextlib
import threading
from collections.abc import Callable
from dataclasses import dataclass

from .statistics import Interval, Sharpening, Tally, mean_interval
from .trials.batches import Dealer
from .trials.trial import Trial, scores


@dataclass(frozen=True)
class Variant:
    words: str
    trial: Trial
    substitutions: tuple[str, ...] = ()  # what a conversion put in place of what


class Comparison:
    """Variants against the first of them. With `until_width`, the difference of two is followed by a sequence of
    intervals that may be looked at after every pair."""

    def __init__(self, variants: list[Variant], until_width: float | None = None) -> None:
        self.variants = variants
        self.tallies = [Tally() for _ in variants]
        self.sums = [0.0] * len(variants)  # of differences from the first
        self.squares = [0.0] * len(variants)
        self.sharpening = Sharpening(until_width, -1.0, 1.0) if until_width is not None else None

    def add(self, pair: tuple[float, ...]) -> None:
        for number, score in enumerate(pair):
            self.tallies[number].add(score)
            difference = score - pair[0]
            self.sums[number] += difference
            self.squares[number] += difference * difference
        if self.sharpening is not None:
            self.sharpening.add(pair[1] - pair[0])

    def games(self) -> int:
        return self.tallies[0].games()

    def difference(self, number: int = 1) -> Interval:
        """How much better the first side does under variant `number` than under the first."""
        return mean_interval(self.sums[number], self.squares[number], self.games())

    def is_sharp(self) -> bool:
        return self.sharpening is not None and self.sharpening.is_sharp()


def compare(
    comparison: Comparison,
    games: int,
    executor: concurrent.futures.Executor,
    workers: int,
    progress: Callable[[Comparison], None],
    stop: threading.Event | None = None,
) -> None:
    """Fight up to so many battles of every variant, or until the difference is known sharply enough."""
    trials = tuple(variant.trial for variant in comparison.variants)
    dealer = Dealer(executor, workers, scores, trials, stop)
    with contextlib.closing(dealer.results(0, games)) as came:
        for pair in came:
            comparison.add(pair)
            progress(comparison)
            if comparison.is_sharp():
                return
