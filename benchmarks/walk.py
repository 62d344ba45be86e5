"""The walk of one action: the processor time that a server takes for it, against that of an earlier commit.

Both servers play the same scripted battles over loopback at the same pace, one after the other, several times. What is
compared is the time of their processes, not the clock on the wall, so that a busy machine does not change the ratio.

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
from benchmarks.load import open_games, play

ROOT = Path(__file__).resolve().parents[1]
FORMER = "ec0fe52"


class ServerOf(OurServer):
    """The server whose source is in a folder."""

    def __init__(self, source: Path, engine: str, home: Path, script: list[Move]) -> None:
        os.environ["PYTHONPATH"] = str(source / "src")
        try:
            super().__init__(source.name, engine, home, str(home / "games.sqlite"), 1, script)
        finally:
            del os.environ["PYTHONPATH"]


async def milliseconds(host: OurServer, arguments: argparse.Namespace) -> float:
    """Of processor time for one action, once the server is warm."""
    luck = random.Random(1)
    try:
        await asyncio.to_thread(fetched, host.addresses[0], "/api/lobby")  # the library has been read
        games = await open_games(host, arguments.games, False, arguments.deflate)
        await play(games, arguments.pace, 2, luck)
        cpu, done = host.cpu(), sum(game.next for game in games)
        await play(games, arguments.pace, arguments.seconds, luck)
        cpu, done = host.cpu() - cpu, sum(game.next for game in games) - done
        for game in games:
            for wire in game.wires:
                wire.transport.close()
        return 1000 * cpu / done
    finally:
        host.close()


def fetched(address: Address, path: str) -> None:
    host, port = address
    with urllib.request.urlopen(f"http://{host}:{port}{path}", timeout=60) as answer:
        answer.read()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--against", default=FORMER, help=f"the commit to compare with (default {FORMER})")
    parser.add_argument("--engine", default="interpreted", help="of the present one: interpreted or compiled")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--pace", type=float, default=300, help="actions a second, over all games")
    parser.add_argument("--seconds", type=float, default=6)
    parser.add_argument("--deflate", action="store_true", help="compressed messages, as browsers ask for them")
    arguments = parser.parse_args()
    gc.disable()
    script = our_script()
    with tempfile.TemporaryDirectory() as folder:
        former = Path(folder) / "former"
        subprocess.run(["git", "worktree", "add", "-q", "--detach", former, arguments.against], cwd=ROOT, check=True)
        try:
            compare({arguments.against: former, "now": ROOT}, Path(folder), script, arguments)
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", former], cwd=ROOT, check=True)


def compare(sources: dict[str, Path], folder: Path, script: list[Move], arguments: argparse.Namespace) -> None:
    took: dict[str, list[float]] = {name: [] for name in sources}
    for number in range(arguments.rounds):
        for name, source in sources.items():
            home = folder / f"{name}-{number}"
            home.mkdir()
            host = ServerOf(source, arguments.engine, home, script)
            with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
                took[name].append(runner.run(milliseconds(host, arguments)))
        print("   ".join(f"{name} {times[-1]:.2f} ms" for name, times in took.items()), flush=True)
    before, after = (statistics.median(times) for times in took.values())
    print(f"medians: {before:.2f} ms and {after:.2f} ms of CPU per action; ratio {after / before:.3f}")


if __name__ == "__main__":
    main()
