"""Events: what happened, in the past tense, each naming the clause that made it happen."""

from ..battle.battle import NO_CELL, NOBODY
from ..grid.compiler import i64


class Event:
    """A kind and its words; unused words keep their defaults."""

    def __init__(
        self,
        kind: str,
        clause: str,
        side: i64 = NOBODY,
        unit: i64 = NOBODY,
        cell: i64 = NO_CELL,
        other: int = NOBODY,
        facing: i64 = -1,
        amount: int = 0,
        words: str = "",
        path: tuple[int, ...] = (),
        degree: str = "",
    ) -> None:
        self.kind = kind
        self.clause = clause
        self.side = side
        self.unit = unit
        self.cell = cell
        self.other = other
        self.facing = facing
        self.amount = amount
        self.words = words
        self.path = path
        self.degree = degree


class Roll(Event):
    """A throw of dice with its arithmetic: each die, what was added and why, the score, and what it needed."""

    def __init__(
        self,
        purpose: str,
        clause: str,
        side: i64,
        unit: i64,
        dice: list[int],
        modifiers: list[tuple[str, int]],
        scores: list[int],
        needs: int,
        outcomes: list[str],
        cell: i64 = NO_CELL,
        handicaps: list[tuple[str, int]] | None = None,
    ) -> None:
        super().__init__("roll", clause, side, unit, cell, words=purpose)
        self.dice = dice
        self.modifiers = modifiers
        self.scores = scores
        self.needs = needs
        self.outcomes = outcomes
        self.handicaps = handicaps if handicaps is not None else []  # part of what it needed
