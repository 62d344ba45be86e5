"""The unit table of a variant: rows changed, added and left out, every column of them."""

import re
from dataclasses import dataclass, fields, replace
from typing import Any

from ..._wording import listed, shown
from ...battle.unit import AIRCRAFT, CANNOT_MOVE, COMMANDER, TRANSPORT, UnitType
from ...game.ruleset import Ruleset
from .changes import OFF
from .faults import Faults, Path
from .phrases import ARMS

MOST_TYPES = 60
NAME = re.compile(r"[a-z][a-z0-9-]{0,39}")
A_NAME = "a name is lower-case letters, digits and hyphens, such as camel-riders"


@dataclass(frozen=True)
class Column:
    """One column: what kind of value it has, its bounds and its words."""

    key: str
    kind: str  # number, truth, arms, weapons, type, names or text
    words: str
    least: int = 0
    most: int = 0

    @property
    def field(self) -> str:
        return self.key.replace("-", "_")


COLUMNS = (
    Column("arms", "arms", "the arms it counts as"),
    Column("move", "number", "cells a turn; at 0 it may still turn, at -1 not even that", CANNOT_MOVE, 20),
    Column("strength", "number", "strength points", 1, 20),
    Column("fire-range", "number", "range in cells; 0: it does not fire", 0, 20),
    Column("fire-dice", "number", "dice it fires with", 1, 4),
    Column("light", "truth", "small arms, which do nothing to tanks"),
    Column("artillery-range", "number", "artillery range in cells; 0: it does not bombard", 0, 40),
    Column("power", "number", "close combat, attacked in front", 0, 12),
    Column("flank-power", "number", "close combat, attacked in flank or rear", 0, 12),
    Column("weapons", "weapons", "weapons a scenario may choose from, the first by default"),
    Column("cargo", "arms", "arms that it carries or tows"),
    Column("carriable", "truth", "others may carry it"),
    Column("anti-aircraft", "truth", "fires at aircraft"),
    Column("front-guns", "number", "dice of an aircraft's guns, forwards", 0, 4),
    Column("rear-guns", "number", "dice of an aircraft's guns, backwards", 0, 4),
    Column("strafes", "truth", "an aircraft that strafes"),
    Column("bombs", "number", "bombs an aircraft carries", 0, 4),
    Column("indirect", "truth", "artillery that need not see its target"),
    Column("all-round", "truth", "fires in every direction"),
    Column("becomes", "type", "the type it is after mounting or dismounting"),
    Column("points", "number", "what it costs in a random battle", 0, 100),
    Column("stands-for", "names", "similar types in other books"),
    Column("symbol", "text", "the type whose symbol it has"),
)
BY_KEY = {column.key: column for column in COLUMNS}
assert {column.field for column in COLUMNS} == {one.name for one in fields(UnitType)} - {"name", "row"}
BLANK = UnitType("", 0)


def unit_table(ruleset: Ruleset, table: dict[str, Any], faults: Faults) -> tuple[Ruleset, list[str]]:
    """The book with these units, and their differences in words."""
    rows = {one.name: one for one in ruleset.unit_types}
    known = {name for name, value in table.items() if isinstance(value, dict)} | set(rows)
    told: list[str] = []
    for name, value in _those_alike_first(table, set(rows)):
        path: Path = ("units", name)
        if value == OFF and name in rows:
            del rows[name]
            told.append(f"no {name.replace('-', ' ')}")
        elif value == OFF:
            faults.unknown(path, name, list(rows), "there is nothing to leave out: the unit type")
        elif not isinstance(value, dict):
            faults.add(path, f"units {name} is not a table", 'give it columns, such as move = 3; or "off"')
        elif name in rows or _may_be_called(name, path, faults):
            rows[name] = _row(ruleset, rows, name, value, known, faults)
            told.append(_told(name, rows[name], ruleset.type_named(name), value))
    _check_whole(rows, ruleset.air is not None, faults)
    return replace(ruleset, unit_types=tuple(rows.values())), told


def _those_alike_first(table: dict[str, Any], there: set[str]) -> list[tuple[str, Any]]:
    """In the order of the file, unless a type is like a new one that stands below it."""
    ordered: dict[str, Any] = {}

    def put(name: str, after: tuple[str, ...]) -> None:
        like = table[name].get("like") if isinstance(table[name], dict) else None
        if isinstance(like, str) and like in table.keys() - there - ordered.keys() - set(after):
            put(like, (*after, name))
        ordered.setdefault(name, table[name])

    for name in table:
        put(name, (name,))
    return list(ordered.items())


