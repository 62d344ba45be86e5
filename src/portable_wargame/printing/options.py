"""The options of a print pack: paper, sizes, ink and parts; nonsense is refused in a sentence."""

import re
from dataclasses import dataclass
from fractions import Fraction

from ..game.errors import Refusal
from ..scenario.wording import listed, quoted

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}  # mm
INKS = ("full", "light")
PARTS = ("map", "counters", "roster", "reference", "briefings", "cards")

UNITS = {"mm": Fraction(1), "cm": Fraction(10), "in": Fraction(254, 10)}
SIZE = re.compile(r"(\d{1,4}(?:\.\d{1,3}|/\d{1,3})?)(mm|cm|in)", re.ASCII)

SMALLEST_CELL, LARGEST_CELL = 15.0, 150.0
SMALLEST_COUNTER, LARGEST_COUNTER = 10.0, 60.0
OF_A_CELL = 0.8  # a counter "as the cell" leaves the cell's name and terrain readable


@dataclass(frozen=True)
class Options:
    """`cell` and `counters` in millimetres."""

    paper: str = "a4"
    cell: float = 50.0
    counters: float = 20.0
    ink: str = "full"
    parts: tuple[str, ...] = PARTS
    url: str = ""  # the page that opens the battle; without it there is no QR code


def options(paper: str, cell: str, counters: str, ink: str, parts: str, url: str) -> Options:
    """The options as they are typed."""
    if paper.lower() not in PAPERS:
        raise Refusal(f"--paper is {listed(PAPERS)}, not {quoted(paper)}")
    if ink.lower() not in INKS:
        raise Refusal(f"--ink is {listed(INKS)}, not {quoted(ink)}")
    across = length("--cell", cell, SMALLEST_CELL, LARGEST_CELL)
    if counters.lower() == "cell":
        side = min(LARGEST_COUNTER, max(SMALLEST_COUNTER, across * OF_A_CELL))
    else:
        side = length("--counters", counters, SMALLEST_COUNTER, LARGEST_COUNTER, ", or cell")
    if url and not re.match(r"https?://[^\s#]+$", url):
        raise Refusal(f"--url is the address of the page, such as https://example.org/, not {quoted(url)}")
    return Options(paper.lower(), across, side, ink.lower(), _parts(parts), url)


def length(option: str, text: str, least: float, most: float, other: str = "") -> float:
    """A size in words, such as 50mm, 2in or 5/8in, in millimetres."""
    found = SIZE.fullmatch(text.lower().replace(" ", ""))
    if found is None or found[1].endswith("/0") or re.search(r"/0+$", found[1]):
        raise Refusal(f"{option} is a size such as 50mm, 2in or 5/8in{other}, not {quoted(text)}")
    size = float(Fraction(found[1]) * UNITS[found[2]])
    if not least <= size <= most:
        raise Refusal(f"{option} is from {least:g}mm to {most:g}mm{other}, and {quoted(text)} is {size:g}mm")
    return size


def _parts(text: str) -> tuple[str, ...]:
    wanted = [part.strip().lower() for part in text.split(",") if part.strip()]
    for part in wanted:
        if part not in PARTS:
            raise Refusal(f"--parts are some of {listed(PARTS, 'and')}, separated by commas, not {quoted(part)}")
    if not wanted:
        raise Refusal(f"--parts names nothing to print; choose from {listed(PARTS, 'and')}")
    return tuple(part for part in PARTS if part in wanted)
