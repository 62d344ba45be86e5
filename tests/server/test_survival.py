"""Nothing that was acknowledged is lost, and nothing is done twice: whatever is killed, and when."""

import os
import random
import signal
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import WebSocketException

from portable_wargame.record.recording import parse_record
from portable_wargame.record.verifying import verify

from .postgres import Postgres, running_postgres
from .running import Client, Server, Tree
from .scenes import duel

KILLS = 4
GAMES = 3
GONE = (OSError, WebSocketException, httpx.HTTPError, TimeoutError)


@dataclass
class Player:
    """Plays both sides of a game, come what may, and remembers what was acknowledged."""

    server: Server
    made: Tree
    luck: random.Random
    over: threading.Event
    steps: dict[int, Tree] = field(default_factory=dict)  # by seq, those that were told and acknowledged
    problem: BaseException | None = None

    def play(self) -> None:
        try:
            while not self.over.is_set():
                try:
                    with self.server.join(self.made["game"], *self.made["seats"].values()) as client:
                        self._check(client.steps)
                        self._go_on(client)
                except GONE:
                    time.sleep(0.02)
        except BaseException as problem:
            self.problem = problem

    def _go_on(self, client: Client) -> None:
        while not self.over.is_set() and client.now["question"] is not None:
            question = client.now["question"]
            surveyed = client.ask("survey", unit=self.luck.choice(question["units"])) if question["units"] else None
            offers = question["answers"] + (surveyed["offers"] + surveyed["destinations"] if surveyed else [])
            action = self.luck.choice(offers)["action"]
            reply = client.ask("act", seq=client.now["seq"], action=action)
            assert reply["type"] == "accepted", reply
            self.steps[client.steps[-1]["seq"]] = client.steps[-1]

    def _check(self, told: list[Tree]) -> None:
        assert [step["seq"] for step in told] == list(range(len(told)))
        for seq, step in self.steps.items():
            assert told[seq] == step, "an acknowledged step is lost, or another"


@pytest.mark.parametrize("seed", [1, 2])
def test_a_server_is_killed_at_any_moment(address: str, tmp_path: Path, seed: int) -> None:
    luck = random.Random(seed)
    server = Server(tmp_path, "--store", address)
    over = threading.Event()
    made = [server.make(scenario=duel(turns=60), seed=number) for number in range(GAMES)]
    players = [Player(server, one, random.Random(seed * 10 + place), over) for place, one in enumerate(made)]
    threads = [threading.Thread(target=player.play) for player in players]
    try:
        for thread in threads:
            thread.start()
        for _ in range(KILLS):
            time.sleep(luck.uniform(0.2, 1.5))
            server.process.kill()
            server.process.communicate()
            server.start()
        time.sleep(1)
        over.set()
        for thread in threads:
            thread.join()
        assert [player.problem for player in players] == [None] * GAMES
        assert min(len(player.steps) for player in players) > KILLS
        for player in players:
            record = server.record(player.made["game"], player.made["seats"]["red"])
            verdict = verify(parse_record(record, "the record"))
            # Of what was under way when the server died, each action is there once or not at all.
            assert max(player.steps) <= verdict.actions <= len(player.steps) + KILLS + 1
            with server.join(player.made["game"], *player.made["seats"].values()) as client:
                player._check(client.steps)
    finally:
        over.set()
        server.kill()


@pytest.fixture
def own_postgres() -> Iterator[Postgres]:
    """For this test alone: it will be killed."""
    with running_postgres() as one:
        yield one


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
                assert server.http.get("/health").status_code == 503
                assert server.http.post("/api/games", json={"scenario": duel()}).status_code == 503
                own_postgres.start()
                stood = both.now
                # The same page, the same connection, the same server.
                assert both.act(**both.choices()[0])["type"] == "accepted"
                assert both.now["seq"] == stood["seq"] + 1
                assert server.http.get("/health").status_code == 200
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
