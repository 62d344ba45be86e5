"""`pw simulate`: one battle fought again and again by computer players, and what comes of it."""

import contextlib
import csv
import signal
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import TextIO

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from ..game.errors import Refusal
from ..scenario.scenario import Scenario
from ..simulation import findings
from ..simulation.battle_report import BattleReport
from ..simulation.engines import engine
from ..simulation.running import Enough, run
from ..simulation.summary import Summary
from ..simulation.trial import Trial
from .opening import find_scenario
from .opponent import level_of
from .play import wanted_by_side
from .terminal import Terminal

INTERRUPTED = 130
USUAL_LEVEL = "sergeant"
BY_THE_CLOCK = "The general thinks by the clock: these battles cannot be repeated move by move."


def simulate(
    name: str,
    games: int,
    red: str | None,
    blue: str | None,
    seed: int,
    milliseconds: int,
    until_width: float | None,
    workers: int | None,
    jsonl: Path | None,
    table: Path | None,
    html: Path | None,
    engine_name: str,
    scheduler: str | None,
) -> int:
    scenario = find_scenario(name)
    trial = Trial(scenario, levels(scenario, red, blue), seed, milliseconds)
    refuse_odd_numbers(games, until_width, milliseconds, workers)
    if html is not None:
        from ..simulation.page import can_draw

        can_draw()
    console = Terminal()
    with contextlib.ExitStack() as stack:
        rows = stack.enter_context(Rows(trial, table)) if table is not None else None
        executor, hands = stack.enter_context(engine(engine_name, workers, scheduler))
        stop = stack.enter_context(ctrl_c())
        watch = stack.enter_context(Watch(games))

        def took(summary: Summary, report: BattleReport) -> None:
            if rows is not None:
                rows.add(report)
            watch.show(summary)

        enough = Enough(games, until_width)
        summary = run(trial, enough, executor, hands, jsonl, took, stop)
    if not summary.games():
        return INTERRUPTED
    show(console, trial, summary, enough)
    if html is not None:
        from ..simulation.page import page

        html.write_text(page(trial, summary), encoding="utf-8")
        console.say(f"The report: {html}")
    if enough.reached(summary.games()):
        return 0
    if stop.is_set():
        kept = f"kept in {jsonl}: the same command goes on" if jsonl is not None else "nothing is on file (--jsonl)"
        console.say(f"Interrupted after {summary.games()} of {games} battles, {kept}.")
        return INTERRUPTED
    return 0


def levels(scenario: Scenario, red: str | None, blue: str | None) -> tuple[str, str]:
    ids = [side.id for side in scenario.sides]
    wanted = wanted_by_side(ids, (red, blue))
    first, second = (level_of(wanted.get(side, USUAL_LEVEL)) for side in ids)
    return first, second


def refuse_odd_numbers(games: int, until_width: float | None, milliseconds: int, workers: int | None) -> None:
    if games < 1 or milliseconds < 1 or (workers is not None and workers < 1):
        raise Refusal("--games, --ms and --workers are numbers from 1")
    if until_width is not None and not 0 < until_width < 1:
        raise Refusal("--until-width is a number between 0 and 1, such as 0.02 for two points of a hundred")


@contextlib.contextmanager
def ctrl_c() -> Iterator[threading.Event]:
    """The first Ctrl-C asks for an end, and what is under way is still kept; the second is obeyed at once."""
    stop = threading.Event()

    def asked(_signal: int, _frame: FrameType | None) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        stop.set()

    before = signal.signal(signal.SIGINT, asked)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)


class Watch:
    """The bar that runs while the battles do, with the win rate so far."""

    def __init__(self, games: int) -> None:
        columns = (
            TextColumn("battles"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            TextColumn("{task.description}"),
        )
        self.progress = Progress(*columns, console=Console(stderr=True), transient=True)
        self.bar = self.progress.add_task("", total=games)

    def __enter__(self) -> "Watch":
        self.progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.progress.stop()

    def show(self, summary: Summary) -> None:
        rate = summary.rate(0)
        words = f"{findings.names(summary)[0]} {findings.per_cent(rate.value)} ({findings.between(rate)})"
        self.progress.update(self.bar, completed=summary.games(), description=words)


class Rows:
    """A table of all battles for a spreadsheet."""

    def __init__(self, trial: Trial, path: Path) -> None:
        self.ids = [side.id for side in trial.scenario.sides]
        self.sink: TextIO = path.open("w", encoding="utf-8", newline="")
        self.rows = csv.writer(self.sink)
        numbers = [f"{id_} {what}" for what in ("strength left", "hits suffered", "hits expected") for id_ in self.ids]
        self.rows.writerow(
            ("battle", "dice", "winner", "turns", "decisions", *numbers, f"luck of {self.ids[0]}", "reason")
        )

    def __enter__(self) -> "Rows":
        return self

    def __exit__(self, *_: object) -> None:
        self.sink.close()

    def add(self, report: BattleReport) -> None:
        numbers = (*report.strength[-1], *report.hits, *report.expected, round(report.luck(), 4))
        start = (report.battle, report.dice, report.winner or "", report.turns, report.decisions)
        self.rows.writerow((*start, *numbers, report.reason))


def show(console: Terminal, trial: Trial, summary: Summary, enough: Enough) -> None:
    console.say(f"{trial.scenario.title}: {summary.games()} battles, seed {trial.seed}", "bold")
    console.print(rates(trial, summary))
    names = findings.names(summary)
    console.say(findings.verdict(summary.rate(0), names))
    if enough.sharpening is not None:
        sharp = enough.sharpening.interval()
        console.say(
            f"{names[0]}, an interval that holds whenever one stops: {findings.per_cent(sharp.value)}"
            f" ({findings.between(sharp)})"
        )
    for sentence in (findings.length(summary), findings.turning(summary), *findings.luck(summary)):
        console.say(sentence)
    for sentence in findings.decided(summary):
        console.say(sentence)
    if not trial.repeatable():
        print(BY_THE_CLOCK, file=sys.stderr)


def rates(trial: Trial, summary: Summary) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for heading in ("side", "level", "won", "drawn", "lost", "win rate", "95 %"):
        table.add_column(heading, no_wrap=True, justify="left" if heading in ("side", "level") else "right")
    tally = summary.tally
    for side, name in enumerate(findings.names(summary)):
        won, lost = (tally.wins, tally.losses) if side == 0 else (tally.losses, tally.wins)
        rate = summary.rate(side)
        counts = (str(won), str(tally.draws), str(lost))
        table.add_row(name, trial.levels[side], *counts, findings.per_cent(rate.value), findings.between(rate))
    return table
