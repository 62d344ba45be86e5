"""The schema of the scenario format: what the file has, completed with the words that the books add."""

import copy
import json
import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any

from ...battle.terrain import TERRAIN
from ...game.ruleset import Ruleset
from ...rulesets import RULESETS, made_from_books, whole_book
from ...rulesets.books import with_options
from ...rulesets.house_rules import HOUSE_RULES, HouseRule

Schema = dict[str, Any]

ONLY_TO_BE_READ = ("title", "about", "name", "briefing")


@cache
def paper() -> Schema:
    """The schema without the books: any text passes for one of their words."""
    path = files("portable_wargame.scenario.checking").joinpath("scenario.schema.json")
    loaded: Schema = json.loads(path.read_text(encoding="utf-8"))
    return loaded


@cache
def unseen() -> re.Pattern[str]:
    """Characters that no text may have: controls, marks that only steer how others are written, and non-characters.
    Some of them turn sentences round, hide in names, or give a terminal orders."""
    pattern: str = paper()["properties"]["about"]["pattern"]
    return re.compile(pattern.removeprefix("^[^").removesuffix("]*$").join("[]"))


def visible(tree: Any, key: str = "name") -> Any:
    """Text with a mark in place of each of them, only for reading: records from before they were refused
    may contain them."""
    if isinstance(tree, dict):
        return {name: visible(part, name) for name, part in tree.items()}
    if isinstance(tree, list):
        return [visible(part, key) for part in tree]
    return unseen().sub("\ufffd", tree) if isinstance(tree, str) and key in ONLY_TO_BE_READ else tree


@made_from_books
def schema() -> Schema:
    """The published schema of the scenario format, as the books at hand have it."""
    return _completed([whole_book(name) for name in RULESETS])


def schema_with(book: Ruleset) -> Schema:
    """The same with one more book, for a scenario that brings it along."""
    return _completed([*(whole_book(name) for name in RULESETS if name != book.name), with_options(book)])


def _completed(books: list[Ruleset]) -> Schema:
    whole = copy.deepcopy(paper())
    top, defs = whole["properties"], whole["$defs"]
    unit = defs["unit"]["properties"]
    _choose(top["ruleset"], (book.name for book in books))
    _choose(top["options"]["items"], (option for book in books for option in book.options))
    top["house-rules"]["additionalProperties"] = False
    top["house-rules"]["properties"] = {name: _setting(rule) for name, rule in HOUSE_RULES.items()}
    _choose(defs["feature"], dict.fromkeys([*TERRAIN, *(name for book in books for name in book.ground)]))
    _choose(defs["side"]["properties"]["army"], (army for book in books for army in book.armies))
    # Not a choice: which types there are depends on the book, and the check of meaning says it better.
    unit["type"]["examples"] = list(dict.fromkeys(one.name for book in books for one in book.unit_types))
    _choose(unit["army"], (army for book in books for army in book.armies))
    _choose(unit["weapon"], (weapon for book in books for weapon in weapons(book)))
    _choose(unit["gun"], (gun for book in books for gun in guns(book)))
    return whole


def guns(book: Ruleset) -> list[str]:
    """The weapons that are also unit types: a unit mounts one."""
    return [name for name in book.weapons if book.type_named(name) is not None]


def weapons(book: Ruleset) -> list[str]:
    return [name for name in book.weapons if book.type_named(name) is None]


def _choose(rules: Schema, words: Iterable[str]) -> None:
    del rules["type"]
    rules["enum"] = list(dict.fromkeys(words))


def _setting(rule: HouseRule) -> Schema:
    if not rule.choices:
        return {"description": rule.words, "type": "string"}
    numbers = [int(choice) for choice in rule.choices if choice.isdecimal()]
    return {"description": rule.words, "enum": [*numbers, *rule.choices]}
