"""Odds in writing and in words: what the dice of an action may do to each unit, in per cent."""

import json
from collections.abc import Iterable
from fractions import Fraction

from ..battle.battle import NO_CELL, Battle
from ..battle.naming import at_place, capital
from ..game.agenda import Chance
from ..game.game import Game
from ..game.outcomes import outcome
from ..grid.names import cell_name
from . import trees
from .notation import action_to_tree
from .sentences import names_in


def odds_tree(game: Game, chances: list[Chance]) -> list[trees.Chance]:
    """The exact odds of an action; where a choice comes before the last die, what follows each answer as well."""
    odds: list[trees.Chance] = []
    for chance in chances:
        tree = chance_tree(game.battle, chance)
        follows = _after_each_answer(chance.after) if chance.after is not None else []
        if follows:
            tree["question"]["then"] = follows
        odds.append(tree)
    return odds


def _after_each_answer(game: Game) -> list[trees.Answers]:
    """Groups answers that lead to the same odds; nothing if no die is thrown after any of them."""
    found: dict[str, trees.Answers] = {}
    throws = False
    for action in game.options():
        chances = game.chances(action)
        throws = throws or any(chance.dice for chance in chances)
        odds = [chance_tree(game.battle, chance) for chance in chances]
        same = found.setdefault(json.dumps(odds), {"actions": [], "odds": odds})
        same["actions"].append(action_to_tree(game.battle, action))
    return list(found.values()) if throws else []


def chance_tree(battle: Battle, chance: Chance) -> trees.Chance:
    """One outcome, as the protocol writes it."""
    ids = battle.roster.unit_ids
    effects: list[trees.Effect] = [{"unit": ids[unit], "effect": effect} for unit, effect in chance.effects]
    names = names_in(battle)
    struck: dict[str, list[str]] = {}
    for one in effects:
        struck.setdefault(one["unit"], []).append(one["effect"])
    told = (f"{names.unit(unit)} {effects_words(befell, unit in names.plural)}" for unit, befell in struck.items())
    text = ", ".join(told) or "no effect"
    share = Fraction(chance.ways, 6**chance.dice)
    tree: trees.Chance = {
        "probability": chance.probability,
        "exact": f"{share.numerator}/{share.denominator}",
        "outcome": text,
        "effects": effects,
    }
    if chance.lands != NO_CELL:
        tree["outcome"] = f"lands {at_place(battle, chance.lands)}: {text}"
        tree["cell"] = cell_name(battle.field.grid, chance.lands)
    if chance.after is not None:
        step = chance.after.agenda[-1]
        tree["question"] = {
            "side": battle.roster.side_ids[step.side],
            "asks": step.kind.name,
            "unit": ids[step.unit],
        }
    return tree


def odds_words(battle: Battle, odds: list[trees.Chance], actor: str = "") -> str:
    """ "33% hit: 17% loses 1 SP, 16% retreats or loses 1 SP"; several units are told apart by their names.

    `actor` is the unit that acts: it comes last, because a player wants to know first what happens to the enemy, and it
    is always named, so that nobody takes its hits for the enemy's. Nothing, where the action rolls no dice.
    """
    struck = {effect["unit"]: None for chance in odds for effect in chance["effects"]}
    units = [unit for unit in struck if unit != actor] + [unit for unit in struck if unit == actor]
    names = names_in(battle)
    told = {unit: _befalls(odds, unit, unit in names.plural) for unit in units}
    tests = _are_tests(effect["effect"] for chance in odds for effect in chance["effects"])
    if len(told) == 1 and (units[0] != actor or tests):
        return told[units[0]]
    return "; ".join(f"{capital(names.unit(unit))} {words}" for unit, words in told.items() if words)


def _befalls(odds: list[trees.Chance], unit: str, many: bool) -> str:
    """The chances of everything that may happen to one unit, whatever happens to the others."""
    outcomes: dict[tuple[str, ...], float] = {}
    for chance in odds:
        effects = tuple(sorted(one["effect"] for one in chance["effects"] if one["unit"] == unit))
        outcomes[effects] = outcomes.get(effects, 0.0) + chance["probability"]
    hits = {effects: share for effects, share in outcomes.items() if any(_is_told(effect) for effect in effects)}
    if len(hits) < 2 or all(_are_tests(effects) for effects in hits):
        return ", ".join(f"{per_cent(share)} {effects_words(effects, many)}" for effects, share in hits.items())
    parts = zip(parts_of(list(hits.values())), hits, strict=True)
    told = ", ".join(f"{share} {effects_words(effects, many)}" for share, effects in parts)
    return f"{per_cent(sum(hits.values()))} hit: {told}"


def _is_told(effect: str) -> bool:
    """Harm counts, and so does the outcome of a test; getting away does not."""
    row = outcome(effect)
    return row.harms or row.test


def _are_tests(effects: Iterable[str]) -> bool:
    return all(outcome(effect).test for effect in effects)


def effects_words(effects: Iterable[str], many: bool = False) -> str:
    """ "loses 2 SP", "pinned and withdraws"; nothing for no effects. `many`: said of a regiment."""
    counted: dict[str, int] = {}
    for effect in effects:
        counted[effect] = counted.get(effect, 0) + 1
    if "destroyed" in counted:
        return outcome("destroyed").words
    told = [_times(effect, number, many) for effect, number in counted.items()]
    return (" then " if any(" or " in words for words in told) else " and ").join(told)


def _agreeing(effect: str, many: bool) -> str:
    row = outcome(effect)
    return row.many if many else row.words


def _times(effect: str, number: int, many: bool) -> str:
    words = _agreeing(effect, many)
    if number == 1 or effect == "must-retreat":
        return words
    if effect == "loses-sp":
        return f"{'lose' if many else 'loses'} {number} SP"
    return f"{words} ({number} times)"


def parts_of(shares: list[float]) -> list[str]:
    """Each in whole per cent, adding up to what `per_cent` makes of the sum: the greatest remainders go up."""
    points = [100 * share for share in shares]
    whole = [int(point) for point in points]
    short = round(sum(points)) - sum(whole)
    for number in sorted(range(len(points)), key=lambda one: whole[one] - points[one])[:short]:
        whole[number] += 1
    return [f"{number}%" if number else "<1%" for number in whole]


def per_cent(share: float) -> str:
    """Whole per cent; what may happen never reads 0%, what may fail never 100%."""
    if 0 < share < 0.005:
        return "<1%"
    if 0.995 < share < 1 - 1e-9:
        return ">99%"
    return f"{share:.0%}"
