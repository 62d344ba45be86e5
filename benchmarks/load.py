"""Load: how many live games one server carries, and how long an action takes to reach the opponent.

Every game has two players, each with a connection of its own. An action is timed from the moment it is sent to the
moment the opponent hears about it. All games play one scripted battle, so that the players need not think: we time the
server. A boardgame.io server carries the same number of games in the same run: once with its games in
memory, and once with its own storage in files.
"""

import argparse
import asyncio
import gc
import os
import random
import sys
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import uvloop

from benchmarks.hosts import BoardgameIO, Host, OurServer, our_script
from benchmarks.probes import boardgame_io
from benchmarks.wire import NO_HEADERS, Wire, opened
from portable_wargame import ENGINE
from tests.server.postgres import Postgres, missing

FOLDER = Path(__file__).resolve().parents[1] / "build" / "load"
LIMIT = 0.100  # seconds that an action may take, 99 times out of 100
STEP = 1.25  # from one pace to the next, on the way to the highest
OPENING_AT_ONCE = 50


@dataclass
class Measured:
    """One stretch of play."""

    wanted: float  # actions a second; 0: as many as it can take
    seconds: float
    times: list[float] = field(default_factory=list)
    cpu: float = 0.0  # seconds of all the server's processes
    database_cpu: float = 0.0
    own_cpu: float = 0.0  # of the load generator

    @property
    def pace(self) -> float:
        return len(self.times) / self.seconds

    def percentile(self, share: float) -> float:
        return sorted(self.times)[min(len(self.times) - 1, int(share * len(self.times)))] if self.times else 0.0

    @property
    def cpu_of_action(self) -> float:
        return self.cpu / max(1, len(self.times))

    def kept_up(self) -> bool:
        return self.percentile(0.99) < LIMIT and self.pace > 0.95 * self.wanted

    def line(self) -> str:
        p50, p99, worst = (1000 * self.percentile(share) for share in (0.5, 0.99, 1))
        return (
            f"{self.pace:7.1f} actions/s   p50 {p50:6.1f} ms   p99 {p99:6.1f} ms   worst {worst:6.1f} ms   "
            f"server {1000 * self.cpu_of_action:5.2f} ms CPU per action; "
            f"cores: server {self.cpu / self.seconds:4.2f}, generator {self.own_cpu / self.seconds:4.2f}"
            + (f", database {self.database_cpu / self.seconds:4.2f}" if self.database_cpu else "")
        )


class LiveGame:
    """Two players at one game, and the place in its script."""

    def __init__(self, host: Host, headers: Mapping[str, str] = NO_HEADERS) -> None:
        self.host = host
        self.headers = headers
        self.next = 0
        self.sent = 0.0
        self.mover = 0
        self.waits: set[str] = set()
        self.took = 0.0
        self.done: asyncio.Future[None] | None = None
        self.wires: list[Wire] = []

    async def open(self, addresses: list[tuple[str, int]], deflate: bool) -> None:
        made = await asyncio.to_thread(self.host.make, addresses[0])
        self.id = made.id
        for seat, address in enumerate(addresses):
            joined = asyncio.get_running_loop().create_future()

            def heard(wire: Wire, message: bytes, seat: int = seat, joined: "asyncio.Future[None]" = joined) -> None:
                kind = self.host.kind(message)
                if kind == "ping":
                    wire.say(b"3")
                elif kind == "go-on":
                    wire.say(made.greetings[seat].pop(0))
                elif kind == "joined" and not joined.done():
                    joined.set_result(None)
                elif kind == "step" and seat != self.mover:
                    self._heard("step")
                elif kind == self.host.acknowledges and seat == self.mover:
                    self._heard("accepted")
                elif kind == "refused" and self.done is not None and not self.done.done():
                    self.done.set_exception(RuntimeError(message[:300].decode()))

            wire = await opened(address, self.host.path(self.id), deflate, heard, self.headers)
            self.wires.append(wire)
            if self.host.greets:
                wire.say(made.greetings[seat].pop(0))
            await joined

    def _heard(self, what: str) -> None:
        if what in self.waits:
            if what == "step":
                self.took = time.perf_counter() - self.sent
            self.waits.remove(what)
            if not self.waits and self.done is not None:
                self.done.set_result(None)

    def is_over(self) -> bool:
        return self.next >= len(self.host.script)

    async def act(self) -> float | None:
        """Do the script's next action; returns the time until the opponent heard of it, None if it is secret."""
        move = self.host.script[self.next]
        self.next += 1
        self.mover = move.side
        self.waits = {"step", "accepted"} if move.is_seen else {"accepted"}
        self.done = asyncio.get_running_loop().create_future()
        self.sent = time.perf_counter()
        self.wires[move.side].say(move.text.replace(b"MATCH", self.id.encode()))
        await asyncio.wait_for(self.done, 30)
        return self.took if move.is_seen else None


async def open_games(host: Host, number: int, mixed: bool, deflate: bool) -> list[LiveGame]:
    """Share the games out among several servers; `mixed`: the two players of each game are at different ones."""
    free = asyncio.Semaphore(OPENING_AT_ONCE)
    games = [LiveGame(host) for _ in range(number)]

    async def open_one(place: int) -> None:
        first = place % len(host.addresses)
        second = (first + 1) % len(host.addresses) if mixed else first
        async with free:
            await games[place].open([host.addresses[first], host.addresses[second]], deflate)

    await asyncio.gather(*(open_one(place) for place in range(number)))
    return games


