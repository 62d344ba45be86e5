"""The work of servers on PostgreSQL for an action, in instructions, which other work on the machine does not disturb:
one server; two with both players of a game at the same one; and two with the players of every game at different ones.

Two servers can't be driven to saturation on two cores: generator and database would be in the way of the second. But
how many instructions an action costs all of them together says how many actions two cores of their own would carry.
Each server runs within Valgrind, which counts. The cost of an action is the difference between two runs of different
length, so that starting, opening games and stopping do not count. Valgrind takes thirty times as long, so a server's
once-a-second work weighs more than it otherwise would.

    python benchmarks/instructions.py
"""

import argparse
import asyncio
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.hosts import Move, OurServer, our_script
from benchmarks.load import FOLDER, open_games
from tests.server.postgres import Postgres, missing

ARRANGEMENTS = {
    "one server": (1, False),
    "two, both players of a game at the same one": (2, False),
    "two, the players of every game at different ones": (2, True),
}
LONGEST_END = 120  # seconds until a server has stopped


class CountedServer(OurServer):
    def __init__(self, folder: Path, store: str, servers: int, script: list[Move], engine: str) -> None:
        self.folder = folder
        count = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]
        super().__init__(
            "counted", engine, folder, store, servers, script, [*count, f"--log-file={folder}/count.%p", "--"]
        )

    def instructions(self) -> int:
        """The instructions of all servers, once they have stopped."""
        for process in self.processes:
            process.send_signal(signal.SIGINT)
        for process in self.processes:
            process.communicate(timeout=LONGEST_END)
        counts = [(self.folder / f"count.{process.pid}").read_text("utf-8") for process in self.processes]
        return sum(int(re.findall(r"I\s+refs:\s+([\d,]+)", text)[0].replace(",", "")) for text in counts)


async def taken(host: CountedServer, games: int, actions: int, mixed: bool) -> int:
    """Instructions for this many actions in each game, and all the work around them."""
    try:
        tables = await open_games(host, games, mixed, False)
        for _ in range(actions):
            for table in tables:
                await table.act()
        for table in tables:
            for wire in table.wires:
                wire.transport.close()
        return host.instructions()
    except subprocess.TimeoutExpired:
        host.close()
        raise


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--actions", type=int, default=60, help="of each game, by which the runs differ (default 60)")
    parser.add_argument("--engine", choices=["interpreted", "compiled"], default="interpreted")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where games are kept")
    arguments = parser.parse_args()
    if missing() or shutil.which("valgrind") is None:
        sys.exit(f"PostgreSQL: {missing()}" if missing() else "there is no valgrind here")
    arguments.folder.mkdir(parents=True, exist_ok=True)
    script = our_script()
    few, many = 5, min(5 + arguments.actions, len(script))
    print("| | instructions of all servers per action (millions) | actions of two cores, against one server's one |")
    print("|---|---:|---:|")
    with tempfile.TemporaryDirectory(dir=arguments.folder) as home:
        Path(home).chmod(0o755)  # PostgreSQL may have to run as somebody else
        postgres = Postgres(Path(home))
        first = 0.0
        try:
            for name, (servers, mixed) in ARRANGEMENTS.items():
                found = []
                for number in (few, many):
                    folder = Path(tempfile.mkdtemp(dir=home))
                    host = CountedServer(folder, postgres.new_database(), servers, script, arguments.engine)
                    found.append(asyncio.run(taken(host, arguments.games, number, mixed)))
                each = (found[1] - found[0]) / ((many - few) * arguments.games)
                first = first or each
                print(f"| {name} | {each / 1e6:.2f} | {servers * first / each:.2f} |", flush=True)
        finally:
            postgres.stop()


if __name__ == "__main__":
    main()
