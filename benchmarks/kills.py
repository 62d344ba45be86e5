"""Kill a server a thousand times while people play: nothing that was acknowledged may be lost, and nothing done twice.

A night's work: `python3 run.py kills`. What is lost is an error, with the seed of the round in which it was.
"""

import argparse
import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.server.killing import Survived, killed
from tests.server.running import Server

A_ROUND = 10  # kills of one server, before another is begun with new games
OPTIONS = ((), ("--processes", "2"))  # by turns


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    begun = time.monotonic()
    total = Survived()
    for number in range(-(-arguments.kills // A_ROUND)):
        options = OPTIONS[number % len(OPTIONS)]
        with tempfile.TemporaryDirectory() as folder:
            print(f"seed {arguments.seed + number} {' '.join(options)}", flush=True)
            kills = min(A_ROUND, arguments.kills - total.kills)
            found = killed(Server(Path(folder), *options), arguments.seed + number, kills)
        total.kills += found.kills
        total.acknowledged += found.acknowledged
        total.restarts += found.restarts
        print(f"{total.kills} kills, {total.acknowledged} actions acknowledged, all there once", flush=True)
    usual, longest = statistics.median(total.restarts), max(total.restarts)
    hours = (time.monotonic() - begun) / 3600
    print(f"There again after {usual:.1f} s, at most {longest:.1f} s. All that took {hours:.1f} h.")


if __name__ == "__main__":
    main()
