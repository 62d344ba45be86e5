"""The words of problems: values, lists and places as one would say them."""

from collections.abc import Collection, Iterable
from typing import Any

from .problems import Path

LONGEST_SHOWN = 40
HUGE = 10**18

# Tables of the format that need an article in a sentence.
OWN_WORDS = {"map": "the map", "legend": "the legend"}


def shown(value: object) -> str:
    """A value in a sentence: text in quotes and cut short, and the kind of anything larger."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, (int, float)):
        return "a huge number" if abs(value) > HUGE else f"the number {value}"
    return kind_of(value)


def kind_of(value: object) -> str:
    if isinstance(value, bool):
        return "true or false"
    for kind, words in ((str, "text"), ((int, float), "a number"), (list, "a list"), (dict, "a table")):
        if isinstance(value, kind):
            return words
    return "nothing (null)" if value is None else "a date or time"


def quoted(text: str) -> str:
    """In quotes, on one line, and safe to print anywhere."""
    return repr(cut(text)).encode("utf-8", "backslashreplace").decode("utf-8")


def cut(text: str) -> str:
    return text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 3] + "..."


def listed(words: Iterable[object], last: str = "or") -> str:
    """a, b or c"""
    texts = [str(word) for word in words]
    if len(texts) < 2:
        return "".join(texts)
    return f"{', '.join(texts[:-1])} {last} {texts[-1]}"


def suggestion(word: str, known: Collection[str]) -> str:
    """ "did you mean infantry? " if there is something like it; otherwise nothing."""
    from difflib import get_close_matches  # only for those who mistype

    near = get_close_matches(word.lower(), known, n=1)
    return f"did you mean {near[0]}? " if near else ""


def count_of(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def owner(tree: object, path: Path) -> str:
    """What a path leads to or into, as one would call it: "unit r3", "side red", "the map"."""
    if path[:1] == ("sides",) and len(path) > 1:
        side = f"side {_id(tree, path[:2])}"
        if path[2:3] == ("units",) and len(path) > 3:
            id_ = _id(tree, path[:4])
            unit = f"unit {id_}" if isinstance(id_, str) else f"unit {id_} of {side}"
            return f"arrives of {unit}" if path[4:] == ("arrives",) else unit
        return side
    if path[:1] == ("victory",) and len(path) > 1:
        condition = f"victory condition {int(path[1]) + 1}"
        return f"{path[2]} of {condition}" if len(path) == 3 else condition
    return OWN_WORDS.get(str(path[-1]), str(path[-1])) if path else "the scenario"


def subject(tree: object, path: Path) -> str:
    """A value and whose it is: "unit r3: at", "side red: units", "title"."""
    if not path or has_its_own_name(path):
        return owner(tree, path)
    if isinstance(path[-1], int):
        return f"{subject(tree, path[:-1])}, entry {path[-1] + 1}"
    return str(path[-1]) if len(path) == 1 else f"{owner(tree, path[:-1])}: {path[-1]}"


def has_its_own_name(path: Path) -> bool:
    lists = tuple(part for part in path if isinstance(part, str))
    return len(path) == 2 * len(lists) and lists in (("sides",), ("sides", "units"), ("victory",))


def _id(tree: object, path: Path) -> str | int:
    """The id that the table at this path names; its number, from 1, if it names none."""
    table: Any = tree
    for part in path:
        table = table[part]
    id_ = table.get("id") if isinstance(table, dict) else None
    if isinstance(id_, str) and id_ and quoted(id_) == f"'{id_}'":
        return id_
    return int(path[-1]) + 1
