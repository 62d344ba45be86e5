"""The typefaces of the print pack, and text measured in them."""

import unicodedata
from functools import cache
from importlib.resources import as_file, files

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from .ink import Colour

TEXT = "FiraSansCondensed-Regular"
BOLD = "FiraSansCondensed-SemiBold"
ITALIC = "FiraSansCondensed-Italic"
TITLE = "Vollkorn-Bold"
PLACE = "Vollkorn-MediumItalic"
FACES = (TEXT, BOLD, ITALIC, TITLE, PLACE)

MISSING = "?"
ELLIPSIS = "…"


@cache
def load() -> None:
    """Make the faces known; once is enough."""
    folder = files("portable_wargame.printing.paper").joinpath("faces")
    for face in FACES:
        with as_file(folder.joinpath(f"{face}.ttf")) as path:
            pdfmetrics.registerFont(TTFont(face, str(path)))


@cache
def _signs(face: str) -> frozenset[int]:
    font = pdfmetrics.getFont(face)
    assert isinstance(font, TTFont)
    return frozenset(font.face.charToGlyph)


def printable(text: str, face: str) -> str:
    """The text in letters that the face has: it drops an accent before it resorts to a question mark."""
    known = _signs(face)
    if all(ord(sign) in known for sign in text):
        return text
    return "".join(_printable(sign, known) for sign in text)


def _printable(sign: str, known: frozenset[int]) -> str:
    if ord(sign) in known:
        return sign
    if sign.isspace() or not sign.isprintable():
        return " "
    bare = [part for part in unicodedata.normalize("NFKD", sign) if ord(part) in known]
    return "".join(bare) or MISSING


def width(text: str, face: str, size: float) -> float:
    """The width, in the unit of the size."""
    return float(pdfmetrics.stringWidth(text, face, size))


def fitted(text: str, face: str, size: float, room: float, least: float) -> tuple[str, float]:
    """The text and a size that fits: smaller if need be, and cut short if even the smallest is too large."""
    text = printable(text, face)
    needed = width(text, face, size)
    if needed <= room:
        return text, size
    size = max(least, size * room / needed)
    return shortened(text, face, size, room), size


def shortened(text: str, face: str, size: float, room: float) -> str:
    if width(text, face, size) <= room + 1e-6:
        return text
    while text and width(text + ELLIPSIS, face, size) > room:
        text = text[:-1].rstrip()
    return text + ELLIPSIS if text else ""


def lettered(
    canvas: Canvas, x: float, y: float, text: str, face: str, size: float, tint: Colour, rim: Colour | None = None
) -> None:
    """A line of text in the canvas's own points, with a rim around the letters if you give a colour for it."""
    canvas.saveState()
    if rim is not None:
        canvas.setStrokeColorRGB(*rim)
        canvas.setLineWidth(size * 0.24)
        canvas.setLineJoin(1)
        around = canvas.beginText(x, y)
        around.setFont(face, size)
        around.setFillColorRGB(*rim)
        around.setTextRenderMode(2)
        around.textOut(text)
        around.setTextRenderMode(0)
        canvas.drawText(around)
    canvas.setFillColorRGB(*tint)
    canvas.setFont(face, size)
    canvas.drawString(x, y, text)
    canvas.restoreState()


def wrapped(text: str, face: str, size: float, room: float) -> list[str]:
    """The text in lines; a word longer than a line is broken."""
    lines: list[str] = []
    line = ""
    for word in printable(text, face).split():
        longer = f"{line} {word}" if line else word
        if width(longer, face, size) <= room:
            line = longer
            continue
        if line:
            lines.append(line)
        line = word
        while width(line, face, size) > room and len(line) > 1:
            part = line
            while width(part, face, size) > room and len(part) > 1:
                part = part[:-1]
            lines.append(part)
            line = line[len(part) :]
    return [*lines, line] if line else lines or [""]
