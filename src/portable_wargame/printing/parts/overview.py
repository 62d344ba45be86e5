"""The first page: the battle, the setting-up of the table, the layout of the map's sheets, and the QR code."""

from functools import partial

from reportlab.lib.units import mm

from ...battle.battle import NOBODY
from ...battle.side import SIDES
from ...pictures.colours import HIGH, WIDE, flag
from ...pictures.counters import HALF, PLACES, SCALES, notch
from ...pictures.marks import everyone_in
from ..paper.fonts import BOLD, ITALIC, TEXT, wrapped
from ..paper.ink import INKS, WHITE, colour
from ..paper.sheet import BLACK, GREY, Page, Place, Sheet, heading, leading
from ..pieces import Pieces
from .board import FORM, Board
from .counters import draw_front
from .link import MODULE, QUIET, code_of, draw_code, shared_link
from .map import plan_of
from .placing import known_zones, outline, zone_of

NO_ADDRESS = "No QR code: no address was given that a phone can open."
TOO_LARGE = "No QR code: this battle is larger than a QR code can hold."


def overview_page(pieces: Pieces, board: Board) -> Page:
    return Page("set-up", partial(draw_overview, pieces, board))


def draw_overview(pieces: Pieces, board: Board, sheet: Sheet) -> None:
    scenario = pieces.scenario
    turns = pieces.battle.objectives.turns
    y = heading(sheet, scenario.title, f"{pieces.book.title} · {turns} turns · {_board_words(pieces)}")
    if scenario.about:
        y = sheet.paragraph(sheet.room.x, y, scenario.about, 10.5, sheet.room.width) + 3
    link = shared_link(scenario, pieces.options.url) if pieces.options.url else ""
    code = code_of(link) if link else None
    size = (len(code) * MODULE if code else 0.0) + 2 * QUIET * MODULE
    words = _key_words(pieces, board)
    below = max(size, _key_height(words, sheet.room.width))
    space = Place(sheet.room.x, y, sheet.room.width, sheet.room.bottom - y - below - 4)
    draw_small_board(sheet, pieces, board, space, in_sheets=True)
    top = sheet.room.bottom - below
    _key(sheet, pieces, words, top)
    if code:
        edge = len(code) * MODULE
        draw_code(sheet, code, sheet.room.right - edge, sheet.room.bottom - edge, edge)
        sheet.text(sheet.room.right - edge - 4, sheet.room.bottom, "Scan to open this battle", 8, BOLD, BLACK, 1)
    else:
        sheet.text(sheet.room.right, sheet.room.bottom, TOO_LARGE if link else NO_ADDRESS, 7, ITALIC, GREY, 1)


def _board_words(pieces: Pieces) -> str:
    grid = pieces.battle.field.grid
    return f"{grid.columns} by {grid.rows} {'hexes' if grid.faces == 6 else 'squares'}"


def _shrunk(board: Board, space: Place) -> tuple[float, float]:
    """The scale that fits the board into a space, and the place of its left edge then."""
    shrink = min(space.width / board.width, space.height / board.height)
    return shrink, space.x + (space.width - board.width * shrink) / 2


def draw_small_board(
    sheet: Sheet, pieces: Pieces, board: Board, space: Place, eyes: int = NOBODY, in_sheets: bool = False
) -> None:
    """The board with all who start on it, as far as a side, or everybody, may know; and the sheets it takes."""
    shrink, left = _shrunk(board, space)
    sheet.canvas.saveState()
    sheet.canvas.translate(left * mm, sheet.up(space.y))
    sheet.canvas.scale(shrink, shrink)
    sheet.canvas.doForm(FORM)
    sheet.canvas.restoreState()
    if in_sheets:
        _sheets(sheet, pieces, board, space)
    for side in known_zones(pieces, eyes):
        outline(sheet, pieces, board, side, Place(left, space.y, space.width, space.height), shrink)
    for cell in range(board.layout.grid.cells):
        x, y = board.centre(cell)
        known = [unit for unit in everyone_in(pieces.battle, cell) if _may_see(pieces, unit, eyes)]
        _stack(sheet, pieces, board, known, (left + x * shrink, space.y + y * shrink), board.scale * shrink)


def _may_see(pieces: Pieces, unit: int, eyes: int) -> bool:
    return unit not in pieces.hidden or pieces.battle.side_of(unit) == eyes