async def play(games: list[LiveGame], pace: float, seconds: float, luck: random.Random) -> Measured:
    """Play this many actions a second over all games, each game at its own moment; with pace 0, without pause."""
    measured = Measured(pace, seconds)
    between = len(games) / pace if pace else 0.0
    begun, ends = time.perf_counter(), time.perf_counter() + seconds

    async def play_one(game: LiveGame) -> None:
        due = begun + luck.random() * between
        while not game.is_over() and max(due, time.perf_counter()) < ends:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            took = await game.act()
            if took is not None:
                measured.times.append(took)
            due += between

    host = games[0].host
    cpu, database, own = host.cpu(), host.database_cpu(), time.process_time()
    await asyncio.gather(*(play_one(game) for game in games))
    measured.seconds = time.perf_counter() - begun
    measured.cpu, measured.own_cpu = host.cpu() - cpu, time.process_time() - own
    measured.database_cpu = host.database_cpu() - database
    return measured


async def highest_pace(games: list[LiveGame], first: float, seconds: float, luck: random.Random) -> list[Measured]:
    """Ever more actions a second, until the server no longer keeps up."""
    found: list[Measured] = []
    pace = first
    while not found or (found[-1].kept_up() and not any(game.is_over() for game in games)):
        found.append(await play(games, pace, seconds, luck))
        print(f"  {found[-1].line()}", flush=True)
        pace *= STEP
    return found


async def measure(host: Host, arguments: argparse.Namespace, mixed: bool = False) -> list[Measured]:
    luck = random.Random(1)
    print(f"{host.name}: {arguments.games} games, {2 * arguments.games} connections", flush=True)
    try:
        games = await open_games(host, arguments.games, mixed, arguments.deflate)
        await play(games, arguments.pace, 2, luck)  # to warm up
        found = [await play(games, arguments.pace, arguments.seconds, luck)]
        print(f"  {found[-1].line()}", flush=True)
        if arguments.highest:
            found += await highest_pace(games, arguments.pace * STEP, arguments.seconds, luck)
        for game in games:
            for wire in game.wires:
                wire.transport.close()
        return found
    finally:
        host.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("hosts", nargs="*", default=list(HOSTS), help=f"some of: {', '.join(HOSTS)} (default all)")
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--pace", type=float, default=100, help="actions a second, over all games (default 100)")
    parser.add_argument("--seconds", type=float, default=10, help="how long each pace is measured (default 10)")
    parser.add_argument("--highest", action="store_true", help="look for the highest pace that is kept up")
    parser.add_argument("--deflate", action="store_true", help="compressed messages, as browsers ask for them")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where games are kept: which disk is measured")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    gc.disable()  # otherwise its rounds would count as the server's
    with tempfile.TemporaryDirectory(dir=arguments.folder) as folder:
        Path(folder).chmod(0o755)  # PostgreSQL may have to run as somebody else
        print(disk(Path(folder)))
        for name in arguments.hosts:
            home = Path(folder) / name
            home.mkdir(mode=0o755)
            with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
                HOSTS[name](home, runner, arguments)


def disk(folder: Path) -> str:
    """How long it takes to write a line to this disk: the server can't acknowledge an action sooner."""
    times = []
    with (folder / "try").open("wb", buffering=0) as file:
        for _ in range(200):
            begun = time.perf_counter()
            file.write(b"x" * 4096)
            os.fsync(file.fileno())
            times.append(time.perf_counter() - begun)
    times.sort()
    return f"the disk syncs 4 kB in {1000 * times[100]:.1f} ms, one time in a hundred in {1000 * times[197]:.1f} ms"


def one_server(home: Path, runner: asyncio.Runner, arguments: argparse.Namespace) -> None:
    host = OurServer("interpreted, SQLite", "interpreted", home, str(home / "games.sqlite"), 1, our_script())
    runner.run(measure(host, arguments))


def one_compiled(home: Path, runner: asyncio.Runner, arguments: argparse.Namespace) -> None:
    if not ENGINE.compiled:
        print(f"compiled: {ENGINE.why}")
        return
    host = OurServer("compiled, SQLite", "compiled", home, str(home / "games.sqlite"), 1, our_script())
    runner.run(measure(host, arguments))


def peer(home: Path, runner: asyncio.Runner, arguments: argparse.Namespace) -> None:
    missing_because = boardgame_io().missing  # install it, if possible
    if missing_because:
        print(f"boardgame.io: {missing_because}")
        return
    for folder in (None, home / "files"):
        runner.run(measure(BoardgameIO(folder), arguments))


def on_postgres(home: Path, runner: asyncio.Runner, arguments: argparse.Namespace) -> None:
    """One server, then two: with the players of a game at the same one, and at different ones."""
    if missing():
        print(f"PostgreSQL: {missing()}")
        return
    postgres = Postgres(home)
    script = our_script()
    try:
        for servers, mixed in ((1, False), (2, False), (2, True)):
            name = f"PostgreSQL, {servers} server(s){', players apart' if mixed else ''}"
            host = OurServer(name, "interpreted", home, postgres.new_database(), servers, script)
            host.database = postgres.process
            runner.run(measure(host, arguments, mixed))
    finally:
        postgres.stop()


HOSTS = {"interpreted": one_server, "boardgame.io": peer, "compiled": one_compiled, "postgres": on_postgres}

if __name__ == "__main__":
    main()
