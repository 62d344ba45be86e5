"""`pw report`: a finished battle, told as a player would tell it."""

import sys
from pathlib import Path

from ...record.recording import read_record


def report(record: str, /, *, out: Path) -> int:
    """
    Parameters
    ----------
    record
        The record of a game (*.pwg).
    out
        A page (*.html), Markdown with its pictures beside it (*.md), or a folder for both.
    """
    from ...reporting.report import report_of
    from ...reporting.writing import write

    written = write(report_of(read_record(record)), out)
    print(f"{written[0]}: the report, {len(written)} file{'s' if len(written) != 1 else ''}", file=sys.stderr)
    return 0
