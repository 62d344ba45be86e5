"""The published schema of books says what the checker says, as far as one can without knowing the books."""

import json
import random
import tomllib
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from portable_wargame.rulesets.books import made
from portable_wargame.rulesets.variants.schema import book_schema
from portable_wargame.rulesets.variants.variant import Variant

from .camels import camels
from .mutants import mutant_trees

EXAMPLES = Path(__file__).parents[3] / "examples" / "books"
VALIDATOR = Draft202012Validator(book_schema())


@pytest.mark.parametrize("name", ["quick", "grim"])
def test_the_examples_are_books_to_it(name: str) -> None:
    tree = tomllib.loads((EXAMPLES / f"{name}.toml").read_text("utf-8"))
    assert isinstance(made(tree), Variant)
    assert not list(VALIDATOR.iter_errors(tree))


def test_what_the_checker_accepts_it_accepts() -> None:
    sound = [tree for tree in mutant_trees(random.Random(7), 120) if isinstance(made(tree), Variant)]
    assert len(sound) > 9
    for tree in sound:
        assert not list(VALIDATOR.iter_errors(json.loads(json.dumps(tree))))


NEW: dict[str, Any] = {"at": "fire", "clause": "fire.odd", "amount": 1, "when": "always", "rule": "Odd."}


def modifier(**keys: Any) -> dict[str, Any]:
    return {"modifiers": [{**NEW, **keys}]}


def marsh(**keys: Any) -> dict[str, Any]:
    return {"features": {"marsh": keys}}


@pytest.mark.parametrize(
    "changes",
    [
        {"format": "portable-wargame/book/2"},
        {"name": "Camels"},
        {"name": "c"},
        {"title": "  "},
        {"title": "t" * 81},
        {"about": ""},
        {"colour": "red"},
        {"grids": ["triangle"]},
        {"options": "gas"},
        {"house-rules": {"exhausted": "1/2"}},
        {"house-rules": {"exhaustion": 0.5}},
        {"activities": {"work": False}},
        {"weapons": {"rifles": 41}},
        {"weapons": {"Rifles": 3}},
        {"units": {"Camel": {"like": "cavalry"}}},
        {"units": {"cavalry": {"move": 21}}},
        {"units": {"cavalry": {"mvoe": 2}}},
        {"units": {"cavalry": {"light": "yes"}}},
        {"units": {"cavalry": {"arms": ["wheels"]}}},
        {"units": {"cavalry": {"symbol": ""}}},
        {"units": {"cavalry": 4}},
        {"features": {"Marsh": {}}},
        marsh(letter="ss"),
        marsh(letter=" "),
        marsh(tint="brown"),
        marsh(pattern="stripes"),
        marsh(stops="yes"),
        marsh(depth=2),
        marsh(rule=" "),
        {"rows": {"classic.fire.roll": {"rule": "Words."}}},
        {"rows": {"classic.fire.roll": {"to": "hit on 4", "short": "s" * 61}}},
        {"rows": {"classic.fire.roll": None}},
        {"rows": {"classic.fire.roll": 1.5}},
        modifier(amount=0),
        modifier(amount=7),
        modifier(amount="much"),
        modifier(at="firing"),
        modifier(clause="Fire odd"),
        modifier(clause="a.b.c.d.e"),
        modifier(when=""),
        modifier(rule=""),
        {"modifiers": [{key: value for key, value in NEW.items() if key != "amount"}]},
        {"restrictions": [NEW]},
        {"terrain": {}},
    ],
    ids=str,
)
def test_what_it_refuses_the_checker_refuses(changes: dict[str, Any]) -> None:
    tree = camels(**changes)
    assert not isinstance(made(tree), Variant)
    assert list(VALIDATOR.iter_errors(tree))
