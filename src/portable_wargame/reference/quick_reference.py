"""A book on a page, exactly as a scenario plays it: `quick_reference(ruleset, grid)`, or `of_scenario(scenario)`."""

import re
from dataclasses import replace

from ..battle.naming import plain
from ..game.ruleset import Ruleset
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

CELLS = {"square": "square", "hex": "hex"}
ALL_CELLS = {"square": "squares", "hex": "hexes"}


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
    """The book under this scenario's options and house rules, which are named with how it is won."""
    reference = quick_reference(ruleset_of(scenario), scenario.grid)
    return replace(reference, sections=(this_battle(scenario), *reference.sections))


def this_battle(scenario: Scenario) -> Section:
    lines = [Line(words) for words in conditions(scenario)]
    lines.append(Line(otherwise(scenario), ("shared.victory",)))
    if scenario.options:
        lines.append(Line(f"Optional rules: {', '.join(map(plain, scenario.options))}"))
    for name, value in scenario.house_rules.items():
        lines.append(Line(f"House rule: {plain(name)} {plain(value)}", (HOUSE_RULES[name].clause,)))
    return Section("This battle", tuple(lines))


def _on_grid(section: Section, grid: str) -> Section:
    """Players say square or hex; the rows, which serve both, say cell."""
    return replace(section, parts=tuple(_part(part, grid) for part in section.parts))


def _part(part: Part, grid: str) -> Part:
    if isinstance(part, Line):
        return replace(part, words=_words(part.words, grid))
    rows = tuple(Row(tuple(_words(cell, grid) for cell in row.cells), row.clauses) for row in part.rows)
    return Table(part.columns, rows, part.title)


def _words(text: str, grid: str) -> str:
    return re.sub(r"\bcell\b", CELLS[grid], re.sub(r"\bcells\b", ALL_CELLS[grid], text))
