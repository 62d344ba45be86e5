"""The quick reference on one page: two or three columns, the wide tables beneath, as large as the page allows."""

from dataclasses import dataclass
from functools import partial

from reportlab.lib.units import mm

from ...battle.naming import plain
from ...reference.quick_reference import of_scenario
from ...reference.units import NONE
from ...reference.value import Line, Part, QuickReference, Section, Table
from ..paper.fonts import BOLD, TEXT, width, wrapped
from ..paper.sheet import BLACK, GREY, POINT, Page, Place, Sheet, heading, leading
from ..pieces import Pieces
from .board import Board

COLUMNS = (2, 3)
GUTTER = 5.0
LARGEST, SMALLEST, STEP = 9.5, 3.5, 0.15  # points
WRAPS = 6.5  # points: rather than smaller type, names on two lines
BETWEEN = 0.22  # share of a line's height, between two rules
FIGURE = 1.9  # the room for a figure, in heights of a letter


def reference_pages(pieces: Pieces, board: Board) -> list[Page]:
    return [Page("quick reference", partial(draw_reference, pieces))]


def draw_reference(pieces: Pieces, sheet: Sheet) -> None:
    reference = of_scenario(pieces.scenario)
    under = f"{reference.title}, as played in {pieces.scenario.title}; its unit types in bold"
    top = heading(sheet, "Quick reference", under)
    present = {plain(kind.name) for kind in pieces.battle.type_of}
    set_up(sheet, reference, present, top).draw(reference, top)


def set_up(sheet: Sheet, reference: QuickReference, present: set[str], top: float) -> "Typesetter":
    """The number of columns that makes the type largest, and that size."""
    settings = [_largest(sheet, columns, present, reference, top) for columns in COLUMNS]
    return max(settings, key=_size)


def _size(setting: "Typesetter") -> float:
    return setting.size


def _largest(sheet: Sheet, columns: int, present: set[str], reference: QuickReference, top: float) -> "Typesetter":
    """The largest type that gets everything onto the page in this many columns."""
    sizes = [LARGEST - STEP * number for number in range(int((LARGEST - SMALLEST) / STEP))]
    for size in sizes:
        setting = Typesetter(sheet, columns, size, present)
        if setting.fits(reference, top):
            return setting
    return Typesetter(sheet, columns, SMALLEST, present)


def _parted(reference: QuickReference) -> tuple[list[Section], list[Section]]:
    """Splits the sections: those for columns, and those that need the width of the page."""
    wide = [section for section in reference.sections if section.wide]
    return [section for section in reference.sections if not section.wide], wide


@dataclass(frozen=True)
class Block:
    """A block that must not be split between columns."""

    height: float
    section: Section
    parts: tuple[Part, ...]
    headed: bool


