"""The tables of docs/formats.md: made from the rows and from the types of the trees.

Each stands between `<!-- NAME -->` and `<!-- /NAME -->`. `python -m portable_wargame.speech.documents` brings them up
to date.
"""

import types
from collections.abc import Hashable, Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any, NotRequired, TypeVar, Union, get_args, get_origin, get_type_hints, is_typeddict

from ..battle.battle import PHASES
from . import trees
from .happenings import HAPPENINGS
from .questions import QUESTIONS
from .shaping import Named, OneOf
from .throws import THROWS
from .umpire.rulings import RULINGS
from .verbs import VERBS

PAGE = Path("docs") / "formats.md"
WITH_TABLES = ("side", "unit")  # of their own
Said = TypeVar("Said", bound=Hashable)


def tables() -> dict[str, str]:
    return {
        "verbs": table(
            ("verb", "words", ""), merged((quoted(row.shape()), row.about, row.name) for row in VERBS.values())
        ),
        "rulings": table(
            ("`set`", "words", ""), merged((quoted(row.shape()), row.about, row.name) for row in RULINGS.values())
        ),
        "questions": table(("asks", "answers"), ((quoted(row.asks), row.about) for row in QUESTIONS.values())),
        "state": table(("key", ""), keys_of(trees.State)),
        "side": table(("key of a side", ""), keys_of(trees.Side)),
        "unit": table(("key of a unit", ""), keys_of(trees.Unit)),
        "events": table(
            ("kind", "words", ""), merged((quoted(row.shape), row.about, row.name) for row in HAPPENINGS.values())
        ),
        "throws": table(
            ("`for`", "words besides", "`outcomes`", ""),
            (
                (names, shape, outcomes, about)
                for names, (shape, outcomes, about) in alike(
                    (row.name, (quoted(row.shape), listed([*row.outcomes, *row.besides]), row.about))
                    for row in THROWS.values()
                )
            ),
        ),
        "effects": f"Effects: {listed(trees.effects())}.",
    }


def table(heading: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [heading, ("---",) * len(heading), *rows]
    return "\n".join("|" + "|".join(_cell(text) for text in line) + "|" for line in lines)


def _cell(text: str) -> str:
    return text if text == "---" else f" {text} " if text else " "


def merged(rows: Iterable[tuple[str, str, str]]) -> Iterator[tuple[str, str, str]]:
    """Rows of (words, about, name) with the names first; rows that say the same stand together."""
    for names, (words, about) in alike((name, (words, about)) for words, about, name in rows):
        yield names, words, about


def alike(rows: Iterable[tuple[str, Said]]) -> Iterator[tuple[str, Said]]:
    found: dict[Said, list[str]] = {}
    for name, said in rows:
        found.setdefault(said, []).append(name)
    for said, names in found.items():
        yield listed(names), said


def quoted(words: str) -> str:
    return f"`{words}`" if words else ""


def listed(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


# -- the keys of a tree


def keys_of(shape: Any) -> Iterator[tuple[str, str]]:
    hints = get_type_hints(shape, include_extras=True)
    yield from alike((key, about(inner)) for key, inner in hints.items())


def about(shape: Any) -> str:
    """What a value is: its description, and the keys or the values that it may have."""
    words = ""
    if get_origin(shape) is NotRequired:
        shape = get_args(shape)[0]
    if get_origin(shape) is Annotated:
        notes = get_args(shape)[1:]
        words = next((note for note in reversed(notes) if isinstance(note, str)), "")
    if type(None) in get_args(get_args(shape)[0] if get_origin(shape) is Annotated else shape) and "null" not in words:
        words += ", or `null`"
    return ": ".join(part for part in (words, inside(shape)) if part)


def inside(shape: Any, brackets: str = "{}") -> str:
    """The keys of an object within, or the values to choose from; nothing for what has a table of its own."""
    origin = get_origin(shape)
    if origin is Annotated:
        base, *notes = get_args(shape)
        names = [note.name for note in notes if isinstance(note, Named)]
        values = [note.values() for note in notes if isinstance(note, OneOf)]
        if names and names[-1] == "phase":
            return listed(PHASES)
        if names and names[-1] in WITH_TABLES:
            return ""
        return listed(values[0]) if values else inside(base, brackets)
    if origin in (Union, types.UnionType):
        return next((found for found in (inside(one, brackets) for one in get_args(shape)) if found), "")
    if origin is list:
        return inside(get_args(shape)[0], "[{}]")
    if origin is dict:
        return inside(get_args(shape)[1], "{CELL: {}}")
    if is_typeddict(shape):
        return "`" + brackets.replace("{}", "{" + ", ".join(shape.__annotations__) + "}") + "`"
    return ""


# -- the page


def renewed(page: str) -> str:
    """The page with every table as it should be."""
    for name, made in tables().items():
        before, opening, rest = page.partition(f"<!-- {name} -->\n")
        _, closing, after = rest.partition(f"\n<!-- /{name} -->")
        page = f"{before}{opening}{made}{closing}{after}"
    return page


if __name__ == "__main__":
    PAGE.write_text(renewed(PAGE.read_text("utf-8")), encoding="utf-8")
