"""Scenarios with the settings that a scenario may add to a book, one by one or all at once."""

import random
from collections.abc import Iterable
from typing import Any

RED_ZONE = ["a1", "b1", "c1", "d1", "a2", "b2", "c2", "d2"]
BLUE_ZONE = ["a6", "b6", "c6", "d6", "e6", "a5", "b5", "c5", "d5", "e5"]

# Colonial: it is played on both grids, and counts quality.
WHOLE: dict[str, Any] = {
    "format": "portable-wargame/scenario/1",
    "title": "All Settings",
    "about": "Whatever can be set is set.",
    "author": "A. Designer",
    "date": "27 June 1866",
    "source": "A history",
    "notes": "First line.\nSecond line.",
    "ruleset": "colonial",
    "grid": "square",
    "turns": 8,
    "secret-deployment": True,
    "names": {"c3": "Merxleben", "d4": "Kirchberg"},
    "labels": [{"text": "Unstrut", "at": "a4", "to": "f4"}, {"text": "to Gotha", "at": "a1"}],
    "degrees": {"marginal": 2, "decisive": 6},
    "map": {"rows": ". . . . . .\n. . . . . .\n. . . h . .\n. . b . . .\n. . . . . .\n. . . . . ~\n"},
    "sides": [
        {
            "id": "red",
            "name": "Reds",
            "edge": "south",
            "army": "european",
            "colour": "#a02828",
            "flag": {"pattern": "horizontal", "colours": ["#000000", "#ffffff", "#a02828"]},
            "zone": RED_ZONE,
            "dummies": 2,
            "units": [
                {"id": "r1", "type": "infantry", "hidden": True},
                {"id": "r2", "type": "infantry"},
                {"id": "r3", "type": "infantry", "at": "e1", "quality": "elite"},
                {
                    "id": "r4",
                    "type": "infantry",
                    "arrives": {"turn": 2, "cells": ["a3", "a4"], "roll": 4, "group": "Corps"},
                },
                {
                    "id": "r5",
                    "type": "infantry",
                    "arrives": {"turn": 2, "edge": "west", "roll": 4, "group": "Corps"},
                },
            ],
        },
        {
            "id": "blue",
            "name": "Blues",
            "edge": "north",
            "army": "european",
            "zone": BLUE_ZONE,
            "units": [
                {"id": "b1", "type": "infantry", "zone": ["e6", "e5", "d6", "d5"]},
                {"id": "b2", "type": "infantry"},
                {"id": "b3", "type": "infantry", "arrives": {"turn": 1, "edge": "north", "when": {"enemy-at": ["c3"]}}},
            ],
        },
    ],
    "victory": [
        {"side": "red", "hold": ["c3", "d4", "e5"], "at-least": 2, "at-turn": 8, "degree": "marginal"},
        {"side": "blue", "score": 9, "degree": "decisive"},
    ],
    "points": [
        {"side": "red", "hold": ["c3", "d4"], "points": 1, "each-turn": True},
        {"side": "red", "destroy": "units", "points": 3},
        {"side": "red", "exit": "north", "points": 1},
        {"side": "red", "hold": ["e5", "f6"], "points": 2},
        {"side": "blue", "hold": ["c3"], "points": 3},
        {"side": "blue", "destroy": "units", "points": 2},
    ],
}

TYPES = {
    "classic": ["infantry", "cavalry", "artillery"],
    "colonial": ["infantry", "mounted-cavalry", "rifled-field-artillery"],
    "late-19th-century": ["infantry-rifles", "mounted-cavalry", "field-artillery"],
    "modern": ["infantry", "tank", "field-artillery", "mortar"],
}
# As small as the late 19th century allows.
ROWS = """\
. . . . . . . .
. . w . . h . .
. . . = . . . .
. . . = b . . .
. w . = . . . .
. . h = . . w .
. . . . . . . .
. . . . . . . .
"""


def with_settings(luck: random.Random, book: str, grid: str, settings: Iterable[str]) -> dict[str, Any]:
    """A small battle of a book with the settings of these names, drawn by lot in their details."""
    cells = {"red": ["a1", "b1", "c1", "d1", "e1", "f1", "g1"], "blue": ["a8", "b8", "c8", "d8", "e8", "f8", "g8"]}
    edges = {"red": "south", "blue": "north"}
    sides = []
    for side in ("red", "blue"):
        units = [
            {"id": f"{side[0]}{number + 1}", "type": TYPES[book][number % len(TYPES[book])], "at": cells[side][number]}
            for number in range(5)
        ]
        sides.append({"id": side, "edge": edges[side], "units": units})
    found: dict[str, Any] = {
        "format": "portable-wargame/scenario/1",
        "title": "Settings",
        "ruleset": book,
        "grid": grid,
        "turns": 6,
        "map": {"rows": ROWS},
        "sides": sides,
    }
    for setting in settings:
        SETTINGS[setting](luck, found)
    return found


