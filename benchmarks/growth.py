"""How costs grow with the board and the armies, from 6 by 6 with 4 units to 40 by 40 with 400: milliseconds of CPU
time, the best of a few tries, and the exponent by which each grows with the number of units. Anything that grows with
its square or faster is marked.

    PW_ENGINE=compiled python benchmarks/growth.py
"""

import argparse
import asyncio
import functools
import json
import math
import random
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.attacks.battles import army, giant
from portable_wargame.ai.opponents.eager import eager_action
from portable_wargame.ai.opponents.players import NO_BRAKE, choose, player
from portable_wargame.consultation.view import own_view
from portable_wargame.game.dice import Dice, Luck
from portable_wargame.game.game import Game
from portable_wargame.rules.turn.activation import ACTIVATE
from portable_wargame.scenario.reading import read_tree
from portable_wargame.scenario.setup import new_game
from portable_wargame.server.store.sqlite import SQLiteStore
from portable_wargame.server.tables.hall import Hall
from portable_wargame.server.tables.joining import arrival
from portable_wargame.server.tables.status import around
from portable_wargame.server.tables.telling import encoded
from portable_wargame.server.wire.documents import NewGame
from portable_wargame.server.wire.lobby import Library

SIZES = ((6, 4), (10, 16), (16, 40), (24, 100), (32, 200), (40, 400))  # columns and rows, units of both sides
TRIES = 3
QUADRATIC = 2.0
BOTH = (0, 1)


def milliseconds(work: Callable[[], object], tries: int = TRIES) -> float:
    found: list[float] = []
    for _ in range(tries):
        begun = time.process_time()
        work()
        found.append(1000 * (time.process_time() - begun))
    return min(found)


def activating(game: Game) -> Game:
    """The game at the first question about the units' orders: the guns hold their fire."""
    while game.question() is not ACTIVATE:
        game.perform(game.options()[-1])
    return game


def eagerly(game: Game, decisions: int) -> None:
    luck = Luck(1)
    for _ in range(decisions):
        if not game.perform(eager_action(game, luck)):
            return


def first_decision(level: str, game: Game) -> None:
    """The first decision, by a player who has not thought about this battle before."""
    choose(player(level), game, random.Random(1), NO_BRAKE)


def of_a_turn(game: Game, level: str) -> int:
    """The number of decisions until the other side has to decide, or the turn is over."""
    side, turn, one, luck, decisions = game.decider(), game.battle.turn, player(level), random.Random(1), 0
    while game.question() is not None and game.decider() == side and game.battle.turn == turn:
        game.perform(game.settle(choose(one, game, luck, NO_BRAKE).action))
        decisions += 1
    return decisions


async def opening(tree: dict[str, object]) -> float:
    """Everything a page receives when it opens the game."""
    with tempfile.TemporaryDirectory() as folder:
        store = SQLiteStore(Path(folder) / "games.sqlite")
        hall = Hall(store, Library())
        made = await hall.make(NewGame(scenario=tree, seed=1))
        match = (await hall.table(made.game)).match
        found = milliseconds(lambda: encoded(arrival(match, BOTH, around(match, BOTH, []), 1, -1)), 1)
        await hall.close()
        await store.close()
    return found


def apart(units: int, columns: int) -> dict[str, object]:
    """The same armies with half of the board between them: room to move makes thinking slow."""
    tree = giant(units, columns)
    tree["sides"][0]["units"] = army("r", units, columns, columns // 4, -1)
    tree["sides"][1]["units"] = army("b", units, columns, columns - 1 - columns // 4, 1)
    return tree


def measured(columns: int, units: int) -> dict[str, float]:
    tree = giant(units // 2, columns)
    scenario = read_tree(json.loads(json.dumps(tree)))
    game = activating(new_game(scenario, Dice(1)))
    number = 200
    found = {
        "set the table": milliseconds(lambda: new_game(scenario, Dice(1))),
        "copy the game": milliseconds(lambda: [game.copy(game.dice) for _ in range(100)]) / 100,
        "an eager decision": milliseconds(lambda: eagerly(game.copy(Dice(2)), number)) / number,
        "list all that a side may do": milliseconds(lambda: own_view(game, BOTH).options()),
    }
    for level in ("sergeant", "captain"):
        found[f"a {level}'s first decision"] = milliseconds(functools.partial(first_decision, level, game))
    distant = activating(new_game(read_tree(apart(units // 2, columns)), Dice(1)))
    found["the same with room to move"] = milliseconds(lambda: first_decision("captain", distant))
    found["list it with room to move"] = milliseconds(lambda: own_view(distant, BOTH).options())
    begun = time.process_time()
    decisions = of_a_turn(game.copy(Dice(3)), "captain")
    found["a captain's decision, over a turn"] = 1000 * (time.process_time() - begun) / decisions
    found["open the page"] = asyncio.run(opening(tree))
    found["memory of the process, MB"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
    return found


def exponent(costs: list[float]) -> float:
    """The power of the number of units by which the cost grows, over the larger sizes: the slope of the logarithms."""
    points = [(math.log(units), math.log(cost)) for (_, units), cost in zip(SIZES, costs, strict=True)][2:]
    x, y = (sum(one[place] for one in points) / len(points) for place in (0, 1))
    return sum((a - x) * (b - y) for a, b in points) / sum((a - x) ** 2 for a, _ in points)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.parse_args()
    columns = [measured(*size) for size in SIZES]
    heads = [f"{units} units, {side} x {side}" for side, units in SIZES]
    print(f"| ms CPU | {' | '.join(heads)} | exponent |\n|---{'|---:' * (len(SIZES) + 1)}|")
    for what in columns[0]:
        costs = [column[what] for column in columns]
        power = exponent(costs)
        mark = " (!)" if power >= QUADRATIC else ""
        print(f"| {what} | {' | '.join(f'{cost:.3g}' for cost in costs)} | {power:.2f}{mark} |")


if __name__ == "__main__":
    main()
