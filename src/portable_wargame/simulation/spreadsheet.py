"""Rows for a spreadsheet."""

import csv
from collections.abc import Iterable
from typing import TextIO

# A spreadsheet calculates a cell that begins like this instead of showing it; some read wide letters as narrow ones.
FORMULA = tuple("=+-@\t\r\n\uff1d\uff0b\uff0d\uff20")


def write_row(sink: TextIO, cells: Iterable[object]) -> None:
    csv.writer(sink).writerow([plain(cell) for cell in cells])


def plain(cell: object) -> object:
    """Text that looks like a formula gets the quotation mark that marks text in a spreadsheet; numbers stay numbers."""
    return f"'{cell}" if isinstance(cell, str) and cell.lstrip(" ").startswith(FORMULA) else cell
