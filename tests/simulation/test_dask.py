"""A real scheduler and two worker processes, one of which is killed in the middle: the same bytes as on one core."""

import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from portable_wargame.game.errors import Refusal
from portable_wargame.simulation.trials import executors
from portable_wargame.simulation.trials.battle_report import BattleReport
from portable_wargame.simulation.trials.executors import engine
from portable_wargame.simulation.trials.running import Enough, run
from portable_wargame.simulation.trials.summary import Summary
from tests.simulation.samples import quick

GAMES = 60


class Cluster:
    """A scheduler at a port that the system picks, and two workers of one thread each."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.scheduler = self.start("scheduler", "distributed.cli.dask_scheduler", "--port", "0", "--host", "127.0.0.1")
        self.address = self.found("scheduler", r"Scheduler at:\s+(tcp://[0-9.:]+)")
        self.workers = [self.worker(number) for number in range(2)]

    def worker(self, number: int) -> "subprocess.Popen[bytes]":
        options = ["--nthreads", "1", "--no-dashboard", "--no-nanny", "--local-directory", str(self.folder)]
        started = self.start(f"worker{number}", "distributed.cli.dask_worker", self.address, *options)
        self.found(f"worker{number}", r"(Registered to)")
        return started

    def start(self, name: str, module: str, *words: str) -> "subprocess.Popen[bytes]":
        options = ["--no-dashboard"] if name == "scheduler" else []
        with (self.folder / name).open("wb") as log:
            return subprocess.Popen(
                [sys.executable, "-m", module, *words, *options], stdout=log, stderr=log, cwd=self.folder
            )

    def found(self, name: str, pattern: str) -> str:
        for _ in range(600):
            match = re.search(pattern, (self.folder / name).read_text("utf-8", "replace"))
            if match:
                return match[1]
            time.sleep(0.05)
        raise AssertionError((self.folder / name).read_text("utf-8", "replace"))

    def end(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    found = Cluster(tmp_path)
    yield found
    found.end()


def test_dask_gives_the_same_bytes_and_survives_the_loss_of_a_worker(cluster: Cluster, tmp_path: Path) -> None:
    alone, spread = tmp_path / "alone.jsonl", tmp_path / "spread.jsonl"
    with engine(workers=1) as (executor, hands):
        run(quick(), Enough(GAMES), executor, hands, alone)
    killed: list[int] = []

    def kill_one(summary: Summary, report: BattleReport) -> None:
        if summary.games() == GAMES // 6:
            cluster.workers[0].kill()
            cluster.workers[0].wait()
            killed.append(summary.games())

    with engine("dask", scheduler=cluster.address) as (executor, hands):
        assert hands == 2
        run(quick(), Enough(GAMES), executor, hands, spread, kill_one, threading.Event())
    assert killed == [GAMES // 6]
    assert spread.read_bytes() == alone.read_bytes()
    cluster.workers[1].kill()
    cluster.workers[1].wait()
    time.sleep(0.5)
    with (
        pytest.raises(Refusal, match="has no workers; start one: dask worker"),
        engine("dask", scheduler=cluster.address),
    ):
        pass


def test_where_there_is_no_scheduler_a_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executors, "PATIENCE", 1)
    with (
        pytest.raises(Refusal, match=r"there is no Dask scheduler at tcp://127\.0\.0\.1:1"),
        engine("dask", scheduler="tcp://127.0.0.1:1"),
    ):
        pass


@pytest.mark.parametrize(
    "address", ["nonsense", "tcp://127.0.0.1", "tcp://127.0.0.1:99999", "post://127.0.0.1:8786", ":"]
)
def test_what_is_no_address_is_refused_at_once(address: str, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(Refusal, match="is not an address with a port"), engine("dask", scheduler=address):
        pass
    assert capfd.readouterr().err == ""
