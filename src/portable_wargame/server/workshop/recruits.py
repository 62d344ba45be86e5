"""Battles for a book in the making: where it has a unit type that its base has not, one of them fights on each side."""

import copy

from ...rulesets import RULESETS
from ...rulesets.variants.variant import Variant
from ...scenario.model import Scenario, UnitEntry

LONGEST_NAME = 40


def recruited(scenario: Scenario, variant: Variant) -> Scenario:
    """The battle by the variant, with one of each new type in place of a unit of its kin."""
    twin = copy.deepcopy(scenario)
    for name in new_types(variant):
        kin = kin_of(name, variant)
        for side in twin.sides:
            carried = {unit.carrying for unit in side.units}
            free = [one for one in side.units if one.type in kin and not one.carrying and one.id not in carried]
            free.sort(key=lambda one: one.arrives_turn)  # those that are there at the beginning first
            if free:
                side.units[side.units.index(free[0])] = as_a(free[0], name)
    return twin


def new_types(variant: Variant) -> list[str]:
    base = RULESETS[variant.tree["based-on"]]
    return [name for name in variant.ruleset.by_name if name not in base.by_name and name in variant.tree["units"]]


def kin_of(name: str, variant: Variant) -> tuple[str, ...]:
    """The types of the base that it resembles; if there are none, those of the same arms."""
    base, told = RULESETS[variant.tree["based-on"]], variant.tree["units"]
    like = name
    for _ in told:
        like = told[like].get("like", like) if like not in base.by_name else like
    if like in base.by_name:
        return (like,)
    arms = variant.ruleset.by_name[name].arms
    return tuple(one.name for one in base.unit_types if one.arms == arms)


def as_a(unit: UnitEntry, name: str) -> UnitEntry:
    """The unit as one of another type, with a name that gives both."""
    words = name.replace("-", " ")
    called = f"{unit.name} ({words})" if unit.name else words.capitalize()
    fits = len(called) <= LONGEST_NAME
    twin = copy.deepcopy(unit)
    twin.type, twin.name, twin.sp, twin.weapon = name, called if fits else unit.name, 0, ""
    return twin


def absent(scenario: Scenario, variant: Variant) -> list[str]:
    """Types that the book changes or adds, but that no unit of the battle has."""
    there = {unit.type for side in scenario.sides for unit in side.units}
    told = variant.tree.get("units", {})
    return [name for name in told if name in variant.ruleset.by_name and name not in there]
