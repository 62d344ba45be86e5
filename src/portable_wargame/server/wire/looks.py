"""How terrain and units look, as far as the page is told: their rows say it."""

from typing import Literal

from ...battle.terrain import TERRAIN, Feature
from ...battle.unit import AIRCRAFT, UnitType
from .messages import FeatureLook, TypeLook

Pattern = Literal["plain", "dots", "dashes"]
PATTERNS: dict[str, Pattern] = {"plain": "plain", "dots": "dots", "dashes": "dashes"}


def feature_look(row: Feature) -> FeatureLook:
    return FeatureLook(letter=row.letter, tint=row.tint, pattern=PATTERNS.get(row.pattern, "plain"))


def looks_of(features: list[list[str]]) -> dict[str, FeatureLook]:
    """By name, the look of every feature on a board."""
    return {name: feature_look(TERRAIN[name]) for name in dict.fromkeys(one for names in features for one in names)}


def type_look(unit_type: UnitType) -> TypeLook:
    return TypeLook(symbol=unit_type.symbol or unit_type.name, flies=unit_type.arms & AIRCRAFT != 0)