class Typesetter:
    """The page at one size of type."""

    def __init__(self, sheet: Sheet, columns: int, size: float, present: set[str]) -> None:
        self.sheet = sheet
        self.columns = columns
        self.size = size
        self.present = present  # the types of this battle, set in bold
        self.column = (sheet.room.width - GUTTER * (columns - 1)) / columns
        self.step = leading(size)

    def fits(self, reference: QuickReference, top: float) -> bool:
        narrow, wide = _parted(reference)
        if self.size > WRAPS and any(self._wraps(part) for section in narrow for part in section.parts):
            return False
        return self._laid(narrow, self._floor(wide) - top) is not None

    def _wraps(self, part: Part) -> bool:
        """Whether any name in a table's first column needs more than one line."""
        if isinstance(part, Line):
            return False
        space = self._widths(part, self.column)[0]
        return any(len(self._cell(row.cells[0], space)) > 1 for row in part.rows)

    def draw(self, reference: QuickReference, top: float) -> None:
        narrow, wide = _parted(reference)
        floor = self._floor(wide)
        columns = self._laid(narrow, floor - top) or [self._blocks(narrow)]
        for number, blocks in enumerate(columns):
            x = self.sheet.room.x + number * (self.column + GUTTER)
            y = top
            for block in blocks:
                y = self._block(block, x, y, self.column)
        y = floor + 1
        for section in wide:
            y = self._section(section, self.sheet.room.x, y, self.sheet.room.width)

    def _floor(self, wide: list[Section]) -> float:
        """Where the columns end and the wide tables begin."""
        return self.sheet.room.bottom - sum(self._height(section, self.sheet.room.width) for section in wide) - 1

    def _laid(self, sections: list[Section], depth: float) -> list[list[Block]] | None:
        """The sections in columns, none deeper than that; None if they do not fit."""
        columns: list[list[Block]] = [[]]
        used = 0.0
        for block in self._blocks(sections):
            if used + block.height > depth:
                columns.append([])
                used = 0.0
            if block.height > depth or len(columns) > self.columns:
                return None
            columns[-1].append(block)
            used += block.height
        return columns

    def _blocks(self, sections: list[Section]) -> list[Block]:
        """Blocks of a section: a heading stays with what follows it; a section of many parts may be split."""
        blocks: list[Block] = []
        for section in sections:
            first = True
            for part in section.parts:
                height = self._part_height(part, self.column) + (self._head() if first else 0)
                blocks.append(Block(height, section, (part,), first))
                first = False
        return blocks

    def _head(self) -> float:
        return self.step * 1.75

    def _height(self, section: Section, across: float) -> float:
        return self._head() + sum(self._part_height(part, across) for part in section.parts)

    def _part_height(self, part: Part, across: float) -> float:
        if isinstance(part, Line):
            return self.step * (len(self._lines(part, across)) + BETWEEN)
        widths = self._widths(part, across)
        rows = sum(self._row_lines(row.cells, widths) for row in part.rows)
        return self.step * (1.15 + rows) + self.step * 0.08 * len(part.rows) + self.step * 0.5

    def _indent(self, line: Line) -> float:
        return self.size * POINT * (FIGURE if line.figure else 0.0)

    def _lines(self, line: Line, across: float) -> list[str]:
        """The lead stands on the first line; bold makes it wider than measured, and all lines allow for that."""
        text = f"{line.lead} {line.words}" if line.lead else line.words
        wider = width(line.lead, BOLD, self.size) - width(line.lead, TEXT, self.size) if line.lead else 0.0
        return wrapped(text, TEXT, self.size, (across - self._indent(line)) * mm - wider)

    def _block(self, block: Block, x: float, y: float, across: float) -> float:
        if block.headed:
            y = self._heading(block.section.heading, x, y, across)
        for part in block.parts:
            y = self._part(part, x, y, across)
        return y

    def _section(self, section: Section, x: float, y: float, across: float) -> float:
        y = self._heading(section.heading, x, y, across)
        for part in section.parts:
            y = self._part(part, x, y, across)
        return y

    def _heading(self, text: str, x: float, y: float, across: float) -> float:
        base = y + self.step * 1.25
        self.sheet.text(x, base, text, self.size * 1.18, BOLD)
        self.sheet.line(x, base + self.step * 0.25, x + across, base + self.step * 0.25, 0.25, GREY)
        return y + self._head()

    def _part(self, part: Part, x: float, y: float, across: float) -> float:
        if isinstance(part, Table):
            return self._table(part, x, y, across)
        if part.figure:
            self.sheet.text(x, y + self.size * POINT, part.figure, self.size, BOLD)
        for number, line in enumerate(self._lines(part, across)):
            lead = part.lead if number == 0 and line.startswith(part.lead) else ""
            left, base = x + self._indent(part), y + self.size * POINT
            if lead:
                self.sheet.text(left, base, lead, self.size, BOLD)
                left += width(lead, BOLD, self.size) / mm
            self.sheet.text(left, base, line[len(lead) :], self.size)
            y += self.step
        return y + self.step * BETWEEN

    def _widths(self, table: Table, across: float) -> list[float]:
        """Columns as wide as their longest word group needs; the widest gives way if that is too much."""
        pad = self.size * POINT * 0.6
        wants = [
            max(width(text, BOLD, self.size) for text in (title, *(row.cells[number] for row in table.rows))) / mm + pad
            for number, title in enumerate(table.columns)
        ]
        spare = across - sum(wants)
        if spare >= 0:
            return wants
        widest = max(range(len(wants)), key=wants.__getitem__)
        wants[widest] = max(wants[widest] + spare, across * 0.15)
        return wants

    def _row_lines(self, cells: tuple[str, ...], widths: list[float]) -> int:
        return max(len(self._cell(text, room)) for text, room in zip(cells, widths, strict=True))

    def _cell(self, text: str, room: float) -> list[str]:
        return wrapped(text, TEXT, self.size, room * mm)

    def _table(self, table: Table, x: float, y: float, across: float) -> float:
        widths = self._widths(table, across)
        spread = across if len(table.columns) > 2 else sum(widths)
        extra = max(0.0, spread - sum(widths)) / max(1, len(widths) - 1)
        lefts = [x + sum(widths[:number]) + extra * number * (number > 0) for number in range(len(widths))]
        for left, title in zip(lefts, table.columns, strict=True):
            self.sheet.text(left, y + self.size * POINT, title, self.size * 0.92, BOLD, GREY)
        y += self.step * 1.15
        for number, row in enumerate(table.rows):
            lines = self._row_lines(row.cells, widths)
            height = self.step * (lines + 0.08)
            if number % 2 == 0:
                self.sheet.box(Place(x - 0.6, y, across + 1.2, height), PALE_ROW, None)
            bold = row.cells[0] in self.present
            for left, room, text in zip(lefts, widths, row.cells, strict=True):
                tint = GREY if text == NONE else BLACK
                for depth, line in enumerate(self._cell(text, room)):
                    base = y + self.size * POINT + depth * self.step
                    self.sheet.text(left, base, line, self.size, BOLD if bold else TEXT, tint)
            y += height
        return y + self.step * 0.5


PALE_ROW = (0.95, 0.945, 0.925)
