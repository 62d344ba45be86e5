"""Reads changes that an umpire types: `set r1 c4 n`, `set r1 sp 2; set c4 woods`. The rows are those of rulings."""

from collections.abc import Sequence

from ...battle.battle import Battle
from ...grid.grid import EDGES
from ...grid.names import cell_named
from ...rules.turn.umpire import MARKS
from ...speech.trees import Ruling
from .orders import NotUnderstood, unit_called

HELP = """\
set r1 c4            put r1 in c4; set r1 c4 n: facing north. It comes back, with 1 SP, if it was gone
set r1 load r2       r1 takes up r2, wherever that is
set r1 facing n      turn it
set r1 sp 2          its strength points
set r1 gone          take it off as destroyed; set r1 left north: it left over that edge
set r1 acted         also moved, fired, fought and pinned; add off to take the mark away
set red exhausted    a side is exhausted; set red exhausted off: it is not
set red points 5     its victory points, all told
set c4 woods, road   everything in c4; set c4 open clears it
set turn 5           the turn counter; set turn 5 begin starts turn 5 from its first phase
set activations 3    how many more units may act
Several at once: set r1 c4; r2 sp 1 because the dog ran across the table"""


def read_changes(battle: Battle, text: str) -> list[Ruling]:
    """The changes that the words mean; the rules say whether the resulting table is possible."""
    parts = [part.strip().removeprefix("set ").strip() for part in text.split(";")]
    changes = [_change(battle, part) for part in parts if part]
    if not changes:
        raise NotUnderstood("set what? For example set r1 c4 n (type help set for more)")
    return changes


def _change(battle: Battle, text: str) -> Ruling:
    word, _, rest = text.partition(" ")
    rest = rest.strip().lower()
    name = word.lower()
    if name == "turn":
        number, _, begin = rest.partition(" ")
        change: Ruling = {"set": "turn", "turn": _number(number)}
        return {**change, "begin": True} if begin == "begin" else change
    if name == "activations":
        return {"set": "activations", "number": _number(rest)}
    if name in battle.roster.side_ids and rest.startswith("exhausted"):
        return _off({"set": "exhausted", "side": name}, rest)
    if name in battle.roster.side_ids and rest.startswith("points "):
        return {"set": "points", "side": name, "points": _number(rest.removeprefix("points ").strip())}
    unit = unit_called(battle, word)
    if unit is not None:
        return _of_unit(battle, unit, rest.split())
    if cell_named(battle.field.grid, name) >= 0:
        return _ground(battle, name, rest)
    raise NotUnderstood(f"{word!r} is not a unit, a side or a {battle.field.grid.shape.name} (type help set for more)")


def _of_unit(battle: Battle, unit: str, words: list[str]) -> Ruling:
    first, rest = (words[0], words[1:]) if words else ("", [])
    facings = battle.field.grid.shape.facings
    if cell_named(battle.field.grid, first) >= 0 and first:
        change: Ruling = {"set": "place", "unit": unit, "at": first}
        return {**change, "facing": _facing(rest[0], facings)} if rest else change
    if first == "facing" and rest:
        return {"set": "facing", "unit": unit, "facing": _facing(rest[0], facings)}
    if first == "load" and rest:
        return {"set": "load", "unit": unit, "cargo": _load(battle, rest[0])}
    if first == "sp" and rest:
        return {"set": "strength", "unit": unit, "sp": _number(rest[0])}
    if first == "gone":
        return {"set": "remove", "unit": unit}
    if first == "left" and rest and rest[0] in EDGES:
        return {"set": "remove", "unit": unit, "edge": rest[0]}
    if first in MARKS:
        return _off({"set": "mark", "unit": unit, "mark": first}, " ".join(words))
    raise NotUnderstood(f"set {unit} to what? A place such as c4, load, facing, sp, gone, left, {', '.join(MARKS)}")


def _load(battle: Battle, word: str) -> str:
    load = unit_called(battle, word)
    if load is None:
        raise NotUnderstood(f"{word!r} is not a unit")
    return load


def _facing(word: str, facings: Sequence[str]) -> str:
    if word not in facings:
        raise NotUnderstood(f"{word!r} is not a facing here; choose from {', '.join(facings)}")
    return word


def _off(change: Ruling, words: str) -> Ruling:
    return {**change, "off": True} if words.endswith(" off") else change


def _ground(battle: Battle, cell: str, words: str) -> Ruling:
    names = [] if words in ("open", "") else [name.strip() for name in words.split(",")]
    return {"set": "ground", "cell": cell, "features": [_feature(name, list(battle.field.terrain)) for name in names]}


def _feature(word: str, known: list[str]) -> str:
    """A feature by its name or the start of it: a plain hill is a low one."""
    if word in known:
        return word
    found = [name for name in known if word and name.startswith(word)]
    if not found or len({name.split()[0] for name in found}) > 1:
        raise NotUnderstood(f"{word!r} is not terrain; choose from {', '.join(known)}, and open")
    return found[0]


def _number(text: str) -> int:
    if not text.isdecimal() or len(text) > 3:
        raise NotUnderstood(f"{text!r} is not a number")
    return int(text)
