"""Terrain features, one bit each: a cell may carry several."""

from typing import Final

WOODS: Final = 1
HILL_1: Final = 2
HILL_2: Final = 4
BUILT_UP: Final = 8
FORTIFICATION: Final = 16
TRENCH: Final = 32
RIVER: Final = 64
FORD: Final = 128
BRIDGE: Final = 256
ROAD: Final = 512
WIRE: Final = 1024
MINEFIELD: Final = 2048
GAS: Final = 4096
FEATURE_BITS: Final = 13

FEATURES: Final = {
    "woods": WOODS,
    "hill 1": HILL_1,
    "hill 2": HILL_2,
    "built-up": BUILT_UP,
    "fortification": FORTIFICATION,
    "trench": TRENCH,
    "river": RIVER,
    "ford": RIVER | FORD,
    "bridge": RIVER | BRIDGE | ROAD,
    "road": ROAD,
    "wire": WIRE,
    "minefield": MINEFIELD,
}

COVER: Final = WOODS | BUILT_UP | FORTIFICATION | TRENCH
HIDES: Final = WOODS | BUILT_UP | FORTIFICATION  # cover that nobody sees through; one may look along a trench
CHANGING: Final = WIRE | MINEFIELD | GAS  # features that come and go in the course of a battle


def height(features: int) -> int:
    if features & HILL_2:
        return 2
    return 1 if features & HILL_1 else 0


def in_river(features: int) -> bool:
    """A unit on a bridge is not in the river."""
    return features & (RIVER | BRIDGE) == RIVER


def feature_names(features: int) -> list[str]:
    """The fewest names that make up these features: a bridge says river and road already."""
    names: list[str] = []
    rest = features
    for name in ("bridge", "ford"):
        if features & FEATURES[name] == FEATURES[name]:
            names.append(name)
            rest &= ~FEATURES[name]
    return [name for name, bits in FEATURES.items() if rest & bits == bits and name not in names] + names
