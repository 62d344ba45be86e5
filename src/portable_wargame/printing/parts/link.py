"""The battle as an address, and as a QR code that a phone opens: the same link that the editor shares."""

import base64
import json
import zlib

import segno

from ...scenario.model import Scenario
from ...scenario.writing import tree
from ..paper.sheet import BLACK, Place, Sheet

LONGEST = 2900  # letters that a QR code still holds
MODULE = 0.5  # mm: smaller ones are hard for a phone
QUIET = 4  # modules of white around it


def shared_link(scenario: Scenario, url: str) -> str:
    """The page's address with the whole battle behind it, as `web/src/editor/link.ts` packs it."""
    text = json.dumps(tree(scenario), ensure_ascii=False, separators=(",", ":")).encode("utf-8")
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    packed = packer.compress(text) + packer.flush()
    data = base64.urlsafe_b64encode(packed).decode("ascii").rstrip("=")
    return f"{url}#/shared/{data}"


def code_of(link: str) -> list[list[bool]] | None:
    """The modules of the QR code; None if it would hold more than a QR code can."""
    if len(link.encode("utf-8")) > LONGEST:
        return None
    return [[bool(module) for module in row] for row in segno.make(link, error="l", micro=False).matrix]


def draw_code(sheet: Sheet, code: list[list[bool]], x: float, y: float, size: float) -> None:
    """Draw its modules in a square of this many millimetres; dark neighbours in a row make one bar."""
    module = size / len(code)
    for number, row in enumerate(code):
        start = 0
        while start < len(row):
            end = start
            while end < len(row) and row[end] == row[start]:
                end += 1
            if row[start]:
                # A hair taller than it should be, so that no white shows between the rows.
                place = Place(x + start * module, y + number * module, (end - start) * module, module * 1.02)
                sheet.box(place, BLACK, None)
            start = end
