"""What the commands of the laboratory share: the players, the scenario, the dice, and how to interrupt a run."""

import contextlib
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Literal

from cyclopts import Parameter

from ... import ENGINE, _engine
from ...game.errors import Refusal
from ...scenario.model import Scenario
from ...simulation.trials.executors import engine
from ..playing.opponent import level_of
from ..playing.play import wanted_by_side

USUAL_LEVEL = "sergeant"


@Parameter(name="*")
@dataclass(frozen=True)
class Means:
    """Options of every command that fights battles; the words under each are its help."""

    seed: int = 1
    """The same number gives the same dice, however many cores there are."""
    workers: int | None = None
    """How many battles to fight at once. By default, one per core."""
    engine: Literal["local", "dask"] = "local"
    """Where to fight: on this machine (local), or on a Dask cluster."""
    scheduler: str | None = None
    """The address of the Dask scheduler, such as tcp://127.0.0.1:8786."""

    def executor(self) -> contextlib.AbstractContextManager[tuple[Executor, int]]:
        return fighters(self.engine, self.workers, self.scheduler)


USUAL_MEANS = Means()


def fighters(
    kind: Literal["local", "dask"] = "local", workers: int | None = None, scheduler: str | None = None
) -> contextlib.AbstractContextManager[tuple[Executor, int]]:
    """Processes that fight battles, and how many at once."""
    if not ENGINE.compiled and _engine.CHECKOUT and sys.stderr.isatty():
        have_it_compiled(Path(_engine.TOP))
    return engine(kind, workers, scheduler)


def have_it_compiled(checkout: Path) -> None:
    """In the background, for the next run; a terminal gets a line about it."""
    command = [sys.executable, str(checkout / "compile_engine.py"), "--background"]
    said = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False).stdout
    sys.stderr.write(said)


def levels(scenario: Scenario, red: str | None, blue: str | None) -> tuple[str, str]:
    ids = [side.id for side in scenario.sides]
    wanted = wanted_by_side(ids, (red, blue))
    first, second = (level_of(wanted.get(side, USUAL_LEVEL)) for side in ids)
    return first, second


def refuse_odd_numbers(games: int, until_width: float | None, means: Means) -> None:
    if games < 1 or (means.workers is not None and means.workers < 1):
        raise Refusal("--games and --workers must be 1 or more")
    if until_width is not None and not 0 < until_width < 1:
        raise Refusal("--until-width must be between 0 and 1: 0.02 is one point either way")


def refuse_one_file_for_two(files: dict[str, Path | None]) -> None:
    """`files`: by option."""
    taken: dict[Path, str] = {}
    for option, file in files.items():
        if file is None:
            continue
        other = taken.setdefault(file.resolve(), option)
        if other != option:
            raise Refusal(f"{other} and {option} both name {file}; each needs a file of its own")


def refuse_unwritable(file: Path) -> None:
    """Check before the battles are fought. An existing file keeps its contents; a missing one stays missing."""
    if file.exists() and not file.is_file() and not file.is_dir():
        return  # a pipe or a device: even looking would write to it
    is_new = not file.exists()
    file.open("ab").close()
    if is_new:
        file.unlink()


def interrupted(done: int, wanted: int, jsonl: Path | None) -> str:
    kept = "nothing was saved (no --jsonl)"
    if jsonl is not None:
        kept = f"saved in {jsonl}: the same command picks up from there"
    return f"Interrupted after {done} of {wanted} battles, {kept}."


@contextlib.contextmanager
def ctrl_c() -> Iterator[threading.Event]:
    """The first Ctrl-C asks for an end, and still keeps the battles under way; the second stops at once."""
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
