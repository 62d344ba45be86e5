"""What `pw rules` prints for anyone changing a book: the conditions by their words, and the rows by their clauses."""

from rich.console import Console
from rich.table import Table

from ...game.errors import Refusal
from ...rulesets import RULESETS, whole_book
from ...rulesets.variants.changes import in_words
from ...rulesets.variants.conditions import KINDS, NAMING, ROWS
from ...rulesets.variants.entries import at, entries
from ..output import put_json


def conditions(json: bool) -> int:
    told = [(row.kind, row.words, row.meaning) for row in ROWS]
    told += [(kind, words, meaning) for words, kind, meaning in NAMING]
    if json:
        return put_json([{"of": kind, "words": words, "meaning": meaning} for kind, words, meaning in told])
    console = Console(highlight=False)
    for kind, of in KINDS.items():
        console.print(f"\nOf {of}", style="bold")
        table = _table()
        for own, words, meaning in told:
            if own == kind:
                table.add_row(words, meaning)
        console.print(table)
    console.print(
        '\nPut them together with and, or, not and brackets: "is a tank and not (target in cover or within 2)"'
    )
    return 0


def rows(book: str | None, json: bool) -> int:
    """Every row and number of a book that a variant may change, with its present value."""
    if book is None or book not in RULESETS:
        raise Refusal(f"name a book whose rows to list: --book {', '.join(RULESETS)}")
    whole = whole_book(book)
    told = [(_key(one.clause, one.label), one.words, in_words(one, at(whole, one.place))) for one in entries(whole)]
    if json:
        return put_json([{"row": key, "heading": words, "now": now} for key, words, now in told])
    console = Console(highlight=False)
    if not console.is_terminal:  # a line for each, for the next reader
        for key, words, now in told:
            console.print(f"{key}  {words}: {now}", markup=False, soft_wrap=True)
        return 0
    table = _table()
    for key, words, now in told:
        table.add_row(key, f"{words}: {now}")
    console.print(table)
    return 0


def _key(clause: str, label: str) -> str:
    return f"{clause} {label}".strip()


def _table() -> Table:
    table = Table.grid(padding=(0, 2))
    table.add_column(style="cyan", overflow="fold")
    table.add_column(overflow="fold")
    return table
