"""Battles for attackers: the largest that a scenario may be, and records of orders given only to be taken back."""

import tempfile
from pathlib import Path
from typing import Any

from portable_wargame.grid.grid import LARGEST, grid_of
from portable_wargame.grid.names import cell_name
from portable_wargame.record.chain import chained
from portable_wargame.server.store.sqlite import SQLiteStore
from portable_wargame.server.tables.hall import Hall
from portable_wargame.server.wire.documents import NewGame
from portable_wargame.server.wire.lobby import Library

Tree = dict[str, Any]
UNITS = 200  # a side
TYPES = ("infantry", "tank", "field-artillery", "mortar")


def giant(units: int = UNITS, columns: int = LARGEST) -> Tree:
    """Two armies of so many units, face to face across one row."""
    middle = columns // 2
    return {
        "format": "portable-wargame/scenario/1",
        "title": "The Largest Battle",
        "ruleset": "modern",
        "grid": "square",
        "turns": 99,
        "map": {"rows": "\n".join([" ".join("." * columns)] * columns) + "\n"},
        "sides": [
            {"id": "red", "edge": "south", "units": army("r", units, columns, middle - 1, -1)},
            {"id": "blue", "edge": "north", "units": army("b", units, columns, middle + 1, 1)},
        ],
    }


def army(letter: str, units: int, columns: int, row: int, step: int) -> list[Tree]:
    grid = grid_of("square", columns, columns)
    places = [(number % columns, row + step * (number // columns)) for number in range(units)]
    return [
        {
            "id": f"{letter}{number}",
            "type": TYPES[number % len(TYPES)],
            "at": cell_name(grid, across + up * columns),
        }
        for number, (across, up) in enumerate(places)
    ]


async def to_and_fro(scenario: Tree, pairs: int, ended: bool = False) -> str:
    """The record of a battle in which one order was given so many times, and taken back; perhaps until one side gave
    up. A server leaves such orders out of the records it gives; in one that somebody brings along they may stand."""
    with tempfile.TemporaryDirectory() as folder:
        hall = Hall(SQLiteStore(Path(folder) / "games.sqlite"), Library())
        made = await hall.make(NewGame(scenario=scenario, seed=1))
        match = (await hall.table(made.game)).match
        order = next(one for one in match.game.options() if one.verb == "bombard")
        await match.play(order)
        await match.undo()
        *before, given, taken_back = (line.text for line in match.kept.lines)
        if ended:
            await match.resign("red")
        after = [line.text for line in match.kept.lines[len(before) + 2 :]]
        await hall.close()
        await hall.store.close()
    # Each time the lines are the same: only the chain tells them apart.
    return chained([*before, *[given, taken_back] * pairs, *after])
