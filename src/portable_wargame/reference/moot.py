"""Rows that a house rule has left without effect: they are in the book, but nobody will meet them at the table."""

from collections.abc import Callable, Iterable

from ..battle.terrain import TRENCH
from ..game.ruleset import Ruleset
from ..game.tables import PINNED, Modifier, UnitRestriction
from ..rules.combat.pinning import firer_is_pinned, is_halted_by_a_pin, is_pinned
from ..rules.deeds import is_crossing_a_trench, side_is_exhausted
from ..rules.fire.cover import unit_crossing_a_trench


def pins(book: Ruleset) -> bool:
    """Whether anything pins: the house rule that takes pins away takes them out of the tables."""
    return any(effect == PINNED for table in book.fire.tables for _, effect in table.lines)


def in_force(book: Ruleset, rows: Iterable[UnitRestriction]) -> list[UnitRestriction]:
    return [row for row in rows if not _is_moot(book, row.forbids)]


def modifiers_in_force(book: Ruleset, rows: Iterable[Modifier]) -> list[Modifier]:
    return [row for row in rows if not _is_moot(book, row.when)]


def _is_moot(book: Ruleset, holds: Callable[..., object]) -> bool:
    if holds is side_is_exhausted:
        return book.exhaustion is None
    if holds in (is_crossing_a_trench, unit_crossing_a_trench):
        return not book.movement.crossings & TRENCH
    return holds in (firer_is_pinned, is_halted_by_a_pin, is_pinned) and not pins(book)
