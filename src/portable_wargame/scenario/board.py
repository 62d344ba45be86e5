"""The board: map text to the features of every cell."""

from dataclasses import dataclass, field
from typing import Any

from ..battle.terrain import TERRAIN, Feature, bits_of, feature_names
from ..game.ruleset import Ruleset
from ..grid.grid import LARGEST, SMALLEST, Grid, grid_of
from ..grid.names import cell_name, cell_named
from .map_text import columns_of, rows_of
from .problems import Findings
from .wording import count_of, listed, shown

OPEN = "."


def standard_letters() -> dict[str, tuple[str, ...]]:
    """The letters of a map that need no legend, each with its features."""
    return {OPEN: (), **{row.letter: (row.name,) for row in TERRAIN.values()}}


@dataclass
class Board:
    """A map that has been read as far as it can be: its size, and what each cell carries, a1 first."""

    grid: Grid
    features: list[list[str]] = field(default_factory=list)
    terrain: dict[str, Feature] = field(default_factory=dict)

    def cell(self, name: str) -> int:
        return cell_named(self.grid, name)

    def bits(self, cell: int) -> int:
        return bits_of(self.features[cell], self.terrain)

    def size(self) -> str:
        return f"{self.grid.columns} by {self.grid.rows} board"

    def cells(self) -> str:
        """The remedy for a cell that is not on the board."""
        return f"cells run from a1 to {cell_name(self.grid, self.grid.cells - 1)}"


def letters_of(legend: dict[str, Any] | None, book: Ruleset | None = None) -> dict[str, tuple[str, ...]]:
    """The standard letters, those of the book's own terrain and those of the legend; a doubtful one
    counts as open ground."""
    letters = standard_letters()
    if book is not None:
        letters |= {row.letter: (name,) for name, row in book.ground.items()}
    for letter, names in (legend or {}).items():
        if len(letter) == 1:
            letters[letter] = tuple(name for name in names or () if name is not None)
    return letters


def read_board(tree: dict[str, Any], book: Ruleset | None, findings: Findings) -> Board | None:
    """The board of a structurally sound tree; None if it can't be built."""
    table = tree.get("map") or {}
    legend = table.get("legend")
    terrain = TERRAIN if book is None else book.terrain()
    check_legend(legend, terrain, findings)
    if table.get("rows") is None:
        return None
    rows = rows_of(table["rows"])
    columns = columns_of(rows)
    letters = letters_of(legend, book)
    check_lengths(rows, columns, findings)
    check_letters(rows, letters, findings)
    check_terrain(rows, letters, book, findings)
    if not (SMALLEST <= columns <= LARGEST and SMALLEST <= len(rows) <= LARGEST):
        message = f"the map has {count_of(columns, 'column')} and {count_of(len(rows), 'row')}"
        findings.add(("map", "rows"), message, f"each must be {SMALLEST} to {LARGEST}")
        return None
    features = [
        feature_names(bits_of((name for name in letters.get(letter, ()) if name in terrain), terrain), terrain)
        for _, row in reversed(rows)
        for letter in row[:columns].ljust(columns, ".")
    ]
    # Cells have the same names on both grids: without a grid they can still be checked.
    return Board(grid_of(tree.get("grid") or "square", columns, len(rows)), features, terrain)


def check_legend(legend: dict[str, Any] | None, terrain: dict[str, Feature], findings: Findings) -> None:
    for letter, names in (legend or {}).items():
        heights = [name for name in names or () if name in terrain and terrain[name].height]
        if len(heights) > 1:
            message = f"the legend makes {shown(letter)} both {listed(heights, 'and')}"
            findings.add(("map", "legend", letter), message, "a cell has one height")


def check_lengths(rows: list[tuple[int, str]], columns: int, findings: Findings) -> None:
    for row, (number, letters) in enumerate(rows):
        if len(letters) != columns:
            message = f"row {len(rows) - row} of the map has {count_of(len(letters), 'cell')}"
            remedy = f"all rows must be of one length, and most have {columns}"
            findings.add(("map", "rows", number), message, remedy)


def check_letters(rows: list[tuple[int, str]], letters: dict[str, tuple[str, ...]], findings: Findings) -> None:
    known = ", ".join(f"{letter} {' and '.join(names) or 'open'}" for letter, names in letters.items())
    told: set[str] = set()
    for row, (number, line) in enumerate(rows):
        for letter in dict.fromkeys(line):
            if letter not in letters and letter not in told:
                told.add(letter)
                message = f"row {len(rows) - row} of the map has the letter {shown(letter)}, which is not in the legend"
                findings.add(("map", "rows", number), message, f"the letters are {known}")


def check_terrain(
    rows: list[tuple[int, str]], letters: dict[str, tuple[str, ...]], book: Ruleset | None, findings: Findings
) -> None:
    """Terrain that the book lacks, once for each feature."""
    if book is None:
        return
    told: set[str] = set()
    for row, (number, line) in enumerate(rows):
        for letter in dict.fromkeys(line):
            for name in letters.get(letter, ()):
                if name in book.features or name in told:
                    continue
                told.add(name)
                what = f"row {len(rows) - row} of the map has {name} ({letter})"
                remedy = f"its terrain is {listed(book.features, 'and')}"
                path = ("map", "rows", number)
                findings.add(path, f"{what}, which the {book.called} book does not have", remedy, "shared.terrain")
