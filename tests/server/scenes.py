"""Small battles for the server's tests."""

from typing import Any

from portable_wargame.server.store.base import Line, Note, Stored

Tree = dict[str, Any]


def infantry(name: str, cell: str) -> Tree:
    return {"id": name, "type": "infantry", "at": cell}


def duel(**changes: Any) -> Tree:
    """Two companies a side, classic, on squares; r1 and b1 are within range of each other."""
    return {
        "format": "portable-wargame/scenario/1",
        "title": "Two Companies",
        "ruleset": "classic",
        "grid": "square",
        "turns": 4,
        "map": {"rows": ". . w . .\n. . . . .\n. . . . .\n. . . . .\n. . . . .\n"},
        "sides": [
            {"id": "red", "name": "Red", "edge": "south", "units": [infantry("r1", "b1"), infantry("r2", "e1")]},
            {"id": "blue", "name": "Blue", "edge": "north", "units": [infantry("b1", "b3"), infantry("b2", "e5")]},
        ],
        **changes,
    }


def gun_duel() -> Tree:
    """Two guns a side, which see each other: the battle begins with secret orders."""
    return duel(
        title="Gun Duel",
        sides=[
            {
                "id": "red",
                "name": "Red",
                "edge": "south",
                "units": [
                    {"id": "r1", "type": "artillery", "at": "b1"},
                    {"id": "r2", "type": "artillery", "at": "d1"},
                ],
            },
            {
                "id": "blue",
                "name": "Blue",
                "edge": "north",
                "units": [
                    {"id": "b1", "type": "artillery", "at": "b5"},
                    {"id": "b2", "type": "artillery", "at": "d5"},
                ],
            },
        ],
    )


def kept_game(name: str) -> Stored:
    """A game as a store keeps it, with nothing of a real battle in it."""
    lines = [Line("{}", {}), Line('{"a": "\\u2714"}', {"intent": "b"})]
    return Stored(name, {"red": "x"}, {}, {}, {"seed": 1}, False, lines, notes=[Note("then", "red", "✔")])
