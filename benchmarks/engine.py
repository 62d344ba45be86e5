"""Time our engine once, under whichever Python runs this: prints one JSON object of figures.

benchmarks/run.py starts it in every round for each build. Time is processor time, so that a busy machine matters less.
"""

import argparse
import functools
import json
import multiprocessing
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks import battles
from portable_wargame.ai.opponents.eager import eager_action, play_out
from portable_wargame.game import game as game_module
from portable_wargame.game.dice import Dice, Luck
from portable_wargame.game.game import Game
from portable_wargame.grid.grid import Grid

TOP = Path(__file__).resolve().parents[1]
WARM_UP = 1.0  # share of the measured time: the interpreted engine needs that to know the ground of every map
TURNS = 5  # that one process and two take
Figures = dict[str, float]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0, help="how long each pace is measured")
    parser.add_argument("--round", type=int, default=0, help="the seed of this round")
    arguments = parser.parse_args()
    print(json.dumps(measure(arguments.seconds, arguments.round)))


def measure(seconds: float, seed: int) -> Figures:
    decisions = pace(battles.CLASSIC, eager_action, seconds, seed)
    listed = pace(battles.CLASSIC, battles.side_by_side, seconds, seed)
    figures = {
        "compiled": float(not game_module.__file__.endswith(".py")),
        "decisions": decisions,
        "battles": whole_battles(seconds, seed),
        "listed": listed,
        "actions": listing(seconds, seed),
        "copy": copying(),
        "odds": odds(),
        "square": tables("square"),
        "hex": tables("hex"),
        "lines": lines("hex"),
        "two": two_processes(seconds),
    }
    for load in battles.large_loads():
        figures[load.book] = pace(load, eager_action, seconds, seed)
    return figures


def pace(load: battles.Load, driver: battles.Driver, seconds: float, seed: int) -> float:
    """Decisions per second, each requested and carried out from here."""
    return timed(load, lambda game, luck: battles.play_out(game, driver, luck), seconds, seed)[0]


def listing(seconds: float, seed: int) -> float:
    """Legal actions per second, in lists of everything a side may do; the cost of playing one of them is included."""
    listed = 0

    def play(game: Game, luck: Luck) -> int:
        nonlocal listed
        going_on = True
        while going_on:
            options = game.options()
            listed += len(options)
            going_on = game.perform(options[luck.below(len(options))])
        return 0

    starts = battles.starts(battles.CLASSIC)
    fight_on(starts, play, seconds * WARM_UP, seed)
    listed = 0
    begun = time.process_time()
    fight_on(starts, play, seconds, seed)
    return listed / (time.process_time() - begun)


def whole_battles(seconds: float, seed: int) -> float:
    """Battles per second, played out by the engine alone."""
    return timed(battles.CLASSIC, play_out, seconds, seed)[1]


def timed(load: battles.Load, play: Callable[[Game, Luck], int], seconds: float, seed: int) -> tuple[float, float]:
    """Decisions and battles per second, once the engine knows the ground."""
    starts = battles.starts(load)
    fight_on(starts, play, seconds * WARM_UP, seed)
    return fight_on(starts, play, seconds, seed)


def fight_on(starts: list[Game], play: Callable[[Game, Luck], int], seconds: float, seed: int) -> tuple[float, float]:
    luck = Luck(seed)
    decisions = 0
    number = 0
    begun = time.process_time()
    spent = 0.0
    while spent < seconds:
        decisions += play(starts[number % len(starts)].copy(Dice(seed * 100_003 + number)), luck)
        number += 1
        spent = time.process_time() - begun
    return decisions / spent, number / spent


def copying(copies: int = 20_000) -> float:
    """Microseconds for a copy of a game, as a search makes it: with its dice at hand."""
    game = battles.starts(battles.CLASSIC)[0]
    dice = Dice(0)
    begun = time.process_time()
    for _ in range(copies):
        game.copy(dice)
    return (time.process_time() - begun) / copies * 1e6


def odds(repeats: int = 40) -> float:
    """Microseconds for the exact odds of one attack, over many attacks."""
    attacks = battles.attacks_in(battles.CLASSIC, 50)
    begun = time.process_time()
    for _ in range(repeats):
        for game, action in attacks:
            game.chances(action)
    return (time.process_time() - begun) / (repeats * len(attacks)) * 1e6


def tables(kind: str) -> float:
    """Milliseconds for the tables of a 24 by 24 board."""
    begun = time.process_time()
    Grid(kind, 24, 24)
    return (time.process_time() - begun) * 1e3


def lines(kind: str) -> float:
    """Milliseconds for every line of sight of such a board: they are traced when first asked for, never all at once."""
    grid = Grid(kind, 24, 24)
    cells = range(grid.cells)
    # Lines between cells in the same relative position are one line: one pair stands for all of them.
    pairs = {grid.place[b] - grid.place[a]: (a, b) for a in cells for b in cells if a != b}
    begun = time.process_time()
    for a, b in pairs.values():
        grid.sightline(a, b)
    return (time.process_time() - begun) * 1e3


def two_processes(seconds: float) -> float:
    """How much more two processes get done than one. In real time: sharing the machine is the point. The two cases take
    turns, so that a machine that changes pace affects both."""
    context = multiprocessing.get_context("spawn")
    # Both must be up before either begins: the start is not measured.
    everyone = context.Barrier(2)
    with ProcessPoolExecutor(2, context, everyone.wait) as pool:
        list(pool.map(battles_in, [seconds * WARM_UP] * 2))
        one = two = 0.0
        for _ in range(TURNS):
            one += sum(pool.map(battles_in, [seconds / TURNS]))
            two += sum(pool.map(battles_in, [seconds / TURNS] * 2))
    return two / one


def battles_in(seconds: float) -> float:
    """Battles per second of real time."""
    starts = known_starts()
    luck = Luck(0)
    number = 0
    begun = time.perf_counter()
    while time.perf_counter() - begun < seconds:
        play_out(starts[number % len(starts)].copy(Dice(number)), luck)
        number += 1
    return number / (time.perf_counter() - begun)


@functools.cache
def known_starts() -> list[Game]:
    """The starts of this process, with the ground that it knows by now."""
    return battles.starts(battles.CLASSIC)


if __name__ == "__main__":
    main()
