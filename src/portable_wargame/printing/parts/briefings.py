"""The briefings: a page for each side, to read before the battle and keep from the other."""

from functools import partial

from reportlab.lib.units import mm

from ...battle.naming import listed, sounds_plural
from ...reference.quick_reference import on_grid
from ...rulesets.house_rules import HOUSE_RULES
from ...scenario.setup import places_of
from ...scenario.telling.victory import otherwise, points_of_side, rows_of, way_to_win
from ..paper.fonts import BOLD, ITALIC, PLACE, TEXT, wrapped
from ..paper.ink import WHITE, colour
from ..paper.sheet import BLACK, GREY, Page, Place, Sheet, heading, leading
from ..pieces import Pieces
from .board import Board
from .forces import call_of, name_of, quality_name, start_of, type_name
from .overview import draw_small_board
from .placing import orders_to_place

AVERAGE = "average"  # goes without saying
LEAST_MAP = 60.0  # mm: a map smaller than that shows nothing
SIZE, LEAD = 11, 26.0  # points of a listing's words; mm for its title
TURNS = 26.0  # mm


def briefing_pages(pieces: Pieces, board: Board) -> list[Page]:
    sides = enumerate(pieces.scenario.sides)
    return [Page(f"briefing, {side.name}", partial(draw_briefing, pieces, board, number)) for number, side in sides]


def draw_briefing(pieces: Pieces, board: Board, side: int, sheet: Sheet) -> None:
    scenario = pieces.scenario
    entry = scenario.sides[side]
    y = heading(sheet, entry.name, f"{scenario.title} · briefing, for this side’s eyes only")
    left, across = sheet.room.x, sheet.room.width
    sheet.line(left - 2, sheet.room.y, left - 2, y - 3, 1.2, colour(pieces.colours[side].rim))
    if scenario.about:
        y = sheet.paragraph(left, y, scenario.about, 10.5, across, TEXT, GREY) + 3
    if entry.briefing:
        y = sheet.paragraph(left, y, entry.briefing, 14, across, PLACE) + 5
    y = _listing(sheet, y, "To win", _aims(pieces, side))
    y = _listing(sheet, y, "The enemy", _aims(pieces, 1 - side, theirs=True))
    where = f"The {entry.edge} edge of the board is yours."
    if entry.army:
        where += f" Your army is {entry.army.capitalize()}."
    y = _listing(sheet, y, "The field", [where, *_weather(pieces)])
    y = _listing(sheet, y, "Setting up", orders_to_place(pieces, side))
    later = reinforcements(pieces, side)
    y = _forces(sheet, pieces, side, y, TURNS + _height(sheet, later))
    y = _listing(sheet, y + 2, "To come", later)
    y = _turns(sheet, pieces, side, y + 2)
    space = Place(left, y + 3, across, sheet.room.bottom - y - 3)
    if space.height >= LEAST_MAP:
        draw_small_board(sheet, pieces, board, space, eyes=side)


def _aims(pieces: Pieces, side: int, theirs: bool = False) -> list[str]:
    scenario = pieces.scenario
    mine = [way_to_win(row, places_of(scenario)) for row in rows_of(scenario, scenario.sides[side].id)]
    name = scenario.sides[side].name
    who = f"{name} {'win' if sounds_plural(name) else 'wins'}" if theirs else "You win"
    lines = [f"{who} {words}{', or' if number + 1 < len(mine) else '.'}" for number, words in enumerate(mine)]
    lines += [f"{sentence}." for sentence in points_of_side(scenario, scenario.sides[side].id)]
    if theirs:
        return lines or ["Their orders are unknown to you."]
    return [*lines, f"{otherwise(scenario)}."]


def _weather(pieces: Pieces) -> list[str]:
    """Night and weather, described by rules with their own figures."""
    rules = pieces.scenario.house_rules.items()
    told = [HOUSE_RULES[name].told(value) for name, value in rules if HOUSE_RULES[name].telling is not None]
    return [on_grid(f"{words}.", pieces.scenario.grid) for words in told if words]


def reinforcements(pieces: Pieces, side: int) -> list[str]:
    """What reinforcements wait for besides their turn; units that share a die stand together."""
    by_call: dict[str, list[int]] = {}
    for unit in pieces.battle.units(side):
        call = call_of(pieces, unit)
        if call:
            by_call.setdefault(f"from turn {pieces.battle.roster.arrival_turn[unit]}, {call}", []).append(unit)
    return [f"{listed(name_of(pieces, unit) for unit in units)}: {call}." for call, units in by_call.items()]


def _listing(sheet: Sheet, y: float, title: str, lines: list[str]) -> float:
    if not lines:
        return y
    sheet.text(sheet.room.x, y + 4, title, SIZE, BOLD)
    for line in lines:
        y = sheet.paragraph(sheet.room.x + LEAD, y, line, SIZE, sheet.room.width - LEAD)
    return y + 3


def _height(sheet: Sheet, lines: list[str]) -> float:
    """The height of a listing."""
    parts = [len(wrapped(line, TEXT, SIZE, (sheet.room.width - LEAD) * mm)) for line in lines]
    return sum(parts) * leading(SIZE) + 5 if lines else 0.0


def _forces(sheet: Sheet, pieces: Pieces, side: int, y: float, below: float) -> float:
    """Every unit with its place, in two columns if they are many, with this much room left below."""
    left = sheet.room.x
    sheet.text(left, y + 4, "Your forces", 11, BOLD)
    y += 6.5
    units = list(pieces.battle.units(side))
    columns = 1 if len(units) <= 9 else 2
    per_column = -(-len(units) // columns)
    space = sheet.room.bottom - y - below
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


def _turns(sheet: Sheet, pieces: Pieces, eyes: int, y: float) -> float:
    """A box for every turn, with the turns on which somebody of this side may come."""
    turns = pieces.battle.objectives.turns
    per_line = 20
    if turns > 40:
        return y
    side = min(8.5, sheet.room.width / per_line)
    sheet.text(sheet.room.x, y + 4, "Turns", 11, BOLD)
    y += 6
    roster = pieces.battle.roster
    arrivals = {int(roster.arrival_turn[unit]) for unit in pieces.battle.units(eyes) if roster.arrival_turn[unit]}
    for turn in range(1, turns + 1):
        x = sheet.room.x + (turn - 1) % per_line * side
        line = y + (turn - 1) // per_line * (side + 1)
        sheet.box(Place(x, line, side, side), WHITE, BLACK, 0.2)
        sheet.text(x + side / 2, line + side * 0.62, str(turn), 9, BOLD if turn in arrivals else TEXT, BLACK, 0.5)
        if turn in arrivals:
            sheet.text(x + side / 2, line + side * 0.93, "arrivals", 5, ITALIC, GREY, 0.5)
    return y + -(-turns // per_line) * (side + 1)
