"""Servers under load: ours and boardgame.io's, each with a game's script and its clients' messages."""

import asyncio
import itertools
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from benchmarks import probes
from portable_wargame.server.store.sqlite import SQLiteStore
from portable_wargame.server.tables.hall import Hall
from portable_wargame.server.wire.documents import NewGame
from portable_wargame.server.wire.lobby import Library

Address = tuple[str, int]
SCENARIO = "harrow-ridge"
SEED = 3
COMMAND = "from portable_wargame.cli import main; main()"
HERE = Path(__file__).resolve().parent
OF_A_PROCESS = 2  # Linux's numbering of process clocks


@dataclass
class Move:
    """A step of the script. `is_seen`: the opponent sees it at once."""

    side: int
    text: bytes
    is_seen: bool = True


@dataclass
class Made:
    """A game, and by seat its player's first message."""

    id: str
    greetings: list[list[bytes]]


class Host:
    """A running server, or several on one store."""

    name: str
    script: list[Move]
    kinds: ClassVar[dict[bytes, str]]  # by the start of a message
    greets: bool  # a client speaks first
    acknowledges: str  # the kind that confirms an action to its player
    addresses: list[Address]
    processes: list[subprocess.Popen[str]]
    database: subprocess.Popen[str] | None = None

    def make(self, address: Address) -> Made:
        raise NotImplementedError

    def path(self, game: str) -> str:
        raise NotImplementedError

    def kind(self, message: bytes) -> str:
        for beginning, kind in self.kinds.items():
            if message.startswith(beginning):
                return kind
        return ""

    def cpu(self) -> float:
        """Processor seconds that its processes have taken so far."""
        return sum(processor_seconds(process.pid) for process in self.processes)

    def database_cpu(self) -> float:
        return processor_seconds(self.database.pid) if self.database is not None else 0.0

    def close(self) -> None:
        for process in self.processes:
            process.kill()
            process.communicate()


class OurServer(Host):
    headers: ClassVar[dict[str, str]] = {}
    greets = True
    acknowledges = "accepted"
    kinds: ClassVar = {
        b'{"type":"joined"': "joined",
        b'{"type":"step"': "step",
        b'{"type":"accepted"': "accepted",
        b'{"type":"refused"': "refused",
    }

    def __init__(
        self,
        name: str,
        engine: str,
        folder: Path,
        store: str,
        servers: int,
        script: list[Move],
        within: Sequence[object] = (),
    ) -> None:
        """`within`: the command to start it with, if it does not start by itself."""
        self.name = name
        self.script = script
        command = [*within, sys.executable, "-c", COMMAND, "serve", "--port", "0", "--data", folder, "--store", store]
        self.processes = [started(command, PW_ENGINE=engine) for _ in range(servers)]
        self.addresses = [("127.0.0.1", int(re.findall(r":(\d+)/", first_line(one))[0])) for one in self.processes]

    def make(self, address: Address) -> Made:
        made = posted(address, "/api/games", {"scenario": SCENARIO, "seed": SEED}, self.headers)
        tokens = made["seats"].values()
        return Made(made["game"], [[json.dumps(join(token)).encode()] for token in tokens])

    def path(self, game: str) -> str:
        return f"/api/games/{game}"


def join(token: str) -> dict[str, Any]:
    return {"type": "join", "id": 0, "tokens": [token], "since": -1}


def our_script() -> list[Move]:
    """A battle of two players who fire and fight when they can, as their pages would send it."""
    return asyncio.run(_our_script())


async def _our_script() -> list[Move]:
    luck = random.Random(SEED)
    with tempfile.TemporaryDirectory() as folder:
        hall = Hall(SQLiteStore(Path(folder) / "games.sqlite"), Library())
        made = await hall.make(NewGame(scenario=SCENARIO, seed=SEED))
        match = (await hall.table(made.game)).match
        found: list[Move] = []
        while not match.chronicle.is_over():
            side = match.game.decider()
            options = match.game.options()
            action = luck.choice([one for one in options if one.verb in ("fire", "fight")] or options)
            tree, seq = match.tree_of(action), match.chronicle.sight((side,)).seq
            number = await match.play(action)
            text = json.dumps({"type": "act", "id": len(found) + 1, "seq": seq, "action": tree}).encode()
            found.append(Move(side, text, number in match.chronicle.sight((1 - side,)).seen))
        await hall.store.close()
    return found


class BoardgameIO(Host):
    """It keeps games in memory; or, with a folder, in files by its own storage."""

    space = "/breakthrough,"
    greets = False
    acknowledges = "step"
    kinds: ClassVar = {
        b"2": "ping",
        b"0": "go-on",
        b"40": "go-on",
        b'42/breakthrough,["sync"': "joined",
        b'42/breakthrough,["update"': "step",
    }

    def __init__(self, folder: Path | None = None) -> None:
        self.name = "boardgame.io, in memory" if folder is None else "boardgame.io, in files"
        node, _ = probes.node_and_npm()
        script = HERE / "peers" / "breakthrough_server.cjs"
        where = [] if folder is None else [folder]
        server = started([node, script, str(SEED), *where], probes.NODE_FOLDER)
        self.processes = [server]
        self.numbers = itertools.count()
        told = json.loads(first_line(server))
        self.addresses = [("127.0.0.1", told["port"])]
        self.script = [Move(side, self._move(number, side, args)) for number, (side, args) in enumerate(told["script"])]

    def _move(self, number: int, side: int, args: list[int]) -> bytes:
        action = {"type": "MAKE_MOVE", "payload": {"type": "step", "args": args, "playerID": str(side)}}
        return f"42{self.space}{json.dumps(['update', action, number, 'MATCH', str(side)])}".encode()

    def make(self, address: Address) -> Made:
        game = f"match{next(self.numbers)}"  # made when the first player arrives
        syncs = [f"42{self.space}{json.dumps(['sync', game, str(side), None, 2])}".encode() for side in (0, 1)]
        return Made(game, [[f"40{self.space}".encode(), sync] for sync in syncs])

    def path(self, game: str) -> str:
        return "/socket.io/?EIO=4&transport=websocket"


def started(command: list[Any], folder: Path | None = None, **variables: str) -> subprocess.Popen[str]:
    words = [str(word) for word in command]
    environment = {**os.environ, "NODE_ENV": "production", **variables}
    return subprocess.Popen(words, stdout=subprocess.PIPE, text=True, cwd=folder, env=environment)


def first_line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline()


def posted(address: Address, path: str, tree: dict[str, Any], headers: dict[str, str]) -> Any:
    host, port = address
    request = urllib.request.Request(
        f"http://{host}:{port}{path}", json.dumps(tree).encode(), {"Content-Type": "application/json", **headers}
    )
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


def processor_seconds(pid: int) -> float:
    """The processor seconds of a process and its children; 0 if the system does not say."""
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text("utf-8").split()
        # Its own clock: /proc/PID/stat only samples, and is far out on a busy machine.
        own = time.clock_gettime((~pid << 3) | OF_A_PROCESS)
    except OSError:
        return 0.0
    return own + sum(processor_seconds(int(child)) for child in children)
