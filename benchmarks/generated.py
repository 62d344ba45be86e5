"""Ten thousand random battles of each book: all of them legal, connected and playable?

python3 run.py generated [--count 10000] [--played 20] [--workers 1] [--output benchmarks/GENERATED.md]

Each battle is made, written as TOML, read again (which checks it), compared, and searched for units that cannot reach
what they must. Each is begun and played for its first decisions; every nth (`--played`) to its end, by a player who
shoots and charges when possible and otherwise does anything. A failure is named by its request, which makes it again.
"""

import argparse
import concurrent.futures
import random
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TOP))

from portable_wargame.battle.battle import UNDECIDED  # noqa: E402
from portable_wargame.game.dice import Dice  # noqa: E402
from portable_wargame.rulesets import RULESETS  # noqa: E402
from portable_wargame.scenario.checking.reaching import cut_off  # noqa: E402
from portable_wargame.scenario.generating.generator import Request, generate  # noqa: E402
from portable_wargame.scenario.model import Scenario  # noqa: E402
from portable_wargame.scenario.reading import read  # noqa: E402
from portable_wargame.scenario.setup import new_game  # noqa: E402
from portable_wargame.scenario.writing import write  # noqa: E402
from tests.scenario.requests import any_request  # noqa: E402

FIRST_DECISIONS = 4
EAGER = ("fire", "fight", "bombard", "advance", "enter", "leave", "strafe", "bomb")
BATCH = 125


@dataclass
class Tally:
    made: int = 0
    played_out: int = 0
    cells: int = 0
    units: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)

    def add(self, other: "Tally") -> None:
        self.made += other.made
        self.played_out += other.played_out
        self.cells += other.cells
        self.units += other.units
        self.kinds += other.kinds
        self.failures += other.failures


def batch(book: str, first: int, last: int, every: int) -> Tally:
    tally = Tally()
    for number in range(first, last):
        request = any_request(book, number)
        to_the_end = number % every == 0
        try:
            trouble = examine(request, to_the_end, tally)
        except Exception as error:  # whatever went wrong, you need the request that led to it
            trouble = f"{type(error).__name__}: {error}"
        if trouble:
            tally.failures.append(f"{request}: {trouble}")
        tally.made += 1
        tally.played_out += to_the_end
        tally.kinds[request.kind] += 1
    return tally


def examine(request: Request, to_the_end: bool, tally: Tally) -> str:
    """The fault in the battle of this request, or ""."""
    scenario = generate(request)
    tally.cells += scenario.columns * scenario.rows
    tally.units += sum(len(side.units) for side in scenario.sides)
    text = write(scenario)
    again = read(text)
    if again != scenario or write(again) != text:
        return "it is not the same when it is read again"
    return "; ".join(cut_off(scenario)) or play(scenario, request.seed, to_the_end)


def play(scenario: Scenario, seed: int, to_the_end: bool) -> str:
    luck = random.Random(seed)
    game = new_game(scenario, Dice(seed))
    decisions = 0
    while game.question() is not None and (to_the_end or decisions < FIRST_DECISIONS):
        options = game.options()
        if not options:
            return f"a question without an answer in turn {game.battle.turn}"
        eager = [action for action in options if action.verb in EAGER]
        game.perform(luck.choice(eager or options))
        decisions += 1
    if to_the_end and game.battle.winner == UNDECIDED:
        return "the battle has no end"
    return "" if decisions else "nobody has anything to decide"


def report(tallies: dict[str, Tally], seconds: float, arguments: argparse.Namespace) -> str:
    wanted = arguments.count * len(tallies)
    made = sum(tally.made for tally in tallies.values())
    stopped = "" if made == wanted else f" Stopped after {made:,} of {wanted:,}."
    lines = [
        "# Random battles",
        "",
        f"Printed by `python3 run.py generated --count {arguments.count} --played {arguments.played}`: every battle",
        "made, written, read again and checked, searched for what cannot be reached, and begun; some of them played to",
        f"the end. {seconds / 60:.0f} minutes, {arguments.workers} at work, on a machine with other work.{stopped}",
        "",
        "| book | battles | played to the end | cells, mean | units, mean | failures |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for book, tally in tallies.items():
        means = f"{tally.cells / max(1, tally.made):.0f} | {tally.units / max(1, tally.made):.1f}"
        lines.append(f"| {book} | {tally.made} | {tally.played_out} | {means} | {len(tally.failures)} |")
    kinds: Counter[str] = sum((tally.kinds for tally in tallies.values()), Counter())
    lines += ["", "Kinds: " + ", ".join(f"{kind} {count}" for kind, count in sorted(kinds.items())) + "."]
    failures = [failure for tally in tallies.values() for failure in tally.failures]
    return "\n".join([*lines, *(f"* {failure}" for failure in failures)]) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(
        description="Thousands of random battles of each book: legal, connected, playable?"
    )
    parser.add_argument("--count", type=int, default=10_000, help="battles of each book")
    parser.add_argument("--played", type=int, default=20, help="every so many-th is played to its end")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--output", type=Path, help="a file for the report")
    arguments = parser.parse_args()
    start = time.monotonic()
    tallies = {book: Tally() for book in RULESETS}
    with concurrent.futures.ProcessPoolExecutor(arguments.workers) as pool:
        waiting = {
            pool.submit(batch, book, first, min(first + BATCH, arguments.count), arguments.played): book
            for first in range(0, arguments.count, BATCH)
            for book in RULESETS
        }
        for done in concurrent.futures.as_completed(waiting):
            tallies[waiting[done]].add(done.result())
            made = sum(tally.made for tally in tallies.values())
            print(f"{made} of {arguments.count * len(RULESETS)}", file=sys.stderr, flush=True)
            # Write the figures so far, for anyone without the time to wait for the end.
            if arguments.output is not None:
                arguments.output.write_text(report(tallies, time.monotonic() - start, arguments), encoding="utf-8")
    print(report(tallies, time.monotonic() - start, arguments))
    return 1 if any(tally.failures for tally in tallies.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
