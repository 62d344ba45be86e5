"""The words of problems: what a scenario calls its parts; values and lists read the same everywhere."""

from collections.abc import Collection
from typing import Any

from .._wording import count_of, cut, kind_of, listed, quoted, shown, suggestion
from ..game.errors import Refusal
from .problems import Path

__all__ = [
    "check_word",
    "count_of",
    "cut",
    "has_its_own_name",
    "kind_of",
    "listed",
    "owner",
    "quoted",
    "shown",
    "subject",
    "suggestion",
]

# Tables of the format that need an article in a sentence.
OWN_WORDS = {"map": "the map", "legend": "the legend"}
# Lists of tables, and what one of them is called.
ROWS = {"labels": "label", "points": "points row"}


def check_word(what: str, word: str, known: Collection[str]) -> None:
    """Refuses a thing that does not exist, with a list of those that do."""
    if word not in known:
        raise Refusal(f"there is no {what} {quoted(word)}; {suggestion(word, known)}choose from {listed(known, 'and')}")


def owner(tree: object, path: Path) -> str:
    """The thing that a path leads to or into, in words: "unit r3", "side red", "the map"."""
    if path[:1] == ("sides",) and len(path) > 1:
        side = f"side {_id(tree, path[:2])}"
        if path[2:3] == ("units",) and len(path) > 3:
            id_ = _id(tree, path[:4])
            unit = f"unit {id_}" if isinstance(id_, str) else f"unit {id_} of {side}"
            inner = [str(part) for part in path[4:6] if part in ("arrives", "when")]
            return f"{inner[-1]} of {unit}" if inner and len(path) == 4 + len(inner) else unit
        return f"the flag of {side}" if path[2:] == ("flag",) else side
    if path[:1] == ("victory",) and len(path) > 1:
        condition = f"victory condition {int(path[1]) + 1}"
        return f"{path[2]} of {condition}" if len(path) == 3 else condition
    if len(path) > 1 and path[0] in ROWS:
        return f"{ROWS[str(path[0])]} {int(path[1]) + 1}"
    return OWN_WORDS.get(str(path[-1]), str(path[-1])) if path else "the scenario"


def subject(tree: object, path: Path) -> str:
    """A value and its owner: "unit r3: at", "side red: units", "title"."""
    if not path or has_its_own_name(path):
        return owner(tree, path)
    if isinstance(path[-1], int):
        return f"{subject(tree, path[:-1])}, entry {path[-1] + 1}"
    return str(path[-1]) if len(path) == 1 else f"{owner(tree, path[:-1])}: {path[-1]}"


def has_its_own_name(path: Path) -> bool:
    lists = tuple(part for part in path if isinstance(part, str))
    return len(path) == 2 * len(lists) and lists in (
        ("sides",),
        ("sides", "units"),
        ("victory",),
        ("labels",),
        ("points",),
    )


def _id(tree: object, path: Path) -> str | int:
    """The id of the table at this path; its number, from 1, if it has none."""
    table: Any = tree
    for part in path:
        table = table[part]
    id_ = table.get("id") if isinstance(table, dict) else None
    if isinstance(id_, str) and id_ and quoted(id_) == f"'{id_}'":
        return id_
    return int(path[-1]) + 1
