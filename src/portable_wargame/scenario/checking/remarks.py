"""Remarks: settings that are allowed, but make no difference or are hard to read. They are not mistakes, and the battle
can be played."""

from typing import Any

from ...battle.side import SIDES
from ...battle.unit import CAVALRY, COMMANDER
from ...game.ruleset import Ruleset
from ...rulesets import book as book_of
from ...rulesets.books import text_of
from ...rulesets.weather import NIGHT, BeyondSight
from ..problems import Path, Problem
from ..wording import count_of, listed, owner, quoted
from .check import Checked
from .listed import Forces, Listed
from .twice import said_twice
from .victory import LONGEST, POINTS, most_points
from .zones import homeless


def remarks(checked: Checked) -> list[Problem]:
    """Settings of a sound scenario that have no effect, each with what could be done about it."""
    forces = checked.forces
    found: list[Problem] = []
    for unit in forces.units:
        usual = checked.ruleset.armies[0] if checked.ruleset.armies else ""
        army = unit.unit.get("army") or forces.sides[unit.side].get("army") or usual
        found += _of_unit(checked.ruleset, unit, army) + _of_arrival(forces, unit)
    settings = _of_the_dice(checked, forces) + _of_the_rules(checked, forces) + _of_the_whole(checked.tree, forces)
    return found + _of_the_book(checked) + settings + _of_the_points(checked.tree, forces) + said_twice(forces)


def counts_quality(book: Ruleset) -> bool:
    """Whether it matters in this book how good a unit is."""
    return bool(book.hits.tables)


def counts_regulars(book: Ruleset, unit: Listed, army: str) -> bool:
    """Whether it matters that these are regulars: only some armies' cavalry does anything as such."""
    cavalry = unit.type is not None and unit.type.arms & CAVALRY != 0
    return cavalry and book.pinning is not None and army in book.pinning.regulars


def _of_unit(book: Ruleset, unit: Listed, army: str) -> list[Problem]:
    found: list[Problem] = []
    quality = unit.unit.get("quality", "average")
    if quality != "average" and not counts_quality(book):
        message = f"{unit.words} is {quality}, but quality has no effect in the {book.called} book"
        found.append(Problem((*unit.path, "quality"), message, "leave it out"))
    if unit.unit.get("regular") and not counts_regulars(book, unit, army):
        message = f"{unit.words} is marked as regulars, which matters only for European cavalry"
        found.append(Problem((*unit.path, "regular"), message, "leave it out"))
    if unit.has("army") and not book.armies:
        found.append(_idle_army(book, unit.path, unit.words))
    return found


def _idle_army(book: Ruleset, path: Path, words: str) -> Problem:
    return Problem(
        (*path, "army"), f"{words} has an army, but the {book.called} book has only one kind", "leave it out"
    )


def _of_arrival(forces: Forces, unit: Listed) -> list[Problem]:
    found: list[Problem] = []
    arrives = unit.unit.get("arrives") or {}
    own = [other for other in forces.units if other.side == unit.side]
    path = (*unit.path, "arrives")
    if "group" in arrives and "roll" not in arrives:
        message = f"{unit.words} is in a group, but no die is rolled for it"
        found.append(Problem((*path, "group"), message, "add roll, or leave group out"))
    elif "group" in arrives and sum(_group(other) == arrives["group"] for other in own) == 1:
        message = f"{unit.words} is alone in the group {quoted(arrives['group'])}"
        found.append(Problem((*path, "group"), message, "put others in it, or leave group out"))
    awaited = (arrives.get("when") or {}).get("own-at") or []
    there = next((other for other in own if other.unit.get("at") in awaited), None)
    if there is not None:
        message = f"{unit.words} waits for its own side to be at {there.unit['at']}, where {there.words} begins"
        found.append(Problem((*path, "when"), message, "name other cells, or leave when out"))
    return found


def _group(unit: Listed) -> str | None:
    group: str | None = (unit.unit.get("arrives") or {}).get("group")
    return group


