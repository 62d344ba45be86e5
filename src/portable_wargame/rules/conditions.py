"""Conditions that a book puts together itself: all of several, any of them, not one; and those that name a unit type, a
terrain feature, a quality or a range. They stand in rows beside the named functions; their words are their reason."""

from collections.abc import Callable
from typing import Final

from ..battle.battle import NOBODY, Battle
from ..battle.unit import UnitType
from ..game.tables import Attack
from ..grid.compiler import i64

ALL: Final = 0
ANY: Final = 1
NONE: Final = 2


class AttackJoined:
    """All of these hold of an attack, any, or none."""

    def __init__(self, words: str, how: int, parts: list[Callable[[Attack], int]]) -> None:
        self.words = words
        self.how = how
        self.parts = parts

    def __call__(self, attack: Attack) -> bool:
        for part in self.parts:
            holds = bool(part(attack))
            if self.how == ALL and not holds:
                return False
            if self.how != ALL and holds:
                return self.how == ANY
        return self.how != ANY


class UnitJoined:
    """All of these hold of a unit, any, or none."""

    def __init__(self, words: str, how: int, parts: list[Callable[[Battle, i64], bool]]) -> None:
        self.words = words
        self.how = how
        self.parts = parts

    def __call__(self, battle: Battle, unit: i64) -> bool:
        for part in self.parts:
            holds = part(battle, unit)
            if self.how == ALL and not holds:
                return False
            if self.how != ALL and holds:
                return self.how == ANY
        return self.how != ANY


class StepJoined:
    """All of these hold of a step from cell to cell, any, or none."""

    def __init__(self, words: str, how: int, parts: list[Callable[[UnitType, int, int], bool]]) -> None:
        self.words = words
        self.how = how
        self.parts = parts

    def __call__(self, unit_type: UnitType, leaving: int, entering: int) -> bool:
        for part in self.parts:
            holds = part(unit_type, leaving, entering)
            if self.how == ALL and not holds:
                return False
            if self.how != ALL and holds:
                return self.how == ANY
        return self.how != ANY


class OfTheAttacker:
    """A condition on units, applied to the unit that rolls."""

    def __init__(self, words: str, condition: Callable[[Battle, i64], bool]) -> None:
        self.words = words
        self.condition = condition

    def __call__(self, attack: Attack) -> bool:
        return self.condition(attack.battle, attack.unit)


class OfTheTarget:
    """The same for the opponent in close combat, or for any unit in the cell that is shot at."""

    def __init__(self, words: str, condition: Callable[[Battle, i64], bool]) -> None:
        self.words = words
        self.condition = condition

    def __call__(self, attack: Attack) -> bool:
        if attack.opponent != NOBODY:
            return self.condition(attack.battle, attack.opponent)
        for unit in attack.battle.units_in(attack.target):
            if self.condition(attack.battle, unit):
                return True
        return False


class IsType:
    """The unit has this type, or is of one of these arms."""

    def __init__(self, words: str, name: str, arms: i64) -> None:
        self.words = words
        self.name = name
        self.arms = arms

    def __call__(self, battle: Battle, unit: i64) -> bool:
        unit_type = battle.type_of[unit]
        return unit_type.name == self.name or unit_type.arms & self.arms != 0


class IsOfQuality:
    def __init__(self, words: str, quality: i64) -> None:
        self.words = words
        self.quality = quality

    def __call__(self, battle: Battle, unit: i64) -> bool:
        return battle.roster.quality[unit] == self.quality


class StandsIn:
    """In a cell with one of these features."""

    def __init__(self, words: str, features: i64) -> None:
        self.words = words
        self.features = features

    def __call__(self, battle: Battle, unit: i64) -> bool:
        return battle.on_board(unit) and battle.features[battle.at[unit]] & self.features != 0


class TargetStandsIn:
    def __init__(self, words: str, features: i64) -> None:
        self.words = words
        self.features = features

    def __call__(self, attack: Attack) -> bool:
        return attack.battle.features[attack.target] & self.features != 0


class IsWithin:
    """The target is no farther away than this."""

    def __init__(self, words: str, cells: i64) -> None:
        self.words = words
        self.cells = cells

    def __call__(self, attack: Attack) -> bool:
        return attack.battle.field.grid.distance(attack.cell, attack.target) <= self.cells


class TypeSteps:
    """The step is made by a unit of this type, or of one of these arms."""

    def __init__(self, words: str, name: str, arms: i64) -> None:
        self.words = words
        self.name = name
        self.arms = arms

    def __call__(self, unit_type: UnitType, leaving: int, entering: int) -> bool:
        return unit_type.name == self.name or unit_type.arms & self.arms != 0


class StepsInto:
    def __init__(self, words: str, features: i64) -> None:
        self.words = words
        self.features = features

    def __call__(self, unit_type: UnitType, leaving: int, entering: int) -> bool:
        return entering & self.features != 0


class StepsOutOf:
    def __init__(self, words: str, features: i64) -> None:
        self.words = words
        self.features = features

    def __call__(self, unit_type: UnitType, leaving: int, entering: int) -> bool:
        return leaving & self.features != 0


class Score:
    """What every unit needs in close combat, in a book that states it as a number."""

    def __init__(self, needs: i64) -> None:
        self.words = f"{needs}"
        self.needs = needs

    def __call__(self, attack: Attack) -> int:
        return self.needs


def is_attacking(attack: Attack) -> bool:
    return attack.attacking


def is_defending(attack: Attack) -> bool:
    return not attack.attacking
