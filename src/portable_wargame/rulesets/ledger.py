"""The clause ledger: the rules of every book in our own words, under the id that code, tests and log cite."""

import contextlib
import re
import tomllib
from collections.abc import Iterable, Iterator
from contextvars import ContextVar
from dataclasses import dataclass, replace
from difflib import get_close_matches
from importlib.resources.abc import Traversable
from typing import Any

from .house_rules import HOUSE_RULES

SHARED = "shared"  # the rulings of every book, which come after them


@dataclass(frozen=True)
class Clause:
    """One rule, with what settles its open points."""

    id: str
    book: str
    rule: str
    ruling: str = ""
    # The scenario switch that brings the clause into play; empty for a rule that always applies.
    optional: str = ""
    # The house rules that change it, each as "name = one value or another"; and what else a scenario sets.
    settings: tuple[str, ...] = ()
    # A modifier's reason in a few words, for the log and the odds.
    short: str = ""
    # What decides it, if no row cites it: a module of the package and a name in it.
    place: str = ""


@dataclass(frozen=True)
class Book:
    """A clause file: one published book, or the rulings that all of them share."""

    name: str
    title: str
    source: str
    clauses: tuple[Clause, ...]


_entries: dict[str, Traversable | Book] = {}
_clauses: dict[str, Clause] = {}
# Books that came with a scenario or a record, the last one last: looked up, but not listed among the books here.
_borrowed: dict[str, Book] = {}
MOST_BORROWED = 64
# The book of the battle under discussion.
_own: ContextVar[Book | None] = ContextVar("own", default=None)


def enter(name: str, clauses: Traversable | Book) -> None:
    """Add a book, or put it in the place of one of that name. A file is read when it is first needed."""
    _entries[name] = clauses
    forget()


def borrow(key: str, book: Book) -> None:
    _borrowed.pop(key, None)
    _borrowed[key] = book
    if len(_borrowed) > MOST_BORROWED:
        del _borrowed[next(iter(_borrowed))]


@contextlib.contextmanager
def speaking_of(book: Book | None) -> Iterator[None]:
    """Take up a battle's own book: others may have brought one of that name too, or enough books to push it out."""
    before = _own.set(book)
    try:
        yield
    finally:
        _own.reset(before)


def find(clause_id: str) -> Clause | None:
    """A clause of the book under discussion, of the books here, or else of one that a scenario brought along."""
    prefix = clause_id.partition(".")[0]
    own = _own.get()
    found = next((one for one in own.clauses if one.id == clause_id), None) if own and own.name == prefix else None
    found = found or clauses().get(clause_id)
    if found is not None:
        return found
    for book in reversed(_borrowed.values()):
        if book.name == prefix:
            found = next((one for one in book.clauses if one.id == clause_id), None)
            if found is not None:
                return found
    return None


def strike_out(name: str) -> None:
    del _entries[name]
    forget()


def forget() -> None:
    """Make the list of clauses again at the next request: the books or house rules have changed."""
    _clauses.clear()


def books() -> tuple[str, ...]:
    """The books by their names, the rulings that all of them share last."""
    return tuple(sorted(_entries, key=lambda name: name == SHARED))


def clauses() -> dict[str, Clause]:
    """Every clause by its id, book by book, in the order of the books."""
    if not _clauses:
        _clauses.update({clause.id: clause for name in books() for clause in book(name).clauses})
    return _clauses


def prefixes() -> tuple[str, ...]:
    """The beginnings of clause ids, up to the first dot."""
    return tuple(dict.fromkeys(clause_id.partition(".")[0] for clause_id in clauses()))


def clause(clause_id: str) -> Clause:
    """The clause with this id; if there is none, a KeyError that suggests similar ids."""
    found = find(clause_id)
    if found is None:
        raise KeyError(f"There is no clause {clause_id!r}{_nearest_ids(clause_id)}.")
    return found


def clauses_of(name: str) -> list[Clause]:
    """The clauses of one book, in its order."""
    return list(book(name).clauses)


def book(name: str) -> Book:
    """A book by its name; if there is none, a KeyError that lists them all."""
    if name not in _entries:
        raise KeyError(f"There is no book {name!r}; the books are {', '.join(books())}.")
    entry = _entries[name]
    if not isinstance(entry, Book):
        entry = _entries[name] = read(name, entry.read_text(encoding="utf-8"))
    return _with_house_rules(entry)


def _with_house_rules(book: Book) -> Book:
    """Each clause with the house rules that change it; and among the rulings of every book, the house rules' own."""
    rules = HOUSE_RULES.values()
    clauses = [
        replace(one, settings=(*(rule.setting() for rule in rules if rule.clause == one.id), *one.settings))
        for one in book.clauses
    ]
    if book.name == SHARED:
        clauses += [Clause(rule.clause, SHARED, rule.rule, settings=(rule.setting(),)) for rule in rules if rule.rule]
    return replace(book, clauses=tuple(clauses))


def read(name: str, text: str) -> Book:
    """A book's clauses from the text of its clause file."""
    tables = tomllib.loads(text)
    title, source = tables.pop("title"), tables.pop("source")
    return Book(name, title, source, tuple(_clause(name, clause_id, table) for clause_id, table in tables.items()))


def search(words: str | Iterable[str]) -> list[Clause]:
    """The clauses in which every word occurs; those that have all the words in their id come first."""
    text = words if isinstance(words, str) else " ".join(words)
    wanted = text.lower().split()
    found = [clause for clause in clauses().values() if _holds(_text(clause), wanted)]
    # A stable sort: both groups keep the books' own order.
    return sorted(found, key=lambda clause: not _holds(clause.id, wanted))


def nearest(text: str) -> list[str]:
    """Up to three ids like `text`; failing that, ids with a part (such as `commander`) like it."""
    wanted = ".".join(text.lower().split())
    whole = get_close_matches(wanted, clauses())
    if whole:
        return whole
    parts = sorted({part for clause_id in clauses() for part in _parts(clause_id)})
    like = get_close_matches(wanted, parts, n=1)
    return [clause_id for clause_id in clauses() if set(like) & set(_parts(clause_id))][:3]


def _clause(name: str, clause_id: str, table: dict[str, Any]) -> Clause:
    settings = tuple(table.pop("settings", ()))
    # Passing the rest on by name makes a mistyped key in a clause file an error instead of dropping it.
    return Clause(clause_id, name, settings=settings, **table)


def _text(clause: Clause) -> str:
    return " ".join((clause.id, clause.rule, clause.ruling, *clause.settings)).lower()


def _holds(text: str, words: list[str]) -> bool:
    return all(word in text for word in words)


def _parts(clause_id: str) -> list[str]:
    return re.split(r"[.-]", clause_id)


def _nearest_ids(text: str) -> str:
    ids = nearest(text)
    return f"; the nearest ids are {', '.join(ids)}" if ids else ""
