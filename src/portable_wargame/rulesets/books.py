"""The books. Those in this folder are found automatically: a `.py` of tables beside a `.toml` of clauses. `add_book`
adds others, and everything made from the books follows."""

import json
from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import lru_cache
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TypeVar

from ..game.ruleset import Ruleset
from . import ledger
from .editions import in_edition
from .house_rules import HOUSE_RULES, HouseRule, with_house_rules
from .variants.faults import Fault
from .variants.variant import Variant, canonical

Made = TypeVar("Made")
Named = TypeVar("Named", bound=Hashable)
Asked = TypeVar("Asked")

RULESETS: dict[str, Ruleset] = {}
VARIANTS: dict[str, Variant] = {}  # books made from data
OF_THE_PROGRAM: set[str] = set()  # the names of the books that come with the program

LARGEST = 200_000  # characters of a book made from data
TOO_DEEP = Fault((), "it is nested too deeply", "a book has a few levels")

_forget: list[Callable[[], None]] = []
_changes: list[None] = []  # how many there have been


def add_book(ruleset: Ruleset, clauses: Traversable | ledger.Book) -> None:
    """Put a book beside the others, or in place of the one of that name; `clauses` is its clause file, or the text
    of it."""
    RULESETS[ruleset.name] = ruleset
    ledger.enter(ruleset.name, clauses)
    forget_what_was_made()


def add_house_rule(rule: HouseRule) -> None:
    """Put a house rule after the others, or in place of the one of that name."""
    HOUSE_RULES[rule.name] = rule
    ledger.forget()
    forget_what_was_made()


def remove_house_rule(name: str) -> None:
    del HOUSE_RULES[name]
    ledger.forget()
    forget_what_was_made()


def add_variant(variant: Variant) -> None:
    add_book(variant.ruleset, variant.clauses)
    VARIANTS[variant.ruleset.name] = variant


def remove_book(name: str) -> None:
    del RULESETS[name]
    VARIANTS.pop(name, None)
    ledger.strike_out(name)
    forget_what_was_made()


def made_from_books(function: Callable[[], Made]) -> Callable[[], Made]:
    """Work a thing out once, and again only when there are other books."""
    made = made_from_a_book(lambda _: function())
    return lambda: made("")


def made_from_a_book(function: Callable[[Named], Made]) -> Callable[[Named], Made]:
    """The same for each name of a book, or of something played by a book."""
    kept: dict[Named, Made] = {}
    _forget.append(kept.clear)

    def made(name: Named) -> Made:
        if name in kept:
            return kept[name]
        changes = len(_changes)
        found = function(name)
        # Another thread may have added a book meanwhile: then this is out of date, and good for this call only.
        if len(_changes) == changes:
            kept[name] = found
        return found

    return made


def forget_what_was_made() -> None:
    _changes.append(None)
    for forget in _forget:
        forget()


def book(
    name: str,
    options: Iterable[str] = (),
    house_rules: Mapping[str, str] | None = None,
    edition: int = 0,
    text: str = "",
) -> Ruleset:
    """A book with its optional rules and house rules, in its latest edition or an earlier one. Any that it has no use
    for are left out; `checking` reports them. `text` is the book itself, where a scenario brings it along."""
    return _book(name, tuple(options), tuple((house_rules or {}).items()), edition, text)


# Settings come from anyone who sends a scenario, so only a limited number are remembered.
@lru_cache(maxsize=256)
def _book(
    name: str, options: tuple[str, ...], house_rules: tuple[tuple[str, str], ...], edition: int, text: str
) -> Ruleset:
    ruleset = brought(text) if text else RULESETS[name]
    for option in options:
        if option in ruleset.options:
            ruleset = ruleset.options[option].apply(ruleset)
    return in_edition(with_house_rules(ruleset, dict(house_rules))[0], edition)


_forget.append(_book.cache_clear)


def made(tree: object) -> Variant | list[Fault]:
    """A variant from its tree; it may be based on any book that is not itself one."""
    # Loaded with the first variant: a command that has none starts without it.
    from .variants.building import build

    return build(tree, {name: book for name, book in RULESETS.items() if name not in VARIANTS}, VARIANTS)


def read_book(tree: dict[str, object]) -> Variant | list[Fault]:
    """The book that a scenario brings along, from whatever it holds."""
    try:
        text = canonical(tree)
    except (TypeError, ValueError):
        return [Fault((), "it holds something that is neither text nor number, list nor table", "leave that out")]
    except RecursionError:
        return [TOO_DEEP]
    if len(text) > LARGEST:
        return [Fault((), f"it has more than {LARGEST} characters", "no book needs that many")]
    try:
        return read_text(text)
    except RecursionError:
        return [TOO_DEEP]


@lru_cache(maxsize=64)
def read_text(text: str) -> Variant | list[Fault]:
    """The same from the canonical text. From now on its clauses can be looked up beside those of the books here."""
    found = made(json.loads(text))
    if isinstance(found, Variant):
        ledger.borrow(found.hash, found.clauses)
    return found


_forget.append(read_text.cache_clear)


def brought(text: str) -> Ruleset:
    """The book that a checked scenario brings along."""
    found = read_text(text)
    assert isinstance(found, Variant)
    return found.ruleset


def clauses_of(text: str) -> ledger.Book | None:
    """The text of the book that a checked scenario brings along, if it brings one."""
    found = read_text(text) if text else None
    return found.clauses if isinstance(found, Variant) else None


def text_of(name: str) -> str:
    """What a scenario carries of its book: nothing, unless the book is made from data."""
    return canonical(VARIANTS[name].tree) if name in VARIANTS else ""


def whole_book(name: str) -> Ruleset:
    """A book with all its optional rules."""
    return book(name, RULESETS[name].options)


def with_options(ruleset: Ruleset) -> Ruleset:
    """The same for a book that is not among those here."""
    for option in ruleset.options.values():
        ruleset = option.apply(ruleset)
    return ruleset


def _find_books() -> None:
    package = __package__ or ""
    folder = files(package)
    names = {entry.name for entry in folder.iterdir()}
    for stem in sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")):
        clauses = folder.joinpath(f"{stem}.toml")
        if f"{stem}.py" in names:
            module = import_module(f"{package}.{stem}")
            found = [value for value in vars(module).values() if isinstance(value, Ruleset)]
            add_book(next(one for one in found if one.name.replace("-", "_") == stem), clauses)
        else:
            ledger.enter(stem, clauses)  # rulings of every book
    OF_THE_PROGRAM.update(RULESETS)


_find_books()
