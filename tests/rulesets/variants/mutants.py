"""Damaged book files, seeded: each is a sound one with a few of its keys and values put out of order."""

import copy
import random
from collections.abc import Iterator
from typing import Any

from portable_wargame.game.errors import Refusal
from portable_wargame.rulesets.books import read_book
from portable_wargame.rulesets.variants.conditions import ROWS
from portable_wargame.rulesets.variants.entries import HOLDERS
from portable_wargame.rulesets.variants.variant import Variant
from portable_wargame.scenario.book_files import examine_book
from portable_wargame.scenario.writing import write_tree

from .camels import camels

ODD: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    -1,
    7,
    10**30,
    1.5,
    float("inf"),
    "",
    "off",
    "on",
    "x" * 5000,
    "\x00\ud800",
    "hit on 4",
    "1/2",
    "(" * 300,
    "not " * 90,
    [],
    [[]],
    {},
    {"to": {}},
    ["infantry"] * 500,
)


def mutant_trees(luck: random.Random, number: int) -> Iterator[dict[str, Any]]:
    for _ in range(number):
        tree = camels()
        tree["based-on"] = luck.choice(["classic", "classic", "modern", "colonial", "late-19th-century"])
        tree["name"] = luck.choice([*["camels"] * 9, "classic", "modern", "shared", "late19c", "what-if"])
        for _ in range(luck.randint(0, 3)):
            damage(tree, luck)
        yield tree


def damage(tree: Any, luck: random.Random) -> None:
    """Somewhere in the tree: a value replaced, a key renamed, left out, doubled, or a row added."""
    holders = list(_containers(tree))
    one = luck.choice(holders)
    kind = luck.randrange(6)
    keys = list(one) if isinstance(one, dict) else list(range(len(one)))
    if kind == 0 and keys:
        one[luck.choice(keys)] = copy.deepcopy(luck.choice(ODD))
    elif kind == 1 and isinstance(one, dict) and keys:
        one[luck.choice(["", "units", "infantry", "\x00", "classic.fire.roll", "a" * 300])] = one.pop(luck.choice(keys))
    elif kind == 2 and keys:
        del one[luck.choice(keys)]
    elif kind == 3 and isinstance(one, dict):
        one[str(luck.choice(ODD))[:400]] = copy.deepcopy(luck.choice(ODD))
    elif kind == 4:
        when = " ".join(
            luck.choice(["and", "or", "not", "(", ")", luck.choice(ROWS).words]) for _ in range(luck.randint(1, 9))
        )
        row = {
            "at": luck.choice(HOLDERS).name,
            "clause": "new.row",
            "amount": luck.randint(-9, 9),
            "when": when,
            "rule": ".",
        }
        rows = tree.get("modifiers") if isinstance(tree, dict) else None
        if isinstance(rows, list):
            rows.append(row)
    elif keys:
        value = one[luck.choice(keys)]
        if isinstance(value, str) and value:
            place = luck.randrange(len(value))
            one[luck.choice(keys)] = value[:place] + luck.choice('\n"(.é0 ') + value[place + 1 :]


def _containers(value: Any) -> Iterator[Any]:
    if isinstance(value, dict):
        yield value
        for inner in value.values():
            yield from _containers(inner)
    elif isinstance(value, list):
        yield value
        for inner in value:
            yield from _containers(inner)


def try_out(tree: dict[str, Any]) -> bool:
    """Whether it is a sound book; every sentence said of one that is not has words in it."""
    found = read_book(tree)
    sound = isinstance(found, Variant)
    if not sound:
        assert not isinstance(found, Variant) and found
        assert all(fault.message and isinstance(fault.remedy, str) for fault in found)
    try:
        text = write_tree(tree)
    except (ValueError, TypeError):
        return sound
    try:
        examine_book(text.encode("utf-8", "surrogatepass"), "mutant.toml")
    except Refusal:
        return sound
    return sound
