"""Where units of a type may stand before the battle, and with whom."""

from ..battle.unit import AIRCRAFT, UnitType
from ..game.ruleset import Ruleset


def forbidden(book: Ruleset, unit_type: UnitType, features: int) -> str:
    """The clause that keeps a unit of the type out of such a cell; "" if none does."""
    return book.movement.footing(unit_type, features, features).forbidden


def may_stand(book: Ruleset, unit_type: UnitType, features: int) -> bool:
    return not forbidden(book, unit_type, features)


def flies_over(unit_type: UnitType, other: UnitType) -> bool:
    """Whether one of them flies over the other."""
    return (unit_type.arms ^ other.arms) & AIRCRAFT != 0


def may_share(book: Ruleset, unit_type: UnitType, other: UnitType) -> bool:
    """Whether friends of these types may be in one cell."""
    if flies_over(unit_type, other):
        return True
    return (unit_type.arms | other.arms) & book.movement.shares_cell != 0
