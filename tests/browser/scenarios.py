"""Small battles that bring up what the tests want to see; with their seeds, at once."""

from typing import Any

Tree = dict[str, Any]


def battle(title: str, ruleset: str, grid: str, red: list[Tree], blue: list[Tree]) -> Tree:
    """Three turns on open ground, 8 by 8, Redland in the south against Blueland."""
    return {
        "format": "portable-wargame/scenario/1",
        "title": title,
        "ruleset": ruleset,
        "grid": grid,
        "turns": 3,
        "map": {"rows": ". . . . . . . .\n" * 8},
        "sides": [
            {"id": "red", "name": "Redland", "edge": "south", "units": red},
            {"id": "blue", "name": "Blueland", "edge": "north", "units": blue},
        ],
    }


# Blue acts first in this one, and its first shot pins the hussars.
HUSSARS = battle(
    "The Hussars",
    "late-19th-century",
    "hex",
    [
        {"id": "r1", "type": "mounted-cavalry", "regular": True, "at": "c2", "facing": "n", "name": "Hussars"},
        {"id": "r2", "type": "infantry-rifles", "at": "e1", "facing": "n", "name": "Rifles"},
        {"id": "r3", "type": "command", "at": "a1", "facing": "n"},
    ],
    [
        {"id": "b1", "type": "infantry-rifles", "at": "c4", "facing": "s", "name": "Line"},
        {"id": "b2", "type": "command", "at": "f8", "facing": "s"},
    ],
) | {"historical": True}

# The gun hits the infantry, which must choose; the truck sets its passengers down.
LORRIES = battle(
    "Lorries",
    "modern",
    "square",
    [
        {"id": "r1", "type": "field-artillery", "at": "c2", "facing": "n", "name": "Battery"},
        {"id": "r2", "type": "truck", "at": "f2", "facing": "n", "carrying": "r3", "name": "Lorry"},
        {"id": "r3", "type": "infantry", "name": "Passengers"},
        {"id": "r4", "type": "commander", "at": "c1", "facing": "n"},
    ],
    [
        {"id": "b1", "type": "infantry", "at": "c5", "facing": "s", "name": "Picket"},
        {"id": "b2", "type": "commander", "at": "g8", "facing": "s"},
    ],
)

# Both sides declare shots; the first has two guns, so that one of its orders is already in the past.
TWO_BATTERIES = battle(
    "Two Batteries",
    "classic",
    "square",
    [
        {"id": "r1", "type": "artillery", "at": "c2", "facing": "n", "name": "First"},
        {"id": "r2", "type": "artillery", "at": "d2", "facing": "n", "name": "Second"},
    ],
    [{"id": "b1", "type": "artillery", "at": "c7", "facing": "s", "name": "Third"}],
)

# Red acts first; its general stands with its infantry.
TWO_IN_A_CELL = battle(
    "Two in a Cell",
    "classic",
    "square",
    [
        {"id": "r1", "type": "infantry", "at": "c2", "facing": "n", "name": "Foot"},
        {"id": "r2", "type": "commander", "at": "c2", "facing": "n", "name": "General"},
    ],
    [{"id": "b1", "type": "infantry", "at": "c7", "facing": "s"}],
)
