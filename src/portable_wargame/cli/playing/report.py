"""`pw report`: a finished battle, told as a player would tell it."""

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from ...game.errors import Refusal
from ...record.reading import read_record

if TYPE_CHECKING:
    from ...reporting.report import Photo


def report(
    record: str,
    /,
    *,
    out: Path,
    turns: str | None = None,
    photo: Annotated[list[str] | None, Parameter(negative="")] = None,
) -> int:
    """
    Parameters
    ----------
    record
        The record of a game (*.pwg).
    out
        A page (*.html), Markdown with its pictures beside it (*.md), a folder for both, or an animation (*.svg).
    turns
        Which turns the animation shows, such as 3-5. By default, all of them.
    photo
        A photograph of the table for a turn, such as 3=bridge.jpg, or with a caption 3=bridge.jpg:"The bridge falls.";
        once for each.
    """
    from ...reporting.animation import animated
    from ...reporting.editing import with_photos
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
        raise Refusal("--turns is for an animation: --out FILE.svg")
    made = with_photos(report_of(found), [taken_in(one) for one in photo or []])
    written = write(made, out)
    print(f"{written[0]}: the report, {len(written)} file{'s' if len(written) != 1 else ''}", file=sys.stderr)
    return 0


def taken_in(text: str) -> "tuple[int, Photo]":
    """3=bridge.jpg:The bridge falls. -- the turn, and the photograph with its caption."""
    from ...reporting.editing import photo_in

    found = re.fullmatch(r"(\d{1,4})=(.+?\.(?:jpe?g|png|webp))(?::(.*))?", text, re.ASCII | re.IGNORECASE | re.DOTALL)
    if found is None:
        raise Refusal(f"--photo is a turn and a picture, such as 3=bridge.jpg, not {text[:60]!r}")
    return int(found[1]), photo_in(Path(found[2]), found[3] or f"Turn {int(found[1])}.")


def span(turns: str | None) -> tuple[int, int]:
    """The first turn and the last; 0: as many as there are."""
    if turns is None:
        return 1, 0
    parts = re.fullmatch(r"(\d{1,4})(?:-(\d{1,4}))?", turns, re.ASCII)
    if parts is None:
        raise Refusal(f"--turns must be a turn or a range, such as 3-5, not {turns[:20]!r}")
    return int(parts[1]), int(parts[2] or parts[1])
