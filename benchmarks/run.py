"""Time the engine, interpreted and compiled, side by side with other people's engines, and judge it by its targets.

Every figure is the median of several rounds. In a round all engines take their turns, one process each, so that a
machine that slows down during a run slows all of them.
"""

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from benchmarks import probes, targets
from benchmarks.report import Report

TOP = Path(__file__).resolve().parents[1]
ROUNDS = 5
WIDTH = 130  # width of the table where there is no terminal


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="keep them in benchmarks/results.json and RESULTS.md")
    parser.add_argument("--seconds", type=float, default=1.0, help="how long each pace is measured (default 1)")
    parser.add_argument("--note", action="append", default=[], help="what else a reader must know, such as the load")
    arguments = parser.parse_args()
    console = Console()
    if not console.is_terminal:
        console = Console(width=WIDTH)
    report = measure(console, arguments.seconds)
    report.notes += arguments.note
    report.show(console)
    if arguments.write:
        report.write(TOP / "benchmarks")


def measure(console: Console, seconds: float) -> Report:
    plain, fast = probes.interpreted(), probes.compiled()
    openspiel, chess = probes.openspiel(), probes.python_chess()
    with progress(console) as bar:
        task = bar.add_task("boardgame.io, installing", total=5 * ROUNDS + 1)
        boardgame_io = probes.boardgame_io()
        bar.advance(task)
        for number in range(ROUNDS):
            for probe in (plain, openspiel, fast, chess, boardgame_io):
                bar.update(task, description=f"{probe.name}, round {number + 1}")
                probe.run(seconds, number)
                bar.advance(task)
    everyone = [plain, fast, openspiel, chess, boardgame_io]
    return Report(
        targets.rows(plain, fast, openspiel),
        targets.peer_rows(openspiel, chess, boardgame_io),
        notes(everyone, plain, fast),
    )


def progress(console: Console) -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=console,
        transient=True,
    )


def notes(everyone: list[probes.Probe], plain: probes.Probe, fast: probes.Probe) -> list[str]:
    """Notes that the reader needs to trust the figures."""
    said = [f"{probe.name}: not available ({probe.missing})." for probe in everyone if probe.missing]
    if plain.median("compiled"):
        said.append("The build timed as interpreted is a compiled one.")
    if fast.median("compiled") == 0:
        said.append("The build timed as compiled is not: its figures are those of interpreted code.")
    return said


if __name__ == "__main__":
    main()
