"""The units on paper: their names, their figures, and where and when they begin."""

from collections.abc import Iterable

from ...battle.naming import at_places, listed, number_of_kind, ordinal, place, plain
from ...battle.unit import CANNOT_MOVE, QUALITIES, UnitType
from ...grid.names import cell_name
from ...reference.words import sentence
from ...rules.turn.reinforcements import awaited_event
from ...speech.questions import FACING_WORDS
from ..pieces import Pieces

SEVERAL = 4  # cells: with more, leave out the names of their places


def name_of(pieces: Pieces, unit: int) -> str:
    """Its name; without one, its type and number: players have to find a counter on the roster."""
    name = pieces.battle.roster.unit_names[unit].strip()
    if name:
        return name
    number = number_of_kind(pieces.battle, unit)
    kind = plain(pieces.battle.type_of[unit].name)
    return f"{ordinal(number)} {kind}" if number else sentence(kind)


def type_name(pieces: Pieces, unit: int) -> str:
    return plain(pieces.battle.type_of[unit].name)


def quality_name(pieces: Pieces, unit: int) -> str:
    """Elite, average or poor; nothing in a book without quality."""
    if not pieces.book.hits.tables:
        return ""
    return QUALITIES[pieces.battle.roster.quality[unit]]


def figures(kind: UnitType) -> list[tuple[str, str]]:
    """The numbers of the unit table that this type has, each with its heading."""
    dice = f" ×{kind.fire_dice}" if kind.fire_dice > 1 else ""
    power = f"{kind.power}/{kind.flank_power}" if kind.flank_power else str(kind.power)
    rows = (
        ("Move", str(kind.move), kind.move > CANNOT_MOVE),
        ("Fire", f"{kind.fire_range}{dice}", kind.fire_range > 0),
        ("Guns", str(kind.artillery_range), kind.artillery_range > 0),
        ("Power", power, kind.power > 0),
    )
    return [(title, value) for title, value, there in rows if there]


def start_of(pieces: Pieces, unit: int) -> str:
    """Where a unit is when the battle begins."""
    battle = pieces.battle
    if battle.carried_by[unit] >= 0:
        return f"with {name_of(pieces, battle.carried_by[unit])}"
    turn = battle.roster.arrival_turn[unit]
    if turn:
        return f"turn {turn}, {_entrance(pieces, unit)}"
    if battle.at[unit] < 0:
        return "hidden: you place it" if battle.roster.hidden[unit] else "you place it"
    facing = FACING_WORDS[battle.field.grid.shape.facings[battle.facing[unit]]]
    return f"{place(battle, battle.at[unit])}, facing {facing}"


def _entrance(pieces: Pieces, unit: int) -> str:
    cells = pieces.battle.roster.arrival_cells[unit]
    if len(cells) >= SEVERAL:
        return f"by {cells_in_words(pieces, cells, 'or')}"
    if cells:
        return f"by {listed((place(pieces.battle, cell) for cell in cells), 'or')}"
    return f"from the {pieces.battle.roster.arrival_edge[unit]}"


def cells_in_words(pieces: Pieces, cells: Iterable[int], last: str = "and") -> str:
    """Row by row: "a1 to d1, f1 and a2"."""
    grid = pieces.battle.field.grid
    runs: list[list[int]] = []
    for cell in sorted(cells):
        if runs and cell == runs[-1][-1] + 1 and grid.row(cell) == grid.row(runs[-1][0]):
            runs[-1].append(cell)
        else:
            runs.append([cell])
    names = [(cell_name(grid, run[0]), cell_name(grid, run[-1])) for run in runs]
    return listed((first if first == end else f"{first} to {end}" for first, end in names), last)


def call_of(pieces: Pieces, unit: int) -> str:
    """What calls a reinforcement on besides its turn: "once an enemy is in c3, then on a D6 of 4+ (Corps)"."""
    call = pieces.battle.roster.calls[unit]
    if call is None:
        return ""
    parts: list[str] = []
    if call.waits_for:
        there = at_places(pieces.battle, call.cells) if call.cells else ""
        parts.append(f"once {awaited_event(call, there)}")
    if call.roll:
        then = "then " if parts else ""
        parts.append(f"{then}on a D6 of {call.roll}+{f' ({call.group})' if call.group else ''}")
    return ", ".join(parts)


def notes_on(pieces: Pieces, unit: int) -> str:
    """The peculiarities of this unit."""
    battle = pieces.battle
    entries = [entry for side in pieces.scenario.sides for entry in side.units]
    entry = entries[unit]
    words = [call_of(pieces, unit)] if call_of(pieces, unit) else []
    words += [plain(part) for part in (entry.weapon, entry.gun) if part]
    if entry.regular:
        words.append("Regular")
    if battle.carrying[unit] >= 0:
        words.append(f"carries {name_of(pieces, battle.carrying[unit])}")
    if entry.gas:
        words.append("a gas shell" if entry.gas == 1 else f"{entry.gas} gas shells")
    return ", ".join(words)
