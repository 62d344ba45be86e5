"""The store: every game with its seats, its secrets, the lines of its record and its messages.

Every change to a game is written in one transaction, before anybody hears about it. A change builds on a revision of
the game, and lines are numbered: of two writers one wins, and the other learns that it is behind.
"""

import asyncio
import datetime
import json
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from ...game.errors import Refusal
from ...record.signing import SigningKey
from .columns import (
    COLUMNS,
    EVERYBODY,
    NOTHING,
    Beside,
    Claim,
    Clock,
    Columns,
    Offer,
    Orders,
    Proposal,
    Seat,
    Watching,
    beside_of,
)

# By game, the sides of each client that is connected.
Attendance = dict[str, list[tuple[int, ...]]]
# By kind and visitor, how much they have asked for.
Spending = dict[tuple[str, str], float]
LONGEST_SILENCE = 15  # seconds after which we take a silent server to be gone
HOUR = 3600  # seconds
MOST_NOTES = 2000  # notes that a game keeps; the oldest go first
A_LONG_GAME = 500  # lines

# The same in every store. A clock set back begins a new hour; one set forward ends a single one.
COUNT_AN_HOUR = "UPDATE life SET hours = hours + 1, counted = {now} WHERE counted <= {now} - 3600"
START_AFRESH = "UPDATE life SET counted = {now} WHERE counted > {now}"
UNTOUCHED = "FROM games WHERE touched <= (SELECT hours FROM life) - {hours}"
# As much as a game takes, written and removed again: on a nearly full disk a few bytes may still find room.
A_TRY = "try"
TRY_DELETE = f"DELETE FROM spending WHERE server = '{A_TRY}'"
TRY_INSERT = f"INSERT INTO spending VALUES ('{A_TRY}', '{'x' * 40_000}', '', 0, 0)"
ANY_GAME = "SELECT line FROM lines WHERE game = (SELECT max(id) FROM games) ORDER BY number LIMIT 200"
TOUCHED = "(SELECT hours FROM life)"
AGE = "SELECT hours FROM life"
# A long game is written in portions; it exists once the last one is written.
UNFINISHED = -1  # the revision of a game until then
MOST_OFFERED = 5  # seats of one visitor on the list


def open_games(by: str) -> str:
    """The newest few of each visitor, so that nobody fills the whole list; `by` is how a store reads who has
    made an offer. Without limits, all visitors count as one."""
    rank = f"row_number() OVER (PARTITION BY {by} ORDER BY created DESC, id) AS place, {by} AS maker"
    return (
        f"SELECT id, {', '.join(COLUMNS)}, replay, created, changed, revision FROM "
        f"(SELECT *, {rank} FROM games WHERE open <> '{{}}' AND revision >= 0) AS offered "
        f"WHERE place <= {MOST_OFFERED} OR maker IS NULL ORDER BY created DESC LIMIT 300"
    )


SIGNING_KEYS = "SELECT public, private, made, retired FROM signing ORDER BY made DESC, public"


class StoreFailed(Refusal):
    """The disk is full, or the database is gone: nobody knows whether the change was kept until we can read again."""


class Behind(Refusal):
    """Somebody else has changed the game since: none of this change is kept."""


@dataclass
class Line:
    """A line of a game's record, and what the record does not keep."""

    text: str
    beside: Beside = NOTHING


@dataclass
class Note:
    """A message at a game. `side` is empty for spectators."""

    time: str
    side: str
    text: str


@dataclass
class Stored:
    """A game as it is kept. `seats` are hashes by side; `secret` is the key of the dice."""

    id: str
    seats: dict[str, str]
    players: dict[str, Seat]
    orders: dict[str, Orders]
    secret: Mapping[str, object]
    replay: bool
    lines: list[Line]
    clock: Clock | None = None
    proposals: Proposal | None = None
    claims: Claim | None = None
    spectators: Watching = EVERYBODY
    open: Offer | None = None
    notes: list[Note] = field(default_factory=list)
    first_note: int = 0  # the number of the first that is still kept
    created: str = ""
    changed: str = ""
    revision: int = 0


@dataclass
class Change:
    """A change to a game, kept whole or not at all: new lines and notes, and whole columns."""

    lines: Sequence[Line] = ()
    notes: Sequence[Note] = ()
    columns: Columns = field(default_factory=Columns)


