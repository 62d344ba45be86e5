"""The board of one battle: its grid and the terrain that never changes."""

from collections.abc import Iterable

from ..grid.aspects import aspect_table
from ..grid.compiler import i64, vec
from ..grid.grid import Grid
from .ground import Ground
from .terrain import is_cover, is_hard, is_hiding, mask


class Cover:
    """Which features are cover, which of them nobody sees through, and which are more than leaves."""

    def __init__(self, features: Iterable[str]) -> None:
        self.cover = mask(features, is_cover)
        self.hides = mask(features, is_hiding)
        self.hard = mask(features, is_hard)


class Battlefield:
    def __init__(
        self,
        grid: Grid,
        features: list[int],
        front_faces: int,
        types: int,
        cover: Cover,
        overlooks_hills: bool = True,
    ) -> None:
        self.grid = grid
        self.overlooks_hills = overlooks_hills  # from height 2 one sees, and is seen, over hills of height 1
        self.features = vec[i64](features)
        self.aspects = aspect_table(grid.faces, front_faces if grid.faces == 6 else 1)
        self.ground = Ground(types)
        # Of features, one bit each, as the book has it.
        self.cover: i64 = cover.cover
        self.hides: i64 = cover.hides
        self.hard: i64 = cover.hard

    def aspect(self, cell: i64, facing: i64, seen_from: int) -> int:
        """Which side a unit in `cell` shows to the neighbouring cell it is seen from."""
        return self.aspects[(self.grid.direction(cell, seen_from) - facing) % self.grid.faces]
