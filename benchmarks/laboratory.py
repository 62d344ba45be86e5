"""The laboratory's speed: battles per second of processor time on one core, with the winner alone and with the line of
the report; the worth of luck as a control variate; and 10,000 battles of sergeants with start-up, by the clock. Prints
the figures of LABORATORY.md.

    PW_ENGINE=compiled python benchmarks/laboratory.py [--games 10000]
"""

import argparse
import statistics
import subprocess
import sysconfig
import time
from collections.abc import Callable
from pathlib import Path

from portable_wargame.scenario import library
from portable_wargame.simulation.trials.battle_report import line, report
from portable_wargame.simulation.trials.summary import Summary
from portable_wargame.simulation.trials.trial import Trial, score

SCENARIO = "harrow-ridge"
LEVELS = {"eager": 400, "recruit": 60, "sergeant": 60, "captain": 8}  # battles in a round
ROUNDS = 5
WANTED = {"sergeant": 400, "captain": 60}  # battles per second
CONTROLLED = ("harrow-ridge", "millford-bridge", "dunmore-farm", "fort-solace", "spitzberg", "vaylen-line")


def pace(trial: Trial, work: Callable[[Trial, int], object], battles: int, first: int) -> float:
    begun = time.process_time()
    for number in range(first, first + battles):
        work(trial, number)
    return battles / (time.process_time() - begun)


def paces() -> None:
    print("| player on both sides | battles/s | with its line | a line costs | wanted | verdict |")
    print("|---|---:|---:|---:|---:|---|")
    for level, battles in LEVELS.items():
        trial = Trial(library.load(SCENARIO), (level, level), 1)
        pace(trial, score, battles, 0)  # to know the ground
        found: list[tuple[float, float]] = []
        for number in range(ROUNDS):
            found.append((pace(trial, score, battles, battles * number), pace(trial, line, battles, battles * number)))
        plain, told = (statistics.median(column) for column in zip(*found, strict=True))
        wanted = WANTED.get(level)
        verdict = "" if wanted is None else "met" if plain >= wanted else f"missed ({plain / wanted:.2f} x)"
        share = f"{100 * (plain / told - 1):.0f} % of a battle"
        print(f"| {level} | {plain:,.0f} | {told:,.0f} | {share} | {wanted or ''} | {verdict} |", flush=True)


def controls(battles: int) -> None:
    print(f"\n| sergeants, {battles} battles | win rate | with even dice | worth |\n|---|---:|---:|---:|")
    for name in CONTROLLED:
        trial = Trial(library.load(name), ("sergeant", "sergeant"), 1)
        summary = Summary(trial.scenario)
        for number in range(battles):
            summary.add(report(trial, number))
        plain, found = summary.rate(0), summary.controls.sharpened()
        rate = f"{100 * plain.value:.1f} ± {50 * plain.width():.1f} %"
        even = f"{100 * found.rate.value:.1f} ± {50 * found.rate.width():.1f} %" if found is not None else "as it is"
        worth = f"{found.worth / battles:.2f} x" if found is not None else "1 x"
        print(f"| {trial.scenario.title} | {rate} | {even} | {worth} |", flush=True)


def by_the_clock(games: int) -> None:
    command = [str(Path(sysconfig.get_path("scripts"), "pw")), "simulate", SCENARIO, "--games", str(games)]
    begun = time.perf_counter()
    subprocess.run([*command, "--red", "sergeant", "--blue", "sergeant"], check=True, stdout=subprocess.DEVNULL)
    print(f"\n{games:,} sergeants on all cores, with start-up: {time.perf_counter() - begun:.1f} s by the clock")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=10_000, help="by the clock; 0 leaves it out")
    parser.add_argument("--controlled", type=int, default=1000, help="battles for each control; 0 leaves it out")
    arguments = parser.parse_args()
    paces()
    if arguments.controlled:
        controls(arguments.controlled)
    if arguments.games:
        by_the_clock(arguments.games)


if __name__ == "__main__":
    main()
