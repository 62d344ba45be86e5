"""The terrain of a variant: features of its own, with a letter and what they do; and features that it leaves out."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ..._wording import listed, shown
from ...battle.terrain import SIGNS, Feature, spare_bit
from ...battle.unit import UnitType
from ...game.ruleset import Ruleset
from ...game.tables import TerrainRow
from ...rules.conditions import ALL, ANY, StepJoined, StepsInto, StepsOutOf, TypeSteps
from ..ledger import Clause
from .changes import OFF
from .entries import appended, holder_named
from .faults import Faults, Path
from .phrases import ARMS

MOST_FEATURES = 6
NAME = re.compile(r"[a-z][a-z -]{0,23}")
TINT = re.compile(r"#[0-9a-f]{6}")
PATTERNS = ("plain", "dots", "dashes")
# What a feature may do to moving units, by its key: the rows it needs, and the words for it.
DOES: dict[str, tuple[str, str, Callable[[str, int], Callable[[UnitType, int, int], bool]], str]] = {
    "stops": ("must-stop", "enters", StepsInto, "a move into it ends there"),
    "whole-move": ("whole-move", "enters", StepsInto, "entering it takes a whole move"),
    "leaves-by-one": ("leaves-by-one", "leaves", StepsOutOf, "leaving it takes a whole move"),
    "strikes": ("perils", "enters", StepsInto, "a unit that enters it is hit"),
}
TRUTHS = ("cover", "hides", "hard", *DOES, "off-road")
KEYS = ("letter", "tint", "pattern", "closed-to", "rule", *TRUTHS)
COVERS = {
    "cover": "it is cover",
    "hides": "nobody sees through it",
    "hard": "it is hard cover",
}


def ground(ruleset: Ruleset, table: dict[str, Any], faults: Faults) -> tuple[Ruleset, list[Clause]]:
    """The book with these features, and its own clauses."""
    clauses: list[Clause] = []
    own = [name for name, value in table.items() if name not in ruleset.features and value != OFF]
    if len(own) > MOST_FEATURES:
        faults.add(("features",), f"there are {len(own)} new features", f"there may be {MOST_FEATURES}")
        return ruleset, []
    for name, value in table.items():
        path: Path = ("features", name)
        if name in ruleset.features:
            ruleset = _changed(ruleset, name, value, path, faults)
        elif not isinstance(value, dict):
            faults.add(
                path, f"features {name[:40]} is not a table", 'say what it does, such as {letter = "s", stops = true}'
            )
        elif not NAME.fullmatch(name):
            faults.add(path, f"a feature is called {name[:40]!r}", "use lower-case letters, such as marsh")
        else:
            ruleset, clause = _added(ruleset, name, value, path, faults)
            clauses.append(clause)
    return ruleset, clauses


def _changed(ruleset: Ruleset, name: str, value: Any, path: Path, faults: Faults) -> Ruleset:
    if value == OFF:
        return replace(ruleset, features=tuple(one for one in ruleset.features if one != name))
    table = faults.table(path, value, len(KEYS))
    for key in [one for one in KEYS if one in table and one not in COVERS]:
        remedy = f"{listed(COVERS, 'and')} can be changed; what {name} does to those who move is in its rows"
        faults.add((*path, key), f"{name} is already in the book: its {key} can't change", remedy)
    faults.keys(path, table, KEYS)
    told = {key: faults.truth((*path, key), table[key]) for key in COVERS if key in table}
    usual = ruleset.terrain()[name]
    cover, hides, hard = (told.get(key) for key in COVERS)
    row = replace(
        usual,
        cover=usual.cover if cover is None else cover,
        hides=usual.hides if hides is None else hides,
        hard=usual.hard if hard is None else hard,
    )
    kept = tuple(one for one in ruleset.no_cover if one != name)
    return replace(ruleset, ground={**ruleset.ground, name: row}, no_cover=kept if told else ruleset.no_cover)


def _added(ruleset: Ruleset, name: str, table: dict[str, Any], path: Path, faults: Faults) -> tuple[Ruleset, Clause]:
    faults.keys(path, table, KEYS)
    truths = {key: faults.truth((*path, key), table[key]) or False for key in TRUTHS if key in table}
    letter = _letter(ruleset, name, table, path, faults)
    tint = table.get("tint", "#b9b78a")
    if not isinstance(tint, str) or not TINT.fullmatch(tint):
        faults.add((*path, "tint"), f"the tint of {name} is not a colour", 'write it as "#b9b78a"')
        tint = "#b9b78a"
    row = Feature(
        name,
        letter,
        cover=truths.get("cover", False),
        hides=truths.get("hides", False),
        hard=truths.get("hard", False),
        tint=tint,
        pattern=faults.text((*path, "pattern"), table.get("pattern", "dots"), 8, PATTERNS) or "dots",
    )
    closed = faults.words((*path, "closed-to"), table.get("closed-to", []), 60, [*ARMS, *ruleset.by_name])
    rule = faults.text((*path, "rule"), table["rule"], 2000) if "rule" in table else None
    clause = Clause(f"{ruleset.name}.{name.replace(' ', '-')}", ruleset.name, "")
    try:
        bit = spare_bit(ruleset.terrain().values())
    except ValueError as full:
        faults.add(path, str(full), "leave it out, or one of the others")
        return ruleset, clause
    ruleset = replace(
        ruleset,
        features=(*ruleset.features, name),
        ground={**ruleset.ground, name: replace(row, bit=bit)},
    )
    told = [words for key, words in COVERS.items() if truths.get(key)]
    for key, (rows, verb, condition, words) in DOES.items():
        if truths.get(key):
            off_road = truths.get("off-road", False)
            told.append(words)
            ruleset = _row(ruleset, rows, TerrainRow(clause.id, condition(f"{verb} {name}", bit), off_road))
    if closed:
        told.append(f"closed to {', '.join(one.replace('-', ' ') for one in closed)}")
        who = StepJoined("", ANY, [TypeSteps("", one, ARMS.get(one, 0)) for one in closed])
        steps = StepJoined(f"is a {' or '.join(closed)} and enters {name}", ALL, [StepsInto("", bit), who])
        ruleset = _row(ruleset, "may-not-enter", TerrainRow(clause.id, steps))
    said = f"{name.capitalize()}: {'; '.join(told) or 'open ground by another name'}."
    return ruleset, replace(clause, rule=rule or said, short=f"in {name}")


def _letter(ruleset: Ruleset, name: str, table: dict[str, Any], path: Path, faults: Faults) -> str:
    """The letter it asks for, unless a map uses that for something else; if it asks for none, a free one."""
    taken = {".": "open ground"} | {row.letter: row.name for row in ruleset.terrain().values()}
    free = [one for one in (name + name.upper() + SIGNS).replace(" ", "") if one not in taken]
    if "letter" not in table:
        return free[0]
    letter = faults.text((*path, "letter"), table["letter"], 1)
    if letter in taken:
        message = f"{shown(letter)} cannot be the letter of {name}: on a map it is {taken[letter]}"
        faults.add((*path, "letter"), message, f"free ones are {listed(free[:6], 'and')}")
    return letter if letter and letter not in taken else free[0]


def _row(ruleset: Ruleset, name: str, row: TerrainRow) -> Ruleset:
    holder = holder_named(name, "terrain")
    assert holder is not None
    return appended(ruleset, holder, row)
