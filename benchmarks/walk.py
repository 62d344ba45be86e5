"""The walk of one action: a server's processor time for it, against that of an earlier commit.

The servers run side by side and play the same scripted battles over loopback at the same pace: the earlier one as it
was installed then, interpreted, and the present one with either engine. We compare the time of their processes, not the
clock on the wall: whatever else the machine does affects all of them.

    python benchmarks/walk.py --against ec0fe52
"""

import argparse
import asyncio
import gc
import os
import random
import statistics
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import uvloop

from benchmarks.hosts import Address, Move, OurServer, our_script
from benchmarks.load import LiveGame, open_games, play
from portable_wargame import ENGINE

ROOT = Path(__file__).resolve().parents[1]
FORMER = "ec0fe52"


class ServerOf(OurServer):
    """The server whose source is in a folder."""

    def __init__(self, name: str, source: Path, engine: str, home: Path, script: list[Move]) -> None:
        os.environ["PYTHONPATH"] = str(source / "src")
        try:
            super().__init__(name, engine, home, str(home / "games.sqlite"), 1, script)
        finally:
            del os.environ["PYTHONPATH"]


async def milliseconds(hosts: list[OurServer], arguments: argparse.Namespace) -> list[float]:
    """By server, its processor time for one action."""
    tables: list[list[LiveGame]] = []
    for host in hosts:
        await asyncio.to_thread(fetched, host.addresses[0], "/api/lobby")  # the library has been read
        tables.append(await open_games(host, arguments.games, False, arguments.deflate))
    await side_by_side(tables, arguments.pace, 2)
    before = [(host.cpu(), done(games)) for host, games in zip(hosts, tables, strict=True)]
    await side_by_side(tables, arguments.pace, arguments.seconds)
    after = [(host.cpu(), done(games)) for host, games in zip(hosts, tables, strict=True)]
    return [1000 * (b[0] - a[0]) / (b[1] - a[1]) for a, b in zip(before, after, strict=True)]


async def side_by_side(tables: list[list[LiveGame]], pace: float, seconds: float) -> None:
    await asyncio.gather(*(play(games, pace, seconds, random.Random(1)) for games in tables))


def done(games: list[LiveGame]) -> int:
    return sum(game.next for game in games)


def fetched(address: Address, path: str) -> None:
    host, port = address
    with urllib.request.urlopen(f"http://{host}:{port}{path}", timeout=60) as answer:
        answer.read()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--against", default=FORMER, help=f"the commit to compare with (default {FORMER})")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--pace", type=float, default=300, help="actions a second at each server, over all games")
    parser.add_argument("--seconds", type=float, default=6)
    parser.add_argument("--deflate", action="store_true", help="compressed messages, as browsers ask for them")
    arguments = parser.parse_args()
    gc.disable()
    with tempfile.TemporaryDirectory() as folder:
        former = Path(folder) / "former"
        subprocess.run(["git", "worktree", "add", "-q", "--detach", former, arguments.against], cwd=ROOT, check=True)
        try:
            servers = [(arguments.against, former, "interpreted"), ("now, interpreted", ROOT, "interpreted")]
            if ENGINE.compiled:
                servers.append(("now, compiled", ROOT, "compiled"))
            compare(servers, Path(folder), our_script(), arguments)
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", former], cwd=ROOT, check=True)


def compare(
    servers: list[tuple[str, Path, str]], folder: Path, script: list[Move], arguments: argparse.Namespace
) -> None:
    rounds: list[list[float]] = []
    names = [name for name, _, _ in servers]
    print(f"| round | {' | '.join(f'{name} (ms CPU)' for name in names)} | {' | '.join(names[1:])} (ratios) |")
    print(f"|---:|{'---:|' * (2 * len(names) - 1)}")
    for number in range(arguments.rounds):
        hosts: list[OurServer] = []
        try:
            for place, (name, source, engine) in enumerate(servers):
                home = folder / f"{place}-{number}"
                home.mkdir()
                hosts.append(ServerOf(name, source, engine, home, script))
            with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
                rounds.append(runner.run(milliseconds(hosts, arguments)))
        finally:
            for host in hosts:
                host.close()
        print(row(str(number + 1), rounds[-1], ratios(rounds[-1])), flush=True)
    times, shares = (zip(*table, strict=True) for table in (rounds, map(ratios, rounds)))
    print(row("median", [statistics.median(one) for one in times], [statistics.median(one) for one in shares]))


def ratios(times: list[float]) -> list[float]:
    return [one / times[0] for one in times[1:]]


def row(name: str, times: list[float], shares: list[float]) -> str:
    return f"| {' | '.join((name, *(f'{one:.2f}' for one in times), *(f'{one:.2f}' for one in shares)))} |"


if __name__ == "__main__":
    main()
