"""`pw report`: a finished battle, told as a player would tell it."""

import re
import sys
from pathlib import Path

from ...game.errors import Refusal
from ...record.recording import read_record


def report(record: str, /, *, out: Path, turns: str | None = None) -> int:
    """
    Parameters
    ----------
    record
        The record of a game (*.pwg).
    out
        A page (*.html), Markdown with its pictures beside it (*.md), a folder for both, or a moving picture (*.svg).
    turns
        Which turns the moving picture shows, such as 3-5; without it, all of them.
    """
    from ...reporting.animation import animated
    from ...reporting.following import story_of
    from ...reporting.report import report_of
    from ...reporting.writing import write

    found = read_record(record)
    if out.suffix.lower() == ".svg":
        story = story_of(found)
        if not story.turns:
            raise Refusal(f"{record}: nothing has happened in it yet")
        out.write_text(animated(story, found.scenario.title, *span(turns)), encoding="utf-8")
        print(f"{out}: the battle, turn by turn", file=sys.stderr)
        return 0
    if turns is not None:
        raise Refusal("--turns is for a picture that moves: --out FILE.svg")
    written = write(report_of(found), out)
    print(f"{written[0]}: the report, {len(written)} file{'s' if len(written) != 1 else ''}", file=sys.stderr)
    return 0


def span(turns: str | None) -> tuple[int, int]:
    """The first turn and the last; 0: as many as there are."""
    if turns is None:
        return 1, 0
    parts = re.fullmatch(r"(\d{1,4})(?:-(\d{1,4}))?", turns, re.ASCII)
    if parts is None:
        raise Refusal(f"--turns is a turn or a span of them, such as 3-5, not {turns[:20]!r}")
    return int(parts[1]), int(parts[2] or parts[1])
