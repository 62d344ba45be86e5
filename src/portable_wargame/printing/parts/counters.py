"""Counters to cut out and fold: the front with its arm, strength and quality, the back for when its state changes."""

from dataclasses import dataclass
from functools import partial

from reportlab.lib.units import mm

from ...battle.naming import plain
from ...battle.terrain import WIRE
from ...battle.unit import ELITE, POOR
from ...pictures.counters import symbol
from ...reference.moot import pins
from ..paper.fonts import BOLD, ITALIC, TEXT, wrapped
from ..paper.ink import INKS, WHITE, Colour, colour, thinned
from ..paper.sheet import BLACK, GREY, PALE, POINT, Page, Place, Sheet, heading, room
from ..pieces import Pieces
from .board import Board
from .forces import figures, name_of

GAP = 3.0  # mm between counters
SYMBOL = 26.0  # units of the picture: the width of an arm's symbol


@dataclass(frozen=True)
class Marker:
    """A counter that is not a unit: the same word on both faces."""

    word: str
    tint: str
    number: int


def counter_pages(pieces: Pieces, board: Board) -> list[Page]:
    side = pieces.options.counters
    place = room(*pieces.paper)
    columns = int((place.width + GAP) // (side + GAP))
    rows = int((place.height - HEAD + GAP) // (2 * side + GAP))
    cards = _cards(pieces)
    whole = columns * rows
    sheets = [cards[start : start + whole] for start in range(0, len(cards), whole)]
    pages: list[Page] = []
    for number, batch in enumerate(sheets, 1):
        label = "counters" if len(sheets) == 1 else f"counters, {number} of {len(sheets)}"
        pages.append(Page(label, partial(draw_counters, pieces, batch, columns)))
    return pages


HEAD = 18.0
Card = int | Marker


def _cards(pieces: Pieces) -> list[Card]:
    units = range(len(pieces.battle.roster.unit_ids))
    markers = [marker for marker in markers_for(pieces) for _ in range(marker.number)]
    return [*units, *markers]


def markers_for(pieces: Pieces) -> list[Marker]:
    """The markers that a battle of this book needs besides units."""
    book = pieces.book
    found = [Marker("turn", "#4a4636", 1), Marker("first side", "#4a4636", 1)]
    if book.exhaustion is not None:
        found.append(Marker("exhausted", "#8c1d18", 2))
    if any(work.feature == WIRE for work in book.works):
        found.append(Marker("wire", "#3c3c3c", 4))
    if "minefield" in book.features:
        found.append(Marker("mines", "#3c3c3c", 4))
    if book.gas is not None:
        found.append(Marker("gas", "#6f7a1f", 2))
    if pins(book):
        found.append(Marker("pinned", "#8c1d18", 4))
    unknown = len(pieces.hidden) + sum(side.dummies for side in pieces.scenario.sides)
    if unknown:
        found.append(Marker("?", "#4a4636", unknown))
    if book.activation.units_per_die:
        found.append(Marker("activated", "#4a4636", 6))
    return found


def draw_counters(pieces: Pieces, cards: list[Card], columns: int, sheet: Sheet) -> None:
    top = heading(
        sheet, "Counters", "Cut along the outlines, fold along the dotted line and glue: every counter has two faces."
    )
    side = pieces.options.counters
    for number, card in enumerate(cards):
        x = sheet.room.x + number % columns * (side + GAP)
        y = top + number // columns * (2 * side + GAP)
        back, front = Place(x, y, side, side), Place(x, y + side, side, side)
        with sheet.turned(x + side / 2, y + side / 2, 180):
            draw_back(sheet, pieces, card, back)
        draw_front(sheet, pieces, card, front)
        sheet.box(Place(x, y, side, 2 * side), None, GREY, 0.1)
        sheet.line(x, y + side, x + side, y + side, 0.2, WHITE)
        sheet.line(x, y + side, x + side, y + side, 0.2, BLACK, "0.4 0.8")


def draw_front(sheet: Sheet, pieces: Pieces, card: Card, place: Place) -> None:
    if isinstance(card, Marker):
        _draw_marker(sheet, card, place)
        return
    battle = pieces.battle
    ground, letters, rim = _colours(pieces, card)
    _card(sheet, place, ground, rim)
    side = place.width
    if battle.side_of(card) == 1 and sheet.ink.solid:
        _stripes(sheet, place, thinned(ground, 0.78))
    _front_mark(sheet, place, letters)
    _name(sheet, name_of(pieces, card), Place(place.x, place.y + side * 0.1, side, side * 0.27), letters)
    scale = side * 0.52 / SYMBOL
    sheet.svg(place.x + side / 2, place.y + side * 0.58, symbol(battle, card), scale, INKS["full"])
    _strength(sheet, place, battle.strength[card], letters)
    _quality(sheet, place, battle.roster.quality[card], letters)


def draw_back(sheet: Sheet, pieces: Pieces, card: Card, place: Place) -> None:
    if isinstance(card, Marker):
        _draw_marker(sheet, card, place)
        return
    side = place.width
    rim = colour(pieces.colours[pieces.battle.side_of(card)].rim)
    _card(sheet, place, WHITE, rim)
    _front_mark(sheet, place, rim)
    _name(sheet, name_of(pieces, card), Place(place.x, place.y + side * 0.1, side, side * 0.27), rim)
    word = back_word(pieces, card)
    band = Place(place.x, place.y + side * 0.42, side, side * 0.2)
    sheet.box(band, rim if sheet.ink.solid else PALE, None)
    size = side * 0.13 / POINT
    tint = WHITE if sheet.ink.solid else BLACK
    sheet.fit(place.x + side / 2, band.bottom - side * 0.05, word, size, side * 0.9, BOLD, tint, 0.5, least=3.5)
    numbers = " · ".join(f"{title.lower()} {value}" for title, value in figures(pieces.battle.type_of[card]))
    sheet.fit(place.x + side / 2, place.y + side * 0.76, numbers, side * 0.11 / POINT, side * 0.92, TEXT, rim, 0.5, 3.5)
    kind = plain(pieces.battle.type_of[card].name)
    sheet.fit(place.x + side / 2, place.y + side * 0.91, kind, side * 0.11 / POINT, side * 0.92, ITALIC, rim, 0.5, 3.5)


def back_word(pieces: Pieces, unit: int) -> str:
    """The meaning of a counter turned over in this book."""
    becomes = pieces.battle.type_of[unit].becomes
    if becomes:
        return plain(becomes)
    return "pinned" if pins(pieces.book) else "has acted"


def _colours(pieces: Pieces, unit: int) -> tuple[Colour, Colour, Colour]:
    own = pieces.colours[pieces.battle.side_of(unit)]
    fill, rim = colour(own.fill), colour(own.rim)
    return (fill, WHITE, rim) if pieces.ink.solid else (WHITE, rim, rim)


def _card(sheet: Sheet, place: Place, ground: Colour, rim: Colour) -> None:
    thick = place.width * 0.035
    inner = Place(place.x + thick / 2, place.y + thick / 2, place.width - thick, place.height - thick)
    sheet.box(inner, ground, rim, thick)


def _stripes(sheet: Sheet, place: Place, tint: Colour) -> None:
    """Stripes that tell the second side from the first without colour."""
    side = place.width
    inner = Place(place.x + side * 0.035, place.y + side * 0.035, side * 0.93, side * 0.93)
    with sheet.clipped(inner):
        for step in range(-4, 5):
            x = place.x + step * side * 0.25
            sheet.line(x, place.y, x + side, place.bottom, side * 0.04, tint)


def _front_mark(sheet: Sheet, place: Place, tint: Colour) -> None:
    """The edge that faces the enemy."""
    side = place.width
    path = sheet.canvas.beginPath()
    for number, (x, y) in enumerate(((0.42, 0.085), (0.5, 0.025), (0.58, 0.085))):
        point = ((place.x + side * x) * mm, sheet.up(place.y + side * y))
        if number:
            path.lineTo(*point)
        else:
            path.moveTo(*point)
    path.close()
    sheet.canvas.setFillColorRGB(*tint)
    sheet.canvas.drawPath(path, stroke=0, fill=1)


def _name(sheet: Sheet, name: str, place: Place, tint: Colour) -> None:
    """The name on one line if that is large enough, else on two, as large as will fit."""
    across = place.width * 0.92
    size = place.height * 0.5 / POINT
    lines = [name]
    while size > 3.4:
        lines = wrapped(name, BOLD, size, across * mm)
        if len(lines) <= 2 and not any(word.endswith("-") for word in lines):
            break
        size *= 0.94
    for number, line in enumerate(lines[:2]):
        y = place.y + place.height * (0.62 if len(lines) == 1 else 0.45 + 0.5 * number)
        sheet.fit(place.x + place.width / 2, y, line, size, across, BOLD, tint, 0.5, least=3.0)


def _strength(sheet: Sheet, place: Place, strength: int, tint: Colour) -> None:
    """A pip for each strength point; a number where there would be too many."""
    side = place.width
    y = place.bottom - side * 0.1
    if strength > 8:
        sheet.text(place.x + side / 2, y + side * 0.04, str(strength), side * 0.14 / POINT, BOLD, tint, 0.5)
        return
    step = min(side * 0.13, side * 0.86 / max(1, strength))
    left = place.x + side / 2 - step * (strength - 1) / 2
    for number in range(strength):
        x = (left + number * step) * mm
        sheet.canvas.setFillColorRGB(*tint)
        sheet.canvas.circle(x, sheet.up(y), side * 0.042 * mm, stroke=0, fill=1)


def _quality(sheet: Sheet, place: Place, quality: int, tint: Colour) -> None:
    """Elite units have a star at each side of the symbol, poor ones a ring."""
    side = place.width
    for x in (0.12, 0.88):
        centre = ((place.x + side * x) * mm, sheet.up(place.y + side * 0.58))
        if quality == ELITE:
            sheet.svg(place.x + side * x, place.y + side * 0.58, STAR, side * 0.012)
        elif quality == POOR:
            sheet.canvas.setStrokeColorRGB(*tint)
            sheet.canvas.setLineWidth(side * 0.025 * mm)
            sheet.canvas.circle(*centre, side * 0.05 * mm, stroke=1, fill=0)


STAR_PATH = "M0 -6.5L1.7 -2H6.4L2.6 0.9L4 5.6L0 2.8L-4 5.6L-2.6 0.9L-6.4 -2H-1.7z"
STAR = f'<path d="{STAR_PATH}" fill="#e0b13a" stroke="#5b4636" stroke-width="0.7"/>'


def _draw_marker(sheet: Sheet, marker: Marker, place: Place) -> None:
    side = place.width
    tint = colour(marker.tint)
    _card(sheet, place, WHITE, tint)
    sheet.fit(place.x + side / 2, place.y + side * 0.57, marker.word, side * 0.24 / POINT, side * 0.86, BOLD, tint, 0.5)
