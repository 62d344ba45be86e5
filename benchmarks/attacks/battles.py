"""Battles for attackers: the largest possible scenario, records of orders given only to be taken back, battles fought
to the end, and books as long as a book may be."""

import io
import json
import random
import tempfile
from pathlib import Path
from typing import Any

from portable_wargame.ai.opponents.players import choose, player
from portable_wargame.grid.grid import LARGEST, grid_of
from portable_wargame.grid.names import cell_name
from portable_wargame.record.chain import chained
from portable_wargame.record.keys import Seed
from portable_wargame.record.recording import FORMAT, record_in
from portable_wargame.record.session import Session
from portable_wargame.rulesets.variants.variant import FORMAT as BOOK
from portable_wargame.scenario.reading import read_tree
from portable_wargame.server.store.sqlite import SQLiteStore
from portable_wargame.server.tables.hall import Hall
from portable_wargame.server.wire.documents import NewGame
from portable_wargame.server.wire.lobby import Library

Tree = dict[str, Any]
UNITS = 200  # units a side
TYPES = ("infantry", "tank", "field-artillery", "mortar")


def giant(units: int = UNITS, columns: int = LARGEST) -> Tree:
    """Two armies of this many units, face to face across one row."""
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
    """The record of a battle where one order was given and taken back this many times; perhaps until one side gave up.
    A server leaves such orders out of the records it gives, but an uploaded record may have them."""
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
    # The lines are the same every time: only the chain tells them apart.
    return chained([*before, *[given, taken_back] * pairs, *after])


def fought(scenario: Tree, actions: int) -> str:
    """The record of a battle where recruits made this many decisions, until one of them gave up."""
    sink, key, luck = io.StringIO(), Seed(1), random.Random(1)
    session = Session(read_tree(scenario), key.dice())
    recorder = record_in(sink, session, key, {"red": "recruit", "blue": "recruit"})
    players = [player("recruit"), player("recruit")]
    for _ in range(actions):
        if session.game.question() is None:
            return sink.getvalue()
        recorder.carry_out(choose(players[session.game.decider()], session.game, luck, 10).action)
    recorder.resign("red")
    return sink.getvalue()


def tome(number: int, rows: int = 100) -> Tree:
    """A book like no other, nearly as long as one may be."""
    when = " or ".join(["is a tank", "is a mortar"] * 13)

    def some(where: str, **more: Any) -> list[Tree]:
        return [
            {"at": where, "clause": f"{where}.x{row}", "when": when, "rule": "x" * 150, **more} for row in range(rows)
        ]

    return {
        "format": BOOK,
        "name": "tome",
        "title": f"Tome {number}",
        "based-on": "modern",
        "modifiers": some("fire", amount=1),
        "restrictions": some("close-combat"),
        "terrain": some("must-stop"),
    }


def by_a_book(book: Tree) -> Tree:
    return {**giant(8, 12), "ruleset": "tome", "book": book}


def bombs() -> list[bytes]:
    """Heads of records whose books are not books."""
    sound = tome(0, 1)
    condition, deep = sound["modifiers"][0], "[" * 400 + "]" * 400
    books: list[Tree] = [
        {**sound, "modifiers": [{}] * 100_000},
        {**sound, "modifiers": [{**condition, "clause": f"x{row}", "when": "(not " * 80} for row in range(100)]},
        {**sound, "rows": {f"modern.fire.mod-{row}": "hit on 4" for row in range(10_000)}},
        {**sound, **{f"key{row}": row for row in range(15_000)}},
        {**sound, "units": {f"\u202eunit{row}": {"like": "tonk", "move": 10**4000} for row in range(40)}},
        {**sound, "units": "deep"},
    ]
    heads = ({"format": FORMAT, "scenario": by_a_book(book)} for book in books)
    return [f"{json.dumps(head)}\n".replace('"deep"', deep).encode() for head in heads]
