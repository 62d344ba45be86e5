"""The board of one battle: its grid and the terrain that never changes."""

from ..grid.aspects import aspect_table
from ..grid.compiler import i64, vec
from ..grid.grid import Grid
from .ground import Ground


class Battlefield:
    def __init__(
        self, grid: Grid, features: list[int], front_faces: int, types: int, overlooks_hills: bool = True
    ) -> None:
        self.grid = grid
        self.overlooks_hills = overlooks_hills  # from height 2 one sees, and is seen, over hills of height 1
        self.features = vec[i64](features)
        self.aspects = aspect_table(grid.faces, front_faces if grid.faces == 6 else 1)
        self.ground = Ground(types)

    def aspect(self, cell: i64, facing: i64, seen_from: int) -> int:
        """Which side a unit in `cell` shows to the neighbouring cell it is seen from."""
        return self.aspects[(self.grid.direction(cell, seen_from) - facing) % self.grid.faces]
