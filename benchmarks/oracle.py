"""Check the engine against the oracle and against every fall of the dice, in random positions, for a given time."""

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from portable_wargame.rulesets import RULESETS
from tests.odds.enumeration import hunt
from tests.oracle.comparing import compare
from tests.random_battles import RARE

MOST_FALLS = 20_000  # falls of one action's dice


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60, help="when to stop; every pairing is tried once at least")
    parser.add_argument("--seed", type=int, default=1000, help="the first seed; each battle takes the next")
    arguments = parser.parse_args()
    begun = time.monotonic()
    seed = arguments.seed
    tally: Counter[str] = Counter()
    while True:
        for book in RULESETS.values():
            for grid in book.grids:
                compare(book.name, grid, [seed], 120, tally)
                hunt(book.name, grid, [seed], 80, MOST_FALLS, 2, tally)
        for name, about in RARE.values():
            for grid in RULESETS[name].grids:
                compare(name, grid, [seed], 60, tally, about=about)
                hunt(name, grid, [seed], 60, MOST_FALLS, 2, tally, about)
        seed += 1
        if time.monotonic() - begun >= arguments.seconds:
            break
    print(", ".join(f"{number:,} {what}" for what, number in tally.items()))


if __name__ == "__main__":
    main()
