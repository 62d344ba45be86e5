"""`pw generate`: a random battle as a scenario file."""

import random
import re
from pathlib import Path

from ..game.errors import Refusal
from ..scenario.generator import Request, generate
from ..scenario.writing import write
from .check import summary
from .output import put

SIZE = re.compile(r"([0-9]{1,3})x([0-9]{1,3})")


def generate_battle(
    book: str,
    grid: str | None,
    size: str | None,
    points: int,
    kind: str,
    country: str,
    armies: tuple[str, str],
    options: list[str] | None,
    seed: int | None,
    output: Path | None,
) -> int:
    """Write the battle to the file or to standard output."""
    columns, rows = size_of(size) if size is not None else (0, 0)
    wanted = tuple(one for given in options or [] for one in given.split(","))
    chosen = seed if seed is not None else random.SystemRandom().randrange(1_000_000)
    scenario = generate(Request(book, grid or "", columns, rows, points, kind, country, armies, wanted, chosen))
    return put(write(scenario), output, f"{summary(scenario)}, seed {chosen}")


def size_of(text: str) -> tuple[int, int]:
    """Columns and rows: 12x10."""
    found = SIZE.fullmatch(text.lower())
    if found is None or "0" in (found[1], found[2]):
        raise Refusal(f"the size is {text!r}; it must be columns x rows, such as 12x10")
    return int(found[1]), int(found[2])
