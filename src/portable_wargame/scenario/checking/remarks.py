"""Remarks: settings that are allowed, and make no difference or are hard to read. They are not mistakes, and the battle
can be played."""

from typing import Any

from ...battle.side import SIDES
from ...battle.unit import CAVALRY, COMMANDER
from ...game.ruleset import Ruleset
from ..problems import Problem
from ..wording import owner
from .check import Checked
from .listed import Forces, Listed
from .zones import homeless


def remarks(checked: Checked) -> list[Problem]:
    """Settings of a sound scenario that have no effect, each with what could be done about it."""
    forces = checked.forces
    found: list[Problem] = []
    for unit in forces.units:
        usual = checked.ruleset.armies[0] if checked.ruleset.armies else ""
        army = unit.unit.get("army") or forces.sides[unit.side].get("army") or usual
        found += _of_unit(checked.ruleset, unit, army)
    return found + _of_the_dice(checked, forces) + _of_the_whole(checked.tree, forces)


def counts_quality(book: Ruleset) -> bool:
    """Whether it matters in this book how good a unit is."""
    return bool(book.hits.tables)


def counts_regulars(book: Ruleset, unit: Listed, army: str) -> bool:
    """Whether it matters that this unit is of regulars: only cavalry of some armies does anything as such."""
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
    arrives = unit.unit.get("arrives") or {}
    if "group" in arrives and "roll" not in arrives:
        message = f"{unit.words} is in a group, but no die is rolled for it"
        found.append(Problem((*unit.path, "arrives", "group"), message, "add roll, or leave group out"))
    return found


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


BRIGHTEST = 0.3  # with white letters that leaves a contrast of 3 to 1


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
