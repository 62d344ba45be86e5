"""`pw rules`: look a rule up, and see where it is implemented and tested."""

import textwrap

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ...rulesets import ledger, whereabouts
from ...rulesets.books import OF_THE_PROGRAM
from ...rulesets.ledger import Clause
from .. import REFUSED, WANTING
from ..output import put_json
from . import workbench

ID_STYLE = "bold cyan"


def rules(
    *words: str,
    book: str | None = None,
    show: str | None = None,
    conditions: bool = False,
    rows: bool = False,
    json: bool = False,
) -> int:
    """
    Parameters
    ----------
    words
        Words that the rule must contain.
    book
        Only the rules of this book.
    show
        The id of one clause.
    conditions
        List the conditions that a book of your own can use.
    rows
        List the rows and numbers of a --book that yours can change, by clause.
    json
        As JSON, for programs.
    """
    if conditions:
        return workbench.conditions(json)
    if rows:
        return workbench.rows(book, json)
    wanted = show or " ".join(words)
    if not wanted and book is None and json:
        return put_json([_tree(clause) for clause in ledger.clauses().values()])
    if not wanted and book is None:
        return _print_summary()
    exact = show is not None or wanted in ledger.clauses()
    try:
        found = [ledger.clause(wanted)] if exact else _matches(wanted, book)
    except KeyError as error:
        return _complain(error.args[0], REFUSED)
    if not found:
        return _complain(_no_match(wanted, book), WANTING)
    if json:
        return put_json([_tree(clause) for clause in found])
    return _print_clause(found[0]) if len(found) == 1 else _print_list(found)


def _tree(clause: Clause) -> dict[str, str]:
    return {"id": clause.id, "book": clause.book, "rule": clause.rule, "ruling": clause.ruling}


def _matches(wanted: str, book: str | None) -> list[Clause]:
    if book is None:
        return ledger.search(wanted)
    of_book = ledger.clauses_of(book)
    return [clause for clause in ledger.search(wanted) if clause in of_book]


def _print_list(found: list[Clause]) -> int:
    console = _console()
    for clause in found:
        console.print(Text(clause.id, ID_STYLE), soft_wrap=True)
        rule = textwrap.fill(clause.rule, console.width, initial_indent="  ", subsequent_indent="  ")
        console.print(Text(rule), soft_wrap=True)
    console.print(Text(f"\n{len(found)} clauses. To read one in full: pw rules --show ID", "dim"))
    return 0


def _no_match(wanted: str, book: str | None) -> str:
    where = f"clause of {book}" if book else "clause"
    near = ledger.nearest(wanted)
    hint = f"the nearest ids are {', '.join(near)}." if near else "try fewer or other words."
    return f"No {where} has all of these words: {wanted}; {hint}"


def _print_clause(clause: Clause) -> int:
    console = _console()
    title = ledger.book(clause.book).title
    console.print(Text.assemble((clause.id, ID_STYLE), "  ", (title, "dim")), soft_wrap=True)
    table = Table.grid(padding=(0, 2))
    table.add_column(style="bold", no_wrap=True)
    table.add_column(overflow="fold")
    for label, text in _lines(clause):
        table.add_row(label, Text(text))
    console.print(table)
    return 0


def _lines(clause: Clause) -> list[tuple[str, str]]:
    lines = [("rule", clause.rule), ("ruling", clause.ruling), ("settings", "\n".join(clause.settings))]
    if clause.optional:
        lines.append(("optional", f'only with options = ["{clause.optional}"] in the scenario'))
    if clause.book not in OF_THE_PROGRAM and clause.book != ledger.SHARED:
        return [(label, text) for label, text in lines if text]
    lines.append(("implemented", _listed(whereabouts.implemented(clause.id), "nowhere yet")))
    without_tests = "nowhere yet" if whereabouts.tests_at_hand() else "the tests are not installed"
    lines.append(("tested", _listed(whereabouts.tested(clause.id), without_tests)))
    return [(label, text) for label, text in lines if text]


def _listed(places: list[whereabouts.Place], if_none: str) -> str:
    return "\n".join(str(place) for place in places) or if_none


def _print_summary() -> int:
    table = Table("book", "title")
    for heading in ("clauses", "implemented", "tested"):
        table.add_column(heading, justify="right")
    for name in ledger.books():
        table.add_row(Text(name, ID_STYLE), ledger.book(name).title, *_counts(ledger.clauses_of(name)))
    table.add_section()
    table.add_row("all", "", *_counts(list(ledger.clauses().values())))
    console = _console()
    console.print(table)
    console.print("Search the clauses:   pw rules close combat")
    console.print("One book at a time:   pw rules --book colonial artillery")
    console.print("One clause in full:   pw rules --show modern.fire.mod-still")
    return 0


def _counts(found: list[Clause]) -> tuple[str, str, str]:
    if found and found[0].book not in OF_THE_PROGRAM and found[0].book != ledger.SHARED:
        return str(len(found)), "-", "-"  # given by its own file, wherever that is
    implemented = sum(1 for clause in found if whereabouts.implemented(clause.id))
    tested = sum(1 for clause in found if whereabouts.tested(clause.id))
    return str(len(found)), str(implemented), str(tested) if whereabouts.tests_at_hand() else "-"


def _complain(sentence: str, code: int) -> int:
    Console(stderr=True, highlight=False).print(Text(sentence), soft_wrap=True)
    return code


def _console() -> Console:
    # Rich would colour every number of a rule; only the ids are meant to stand out.
    return Console(highlight=False)
