"""`pw generate`: a random battle as a scenario file."""

import random
import re
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from ...game.errors import Refusal
from ...scenario.generating import generator
from ...scenario.generating.generator import Request
from ...scenario.writing import write
from ..output import put
from .check import summary

SIZE = re.compile(r"([0-9]{1,3})x([0-9]{1,3})")


def generate(
    *,
    book: str = "classic",
    grid: str | None = None,
    size: str | None = None,
    points: int = 0,
    kind: str = "meeting",
    country: str = "mixed",
    red: str = "",
    blue: str = "",
    options: Annotated[list[str] | None, Parameter(consume_multiple=True)] = None,
    extras: Annotated[list[str] | None, Parameter(["--with"], consume_multiple=True)] = None,
    seed: int | None = None,
    output: Annotated[Path | None, Parameter(["--out", "--output", "-o"])] = None,
) -> int:
    """
    Parameters
    ----------
    book
        classic, colonial, late-19th-century or modern.
    grid
        square or hex. By default, the book's first choice.
    size
        Columns and rows, such as 12x10. By default, 8x8.
    points
        Points for each army, before the kind of battle favours one side. By default, as many as suit the board.
    kind
        meeting, attack, rearguard, crossing, breakthrough, ambush, relief or counter-attack.
    country
        mixed, open, hilly, wooded, river or settled.
    red
        The army list of the southern side. By default, any.
    blue
        The army list of the northern side. By default, any.
    options
        Optional rules of the book, such as air.
    extras
        What the battle has beyond the book: zones, secret, entries, rolls, points, night, weather. By default, none.
    seed
        The same number gives the same battle. By default, a new one each time.
    output
        The file to write. By default, standard output.
    """
    columns, rows = size_of(size) if size is not None else (0, 0)
    chosen = seed if seed is not None else random.SystemRandom().randrange(1_000_000)
    request = Request(
        book, grid or "", columns, rows, points, kind, country, (red, blue), parted(options), chosen, parted(extras)
    )
    scenario = generator.generate(request)
    return put(write(scenario), output, f"{summary(scenario)}, seed {chosen}")


def parted(words: list[str] | None) -> tuple[str, ...]:
    """Words given one by one, or separated by commas."""
    return tuple(one for given in words or [] for one in given.split(","))


def size_of(text: str) -> tuple[int, int]:
    """Columns and rows: 12x10."""
    found = SIZE.fullmatch(text.lower())
    if found is None or "0" in (found[1], found[2]):
        raise Refusal(f"the size is {text!r}; it must be columns x rows, such as 12x10")
    return int(found[1]), int(found[2])
