"""Changes: from what a variant says about a row or a number, "hit on 4", "+2" or "off", to the book with that
change."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ..._wording import listed, shown
from ...game.outcomes import outcome
from ...game.ruleset import Ruleset
from ...game.tables import (
    BEHIND_LEFT,
    BEHIND_RIGHT,
    EFFECTS,
    FRONT_LEFT,
    FRONT_RIGHT,
    HIT,
    LOSES_SP,
    NOTHING,
    ON_TARGET,
    PINNED,
    RETREATS_OR_LOSES_SP,
    ResultTable,
    phrase,
)
from ...rules.conditions import Score
from ...rules.deeds import (
    has_been_activated,
    has_fired_this_turn,
    has_fought_this_turn,
    has_its_target_already,
    has_moved_fired_or_fought,
    has_used_its_move_or_come_on_this_turn,
    has_used_its_move_this_turn,
)
from .entries import (
    BAR,
    FACES,
    FRACTION,
    GROUND,
    MODIFIER,
    NUMBER,
    RESTRICTION,
    SCORE,
    SWITCH,
    TABLE,
    Entry,
    Number,
    at,
    condition_of,
    put,
)
from .phrases import WillNotDo, condition

OFF, ON = "off", "on"
MOST_ADDED = 6
HIGHEST_SCORE = 12
MOST_LINES = 6
PLACES = {
    "on-target": ON_TARGET,
    "front-left": FRONT_LEFT,
    "front-right": FRONT_RIGHT,
    "behind-left": BEHIND_LEFT,
    "behind-right": BEHIND_RIGHT,
}
LINE = re.compile(r"(?P<effect>[a-z0-9 -]+?) on (?P<least>\d{1,2})(?: or more|\+)?")
# Without these rows a unit could do the same again and again, and a turn would never end.
ONCE = {
    "movement": (has_used_its_move_this_turn, has_used_its_move_or_come_on_this_turn, has_been_activated),
    "fire": (has_fired_this_turn, has_been_activated),
    "artillery": (has_its_target_already,),
    "close-combat": (has_fought_this_turn,),
    "transport": (has_moved_fired_or_fought,),
    "flying": (has_fired_this_turn,),
}


def changed(ruleset: Ruleset, entry: Entry, to: Any, when: str | None, clause: str) -> Ruleset:
    """The book with the entry changed, under its new clause; WillNotDo says why that won't work."""
    old = at(ruleset, entry.place)
    if to == OFF and when is not None and entry.holder is not None:
        raise WillNotDo(f"{entry.clause} is off, and has a condition too", "leave out one of to and when")
    new = CHANGES[entry.kind](ruleset, entry, old, to)
    if when is not None:
        new = _under_condition(ruleset, entry, new, when)
    if new is not None and entry.kind in (MODIFIER, RESTRICTION, BAR, GROUND, TABLE):
        new = replace(new, clause=clause)
    whole: Ruleset = put(ruleset, entry.place, new)
    return whole


def _under_condition(ruleset: Ruleset, entry: Entry, row: Any, when: str) -> Any:
    if entry.holder is None or row is None:
        raise WillNotDo(f"{entry.clause} has no condition to change", "leave out when")
    made = condition(when, ruleset, entry.holder.asks)
    if entry.kind == GROUND:
        return replace(row, applies=made)
    if entry.kind == MODIFIER:
        return replace(row, when=made)
    _keep_what_ends_a_turn(entry, row)
    return replace(row, forbids=made, after=0) if entry.kind == BAR else replace(row, forbids=made)


def _keep_what_ends_a_turn(entry: Entry, row: Any) -> None:
    assert entry.holder is not None
    if condition_of(row) in ONCE.get(entry.holder.name, ()):
        raise WillNotDo(f"{entry.clause} stops a unit doing the same thing twice, so it has to stay", "leave it out")


def _modifier(ruleset: Ruleset, entry: Entry, row: Any, to: Any) -> Any:
    if to == OFF:
        return None
    return row if to is None else replace(row, amount=amount_of(to))


def amount_of(to: Any) -> int:
    amount = _whole(to)
    if amount is None or not amount or abs(amount) > MOST_ADDED:
        remedy = f'it must be a number from -{MOST_ADDED} to +{MOST_ADDED}, or "off"'
        raise WillNotDo(f"a modifier is {shown(to)}", remedy)
    return amount


def _row(ruleset: Ruleset, entry: Entry, row: Any, to: Any) -> Any:
    if to is not None and to != OFF:
        raise WillNotDo(f"{entry.clause} is {shown(to)}", 'a row that forbids or hinders is "off", or has another when')
    if to == OFF and entry.kind == BAR:
        _keep_what_ends_a_turn(entry, row)
    return None if to == OFF else row


def _table(ruleset: Ruleset, entry: Entry, table: ResultTable, to: Any) -> ResultTable:
    return replace(table, lines=lines_of(to, effects_allowed(ruleset, entry, table))) if to is not None else table


def effects_allowed(ruleset: Ruleset, entry: Entry, table: ResultTable) -> dict[str, int]:
    """By name, the results that a table may have: those that the book can carry out at that place."""
    heading, last = entry.place[0], entry.place[-1]
    if last in ("table", "drift"):
        return PLACES
    if heading == "air":
        return {EFFECTS[effect]: effect for _, effect in table.lines}
    barred = {NOTHING}
    if heading == "hits" or not ruleset.hits.tables:
        barred.add(HIT)
    if ruleset.strength is None:
        barred |= {LOSES_SP, RETREATS_OR_LOSES_SP}
    if ruleset.pinning is None:
        barred.add(PINNED)
    return {name: number for number, name in enumerate(EFFECTS) if number not in barred}


