"""Besiege the server: damaged messages and documents by the hundred thousand must not change or break anything, and
while one visitor does everything the protocol allows, others play on as if nothing were happening.

Anything that gets through is an error, with the seed and the message that did it; so is an attack that makes an
innocent game's actions take too long to reach the opponent.

    python3 run.py siege --only hints records                  # some of the attacks
    python3 run.py siege --only all --seconds 4 --watch        # the table of LOAD.md, in about five minutes
"""

import argparse
import asyncio
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.attacks.catalogue import ATTACKS
from benchmarks.attacks.innocent import besiege_all
from tests.server.siege import besiege_game, besiege_http

AT_A_TIME = 10_000  # messages to one game


async def besiege(seed: int, messages: int, requests: int) -> Counter[str]:
    outcomes: Counter[str] = Counter()
    for place in range(0, messages, AT_A_TIME):
        with tempfile.TemporaryDirectory() as folder:
            outcomes += await besiege_game(Path(folder), seed + place, min(AT_A_TIME, messages - place))
            print(f"{place + AT_A_TIME} messages", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        outcomes += await besiege_http(Path(folder), seed, requests)
    return outcomes


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--messages", type=int, default=100_000)
    parser.add_argument("--requests", type=int, default=10_000)
    choices = ["all", "none", *ATTACKS]
    parser.add_argument("--only", nargs="+", choices=choices, help="these attacks, or all, and no damaged messages")
    parser.add_argument("--seconds", type=float, default=20, help="that each attack is looked at (default 20)")
    parser.add_argument("--limit", type=float, default=100, help="milliseconds, 99 times of 100 (default 100)")
    parser.add_argument("--processes", type=int, default=1, help="of the server that is attacked (default 1)")
    parser.add_argument("--watch", action="store_true", help="say what held the loop longest, in processor time")
    arguments = parser.parse_args()
    if arguments.watch and arguments.processes > 1:
        parser.error("only a server of one process can be watched")
    if arguments.only is None:
        damaged(arguments)
    attacked(arguments)


def attacked(arguments: argparse.Namespace) -> None:
    wanted = arguments.only or ["all"]
    names = ["none", *ATTACKS] if "all" in wanted else wanted
    found = besiege_all(names, arguments.seconds, arguments.watch, arguments.processes)
    wrong = [one.attack for one in found if one.failed or 1000 * one.percentile(0.99) > arguments.limit]
    if wrong:
        sys.exit(f"Others had to suffer from: {', '.join(wrong)}.")
    print(f"{sum(one.attack in ATTACKS for one in found)} attacks, and nobody else has noticed.")


def damaged(arguments: argparse.Namespace) -> None:
    begun = time.monotonic()
    outcomes = asyncio.run(besiege(arguments.seed, arguments.messages, arguments.requests))
    for outcome, number in outcomes.most_common():
        print(f"{number:8} {outcome}")
    print(f"{sum(outcomes.values())} replies in {time.monotonic() - begun:.0f} s, and nothing got in.")


if __name__ == "__main__":
    main()
