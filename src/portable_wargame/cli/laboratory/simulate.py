"""`pw simulate`: one battle fought again and again by computer players, and the results."""

import contextlib
from pathlib import Path
from typing import Annotated, Literal, TextIO

from cyclopts import Parameter
from rich.table import Table

from ...api.files import read_scenario
from ...simulation.comparing import compare
from ...simulation.report import findings
from ...simulation.report.page import page
from ...simulation.skill import refuse_one_level, taking_sides
from ...simulation.skill import sentence as skill_told
from ...simulation.spreadsheet import write_row
from ...simulation.trials.battle_report import BattleReport
from ...simulation.trials.running import Enough, run
from ...simulation.trials.summary import Summary
from ...simulation.trials.trial import Trial
from .. import INTERRUPTED
from ..playing.opponent import level_of
from ..terminal import Terminal, counting
from .shared import (
    USUAL_MEANS,
    Means,
    ctrl_c,
    interrupted,
    levels,
    refuse_odd_numbers,
    refuse_one_file_for_two,
    refuse_unwritable,
)


def simulate(
    name: Annotated[str, Parameter("SCENARIO")],
    /,
    *,
    games: int = 1000,
    red: str | None = None,
    blue: str | None = None,
    skill: str | None = None,
    until_width: float | None = None,
    jsonl: Path | None = None,
    table: Annotated[Path | None, Parameter("--csv")] = None,
    html: Path | None = None,
    means: Means = USUAL_MEANS,
) -> int:
    """
    Parameters
    ----------
    name
        A scenario from the library, or a scenario file.
    games
        How many battles; with --until-width, how many at most.
    red
        Who plays the side `red`, or the first side if no side has that id: recruit, sergeant, captain, general
        or marshal; or eager, who has no plan and is very quick.
    blue
        Who plays the side `blue`, or the second side if no side has that id.
    skill
        How much skill tells: fight it again with a player of this level on either side in turn, such as captain.
    until_width
        Stop as soon as the win rate is known this closely: 0.02 is one point either way.
    jsonl
        A file with a line for every battle. If it already exists, the run picks up where it left off.
    table
        A file for a table of every battle.
    html
        A file for a report with charts and maps.
    """
    scenario = read_scenario(name)
    trial = Trial(scenario, levels(scenario, red, blue), means.seed)
    if skill is not None:
        refuse_one_level(trial, level_of(skill))
    better = taking_sides(trial, skill) if skill is not None else None
    refuse_odd_numbers(games, until_width, means)
    refuse_one_file_for_two({"--jsonl": jsonl, "--csv": table, "--html": html})
    for file in (table, html):
        if file is not None:
            refuse_unwritable(file)
    console = Terminal()
    with contextlib.ExitStack() as stack:
        rows = stack.enter_context(Rows(trial, table)) if table is not None else None
        executor, hands = stack.enter_context(means.executor())
        stop = stack.enter_context(ctrl_c())
        watch = stack.enter_context(Watch(games))

        def took(summary: Summary, report: BattleReport) -> None:
            if rows is not None:
                rows.add(report)
            watch.show(summary)

        enough = Enough(games, until_width)
        summary = run(trial, enough, executor, hands, jsonl, took, stop)
        if better is not None and not stop.is_set():
            progress = stack.enter_context(counting("pairs"))
            bar = progress.add_task("skill", total=summary.games())
            path = jsonl.with_name(f"{jsonl.stem}-skill{jsonl.suffix}") if jsonl is not None else None
            compare(better, summary.games(), executor, hands, lambda _: progress.advance(bar), stop, path)
    if not summary.games():
        return INTERRUPTED
    show(console, trial, summary)
    told = skill_told(better) if better is not None and better.games() else ""
    if told:
        console.say(told)
    if html is not None:
        html.write_text(page(trial, summary, told), encoding="utf-8")
        console.say(f"The report: {html}")
    if enough.reached(summary.games()):
        return 0
    if stop.is_set():
        console.say(interrupted(summary.games(), games, jsonl))
        return INTERRUPTED
    return 0


class Watch:
    """The bar that runs while the battles do, with the win rate so far."""

    def __init__(self, games: int) -> None:
        self.progress = counting("battles")
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
    """A table of all battles for a spreadsheet. It is written from the first battle on, so that a refused run leaves an
    older table as it was."""

    def __init__(self, trial: Trial, path: Path) -> None:
        self.ids = [side.id for side in trial.scenario.sides]
        self.path = path
        self.sink: TextIO | None = None

    def __enter__(self) -> "Rows":
        return self

    def __exit__(self, *_: object) -> None:
        if self.sink is not None:
            self.sink.close()

    def add(self, report: BattleReport) -> None:
        if self.sink is None:
            self.sink = self.path.open("w", encoding="utf-8", newline="")
            write_row(self.sink, self.headings())
        numbers = (*report.strength[-1], *report.hits, *report.expected, round(report.luck(), 4))
        start = (report.battle, report.dice, report.winner or "", report.turns, report.decisions)
        write_row(self.sink, (*start, *numbers, report.reason))

    def headings(self) -> tuple[str, ...]:
        numbers = [f"{id_} {what}" for what in ("strength left", "hits suffered", "hits expected") for id_ in self.ids]
        return ("battle", "dice", "winner", "turns", "decisions", *numbers, f"luck of {self.ids[0]}", "reason")


def show(console: Terminal, trial: Trial, summary: Summary) -> None:
    console.say(f"{trial.scenario.title}: {findings.counted(summary.games(), 'battle')}, seed {trial.seed}", "bold")
    console.print(rates(trial, summary))
    console.say(findings.verdict(summary))
    for sentence in findings.even_dice(summary):
        console.say(sentence)
    if summary.sharpening is not None:
        console.say(findings.sharpness(summary.sharpening))
    drama = findings.drama(summary)
    for sentence in (findings.length(summary), findings.turning(summary), *drama, *findings.luck(summary)):
        console.say(sentence)
    for sentence in findings.decided(summary):
        console.say(sentence)


def rates(trial: Trial, summary: Summary) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for heading in ("side", "level", "won", "drawn", "lost", "win rate", "95%"):
        justify: Literal["left", "right"] = "left" if heading in ("side", "level") else "right"
        # Fold a long name, so that no number is cut off.
        table.add_column(heading, no_wrap=heading != "side", overflow="fold", justify=justify)
    tally = summary.tally
    for side, name in enumerate(findings.names(summary)):
        won, lost = (tally.wins, tally.losses) if side == 0 else (tally.losses, tally.wins)
        rate = summary.rate(side)
        counts = (str(won), str(tally.draws), str(lost))
        table.add_row(name, trial.levels[side], *counts, findings.per_cent(rate.value), findings.between(rate))
    return table
