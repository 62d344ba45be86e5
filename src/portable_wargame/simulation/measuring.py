"""Figures for the lobby before anyone has played a scenario: how long a battle lasts, and which side it favours.

    python -m portable_wargame.simulation.measuring [FOLDER]

fights the library's battles between captains, writes `scenario/library/figures.json`, and prints their table for
`benchmarks/ARENA.md`. The folder, if there is one, keeps the battles as `pw simulate --jsonl` does: any already there
are not fought again.
"""

import contextlib
import json
import statistics
import sys
from concurrent.futures import Executor, ProcessPoolExecutor
from pathlib import Path

from ..scenario import figures, library
from .fairness import verdict
from .statistics import Interval, wilson
from .trials.battle_report import BattleReport
from .trials.running import Enough, run
from .trials.trial import Trial

LEVEL = "captain"
BATTLES = 400
SEED = 5
SIDES = ("the first side", "the second side")


def measure(trial: Trial, battles: int, executor: Executor, kept: Path | None) -> figures.Figures:
    """The figures of one scenario."""
    reports: list[BattleReport] = []
    summary = run(trial, Enough(battles), executor, 2, kept, lambda _, report: reports.append(report))
    first, second = summary.ids
    return figures.Figures(
        level=trial.levels[0],
        edition=trial.header()["edition"],
        wins=(sum(one.winner == first for one in reports), sum(one.winner == second for one in reports)),
        draws=sum(one.winner is None for one in reports),
        turns=round(statistics.median(one.turns for one in reports)),
        decisions=round(statistics.median(one.decisions for one in reports)),
    )


def table(measured: dict[str, figures.Figures]) -> str:
    """A Markdown table: the first side's share of each scenario, draws as halves, and the verdict."""
    lines = ["| scenario | first side | 95% | battles | verdict |", "|---|---:|---|---:|---|"]
    for name, row in measured.items():
        games = sum(row.wins) + row.draws
        share = (row.wins[0] + row.draws / 2) / games
        rate = Interval(share, *wilson(share, games))
        brief = verdict(rate, SIDES, games).brief
        spread = f"{100 * rate.low:.1f} to {100 * rate.high:.1f}"
        lines.append(f"| {name} | {100 * share:.1f} % | {spread} | {games} | {brief} |")
    return "\n".join(lines)


def main(folder: Path | None) -> None:
    measured = {}
    with ProcessPoolExecutor() as executor:
        for name in library.names():
            trial = Trial(library.load(name), (LEVEL, LEVEL), SEED)
            kept = folder / f"{name}.jsonl" if folder is not None else None
            measured[name] = measure(trial, BATTLES, executor, kept)
            print(name, measured[name], file=sys.stderr, flush=True)
    rows = ",\n".join(f"{json.dumps(name)}: {json.dumps(row._asdict())}" for name, row in measured.items())
    figures.FILE.write_text(f"{{\n{rows}\n}}\n", "utf-8")
    print(table(measured))


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        main(Path(sys.argv[1]) if len(sys.argv) > 1 else None)
