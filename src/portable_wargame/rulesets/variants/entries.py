"""Entries: every row and number of a book that a variant may change, each with its clause and its place in the book."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, is_dataclass, replace
from typing import Any

from ...battle.unit import QUALITIES
from ...game.ruleset import Ruleset
from ...game.tables import Bars, Restriction, TerrainRow, bars
from ...rules.conditions import Score
from ...rules.turn.activation import ACTIVATION_DICE
from .conditions import COMBAT, SHOT, STEP, UNIT

Place = tuple[str | int, ...]
MODIFIER, RESTRICTION, BAR, GROUND, TABLE, NUMBER, FACES, FRACTION, SWITCH, SCORE = (
    "modifier",
    "restriction",
    "bar",
    "terrain",
    "table",
    "number",
    "faces",
    "fraction",
    "switch",
    "score",
)
ROWS = (MODIFIER, RESTRICTION, BAR, GROUND)


@dataclass(frozen=True)
class Holder:
    """A list of rows in a book, under the name that a variant uses to add to it."""

    name: str
    kind: str
    place: tuple[str, ...]
    asks: str  # what its conditions apply to
    words: str


HOLDERS = (
    Holder("artillery", MODIFIER, ("artillery", "modifiers"), SHOT, "artillery fire"),
    Holder("landing", MODIFIER, ("artillery", "landing", "modifiers"), SHOT, "where a shell lands"),
    Holder("fire", MODIFIER, ("fire", "modifiers"), SHOT, "fire"),
    Holder("close-combat", MODIFIER, ("close_combat", "modifiers"), COMBAT, "close combat"),
    Holder("handicap", MODIFIER, ("close_combat", "handicaps"), COMBAT, "what a unit needs in close combat"),
    Holder("strafing", MODIFIER, ("air", "to_ground_modifiers"), SHOT, "strafing"),
    Holder("bombing", MODIFIER, ("air", "bomb_modifiers"), SHOT, "bombing"),
    Holder("anti-aircraft", MODIFIER, ("air", "anti_aircraft_modifiers"), SHOT, "anti-aircraft fire"),
    Holder("artillery", RESTRICTION, ("artillery", "restrictions"), SHOT, "artillery fire"),
    Holder("fire", RESTRICTION, ("fire", "restrictions"), SHOT, "fire"),
    Holder("close-combat", RESTRICTION, ("close_combat", "no_attack"), COMBAT, "close combat"),
    Holder("movement", BAR, ("movement", "barred"), UNIT, "movement"),
    Holder("artillery", BAR, ("artillery", "barred"), UNIT, "artillery fire"),
    Holder("fire", BAR, ("fire", "barred"), UNIT, "fire"),
    Holder("close-combat", BAR, ("close_combat", "barred"), UNIT, "close combat"),
    Holder("advance", BAR, ("close_combat", "advance", "barred"), UNIT, "the advance after a close combat"),
    Holder("hits", BAR, ("hits", "spared"), UNIT, "being hit with others in a cell"),
    Holder("transport", BAR, ("transport", "barred"), UNIT, "loading and unloading"),
    Holder("flying", BAR, ("air", "barred"), UNIT, "attacks by aircraft"),
    Holder("may-not-enter", GROUND, ("movement", "may_not_enter"), STEP, "where a unit may not go"),
    Holder("first-step-only", GROUND, ("movement", "first_step_only"), STEP, "what only a first step may enter"),
    Holder("whole-move", GROUND, ("movement", "whole_move"), STEP, "what takes a whole move"),
    Holder("must-stop", GROUND, ("movement", "must_stop"), STEP, "what ends a move"),
    Holder("leaves-by-one", GROUND, ("movement", "leaves_by_one"), STEP, "what takes a whole move to leave"),
    Holder("perils", GROUND, ("movement", "perils"), STEP, "what strikes a unit that enters"),
)
# Tables, each with words for what it decides; hit tables go by quality.
TABLES: tuple[tuple[tuple[str, ...], str], ...] = (
    (("artillery", "tables"), "artillery fire"),
    (("artillery", "landing", "table"), "where a shell lands"),
    (("fire", "tables"), "fire"),
    (("hits", "tables"), "hits"),
    (("gas", "drift"), "where gas drifts"),
    (("air", "air_to_air"), "air-to-air fire"),
    (("air", "to_ground"), "fire from the air"),
    (("air", "anti_aircraft"), "anti-aircraft fire"),
)


@dataclass(frozen=True)
class Number:
    """A number that a book prints: where it stands, which clause gives it, its words and its bounds."""

    place: tuple[str, ...]
    clause: tuple[str, ...]
    words: str
    least: int = 0
    most: int = 1
    kind: str = NUMBER


NUMBERS = (
    Number(("activation", "units_per_die"), ("activation", "clause"), "units per activation die", 1, 20),
    Number(("activation", "faces"), ("activation", "clause"), "faces of an activation die", 0, 12, FACES),
    Number(("activation", "commander_die"), ("activation", "clause"), "a die for the Commander", kind=SWITCH),
    Number(("artillery", "landing", "sure_within"), ("artillery", "landing", "sure"), "sure range of guns", 0, 20),
    Number(("movement", "road_bonus"), ("movement", "road"), "extra cells along a road", 0, 6),
    Number(("movement", "double", "needs"), ("movement", "double", "clause"), "score for a double move", 2, 6),
    Number(("close_combat", "least"), ("close_combat", "floor"), "least power", 0, 6),
    Number(("close_combat", "whole_cell"), ("close_combat", "clause"), "a hit strikes the whole cell", kind=SWITCH),
    Number(("close_combat", "advance", "fights_on"), ("close_combat", "advance", "clause"), "fights on", kind=SWITCH),
    Number(("hits", "commander_test", "killed_at"), ("hits", "commander_test", "clause"), "Commander killed on", 2, 7),
    Number(("exhaustion",), ("exhaustion", "point"), "exhaustion point", 1, 1000, FRACTION),
    Number(("deployment", "rows"), ("deployment", "clause"), "rows to deploy in", 1, 10),
    Number(("gas", "turns"), ("gas", "shell"), "turns that gas lasts", 1, 20),
    Number(("air", "turns"), ("air", "endurance"), "turns aloft", 1, 40),
    Number(("air", "reach"), ("air", "guns"), "range of aircraft guns", 1, 20),
)


@dataclass(frozen=True)
class Entry:
    kind: str
    clause: str
    place: Place
    words: str  # words for what it decides
    label: str = ""  # what tells it from others of the same clause
    number: Number | None = None
    holder: Holder | None = None


def at(ruleset: Any, place: Place) -> Any:
    """The value at a place in a book; None where the book has no such heading."""
    for part in place:
        if ruleset is None:
            return None
        if isinstance(ruleset, Bars) and isinstance(part, int):
            ruleset = ruleset.rows
        ruleset = ruleset[part] if isinstance(part, int) else getattr(ruleset, part)
    return ruleset


def put(whole: Any, place: Place, value: Any) -> Any:
    """The book with another value at that place."""
    if not place:
        return value
    part, rest = place[0], place[1:]
    if isinstance(part, str):
        assert is_dataclass(whole) and not isinstance(whole, type)
        return replace(whole, **{part: put(getattr(whole, part), rest, value)})
    if isinstance(whole, Bars):
        return bars(*put(whole.rows, place, value))
    rows = list(whole)
    rows[part] = put(rows[part], rest, value)
    return tuple(row for row in rows if row is not None)


def rows_of(held: Any) -> tuple[Any, ...]:
    """The rows of a holder, however it holds them."""
    return held.rows if isinstance(held, Bars) else held or ()


def appended(ruleset: Ruleset, holder: Holder, row: Any) -> Ruleset:
    held = at(ruleset, holder.place)
    rows = (*rows_of(held), row)
    changed: Ruleset = put(ruleset, holder.place, bars(*rows) if isinstance(held, Bars) else rows)
    return changed


def holder_named(name: str, kind: str) -> Holder | None:
    return next((one for one in HOLDERS if one.name == name and one.kind == kind), None)


def entries(ruleset: Ruleset) -> list[Entry]:
    """In the order of the book's headings. Rows of the same kind and clause are distinguished by their numbers."""
    found = [*_numbers(ruleset), *_tables(ruleset), *_rows(ruleset)]
    alike = Counter((one.clause, one.kind, one.label) for one in found)
    counted: Counter[tuple[str, str, str]] = Counter()
    for place, one in enumerate(found):
        key = (one.clause, one.kind, one.label)
        if alike[key] > 1:
            counted[key] += 1
            found[place] = replace(one, label=f"{one.label or one.kind}-{counted[key]}")
    return found


