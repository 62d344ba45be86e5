"""Army lists: what units cost, and the armies that points can raise. The lists are in army_lists.toml; a book that
has none there gets one from its unit table."""

import random
import tomllib
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any

from ...battle.unit import COMMANDER, TRANSPORT
from ...game.errors import Refusal
from ...game.ruleset import Ruleset
from ...rulesets import RULESETS, made_from_a_book, whole_book
from ..model import UnitEntry
from ..wording import listed, quoted, suggestion

NO_LIMIT = 200  # what a side may have


@dataclass(frozen=True)
class Line:
    """A line of a list: one kind of unit."""

    unit: UnitEntry
    weight: int
    least: int
    most: int
    name: str


@dataclass(frozen=True)
class ArmyList:
    id: str
    book: str
    name: str
    army: str
    options: tuple[str, ...]
    lines: tuple[Line, ...]


@cache
def _data() -> dict[str, Any]:
    path = files("portable_wargame.scenario.generating").joinpath("army_lists.toml")
    return tomllib.loads(path.read_text(encoding="utf-8"))


@made_from_a_book
def army_lists(book: str) -> tuple[ArmyList, ...]:
    """The lists of a book, in the order of the file."""
    written = tuple(_list(table) for table in _data()["lists"] if table["book"] == book)
    return written or tuple(_all_arms(RULESETS[book], army) for army in RULESETS[book].armies or ("",))


def army_list(book: str, id_: str) -> ArmyList:
    known = {one.id: one for one in army_lists(book)}
    if id_ not in known:
        remedy = f"{suggestion(id_, known)}its lists are {listed(known, 'and')}"
        raise Refusal(f"the {RULESETS[book].called} book has no army list {quoted(id_)}; {remedy}")
    return known[id_]


def _all_arms(book: Ruleset, army: str) -> ArmyList:
    """A list of everything in the book: mostly its first type, one commander, and few transports."""
    usual = next(one for one in book.unit_types if not one.arms & (COMMANDER | TRANSPORT))
    lines: list[Line] = []
    for one in book.unit_types:
        unit, name = UnitEntry(id="", type=one.name), one.name.replace("-", " ").title()
        if one is usual:
            lines.append(Line(unit, weight=6, least=1, most=NO_LIMIT, name=name))
        elif one.arms & COMMANDER:
            lines.append(Line(unit, weight=0, least=1, most=1, name=f"{name} {{}}"))
        else:
            lines.append(Line(unit, weight=2, least=0, most=2 if one.arms & TRANSPORT else NO_LIMIT, name=name))
    id_ = f"{army}-all-arms" if army else "all-arms"
    return ArmyList(id_, book.name, f"{army.title()} Army".strip(), army, (), tuple(lines))


def _list(table: dict[str, Any]) -> ArmyList:
    return ArmyList(
        id=table["id"],
        book=table["book"],
        name=table["name"],
        army=table.get("army", ""),
        options=tuple(table.get("options", ())),
        lines=tuple(_line(line) for line in table["units"]),
    )


def _line(line: dict[str, Any]) -> Line:
    unit = UnitEntry(
        id="",
        type=line["type"],
        weapon=line.get("weapon", ""),
        gun=line.get("gun", ""),
        gas=line.get("gas", 0),
        quality=line.get("quality", "average"),
        regular=line.get("regular", False),
    )
    return Line(unit, line.get("weight", 0), line.get("least", 0), line.get("most", NO_LIMIT), line["name"])


def quality_points() -> dict[str, int]:
    """What a quality adds to the points of a unit."""
    extra: dict[str, int] = _data()["extra"]
    return dict(extra)


def cost(book: str, unit: UnitEntry) -> int:
    """The points of a unit."""
    extra = quality_points()
    ruleset = whole_book(book)
    unit_type = ruleset.type_named(unit.type)
    assert unit_type is not None
    points = unit_type.points or unit_type.strength
    if unit.weapon:
        points += ruleset.weapons[unit.weapon].points
    return max(1, points + extra.get(unit.quality, 0))


def raised(army: ArmyList, points: int, most: int, luck: random.Random) -> list[tuple[UnitEntry, str]]:
    """The units that the points raise, in the order of the list, each with its name in the list.

    First come the units that every army of the list has, then whichever line has fallen behind its weight.
    `most`: the most units in all.
    """
    counts = [line.least for line in army.lines]
    left = points - sum(line.least * cost(army.book, line.unit) for line in army.lines)
    weights = [line.weight * luck.uniform(0.6, 1.4) for line in army.lines]
    while sum(counts) < most:
        open_lines = [
            number
            for number, line in enumerate(army.lines)
            if line.weight and counts[number] < line.most and cost(army.book, line.unit) <= left
        ]
        if not open_lines:
            break
        chosen = min(open_lines, key=lambda number: ((counts[number] + 0.5) / weights[number], number))
        counts[chosen] += 1
        left -= cost(army.book, army.lines[chosen].unit)
    return [
        (replace(line.unit), line.name) for line, count in zip(army.lines, counts, strict=True) for _ in range(count)
    ]
