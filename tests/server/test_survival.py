"""Nothing that was acknowledged is lost, and nothing is done twice: whatever is killed, and when."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from portable_wargame.record.reading import parse_record
from portable_wargame.record.verifying import verify

from .killing import GAMES, killed
from .postgres import Postgres, running_postgres
from .running import Server
from .scenes import duel

KILLS = 4


@pytest.mark.parametrize("seed", [1, 2])
def test_a_server_is_killed_at_any_moment(address: str, tmp_path: Path, seed: int) -> None:
    survived = killed(Server(tmp_path, "--store", address), seed, KILLS)
    assert survived.kills == KILLS
    assert survived.acknowledged > KILLS * GAMES


@pytest.fixture
def own_postgres() -> Iterator[Postgres]:
    """For this test alone: it will be killed."""
    with running_postgres() as one:
        yield one


def healthy(server: Server, wanted: int = 503) -> int:
    """What /health says, which is tried once a second, however many ask."""
    for _ in range(50):
        if server.http.get("/health").status_code == wanted:
            break
        time.sleep(0.1)
    return server.http.get("/health").status_code


def test_a_database_is_killed_and_comes_back(own_postgres: Postgres, tmp_path: Path) -> None:
    server = Server(tmp_path, "--store", own_postgres.new_database())
    try:
        made = server.make(scenario=duel(turns=60), seed=3)
        with server.join(made["game"], *made["seats"].values()) as both:
            assert both.act(**both.choices()[0])["type"] == "accepted"
            for _ in range(2):
                own_postgres.kill()
                refused = both.act(**both.choices()[0])
                assert (refused["type"], refused["code"]) == ("refused", "busy")
                assert "cannot be kept" in refused["message"]
                assert healthy(server) == 503
                assert server.http.post("/api/games", json={"scenario": duel()}).status_code == 503
                own_postgres.start()
                stood = both.now
                # The same page, the same connection, the same server.
                assert both.act(**both.choices()[0])["type"] == "accepted"
                assert both.now["seq"] == stood["seq"] + 1
                assert healthy(server, 200) == 200
        verdict = verify(parse_record(server.record(made["game"], made["seats"]["red"]), "the record"))
        assert verdict.actions == 3
    finally:
        server.kill()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits the files of another process")
def test_a_full_disk_is_said_and_survived(tmp_path: Path) -> None:
    import resource

    server = Server(tmp_path)
    try:
        made = server.make(scenario=duel(turns=60), seed=3)
        with server.join(made["game"], *made["seats"].values()) as both:
            assert both.act(**both.choices()[0])["type"] == "accepted"
            limits = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
            full = (tmp_path / "games.sqlite-wal").stat().st_size
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (full, limits[1]))
            stood = both.now
            for _ in range(2):
                refused = both.act(**both.choices()[0])
                assert (refused["type"], refused["code"]) == ("refused", "busy"), refused
                assert "cannot be kept" in refused["message"]
            assert both.now == stood
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, limits)
            assert both.act(**both.choices()[0])["type"] == "accepted"
            stood = both.now
        os.kill(server.process.pid, signal.SIGKILL)
        server.kill()
        server.start()
        with server.join(made["game"], *made["seats"].values()) as again:
            assert again.now == stood
        verdict = verify(parse_record(server.record(made["game"], made["seats"]["red"]), "the record"))
        assert verdict.actions == 2
    finally:
        server.kill()


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of its own with a megabyte of room, where we may make one."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(folder)]
    if sys.platform != "linux" or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("nobody may mount a file system here")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def fill(path: Path) -> None:
    with contextlib.suppress(OSError), path.open("wb", buffering=0) as file:
        while True:
            file.write(b"x" * 512)


@pytest.mark.parametrize("clean", [False, True])
def test_on_a_full_disk_all_is_refused_cleanly_and_a_server_starts_again(small_disk: Path, clean: bool) -> None:
    server = Server(small_disk)
    try:
        made = server.make(scenario=duel(), seed=3)
        fill(small_disk / "filler")
        answers = [
            server.http.post("/api/games", json={"scenario": duel()}),
            server.http.put("/api/drafts/yours-mine", json={"scenario": duel()}),
        ]
        assert [(answer.status_code, answer.json()["code"]) for answer in answers] == [(503, "busy")] * 2
        assert not list(small_disk.rglob("*.part"))
        if clean:
            server.process.terminate()
            server.process.wait()
        server.kill()
        fill(small_disk / "more")
        server.start()
        assert server.http.get(f"/api/games/{made['game']}").status_code == 200
        assert verify(parse_record(server.record(made["game"], made["seats"]["red"]), "it")).lines == 2
    finally:
        server.kill()
