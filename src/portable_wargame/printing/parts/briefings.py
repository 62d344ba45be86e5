"""The briefings: a page for each side, to be read before the battle and kept from the other."""

from functools import partial

from ...battle.naming import sounds_plural
from ...pictures.counters import COLOURS
from ...scenario.telling.victory import otherwise, places_of, points_of_side, way_to_win
from ..paper.fonts import BOLD, ITALIC, PLACE, TEXT
from ..paper.ink import WHITE, colour
from ..paper.sheet import BLACK, GREY, Page, Place, Sheet, heading, leading
from ..pieces import Pieces
from .board import Board
from .forces import name_of, quality_name, start_of, type_name
from .overview import draw_small_board

AVERAGE = "average"  # goes without saying
LEAST_MAP = 60.0  # mm: a map smaller than that shows nothing


def briefing_pages(pieces: Pieces, board: Board) -> list[Page]:
    sides = enumerate(pieces.scenario.sides)
    return [Page(f"briefing, {side.name}", partial(draw_briefing, pieces, board, number)) for number, side in sides]


def draw_briefing(pieces: Pieces, board: Board, side: int, sheet: Sheet) -> None:
    scenario = pieces.scenario
    entry = scenario.sides[side]
    y = heading(sheet, entry.name, f"{scenario.title} · briefing, for this side’s eyes only")
    left, across = sheet.room.x, sheet.room.width
    sheet.line(left - 2, sheet.room.y, left - 2, y - 3, 1.2, colour(COLOURS[side][1]))
    if scenario.about:
        y = sheet.paragraph(left, y, scenario.about, 10.5, across, TEXT, GREY) + 3
    if entry.briefing:
        y = sheet.paragraph(left, y, entry.briefing, 14, across, PLACE) + 5
    y = _listing(sheet, y, "To win", _aims(pieces, side))
    y = _listing(sheet, y, "The enemy", _aims(pieces, 1 - side, theirs=True))
    where = f"The {entry.edge} edge of the board is yours."
    if entry.army:
        where += f" Your army is {entry.army.capitalize()}."
    y = _listing(sheet, y, "The field", [where])
    y = _forces(sheet, pieces, side, y)
    y = _turns(sheet, pieces, y + 4)
    space = Place(left, y + 3, across, sheet.room.bottom - y - 3)
    if space.height >= LEAST_MAP:
        draw_small_board(sheet, pieces, board, space, eyes=side)


def _aims(pieces: Pieces, side: int, theirs: bool = False) -> list[str]:
    scenario = pieces.scenario
    mine = [way_to_win(row, places_of(scenario)) for row in scenario.victory if row.side == scenario.sides[side].id]
    name = scenario.sides[side].name
    who = f"{name} {'win' if sounds_plural(name) else 'wins'}" if theirs else "You win"
    lines = [f"{who} {words}{', or' if number + 1 < len(mine) else '.'}" for number, words in enumerate(mine)]
    lines += [f"{sentence}." for sentence in points_of_side(scenario, scenario.sides[side].id)]
    if theirs:
        return lines or ["Their orders are unknown to you."]
    return [*lines, f"{otherwise(scenario)}."]


def _listing(sheet: Sheet, y: float, title: str, lines: list[str]) -> float:
    sheet.text(sheet.room.x, y + 4, title, 11, BOLD)
    for line in lines:
        y = sheet.paragraph(sheet.room.x + 26, y, line, 11, sheet.room.width - 26)
    return y + 3


def _forces(sheet: Sheet, pieces: Pieces, side: int, y: float) -> float:
    """Every unit with its place, in two columns if they are many."""
    left = sheet.room.x
    sheet.text(left, y + 4, "Your forces", 11, BOLD)
    y += 6.5
    units = list(pieces.battle.units(side))
    columns = 1 if len(units) <= 9 else 2
    per_column = -(-len(units) // columns)
    space = sheet.room.bottom - y - 26
    size = max(4.0, min(10.0, space / per_column / leading(1.0)))
    across = sheet.room.width / columns
    for number, unit in enumerate(units):
        x = left + number // per_column * across
        line = y + number % per_column * leading(size) * 1.12
        strength = f", SP {pieces.battle.roster.start_strength[unit]}" if pieces.book.strength is not None else ""
        quality = quality_name(pieces, unit)
        told = quality if quality != AVERAGE else ""
        kind = f"{told} {type_name(pieces, unit)}{strength}".strip()
        base = line + 3.8
        sheet.fit(x, base, name_of(pieces, unit), size, across * 0.36, BOLD)
        sheet.fit(x + across * 0.37, base, kind, size, across * 0.33)
        sheet.fit(x + across * 0.71, base, start_of(pieces, unit), size, across * 0.28, ITALIC, GREY)
    return y + per_column * leading(size) * 1.12


def _turns(sheet: Sheet, pieces: Pieces, y: float) -> float:
    """A box for every turn, with the turns on which somebody comes."""
    turns = pieces.battle.objectives.turns
    per_line = 20
    if turns > 40:
        return y
    side = min(8.5, sheet.room.width / per_line)
    sheet.text(sheet.room.x, y + 4, "Turns", 11, BOLD)
    y += 6
    arrivals = {int(turn) for turn in pieces.battle.roster.arrival_turn if turn}
    for turn in range(1, turns + 1):
        x = sheet.room.x + (turn - 1) % per_line * side
        line = y + (turn - 1) // per_line * (side + 1)
        sheet.box(Place(x, line, side, side), WHITE, BLACK, 0.2)
        sheet.text(x + side / 2, line + side * 0.62, str(turn), 9, BOLD if turn in arrivals else TEXT, BLACK, 0.5)
        if turn in arrivals:
            sheet.text(x + side / 2, line + side * 0.93, "arrivals", 5, ITALIC, GREY, 0.5)
    return y + -(-turns // per_line) * (side + 1)
