"""Book files: TOML or JSON text to a book made from data; or every problem at once, each with its line."""

from typing import Any

from ..rulesets.books import LARGEST, read_book
from ..rulesets.variants.variant import FAMILY, Variant
from .problems import BadScenario, Problem
from .reading import is_json, located, text_and_tree, with_the_rest


def examine_book(text: str | bytes, name: str) -> Variant | list[Problem]:
    """The book in a text, or its problems, from top to bottom; `name` is what problems call it."""
    try:
        decoded, tree, repeated = text_and_tree(text, name)
    except BadScenario as bad:
        rest = examine_book(bad.repaired, name) if bad.repaired else []
        return with_the_rest(bad, rest if isinstance(rest, list) else [])
    if not isinstance(tree, dict):
        return [Problem((), "a book is a table", "it begins with format, name, title and based-on")]
    if len(decoded) > LARGEST:
        return [Problem((), f"the text has more than {LARGEST} characters", "no book needs that many")]
    found = read_book(tree)
    problems = [] if isinstance(found, Variant) else [Problem(one.path, one.message, one.remedy) for one in found]
    if not problems and not repeated:
        assert isinstance(found, Variant)
        return found
    return located(problems, decoded, is_json(decoded, name))


def is_book(tree: Any) -> bool:
    """Whether a tree is meant as a book, and not as a scenario."""
    if not isinstance(tree, dict):
        return False
    said = tree.get("format")
    named = isinstance(said, str) and said.startswith(FAMILY)
    return named or "based-on" in tree or ("units" in tree and "sides" not in tree)
