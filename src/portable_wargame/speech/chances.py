"""Odds in writing and in words: what the dice of an action may do to each unit, in per cent."""

from collections.abc import Iterable
from typing import Any

from ..battle.battle import NO_CELL, Battle
from ..game.agenda import Chance
from ..game.outcomes import outcome
from ..grid.names import cell_name


def chance_tree(battle: Battle, chance: Chance) -> dict[str, Any]:
    """One outcome, as the protocol writes it."""
    ids = battle.roster.unit_ids
    effects = [{"unit": ids[unit], "effect": effect} for unit, effect in chance.effects]
    text = ", ".join(f"{one['unit']} {one['effect'].replace('-', ' ')}" for one in effects) or "no effect"
    if chance.lands == NO_CELL:
        return {"probability": chance.probability, "outcome": text, "effects": effects}
    cell = cell_name(battle.field.grid, chance.lands)
    return {"probability": chance.probability, "outcome": f"lands in {cell}: {text}", "effects": effects, "cell": cell}


def odds_words(odds: list[dict[str, Any]], actor: str = "") -> str:
    """ "33 % hit: 17 % loses 1 SP, 17 % retreats or loses 1 SP"; several units are told apart by their ids.

    `actor` is the unit that acts: it is named last, because what befalls the enemy is what one wants to know first, and
    it is always named, because one would take its hits for the enemy's.
    Nothing, where the action throws no dice.
    """
    struck = {effect["unit"]: None for chance in odds for effect in chance["effects"]}
    units = [unit for unit in struck if unit != actor] + [unit for unit in struck if unit == actor]
    told = {unit: _befalls(odds, unit) for unit in units}
    tests = _are_tests(effect["effect"] for chance in odds for effect in chance["effects"])
    if len(told) == 1 and (units[0] != actor or tests):
        return told[units[0]]
    return "; ".join(f"{unit} {words}" for unit, words in told.items())


def _befalls(odds: list[dict[str, Any]], unit: str) -> str:
    """The chances of everything that may befall one unit, whatever befalls the others."""
    outcomes: dict[tuple[str, ...], float] = {}
    for chance in odds:
        effects = tuple(sorted(one["effect"] for one in chance["effects"] if one["unit"] == unit))
        outcomes[effects] = outcomes.get(effects, 0.0) + chance["probability"]
    hits = {effects: share for effects, share in outcomes.items() if any(_is_told(effect) for effect in effects)}
    words = ", ".join(f"{per_cent(share)} {_in_words(effects)}" for effects, share in hits.items())
    if len(hits) < 2 or all(_are_tests(effects) for effects in hits):
        return words
    return f"{per_cent(sum(hits.values()))} hit: {words}"


def _is_told(effect: str) -> bool:
    """Harm is, and what came of a test; that somebody got away is not."""
    row = outcome(effect)
    return row.harms or row.test


def _are_tests(effects: Iterable[str]) -> bool:
    return all(outcome(effect).test for effect in effects)


def _in_words(effects: Iterable[str]) -> str:
    counted: dict[str, int] = {}
    for effect in effects:
        counted[effect] = counted.get(effect, 0) + 1
    if "destroyed" in counted:
        return outcome("destroyed").words
    return " and ".join(_times(effect, number) for effect, number in counted.items())


def _times(effect: str, number: int) -> str:
    words = outcome(effect).words
    if number == 1 or effect == "must-retreat":
        return words
    if effect == "loses-sp":
        return f"loses {number} SP"
    return f"{words} ({number} times)"


def per_cent(share: float) -> str:
    """Whole per cent; what may happen never reads 0 %, what may fail never 100 %."""
    if 0 < share < 0.005:
        return "<1 %"
    if 0.995 < share < 1 - 1e-9:
        return ">99 %"
    return f"{share:.0%}".replace("%", " %")
