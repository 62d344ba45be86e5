"""The board of one battle: its grid and the terrain that no rule changes."""

from collections.abc import Sequence

from ..grid.aspects import aspect_table
from ..grid.compiler import i64, vec
from ..grid.grid import Grid
from .ground import Ground
from .terrain import TERRAIN, Feature, is_cover, is_hard, is_hiding, mask


class Cover:
    """Which features are cover, which of them block sight, and which are more than leaves."""

    def __init__(self, features: Sequence[Feature]) -> None:
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
        terrain: dict[str, Feature] = TERRAIN,
        places: dict[str, str] | None = None,
    ) -> None:
        self.grid = grid
        self.places = {} if places is None else places  # by cell, what the map calls it
        self.overlooks_hills = overlooks_hills  # from height 2 units see, and are seen, over hills of height 1
        self.features = vec[i64](features)
        self.terrain = terrain  # by their names, the rows whose bits these are
        self.drawn = self.features  # as in the scenario; an umpire may have changed the board since
        self.aspects = aspect_table(grid.faces, front_faces if grid.faces == 6 else 1)
        self.ground = Ground(types)
        # Sets of features, one bit each, as the book defines them.
        self.cover: i64 = cover.cover
        self.hides: i64 = cover.hides
        self.hard: i64 = cover.hard

    def redrawn(self, features: list[int]) -> "Battlefield":
        """The same board with other terrain, with nothing worked out for it yet."""
        twin = Battlefield(self.grid, features, 1, len(self.ground.ways), Cover(()), self.overlooks_hills, self.terrain)
        twin.drawn, twin.aspects, twin.places = self.drawn, self.aspects, self.places
        twin.cover, twin.hides, twin.hard = self.cover, self.hides, self.hard
        return twin

    def aspect(self, cell: i64, facing: i64, seen_from: int) -> int:
        """Which aspect a unit in `cell` shows to the neighbouring cell that looks at it."""
        return self.aspects[(self.grid.direction(cell, seen_from) - facing) % self.grid.faces]
