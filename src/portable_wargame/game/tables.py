"""The table sentence: roll, add what applies, read the table.

Every test in every book is built from these rows, and the dice, the odds, the log and the answer to "why not?" all
read the same ones.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from ..battle.battle import NOBODY, Battle
from ..battle.unit import UnitType
from ..grid.compiler import i64, mypyc_attr
from .dice import EACH_BY_ITSELF, Ways

NOTHING: Final = 0
HIT: Final = 1
LOSES_SP: Final = 2
RETREATS_OR_LOSES_SP: Final = 3
MUST_RETREAT: Final = 4
DESTROYED: Final = 5
PINNED: Final = 6
# By number; `outcomes` has the details of each, and a book may add its own there.
EFFECTS: Final[list[str]] = [
    "nothing",
    "hit",
    "loses-sp",
    "retreats-or-loses-sp",
    "must-retreat",
    "destroyed",
    "pinned",
]

# Where a shell lands, as the firer sees it: beyond all effects. Left and right differ only where the line runs between
# two cells.
ON_TARGET: Final = 1000
FRONT_LEFT: Final = 1001
FRONT_RIGHT: Final = 1002
BEHIND_LEFT: Final = 1003
BEHIND_RIGHT: Final = 1004

NO_NEED: Final = 0  # a table with more than one line has no single score that is needed


@mypyc_attr(acyclic=True, free_list_len=1)
class Attack:
    """A shot or a close combat, seen from the unit that rolls. In close combat each of the two has its own."""

    def __init__(self, battle: Battle, unit: i64, target: i64, opponent: i64 = NOBODY, attacking: bool = True) -> None:
        self.battle = battle
        self.unit = unit
        self.side = battle.roster.side_of[unit]
        self.cell = battle.at[unit]
        self.target = target  # the cell attacked, or the attacker's cell for a unit that fights back
        self.opponent = opponent
        self.attacking = attacking


@dataclass(frozen=True)
class Modifier:
    """Added to a score (or to what is needed) when `when` holds, as many times as it says: a truth counts once."""

    clause: str
    amount: int
    when: Callable[[Attack], int]


@dataclass(frozen=True)
class Restriction:
    """An attack is not allowed while `forbids` holds. The function's name is the reason, in words."""

    clause: str
    forbids: Callable[[Attack], bool]


@dataclass(frozen=True)
class UnitRestriction:
    """A unit may not do a thing at all while `forbids` holds."""

    clause: str
    forbids: Callable[[Battle, i64], bool]
    after: i64 = 0  # it can apply only when the unit has done one of these deeds this turn; 0: at any time


@dataclass(frozen=True)
class Bars:
    """Rows that each bar a unit from doing something."""

    rows: tuple[UnitRestriction, ...] = ()
    after: i64 = 0  # none of them can apply before one of these deeds is done; 0: one may at any time


NO_BARS: Final = Bars()


def bars(*rows: UnitRestriction) -> Bars:
    after = 0
    for row in rows:
        if row.after == 0:
            return Bars(rows)
        after |= row.after
    return Bars(rows, after)


@dataclass(frozen=True)
class TerrainRow:
    """What a step from cell to cell does to a unit of some type: it is forbidden, or ends the move.

    `applies` gets the unit type and the features of the cell left and the cell entered.
    """

    clause: str
    applies: Callable[[UnitType, int, int], bool]
    off_road: bool = False  # a step along a road is at the normal rate, whatever else the cells hold


@dataclass(frozen=True)
class ResultTable:
    """Lines of (at least this score, effect), the highest first; below the last line nothing happens."""

    clause: str
    lines: tuple[tuple[int, int], ...]
    when: Callable[[Attack], bool] | None = None
    known: dict[int, list[tuple[float, int]]] = field(default_factory=dict, init=False, compare=False, repr=False)
    known_ways: dict[int, Ways] = field(default_factory=dict, init=False, compare=False, repr=False)

    def effect(self, score: int) -> int:
        for least, effect in self.lines:
            if score >= least:
                return effect
        return NOTHING

    def odds(self, bonus: int = 0) -> list[tuple[float, int]]:
        """The probability of each line's effect for one die plus this much, the lowest scores first; worked out once:
        do not change it."""
        found = self.known.get(bonus)
        if found is None:
            found = self.known[bonus] = self._odds(bonus)
        return found

    def _odds(self, bonus: int) -> list[tuple[float, int]]:
        found: list[tuple[float, int]] = []
        rest = 6  # the lines so far do not cover the faces from 1 to this one
        for least, effect in self.lines:
            below = max(0, least - bonus - 1)
            if below < rest:
                found.append(((rest - below) / 6, effect))
                rest = below
        if rest:
            found.append((rest / 6, NOTHING))
        found.reverse()
        return found

    def ways(self, bonus: int = 0) -> Ways:
        """The ways a die with this modifier can fall; worked out once."""
        found = self.known_ways.get(bonus)
        if found is None:
            found = self.known_ways[bonus] = Ways([self.effect(face + bonus) for face in EACH_BY_ITSELF])
        return found

    def needs(self) -> int:
        return self.lines[0][0] if len(self.lines) == 1 else NO_NEED


def phrase(function: object) -> str:
    """A row's reason in words: its function's name, or the words of a condition that a book has put together."""
    return str(getattr(function, "words", "") or getattr(function, "__name__", "")).replace("_", " ")


def applying(modifiers: tuple[Modifier, ...], attack: Attack) -> list[tuple[str, int]]:
    times = [(row, int(row.when(attack))) for row in modifiers]
    return [(row.clause, row.amount * number) for row, number in times if number]


def added(modifiers: tuple[Modifier, ...], attack: Attack) -> int:
    total = 0
    for row in modifiers:
        times = row.when(attack)
        if times:
            total += row.amount * times
    return total


def table_for(tables: tuple[ResultTable, ...], attack: Attack) -> ResultTable:
    """The first table whose condition holds; the last one has none."""
    for table in tables:
        if table.when is None or table.when(attack):
            return table
    return tables[-1]


def is_barred(barred: Bars, battle: Battle, unit: i64) -> bool:
    deeds = battle.activity[unit]
    if barred.after and not barred.after & deeds:
        return False
    for row in barred.rows:
        after = row.after
        if (after == 0 or after & deeds) and row.forbids(battle, unit):
            return True
    return False


def is_forbidden(rows: tuple[Restriction, ...], attack: Attack) -> bool:
    for row in rows:
        if row.forbids(attack):
            return True
    return False
