"""The quick reference of a battle, as messages tell it."""

from ...battle.naming import plain
from ...game.errors import Refusal
from ...reference.quick_reference import of_scenario, quick_reference
from ...reference.value import Line, Section, Table
from ...rulesets import RULESETS
from ...rulesets.books import clauses_of
from ...rulesets.ledger import speaking_of
from ...scenario.model import Scenario
from ...scenario.setup import ruleset_of
from .documents import BookReference
from .messages import ReferenceLine, ReferenceSection, ReferenceTable, ReferenceTold


def reference_told(scenario: Scenario, number: int) -> ReferenceTold:
    """`number` is the request's."""
    with speaking_of(clauses_of(scenario.book)):
        found, book = of_scenario(scenario), ruleset_of(scenario)
    names = [*book.features, *(kind.name for kind in book.unit_types)]
    return ReferenceTold(
        id=number,
        title=found.title,
        sections=[section_told(section) for section in found.sections],
        called={name: plain(name) for name in names},
        features=list(book.features),
        reaches={
            kind.name: {name: book.weapons[name].reach for name in kind.weapons}
            for kind in book.unit_types
            if kind.weapons
        },
    )


def book_reference(name: str) -> BookReference:
    """The reference on the book's first grid; each battle has its own."""
    if name not in RULESETS:
        raise Refusal(f"there is no book {name[:40]!r}; choose from {', '.join(RULESETS)}")
    book = RULESETS[name]
    found = quick_reference(book, book.grids[0])
    return BookReference(title=found.title, sections=[section_told(section) for section in found.sections])


def section_told(section: Section) -> ReferenceSection:
    return ReferenceSection(
        heading=section.heading,
        lines=[line_told(part) for part in section.parts if isinstance(part, Line)],
        tables=[table_told(part) for part in section.parts if isinstance(part, Table)],
    )


def line_told(line: Line) -> ReferenceLine:
    return ReferenceLine(words=line.words, figure=line.figure, lead=line.lead, clauses=list(line.clauses))


def table_told(table: Table) -> ReferenceTable:
    return ReferenceTable(title=table.title, columns=list(table.columns), rows=[list(row.cells) for row in table.rows])
