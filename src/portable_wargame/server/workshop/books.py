"""The workshop for books: its page's requests over HTTP. Drafts stay with the page; only saved books are kept."""

from dataclasses import replace
from pathlib import Path
from typing import Any, Literal, cast, get_args

from starlette.routing import Route

from ...battle.unit import UnitType
from ...game.errors import Refusal
from ...game.ruleset import Ruleset
from ...game.tables import phrase
from ...rulesets import RULESETS, book, shelves
from ...rulesets.books import OF_THE_PROGRAM, VARIANTS, add_variant, read_book
from ...rulesets.ledger import Clause as LedgerClause
from ...rulesets.ledger import clauses as ledger_clauses
from ...rulesets.variants.building import ALWAYS
from ...rulesets.variants.changes import text_of
from ...rulesets.variants.conditions import ATTACK, COMBAT, NAMING, SHOT, STEP, UNIT
from ...rulesets.variants.conditions import ROWS as CONDITIONS
from ...rulesets.variants.entries import BAR, HOLDERS, RESTRICTION, ROWS, Entry, at, condition_of, entries
from ...rulesets.variants.phrases import ARMS
from ...rulesets.variants.rows import ADDED
from ...rulesets.variants.units import COLUMNS, Column
from ...rulesets.variants.variant import Variant, canonical
from ...scenario import library
from ...scenario.book_files import examine_book
from ...scenario.checking.check import problems_of
from ...scenario.generating.generator import Request, generate
from ...scenario.model import Scenario
from ...scenario.problems import BadScenario
from ...scenario.reading import text_and_tree
from ...scenario.writing import tree as scenario_tree
from ...scenario.writing import write_book
from ..wire.documents import Setting
from ..wire.lobby import clause_told
from ..wire.messages import Clause
from ..wire.referred import book_reference
from .book_sheets import (
    BookBattle,
    BookBattleWanted,
    BookChecked,
    BookColumn,
    BookCondition,
    BookFault,
    BookFeature,
    BookOpened,
    BookPlace,
    BookRow,
    BookTables,
    BookTextWanted,
    BookUnit,
    BookWanted,
)
from .drafts import Saved, Written
from .recruits import absent, recruited
from .shelf import write_whole
from .workshop import Editing, edited, saved, told

MOST_FILES = 200
Kind = Literal["number", "truth", "arms", "weapons"]  # of a column, as the page has them
DRAFTS = 5  # of a battle made up for a book
# In which rows each kind of condition may stand.
ASKED = {ATTACK: [SHOT, COMBAT], SHOT: [SHOT], COMBAT: [COMBAT], UNIT: [SHOT, COMBAT, UNIT], STEP: [STEP]}
SHOWN = tuple(column for column in COLUMNS if column.kind in get_args(Kind))


def book_routes(folder: Path, writable: bool) -> list[Route]:
    """Books are saved in `folder`, on a server for one; `writable` if every visitor may save there."""
    bench = BookBench(folder, writable)
    return [
        Route("/api/rules/{name}", told(clause_told)),
        Route("/api/reference/{name}", told(book_reference)),
        *(Route(f"/api/{name}", edited(name, one), methods=["POST"]) for name, one in BOOK_EDITING.items()),
        Route("/api/books/{name}", told(bench.tables), methods=["GET"]),
        Route("/api/books/{name}", saved(BookWanted, bench.save, bench.check_writable), methods=["PUT"]),
    ]


