"""`pw print`: a battle for the real table, as one PDF."""

import sys
from pathlib import Path

from ..._extras import missing
from ...api.files import read_scenario


def print_battle(
    scenario: str,
    /,
    *,
    out: Path,
    paper: str = "a4",
    cell: str = "50mm",
    counters: str = "20mm",
    ink: str = "full",
    parts: str = "map,counters,roster,reference,briefings,cards",
    url: str = "",
) -> int:
    """
    Parameters
    ----------
    scenario
        A scenario from the library, or a scenario file.
    out
        The PDF file.
    paper
        a4 or letter.
    cell
        The size of a square, or of a hex from side to side, such as 50mm or 2in.
    counters
        The size of a counter, such as 5/8in, 20mm or 25mm; `cell` makes them as large as will fit.
    ink
        full, or light to spare the printer.
    parts
        What to print, separated by commas: map, counters, roster, reference, briefings, cards.
    url
        The address that the QR code opens, such as https://example.org/. By default there is no code.
    """
    found = read_scenario(scenario)
    try:
        from ...printing.options import options
        from ...printing.pack import print_pack
    except ModuleNotFoundError:
        raise missing("print") from None
    made = print_pack(found, options(paper, cell, counters, ink, parts, url))
    out.write_bytes(made)
    print(f"{out}: {found.title}, {len(made) // 1000} kB", file=sys.stderr)
    return 0