def _may_be_called(name: str, path: Path, faults: Faults) -> bool:
    if NAME.fullmatch(name):
        return True
    faults.add(path, f"a unit type is called {name[:40]!r}", A_NAME)
    return False


def _row(
    ruleset: Ruleset, rows: dict[str, UnitType], name: str, table: dict[str, Any], known: set[str], faults: Faults
) -> UnitType:
    path: Path = ("units", name)
    faults.keys(path, table, ("like", *BY_KEY))
    base = rows.get(name) or replace(BLANK, name=name, strength=1 if ruleset.strength is not None else 0)
    another = f'start from another type: like = "{next(iter(rows), "")}"'
    if isinstance(table.get("like"), str) and table["like"] in known - set(rows):
        faults.add((*path, "like"), f"units {name} is like {shown(table['like'])}, which is like it in turn", another)
    elif "like" in table:
        like = faults.text((*path, "like"), table["like"], 40, list(rows))
        base = replace(rows[like], name=name, stands_for=(like,), symbol=rows[like].symbol or like) if like else base
    elif name not in rows and "arms" not in table:
        faults.add(path, f"units {name} has neither like nor arms", another)
    values: dict[str, Any] = {}
    for key, value in table.items():
        if key in BY_KEY:
            found = _value(ruleset, BY_KEY[key], (*path, key), value, known, faults)
            if found is not None:
                values[BY_KEY[key].field] = found
    return replace(base, **values)


def _value(ruleset: Ruleset, column: Column, path: Path, value: Any, known: set[str], faults: Faults) -> Any:
    if column.key == "strength" and ruleset.strength is None:
        faults.add(path, "the book it is based on has no strength points", "leave strength out")
        return None
    if column.kind == "number":
        return faults.number(path, value, column.least, column.most)
    if column.kind == "truth":
        return faults.truth(path, value)
    if column.kind == "arms":
        bits = 0
        for word in faults.words(path, value, len(ARMS), ARMS):
            bits |= ARMS[word]
        return bits
    if column.kind == "weapons":
        return tuple(faults.words(path, value, 20, ruleset.weapons))
    if column.kind == "names":
        return tuple(faults.words(path, value, 20))
    return faults.text(path, value, 40, sorted(known) if column.kind == "type" else None)


def _check_whole(rows: dict[str, UnitType], flies: bool, faults: Faults) -> None:
    if all(one.arms & (COMMANDER | TRANSPORT | AIRCRAFT) for one in rows.values()):
        faults.add(
            ("units",), "no unit type is left that could fight", "keep one that is neither Commander nor transport"
        )
    if len(rows) > MOST_TYPES:
        faults.add(("units",), f"there are {len(rows)} unit types", f"there may be {MOST_TYPES}")
    for one in rows.values():
        if one.arms & AIRCRAFT and not flies:
            faults.add(("units", one.name), f"{one.name} is an aircraft, and the book has none", "give it other arms")
        if one.becomes and (one.becomes not in rows or one.becomes == one.name):
            remedy = "name a type that is in the book"
            faults.add(("units", one.name), f"{one.name} becomes {one.becomes}, which is not in the book", remedy)


def _told(name: str, row: UnitType, before: UnitType | None, table: dict[str, Any]) -> str:
    """camel riders: as cavalry, move 4"""
    words = [f"as {table['like']}"] if isinstance(table.get("like"), str) else []
    for key in table:
        if key in BY_KEY and BY_KEY[key].kind not in ("names", "text"):
            field = BY_KEY[key].field
            was = f" (was {_said(key, getattr(before, field))})" if before is not None else ""
            words.append(f"{key.replace('-', ' ')} {_said(key, getattr(row, field))}{was}")
    return f"{name.replace('-', ' ')}: {', '.join(words) or 'changed'}"


def _said(key: str, value: Any) -> str:
    if BY_KEY[key].kind == "arms":
        value = [arm for arm, bit in ARMS.items() if value & bit]
    if isinstance(value, (list, tuple)):
        return listed(value, "and") or "none"
    return ("yes" if value else "no") if isinstance(value, bool) else str(value) or "nothing"