class BookBench:
    def __init__(self, folder: Path, writable: bool) -> None:
        self.folder = folder
        self.writable = writable

    def tables(self, name: str) -> BookTables:
        if name not in RULESETS:
            raise Refusal(f"there is no book {name[:40]!r}; choose from {', '.join(RULESETS)}")
        return tables(RULESETS[name], self.writable)

    def check_writable(self) -> None:
        if not self.writable:
            raise Refusal("books are not saved on this server; download the file, or share the link")

    def save(self, wanted: BookWanted, name: str) -> Saved:
        found = sound(wanted.book)
        if found.ruleset.name != name:
            raise Refusal(f"the book is called {found.ruleset.name}, not {name[:40]}")
        path = self.folder / f"{name}.toml"
        if not path.exists() and self.folder.is_dir() and len(list(self.folder.glob("*.toml"))) >= MOST_FILES:
            raise Refusal(f"you have {MOST_FILES} books; delete some before you save another")
        write_whole(path, write_book(found.tree), "the book")
        add_variant(found)
        return Saved(name=name)


def sound(draft: dict[str, Any]) -> Variant:
    found = read_book(draft)
    if isinstance(found, Variant):
        return found
    raise Refusal(f"the book has {len(found)} problems; the first: {found[0].message}; {found[0].remedy}")


def tables(ruleset: Ruleset, keeps: bool) -> BookTables:
    own = VARIANTS.get(ruleset.name)
    base = RULESETS[own.tree["based-on"]] if own is not None else ruleset
    return BookTables(
        name=base.name,
        title=ruleset.title,
        columns=[
            BookColumn(key=column.key, text=column.words, kind=cast(Kind, column.kind), choices=choices(base, column))
            for column in SHOWN
        ],
        units=[
            BookUnit(name=one.name, values={column.key: value_of(one, column) for column in SHOWN})
            for one in base.unit_types
        ],
        weapons={weapon: row.reach for weapon, row in base.weapons.items()},
        rows=[row_of(base, one) for one in entries(base)],
        features=[
            BookFeature(
                name=one.name,
                letter=one.letter,
                cover=one.cover and one.name not in base.no_cover,
                hides=one.hides,
                hard=one.hard,
            )
            for one in (base.terrain()[name] for name in base.features)
        ],
        activities=[one.verb for one in base.activities if one.verb not in ALWAYS],
        places=places(base),
        conditions=conditions(),
        scenarios=[
            Setting(name=name, text=library.load(name).title)
            for name in library.names()
            if library.load(name).ruleset == base.name
        ],
        book=own.tree if own is not None else None,
        keeps=keeps,
    )


def places(base: Ruleset) -> list[BookPlace]:
    """Where a book based on this one may add rows: some headings hold two kinds of rows that forbid."""
    found: dict[tuple[str, str], BookPlace] = {}
    for key, kinds in ADDED.items():
        for one in HOLDERS:
            if one.kind in kinds and at(base, one.place) is not None:
                rows = cast(Literal["modifiers", "restrictions", "terrain"], key)
                found.setdefault((key, one.name), BookPlace(rows=rows, at=one.name, text=one.words, asks=one.asks))
    return list(found.values())


def conditions() -> list[BookCondition]:
    """By their words. Conditions about a unit also apply to an attack, and mean the attacker."""
    told = [(one.kind, one.words, one.meaning) for one in CONDITIONS] + [
        (kind, words, meaning) for words, kind, meaning in NAMING
    ]
    return [BookCondition(words=words, meaning=meaning, asks=ASKED[kind]) for kind, words, meaning in told]


def choices(ruleset: Ruleset, column: Column) -> list[str]:
    return list(ARMS if column.kind == "arms" else ruleset.weapons if column.kind == "weapons" else ())


def value_of(unit_type: UnitType, column: Column) -> int | bool | list[str]:
    """The value as a book would write it."""
    value = getattr(unit_type, column.field)
    if column.kind == "arms":
        return [arm for arm, bit in ARMS.items() if value & bit]
    if column.kind == "weapons":
        return list(value)
    return bool(value) if column.kind == "truth" else int(value)


