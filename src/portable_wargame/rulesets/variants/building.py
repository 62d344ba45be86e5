"""Building: from a variant's tree to its book, which is its base with some other rows; or to every fault at once."""

import re
from collections.abc import Collection
from dataclasses import replace
from typing import Any

from ..._wording import listed, nearest, shown
from ...game.ruleset import Option, Ruleset, Weapon
from ..house_rules import HOUSE_RULES, with_house_rules
from ..ledger import Book, Clause
from .faults import Fault, Faults, Path
from .ground import ground
from .rows import LONGEST_RULE, Place, Rows, based_on, recited
from .units import unit_table
from .variant import FORMAT, Variant, hash_of

NAME = re.compile(r"[a-z][a-z0-9-]{1,39}")
KEYS = (
    "format",
    "name",
    "title",
    "about",
    "based-on",
    "grids",
    "options",
    "house-rules",
    "activities",
    "weapons",
    "units",
    "features",
    "rows",
    "modifiers",
    "restrictions",
    "terrain",
)
GRIDS = ("square", "hex")


def build(tree: object, bases: dict[str, Ruleset], others: Collection[str] = ()) -> Variant | list[Fault]:
    """The variant, or everything that is wrong with it. `bases` are the books that it may be based on, `others` those
    that it may not."""
    faults = Faults()
    if not isinstance(tree, dict):
        faults.add((), f"a book is {shown(tree)}", "it must be a table")
        return faults.found
    builder = Builder(tree, bases, others, faults)
    ruleset = builder.ruleset()
    if faults.found or ruleset is None:
        return faults.found
    source = f"based on {bases[tree['based-on']].title}"
    about = tree.get("about")
    book = Book(
        ruleset.name, ruleset.title, f"{about} ({source})" if about else source, tuple(builder.clauses.values())
    )
    return Variant(ruleset, book, tree, hash_of(tree), builder.places)


