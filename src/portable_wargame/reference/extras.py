"""What only some books have: pins, works, transport, gas, aircraft."""

from ..battle.naming import plain
from ..game.ruleset import Air, Gas, Ruleset
from ..game.tables import FRONT_LEFT, FRONT_RIGHT, ON_TARGET
from ..rules.air.aircraft import is_not_an_aircraft
from ..rules.combat.pinning import is_pinned
from .moot import pins
from .shooting import DIE, modifier_lines, reasons
from .value import Line, Part, Row, Section, Table
from .words import arms_in, effects, ruled, sentence, unique


def pinning_section(book: Ruleset) -> Section | None:
    rule = book.pinning
    if rule is None or not pins(book):
        return None
    halts = [row.clause for row in book.movement.barred.rows if row.forbids is is_pinned]
    return Section(
        "Pins",
        (
            Line("A pinned unit may not move, counts as in cover, and may still fire", unique(halts)),
            Line("Removing the pin is the unit’s activation", (rule.unpin,)),
            Line(ruled(rule.charge), unique((rule.charge, rule.first))),
        ),
    )


def works_section(book: Ruleset) -> Section | None:
    lines: list[Line] = []
    for work in book.works:
        who = sentence(arms_in(work.arms)) if work.arms else "Any unit"
        where = "in an adjacent cell" if work.next_to else "in its own cell"
        turns = "1 turn" if work.turns == 1 else f"{work.turns} turns"
        lines.append(Line(f"{who}, {where}: {plain(work.done)} after staying {turns}", (work.clause,)))
    if book.transport is not None:
        clauses = unique((book.transport.clause, book.transport.limber))
        lines.append(Line("Loading, unloading and limbering take the whole activation", clauses))
        for clause in unique((book.transport.riders, book.transport.riders_hit, book.transport.riders_lost)):
            lines.append(Line(ruled(clause), (clause,)))
    if book.mounting:
        lines.append(Line("Mounting or dismounting takes the unit’s move", (book.mounting,)))
    return Section("Works and transport", tuple(lines)) if lines else None


def gas_section(book: Ruleset) -> Section | None:
    rule = book.gas
    if rule is None:
        return None
    return Section(
        "Gas",
        (
            Line("A gas shell is fired like any other and leaves a cloud where it lands", (rule.shell,)),
            Line(
                f"The cloud lasts {rule.turns} turns; at the start of each artillery phase, a D6:", (rule.drift.clause,)
            ),
            _drift(rule),
            Line("Every unit in it, passed by it or entering it is hit", (rule.hit,)),
        ),
    )


def _drift(rule: Gas) -> Table:
    rows: dict[str, list[str]] = {}
    for face in range(1, DIE + 1):
        place = rule.drift.effect(face)
        where = "stays" if place == ON_TARGET else "to the firer" if place in (FRONT_LEFT, FRONT_RIGHT) else "away"
        rows.setdefault(where, []).append(str(face))
    clauses = (rule.drift.clause,)
    return Table(("D6", "Cloud"), tuple(Row((", ".join(faces), where), clauses) for where, faces in rows.items()))


def air_section(book: Ruleset) -> Section | None:
    rule = book.air
    if rule is None:
        return None
    parts: list[Part] = [
        Line(ruled(rule.must_activate), (rule.must_activate,)),
        Line(f"In from its own edge and out again within {rule.turns} turns, or lost", (rule.endurance,)),
        Line(
            f"Air to air: range {rule.reach}, a D6 for each gun that bears: {_needs(rule)}", (rule.air_to_air.clause,)
        ),
    ]
    parts.append(Line(f"{ruled(rule.strafe)}: {_at_ground(rule)}", unique((rule.strafe, rule.to_ground.clause))))
    parts.append(Line(ruled(rule.bomb), (rule.bomb,)))
    parts += modifier_lines(rule.bomb_modifiers, " (bombs)")
    parts += modifier_lines(rule.to_ground_modifiers, " (strafing)")
    least, effect = rule.anti_aircraft.lines[0]
    shot = f"Guns at aircraft (anti-aircraft guns; {arms_in(rule.guns_at_aircraft)} when activated): "
    parts.append(Line(f"{shot}{least}+ {effects()[effect]}", (rule.anti_aircraft.clause,)))
    parts += modifier_lines(rule.anti_aircraft_modifiers, " (at aircraft)")
    rows = [row for row in rule.barred.rows if row.forbids is not is_not_an_aircraft]
    return Section("Aircraft", (*parts, *reasons("No attack if", rows)))


def _needs(rule: Air) -> str:
    least, effect = rule.air_to_air.lines[0]
    return f"{least}+ {effects()[effect]}"


def _at_ground(rule: Air) -> str:
    least, effect = rule.to_ground.lines[0]
    return f"{least}+ {effects()[effect]}"
