"""A sheet of paper: millimetres from the top left corner, text, boxes, and the foot of every page."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from .fonts import BOLD, ITALIC, TEXT, TITLE, fitted, lettered, printable, width, wrapped
from .ink import Colour, Ink, colour
from .svg import draw

MARGIN = 8.0  # home printers leave it white
FOOT = 10.0  # for the ruler and the page's name
RULER = 50
BLACK: Colour = colour("#1c1c1c")
GREY: Colour = colour("#6f6a5c")
PALE: Colour = colour("#d9d5c7")
POINT = 25.4 / 72  # mm


@dataclass(frozen=True)
class Place:
    """A rectangle of the sheet."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height


class Sheet:
    def __init__(self, canvas: Canvas, across: float, down: float, ink: Ink) -> None:
        self.canvas = canvas
        self.across = across
        self.down = down
        self.ink = ink
        self.room = room(across, down)

    def up(self, y: float) -> float:
        return (self.down - y) * mm

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float = 9,
        face: str = TEXT,
        tint: Colour = BLACK,
        anchor: float = 0,
        halo: Colour | None = None,
    ) -> None:
        """A line of text in points, standing on y; an anchor of 0.5 centres it on x, 1 ends it there."""
        text = printable(text, face)
        left = x * mm - width(text, face, size) * anchor
        lettered(self.canvas, left, self.up(y), text, face, size, tint, halo)

    def fit(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        room: float,
        face: str = TEXT,
        tint: Colour = BLACK,
        anchor: float = 0,
        least: float = 4.5,
    ) -> None:
        """A line made small enough for this many millimetres."""
        words, points = fitted(text, face, size, room * mm, least)
        self.text(x, y, words, points, face, tint, anchor)

    def paragraph(
        self, x: float, y: float, text: str, size: float, room: float, face: str = TEXT, tint: Colour = BLACK
    ) -> float:
        """Text in lines from y downwards; returns where it ends."""
        for line in wrapped(text, face, size, room * mm):
            self.text(x, y + size * POINT, line, size, face, tint)
            y += leading(size)
        return y

    def line(
        self, x1: float, y1: float, x2: float, y2: float, thick: float = 0.2, tint: Colour = BLACK, dash: str = ""
    ) -> None:
        """`dash`: lengths in millimetres, such as "2 1"."""
        self.canvas.setStrokeColorRGB(*tint)
        self.canvas.setLineWidth(thick * mm)
        self.canvas.setLineCap(0)
        self.canvas.setDash([float(part) * mm for part in dash.split()])
        self.canvas.line(x1 * mm, self.up(y1), x2 * mm, self.up(y2))
        self.canvas.setDash([])

    def box(
        self,
        place: Place,
        fill: Colour | None = None,
        edge: Colour | None = BLACK,
        thick: float = 0.2,
        corner: float = 0,
        dash: str = "",
    ) -> None:
        if fill is not None:
            self.canvas.setFillColorRGB(*fill)
        if edge is not None:
            self.canvas.setStrokeColorRGB(*edge)
            self.canvas.setLineWidth(thick * mm)
            self.canvas.setLineJoin(0)
            self.canvas.setDash([float(part) * mm for part in dash.split()])
        corners = (place.x * mm, self.up(place.bottom), place.width * mm, place.height * mm)
        stroke, filled = int(edge is not None), int(fill is not None)
        if corner:
            self.canvas.roundRect(*corners, corner * mm, stroke, filled)
        else:
            self.canvas.rect(*corners, stroke, filled)
        self.canvas.setDash([])

    def svg(self, x: float, y: float, fragment: str, scale: float, ink: Ink | None = None) -> None:
        """A picture around a point, this many millimetres to its unit."""
        self.canvas.saveState()
        self.canvas.translate(x * mm, self.up(y))
        self.canvas.scale(scale * mm, scale * mm)
        draw(self.canvas, fragment, ink or self.ink)
        self.canvas.restoreState()

    @contextmanager
    def turned(self, x: float, y: float, degrees: float) -> Iterator[None]:
        """Turn everything drawn meanwhile about a point, anticlockwise."""
        self.canvas.saveState()
        self.canvas.translate(x * mm, self.up(y))
        self.canvas.rotate(degrees)
        self.canvas.translate(-x * mm, -self.up(y))
        yield
        self.canvas.restoreState()

    @contextmanager
    def clipped(self, place: Place) -> Iterator[None]:
        self.canvas.saveState()
        path = self.canvas.beginPath()
        path.rect(place.x * mm, self.up(place.bottom), place.width * mm, place.height * mm)
        self.canvas.clipPath(path, stroke=0, fill=0)
        yield
        self.canvas.restoreState()


def room(across: float, down: float) -> Place:
    """The room for a page's matter."""
    return Place(MARGIN, MARGIN, across - 2 * MARGIN, down - 2 * MARGIN - FOOT)


def leading(size: float) -> float:
    """From line to line, in millimetres."""
    return size * POINT * 1.22


@dataclass(frozen=True)
class Page:
    """A page still to be drawn."""

    label: str
    draw: Callable[[Sheet], None]
    landscape: bool = False


def foot(sheet: Sheet, title: str, label: str, number: int, total: int) -> None:
    """The ruler that proves the scale, the page's number, and the number of pages."""
    y = sheet.down - MARGIN
    ruler(sheet, MARGIN, y - 3.2)
    right = sheet.across - MARGIN
    page = f"{number} of {total}"
    sheet.text(right, y, page, 8, BOLD, GREY, anchor=1)
    middle = MARGIN + RULER + 34
    words = f"{title} · {label}"
    sheet.fit(right - 14, y, words, 8, right - 14 - middle, TEXT, GREY, anchor=1)


def ruler(sheet: Sheet, x: float, y: float) -> None:
    sheet.line(x, y, x + RULER, y, 0.25)
    for millimetre in range(RULER + 1):
        long = 2.6 if millimetre % 10 == 0 else 1.8 if millimetre % 5 == 0 else 1.1
        sheet.line(x + millimetre, y, x + millimetre, y - long, 0.15)
    sheet.text(x, y + 3.0, "50 mm when printed at 100% (no “fit to page”)", 6, ITALIC, GREY)


def heading(sheet: Sheet, title: str, under: str = "") -> float:
    """Draw the title of a page; returns where its matter begins."""
    x, y = sheet.room.x, sheet.room.y
    sheet.fit(x, y + 6.5, title, 20, sheet.room.width, TITLE)
    if under:
        sheet.fit(x, y + 12, under, 9.5, sheet.room.width, ITALIC, GREY)
    below = y + (14.5 if under else 9.5)
    sheet.line(x, below, sheet.room.right, below, 0.3)
    return below + 3
