"""Remarks on what a scenario says twice: a condition that another includes, a name or a colour given to two."""

from collections.abc import Iterator
from itertools import permutations
from typing import Any

from ...battle.side import SIDES
from ...grid.names import cell_name, cell_named
from ..problems import Path, Problem
from ..wording import listed, owner, quoted
from .listed import Forces

Condition = dict[str, Any]


def said_twice(forces: Forces) -> list[Problem]:
    return [*_conditions(forces.tree), *_sides(forces), *_units(forces), *_places(forces)]


# -- victory


def _conditions(tree: dict[str, Any]) -> Iterator[Problem]:
    """Conditions that never count, because another of the same side is met whenever they are."""
    conditions = list(enumerate(tree.get("victory") or []))
    idle: set[int] = set()
    for (number, one), (other, another) in permutations(conditions, 2):
        if {number, other} & idle or one["side"] != another["side"] or one.get("degree") != another.get("degree"):
            continue
        alike = implies(another, one)
        # If two say the same, the first stays.
        if implies(one, another) and (other < number or not alike):
            idle.add(number)
            path = ("victory", number)
            first, second = owner(tree, path), owner(tree, ("victory", other))
            message = f"{first} {'says the same as' if alike else 'is never needed: it includes'} {second}"
            yield Problem(path, message, "leave it out")


def implies(one: Condition, other: Condition) -> bool:
    """Whether the other condition is met, at the same time or before, whenever this one is."""
    if "hold" in one and "hold" in other:
        held = one.get("at-least") or len(one["hold"])
        elsewhere = len(set(one["hold"]) - set(other["hold"]))
        is_due = other.get("at-turn") in (None, one.get("at-turn"))
        return is_due and held - elsewhere >= (other.get("at-least") or len(other["hold"]))
    if one.get("survive") and other.get("survive"):
        return "at-turn" in other and other["at-turn"] <= one.get("at-turn", other["at-turn"])
    latest, limit = one.get("at-turn"), other.get("at-turn")
    if limit is not None and (latest is None or latest > limit):
        return False
    if "exit" in one and "exit" in other:
        same_edge = one["exit"]["edge"] == other["exit"]["edge"]
        return same_edge and bool(one["exit"]["units"] >= other["exit"]["units"])
    if "destroy" in one and "destroy" in other:
        return any(
            key in one["destroy"] and key in other["destroy"] and one["destroy"][key] >= other["destroy"][key]
            for key in ("units", "sp")
        )
    return "score" in one and "score" in other and bool(one["score"] >= other["score"])


# -- names and colours


def _sides(forces: Forces) -> Iterator[Problem]:
    first, second = (forces.sides[side] for side in SIDES)
    words = owner(forces.tree, ("sides", 1))
    if first.get("colour") and first["colour"].lower() == (second.get("colour") or "").lower():
        message = f"{words} has the other side's colour"
        yield Problem(("sides", 1, "colour"), message, "choose another, or leave it out")
    if first.get("name") and first["name"] == second.get("name"):
        message = f"{words} has the other side's name, {quoted(first['name'])}"
        yield Problem(("sides", 1, "name"), message, "give each a name of its own")


def _units(forces: Forces) -> Iterator[Problem]:
    """Within one side: a battery on each side may have the same name."""
    known: dict[tuple[int, str], str] = {}
    for unit in forces.units:
        name = unit.unit.get("name") or ""
        other = known.setdefault((unit.side, name), unit.words)
        if name and other != unit.words:
            message = f"{unit.words} has the name of {other}, {quoted(name)}"
            yield Problem((*unit.path, "name"), message, "give each a name of its own, such as 1st and 2nd")


def _places(forces: Forces) -> Iterator[Problem]:
    """A town may have several cells; they lie together."""
    assert forces.board is not None
    grid = forces.board.grid
    cells: dict[str, list[str]] = {}
    for cell, name in (forces.tree.get("names") or {}).items():
        cells.setdefault(name, []).append(cell)
    for name, own in cells.items():
        together, looked_at = {own[0]}, set[str]()
        while together - looked_at:
            near = (together - looked_at).pop()
            looked_at.add(near)
            beside = {cell_name(grid, cell) for cell in grid.neighbours[cell_named(grid, near)]}
            together |= beside & set(own)
        apart = [cell for cell in own if cell not in together]
        if apart:
            path: Path = ("names", apart[0])
            message = f"{listed([own[0], *apart], 'and')} lie apart, but have one name, {quoted(name)}"
            yield Problem(path, message, "give one of them another name")
