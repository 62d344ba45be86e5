"""The library: the scenarios that come with the program."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, NamedTuple

from ..game.errors import Refusal
from .map_text import columns_of, rows_of
from .wording import listed, quoted, suggestion

if TYPE_CHECKING:
    from .model import Scenario

_FOLDER = files("portable_wargame.scenario").joinpath("library")


@cache
def names() -> tuple[str, ...]:
    """The names for loading scenarios, in alphabetical order."""
    found = (entry.name for entry in _FOLDER.iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in found if name.endswith(".toml")))


def text(name: str) -> str:
    """The scenario's text, comments and all."""
    if name not in names():
        remedy = f"{suggestion(name, names())}choose from {listed(names(), 'and')}"
        raise Refusal(f"the library has no scenario {quoted(name)}; {remedy}")
    return _FOLDER.joinpath(f"{name}.toml").read_text(encoding="utf-8")


def tree(name: str) -> Any:
    """The scenario's tree, not checked yet: for callers that change it first."""
    return tomllib.loads(text(name))


def load(name: str) -> "Scenario":
    """A scenario of its own every time: the caller may change it."""
    from .reading import read  # loads all the books, which a list does not need

    return read(text(name), f"{name}.toml")


class Card(NamedTuple):
    """What a list says about a scenario."""

    name: str
    title: str
    about: str
    ruleset: str
    grid: str
    columns: int
    rows: int


def cards() -> list[Card]:
    """The same for every scenario, as its file has it. Nothing is checked here: the tests check what we ship."""
    return [_card(name) for name in names()]


def _card(name: str) -> Card:
    tree = tomllib.loads(text(name))
    rows = rows_of(tree["map"]["rows"])
    about = tree.get("about", "")
    return Card(name, tree["title"], about, tree["ruleset"], tree["grid"], columns_of(rows), len(rows))
