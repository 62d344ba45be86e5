"""Rows for a spreadsheet."""

import csv
from collections.abc import Iterable
from typing import TextIO

FORMULA = ("=", "+", "-", "@", "\t", "\r")  # how a cell begins that a spreadsheet would calculate instead of showing


def write_row(sink: TextIO, cells: Iterable[object]) -> None:
    csv.writer(sink).writerow([plain(cell) for cell in cells])


def plain(cell: object) -> object:
    """Text that looks like a formula gets the quotation mark by which spreadsheets know text; numbers stay numbers."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell
