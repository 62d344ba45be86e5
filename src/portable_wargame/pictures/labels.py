"""Labels of units for a board of characters: their short names, cut to fit. No two are alike, and each can be
typed."""

from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from ..battle.battle import TASKS, Battle
from ..grid.grid import Grid
from ..grid.names import cell_named
from ..scenario.telling.short_names import compact, short_names
from ..speech.verbs import ROWS

# Words that a prompt understands besides orders.
COMMANDS = ["help", "?", "log", "why", "odds", "rule", "save", "units", "board", "choices", "undo", "quit", "exit", "q"]
VERBS = {word for row in ROWS for word in (row.name, *row.typed, *(key.key for key in row.words))}


def called(battle: Battle, typed: str) -> list[str]:
    """The ids of the units that a text means: by an id, a name, a short name or any abbreviation of them. The closest
    match counts, so that `line-1` is never `line-11`; several ids mean that the abbreviation is ambiguous."""
    roster = battle.roster
    if typed in roster.unit_ids:
        return [typed]
    if _is_taken(battle.field.grid, typed.lower()):
        return []
    return _meant(_callings(battle), typed)


def label(battle: Battle, unit: int, room: int) -> str:
    """The unit's short name in this many characters."""
    return _labels(battle.field.grid, _callings(battle), room)[unit]


class Calling(NamedTuple):
    """Everything that a unit is called."""

    id: str
    short: str
    name: str


def _callings(battle: Battle) -> tuple[Calling, ...]:
    names = battle.roster.unit_names
    return tuple(
        Calling(one, short, name) for (one, short), name in zip(short_names(battle).items(), names, strict=True)
    )


def _is_taken(grid: Grid, word: str) -> bool:
    """Whether a prompt would take it for something else: a cell, a facing, a number, an order."""
    return (
        cell_named(grid, word) >= 0
        or word.isdecimal()
        or word in grid.shape.facings
        or word in VERBS
        or word in COMMANDS
        or word in TASKS
    )


def _meant(units: tuple[Calling, ...], typed: str) -> list[str]:
    wanted = _plain(typed)
    if not wanted:
        return []
    for is_like in (_same, _begins, _begins_a_word, _begins_with_number, _runs_through_first_word, _runs_through):
        # Words with blanks between them are a name or an order; only a name comes this close.
        if " " in typed.strip() and is_like not in (_same, _begins):
            return []
        found = [unit.id for unit in units if any(is_like(wanted, calling) for calling in unit)]
        if found:
            return found
    return []


def _plain(text: str) -> str:
    return "".join(letter for letter in text.lower() if letter.isalnum())


def _same(typed: str, name: str) -> bool:
    return typed == _plain(name)


def _begins(typed: str, name: str) -> bool:
    return _plain(name).startswith(typed)


def _begins_a_word(typed: str, name: str) -> bool:
    """`ashby` for General Ashby."""
    return any(_plain(word).startswith(typed) for word in name.split())


def _begins_with_number(typed: str, name: str) -> bool:
    """`st1` for staff-1."""
    stem, number = _parted(_plain(name))
    letters, typed_number = _parted(typed)
    return bool(number and letters) and number == typed_number and stem.startswith(letters)


def _parted(plain: str) -> tuple[str, str]:
    stem = plain.rstrip("0123456789")
    return stem, plain[len(stem) :]


def _runs_through_first_word(typed: str, name: str) -> bool:
    """`ln1` for line-1, whatever light-tank-1 has further on."""
    letters, typed_number = _parted(typed)
    word = name.replace("-", " ").split(" ")[0]
    return bool(letters and typed_number) and typed_number == _parted(_plain(name))[1] and _runs_through(letters, word)


def _runs_through(typed: str, name: str) -> bool:
    """Some of its letters in order, from the first: `tu1` for truck-1."""
    plain = iter(_plain(name))
    return _plain(name)[:1] == typed[:1] and all(letter in plain for letter in typed)


@lru_cache(maxsize=64)
def _labels(grid: Grid, units: tuple[Calling, ...], room: int) -> tuple[str, ...]:
    return tuple(_label(grid, units, unit, room) for unit in units)


def _label(grid: Grid, units: tuple[Calling, ...], unit: Calling, room: int) -> str:
    """Its short name, a word of it, or else the first abbreviation of its name or id that is this unit's alone."""
    words = [word[:room] for word in reversed(unit.short.split()) if not word.isdecimal()]
    own = [unit.id] if len(unit.id) <= room else _abbreviations(unit.id, room)
    for text in (compact(unit.short, room), *words, *_abbreviations(unit.name, room), *own):
        if not _is_taken(grid, text.lower()) and _meant(units, text) == [unit.id]:
            return text
    return unit.id[:room]


def _abbreviations(name: str, room: int) -> list[str]:
    """In this many characters: its beginning with its number, then those that keep the number, then the others."""
    plain = _plain(name)
    stem, number = _parted(plain)
    first = [stem[: room - len(number)] + number] if 0 < len(number) < room else [plain[:room]]
    others = {"".join((plain[0], *rest)) for rest in combinations(plain[1:], room - 1)} if plain else set()
    return first + sorted(others, key=_without_its_number)


def _without_its_number(text: str) -> tuple[bool, str]:
    return not text[-1].isdecimal(), text