def _stack(sheet: Sheet, pieces: Pieces, board: Board, units: list[int], at: tuple[float, float], scale: float) -> None:
    """The counters of a cell as you cut them out, each with a point in its facing; the first on top."""
    x, y = at
    crowd = min(len(units), len(PLACES))
    for unit, (right, down) in reversed(list(zip(units[:crowd], PLACES[crowd - 1] if crowd else (), strict=True))):
        size = scale * SCALES[crowd - 1]
        middle, centre = x + right * scale, y + down * scale
        rim = pieces.colours[pieces.battle.side_of(unit)].rim
        sheet.svg(middle, centre, notch(board.layout, pieces.battle.facing[unit], rim), size, INKS["full"])
        draw_front(
            sheet, pieces, unit, Place(middle - HALF * size, centre - HALF * size, 2 * HALF * size, 2 * HALF * size)
        )


def _sheets(sheet: Sheet, pieces: Pieces, board: Board, space: Place) -> None:
    """The outlines of the sheets that the board takes."""
    shrink, left = _shrunk(board, space)
    plan = plan_of(pieces, board)
    if plan.sheets == 1:
        return
    for span in plan.columns[:-1]:
        x = left + span.end * shrink
        sheet.line(x, space.y, x, space.y + board.height * shrink, 0.6, WHITE)
        sheet.line(x, space.y, x, space.y + board.height * shrink, 0.4, BLACK, "1.5 1.5")
    for span in plan.rows[:-1]:
        y = space.y + span.end * shrink
        sheet.line(left, y, left + board.width * shrink, y, 0.6, WHITE)
        sheet.line(left, y, left + board.width * shrink, y, 0.4, BLACK, "1.5 1.5")
    for row, down in enumerate(plan.rows):
        for column, across in enumerate(plan.columns):
            x, y = left + across.start * shrink + 1.5, space.y + down.start * shrink + 4.5
            sheet.text(x, y, f"sheet {plan.number(column, row)}", 8, BOLD, BLACK, 0, WHITE)


OF_THE_WIDTH = 0.55  # the key stands beside the QR code
LINE, SIDE = 8.5, 6.0  # points of its words; mm for a side


def _key_words(pieces: Pieces, board: Board) -> list[str]:
    """How the map fits together, and who is not on it."""
    battle = pieces.battle
    words = [f"North is at the top. Each {battle.field.grid.shape.name} is {pieces.options.cell:g} mm across."]
    if plan_of(pieces, board).sheets > 1:
        words.append("Trim each sheet of the map at the top and left, and glue it over the strip of its neighbour.")
    if pieces.hidden:
        words.append("Hidden units are not on this map, but on their own side’s briefing.")
    if battle.objectives.secret and any(zone_of(pieces, side) for side in SIDES):
        words.append("Deployment is secret: each side’s briefing says where it sets up.")
    elif known_zones(pieces, NOBODY):
        words.append("A dashed line is where the side of that colour sets up.")
    if any(battle.roster.arrival_turn[unit] and battle.at[unit] < 0 for unit in range(len(battle.at))):
        words.append("Reinforcements are on the roster, with the turn from which they may come.")
    return words


def _key_height(words: list[str], across: float) -> float:
    lines = [len(wrapped(text, TEXT, LINE, across * OF_THE_WIDTH * mm)) for text in words]
    return len(SIDES) * SIDE + sum(lines) * leading(LINE) + len(words) * 0.5 + 1


def _key(sheet: Sheet, pieces: Pieces, words: list[str], y: float) -> None:
    """The key: the sides, their edges, and the words."""
    for side, name in enumerate(pieces.battle.roster.side_names):
        own = pieces.colours[side]
        sheet.box(Place(sheet.room.x, y, 4, 4), colour(own.fill), colour(own.rim), 0.3)
        start = 6.0
        if own.flag is not None:
            sheet.svg(sheet.room.x + start, y, flag(own.flag), 4 / HIGH, INKS["full"])
            start += 4 / HIGH * WIDE + 2
        edge = pieces.battle.roster.edges[side]
        free = sheet.room.width * OF_THE_WIDTH - start
        sheet.fit(sheet.room.x + start, y + 3.3, f"{name}, from the {edge}", 9.5, free, BOLD)
        y += SIDE
    for line in words:
        y = sheet.paragraph(sheet.room.x, y, line, LINE, sheet.room.width * OF_THE_WIDTH, TEXT, GREY) + 0.5
