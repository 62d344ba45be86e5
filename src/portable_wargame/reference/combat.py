"""Close combat, hits, and the point at which a side has had enough."""

from collections.abc import Callable

from ..battle.unit import QUALITIES
from ..game.ruleset import CloseCombat, Exhaustion, Ruleset
from ..game.tables import Attack, phrase
from ..rules.combat.close_combat import its_power, power_by_aspect
from .moot import in_force, modifiers_in_force
from .shooting import DIE, modifier_lines, reasons
from .value import Line, Part, Row, Section, Table
from .words import arms_in, ruled, sentence, unique
from .words import effects as effect_words

# What a unit rolls against, by the function that the engine calls.
NEEDS: dict[Callable[[Attack], int], str] = {
    its_power: "its power",
    power_by_aspect: "its power (flank power if so attacked)",
}


def combat_section(book: Ruleset) -> Section:
    combat = book.close_combat
    parts: list[Part] = [Line(ruled(combat.when), (combat.when,))]
    parts.append(Line(_rolls(combat), unique((combat.clause, combat.floor))))
    parts += modifier_lines(modifiers_in_force(book, combat.modifiers))
    parts += modifier_lines(combat.handicaps, f" (to {handicapped(combat)})")
    parts += reasons("No attack if", (*in_force(book, combat.barred.rows), *combat.no_attack))
    if combat.attacker:
        parts.append(Line(ruled(combat.attacker), (combat.attacker,)))
    if combat.draw:
        draw = f"If neither is destroyed, the attacker withdraws one cell ({_where_to(book)}) or is destroyed"
        parts.append(Line(draw, unique((combat.draw, book.hits.retreat))))
    return Section("Close combat", (*parts, *_advance(book)))


def handicapped(combat: CloseCombat) -> str:
    """What a handicap is added to: where a score up to the unit's power wins, that is strength; elsewhere it is the
    score that a unit needs."""
    return "its power" if combat.at_most else "the score it needs"


def _rolls(combat: CloseCombat) -> str:
    """Which side is hit, and when."""
    needed = NEEDS.get(combat.needs) or phrase(combat.needs)
    reached = f"{needed} or less" if combat.at_most else f"{needed} or more"
    harm = "destroys" if combat.kills else "hits"
    if combat.hits_other_on_success:
        outcome = f"{reached} {harm} the other"
    else:
        outcome = f"a unit that rolls under {needed} is {'destroyed' if combat.kills else 'hit'}"
    floor = f"; power is never under {combat.least}" if combat.floor else ""
    modified = ", modified" if combat.modifiers else ""
    return f"Both roll a D6{modified}: {outcome}{floor}"


def _advance(book: Ruleset) -> list[Line]:
    advance = book.close_combat.advance
    who = "The winner" if advance.defender_too else "A winning attacker"
    words = f"{who} may move into the cell that is left ({arms_in(advance.arms)} only)"
    on = ", and the attacker may fight on" if advance.defender_too else ", and may fight on"
    words += on if advance.fights_on else "; no further combat"
    clauses = unique((advance.clause, advance.others, book.close_combat.second))
    return [Line(words, clauses)]


def hits_section(book: Ruleset) -> Section | None:
    rule = book.hits
    if not rule.tables:
        return None
    worst = [max(face for face in range(1, DIE + 1) if table.effect(face) == table.effect(1)) for table in rule.tables]
    effects = {(table.effect(1), table.effect(DIE)) for table in rule.tables}
    heads = [effect_words()[effect] for effect in next(iter(effects))] if len(effects) == 1 else ["low", "high"]
    rows = tuple(
        Row((quality, _span(1, limit), _span(limit + 1, DIE)), (table.clause,))
        for quality, limit, table in zip(QUALITIES, worst, rule.tables, strict=True)
    )
    parts: list[Part] = [Line("A unit that is hit rolls a D6", (rule.tables[0].clause,))]
    parts.append(Table(("Quality", *(sentence(head) for head in heads)), rows))
    away = f"Retreat one cell: {_where_to(book)}; with nowhere to go"
    lost = "it loses the SP" if book.strength is not None else "it is destroyed"
    parts.append(Line(f"{away}, {lost}", unique((rule.retreat, rule.no_retreat))))
    if rule.commander_test is not None:
        test = rule.commander_test
        words = "Instead of the SP, the attacker may try for a Commander with the unit: killed on"
        parts.append(Line(f"{words} {_span(test.killed_at, DIE)}, and the SP is lost; else no harm", (test.clause,)))
    if rule.shared:
        parts.append(Line(ruled(rule.shared), (rule.shared,)))
    return Section("Hits", tuple(parts))


def _where_to(book: Ruleset) -> str:
    """What a cell must be for a unit to retreat into it, and how it then faces."""
    rule = book.hits
    words = ["empty", "passable"]
    if not rule.retreats_to_enemies:
        words.append("not next to an enemy")
    if not rule.retreats_onward:
        words.append("not where the blow came from")
    if rule.retreats_away:
        words.append("no nearer to the attacker")
    return f"{', '.join(words)}, {'facing as its owner likes' if book.retreat_facing_chosen else 'facing as before'}"


def _span(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}–{last}"


EXHAUSTED = "It may not step nearer to the enemy, attack or advance; it may fire, fight back, retreat and withdraw"


def exhaustion_section(book: Ruleset) -> Section | None:
    rule = book.exhaustion
    if rule is None:
        return None
    return Section("Exhaustion", (Line(_point(rule), (rule.point,)), Line(EXHAUSTED, (rule.effect,)), _end(rule)))


def _point(rule: Exhaustion) -> str:
    return f"A side that has lost {rule.numerator}/{rule.denominator} of its starting SP (rounded up) is exhausted"


def _end(rule: Exhaustion) -> Line:
    who = "either side is" if rule.ends_with_first else "both sides are"
    return Line(f"The battle ends when {who} exhausted", (rule.end,))
