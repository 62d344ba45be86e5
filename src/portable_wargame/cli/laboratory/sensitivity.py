"""`pw sensitivity`: each number of the book one step up and down, and what that does to the battle."""

import contextlib
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.table import Table

from ...api.files import read_scenario
from ...game.errors import Refusal
from ...simulation import comparing
from ...simulation.report import tornado
from ...simulation.sensitivity import Sensitivity
from ...simulation.spreadsheet import write_row
from ...simulation.trials.battle_report import BattleReport
from .. import INTERRUPTED
from ..terminal import Terminal, counting
from .compare import levels_of
from .shared import USUAL_MEANS, Means, ctrl_c, refuse_odd_numbers, refuse_one_file_for_two, refuse_unwritable

MOST_SHOWN = 20


def sensitivity(
    name: str,
    /,
    *,
    games: int = 100,
    level: str | None = None,
    only: str = "",
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
        How many battles for each step.
    level
        Who plays both sides. By default, sergeants; `eager` is many times quicker.
    only
        Only numbers with this in their name or clause, such as artillery.
    jsonl
        Files with a line for every battle, one file per step: FILE-1, FILE-2 and so on. If they already
        exist, the run picks up where it left off.
    table
        A file for a table of the numbers.
    html
        A file for a report with the tornado chart.
    """
    refuse_odd_numbers(games, None, means)
    refuse_one_file_for_two({"--csv": table, "--html": html})
    found = Sensitivity(read_scenario(name), levels_of(level), means.seed, only)
    if not found.steps:
        raise Refusal(f"no number in the book mentions {only!r}; pw rules --rows --book NAME lists them")
    for file in (table, html):
        if file is not None:
            refuse_unwritable(file)
    with contextlib.ExitStack() as stack:
        executor, hands = stack.enter_context(means.executor())
        stop = stack.enter_context(ctrl_c())
        progress = stack.enter_context(counting(f"battles for each of {len(found.steps)} steps"))
        bar = progress.add_task("", total=games)

        def watch(_: tuple[BattleReport, ...]) -> None:
            progress.update(bar, completed=found.comparison.games())

        comparing.compare(found.comparison, games, executor, hands, watch, stop, jsonl)
    if found.comparison.games():
        show(Terminal(), found)
        if table is not None:
            with table.open("w", encoding="utf-8", newline="") as sink:
                write_row(sink, tuple(tornado.HEADINGS))
                for row in tornado.rows(found.bars()):
                    write_row(sink, tuple(row))
        if html is not None:
            html.write_text(tornado.page(found, about(found)), encoding="utf-8")
            Terminal().say(f"The report: {html}")
    return INTERRUPTED if stop.is_set() else 0


def about(found: Sensitivity) -> str:
    first = found.comparison.variants[0].trial
    side = first.scenario.sides[0].name or first.scenario.sides[0].id
    games = f"{found.comparison.games():,} battles for each step with the same dice"
    return f"{games}; points on the win rate of {side}; {' against '.join(first.levels)}"


def show(console: Terminal, found: Sensitivity) -> None:
    console.say(about(found), "bold")
    bars = found.bars()
    most = max((bar.reach() for bar in bars), default=0)
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column("number", overflow="fold", min_width=16)
    table.add_column("down", justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    table.add_column("up", justify="right", no_wrap=True)
    for bar in bars[:MOST_SHOWN]:
        ends = ["" if one is None else f"{100 * one.value:+.0f}" for one in (bar.down, bar.up)]
        style = None if bar.matters() else "dim"
        table.add_row(bar.number, ends[0], tornado.in_letters(bar, most), ends[1], style=style)
    console.print(table)
    if len(bars) > MOST_SHOWN:
        console.say(f"... and {len(bars) - MOST_SHOWN} more with less effect.")
    for sentence in found.verdict():
        console.say(sentence)
    console.say(tornado.NOTE)
