"""Artillery and fire: the rolls, the modifiers, the effects, and who may not fire."""

from collections.abc import Callable, Iterable, Sequence

from ..game.ruleset import Landing, Ruleset, Shooting
from ..game.tables import (
    BEHIND_LEFT,
    BEHIND_RIGHT,
    FRONT_LEFT,
    FRONT_RIGHT,
    NOTHING,
    ON_TARGET,
    Modifier,
    Restriction,
    ResultTable,
    UnitRestriction,
    phrase,
)
from .moot import in_force, modifiers_in_force
from .value import Line, Part, Row, Section, Table
from .words import OTHERWISE, condition, effects, reason, sentence, signed, unique

PLACES = {
    ON_TARGET: "on target",
    FRONT_LEFT: "in front (left)",
    FRONT_RIGHT: "in front (right)",
    BEHIND_LEFT: "behind (left)",
    BEHIND_RIGHT: "behind (right)",
    NOTHING: "no effect",
}
DIE = 6


def artillery_section(book: Ruleset) -> Section:
    shooting = book.artillery
    parts: list[Part] = [Line("Each gun rolls a D6, modified", (shooting.clause,))]
    if shooting.landing is not None:
        parts += landing_parts(shooting.landing)
    parts += effect_parts(book, shooting)
    if shooting.landing is not None:
        parts.append(Line("Whatever is where the shell lands is hit, friend or foe", (shooting.clause,)))
    if shooting.at_empty:
        parts.append(Line("A gun may also fire at an empty cell", (shooting.at_an_enemy or shooting.clause,)))
    return Section("Artillery", (*parts, *forbidden(book, "No shot if", shooting)))


def fire_section(book: Ruleset) -> Section:
    several = sorted({kind.fire_dice for kind in book.unit_types if kind.fire_range and kind.fire_dice > 1})
    dice = f" (types marked ×{several[0]}: {several[0]} dice)" if len(several) == 1 else ""
    parts = [Line(f"One D6, modified{dice}", (book.fire.clause,)), *effect_parts(book, book.fire)]
    if book.hits.proof:
        harm = "only drive tanks back" if book.hits.proof_retreats else "do nothing to tanks"
        parts.append(Line(f"Small arms and machine guns {harm}", (book.hits.proof,)))
    if book.fire.turns:
        parts.append(Line("A unit may turn by one face to fire", unique((book.fire.turns, book.artillery.turns))))
    return Section("Fire", (*parts, *forbidden(book, "No fire if", book.fire)))


def effect_parts(book: Ruleset, shooting: Shooting) -> list[Part]:
    modifiers = modifiers_in_force(book, shooting.modifiers)
    return [*result_tables(shooting.tables, modifiers, effects()), *modifier_lines(modifiers)]


def landing_parts(landing: Landing) -> list[Part]:
    parts: list[Part] = []
    if landing.sure_within:
        words = f"Range 1–{landing.sure_within}: it lands on target. Farther, roll where it lands:"
        parts.append(Line(words, unique((landing.sure, landing.table.clause))))
    parts += result_tables((landing.table,), landing.modifiers, PLACES, "Lands")
    return [*parts, *modifier_lines(landing.modifiers)]


def result_tables(
    tables: Iterable[ResultTable], modifiers: Iterable[Modifier], words: dict[int, str], title: str = "Effect"
) -> list[Part]:
    """One table: a row for every score that any of them has a line for, a column for every one of them."""
    found = list(tables)
    if not found:
        return []
    heads = [sentence(table_name(found, table)) for table in found]
    if len(found) == 1:
        heads = [title]
    if len(found) == 1 and len(found[0].lines) == 1:
        least, effect = found[0].lines[0]
        return [Line(words[effect], (found[0].clause,), f"{least}+")]
    bounds = sorted({least for table in found for least, _ in table.lines}, reverse=True)
    clauses = unique(table.clause for table in found)
    rows: list[Row] = []
    above = 0  # the lowest score already covered; 0: none
    lowest = 1 + sum(min(0, row.amount) for row in modifiers)
    for least in [*bounds, *([NOTHING] if lowest < min(bounds) else [])]:
        cells = tuple(words[table.effect(least if least else min(bounds) - 1)] for table in found)
        rows.append(Row((_scores(least, above), *cells), clauses))
        above = least
    return [Table(("Score", *heads), tuple(rows))]


def table_name(tables: Sequence[ResultTable], table: ResultTable) -> str:
    """When to read a table. The last has no condition: it covers whatever the earlier ones leave."""
    if table.when is not None:
        return condition(table.when)
    before = tables[-2].when if len(tables) > 1 else None
    return OTHERWISE.get(phrase(before), "otherwise")


def _scores(least: int, above: int) -> str:
    if not above:
        return f"{least}+"
    if not least:
        return f"under {above}"
    return str(least) if least == above - 1 else f"{least}–{above - 1}"


def modifier_lines(modifiers: Iterable[Modifier], suffix: str = "") -> list[Line]:
    return [Line(reason(row) + suffix, (row.clause,), signed(row.amount)) for row in modifiers]


def forbidden(book: Ruleset, title: str, shooting: Shooting) -> list[Line]:
    return reasons(title, (*in_force(book, shooting.barred.rows), *shooting.restrictions))


def reasons(title: str, rows: Iterable[UnitRestriction | Restriction]) -> list[Line]:
    """Everything that forbids something, in one line; rows that say the same are merged, with all their clauses."""
    by_words: dict[str, list[str]] = {}
    for row in rows:
        forbids: Callable[..., bool] = row.forbids
        by_words.setdefault(condition(forbids), []).append(row.clause)
    if not by_words:
        return []
    clauses = unique(clause for found in by_words.values() for clause in found)
    return [Line("; ".join(by_words), clauses, lead=title)]
