"""The clause ledger: the rules of every book in our own words, under the id that code, tests and log cite."""

import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from typing import Any

BOOKS = ("classic", "colonial", "late-19th-century", "modern", "shared")


@dataclass(frozen=True)
class Clause:
    """One rule, with what settles its open points."""

    id: str
    book: str
    rule: str
    ruling: str = ""
    # The scenario switch that brings the clause into play; empty for a rule that always applies.
    optional: str = ""
    # The house rules that change it, each as "name = default (or another)".
    settings: tuple[str, ...] = ()
    # A modifier's reason in a few words, for the log and the odds.
    short: str = ""
    # Where it is decided, if no row cites it: a module of the package and a name in it.
    place: str = ""


@dataclass(frozen=True)
class Book:
    """A clause file: one published book, or the rulings that all of them share."""

    name: str
    title: str
    source: str
    clauses: tuple[Clause, ...]


@cache
def clauses() -> dict[str, Clause]:
    """Every clause by its id, book by book, in the order of the books."""
    return {clause.id: clause for name in BOOKS for clause in book(name).clauses}


def clause(clause_id: str) -> Clause:
    """The clause with this id; a KeyError that says which ids come near, if there is none."""
    found = clauses().get(clause_id)
    if found is None:
        raise KeyError(f"There is no clause {clause_id!r}{_nearest_ids(clause_id)}.")
    return found


def clauses_of(name: str) -> list[Clause]:
    """The clauses of one book, in its order."""
    return list(book(name).clauses)


@cache
def book(name: str) -> Book:
    """A book by its name, one of `BOOKS`; a KeyError that lists them, if it is none of these."""
    if name not in BOOKS:
        raise KeyError(f"There is no book {name!r}; the books are {', '.join(BOOKS)}.")
    return _read(name)


def search(words: str | Iterable[str]) -> list[Clause]:
    """The clauses in which every word occurs; those that have all the words in their id come first."""
    text = words if isinstance(words, str) else " ".join(words)
    wanted = text.lower().split()
    found = [clause for clause in clauses().values() if _holds(_text(clause), wanted)]
    # A stable sort: within both groups the books' own order stays.
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


def _read(name: str) -> Book:
    path = files("portable_wargame.rulesets").joinpath(name.replace("-", "_") + ".toml")
    tables = tomllib.loads(path.read_text(encoding="utf-8"))
    title, source = tables.pop("title"), tables.pop("source")
    read = (_clause(name, clause_id, table) for clause_id, table in tables.items())
    return Book(name, title, source, tuple(read))


def _clause(name: str, clause_id: str, table: dict[str, Any]) -> Clause:
    settings = tuple(table.pop("settings", ()))
    # Passing the rest on by name makes a mistyped key in a clause file an error instead of a loss.
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
