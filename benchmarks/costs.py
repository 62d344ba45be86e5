"""The cost of a client's requests, against the size of the game or board they are about: processor time, in
milliseconds, and how it grows. Nothing that a client can start may grow with the square of a game's length.

    python benchmarks/costs.py
"""

import asyncio
import functools
import json
import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.attacks.battles import Tree, giant, to_and_fro
from portable_wargame.ai.opponents.players import choose, player
from portable_wargame.consultation.survey import survey
from portable_wargame.consultation.view import own_view
from portable_wargame.scenario.checking.check import check
from portable_wargame.scenario.reading import examine
from portable_wargame.server.games.boards import Boards
from portable_wargame.server.games.bringing import looked_through
from portable_wargame.server.games.match import Match
from portable_wargame.server.store.sqlite import SQLiteStore
from portable_wargame.server.tables.hall import Hall
from portable_wargame.server.tables.joining import arrival
from portable_wargame.server.tables.status import around
from portable_wargame.server.tables.telling import encoded
from portable_wargame.server.wire.documents import NewGame
from portable_wargame.server.wire.lobby import Library

STEPS = (250, 1000, 4000)
BOARDS = ((24, 12), (80, 20), (320, 40))  # units of both sides, and columns
SLOW = ("recruit", "sergeant")


def milliseconds(work: Callable[[], Any]) -> float:
    begun = time.process_time()
    work()
    return 1000 * (time.process_time() - begun)


async def of_a_game(pairs: int) -> dict[str, float]:
    """Costs that depend on the length of a game: half of its steps are orders, the others take them back."""
    text = await to_and_fro(giant(8, 12), pairs)
    found = {"look through a record": milliseconds(lambda: looked_through(text))}
    with tempfile.TemporaryDirectory() as folder:
        store = SQLiteStore(Path(folder) / "games.sqlite")
        hall = Hall(store, Library())
        made = await hall.open_record(text.encode())
        stored = await store.load(made.game)
        assert stored is not None
        opened: list[Match] = []
        found["open a game"] = milliseconds(lambda: opened.append(Match(store, stored, Boards())))
        match = opened[0]

        def join() -> None:
            encoded(arrival(match, (0, 1), around(match, (0, 1), []), 1, -1))

        found["the first to join"] = milliseconds(join)
        found["the next to join"] = milliseconds(join)
        sight = match.chronicle.sight((0, 1))
        found["how it stood then"] = milliseconds(lambda: sight.state(len(match.chronicle.steps) // 2))
        found["save the record"] = milliseconds(lambda: match.record((0, 1)))
        await hall.close()
        await store.close()
    return found


async def of_a_board(units: int, columns: int) -> dict[str, float]:
    scenario: Tree = giant(units // 2, columns)
    text = json.dumps(scenario)
    found = {
        "check a scenario": milliseconds(lambda: check(scenario)),
        "read one": milliseconds(lambda: examine(text, "x.json")),
    }
    with tempfile.TemporaryDirectory() as folder:
        store = SQLiteStore(Path(folder) / "games.sqlite")
        hall = Hall(store, Library())
        begun = time.process_time()
        made = await hall.make(NewGame(scenario=scenario, seed=1))
        found["make a game"] = 1000 * (time.process_time() - begun)
        match = (await hall.table(made.game)).match
        while match.game.question() is not None and match.game.question().name == "what the guns fire at":  # type: ignore[union-attr]
            await match.play(match.game.answers()[0])
        unit = match.game.units()[0]
        found["survey a unit"] = milliseconds(lambda: survey(own_view(match.game, (0, 1)), unit, True))
        action = match.game.options_of(unit)[0]
        begun = time.process_time()
        await match.play(action)
        found["act"] = 1000 * (time.process_time() - begun)
        for level in SLOW:
            game = own_view(match.game, (0, 1))
            answer = functools.partial(choose, player(level), game, random.Random(1), 1000)
            found[f"a {level}'s answer"] = milliseconds(answer)
        await hall.close()
        await store.close()
    return found


def table(head: list[str], columns: list[dict[str, float]]) -> None:
    print(f"| {' | '.join(head)} |\n|---{'|---:' * (len(head) - 1)}|")
    for what in columns[0]:
        print(f"| {what} | {' | '.join(f'{column[what]:.1f}' for column in columns)} |")
    print()


def main() -> None:
    lengths = [asyncio.run(of_a_game(steps // 2)) for steps in STEPS]
    table(["ms CPU, by steps of a game", *map(str, STEPS)], lengths)
    boards = [asyncio.run(of_a_board(units, columns)) for units, columns in BOARDS]
    names = [f"{units} units, {columns} x {columns}" for units, columns in BOARDS]
    table(["ms CPU, by units and board", *names], boards)


if __name__ == "__main__":
    main()
