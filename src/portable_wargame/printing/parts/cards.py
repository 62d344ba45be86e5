"""The activation cards of this battle: the solo player's deck, both sides' cards and the joker."""

from functools import partial

from reportlab.lib.units import mm

from ...rules.turn.cards import JOKER, full_deck
from ..paper.fonts import BOLD, ITALIC, TITLE, wrapped
from ..paper.ink import WHITE, Colour, colour
from ..paper.sheet import BLACK, GREY, POINT, Page, Place, Sheet, heading, room
from ..pieces import Pieces
from .board import Board

WIDTH, HEIGHT = 57.0, 80.0  # mm
GAP = 2.0
HEAD = 18.0


def card_pages(pieces: Pieces, board: Board) -> list[Page]:
    place = room(*pieces.paper)
    columns = int((place.width + GAP) // (WIDTH + GAP))
    rows = int((place.height - HEAD + GAP) // (HEIGHT + GAP))
    deck = sorted(full_deck(pieces.game), key=_order)
    whole = columns * rows
    batches = [deck[start : start + whole] for start in range(0, len(deck), whole)]
    return [Page("activation cards", partial(draw_cards, pieces, batch, columns)) for batch in batches]


def _order(card: int) -> tuple[bool, int, int]:
    return card == JOKER, card % 2, card // 2


def draw_cards(pieces: Pieces, cards: list[int], columns: int, sheet: Sheet) -> None:
    under = (
        "Shuffle them with the joker, and draw. A card lets its side act with that many units; the joker ends the turn."
    )
    top = heading(sheet, "Activation cards", under)
    for number, card in enumerate(cards):
        x = sheet.room.x + number % columns * (WIDTH + GAP)
        y = top + number // columns * (HEIGHT + GAP)
        draw_card(pieces, card, Place(x, y, WIDTH, HEIGHT), sheet)


def draw_card(pieces: Pieces, card: int, place: Place, sheet: Sheet) -> None:
    middle = place.x + place.width / 2
    sheet.box(place, WHITE, GREY, 0.15, 3)
    if card == JOKER:
        _frame(sheet, place, colour("#4a4636"))
        sheet.text(middle, place.y + 40, "Joker", 34, TITLE, BLACK, 0.5)
        sheet.text(middle, place.y + 50, "The turn ends; shuffle again.", 9, ITALIC, GREY, 0.5)
        return
    side, value = card % 2, card // 2
    tint = colour(pieces.colours[side].rim)
    _frame(sheet, place, tint)
    sheet.text(middle, place.y + 47, str(value), 80, TITLE, tint, 0.5)
    name = pieces.battle.roster.side_names[side]
    y = place.y + 58
    for line in wrapped(name, BOLD, 12, (WIDTH - 10) * mm)[:2]:
        sheet.text(middle, y, line, 12, BOLD, tint, 0.5)
        y += 12 * POINT * 1.2
    units = "unit acts" if value == 1 else "units act"
    sheet.text(middle, y + 1, f"{value} {units}" if value else "nobody acts", 9, ITALIC, GREY, 0.5)


def _frame(sheet: Sheet, place: Place, tint: Colour) -> None:
    inner = Place(place.x + 3, place.y + 3, place.width - 6, place.height - 6)
    sheet.box(inner, None, tint, 0.8, 2)