def _place(luck: random.Random, found: dict[str, Any]) -> None:
    for side in found["sides"]:
        for unit in side["units"]:
            if luck.random() < 0.7:
                unit.pop("at", None)


def _zones(luck: random.Random, found: dict[str, Any]) -> None:
    _place(luck, found)
    rows = {"red": (1, 2), "blue": (7, 8)}
    for side in found["sides"]:
        zone = [f"{column}{row}" for column in "abcdefgh" for row in rows[side["id"]]]
        side["zone"] = luck.sample(zone, luck.randint(3, len(zone)))
        for unit in side["units"]:
            if "at" not in unit and "arrives" not in unit and luck.random() < 0.3:
                unit["zone"] = luck.sample(zone, luck.randint(1, len(zone)))


def _secret(luck: random.Random, found: dict[str, Any]) -> None:
    _place(luck, found)
    found["secret-deployment"] = True


def _hidden(luck: random.Random, found: dict[str, Any]) -> None:
    _place(luck, found)
    for side in found["sides"]:
        for unit in side["units"]:
            if "at" not in unit and "arrives" not in unit and luck.random() < 0.6:
                unit["hidden"] = True
        if luck.random() < 0.7:
            side["dummies"] = luck.randint(1, 3)


def _arrivals(luck: random.Random, found: dict[str, Any]) -> None:
    for side in found["sides"]:
        for unit in side["units"][2:]:
            if luck.random() < 0.6:
                for key in ("at", "zone", "hidden"):
                    unit.pop(key, None)
                unit["arrives"] = _arrival(luck, side["edge"])


def _arrival(luck: random.Random, edge: str) -> dict[str, Any]:
    arrives: dict[str, Any] = {"turn": luck.randint(1, 4)}
    if luck.random() < 0.5:
        arrives["edge"] = luck.choice([edge, "west"])
    else:
        arrives["cells"] = luck.sample(["a1", "a2", "a3", "a4", "h3", "h4", "d1", "d8"], luck.randint(1, 4))
    if luck.random() < 0.6:
        arrives["roll"] = luck.randint(2, 6)
    if luck.random() < 0.4:
        choices: list[dict[str, Any]] = [
            {"enemy-at": ["d4", "d5", "e5"]},
            {"own-at": ["d4", "c4", "e4"]},
            {"units-lost": luck.randint(1, 3)},
            {"units-destroyed": luck.randint(1, 3)},
        ]
        arrives["when"] = luck.choice(choices)
    if luck.random() < 0.2:
        arrives["group"] = "Corps"
    return arrives


def _points(luck: random.Random, found: dict[str, Any]) -> None:
    rows: list[dict[str, Any]] = [
        {"side": "red", "hold": ["e5", "d4"], "points": 2, "each-turn": True},
        {"side": "blue", "hold": ["e5"], "points": 3},
        {"side": "red", "destroy": "units", "points": 2},
        {"side": "blue", "destroy": luck.choice(["units", "sp"]), "points": 1},
        {"side": "red", "exit": "north", "points": 2},
    ]
    found["points"] = luck.sample(rows, luck.randint(1, len(rows)))
    if luck.random() < 0.7:
        found["degrees"] = {"marginal": luck.randint(1, 3), "decisive": luck.randint(2, 8)}


def _conditions(luck: random.Random, found: dict[str, Any]) -> None:
    rows: list[dict[str, Any]] = [
        {"side": "red", "hold": ["e5", "d4", "d5", "f6"], "at-least": luck.randint(1, 4), "degree": "decisive"},
        {"side": "blue", "hold": ["e5", "d4", "c3"], "at-least": 2, "degree": "marginal", "at-turn": 4},
        {"side": "red", "score": luck.randint(1, 20)},
        {"side": "blue", "destroy": {"units": 3}, "degree": "decisive"},
        {"side": "red", "exit": {"edge": "north", "units": 2}, "degree": "marginal"},
    ]
    found["victory"] = luck.sample(rows, luck.randint(1, len(rows)))


def _night(luck: random.Random, found: dict[str, Any]) -> None:
    rules = found.setdefault("house-rules", {})
    rules["night"] = luck.choice(["all", "from 3", "to 2"])


def _weather(luck: random.Random, found: dict[str, Any]) -> None:
    rules = found.setdefault("house-rules", {})
    rules["weather"] = luck.choice(["mist", "rain", "snow", "mud"])


SETTINGS = {
    "place": _place,
    "zones": _zones,
    "secret": _secret,
    "hidden": _hidden,
    "arrivals": _arrivals,
    "points": _points,
    "conditions": _conditions,
    "night": _night,
    "weather": _weather,
}
