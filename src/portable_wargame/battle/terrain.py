"""Terrain: a row for each feature, and one bit, so that a cell may carry several."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
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
FIRST_SPARE: Final = 8192  # from here on, features that a book brings along; two books may use the same bit
FEATURE_BITS: Final = 31  # two of these numbers side by side still fit in a machine word

CHANGING: Final = WIRE | MINEFIELD | GAS  # features that come and go during a battle


# Map letters for features that have none of their own.
SIGNS: Final = "*+#%&@$!?^o0123456789acdegijklnpqrsuvyzACDEGIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True)
class Feature:
    """A terrain feature: what it is, and how to write and draw it where it has no drawing of its own.
    What it does to movement, fire and combat is in the tables of the books."""

    name: str
    letter: str  # on the map of a scenario
    bit: int = 0  # its own; one that a book brings along is given a spare one
    includes: int = 0  # features that it includes: a bridge is a river and a road
    height: int = 0  # a cell has one
    cover: bool = False
    hides: bool = False  # cover that blocks sight; units may look along a trench
    hard: bool = False  # cover that is not only leaves
    sign: str = ""  # in the terminal; its letter if there is none
    shade: str = ""  # the ground it is drawn on there
    telling: int = 0  # which sign wins where there are several: the lowest
    tint: str = "#b9b78a"  # of the ground, in pictures
    pattern: str = "dots"  # on it: plain, dots or dashes

    def bits(self) -> int:
        return self.bit | self.includes


# In the order that a designer sees them. `Ruleset.terrain` has these, and the book's own beside them.
TERRAIN: Final[dict[str, Feature]] = {
    one.name: one
    for one in (
        Feature("woods", "w", WOODS, cover=True, hides=True, sign="♣", shade="on dark_green", telling=4),
        Feature("hill 1", "h", HILL_1, height=1, sign="^", shade="on #5c4a24", telling=9),
        Feature("hill 2", "H", HILL_2, height=2, sign="▲", shade="on #7a5c2e", telling=8),
        Feature("built-up", "b", BUILT_UP, cover=True, hides=True, hard=True, sign="⌂", shade="on orange4", telling=3),
        Feature(
            "fortification",
            "f",
            FORTIFICATION,
            cover=True,
            hides=True,
            hard=True,
            sign="#",
            shade="on grey42",
            telling=1,
        ),
        Feature("trench", "t", TRENCH, cover=True, hard=True, sign="u", shade="on grey42", telling=2),
        Feature("river", "~", RIVER, sign="~", shade="on navy_blue", telling=7),
        Feature("ford", "F", FORD, includes=RIVER, sign="≈", shade="on navy_blue", telling=6),
        Feature("bridge", "B", BRIDGE, includes=RIVER | ROAD, sign="‡", shade="on navy_blue", telling=5),
        Feature("road", "=", ROAD, sign="=", shade="on grey27", telling=10),
        Feature("wire", "x", WIRE, sign="x", telling=11),
        Feature("minefield", "m", MINEFIELD, sign="*", telling=12),
    )
}


def spare_bit(rows: Iterable[Feature]) -> int:
    """A bit that none of these has."""
    taken = 0
    for row in rows:
        taken |= row.bit
    bit = FIRST_SPARE
    while bit < 1 << FEATURE_BITS:
        if not taken & bit:
            return bit
        bit <<= 1
    raise ValueError("no bit is left for another terrain feature")


def add_feature(feature: Feature) -> Feature:
    """Put a book's own feature beside the others, with a bit of its own, and another letter if its own is taken. If
    the name is already taken, all books share that feature."""
    if feature.name in TERRAIN:
        return TERRAIN[feature.name]
    taken = {row.letter for row in TERRAIN.values()}
    letter = next(one for one in feature.letter + SIGNS if one not in taken)
    added = TERRAIN[feature.name] = replace(feature, letter=letter, bit=spare_bit(TERRAIN.values()))
    return added


def remove_feature(name: str) -> None:
    del TERRAIN[name]


def height(features: int) -> int:
    if features & HILL_2:
        return 2
    return 1 if features & HILL_1 else 0


def in_river(features: int) -> bool:
    """A unit on a bridge is not in the river."""
    return features & (RIVER | BRIDGE) == RIVER


def bits_of(names: Iterable[str], terrain: Mapping[str, Feature] = TERRAIN) -> int:
    bits = 0
    for name in names:
        bits |= terrain[name].bits()
    return bits


def features_in(features: int, terrain: Mapping[str, Feature] = TERRAIN) -> list[Feature]:
    """The fewest rows that make up these features: a bridge already includes river and road."""
    whole: list[Feature] = []
    rest = features
    for row in sorted(terrain.values(), key=_reach, reverse=True):
        if not row.includes:
            break
        if features & row.bits() == row.bits():
            whole.append(row)
            rest &= ~row.bits()
    return [row for row in terrain.values() if rest & row.bits() == row.bits() and row not in whole] + whole


def _reach(row: Feature) -> int:
    """How many features its one name covers."""
    return row.bits().bit_count()


def feature_names(features: int, terrain: Mapping[str, Feature] = TERRAIN) -> list[str]:
    return [row.name for row in features_in(features, terrain)]


def undrawn(features: int, terrain: Mapping[str, Feature]) -> list[Feature]:
    """Features that came with a book and have no drawing."""
    if features < FIRST_SPARE:
        return []
    return [row for row in features_in(features, terrain) if row.bit >= FIRST_SPARE]


def mask(features: Iterable[Feature], rows: Callable[[Feature], bool]) -> int:
    """The bits of the features for which this is true."""
    bits = 0
    for row in features:
        if rows(row):
            bits |= row.bit
    return bits


def is_cover(row: Feature) -> bool:
    return row.cover


def is_hiding(row: Feature) -> bool:
    return row.hides


def is_hard(row: Feature) -> bool:
    return row.hard