def lines_of(to: Any, allowed: dict[str, int]) -> tuple[tuple[int, int], ...]:
    first, second = (list(allowed) * 2)[:2]
    remedy = f'write it as "{first} on 4", or "{second} on 6, {first} on 4", with {listed(allowed)}'
    texts = to.lower().split(",") if isinstance(to, str) else []
    named = {**allowed, **{name.replace("-", " "): number for name, number in allowed.items()}}
    named |= {outcome(name).words.lower(): number for name, number in allowed.items() if number < ON_TARGET}
    found: dict[int, int] = {}
    for text in texts[: MOST_LINES + 1]:
        line = LINE.fullmatch(text.strip())
        if line is None or line["effect"] not in named or not 1 <= int(line["least"]) <= HIGHEST_SCORE:
            raise WillNotDo(f"a result table has the line {shown(text.strip())}", remedy)
        if int(line["least"]) in found:
            raise WillNotDo(f"a result table has two lines for {line['least']}", "a score has one effect")
        found[int(line["least"])] = named[line["effect"]]
    if not 1 <= len(found) <= MOST_LINES:
        raise WillNotDo(f"a result table is {shown(to)}", remedy)
    return tuple(sorted(found.items(), reverse=True))


def _score(ruleset: Ruleset, entry: Entry, old: Any, to: Any) -> Any:
    if to is None:
        return old
    least = _whole(to)
    if least is None:
        ((least, _),) = lines_of(to, {"hit": HIT})[:1]
    if not 2 <= least <= HIGHEST_SCORE:
        raise WillNotDo(f"the score needed is {shown(to)}", f'write it as "hit on 4", from 2 to {HIGHEST_SCORE}')
    return Score(least)


def _number(ruleset: Ruleset, entry: Entry, old: Any, to: Any) -> Any:
    number, value = _number_of(entry), _whole(to)
    if value is None or not number.least <= value <= number.most:
        remedy = f"it must be a whole number from {number.least} to {number.most}"
        raise WillNotDo(f"{number.words}: this is {shown(to)}", remedy)
    return value


def _number_of(entry: Entry) -> Number:
    assert entry.number is not None
    return entry.number


def _faces(ruleset: Ruleset, entry: Entry, old: Any, to: Any) -> Any:
    number = _number_of(entry)
    faces = [_whole(one) for one in (to.split() if isinstance(to, str) else to if isinstance(to, list) else [])]
    if len(faces) != 6 or any(face is None or not number.least <= face <= number.most for face in faces):
        raise WillNotDo(f"{number.words}: this is {shown(to)}", 'it must be six numbers: "0 1 1 2 2 3"')
    if not any(faces):
        raise WillNotDo(f"{number.words}: all six are 0", "nobody could ever act; make one of them more")
    return tuple(faces)


def _fraction(ruleset: Ruleset, entry: Entry, old: Any, to: Any) -> Any:
    number = _number_of(entry)
    if to == OFF:
        return None
    top, _, bottom = to.partition("/") if isinstance(to, str) else ("", "", "")
    above, below = _whole(top), _whole(bottom)
    if above is None or below is None or not 0 < above <= below <= number.most:
        raise WillNotDo(f"{number.words}: this is {shown(to)}", 'it must be a fraction such as "1/2", or "off"')
    return replace(old, numerator=above, denominator=below)


def _switch(ruleset: Ruleset, entry: Entry, old: Any, to: Any) -> Any:
    if to in (True, ON) or to in (False, OFF):
        return to in (True, ON)
    raise WillNotDo(f"{_number_of(entry).words}: this is {shown(to)}", 'it must be "on" or "off"')


def _whole(value: Any) -> int | None:
    """A whole number, or text that is one."""
    if isinstance(value, str) and re.fullmatch(r"[+-]?[0-9]{1,4}", value.strip()):
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


CHANGES: dict[str, Callable[[Ruleset, Entry, Any, Any], Any]] = {
    MODIFIER: _modifier,
    RESTRICTION: _row,
    BAR: _row,
    GROUND: _row,
    TABLE: _table,
    SCORE: _score,
    NUMBER: _number,
    FACES: _faces,
    FRACTION: _fraction,
    SWITCH: _switch,
}


# -- in words


def in_words(entry: Entry, value: Any) -> str:
    """The present value, as a variant would write it."""
    if value is None:
        return OFF
    if entry.kind == MODIFIER:
        return f"{value.amount:+d} if {phrase(value.when)}"
    if entry.kind in (RESTRICTION, BAR, GROUND):
        return f"not allowed if {phrase(condition_of(value))}" if entry.kind != GROUND else phrase(value.applies)
    return text_of(entry, value)


def text_of(entry: Entry, value: Any) -> str:
    """The text that would set this value."""
    if value is None:
        return OFF
    if entry.kind == MODIFIER:
        return f"{value.amount:+d}"
    if entry.kind in (RESTRICTION, BAR, GROUND):
        return ON
    if entry.kind == TABLE:
        places = {number: name for name, number in PLACES.items()}
        return ", ".join(f"{places.get(effect) or EFFECTS[effect]} on {least}" for least, effect in value.lines)
    if entry.kind == SCORE:
        return f"hit on {value.needs}"
    if entry.kind == FACES:
        return " ".join(str(face) for face in value)
    if entry.kind == FRACTION:
        return f"{value.numerator}/{value.denominator}"
    return (ON if value else OFF) if entry.kind == SWITCH else str(value)
