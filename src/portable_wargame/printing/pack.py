"""The print pack: a scenario in, the bytes of a PDF out."""

import io
from collections.abc import Callable

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from ..scenario.model import Scenario
from .options import Options
from .paper import fonts
from .paper.sheet import Page, Sheet, foot
from .parts.board import Board
from .parts.briefings import briefing_pages
from .parts.cards import card_pages
from .parts.counters import counter_pages
from .parts.map import map_pages
from .parts.overview import overview_page
from .parts.reference import reference_pages
from .parts.roster import roster_pages
from .pieces import Pieces, pieces

Maker = Callable[[Pieces, Board], list[Page]]


def _map(made: Pieces, board: Board) -> list[Page]:
    return [overview_page(made, board), *map_pages(made, board)]


# In the order in which they are printed.
MAKERS: dict[str, Maker] = {
    "map": _map,
    "counters": counter_pages,
    "roster": roster_pages,
    "reference": reference_pages,
    "briefings": briefing_pages,
    "cards": card_pages,
}


def print_pack(scenario: Scenario, options: Options) -> bytes:
    """The pack as bytes: always the same ones for the same scenario and options."""
    return drawn(pieces(scenario, options))


def drawn(made: Pieces) -> bytes:
    fonts.load()
    sink = io.BytesIO()
    # Name the face from the start: otherwise a page would name one that is not embedded.
    canvas = Canvas(sink, pageCompression=1, invariant=1, initialFontName=fonts.TEXT)  # type: ignore[arg-type]
    canvas.setTitle(made.scenario.title)
    canvas.setSubject(f"Print pack for {made.book.title}")
    canvas.setAuthor("The Portable Wargame")
    canvas.setCreator("The Portable Wargame")
    board = Board(made, made.options.cell)
    board.define(canvas)
    pages = pages_of(made, board)
    for number, page in enumerate(pages, 1):
        across, down = made.paper[::-1] if page.landscape else made.paper
        canvas.setPageSize((across * mm, down * mm))
        sheet = Sheet(canvas, across, down, made.ink)
        page.draw(sheet)
        foot(sheet, made.scenario.title, page.label, number, len(pages))
        canvas.showPage()
    canvas.save()
    return sink.getvalue()


def pages_of(made: Pieces, board: Board) -> list[Page]:
    return [page for part in made.options.parts for page in MAKERS[part](made, board)]
