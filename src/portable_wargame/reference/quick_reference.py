"""A book on a page, exactly as a scenario plays it: `quick_reference(ruleset, grid)`, or `of_scenario(scenario)`."""

import re
from dataclasses import replace

from ..battle.naming import plain
from ..game.changes import HIDDEN
from ..game.ruleset import Ruleset
from ..rules.movement.arrival import ARRIVAL
from ..rules.movement.deployment import SECRET
from ..rules.turn.reinforcements import CLAUSE as REINFORCEMENTS
from ..rulesets.house_rules import HOUSE_RULES
from ..scenario.model import Scenario
from ..scenario.setup import ruleset_of
from ..scenario.telling.victory import conditions, otherwise
from .combat import combat_section, exhaustion_section, hits_section
from .extras import air_section, gas_section, pinning_section, works_section
from .ground import movement_section, sight_section, terrain_section
from .shooting import artillery_section, fire_section
from .turn import turn_section
from .units import units_section
from .value import Line, Part, QuickReference, Row, Section, Table
from .words import ruled

CELLS = {"square": "square", "hex": "hex"}
ALL_CELLS = {"square": "squares", "hex": "hexes"}

CALLED = (
    "Those that wait for a die or an event: at the start of each turn from their own on, see whether it has happened; "
    "then throw a D6 for each, or one for a group; with the score it needs, or more, it may come this turn or later"
)
FOUND = (
    "put on the board when an enemy on the ground comes next to it, when a shell lands or gas drifts into its cell, or "
    "when its side activates it; an enemy that moves next to it stops there, and it turns to face it"
)


def quick_reference(book: Ruleset, grid: str) -> QuickReference:
    """The book as it stands: its optional rules and house rules are in its rows already."""
    sections = (
        turn_section(book),
        artillery_section(book),
        movement_section(book),
        fire_section(book),
        combat_section(book),
        hits_section(book),
        sight_section(book, grid),
        pinning_section(book),
        exhaustion_section(book),
        works_section(book),
        gas_section(book),
        air_section(book),
        units_section(book),
        terrain_section(book, grid),
    )
    found = tuple(_on_grid(section, grid) for section in sections if section is not None)
    return QuickReference(book.title, found)


def of_scenario(scenario: Scenario) -> QuickReference:
    """The book under this scenario's options and house rules, which it names beside how to win."""
    reference = quick_reference(ruleset_of(scenario), scenario.grid)
    battle = _on_grid(this_battle(scenario), scenario.grid)
    return replace(reference, sections=(battle, *reference.sections))


def this_battle(scenario: Scenario) -> Section:
    lines = [Line(words) for words in conditions(scenario)]
    lines.append(Line(otherwise(scenario), ("shared.victory",)))
    if scenario.options:
        lines.append(Line(f"Optional rules: {', '.join(map(plain, scenario.options))}"))
    for name, value in scenario.house_rules.items():
        words = HOUSE_RULES[name].told(value)
        lines += [Line(words, (HOUSE_RULES[name].clause,))] if words else []
    return Section("This battle", (*lines, *coming_and_hiding(scenario)))


def coming_and_hiding(scenario: Scenario) -> list[Line]:
    """What a scenario may add to a book: reinforcements and how they come, and secret deployment."""
    units = [unit for side in scenario.sides for unit in side.units]
    lines: list[Line] = []
    if any(unit.arrives_turn for unit in units):
        named = "; cells named for it take the place of the edge" if any(unit.arrives_cells for unit in units) else ""
        lines.append(Line(f"Reinforcements: {ruled(ARRIVAL)}{named}", (ARRIVAL,)))
    if any(unit.arrives_roll or unit.arrives_when is not None for unit in units):
        lines.append(Line(CALLED, (REINFORCEMENTS,)))
    if scenario.secret_deployment:
        lines.append(Line(ruled(SECRET), (SECRET,)))
    if any(unit.hidden for unit in units):
        lines.append(Line(f"Hidden units: {FOUND}", (HIDDEN,)))
    if any(side.dummies for side in scenario.sides):
        lines.append(Line("Dummies are placed like hidden units, and removed when found", (HIDDEN,)))
    return lines


def _on_grid(section: Section, grid: str) -> Section:
    """Players say square or hex; the rows say cell, because they serve both."""
    return replace(section, parts=tuple(_part(part, grid) for part in section.parts))


def _part(part: Part, grid: str) -> Part:
    if isinstance(part, Line):
        return replace(part, words=on_grid(part.words, grid))
    rows = tuple(Row(tuple(on_grid(cell, grid) for cell in row.cells), row.clauses) for row in part.rows)
    return Table(part.columns, rows, part.title)


def on_grid(text: str, grid: str) -> str:
    """With the players' word for a cell."""
    return re.sub(r"\bcell\b", CELLS[grid], re.sub(r"\bcells\b", ALL_CELLS[grid], text))