def _of_the_dice(checked: Checked, forces: Forces) -> list[Problem]:
    """A side too small for a single activation die can never act."""
    rule = checked.ruleset.activation
    usual = checked.ruleset.armies[0] if checked.ruleset.armies else ""
    found: list[Problem] = []
    for side in SIDES:
        army = forces.sides[side].get("army") or usual
        own = [unit for unit in forces.units if unit.side == side]
        led = any(unit.type is not None and unit.type.arms & COMMANDER for unit in own)
        if len(own) < rule.units_per_die and not led and army not in rule.rounded_up:
            message = (
                f"{owner(checked.tree, ('sides', side))} throws no activation die and can never act: a {army} army has "
                f"one for every {rule.units_per_die} units, rounded down"
            )
            remedy = f"give it a command unit, or at least {rule.units_per_die} units"
            found.append(Problem(("sides", side), message, remedy, rule.counted.get(army, rule.clause)))
    return found


def _of_the_rules(checked: Checked, forces: Forces) -> list[Problem]:
    """Optional rules without a unit to use them, a night that never falls, armies where there is only one kind."""
    book, tree = checked.ruleset, checked.tree
    found: list[Problem] = []
    for number, option in enumerate(tree.get("options") or []):
        without = book_of(tree["ruleset"], [one for one in tree["options"] if one != option], text=checked.book)
        types = {one.name for one in book.unit_types} - {one.name for one in without.unit_types}
        message = ""
        if types and not any(unit.unit["type"] in types for unit in forces.units):
            message = f"neither side has {listed(sorted(types))}, so the option {option} has no effect"
        elif book.gas is not None and without.gas is None and not any(unit.unit.get("gas") for unit in forces.units):
            message = f"no gun has gas shells, so the option {option} has no effect"
        if message:
            found.append(Problem(("options", number), message, "leave it out"))
    turns = tree.get("turns") or LONGEST
    for row in book.fire.restrictions:
        if row.clause == NIGHT and isinstance(row.forbids, BeyondSight) and row.forbids.first > turns:
            message = f"night falls in turn {row.forbids.first}, but the battle has {count_of(turns, 'turn')}"
            found.append(Problem(("house-rules", "night"), message, "begin it earlier, or leave it out", NIGHT))
    for side in SIDES:
        if "army" in forces.sides[side] and not book.armies:
            found.append(_idle_army(book, ("sides", side), owner(tree, ("sides", side))))
    return found


def _of_the_points(tree: dict[str, Any], forces: Forces) -> list[Problem]:
    """Degrees of victory that nobody can reach."""
    rows = tree.get("points") or []
    most = max(sum(most_points(forces, row) for row in rows if row["side"] == one["id"]) for one in forces.sides)
    found: list[Problem] = []
    for degree, lead in (tree.get("degrees") or {}).items():
        if lead > most:
            message = (
                f"a {degree} victory takes a lead of {count_of(lead, 'point')}, but no side can score more than {most}"
            )
            found.append(Problem(("degrees", degree), message, f"ask for {most} or fewer", POINTS))
    return found


def _of_the_book(checked: Checked) -> list[Problem]:
    """A scenario is fought by the book that it brings along, and there may be another of that name here."""
    name = checked.tree["ruleset"]
    if "book" not in checked.tree or text_of(name) in ("", checked.book):
        return []
    message = f"the book {name} in it is not the same as yours"
    return [Problem(("book",), message, "the battle goes by the one in it; leave book out to have it go by yours")]


BRIGHTEST = 0.3  # with white letters, that gives a contrast of 3 to 1


def brightness(colour: str) -> float:
    """The relative luminance of #rrggbb, from black at 0 to white at 1."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _of_the_whole(tree: dict[str, Any], forces: Forces) -> list[Problem]:
    found: list[Problem] = []
    placed = [bool(homeless(forces, side)) for side in SIDES]
    if tree.get("secret-deployment") and not all(placed):
        message = "deployment is secret, but not both sides have units to place"
        found.append(Problem(("secret-deployment",), message, "leave it out, or leave at out of some units"))
    for side in SIDES:
        colour = forces.sides[side].get("colour")
        if colour and brightness(colour) > BRIGHTEST:
            message = f"{owner(tree, ('sides', side))} has the colour {colour}, on which white letters cannot be read"
            found.append(Problem(("sides", side, "colour"), message, "choose a darker one"))
        if "zone" in forces.sides[side] and not placed[side] and not forces.sides[side].get("dummies"):
            message = f"{owner(tree, ('sides', side))} has a zone, but no unit to place in it"
            found.append(Problem(("sides", side, "zone"), message, "leave it out, or leave at out of some units"))
    if tree.get("historical") and tree.get("campaign"):
        found.append(Problem(("campaign",), "a refight deploys anywhere, campaign or not", "leave campaign out"))
    return found
