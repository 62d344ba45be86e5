"""What does not carry over when a scenario goes to another book or grid: every substitution, in words."""

from dataclasses import dataclass

from ...battle.unit import UnitType
from ...game.ruleset import Ruleset
from ..model import UnitEntry


@dataclass(frozen=True)
class Substitution:
    """`what` had `was` and now has `becomes`; "" where it no longer has anything."""

    what: str  # "unit r3", "cell c4", "option gas"
    was: str
    becomes: str
    why: str

    def sentence(self) -> str:
        change = f"{self.was} becomes {self.becomes}" if self.becomes else f"{self.was} is left out"
        return f"{self.what}: {change}; {self.why}"


def stand_ins(old: Ruleset, new: Ruleset, unit: UnitEntry) -> list[str]:
    """What may take the place of a unit in another book, the closest first: the name of a type, perhaps with a weapon.

    First the same type, with the same weapon if there is that choice; then what the type's own row names; then types
    that name it; and where no row says anything, types of the same arms.
    """
    own = old.type_named(unit.type)
    assert own is not None
    named = [f"{unit.type} {unit.weapon}" if unit.weapon else unit.type]
    if unit.weapon:
        bearers = old.weapons[unit.weapon].borne_by
        named += [name for name in bearers if _arms(new, name) & own.arms]
    found = [choice for choice in (*named, unit.type, *own.stands_for) if has(new, choice)]
    return found or _from_there(new, unit.type) or _of_the_same_arms(new, own)


def has(book: Ruleset, choice: str) -> bool:
    name, weapon = parted(book, choice)
    unit_type = book.type_named(name)
    return unit_type is not None and (not weapon or weapon in unit_type.weapons)


def parted(book: Ruleset, choice: str) -> tuple[str, str]:
    """The type and the weapon that may stand in; "" for no weapon. There may be spaces in both."""
    names = [one.name for one in book.unit_types if _begins(choice, one.name)]
    name = max(names, key=len, default=choice)
    return name, choice[len(name) + 1 :]


def _begins(choice: str, name: str) -> bool:
    return f"{choice} ".startswith(f"{name} ")


def _arms(book: Ruleset, name: str) -> int:
    unit_type = book.type_named(name)
    return unit_type.arms if unit_type is not None else 0


def _from_there(new: Ruleset, name: str) -> list[str]:
    return [one.name for one in new.unit_types if any(_begins(choice, name) for choice in one.stands_for)]


def _of_the_same_arms(new: Ruleset, own: UnitType) -> list[str]:
    like = [one for one in new.unit_types if one.arms & own.arms]
    return [one.name for one in sorted(like, key=lambda one: -int(one.arms & own.arms).bit_count())]


def weapon_for(old: Ruleset, new: Ruleset, weapon: str, choices: tuple[str, ...]) -> str:
    """Which of these weapons of the new book stands in for a weapon of the old; "" if none does."""
    likely = old.weapons[weapon].stands_for
    return next(
        (name for name in choices if name in likely or weapon in new.weapons[name].stands_for),
        "",
    )
