"""Scenarios that nobody has written: random ones, or conversions of others."""

import random
from collections.abc import Iterable

from ..scenario.converting import conversion
from ..scenario.generating import generator
from ..scenario.generating.request import Request
from ..scenario.model import Scenario
from .arguments import two, whole, words_in
from .files import Source, read_scenario


def generate(
    book: str = "classic",
    *,
    grid: str = "",
    size: tuple[int, int] = (0, 0),
    points: int = 0,
    kind: str = "meeting",
    country: str = "mixed",
    armies: tuple[str, str] = ("", ""),
    options: Iterable[str] = (),
    extras: Iterable[str] = (),
    seed: int | None = None,
) -> Scenario:
    """A random battle, as `pw generate` makes it: ground, forces and aims that make sense together. What you leave out
    is chosen to fit. The same request with the same seed gives the same battle. `size` is columns and rows; a wrong
    word is a Refusal that lists the right ones.

    >>> generate("colonial", kind="ambush", size=(10, 8), seed=7).ruleset
    'colonial'
    """
    columns, rows = two("size", size, "columns and rows, such as (10, 8)")
    first, second = two("armies", armies, "an army list a side")
    chosen = random.SystemRandom().randrange(1_000_000) if seed is None else whole("seed", seed)
    request = Request(
        book=book,
        grid=grid,
        columns=whole("columns", columns),
        rows=whole("rows", rows),
        points=whole("points", points),
        kind=kind,
        country=country,
        armies=(first, second),
        options=tuple(words_in("options", options)),
        extras=tuple(words_in("extras", extras)),
        seed=chosen,
    )
    return generator.generate(request)


def convert(scenario: Source, book: str = "", grid: str = "") -> tuple[Scenario, list[str]]:
    """The same battle by another book, on another grid, or both; and in sentences everything that does not carry over.

    >>> converted, changes = convert("harrow-ridge", "modern")
    >>> converted.ruleset
    'modern'
    """
    converted, substitutions = conversion.convert(read_scenario(scenario), book, grid)
    return converted, [substitution.sentence() for substitution in substitutions]
