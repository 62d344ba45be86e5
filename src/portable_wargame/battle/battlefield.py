"""The board of one battle: its grid and the terrain that never changes."""

from typing import Final

from ..grid.aspects import aspect_table
from ..grid.compiler import i64, vec
from ..grid.grid import Grid
from .ground import Ground
from .terrain import BUILT_UP, FORTIFICATION, WOODS

NO_PATCH: Final = -1


class Battlefield:
    def __init__(self, grid: Grid, features: list[int], front_faces: int, types: int) -> None:
        self.grid = grid
        self.features = vec[i64](features)
        self.aspects = aspect_table(grid.faces, front_faces if grid.faces == 6 else 1)
        self.ground = Ground(types)
        self.patch = vec[i64](patches(grid, features))

    def aspect(self, cell: i64, facing: i64, seen_from: int) -> int:
        """Which side a unit in `cell` shows to the neighbouring cell it is seen from."""
        return self.aspects[(self.grid.direction(cell, seen_from) - facing) % self.grid.faces]


def patches(grid: Grid, features: list[int]) -> list[int]:
    """Cells of one wood, one built-up area or one fortification share a number."""
    patch = [NO_PATCH] * grid.cells
    number = 0
    for kind in (WOODS, BUILT_UP, FORTIFICATION):
        for start in range(grid.cells):
            if not features[start] & kind or patch[start] != NO_PATCH:
                continue
            patch[start] = number
            reached = [start]
            while reached:
                for cell in grid.neighbours[reached.pop()]:
                    if features[cell] & kind and patch[cell] == NO_PATCH:
                        patch[cell] = number
                        reached.append(cell)
            number += 1
    return patch
