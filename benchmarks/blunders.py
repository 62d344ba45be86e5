"""Who makes the thirty blunders of `tests/ai/blunders.json` again, and how long each level thinks about one: CPU time.

    PW_ENGINE=compiled python benchmarks/blunders.py

A level makes one again if it repeats the action in that position: the same verb, with the same target or to the same
cell. Captains face only the blunders that show without forecasts, as in the tests.
"""

import argparse
import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from portable_wargame import ENGINE
from portable_wargame.ai.foresight.rivals import what
from portable_wargame.ai.opponents.players import NO_BRAKE, choose, player
from portable_wargame.speech.notation import action_from_tree
from tests.ai.test_blunders import BLUNDERS, NAMES, position

LEVELS = ("captain", "general", "marshal")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--levels", nargs="+", default=list(LEVELS), choices=list(LEVELS))
    asked = parser.parse_args()
    print("compiled" if ENGINE.compiled else "interpreted")
    print("| level | asked | made again | mean ms | worst ms | which |\n|---|---:|---:|---:|---:|---|")
    for level in asked.levels:
        spent: list[float] = []
        again: list[str] = []
        for (battle, blunder), name in zip(BLUNDERS, NAMES, strict=True):
            if level == "captain" and not blunder["captain"]:
                continue
            game = position(battle, blunder["after"])
            done = game.settle(action_from_tree(game.battle, blunder["done"]))
            begun = time.process_time()
            chosen = choose(player(level), game, random.Random(1), NO_BRAKE).action
            spent.append(1000 * (time.process_time() - begun))
            if what(chosen) == what(done):
                again.append(name)
        mean, worst = sum(spent) / len(spent), max(spent)
        print(f"| {level} | {len(spent)} | {len(again)} | {mean:.0f} | {worst:.0f} | {', '.join(again)} |", flush=True)


if __name__ == "__main__":
    main()
