"""Running a trial: battles dealt out, kept on file and summed up as they come, until there are enough of them."""

import concurrent.futures
import contextlib
import threading
from collections.abc import Callable
from pathlib import Path

from ..statistics import Sharpening, Tally
from .batches import Dealer
from .battle_report import BattleReport, line, read_line
from .results import Results
from .summary import Summary
from .trial import Trial, score

Progress = Callable[[Summary, BattleReport], None]  # after every battle, old ones on file as well


class Enough:
    """When to stop: after this many battles, or as soon as the win rate is known this sharply."""

    def __init__(self, games: int, until_width: float | None = None) -> None:
        self.games = games
        self.sharpening = Sharpening(until_width) if until_width is not None else None

    def add(self, score: float) -> None:
        if self.sharpening is not None:
            self.sharpening.add(score)

    def reached(self, games: int) -> bool:
        return games >= self.games or (self.sharpening is not None and self.sharpening.is_sharp())


def run(
    trial: Trial,
    enough: Enough,
    executor: concurrent.futures.Executor,
    workers: int,
    path: Path | None = None,
    progress: Progress | None = None,
    stop: threading.Event | None = None,
) -> Summary:
    """The summary of all battles; when `stop` is set it ends early, but keeps every battle fought."""
    summary = Summary(trial.scenario, enough.sharpening)
    results = Results(trial, path)
    try:
        for report in results.reports(enough.games):
            take(report, summary, enough, progress)
            if enough.reached(summary.games()):
                return summary
        dealer = Dealer(executor, workers, line, trial, stop)
        with contextlib.closing(dealer.results(results.done, enough.games)) as came:
            for text in came:
                results.write(text)
                take(read_line(text), summary, enough, progress)
                if enough.reached(summary.games()):
                    break
        return summary
    finally:
        results.close()


def take(report: BattleReport, summary: Summary, enough: Enough, progress: Progress | None) -> None:
    summary.add(report)
    enough.add(report.score(summary.ids[0]))
    if progress is not None:
        progress(summary, report)


async def estimate(
    trial: Trial,
    games: int,
    executor: concurrent.futures.Executor,
    workers: int,
    progress: Callable[[Tally], None],
    stop: threading.Event,
) -> Tally:
    """Who wins how often, and nothing else: for a panel that asks "How fair is this?". `progress` gets the battles so
    far, and setting `stop` ends it within about a second."""
    tally = Tally()
    async for came in Dealer(executor, workers, score, trial, stop).arriving(0, games):
        tally.add(came)
        progress(tally)
    return tally
