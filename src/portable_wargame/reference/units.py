"""The unit table: a row for every type of the book, a column for every number that any of them has."""

from collections.abc import Callable

from ..battle.naming import plain
from ..battle.unit import AIRCRAFT, CANNOT_MOVE, UnitType
from ..game.ruleset import Ruleset
from .value import Line, Row, Section, Table
from .words import arms_in, unique

NONE = "–"


def units_section(book: Ruleset) -> Section:
    """Aircraft have a table of their own: they share hardly any columns with ground units."""
    ground = [kind for kind in book.unit_types if not kind.arms & AIRCRAFT]
    aloft = [kind for kind in book.unit_types if kind.arms & AIRCRAFT]
    tables = [
        _table(title, kinds, book.unit_table) for title, kinds in (("Unit", ground), ("Aircraft", aloft)) if kinds
    ]
    notes = (*_weapons(book), *_abilities(book), *_strength(book))
    return Section("Units", (*tables, *notes))


def _table(title: str, kinds: list[UnitType], clause: str) -> Table:
    columns = [(head, cell) for head, fields, cell in COLUMNS if any(_has(kind, fields) for kind in kinds)]
    rows = tuple(Row((plain(kind.name), *(cell(kind) for _, cell in columns)), (clause,)) for kind in kinds)
    return Table((title, *(head for head, _ in columns)), rows)


def _has(kind: UnitType, fields: tuple[str, ...]) -> bool:
    return any(getattr(kind, field) > 0 for field in fields)


def _number(value: int) -> str:
    return str(value) if value > 0 else NONE


def _move(kind: UnitType) -> str:
    return NONE if kind.move == CANNOT_MOVE else str(kind.move)


def _fire(kind: UnitType) -> str:
    if kind.weapons and not kind.artillery_range:
        return "*"
    dice = f" ×{kind.fire_dice}" if kind.fire_dice > 1 else ""
    return f"{kind.fire_range}{dice}" if kind.fire_range else NONE


def _artillery(kind: UnitType) -> str:
    if kind.weapons and kind.artillery_range:
        return "*"
    return _number(kind.artillery_range)


def _guns(kind: UnitType) -> str:
    guns = [f"{kind.front_guns} front"] * (kind.front_guns > 0) + [f"{kind.rear_guns} rear"] * (kind.rear_guns > 0)
    return ", ".join(guns) or NONE


def _strength_points(kind: UnitType) -> str:
    return _number(kind.strength)


def _power(kind: UnitType) -> str:
    return _number(kind.power)


def _flank_power(kind: UnitType) -> str:
    return _number(kind.flank_power)


# Heading, the numbers of a unit type that it shows, and how.
COLUMNS: tuple[tuple[str, tuple[str, ...], Callable[[UnitType], str]], ...] = (
    ("SP", ("strength",), _strength_points),
    ("Move", ("move",), _move),
    ("Fire", ("fire_range",), _fire),
    ("Guns", ("artillery_range",), _artillery),
    ("Power", ("power",), _power),
    ("Flank", ("flank_power",), _flank_power),
    ("Air guns", ("front_guns", "rear_guns"), _guns),
)


def _weapons(book: Ruleset) -> list[Line]:
    armed = [kind for kind in book.unit_types if kind.weapons]
    if not armed:
        return []
    ranges = ", ".join(f"{plain(name)} {weapon.reach}" for name, weapon in book.weapons.items())
    return [Line(f"by weapon: {ranges}", (book.fire.range.clause,), "*")]


def _abilities(book: Ruleset) -> list[Line]:
    """What tells types apart beyond their numbers, grouping the types that share it."""
    lines: list[Line] = []
    for title, field in ABILITIES:
        kinds = [plain(kind.name) for kind in book.unit_types if _has(kind, (field,))]
        if kinds and len(kinds) < len(book.unit_types):
            lines.append(Line(f"{title}: {', '.join(kinds)}", (book.unit_table,)))
    by_cargo: dict[int, list[str]] = {}
    for kind in book.unit_types:
        if kind.cargo:
            by_cargo.setdefault(kind.cargo, []).append(plain(kind.name))
    if book.transport is not None:
        clauses = unique((book.transport.clause, book.transport.limber, book.transport.riders))
        lines += [Line(f"Carries {arms_in(cargo)}: {', '.join(kinds)}", clauses) for cargo, kinds in by_cargo.items()]
    return lines


ABILITIES = (
    ("Fires all round", "all_round"),
    ("Fires indirectly", "indirect"),
    ("Fires at aircraft in the artillery phase", "anti_aircraft"),
    ("Strafes", "strafes"),
    ("Bombs", "bombs"),
)


def _strength(book: Ruleset) -> list[Line]:
    if book.strength is None:
        return []
    return [Line("A unit at 0 SP is destroyed", (book.strength.destroyed,))]
