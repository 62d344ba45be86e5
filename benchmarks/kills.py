"""Kill a server a thousand times while people play: no acknowledged action may be lost, and none done twice.

A night's work: `python3 run.py kills`; or in slices, each with seeds of its own: `python3 run.py kills --kills 100
--seed 11`. It ends with a row of the table in LOAD.md. A loss is an error, with the seed of its round.
"""

import argparse
import math
import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.server.killing import Survived, killed
from tests.server.running import Server

A_ROUND = 10  # kills of one server, before we start another with new games
OPTIONS = ((), ("--processes", "2"))  # by turns
HEAD = "| seeds | kills | actions acknowledged | of them lost or done twice | there again: usually, at most | minutes |"
LINE = "|---|---:|---:|---:|---:|---:|"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=math.inf, help="begin no other server after so long")
    arguments = parser.parse_args()
    begun = time.monotonic()
    total, last = Survived(), arguments.seed
    for number in range(-(-arguments.kills // A_ROUND)):
        if time.monotonic() - begun > 60 * arguments.minutes:
            break
        last = arguments.seed + number
        options = OPTIONS[last % len(OPTIONS)]
        with tempfile.TemporaryDirectory() as folder:
            print(f"seed {last} {' '.join(options)}", flush=True)
            kills = min(A_ROUND, arguments.kills - total.kills)
            found = killed(Server(Path(folder), *options), last, kills)
        total.kills += found.kills
        total.acknowledged += found.acknowledged
        total.restarts += found.restarts
        print(f"{total.kills} kills, {total.acknowledged} actions acknowledged, all there once", flush=True)
    usual, longest = statistics.median(total.restarts), max(total.restarts)
    minutes = (time.monotonic() - begun) / 60
    seeds = f"{arguments.seed} to {last}"
    figures = (seeds, total.kills, total.acknowledged, "none", f"{usual:.1f} s, {longest:.1f} s", f"{minutes:.0f}")
    print(f"{HEAD}\n{LINE}\n| {' | '.join(map(str, figures))} |")


if __name__ == "__main__":
    main()