def _rows(ruleset: Ruleset) -> Iterator[Entry]:
    for holder in HOLDERS:
        for number, row in enumerate(rows_of(at(ruleset, holder.place))):
            yield Entry(holder.kind, row.clause, (*holder.place, number), holder.words, holder=holder)


def _tables(ruleset: Ruleset) -> Iterator[Entry]:
    for place, words in TABLES:
        held = at(ruleset, place)
        if not isinstance(held, tuple):
            if held is not None:
                yield Entry(TABLE, held.clause, place, words)
            continue
        for number, table in enumerate(held):
            label = QUALITIES[number] if place[0] == "hits" else str(number + 1) if len(held) > 1 else ""
            yield Entry(TABLE, table.clause, (*place, number), words, label)
    if isinstance(ruleset.close_combat.needs, Score):
        yield Entry(SCORE, ruleset.close_combat.clause, ("close_combat", "needs"), "close combat")


def _numbers(ruleset: Ruleset) -> Iterator[Entry]:
    for number in NUMBERS:
        value, clause = at(ruleset, number.place), at(ruleset, number.clause)
        of_dice = number.place[0] == "activation" and ruleset.activation.step is not ACTIVATION_DICE
        if value is None or not clause or of_dice or (number.place[-1] == "needs" and not value):
            continue
        counted = next(iter(ruleset.activation.counted.values()), clause)
        if number.place[-1] in ("units_per_die", "commander_die"):
            clause = counted
        yield Entry(number.kind, clause, number.place, number.words, number.place[-1].replace("_", "-"), number)
    for row, work in enumerate(ruleset.works):
        turns = Number(("works", "turns"), (), f"turns of work: {work.done.replace('-', ' ')}", 1, 20)
        yield Entry(NUMBER, work.clause, ("works", row, "turns"), turns.words, work.done, turns)


def condition_of(row: Any) -> Any:
    """The condition of a row, whatever the row calls it."""
    if isinstance(row, TerrainRow):
        return row.applies
    return row.forbids if isinstance(row, Restriction) or hasattr(row, "forbids") else row.when
