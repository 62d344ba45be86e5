"""The board in millimetres, drawn once and shown on as many sheets as it takes."""

import math

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from ...battle.terrain import feature_names
from ...grid.names import cell_name, cell_named
from ...pictures.layout import MARGIN, Layout
from ...pictures.marks import to_be_held
from ...pictures.picture import ground
from ...scenario.checking.schema import visible
from ...scenario.model import Label
from ..paper.fonts import BOLD, ITALIC, PLACE, fitted, lettered, width
from ..paper.ink import WHITE, colour
from ..paper.svg import draw
from ..pieces import Pieces

FORM = "board"
NAME = colour("#4a4636")
FLAG = colour("#8c1d18")


class Board:
    """The board at a scale: millimetres from its own north-west corner."""

    def __init__(self, pieces: Pieces, cell: float) -> None:
        self.pieces = pieces
        self.cell = cell
        self.layout: Layout = pieces.layout
        self.scale = cell / (2 * self.layout.reach)  # mm to a unit of the picture
        self.width = (self.layout.width - 2 * MARGIN) * self.scale
        self.height = (self.layout.height - 2 * MARGIN) * self.scale
        # Sheets are best cut between cells; hexes leave no straight line to cut along.
        self.grain = 0.0 if self.layout.hexes else cell

    def centre(self, cell: int) -> tuple[float, float]:
        x, y = self.layout.centre(cell)
        return (x - MARGIN) * self.scale, (y - MARGIN) * self.scale

    def define(self, canvas: Canvas) -> None:
        """Make the board a form of the document, which pages then show; its origin is the north-west corner."""
        # The corners of its box may be fractions of a point, whatever the types say.
        canvas.beginForm(FORM, 0, -self.height * mm, self.width * mm, 0)  # type: ignore[arg-type]
        canvas.saveState()
        canvas.scale(self.scale * mm, self.scale * mm)
        canvas.translate(-MARGIN, MARGIN)
        drawn = ground(self.layout, self.pieces.battle, self.pieces.book.palette, "#fff")
        draw(canvas, "".join(drawn), self.pieces.ink)
        canvas.restoreState()
        for cell in range(self.layout.grid.cells):
            self._letter(canvas, cell)
        for label in self.pieces.scenario.labels:
            self._label(canvas, label)
        canvas.endForm()

    def _label(self, canvas: Canvas, label: Label) -> None:
        """Free lettering along the line from one cell to another."""
        grid = self.layout.grid
        ends = [self.centre(cell_named(grid, name)) for name in (label.at, label.to or label.at)]
        (left, high), (right, low) = sorted(ends)
        room = max(math.dist(*ends), self.cell) + self.cell * 0.6
        text, size = fitted(visible(label.text), PLACE, self.cell * 0.26, room * mm, 5)
        canvas.saveState()
        canvas.translate((left + right) / 2 * mm, -(high + low) / 2 * mm)
        canvas.rotate(-math.degrees(math.atan2(low - high, right - left)))
        lettered(canvas, -width(text, PLACE, size) / 2, -size * 0.3, text, PLACE, size, NAME, WHITE)
        canvas.restoreState()

    def _letter(self, canvas: Canvas, cell: int) -> None:
        """The cell's name at its head, its terrain at its foot, and the place's name between."""
        grid = self.layout.grid
        x, y = self.centre(cell)
        name = cell_name(grid, cell)
        small = max(4.5, self.cell * 0.19)
        self._text(canvas, x, y - self.cell * 0.5 + small * 0.38, name, BOLD, small)
        words = " · ".join(feature_names(self.pieces.battle.features[cell], self.pieces.battle.field.terrain))
        if words:
            room = self.cell * (0.62 if self.layout.hexes else 0.9)
            text, size = fitted(words, ITALIC, small * 0.85, room * mm, 3.5)
            self._text(canvas, x, y + self.cell * 0.5 - small * 0.15, text, ITALIC, size)
        if cell in to_be_held(self.pieces.battle):
            self._flag(canvas, x - self.cell * 0.2, y - self.cell * 0.485)
        if name in self.pieces.names:
            room = self.cell * 1.6
            text, size = fitted(self.pieces.names[name], PLACE, self.cell * 0.26, room * mm, 5)
            self._text(canvas, x, y + self.cell * 0.5 - small * (0.6 if words else 0.25), text, PLACE, size)

    def _flag(self, canvas: Canvas, x: float, y: float) -> None:
        high = self.cell * 0.11 * mm
        canvas.setStrokeColorRGB(*NAME)
        canvas.setFillColorRGB(*FLAG)
        canvas.setLineWidth(high * 0.09)
        left, top = x * mm, -y * mm
        canvas.line(left, top, left, top - high)
        path = canvas.beginPath()
        path.moveTo(left, top)
        path.lineTo(left + high * 0.8, top - high * 0.28)
        path.lineTo(left, top - high * 0.56)
        path.close()
        canvas.drawPath(path, stroke=0, fill=1)

    def _text(self, canvas: Canvas, x: float, y: float, text: str, face: str, size: float) -> None:
        """Centred text with a white rim, so that you can read it on any ground."""
        left = x * mm - width(text, face, size) / 2
        lettered(canvas, left, -y * mm, text, face, size, NAME, WHITE)
