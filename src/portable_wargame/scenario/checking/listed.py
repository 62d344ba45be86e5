"""Sides and units as a scenario lists them, with whatever could be read so far."""

from typing import Any, Literal

from ...battle.unit import UnitType
from ...game.ruleset import Ruleset
from ..board import Board
from ..problems import Findings, Path
from ..wording import owner

Table = dict[str, Any]


def weapon_key(book: Ruleset, unit_type: UnitType) -> Literal["weapon", "gun"]:
    """The key under which a unit of this type names its weapon: those that mount one of the book's guns say which."""
    is_gun = unit_type.weapons and book.type_named(unit_type.weapons[0]) is not None
    return "gun" if is_gun else "weapon"


class Listed:
    """A unit as the scenario lists it, with whatever could be read of it."""

    def __init__(self, path: Path, side: int, unit: Table, words: str, book: Ruleset | None) -> None:
        self.path = path
        self.side = side
        self.unit = unit
        self.words = words  # "unit r3"
        self.type: UnitType | None = book.type_named(unit.get("type") or "") if book is not None else None
        self.cell = -1

    def has(self, key: str) -> bool:
        """Whether the key is given, rightly or wrongly."""
        return key in self.unit


class Forces:
    """All sides and units of one tree whose structure is sound, and what has been found out about them."""

    def __init__(self, tree: Table, book: Ruleset | None, board: Board | None, findings: Findings) -> None:
        self.tree = tree
        self.book = book
        self.board = board
        self.findings = findings
        self.sides: list[Any] = tree.get("sides") or []
        self.units = listed_units(tree, book)
        self.by_id: dict[str, Listed] = {}
        self.carriers: dict[str, Listed] = {}  # by the id of the load


def listed_units(tree: Table, book: Ruleset | None) -> list[Listed]:
    found: list[Listed] = []
    for number, side in enumerate(tree.get("sides") or []):
        for index, unit in enumerate((side or {}).get("units") or []):
            path = ("sides", number, "units", index)
            if unit is not None:
                found.append(Listed(path, number, unit, owner(tree, path), book))
    return found
