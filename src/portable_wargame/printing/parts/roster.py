"""The roster: each unit with a box for every strength point, and the point at which its side has had enough."""

from dataclasses import dataclass
from functools import partial

from ...pictures.counters import symbol
from ...reference.moot import pins
from ...rules.turn.exhaustion import exhaustion_point
from ...scenario.telling.victory import otherwise
from ..paper.fonts import BOLD, ITALIC, TEXT
from ..paper.ink import INKS, WHITE, colour
from ..paper.sheet import BLACK, GREY, PALE, Page, Place, Sheet, heading, room
from ..pieces import Pieces
from .board import Board
from .forces import figures, name_of, notes_on, quality_name, start_of, type_name

SHORTEST, TALLEST = 7.8, 11.0  # mm for a unit
BOX = 4.8
TRACK = 6.0  # a box of the exhaustion track
TOP = 26.0


@dataclass(frozen=True)
class Column:
    title: str
    x: float  # mm from the left


def roster_pages(pieces: Pieces, board: Board) -> list[Page]:
    pages: list[Page] = []
    for side, name in enumerate(pieces.battle.roster.side_names):
        units = list(pieces.battle.units(side))
        free = room(*pieces.paper).height - TOP - _track_height(pieces, side)
        fits = int(free // SHORTEST)
        line = min(TALLEST, free / min(fits, len(units)))
        for start in range(0, len(units), fits):
            part = units[start : start + fits]
            last = start + fits >= len(units)
            pages.append(Page(f"roster, {name}", partial(draw_roster, pieces, side, part, last, line)))
    return pages


def _track_height(pieces: Pieces, side: int) -> float:
    if pieces.book.exhaustion is None:
        return 24.0
    across = room(*pieces.paper).width
    per_line = int(across // TRACK)
    return 34.0 + TRACK * 1.35 * -(-int(pieces.battle.roster.strength[side]) // per_line)


def draw_roster(pieces: Pieces, side: int, units: list[int], last: bool, line: float, sheet: Sheet) -> None:
    roster = pieces.battle.roster
    y = heading(sheet, roster.side_names[side], f"{pieces.scenario.title} · roster")
    tint = colour(pieces.colours[side].rim)
    titles = sorted({title for unit in units for title, _ in figures(pieces.battle.type_of[unit])}, key=ORDER.index)
    columns = _columns(pieces, titles, sheet.room.width)
    for column in columns.values():
        sheet.text(sheet.room.x + column.x, y + 2.5, column.title, 7, BOLD, GREY)
    y += 4
    sheet.line(sheet.room.x, y, sheet.room.right, y, 0.2, GREY)
    for unit in units:
        _unit(sheet, pieces, unit, y, line, columns)
        y += line
        sheet.line(sheet.room.x, y, sheet.room.right, y, 0.1, PALE)
    if last:
        y = _ending(sheet, pieces, side, y + 5)
    sheet.line(sheet.room.x - 2, sheet.room.y, sheet.room.x - 2, y, 1.2, tint)


ORDER = ["Move", "Fire", "Guns", "Power"]


def _columns(pieces: Pieces, titles: list[str], across: float) -> dict[str, Column]:
    """Boxes as wide as the strongest unit needs; the figures in narrow columns before the last one, which is notes."""
    most = max([1, *pieces.battle.roster.start_strength])
    boxes = min(12, most) * (BOX + 0.6)
    start = across - 50
    first = start - len(titles) * 11
    quality = first - max(boxes, 16.0) - 4 - 13
    found = {"Unit": Column("Unit", 11), "Quality": Column("Quality" if pieces.book.hits.tables else "", quality)}
    head = "SP" if pieces.book.strength is not None else "Pinned" if pins(pieces.book) else "Lost"
    found["Boxes"] = Column(head, quality + 13)
    found |= {title: Column(title, first + number * 11) for number, title in enumerate(titles)}
    return found | {"Start": Column("Starts", start)}


def _unit(sheet: Sheet, pieces: Pieces, unit: int, y: float, line: float, columns: dict[str, Column]) -> None:
    left = sheet.room.x
    base = y + line / 2 - 0.4
    sheet.svg(left + 4.5, y + line / 2, symbol(pieces.battle, unit), 0.26, INKS["full"])
    space = columns["Quality"].x - columns["Unit"].x - 2
    sheet.fit(left + columns["Unit"].x, base, name_of(pieces, unit), 9.5, space, BOLD)
    sheet.fit(left + columns["Unit"].x, base + 3.3, type_name(pieces, unit), 7.5, space, TEXT, GREY)
    quality = quality_name(pieces, unit)
    sheet.text(left + columns["Quality"].x, base + 1, quality, 8, BOLD if quality != "average" else TEXT)
    _boxes(sheet, pieces, unit, left + columns["Boxes"].x, y + (line - BOX) / 2)
    for title, value in figures(pieces.battle.type_of[unit]):
        sheet.fit(left + columns[title].x, base + 1, value, 9, 10, TEXT)
    notes = notes_on(pieces, unit)
    place = sheet.room.right - left - columns["Start"].x
    sheet.fit(left + columns["Start"].x, base + (0 if notes else 1), start_of(pieces, unit), 8, place, TEXT)
    if notes:
        sheet.fit(left + columns["Start"].x, base + 3.3, notes, 7.5, place, ITALIC, GREY)


def _boxes(sheet: Sheet, pieces: Pieces, unit: int, x: float, y: float) -> None:
    """One to cross off for each strength point; in a book without them, one for a pin or for its loss."""
    number = int(pieces.battle.roster.start_strength[unit]) if pieces.book.strength is not None else 1
    if number > 12:
        sheet.box(Place(x, y, BOX * 3, BOX), WHITE, BLACK, 0.2)
        sheet.text(x + BOX * 3 + 1, y + BOX - 0.9, f"of {number}", 8)
        return
    for box in range(number):
        sheet.box(Place(x + box * (BOX + 0.6), y, BOX, BOX), WHITE, BLACK, 0.2)


def _ending(sheet: Sheet, pieces: Pieces, side: int, y: float) -> float:
    """How this side is worn down."""
    left = sheet.room.x
    if pieces.book.exhaustion is None:
        words = f"There is no exhaustion. {otherwise(pieces.scenario)}."
        return sheet.paragraph(left, y, words, 8, sheet.room.width, ITALIC, GREY)
    whole = int(pieces.battle.roster.strength[side])
    point = exhaustion_point(pieces.game, side)
    words = f"Cross off a box for each SP lost, of {whole}. At {point} this side is exhausted when the turn ends."
    sheet.text(left, y + 3, "SP lost", 9, BOLD)
    sheet.text(left + 14, y + 3, words, 8, ITALIC, GREY)
    y += 9
    per_line = int(sheet.room.width // TRACK)
    for box in range(1, whole + 1):
        column, line = (box - 1) % per_line, (box - 1) // per_line
        place = Place(left + column * TRACK, y + line * TRACK * 1.35, TRACK, TRACK)
        reached = box == point
        sheet.box(place, PALE if box > point else WHITE, BLACK, 0.7 if reached else 0.2)
        sheet.text(place.x + TRACK / 2, place.y + TRACK * 0.66, str(box), 8, BOLD if reached else TEXT, BLACK, 0.5)
        if reached:
            sheet.text(place.x + TRACK / 2, place.y - 0.8, "exhausted", 6.5, BOLD, BLACK, 0.5)
    return y + TRACK * 1.35 * -(-whole // per_line)
