"""The map: the whole board over as many sheets as it takes, with marks to join them by."""

from functools import partial

from reportlab.lib.units import mm

from ..paper.fonts import BOLD, ITALIC, TEXT
from ..paper.ink import WHITE
from ..paper.sheet import BLACK, GREY, Page, Place, Sheet, room
from ..pieces import Pieces
from .board import FORM, Board
from .tiling import Tiling, tiling

MARK = 3.0  # mm: the length of a mark beside the map
FRAME = MARK + 0.5  # the room for the marks on each side


def map_pages(pieces: Pieces, board: Board) -> list[Page]:
    plan = plan_of(pieces, board)
    pages: list[Page] = []
    for row in range(len(plan.rows)):
        for column in range(len(plan.columns)):
            label = f"map, sheet {plan.number(column, row)} of {plan.sheets}"
            pages.append(Page(label, partial(draw_tile, board, plan, column, row), plan.landscape))
    return pages


def plan_of(pieces: Pieces, board: Board) -> Tiling:
    across, down = pieces.paper
    upright, lying = room(across, down), room(down, across)
    free = [(place.width - 2 * FRAME, place.height - 2 * FRAME) for place in (upright, lying)]
    return tiling(board.width, board.height, free[0], free[1], board.grain)


def draw_tile(board: Board, plan: Tiling, column: int, row: int, sheet: Sheet) -> None:
    across, down = plan.columns[column], plan.rows[row]
    left, top = sheet.room.x + FRAME, sheet.room.y + FRAME
    shown = Place(left, top, across.shown - across.start, down.shown - down.start)
    with sheet.clipped(shown):
        sheet.canvas.translate((left - across.start) * mm, sheet.up(top - down.start))
        sheet.canvas.doForm(FORM)
    seam_right = left + across.end - across.start
    seam_below = top + down.end - down.start
    _marks(sheet, shown, seam_right, seam_below)
    if column + 1 < len(plan.columns):
        _seam(sheet, seam_right, top, seam_right, shown.bottom)
        with sheet.turned((seam_right + shown.right) / 2, top + shown.height / 2, 90):
            words = f"glue sheet {plan.number(column + 1, row)} over this strip"
            sheet.text((seam_right + shown.right) / 2, top + shown.height / 2 + 1, words, 7, ITALIC, GREY, 0.5, WHITE)
    if row + 1 < len(plan.rows):
        _seam(sheet, left, seam_below, shown.right, seam_below)
        words = f"glue sheet {plan.number(column, row + 1)} over this strip"
        sheet.text(
            left + (seam_right - left) / 2, (seam_below + shown.bottom) / 2 + 1, words, 7, ITALIC, GREY, 0.5, WHITE
        )
    _key(sheet, plan, column, row)


def _seam(sheet: Sheet, x1: float, y1: float, x2: float, y2: float) -> None:
    sheet.line(x1, y1, x2, y2, 0.5, WHITE)
    sheet.line(x1, y1, x2, y2, 0.25, BLACK, "2 1.5")


def _marks(sheet: Sheet, shown: Place, seam_right: float, seam_below: float) -> None:
    """Marks outside the picture where the board's piece begins and ends: to cut along, and to lay the next sheet on."""
    for x in (shown.x, seam_right):
        sheet.line(x, shown.y - 0.5, x, shown.y - 0.5 - MARK)
        sheet.line(x, shown.bottom + 0.5, x, shown.bottom + 0.5 + MARK)
    for y in (shown.y, seam_below):
        sheet.line(shown.x - 0.5, y, shown.x - 0.5 - MARK, y)
        sheet.line(shown.right + 0.5, y, shown.right + 0.5 + MARK, y)


def _key(sheet: Sheet, plan: Tiling, column: int, row: int) -> None:
    """A small plan of all sheets, this one black, beside the ruler."""
    if plan.sheets == 1:
        return
    side = min(2.2, 7.0 / len(plan.rows), 26.0 / len(plan.columns))
    left = sheet.room.x + 54
    top = sheet.room.bottom + 2.2
    for r in range(len(plan.rows)):
        for c in range(len(plan.columns)):
            here = (c, r) == (column, row)
            place = Place(left + c * side * 1.3, top + r * side, side * 1.3, side)
            sheet.box(place, BLACK if here else WHITE, GREY, 0.15)
    words = f"sheet {plan.number(column, row)}"
    sheet.text(left + len(plan.columns) * side * 1.3 + 2, top + 2.6, words, 8, BOLD)
    if plan.sheets > 1:
        sheet.text(left + len(plan.columns) * side * 1.3 + 2, top + 5.8, "trim top and left", 6, TEXT, GREY)