def row_of(ruleset: Ruleset, entry: Entry) -> BookRow:
    value = at(ruleset, entry.place)
    is_row = entry.kind in ROWS
    not_if = "not if " if entry.kind in (RESTRICTION, BAR) else ""
    return BookRow(
        key=f"{entry.clause} {entry.label or entry.kind}",
        clause=entry.clause,
        heading=entry.words if entry.number is None else "numbers",
        text=text_of(entry, value),
        switch=is_row and entry.kind != "modifier",
        short=clause.short if (clause := ledger_clauses().get(entry.clause)) else "",
        asks=entry.holder.asks if entry.holder is not None else "",
        when=f"{not_if}{phrase(condition_of(value))}"
        if is_row
        else entry.number.words
        if entry.number is not None
        else entry.label,
    )


def checked(wanted: BookWanted) -> BookChecked:
    found = read_book(wanted.book)
    if isinstance(found, Variant):
        return BookChecked(faults=[], clauses=[_clause(one) for one in found.clauses.clauses])
    return BookChecked(
        faults=[BookFault(path=list(one.path), message=one.message, remedy=one.remedy) for one in found], clauses=[]
    )


def _clause(one: LedgerClause) -> Clause:
    heading = one.id.split(".")[1].replace("-", " ")
    return Clause(
        id=one.id,
        book=one.book,
        heading=heading,
        short=one.short,
        rule=one.rule,
        ruling=one.ruling,
        optional="",
        settings=[],
    )


def opened(wanted: BookTextWanted) -> BookOpened:
    found = examine_book(wanted.text, "book.toml")
    try:
        tree = text_and_tree(wanted.text, "book.toml")[1]
        canonical(tree)
    except (BadScenario, TypeError, ValueError, RecursionError):
        tree = None
    problems = [] if isinstance(found, Variant) else found
    faults = [
        BookFault(path=list(one.path), message=f"line {one.line}: {one.message}", remedy=one.remedy) for one in problems
    ]
    return BookOpened(book=tree if isinstance(tree, dict) else None, faults=faults)


def written(wanted: BookWanted) -> Written:
    return Written(text=write_book(wanted.book))


def battle(wanted: BookBattleWanted) -> BookBattle:
    """A battle by the base and the same by the book; where the book lacks something, one of its own."""
    found = sound(wanted.book)
    before = library.load(wanted.scenario) if wanted.scenario in library.names() else made_up(found, wanted.seed)
    after = by_book(before, found)
    with_recruits = recruited(after, found)
    if not problems_of(scenario_tree(with_recruits)):
        after = with_recruits
    problems = problems_of(scenario_tree(after))
    if problems:
        raise Refusal(f"{before.title} cannot be fought by {found.ruleset.title}: {problems[0].sentence()}")
    return BookBattle(before=scenario_tree(before), scenario=scenario_tree(after), absent=absent(after, found))


def made_up(variant: Variant, seed: int) -> Scenario:
    """A battle for this book: the one of the first few that has most of the book's changes."""
    base = str(variant.tree["based-on"])
    known = base if base in RULESETS else next(iter(OF_THE_PROGRAM))
    drafts = (generate(Request(known, seed=seed + number)) for number in range(DRAFTS))
    best, fewest = None, 0
    for draft in drafts:
        missing = len(absent(recruited(draft, variant), variant))
        if best is None or missing < fewest:
            best, fewest = draft, missing
        if not missing:
            break
    assert best is not None
    return best


BOOK_EDITING: dict[str, Editing[Any]] = {
    "books/check": Editing(BookWanted, checked),
    "books/read": Editing(BookTextWanted, opened),
    "books/write": Editing(BookWanted, written),
    "books/battle": Editing(BookBattleWanted, battle),
}


def by_book(scenario: Scenario, variant: Variant) -> Scenario:
    """The same battle by a book that is based on its own; you need not ask for options that are part of the book."""
    options = [one for one in scenario.options if one in variant.ruleset.options]
    text = canonical(variant.tree)
    book(variant.ruleset.name, text=text)
    return replace(scenario, ruleset=variant.ruleset.name, book=text, options=options)


def stock(folder: Path) -> None:
    """The server's own books, beside those that every command finds."""
    if folder.is_dir():
        shelves.add_folders([folder])
