"""Rulings: everything an umpire can set by hand, one row each, and how a ruling is written and read.

Reading, schema, documents and what is typed at a terminal follow from the rows; what each does stands in
`rules.turn.umpire`.
"""

import re
from dataclasses import dataclass
from typing import Any

from ...battle.battle import Battle
from ...battle.terrain import bits_of
from ...game.errors import Refusal
from ...grid.grid import EDGES
from ...grid.names import cell_name, cell_named
from ...rules.turn.umpire import KINDS, MARKS, Change
from .. import trees

VERSION = 1  # of what can be set; raised when older readers would not know a row
MOST_CHANGES = 500  # in one ruling: every unit of the largest battle, and some ground
LONGEST_REASON = 500  # characters

UNIT = "unit"
SIDE = "side"
CELL = "cell"
FACING = "facing"
NUMBER = "number"
FLAG = "flag"
MARK = "mark"
EDGE = "edge"
FEATURES = "features"


class NoSuchRuling(Refusal):
    """What was sent is not a ruling at all."""


@dataclass(frozen=True)
class Word:
    """A key beside `set`, the field of Change that it fills, and what it holds."""

    key: str
    field: str
    holds: str
    optional: bool = False


@dataclass(frozen=True)
class Row:
    name: str
    words: tuple[Word, ...]
    about: str

    def shape(self) -> str:
        return " ".join(f"[{word.key}]" if word.optional else word.key for word in self.words)


WHO = Word("unit", "unit", UNIT)
OFF = Word("off", "off", FLAG, optional=True)

ROWS = (
    Row(
        "place",
        (WHO, Word("at", "cell", CELL), Word("facing", "facing", FACING, optional=True)),
        "stand a unit in a cell; one that was destroyed or had left comes back, one that was carried is unloaded",
    ),
    Row(
        "load",
        (WHO, Word("cargo", "other", UNIT)),
        "`unit` takes up `cargo`, wherever that is, and carries it; `place` puts a carrier down with its load",
    ),
    Row("facing", (WHO, Word("facing", "facing", FACING)), "turn a unit"),
    Row("strength", (WHO, Word("sp", "number", NUMBER)), "its strength points, 1 to what it began with"),
    Row(
        "remove",
        (WHO, Word("edge", "words", EDGE, optional=True)),
        "take a unit off as destroyed; with an `edge`, as one that left the board there",
    ),
    Row(
        "mark",
        (WHO, Word("mark", "words", MARK), OFF),
        '`pinned`, or what it has done this turn: `acted`, `moved`, `fired`, `fought`. `"off": true` takes the mark '
        "away; without `acted`, a unit may act as if it had not",
    ),
    Row("exhausted", (Word("side", "side", SIDE), OFF), 'a side is exhausted; `"off": true`: it is not'),
    Row(
        "points",
        (Word("side", "side", SIDE), Word("points", "number", NUMBER)),
        "all the victory points a side has, those for what it holds just now among them",
    ),
    Row(
        "ground",
        (Word("cell", "cell", CELL), Word("features", "features", FEATURES)),
        "all that is in a cell, by the names of the features; `[]` is open ground",
    ),
    Row(
        "turn",
        (Word("turn", "number", NUMBER), Word("begin", "begin", FLAG, optional=True)),
        'the number of the turn; `"begin": true` breaks off this one and begins that turn with its first phase',
    ),
    Row("activations", (Word("number", "number", NUMBER),), "how many more units the side that acts may act with"),
)
RULINGS: dict[str, Row] = {row.name: row for row in ROWS}
assert RULINGS.keys() == KINDS.keys()


def ruling_from_tree(battle: Battle, tree: trees.Json) -> list[Change]:
    """The changes that were written; a sentence in NoSuchRuling if they are not rulings, whatever was sent."""
    if not isinstance(tree, list) or not 0 < len(tree) <= MOST_CHANGES:
        raise NoSuchRuling(f"a ruling is a list of 1 to {MOST_CHANGES} changes")
    return [change_from_tree(battle, one) for one in tree]


def change_from_tree(battle: Battle, tree: trees.Json) -> Change:
    name = tree.get("set") if isinstance(tree, dict) else None
    if not isinstance(name, str) or name not in RULINGS:
        raise NoSuchRuling(f'a change is an object such as {{"set": "place", ...}}; choose from {", ".join(RULINGS)}')
    words = RULINGS[name].words
    known = [word.key for word in words]
    for key in tree:
        if key != "set" and key not in known:
            raise NoSuchRuling(f"{name} has no {_shown(key)}; it takes {', '.join(known)}")
    fields: dict[str, Any] = {}
    for word in words:
        if tree.get(word.key) is not None:
            fields[word.field] = _read(battle, name, word, tree[word.key])
        elif not word.optional:
            raise NoSuchRuling(f"{name} needs its word {word.key!r}")
    begins = fields.pop("begin", False)
    on = begins if name == "turn" else not fields.pop("off", False)
    return Change(name, **fields, on=on)


def reason_from(text: trees.Json) -> str:
    """A ruling has a reason, in one line."""
    reason = re.sub(r"\s+", " ", text).strip() if isinstance(text, str) else ""
    if not reason or len(reason) > LONGEST_REASON or not reason.isprintable():
        raise NoSuchRuling(f"a ruling needs a reason, in words of at most {LONGEST_REASON} characters")
    return reason


def _read(battle: Battle, name: str, word: Word, value: Any) -> Any:
    grid, roster = battle.field.grid, battle.roster
    if word.holds == FLAG:
        if isinstance(value, bool):
            return value
        raise NoSuchRuling(f"{word.key} of {name} is true or false, not {_shown(value)}")
    if word.holds == NUMBER:
        if type(value) is int and 0 <= value < 1000:
            return value
        raise NoSuchRuling(f"{word.key} of {name} is a number, not {_shown(value)}")
    if word.holds == CELL:
        cell = cell_named(grid, value) if isinstance(value, str) else -1
        if cell < 0:
            last = cell_name(grid, grid.cells - 1)
            raise NoSuchRuling(f"{word.key} of {name} is {_shown(value)}; cells run from a1 to {last}")
        return cell
    if word.holds == FEATURES:
        return _ground(battle, name, word, value)
    known: dict[str, list[str]] = {
        UNIT: roster.unit_ids,
        SIDE: roster.side_ids,
        FACING: list(grid.shape.facings),
        MARK: list(MARKS),
        EDGE: list(EDGES),
    }
    if not isinstance(value, str) or value not in known[word.holds]:
        raise NoSuchRuling(f"{word.key} of {name} is {_shown(value)}; choose from {', '.join(known[word.holds])}")
    return known[word.holds].index(value) if word.holds in (UNIT, SIDE, FACING) else value


def _ground(battle: Battle, name: str, word: Word, value: Any) -> int:
    terrain = battle.field.terrain
    if not isinstance(value, list) or not all(isinstance(one, str) and one in terrain for one in value):
        raise NoSuchRuling(f"{word.key} of {name} is a list of features; choose from {', '.join(terrain)}")
    if sum(terrain[one].height > 0 for one in value) > 1:
        raise NoSuchRuling(f"{word.key} of {name}: a cell has one height")
    return bits_of(value, terrain)


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
