"""A position as plain words: what the oracle knows of a battle. It shares no code with the engine."""

from dataclasses import dataclass, field

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


@dataclass
class Position:
    book: str
    grid: str
    columns: int
    rows: int
    ground: dict[Cell, frozenset[str]]
    units: list[Unit]
    exhausted: frozenset[str] = field(default_factory=frozenset)

    # -- geometry, from the table in docs/formats.md

    @property
    def facings(self) -> tuple[str, ...]:
        return SQUARE_FACINGS if self.grid == "square" else HEX_FACINGS

    def next(self, cell: Cell, facing: str) -> Cell | None:
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
        to = moved[facing]
        return to if 0 <= to[0] < self.columns and 0 <= to[1] < self.rows else None

    def around(self, cell: Cell) -> list[Cell]:
        return [to for facing in self.facings if (to := self.next(cell, facing)) is not None]

    def distance(self, a: Cell, b: Cell) -> int:
        """Steps through edges, counted by walking."""
        reached, steps = {a}, 0
        while b not in reached:
            reached |= {to for cell in reached for to in self.around(cell)}
            steps += 1
        return steps

    def has(self, cell: Cell, *features: str) -> bool:
        return bool(self.ground[cell] & set(features))

    def height(self, cell: Cell) -> int:
        return 2 if self.has(cell, "hill 2") else 1 if self.has(cell, "hill 1") else 0

    # -- who is where

    def units_in(self, cell: Cell) -> list[Unit]:
        return [unit for unit in self.units if unit.at == cell]

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
