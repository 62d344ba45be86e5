"""Where on the board a problem of a draft is. A draft may be broken in any way: places we can't find are left out."""

from typing import Any

from ...grid.names import column_name
from ...rulesets import RULESETS
from ...scenario.board import letters_of
from ...scenario.map_text import rows_of
from ...scenario.problems import Path
from .drafts import Draft


def cells_of(path: Path, draft: Draft) -> list[str]:
    """The cells that a path of the draft's tree is about."""
    if path[:2] == ("map", "rows") and len(path) == 3:
        return _row(draft, int(path[2]))
    if path[:1] == ("sides",) and path[2:3] == ("units",) and len(path) > 3:
        cell = _at(draft, (*path[:4], "at"))
    else:
        cell = _at(draft, path)
    is_held = path[:1] == ("victory",) and path[2:3] == ("hold",)
    return [cell] if isinstance(cell, str) and (path[:1] == ("sides",) or is_held) else []


def _at(draft: Draft, path: Path) -> Any:
    value: Any = draft
    for part in path:
        try:
            value = value[part]
        except (KeyError, IndexError, TypeError):
            return None
    return value


def _row(draft: Draft, line: int) -> list[str]:
    """The cells in a row of the map with an unknown letter; all of them, if the problem is not about a letter."""
    map_ = draft["map"]
    rows = rows_of(map_["rows"])
    book = RULESETS.get(str(draft.get("ruleset")))
    legend = map_.get("legend")
    letters = letters_of(legend if _is_legend(legend) else None, book)
    for number, (index, row) in enumerate(rows):
        if index != line:
            continue
        names = [f"{column_name(column)}{len(rows) - number}" for column in range(len(row))]
        strange = [
            name
            for name, letter in zip(names, row, strict=True)
            if letter not in letters or (book is not None and not set(letters[letter]) <= set(book.features))
        ]
        return strange or names
    return []


def _is_legend(legend: object) -> bool:
    return isinstance(legend, dict) and all(isinstance(names, list) for names in legend.values())
