"""What if a number in the book were different? A battle under its book with a few rows changed, named without a
file."""

import json
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from .._wording import shown, suggestion
from ..game.errors import Refusal
from ..rulesets.books import VARIANTS, read_book
from ..rulesets.variants.changes import OFF, in_words, text_of
from ..rulesets.variants.entries import FRACTION, MODIFIER, NUMBER, SCORE, SWITCH, TABLE, Entry, at, entries
from ..rulesets.variants.rows import ADDED, Place
from ..rulesets.variants.units import BY_KEY, COLUMNS
from ..rulesets.variants.variant import FORMAT, Variant, canonical
from ..scenario.model import Scenario
from ..scenario.setup import ruleset_of

NAME = "what-if"
# It does not end in a blank, so that there is only one way to read any input.
CHANGE = re.compile(r"(?P<row>[a-z0-9.-]+(?: [a-z0-9-]+)?)\s*:\s*(?P<to>\S|\S.*\S)")
CLAUSE = re.compile(r"[a-z0-9-]+(\.[a-z0-9-]+){2}")
TWELFTHS = 12  # a fraction goes up or down by one of these
STEPPED = ("move", "strength", "fire-range", "artillery-range", "power", "flank-power")


def is_change(text: str) -> bool:
    """Whether the text is meant as a change, well written or not: "classic.artillery.roll: hit on 4", or several, with
    semicolons between them. A file name is not."""
    if text.endswith((".toml", ".json")) or os.path.exists(text):
        return False
    return ":" in text or ";" in text or CLAUSE.match(text) is not None


def changes_in(text: str) -> dict[str, str]:
    """The changes in a text, by row; or by unit type: "infantry: move 3"."""
    found: dict[str, str] = {}
    for part in text.split(";"):
        if not part.strip():
            continue
        match = CHANGE.fullmatch(part.strip())
        if match is None:
            raise Refusal(f'{shown(part.strip())} is not a change; write it as "classic.artillery.roll: hit on 4"')
        if match["row"] in found:
            raise Refusal(f"{match['row']} is changed twice; once is enough")
        found[match["row"]] = match["to"]
    return found


def what_if(scenario: Scenario, changes: Mapping[str, str], name: str = NAME) -> Scenario:
    """The battle by its own book with these rows changed; a Refusal says which of them won't do."""
    ruleset = ruleset_of(scenario)
    known = json.loads(scenario.book) if scenario.book else None
    tree: dict[str, Any] = known or {
        "format": FORMAT,
        "name": name,
        "title": f"{ruleset.title}, changed",
        "based-on": scenario.ruleset,
    }
    if "based-on" not in tree or tree["based-on"] in VARIANTS:
        raise Refusal(f"the book {scenario.ruleset} cannot be changed by rows")
    own = _own_rows(tree)
    for row, to in changes.items():
        if "." in row:
            _change_row(tree, own.get(row.partition(" ")[0], ("rows", row)), to)
        else:
            _change_unit(scenario, tree, row, to)
    for key in ADDED:
        if key in tree:
            tree[key] = [one for one in tree[key] if one is not None]
    found = read_book(tree)
    if not isinstance(found, Variant):
        raise Refusal("; ".join(f"{fault.message}; {fault.remedy}" for fault in found))
    return replace(scenario, ruleset=found.ruleset.name, book=canonical(tree))


def _own_rows(tree: dict[str, Any]) -> dict[str, Place]:
    """By clause, where a book made from data defines a row of its own."""
    found = read_book(tree)
    return found.places if isinstance(found, Variant) else {}


def _change_row(tree: dict[str, Any], place: Place, to: str) -> None:
    """Change a row of the base, which keeps the condition that the book has given it, or a row of the book."""
    part, key = place
    if part == "rows":
        rows = tree.setdefault("rows", {})
        before = rows.get(key)
        rows[key] = {"to": to, "when": before["when"]} if isinstance(before, dict) and "when" in before else to
    elif to == OFF:
        tree[part][key] = None
    elif part == "modifiers":
        tree[part][key]["amount"] = to
    else:
        raise Refusal(f"{tree[part][key]['clause']} forbids or hinders; it can only be off")


def _change_unit(scenario: Scenario, tree: dict[str, Any], row: str, to: str) -> None:
    known = ruleset_of(scenario).by_name
    column, _, value = to.partition(" ")
    if row not in known:
        raise Refusal(f"there is no unit type {row}; {suggestion(row, known)}a row is named by its clause, with dots")
    if column not in BY_KEY or BY_KEY[column].kind not in ("number", "truth"):
        numbers = ", ".join(one.key for one in COLUMNS if one.kind in ("number", "truth"))
        raise Refusal(f"{row} has no column {column!r} to change; choose from {numbers}")
    if not re.fullmatch(r"-?[0-9]{1,3}|true|false", value):
        raise Refusal(f"{row}: {column} {value!r} is neither a number nor true or false")
    units = tree.setdefault("units", {})
    units.setdefault(row, {})[column] = json.loads(value)


@dataclass(frozen=True)
class StepOf:
    """A number of the book, one step away from its value."""

    number: str  # which number, in words: the same for the step up and the step down
    words: str
    up: bool
    scenario: Scenario


def steps(scenario: Scenario) -> Iterator[StepOf]:
    """Every number of the battle's book, one step up and one step down."""
    ruleset = ruleset_of(scenario)
    for entry in entries(ruleset):
        value = at(ruleset, entry.place)
        for up in (False, True):
            to = _stepped(entry, value, up)
            if to is not None:
                now = in_words(entry, value)
                yield from _made(scenario, f"{entry.words}: {now}", f"{_row(entry)}: {to}", up)
    used = {unit.type for side in scenario.sides for unit in side.units}
    for unit_type in ruleset.unit_types:
        for key in STEPPED if unit_type.name in used else ():
            value = int(getattr(unit_type, BY_KEY[key].field))
            for up in (False, True) if value > 0 else ():
                to = str(value + (1 if up else -1))
                words = f"{unit_type.name.replace('-', ' ')}: {key.replace('-', ' ')} {value}"
                yield from _made(scenario, words, f"{unit_type.name}: {key} {to}", up)


def _made(scenario: Scenario, number: str, change: str, up: bool) -> Iterator[StepOf]:
    try:
        yield StepOf(number, change, up, what_if(scenario, changes_in(change)))
    except Refusal:
        return  # a step beyond what the book allows


def _row(entry: Entry) -> str:
    return f"{entry.clause} {entry.label or entry.kind}"


def _stepped(entry: Entry, value: Any, up: bool) -> str | None:
    step = 1 if up else -1
    if entry.kind == MODIFIER:
        amount = value.amount + step
        return f"{amount:+d}" if amount else OFF
    if entry.kind == TABLE:
        # What happens on any score at all still does.
        lines = [(least + step if least > 1 else least, effect) for least, effect in value.lines]
        return text_of(entry, replace(value, lines=tuple(lines)))
    if entry.kind == SCORE:
        return f"hit on {int(text_of(entry, value).rpartition(' ')[2]) + step}"
    if entry.kind == NUMBER:
        return str(value + step)
    if entry.kind == FRACTION:
        return f"{round(TWELFTHS * value.numerator / value.denominator) + step}/{TWELFTHS}"
    if entry.kind == SWITCH:
        return ("on" if up else OFF) if bool(value) != up else None
    return None