class Builder:
    """One book in the making."""

    def __init__(
        self, tree: dict[str, Any], bases: dict[str, Ruleset], others: Collection[str], faults: Faults
    ) -> None:
        self.tree = tree
        self.bases = bases
        self.others = others
        self.faults = faults
        self.clauses: dict[str, Clause] = {}
        self.places: dict[str, Place] = {}
        self.name = ""

    def ruleset(self) -> Ruleset | None:
        faults, tree = self.faults, self.tree
        faults.keys((), tree, KEYS)
        if tree.get("format") != FORMAT:
            told = f"the format is {shown(tree['format'])}" if "format" in tree else "the book has no format"
            faults.add(("format",), told, f'it must be "{FORMAT}"')
        base = self._base()
        self.name = self._name() or UNNAMED
        if "title" not in tree:
            faults.add(("title",), "the book has no title", 'add its title, such as: title = "Camels and Krupp guns"')
        title = faults.text(("title",), tree["title"], 80) if "title" in tree else None
        if "about" in tree:
            faults.text(("about",), tree["about"], LONGEST_RULE)
        if base is None:
            self._whatever_the_base()
            return None
        return self._on(replace(base, name=self.name, title=title or self.name))

    def _whatever_the_base(self) -> None:
        """Reports what is wrong on any base, when it is unknown which one is meant."""
        wrong: list[list[Fault]] = []
        for base in self.bases.values():
            other = Builder(self.tree, self.bases, self.others, Faults())
            other.name = self.name
            other._on(replace(base, name=self.name, title=self.name))
            wrong.append(other.faults.found)
        for fault in wrong[0]:
            if all(fault in others for others in wrong):
                self.faults.add(*fault)

    def _on(self, book: Ruleset) -> Ruleset:
        """The book that the tree makes from a base."""
        faults, tree = self.faults, self.tree
        for step in (self._grids, self._options, self._weapons, self._units, self._ground, self._activities):
            book = step(book)
        rows = Rows(self.name, tree, self.clauses, faults)
        self.places = rows.places
        for step in (rows.changed, rows.added, self._house_rules, self._check_options):
            book = step(book)
        return book

    def _base(self) -> Ruleset | None:
        name = self.tree.get("based-on")
        if isinstance(name, str) and name in self.bases:
            return self.bases[name]
        meant = nearest(name, self.bases) if isinstance(name, str) else None
        hint = f"did you mean {meant}? " if meant else ""
        told = f"based-on is {shown(name)}"
        if name is None:
            told = "the book is based on nothing"
        elif name == self.tree.get("name"):
            told = "the book is based on itself"
        elif isinstance(name, str) and name in self.others:
            told, hint = f"{name} is a book made from data itself", "copy what you want of it into this one; "
        self.faults.add(("based-on",), told, f"{hint}the books to start from are {listed(self.bases, 'and')}")
        # Reports whatever else is wrong at the same time, as far as it can be guessed.
        return self.bases[meant] if meant else None

    def _name(self) -> str:
        name = self.tree.get("name")
        if not isinstance(name, str) or not NAME.fullmatch(name):
            remedy = "it must be 2 to 40 lower-case letters, digits and hyphens, such as camels"
            told = "the book has no name" if name is None else f"the name is {shown(name)}"
            self.faults.add(("name",), told, remedy)
            return ""
        if name in self.bases or name in RESERVED:
            self.faults.add(("name",), f"there is already a book called {name}", "give yours another name")
            return ""
        return name

    # -- headings

    def _grids(self, book: Ruleset) -> Ruleset:
        if "grids" in self.tree:
            grids = self.faults.words(("grids",), self.tree["grids"], 2, GRIDS)
            book = replace(book, grids=tuple(dict.fromkeys(grids)) or book.grids)
        return book

    def _options(self, book: Ruleset) -> Ruleset:
        for name in self.faults.words(("options",), self.tree.get("options", []), 20, book.options):
            if name in book.options:
                option = book.options[name]
                book = option.apply(replace(book, options={k: v for k, v in book.options.items() if k != name}))
        return book

    def _weapons(self, book: Ruleset) -> Ruleset:
        weapons = dict(book.weapons)
        for name, reach in self.faults.table(("weapons",), self.tree.get("weapons", {}), 40).items():
            found = self.faults.number(("weapons", name), reach, 0, 40)
            if not NAME.fullmatch(name):
                self.faults.add(
                    ("weapons", name), f"a weapon is called {name[:40]!r}", "use lower-case letters and hyphens"
                )
            elif found is not None:
                weapons[name] = replace(weapons[name], reach=found) if name in weapons else Weapon(found)
        told = [
            f"{name.replace('-', ' ')} reach {row.reach}"
            + (f" (was {book.weapons[name].reach})" if name in book.weapons else "")
            for name, row in weapons.items()
            if row != book.weapons.get(name)
        ]
        return self._recited(replace(book, weapons=weapons), "weapons", "; ".join(told)) if told else book

    def _ground(self, book: Ruleset) -> Ruleset:
        book, clauses = ground(book, self.faults.table(("features",), self.tree.get("features", {}), 40), self.faults)
        for clause in clauses:
            self.clauses[clause.id] = clause
        return book

    def _units(self, book: Ruleset) -> Ruleset:
        table = self.faults.table(("units",), self.tree.get("units", {}), 80)
        by_options = {
            one.name: option.name
            for option in book.options.values()
            for one in _with(option, book).unit_types
            if one.name not in book.by_name
        }
        for name in [name for name in table if name in by_options]:
            remedy = f'to change it, switch that on: options = ["{by_options[name]}"]'
            self.faults.add(("units", name), f"{name} comes with the optional rule {by_options[name]}", remedy)
        table = {name: value for name, value in table.items() if name not in by_options}
        if not table:
            return book
        book, told = unit_table(book, table, self.faults)
        return self._recited(book, "units", "; ".join(told)[:LONGEST_RULE])

    def _recited(self, book: Ruleset, heading: str, told: str) -> Ruleset:
        """The book with its own unit table: what cited the base's table cites a clause that states the differences."""
        old = book.unit_table
        if old.partition(".")[0] == self.name:
            before = self.clauses[old]
            self.clauses[old] = replace(before, rule=f"{before.rule} {told[:1].upper()}{told[1:]}.")
            return book
        new = f"{self.name}.{heading}"
        rule = f"{told[:1].upper()}{told[1:]}.".replace("..", ".")
        self.clauses[new] = Clause(new, self.name, rule, based_on(old))
        whole: Ruleset = recited(replace(book, unit_table=new), old, new)
        return whole

    def _activities(self, book: Ruleset) -> Ruleset:
        known = {one.verb: one for base in self.bases.values() for one in _whole(base).activities}
        for verb, value in self.faults.table(("activities",), self.tree.get("activities", {}), 40).items():
            path: Path = ("activities", verb)
            if verb not in known:
                self.faults.unknown(path, verb, list(known), "the activity")
            elif value not in ("on", "off") or (verb in ALWAYS and value == "off"):
                self.faults.add(path, f"{verb} is {shown(value)}", '"on" or "off"; units always move, enter and leave')
            elif value == "on" and verb in NEEDS and not getattr(book, NEEDS[verb]):
                remedy = f"base it on one that has, such as {_having(self.bases, NEEDS[verb])}"
                self.faults.add(path, f"the {book.called} book has no {NEEDS[verb]} for {verb}", remedy)
            else:
                others = tuple(one for one in book.activities if one.verb != verb)
                has = verb in book.by_verb
                if value == "off":
                    book = replace(book, activities=others)
                elif not has:
                    book = replace(book, activities=(*others, known[verb]))
        return book

    def _house_rules(self, book: Ruleset) -> Ruleset:
        table = self.faults.table(("house-rules",), self.tree.get("house-rules", {}), 40)
        settings = {name: value for name, value in table.items() if isinstance(value, str)}
        for name in table.keys() - settings.keys():
            self.faults.text(("house-rules", name), table[name], 40)
        unknown = [name for name in settings if name not in HOUSE_RULES]
        for name in unknown:
            self.faults.unknown(("house-rules", name), name, HOUSE_RULES, "the house rule")
        known = {name: value for name, value in settings.items() if name in HOUSE_RULES}
        book, problems = with_house_rules(book, known)
        for name, reason in problems.items():
            message, _, remedy = reason.partition("; ")
            self.faults.add(("house-rules", name), f"house rule {name}: {message}", remedy)
        return book

    def _check_options(self, book: Ruleset) -> Ruleset:
        """Options that a scenario may still switch on have to fit what is here."""
        for option in book.options.values():
            if _with(option, book) is book:
                self.faults.add(
                    ("units",),
                    f"the optional rule {option.name} needs a unit type that has been left out",
                    "keep the type",
                )
        return book


RESERVED = ("shared", "late19c")
UNNAMED = "unnamed"  # stands in while the rest of a badly named book is checked
# The heading of a book that a verb needs to mean anything; and the verbs that every battle needs.
NEEDS = {
    "load": "transport",
    "unload": "transport",
    "work": "works",
    "mount": "mounting",
    "dismount": "mounting",
    "unpin": "pinning",
    "strafe": "air",
    "bomb": "air",
}
ALWAYS = ("enter", "move", "leave")


def _having(bases: dict[str, Ruleset], heading: str) -> str:
    return next((name for name, base in bases.items() if getattr(_whole(base), heading)), "none")


def _whole(book: Ruleset) -> Ruleset:
    for option in book.options.values():
        book = option.apply(book)
    return book


def _with(option: Option, book: Ruleset) -> Ruleset:
    """The book with an option; unchanged, if the option needs something that the book lacks."""
    try:
        return option.apply(book)
    except AssertionError:
        return book
