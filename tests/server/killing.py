"""A server that is killed at any moment while people play, and what they find when it is back."""

import random
import threading
import time
from dataclasses import dataclass, field

import httpx
from websockets.exceptions import WebSocketException

from portable_wargame.record.reading import parse_record
from portable_wargame.record.verifying import verify

from .running import Client, Server, Tree
from .scenes import duel

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


@dataclass
class Survived:
    """What was killed, and what was there again afterwards: all of it, or there is an error."""

    kills: int = 0
    acknowledged: int = 0  # actions
    restarts: list[float] = field(default_factory=list)  # seconds until a server answered again


def killed(server: Server, seed: int, kills: int) -> Survived:
    """Kill it so many times. Nothing that was acknowledged may be lost, and nothing be done twice."""
    luck = random.Random(seed)
    survived = Survived()
    over = threading.Event()
    made = [server.make(scenario=duel(turns=60), seed=number) for number in range(GAMES)]
    players = [Player(server, one, random.Random(seed * 10 + place), over) for place, one in enumerate(made)]
    threads = [threading.Thread(target=player.play) for player in players]
    try:
        for thread in threads:
            thread.start()
        for _ in range(kills):
            time.sleep(luck.uniform(0.2, 1.5))
            server.process.kill()
            server.process.communicate()
            begun = time.monotonic()
            server.start()
            survived.kills += 1
            survived.restarts.append(time.monotonic() - begun)
        time.sleep(1)
        over.set()
        for thread in threads:
            thread.join()
        assert [player.problem for player in players] == [None] * GAMES
        for player in players:
            survived.acknowledged += len(player.steps)
            record = server.record(player.made["game"], player.made["seats"]["red"])
            verdict = verify(parse_record(record, "the record"))
            # Of what was under way when the server died, each action is there once or not at all.
            assert max(player.steps, default=0) <= verdict.actions <= len(player.steps) + kills + 1
            with server.join(player.made["game"], *player.made["seats"].values()) as client:
                player._check(client.steps)
        return survived
    finally:
        over.set()
        server.kill()
