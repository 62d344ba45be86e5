"""The store: every game with its seats, its secrets, the lines of its record and what was said at it.

Whatever changes a game is written in one transaction, before anybody is told of it. A change builds on a revision of
the game, and lines are numbered: of two writers one wins, and the other is told that it is behind.
"""

import datetime
import json
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from ...game.errors import Refusal

Tree = dict[str, Any]

# What is kept of a game beside its record, each as one column of JSON.
COLUMNS = ("seats", "players", "orders", "secret", "clock", "proposals", "spectators")


# By game, the sides of each client that is connected.
Attendance = dict[str, list[tuple[int, ...]]]
LONGEST_SILENCE = 15  # seconds after which a server that says nothing is taken to be gone
HOUR = 3600  # seconds

# Alike in every store. A clock that was set back begins a new hour; one that was set forward ends a single one.
COUNT_AN_HOUR = "UPDATE life SET hours = hours + 1, counted = {now} WHERE counted <= {now} - 3600"
START_AFRESH = "UPDATE life SET counted = {now} WHERE counted > {now}"
UNTOUCHED = "FROM games WHERE touched <= (SELECT hours FROM life) - {hours}"
TOUCHED = "(SELECT hours FROM life)"


class StoreFailed(Refusal):
    """The disk is full, or the database is gone: whether the change is kept will be seen when it can be read again."""


class Behind(Refusal):
    """Somebody else has changed the game since: nothing of this change is kept."""


@dataclass
class Line:
    """A line of a game's record, and what the record does not keep: the computer's intent."""

    text: str
    beside: Tree


@dataclass
class Note:
    """Something said at a game. `side` is empty for those who watch."""

    time: str
    side: str
    text: str


@dataclass
class Stored:
    """A game as it is kept. `seats` are hashes by side; `secret` is the key of the dice."""

    id: str
    seats: dict[str, str]
    players: Tree
    orders: Tree
    secret: Tree
    replay: bool
    lines: list[Line]
    clock: Tree = field(default_factory=dict)
    proposals: Tree = field(default_factory=dict)
    spectators: Tree = field(default_factory=dict)
    notes: list[Note] = field(default_factory=list)
    created: str = ""
    changed: str = ""
    revision: int = 0


@dataclass
class Change:
    """What is to be kept of a game, all of it or nothing: lines and notes after those there are, and whole columns."""

    lines: Sequence[Line] = ()
    notes: Sequence[Note] = ()
    columns: Tree = field(default_factory=dict)


class Store(Protocol):
    """What any store does. StoreFailed where it cannot."""

    @property
    def name(self) -> str:
        """Where the games are kept, in words, without passwords."""

    async def create(self, game: Stored) -> None:
        """Keep a new game; Behind if there is one of that name."""

    async def write(self, game: Stored, change: Change) -> None:
        """Keep a change, and then bring `game` up to it; Behind if the stored game is no longer at its revision."""

    async def load(self, game: str, lines: int = 0, notes: int = 0) -> Stored | None:
        """A game, with its lines and notes from these numbers on; None if there is no such game."""

    async def revisions(self, games: Collection[str]) -> dict[str, int]: ...

    def news(self, watched: Callable[[], Collection[str]]) -> AsyncIterator[dict[str, int]]:
        """By game, its revision, whenever others may have changed some of the games that are watched. Without end."""

    async def attend(self, server: str, here: Attendance | None) -> Attendance:
        """Who is at which game at the other servers; and to them, who is here, if that is to be said anew."""

    def all(self) -> AsyncIterator[Stored]:
        """Every game, all as they are at one moment, whatever is written meanwhile."""

    async def live(self) -> None:
        """Count an hour of the store's life, once the last one was counted an hour ago. The hours are counted, not
        read off the clock: a clock that jumps ages no game."""

    async def untouched(self, hours: int) -> int:
        """How many games nobody has changed for so many hours of the store's life."""

    async def forget(self, hours: int) -> int:
        """Throw those games away; how many there were."""

    async def close(self) -> None: ...


async def open_store(address: str | Path, new: bool = True) -> Store:
    """A file, or `postgresql://...`; Refusal if games cannot be kept there. If `new`, a file is made where none is."""
    if str(address).startswith(("postgresql://", "postgres://")):
        from .postgres import connect

        return await connect(str(address))
    if "://" in str(address):
        raise Refusal(f"{str(address).partition('://')[0]}: games are kept in a SQLite file or at postgresql://...")
    if not new and not Path(address).exists():
        raise Refusal(f"{address}: there are no games; --data or --store says where they are")
    from .sqlite import SQLiteStore

    return SQLiteStore(Path(address))


def now() -> str:
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")


def attendance_of(rows: Iterable[Any]) -> Attendance:
    """From rows of a game and its sides; several servers may have clients at one."""
    found: Attendance = {}
    for game, sides in rows:
        found.setdefault(game, []).extend(tuple(one) for one in json.loads(sides))
    return found


def carried_out(game: Stored, change: Change, changed: str) -> None:
    """The same change, to what is in memory."""
    game.lines += change.lines
    game.notes += change.notes
    for column, value in change.columns.items():
        setattr(game, column, value)
    game.changed = changed
    game.revision += 1


def stored(game: str, row: Any, lines: Collection[Any], notes: Collection[Any]) -> Stored:
    """A game from its rows, which are alike in every store."""
    columns = {column: json.loads(text) for column, text in zip(COLUMNS, row, strict=False)}
    replay, created, changed, revision = row[len(COLUMNS) :]
    return Stored(
        id=game,
        **columns,
        replay=bool(replay),
        lines=[Line(text, json.loads(beside)) for text, beside in lines],
        notes=[Note(*said) for said in notes],
        created=created,
        changed=changed,
        revision=revision,
    )
