"""The ground as the artist reads it, and random numbers that are always the same at the same place."""

import math
from collections.abc import Sequence
from typing import Any

from ...battle.terrain import height
from ...grid.grid import Grid
from ..layout import Layout, Point

Style = dict[str, Any]
WORD = 0xFFFFFFFF


class Land:
    """What is in each cell, and where it lies on the sheet."""

    def __init__(self, grid: Grid, features: Sequence[int]) -> None:
        self.grid = grid
        self.features = features
        self.layout = Layout(grid)
        self.hexes = self.layout.hexes
        self.reach = self.layout.reach
        self.neighbours = [list(around) for around in grid.neighbour]
        self.centres = [self.layout.centre(cell) for cell in range(grid.cells)]

    def has(self, cell: int, feature: int) -> bool:
        """Cells off the board have nothing."""
        return cell >= 0 and bool(self.features[cell] & feature)

    def cells(self, feature: int) -> list[int]:
        return [cell for cell, features in enumerate(self.features) if features & feature]

    def heights(self, step: int) -> list[int]:
        return [cell for cell, features in enumerate(self.features) if height(features) >= step]

    def around(self, cell: int) -> list[int]:
        return self.neighbours[cell]


def chance_at(x: float, y: float, salt: int = 0) -> float:
    """A number between -1 and 1: the page's own (`web/src/board/ground/regions.ts`), which grows the same trees."""
    # Off the half units where many edges lie, so that both cells beside an edge get the same number.
    column, row = math.floor(2 * x + 0.75), math.floor(2 * y + 0.75)
    mixed = ((column + 2027 * salt) * 374761393 + row * 668265263) & WORD
    mixed = ((mixed ^ mixed >> 13) * 1274126177) & WORD
    mixed = ((mixed ^ mixed >> 16) * 2246822519) & WORD
    return (mixed ^ mixed >> 15) / 2147483648 - 1


def short(value: float) -> str:
    return f"{round(value, 1) + 0.0:g}"


def spot(point: Point) -> str:
    return f"{short(point[0])} {short(point[1])}"


def moved(point: Point, by: Point) -> Point:
    return point[0] + by[0], point[1] + by[1]


def closed(points: Sequence[Point]) -> str:
    return f"M{'L'.join(spot(point) for point in points)}Z"


def path(lines: str, fill: str = "none", **style: str | float) -> str:
    """One colour's worth of lines; nothing where there are none."""
    rest = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in style.items())
    return f'<path d="{lines}" fill="{fill}"{rest}/>' if lines else ""