class Store(Protocol):
    """What any store can do. StoreFailed if it can't."""

    @property
    def name(self) -> str:
        """The place of the games, in words, without passwords."""

    async def create(self, game: Stored) -> None:
        """Keep a new game; Behind if that name is already in use."""

    async def write(self, game: Stored, change: Change) -> None:
        """Keep a change, and then bring `game` up to it; Behind if the stored game is no longer at its revision."""

    async def load(self, game: str, lines: int = 0, notes: int = 0) -> Stored | None:
        """A game, with its lines and notes from these numbers on; None if there is no such game."""

    async def open_games(self) -> list[Stored]:
        """Games that offer a seat to anybody, the newest first; without lines and notes."""

    async def revisions(self, games: Collection[str]) -> dict[str, int]: ...

    def news(self, watched: Callable[[], Collection[str]]) -> AsyncIterator[dict[str, int]]:
        """Revisions by game, whenever others may have changed some of the watched games. Never ends."""

    async def attend(self, server: str, here: Attendance | None) -> Attendance:
        """Hear who is at which game on the other servers; tell them who is here, if it is time to say so again."""

    async def share(self, server: str, spent: Spending | None) -> dict[str, Spending]:
        """Hear, by server, what visitors have spent on the others; tell them what they have spent here, if that has
        changed."""

    async def check_room(self) -> None:
        """StoreFailed if there is barely room for the existing games."""

    async def check(self) -> None:
        """StoreFailed if it can't write, or can't read a game when it has one."""

    def all(self) -> AsyncIterator[Stored]:
        """Every game as it is at one moment, whatever is written meanwhile."""

    async def signing_keys(self) -> list[SigningKey]:
        """The keys that its servers sign records with, or once did, the newest first."""

    async def add_signing_keys(self, keys: Sequence[SigningKey]) -> None:
        """Add the keys it does not have yet. A new signing key retires all others: their private halves are deleted."""

    async def live(self) -> None:
        """Count an hour of the store's life, an hour after the last. Hours are counted, not read off the clock, so a
        clock that jumps does not age any game."""

    async def age(self) -> int:
        """The hours of the store's life."""

    async def untouched(self, hours: int) -> int:
        """How many games nobody has changed for this many hours of the store's life."""

    async def forget(self, hours: int) -> int:
        """Delete those games; returns how many."""

    async def close(self) -> None: ...


async def open_store(address: str | Path, new: bool = True) -> Store:
    """A file, or `postgresql://...`; Refusal if it can't keep games there. If `new`, make the file if there is none."""
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


async def stored_beside(game: str, row: Any, lines: Collection[Any], notes: Collection[Any]) -> Stored:
    """As `stored`; a long game is put together beside the loop."""
    if len(lines) < A_LONG_GAME:
        return stored(game, row, lines, notes)
    return await asyncio.to_thread(stored, game, row, lines, notes)


def spending_of(rows: Iterable[Any]) -> dict[str, Spending]:
    """From rows of a server, a kind, a visitor and an amount."""
    found: dict[str, Spending] = {}
    for server, kind, address, amount in rows:
        found.setdefault(server, {})[kind, address] = amount
    return found


def carried_out(game: Stored, change: Change, changed: str) -> None:
    """The same change, to the game in memory."""
    game.lines += change.lines
    game.notes += change.notes
    forget_notes(game)
    for column, value in change.columns.items():
        setattr(game, column, value)
    game.changed = changed
    game.revision += 1


def forget_notes(game: Stored) -> None:
    """Forget the oldest notes, once there are too many."""
    surplus = max(0, len(game.notes) - MOST_NOTES)
    del game.notes[:surplus]
    game.first_note += surplus


def stored(game: str, row: Any, lines: Collection[Any], notes: Collection[Any]) -> Stored:
    """A game from its rows, which are the same in every store."""
    columns = {name: column.read(text) for (name, column), text in zip(COLUMNS.items(), row, strict=False)}
    replay, created, changed, revision = row[len(COLUMNS) :]
    return Stored(
        id=game,
        **columns,
        replay=bool(replay),
        lines=[Line(text, beside_of(beside)) for text, beside in lines],
        notes=[Note(*said) for _, *said in notes],
        first_note=next((number for number, *_ in notes), 0),
        created=created,
        changed=changed,
        revision=revision,
    )
