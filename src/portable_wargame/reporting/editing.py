"""A report as its player edits it: other words, pictures left out, photographs of the table put in."""

import base64
import binascii
import re
from pathlib import Path

from ..game.errors import Refusal
from .report import Block, Photo, Picture, Report, Section

PHOTO = re.compile(r"data:image/(jpeg|png|webp);base64,([A-Za-z0-9+/]+=*)")
KINDS = {".jpg": "jpeg", ".jpeg": "jpeg", ".png": "png", ".webp": "webp"}
LARGEST_PHOTO = 12_000_000  # characters of its text
HEADING = re.compile(r"\*\*Turns? (\d+)(?: (?:and|to) (\d+))?\.\*\*")


def photo(data: str, caption: str) -> Photo:
    """A photograph as a browser sends it; Refusal for anything else."""
    found = PHOTO.fullmatch(data) if len(data) <= LARGEST_PHOTO else None
    if found is None:
        raise Refusal("a photograph is a JPEG, PNG or WebP picture of at most 9 MB")
    try:
        base64.b64decode(found[2], validate=True)
    except binascii.Error:
        raise Refusal("that photograph is damaged") from None
    return Photo(data, caption)


def photo_in(path: Path, caption: str) -> Photo:
    kind = KINDS.get(path.suffix.lower())
    if kind is None:
        raise Refusal(f"{path}: a photograph is a JPEG, PNG or WebP file")
    try:
        content = path.read_bytes()
    except OSError as problem:
        raise Refusal(f"{path}: {problem.strerror}") from None
    return photo(f"data:image/{kind};base64,{base64.b64encode(content).decode()}", caption)


def file_of(one: Photo) -> tuple[str, bytes]:
    """The ending of its file name, and the contents."""
    found = PHOTO.fullmatch(one.data)
    assert found is not None
    return {"jpeg": "jpg"}.get(found[1], found[1]), base64.b64decode(found[2])


def with_photos(report: Report, photos: list[tuple[int, Photo]]) -> Report:
    """Put each photograph after the story of its turn, or at the end if the turn has no story."""
    sections = []
    for section in report.sections:
        blocks: list[Block] = list(section.blocks)
        if any(isinstance(block, str) and HEADING.match(block) for block in blocks):
            for turn, one in photos:
                blocks.insert(_after(blocks, turn), one)
        sections.append(Section(section.heading, tuple(blocks)))
    return Report(report.title, report.under, tuple(sections))


def _after(blocks: list[Block], turn: int) -> int:
    """The place after everything that belongs to a turn."""
    told = [place for place, block in enumerate(blocks) if isinstance(block, str) and _tells(block, turn)]
    if not told:
        return len(blocks)
    place = told[-1] + 1
    while place < len(blocks) and isinstance(blocks[place], Picture | Photo):
        place += 1
    return place


def _tells(text: str, turn: int) -> bool:
    found = HEADING.match(text)
    return found is not None and int(found[1]) <= turn <= int(found[2] or found[1])
