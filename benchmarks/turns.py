"""How long each level thinks about a turn: milliseconds of CPU time of all the decisions of one side in one turn, mean
and worst, on boards of 12 by 12 and on 40 by 40 with 60 units, beside the limits. A missed limit here means either
a slower machine or a slower player.

    PW_ENGINE=compiled python benchmarks/turns.py
"""

import argparse
import json
import random
import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.growth import apart
from portable_wargame import ENGINE
from portable_wargame.ai.opponents.players import NO_BRAKE, choose, player
from portable_wargame.game.dice import Dice
from portable_wargame.scenario import library
from portable_wargame.scenario.model import Scenario
from portable_wargame.scenario.reading import read_tree
from portable_wargame.scenario.setup import new_game

LIMITS = {"captain": 100, "general": 1000, "marshal": 3000}  # ms, on 12 by 12
LARGER = 5  # times that, on 40 by 40 with 60 units
COLUMNS, UNITS = 40, 30  # a side
CELLS = 144
TURNS = 4  # turns of the large battle, once the sides see each other


def twelve_by_twelve() -> dict[str, Scenario]:
    found = {name: library.load(name) for name in library.names()}
    sizes = {name: new_game(one, Dice(1)).battle.field.grid for name, one in found.items()}
    return {name: one for name, one in found.items() if sizes[name].columns * sizes[name].rows == CELLS}


def turns(scenario: Scenario, level: str, most: int, seed: int) -> list[float]:
    """The time of each side's part of each turn, in a battle of a level against itself, or in its first turns."""
    game = new_game(scenario, Dice(seed))
    seats = [player(level), player(level)]
    luck = random.Random(seed)
    spent: dict[tuple[int, int], float] = {}
    while game.question() is not None and game.battle.turn <= most:
        key = (game.battle.turn, game.decider())
        begun = time.process_time()
        choice = choose(seats[game.decider()], game, luck, NO_BRAKE)
        spent[key] = spent.get(key, 0.0) + 1000 * (time.process_time() - begun)
        game.play(choice.action)
    return list(spent.values())


def told(level: str, board: str, found: list[float], limit: int) -> str:
    worst = max(found)
    verdict = "met" if worst <= limit else "met on average" if statistics.mean(found) <= limit else "missed"
    return f"| {level} | {board} | {len(found)} | {statistics.mean(found):.0f} | {worst:.0f} | {limit} | {verdict} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--levels", nargs="+", default=list(LIMITS), choices=list(LIMITS))
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    small = twelve_by_twelve()
    large = read_tree(json.loads(json.dumps(apart(UNITS, COLUMNS))))
    print(f"{'compiled' if ENGINE.compiled else 'interpreted'}; 12 by 12: {', '.join(small)}")
    print("| level | board | turns | mean ms | worst ms | limit | |\n|---|---|---:|---:|---:|---:|---|")
    for level in asked.levels:
        found = [spent for one in small.values() for spent in turns(one, level, 99, asked.seed)]
        print(told(level, "12 by 12", found, LIMITS[level]), flush=True)
        found = turns(large, level, TURNS, asked.seed)
        print(told(level, "40 by 40, 60 units", found, LARGER * LIMITS[level]), flush=True)


if __name__ == "__main__":
    main()
