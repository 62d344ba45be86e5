"""A position as plain words: what the oracle knows of a battle. It shares no code with the engine."""

from dataclasses import dataclass, field
from functools import cached_property

SQUARE_FACINGS = ("n", "e", "s", "w")
HEX_FACINGS = ("n", "ne", "se", "s", "sw", "nw")
Cell = tuple[int, int]  # column and row, from 0


@dataclass(frozen=True)
class Unit:
    name: str
    side: str
    kind: str
    at: Cell
    facing: str
    carried: bool = False
    fired: bool = False
    native: bool = False


@dataclass
class Position:
    book: str
    grid: str
    columns: int
    rows: int
    ground: dict[Cell, frozenset[str]]
    units: list[Unit]  # on the ground
    exhausted: frozenset[str] = field(default_factory=frozenset)
    aircraft: list[Unit] = field(default_factory=list)

    # -- geometry, from the table in docs/formats.md

    @property
    def facings(self) -> tuple[str, ...]:
        return SQUARE_FACINGS if self.grid == "square" else HEX_FACINGS

    def next(self, cell: Cell, facing: str) -> Cell | None:
        to = self.beyond(cell, facing)
        return to if to in self.ground else None

    def beyond(self, cell: Cell, facing: str) -> Cell:
        """The neighbour, on the board or off it."""
        column, row = cell
        if self.grid == "square":
            moved = {"n": (column, row + 1), "e": (column + 1, row), "s": (column, row - 1), "w": (column - 1, row)}
        else:
            high = column % 2  # columns b d f ... stand half a hex further north
            moved = {
                "n": (column, row + 1),
                "s": (column, row - 1),
                "ne": (column + 1, row + high),
                "nw": (column - 1, row + high),
                "se": (column + 1, row - 1 + high),
                "sw": (column - 1, row - 1 + high),
            }
        return moved[facing]

    def around(self, cell: Cell) -> list[Cell]:
        return [to for facing in self.facings if (to := self.next(cell, facing)) is not None]

    def distance(self, a: Cell, b: Cell) -> int:
        """Steps through edges, counted by walking."""
        reached, steps = {a}, 0
        while b not in reached:
            reached |= {to for cell in reached for to in self.around(cell)}
            steps += 1
        return steps

    def in_arc(self, unit: Unit, target: Cell, turned: int = 0) -> bool:
        """In front of it: no farther to the side than ahead or, on hexes, between the rows on either side; `turned`:
        how many faces it turns first."""
        index = self.facings.index(unit.facing) + turned
        left, ahead, right = (
            self.towards(unit.at, self.beyond(unit.at, self.facings[(index + turn) % len(self.facings)]))
            for turn in (-1, 0, 1)
        )
        line = self.towards(unit.at, target)
        if self.grid == "square":
            forward = line[0] * ahead[0] + line[1] * ahead[1]
            return forward >= 1 and abs(line[0] * right[0] + line[1] * right[1]) <= forward
        return target != unit.at and any(
            cross(line, a) >= 0 >= cross(line, b) for a, b in ((left, ahead), (ahead, right))
        )

    def towards(self, a: Cell, b: Cell) -> tuple[int, int]:
        """In half cells; hexes are squeezed by the root of three, which straightness survives."""
        if self.grid == "square":
            return b[0] - a[0], b[1] - a[1]
        return 3 * (b[0] - a[0]), 2 * (b[1] - a[1]) + b[0] % 2 - a[0] % 2

    def has(self, cell: Cell, *features: str) -> bool:
        return bool(self.ground[cell] & set(features))

    def height(self, cell: Cell) -> int:
        return 2 if self.has(cell, "hill 2") else 1 if self.has(cell, "hill 1") else 0

    # -- who is where

    @cached_property
    def stands(self) -> dict[Cell, list[Unit]]:
        stands: dict[Cell, list[Unit]] = {}
        for unit in self.units:
            stands.setdefault(unit.at, []).append(unit)
        return stands

    def units_in(self, cell: Cell) -> list[Unit]:
        return self.stands.get(cell, [])

    def enemies_in(self, cell: Cell, side: str) -> list[Unit]:
        return [unit for unit in self.units_in(cell) if unit.side != side]

    def touches_enemy(self, cell: Cell, side: str) -> bool:
        return any(self.enemies_in(to, side) for to in self.around(cell))

    def faces(self, enemy: Unit, cell: Cell, straight: bool) -> bool:
        """Whether a neighbouring cell is in a unit's front: straight ahead or, on hexes, one face to either side."""
        index = self.facings.index(enemy.facing)
        turned = (0,) if straight or self.grid == "square" else (-1, 0, 1)
        ahead = [self.next(enemy.at, self.facings[(index + turn) % len(self.facings)]) for turn in turned]
        return cell in ahead


def cross(a: tuple[int, int], b: tuple[int, int]) -> int:
    """Above 0 if b is to the left of a."""
    return a[0] * b[1] - a[1] * b[0]
