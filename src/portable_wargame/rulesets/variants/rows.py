"""The rows of a variant: those of its base that it changes, by their clauses, and new ones with words of their own."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ..._wording import listed, nearest, shown, suggestion
from ...game.ruleset import Ruleset
from ...game.tables import Modifier, Restriction, TerrainRow, UnitRestriction
from .. import ledger
from ..ledger import Clause
from .changes import amount_of, in_words
from .changes import changed as with_change
from .entries import BAR, GROUND, HOLDERS, MODIFIER, RESTRICTION, Entry, Holder, appended, at, entries, holder_named
from .faults import Faults, Path, name
from .phrases import Made, WillNotDo, condition

CLAUSE = re.compile(r"[a-z0-9-]+(\.[a-z0-9-]+){0,3}")
Place = tuple[str, str | int]  # in a tree: "rows" and a key, or a list of new rows and a number
MOST_ROWS = 100
LONGEST_RULE = 2000
DEEPEST = 5  # parts of a clause, counting the heading it stands under
CHANGE = ("to", "when", "rule", "short")  # what a variant may say about a row
# The kinds of row that each list of new rows may hold; the row's place says which.
ADDED = {"modifiers": (MODIFIER,), "restrictions": (RESTRICTION, BAR), "terrain": (GROUND,)}


class Rows:
    """The rows of one book in the making."""

    def __init__(self, name: str, tree: dict[str, Any], clauses: dict[str, Clause], faults: Faults) -> None:
        self.name = name
        self.tree = tree
        self.clauses = clauses
        self.faults = faults
        self.places: dict[str, Place] = {}  # by its clause, where the book says it

    def changed(self, book: Ruleset) -> Ruleset:
        base, there = book, entries(book)
        for key, value in self.faults.table(("rows",), self.tree.get("rows", {}), MOST_ROWS).items():
            path: Path = ("rows", key)
            found = self._found(there, key, value, path)
            told = self._table(path, value) if found is not None else None
            if found is None or told is None:
                continue
            try:
                book = self._with_row(book, _still_there(book, found, at(base, found.place)), told, path)
            except WillNotDo as problem:
                self.faults.add(path, problem.message, problem.remedy)
        return book

    def _table(self, path: Path, value: Any) -> dict[str, Any] | None:
        """What a variant says about a row, in full: {to, when, rule, short}."""
        if not isinstance(value, dict) and value is not None:
            return {"to": value}
        value = value or {}
        before = self.faults.counted
        self.faults.keys(path, value, CHANGE)
        for key, most in (("when", 400), ("rule", LONGEST_RULE), ("short", 60)):
            if key in value:
                self.faults.text((*path, key), value[key], most)
        if "to" not in value and "when" not in value:
            self.faults.add(path, f"{path[-1]} says neither to nor when", 'such as {to = "+2"}')
        return value if self.faults.counted == before else None

    def _found(self, every: list[Entry], key: str, value: Any, path: Path) -> Entry | None:
        clause, _, label = key.partition(" ")
        there = [one for one in every if one.clause == clause]
        if not there:
            known = sorted({one.clause for one in every})
            dotted = list(_dotted(path, value))
            elsewhere = clause.partition(".")[0] not in {one.partition(".")[0] for one in known}
            if dotted:
                for parts in dotted:
                    own = ".".join(str(part) for part in parts[1:])
                    self.faults.add(parts, f"the clause {own} stands without quotes", f'write it as "{own}" = ...')
            elif clause in ledger.clauses() and elsewhere:
                alike = next((one for one in known if one.partition(".")[2] == clause.partition(".")[2]), "")
                hint = f"did you mean {alike}? " if alike else ""
                remedy = f"{hint}pw rules --rows --book {self.tree.get('based-on')} lists what it has"
                self.faults.add(path, f"{clause} is in another book, not in the one that this is based on", remedy)
            elif clause in ledger.clauses():
                remedy = "no row or number of the book cites it; pw rules --rows lists the clauses that can be changed"
                self.faults.add(path, f"{clause} is a rule that cannot be changed by a row", remedy)
            else:
                hint = suggestion(clause, known)
                self.faults.add(path, f"no row has the clause {shown(clause)}", f"{hint}pw rules --rows lists all")
            return None
        fitting = [one for one in there if label in (one.label, one.kind)] if label else _likely(there, value)
        if len(fitting) == 1:
            return fitting[0]
        names = listed((f'"{clause} {one.label or one.kind}"' for one in there), "and")
        told = f"{shown(key)} could be any of several rows" if fitting or not label else f"there is no row {shown(key)}"
        self.faults.add(path, told, f"name one: {names}" if len(there) > 1 else f"did you mean {names}?")
        return None

    def _with_row(self, book: Ruleset, entry: Entry, told: dict[str, Any], path: Path) -> Ruleset:
        rest = entry.clause.partition(".")[2]
        own = f"{self.name}.{rest}" + (f"-{entry.label}" if entry.label and entry.kind != "score" else "")
        number = 2
        while own in self.clauses:
            own, number = f"{self.name}.{rest}-{number}", number + 1
        self.places[own] = ("rows", str(path[1]))
        was = in_words(entry, at(book, entry.place))
        new = with_change(book, entry, told.get("to"), told.get("when"), own)
        gone = told.get("to") == "off" and entry.holder is not None
        now = "off" if gone else in_words(entry, at(new, entry.place))
        before = ledger.clauses().get(entry.clause)
        rule = f"{entry.words.capitalize()}: {now}, in place of {was}."
        # Its old short words tell of its old condition.
        short = told.get("short") or told.get("when") or (before.short if before is not None else "")
        self.clauses[own] = Clause(own, self.name, told.get("rule") or rule, based_on(entry.clause), short=short)
        if entry.holder is None:  # a number or a table: its heading cites it
            heading = entry.place[0]
            assert isinstance(heading, str)
            part = getattr(new, heading)
            if part is not None and not isinstance(part, tuple):
                new = replace(new, **{heading: recited(part, entry.clause, own)})
        return new

    def added(self, book: Ruleset) -> Ruleset:
        for key, kinds in ADDED.items():
            for path, table in self.faults.rows((key,), self.tree.get(key, []), MOST_ROWS):
                book = self._with_new(book, path, table, kinds)
        return book

    def _with_new(self, book: Ruleset, path: Path, table: dict[str, Any], kinds: tuple[str, ...]) -> Ruleset:
        faults, before = self.faults, self.faults.counted
        optional = ("short", "amount") if MODIFIER in kinds else ("off-road",) if GROUND in kinds else ()
        faults.keys(path, table, ("at", "clause", "when", "rule", *optional))
        places = [one for one in HOLDERS if one.kind in kinds and at(book, one.place) is not None]
        where = faults.text((*path, "at"), table.get("at"), 40, sorted({one.name for one in places}))
        when = faults.text((*path, "when"), table.get("when"), 400)
        clause = self._own_clause(path, table.get("clause"))
        rule = faults.text((*path, "rule"), table.get("rule"), LONGEST_RULE)
        short = faults.text((*path, "short"), table["short"], 60) if "short" in table else ""
        off_road = faults.truth((*path, "off-road"), table.get("off-road", False))
        amount = self._amount((*path, "amount"), table.get("amount")) if MODIFIER in kinds else 0
        meant = where or nearest(str(table.get("at")), {one.name for one in places})
        held = self._condition(book, (*path, "when"), meant, when, kinds) if meant and when else None
        if faults.counted > before:
            return book
        assert when and clause and rule and held and amount is not None
        holder, made = held
        rows: dict[str, Any] = {
            MODIFIER: lambda: Modifier(clause, amount, made),
            RESTRICTION: lambda: Restriction(clause, made),
            BAR: lambda: UnitRestriction(clause, made),
            GROUND: lambda: TerrainRow(clause, made, bool(off_road)),
        }
        self.places[clause] = (str(path[0]), path[1])
        self.clauses[clause] = Clause(clause, self.name, rule, short=short or (when if MODIFIER in kinds else ""))
        return appended(book, holder, rows[holder.kind]())

    def _amount(self, path: Path, given: Any) -> int | None:
        if given is None:
            self.faults.add(path, f"{name(path)} is missing", "say what it adds, such as +1 or -1")
            return None
        try:
            return amount_of(given)
        except WillNotDo as problem:
            self.faults.add(path, problem.message, problem.remedy)
            return None

    def _condition(
        self, book: Ruleset, path: Path, where: str, when: str, kinds: tuple[str, ...]
    ) -> tuple[Holder, Made] | None:
        """The list that the row goes into, and its condition: the first kind at that place that it fits."""
        problem: WillNotDo | None = None
        for kind in kinds:
            holder = holder_named(where, kind)
            if holder is None:
                continue
            try:
                return holder, condition(when, book, holder.asks)
            except WillNotDo as refused:
                problem = problem or refused
        assert problem is not None
        self.faults.add(path, problem.message, problem.remedy)
        return None

    def _own_clause(self, path: Path, given: Any) -> str | None:
        """A clause of this book: its name in front, whether the file has written it there or not."""
        text = self.faults.text((*path, "clause"), given, 80)
        if text is None:
            return None
        own = text if text.startswith(f"{self.name}.") else f"{self.name}.{text}"
        if not CLAUSE.fullmatch(own):
            self.faults.add((*path, "clause"), f"the clause is {shown(given)}", "write it as fire.flames")
            return None
        if own in self.clauses:
            self.faults.add((*path, "clause"), f"the clause {own} already exists", "give each row one of its own")
            return None
        return own


def _dotted(path: Path, value: Any) -> Iterator[Path]:
    """The clauses under a key: if they are written without quotes, TOML makes tables of their parts."""
    if not isinstance(value, dict) or value.keys() & set(CHANGE):
        if len(path) > 2:
            yield path
        return
    for part, inner in value.items():
        if len(path) < DEEPEST and CLAUSE.fullmatch(part):
            yield from _dotted((*path, part), inner)


def _still_there(book: Ruleset, entry: Entry, row: Any) -> Entry:
    """The present place of a row of the base: others in its list may be gone."""
    if entry.holder is None:
        return entry
    now = next(one for one in entries(book) if at(book, one.place) is row)
    return replace(entry, place=now.place)


def _likely(there: list[Entry], value: Any) -> list[Entry]:
    """Which of several entries of one clause are meant: those that the value would fit."""
    to = value.get("to") if isinstance(value, dict) else value
    tables = [one for one in there if one.kind in ("table", "score")]
    rows = [one for one in there if one.holder is not None]
    if len(there) == 1:
        return there
    if isinstance(to, str) and " on " in to and tables:
        return tables
    if to == "off" or to is None:
        return rows or there
    plain = [one for one in there if one.kind in ("modifier", "number", "fraction", "faces")]
    return plain or there


def recited(value: Any, old: str, new: str) -> Any:
    """A heading of a book, with one clause replaced by another."""
    if isinstance(value, str):
        return new if value == old else value
    if isinstance(value, tuple):
        return tuple(recited(one, old, new) for one in value)
    if type(value).__name__ in HEADINGS:
        parts = {name: recited(getattr(value, name), old, new) for name in type(value).__dataclass_fields__}
        fresh = {
            name: part
            for name, part in parts.items()
            if part is not getattr(value, name) and part != getattr(value, name)
        }
        return replace(value, **fresh) if fresh else value
    return value


HEADINGS = (
    "Ruleset",
    "Activation",
    "Shooting",
    "Landing",
    "Movement",
    "DoubleMove",
    "CloseCombat",
    "Advance",
    "CommanderTest",
    "Hits",
    "Exhaustion",
    "Deployment",
    "Gas",
    "Air",
    "ResultTable",
    "UnitRestriction",
    "Restriction",
    "Initiative",
)


def based_on(clause: str) -> str:
    found = ledger.clauses().get(clause)
    return f"In place of {clause}: {found.rule}" if found is not None else f"In place of {clause}."
