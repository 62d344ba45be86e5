"""Short names of units for a board that has little room: no two alike, and each can be typed."""

from functools import lru_cache
from itertools import combinations

from ..battle.battle import TASKS, Battle
from ..grid.grid import Grid
from ..grid.names import cell_named
from ..speech.verbs import ROWS

# What a prompt understands besides orders.
COMMANDS = ["help", "?", "log", "why", "odds", "rule", "save", "units", "board", "choices", "undo", "quit", "exit", "q"]
VERBS = {word for row in ROWS for word in (row.name, *row.typed, *(key.key for key in row.words))}


def called(battle: Battle, typed: str) -> list[str]:
    """The ids of the units that are meant: by an id or a name, or by any abbreviation of them. The closest kind of
    likeness counts, so that `line-1` is never `line-11`; several ids mean that the abbreviation is ambiguous."""
    roster = battle.roster
    if typed in roster.unit_ids:
        return [typed]
    if _is_taken(battle.field.grid, typed.lower()):
        return []
    return _meant(tuple(roster.unit_ids), tuple(roster.unit_names), typed)


def label(battle: Battle, unit: int, room: int) -> str:
    """The unit's id in so many characters."""
    roster = battle.roster
    return _labels(battle.field.grid, tuple(roster.unit_ids), tuple(roster.unit_names), room)[unit]


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


def _meant(ids: tuple[str, ...], names: tuple[str, ...], typed: str) -> list[str]:
    wanted = _plain(typed)
    if not wanted:
        return []
    for is_like in (_same, _begins, _begins_with_number, _runs_through_first_word, _runs_through):
        # Words with blanks between them are a name, or an order; only a name is as close as this.
        if " " in typed.strip() and is_like not in (_same, _begins):
            return []
        found = [one for one, name in zip(ids, names, strict=True) if is_like(wanted, one) or is_like(wanted, name)]
        if found:
            return found
    return []


def _plain(text: str) -> str:
    return "".join(letter for letter in text.lower() if letter.isalnum())


def _same(typed: str, name: str) -> bool:
    return typed == _plain(name)


def _begins(typed: str, name: str) -> bool:
    return _plain(name).startswith(typed)


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
    """Its letters in their order, from the first: `tu1` for truck-1."""
    plain = iter(_plain(name))
    return _plain(name)[:1] == typed[:1] and all(letter in plain for letter in typed)


@lru_cache(maxsize=64)
def _labels(grid: Grid, ids: tuple[str, ...], names: tuple[str, ...], room: int) -> tuple[str, ...]:
    return tuple(_label(grid, ids, names, unit, room) for unit in range(len(ids)))


def _label(grid: Grid, ids: tuple[str, ...], names: tuple[str, ...], unit: int, room: int) -> str:
    """The first abbreviation of its id, or else of its name, that is this unit's alone."""
    if len(ids[unit]) <= room:
        return ids[unit]
    for source in (ids[unit], names[unit]):
        for text in _abbreviations(source, room):
            if not _is_taken(grid, text) and _meant(ids, names, text) == [ids[unit]]:
                return text
    return ids[unit][:room]


def _abbreviations(name: str, room: int) -> list[str]:
    """In so many characters; its beginning with its number first, and those that keep the number before the others."""
    plain = _plain(name)
    stem, number = _parted(plain)
    first = [stem[: room - len(number)] + number] if 0 < len(number) < room else [plain[:room]]
    others = {"".join((plain[0], *rest)) for rest in combinations(plain[1:], room - 1)} if plain else set()
    return first + sorted(others, key=_without_its_number)


def _without_its_number(text: str) -> tuple[bool, str]:
    return not text[-1].isdecimal(), text
