"""Besiege the server: damaged messages and documents by the hundred thousand may not change or break anything.

Whatever gets through is an error, with the seed and the message that did it.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

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
    arguments = parser.parse_args()
    begun = time.monotonic()
    outcomes = asyncio.run(besiege(arguments.seed, arguments.messages, arguments.requests))
    for outcome, number in outcomes.most_common():
        print(f"{number:8} {outcome}")
    print(f"{sum(outcomes.values())} replies in {time.monotonic() - begun:.0f} s, and nothing got in.")


if __name__ == "__main__":
    main()
