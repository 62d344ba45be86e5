"""The library: the scenarios that come with the program."""

from functools import cache
from importlib.resources import files
from typing import Any

from ..game.errors import Refusal
from .model import Scenario
from .reading import parse, read
from .wording import listed, quoted, suggestion

_FOLDER = files("portable_wargame.scenario").joinpath("library")


@cache
def names() -> tuple[str, ...]:
    """The names by which scenarios are loaded, in alphabetical order."""
    found = (entry.name for entry in _FOLDER.iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in found if name.endswith(".toml")))


def text(name: str) -> str:
    """The scenario's text, comments and all."""
    if name not in names():
        remedy = f"{suggestion(name, names())}there are {listed(names(), 'and')}"
        raise Refusal(f"the library has no scenario {quoted(name)}; {remedy}")
    return _FOLDER.joinpath(f"{name}.toml").read_text(encoding="utf-8")


def tree(name: str) -> Any:
    """The scenario's tree, not checked yet: for those who change it first."""
    return parse(text(name), f"{name}.toml")


def load(name: str) -> Scenario:
    """A scenario of its own every time: the caller may change it."""
    return read(text(name), f"{name}.toml")
