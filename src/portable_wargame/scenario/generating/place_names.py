"""What the map of a random battle calls its places: villages, heights, woods and the river."""

import random

from ...battle.terrain import BRIDGE, BUILT_UP, FORD, FORTIFICATION, HILL_1, HILL_2, RIVER, WOODS
from ...grid.names import cell_name
from ..model import Label
from .ground import Ground
from .words import place_name

CELLS_TO_A_NAME = 14  # not counting villages: a map should show more than it spells out
SMALLEST_HILL, SMALLEST_WOOD = 2, 3  # cells that are worth a name
STRETCH = 3  # steps of the river along which its name is lettered
# The features of the place that matters, the most telling first, and what each makes of the name.
ON_THE_MAP = (
    (FORTIFICATION, "Fort {}"),
    (BRIDGE, "{} Bridge"),
    (FORD, "{} Ford"),
    (BUILT_UP, "{}"),
    (HILL_1 | HILL_2, "{} Hill"),
    (WOODS, "{} Wood"),
)


def names_of_places(ground: Ground, key: int, place: str, luck: random.Random) -> dict[str, str]:
    """Names by cell. The place that matters has the same name as in the briefings."""
    made = {place}
    found = {key: next((words for bits, words in ON_THE_MAP if ground.has(key, bits)), "{}").format(place)}
    for village in ground.villages:
        standing = [cell for cell in village if ground.has(cell, BUILT_UP)]
        if standing and key not in standing:
            found[standing[0]] = _new_name(made, luck)
    room = ground.grid.cells // CELLS_TO_A_NAME
    for bits, smallest, words in ((HILL_1 | HILL_2, SMALLEST_HILL, "{} Hill"), (WOODS, SMALLEST_WOOD, "{} Wood")):
        for patch in sorted(_patches(ground, bits), key=len, reverse=True)[: room // 2]:
            free = [cell for cell in patch if cell not in found]
            if len(patch) >= smallest and key not in patch and free:
                middle = min(free, key=lambda cell: (sum(ground.grid.distance(cell, other) for other in patch), cell))
                found[middle] = words.format(_new_name(made, luck))
    return {cell_name(ground.grid, cell): name for cell, name in sorted(found.items())}


def river_label(ground: Ground, name: str) -> list[Label]:
    """The river's name, along the middle of its course."""
    if len(ground.river) <= STRETCH or not all(ground.has(cell, RIVER) for cell in ground.river):
        return []
    first = (len(ground.river) - STRETCH) // 2
    ends = (ground.river[first], ground.river[first + STRETCH])
    return [Label(name, *(cell_name(ground.grid, cell) for cell in ends))]


def _new_name(made: set[str], luck: random.Random) -> str:
    name = place_name(luck)
    while name in made:
        name = place_name(luck)
    made.add(name)
    return name


def _patches(ground: Ground, bits: int) -> list[list[int]]:
    """The groups of cells with one of these features that touch."""
    left = {cell for cell in range(ground.grid.cells) if ground.has(cell, bits)}
    patches: list[list[int]] = []
    while left:
        patch = [min(left)]
        left.discard(patch[0])
        for cell in patch:
            near = [other for other in ground.grid.neighbours[cell] if other in left]
            left.difference_update(near)
            patch += near
        patches.append(patch)
    return patches
