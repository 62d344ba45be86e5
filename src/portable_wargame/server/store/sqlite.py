"""Games in one SQLite file. One thread writes, and writes all waiting changes together. Another reads games, so that no
change waits for a long game."""

import asyncio
import contextlib
import functools
import json
import os
import shutil
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from pathlib import Path
from typing import Any

from ...game.errors import Refusal
from ...record.signing import SigningKey
from .base import (
    AGE,
    ANY_GAME,
    COUNT_AN_HOUR,
    HOUR,
    LONGEST_SILENCE,
    MOST_NOTES,
    SIGNING_KEYS,
    START_AFRESH,
    TOUCHED,
    TRY_DELETE,
    TRY_INSERT,
    UNFINISHED,
    UNTOUCHED,
    Attendance,
    Behind,
    Change,
    Line,
    Note,
    Spending,
    Stored,
    StoreFailed,
    attendance_of,
    carried_out,
    now,
    open_games,
    spending_of,
    stored,
    stored_beside,
)
from .columns import COLUMNS, beside_text
from .hand import Hand, Work
from .schema import VERSION, steps_from

PATIENCE = 10  # seconds to wait for another process that writes
BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_BUSY_RECOVERY, sqlite3.SQLITE_LOCKED)
ROOM = 131_072  # bytes
LITTLE_ROOM = 50_000_000  # bytes of the disk, or a twentieth of a small one, kept free for games that have begun
BETWEEN_LOOKS = 0.02  # seconds until we notice the changes of other processes
A_PORTION = 500  # lines of a new game written at once: other games' lines go in between

INSERT_GAME = (
    f"INSERT INTO games (id, {', '.join(COLUMNS)}, replay, created, changed, revision, touched) "
    f"VALUES (?, {', '.join('?' for _ in COLUMNS)}, ?, ?, ?, ?, {TOUCHED})"
)
SELECT_GAME = (
    f"SELECT {', '.join(COLUMNS)}, replay, created, changed, revision FROM games WHERE id = ? AND revision >= 0"
)
SELECT_LINES = "SELECT line, beside FROM lines WHERE game = ? AND number >= ? ORDER BY number"
SELECT_NOTES = "SELECT number, time, side, text FROM notes WHERE game = ? AND number >= ? ORDER BY number"
ELSEWHERE = "SELECT game, sides FROM attendance WHERE server <> ? AND seen >= ?"
SPENT_ELSEWHERE = "SELECT server, kind, address, amount FROM spending WHERE server <> ? AND seen >= ?"
OPEN_GAMES = open_games("json_extract(open, '$.by')")
ALL_GAMES = "SELECT id FROM games WHERE revision >= 0 ORDER BY id"
REVISIONS = "SELECT id, revision FROM games WHERE id IN (SELECT value FROM json_each(?))"


class SQLiteStore:
    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            keep_for_owner(path)
            try:
                self.connection = opened(path)
            except sqlite3.OperationalError:
                if not give_room(path):
                    raise
                self.connection = opened(path)
            self._migrate()
            reserve_room(path)
        except (OSError, sqlite3.Error) as problem:
            raise Refusal(f"{path}: games cannot be kept there: {problem}") from None
        self.writer = Hand(self.connection, "store")
        self.reader = Hand(opened(path), "reader")

    @property
    def name(self) -> str:
        return str(self.path)

    def _migrate(self) -> None:
        [version] = self.connection.execute("PRAGMA user_version").fetchone()
        if version == VERSION:
            return  # writes nothing, so a server starts on a full disk too
        self.connection.execute("BEGIN IMMEDIATE")
        [version] = self.connection.execute("PRAGMA user_version").fetchone()
        if version > VERSION:
            self.connection.close()
            raise Refusal(f"{self.path}: written by a newer version of the program")
        for statement in steps_from(version):
            self.connection.execute(statement)
        self.connection.execute(f"PRAGMA user_version = {VERSION}")
        self.connection.execute("COMMIT")

    # -- what any store does

    async def create(self, game: Stored) -> None:
        game.created = game.created or now()
        game.changed = game.changed or game.created
        columns = (column.text(getattr(game, name)) for name, column in COLUMNS.items())
        row = (game.id, *columns, int(game.replay), game.created, game.changed)
        first, rest = game.lines[:A_PORTION], range(A_PORTION, len(game.lines), A_PORTION)

        def insert(connection: sqlite3.Connection) -> None:
            connection.execute(INSERT_GAME, (*row, UNFINISHED if rest else game.revision))
            _insert(connection, game.id, 0, first, 0, game.notes)

        await self._do(insert, writes=True)
        for start in rest:
            await self._do(functools.partial(_insert_more, game, start), writes=True)

    async def write(self, game: Stored, change: Change) -> None:
        changed = now()
        columns = [COLUMNS[name].text(value) for name, value in change.columns.items()]
        assignments = "".join(f", {column} = ?" for column in change.columns)
        update = (
            f"UPDATE games SET revision = revision + 1, touched = {TOUCHED}, changed = ?{assignments} "
            "WHERE id = ? AND revision = ?"
        )
        numbers = len(game.lines), game.first_note + len(game.notes)

        def keep(connection: sqlite3.Connection) -> None:
            if not connection.execute(update, (changed, *columns, game.id, game.revision)).rowcount:
                raise Behind("the game has moved on")
            _insert(connection, game.id, numbers[0], change.lines, numbers[1], change.notes)

        await self._do(keep, writes=True)
        carried_out(game, change, changed)

    async def load(self, game: str, lines: int = 0, notes: int = 0) -> Stored | None:
        row, line_rows, note_rows = await self.reader.do(lambda connection: _read(connection, game, lines, notes))
        return await stored_beside(game, row, line_rows, note_rows) if row is not None else None

    async def attend(self, server: str, here: Attendance | None) -> Attendance:
        now = int(time.time())

        def exchange(connection: sqlite3.Connection) -> list[Any]:
            if here is not None:
                connection.execute("DELETE FROM attendance WHERE server = ? OR seen < ?", (server, now - 3600))
                rows = [(server, game, json.dumps(sides), now) for game, sides in here.items()]
                connection.executemany("INSERT INTO attendance VALUES (?, ?, ?, ?)", rows)
            return connection.execute(ELSEWHERE, (server, now - LONGEST_SILENCE)).fetchall()

        return attendance_of(await self._do(exchange, writes=here is not None))

    async def share(self, server: str, spent: Spending | None) -> dict[str, Spending]:
        now = int(time.time())

        def exchange(connection: sqlite3.Connection) -> list[Any]:
            if spent is not None:
                connection.execute("DELETE FROM spending WHERE server = ? OR seen < ?", (server, now - HOUR))
                rows = [(server, kind, address, amount, now) for (kind, address), amount in spent.items()]
                connection.executemany("INSERT INTO spending VALUES (?, ?, ?, ?, ?)", rows)
            return connection.execute(SPENT_ELSEWHERE, (server, now - HOUR)).fetchall()

        return spending_of(await self._do(exchange, writes=spent is not None))

    async def check_room(self) -> None:
        usage = await asyncio.to_thread(shutil.disk_usage, self.path.parent)
        if usage.free < min(LITTLE_ROOM, usage.total // 20):
            raise StoreFailed("the disk is nearly full: battles under way can continue, but none can begin")

    async def check(self) -> None:
        await self._do(lambda connection: [connection.execute(one) for one in (TRY_DELETE, TRY_INSERT)], writes=True)
        await self._do(lambda connection: connection.execute(TRY_DELETE), writes=True)
        await self._read(ANY_GAME)

    async def all(self) -> AsyncIterator[Stored]:
        # Its own connection sees the file at one moment, and nobody has to wait for it.
        try:
            with contextlib.closing(sqlite3.connect(self.path, check_same_thread=False, isolation_level=None)) as one:
                one.execute("BEGIN")
                for (game,) in await asyncio.to_thread(one.execute(ALL_GAMES).fetchall):
                    yield stored(game, *await asyncio.to_thread(_read, one, game, 0, 0))
        except sqlite3.Error as problem:
            raise StoreFailed(f"the games cannot be read: {problem}") from None

    async def signing_keys(self) -> list[SigningKey]:
        return [SigningKey(*row) for row in await self._read(SIGNING_KEYS)]

    async def add_signing_keys(self, keys: Sequence[SigningKey]) -> None:
        retired = now()

        def add(connection: sqlite3.Connection) -> None:
            if any(not key.retired for key in keys):
                retire = "UPDATE signing SET private = '', retired = ? WHERE retired = ''"
                connection.execute(retire, (retired,))
            connection.executemany("INSERT OR IGNORE INTO signing VALUES (?, ?, ?, ?)", keys)

        await self._do(add, writes=True)

    async def live(self) -> None:
        now = int(time.time())

        def count(connection: sqlite3.Connection) -> None:
            for statement in (COUNT_AN_HOUR, START_AFRESH):
                connection.execute(statement.format(now=now))

        await self._do(count, writes=True)

    async def age(self) -> int:
        [(hours,)] = await self._read(AGE)
        return int(hours)

    async def untouched(self, hours: int) -> int:
        [(number,)] = await self._read(f"SELECT count(*) {UNTOUCHED.format(hours=hours)}")
        return int(number)

    async def forget(self, hours: int) -> int:
        delete = f"DELETE {UNTOUCHED.format(hours=hours)}"
        number: int = await self._do(lambda connection: connection.execute(delete).rowcount, writes=True)
        return number

    async def open_games(self) -> list[Stored]:
        rows = await self.reader.do(lambda connection: connection.execute(OPEN_GAMES).fetchall())
        return [stored(game, row, (), ()) for game, *row in rows]

    async def revisions(self, games: Collection[str]) -> dict[str, int]:
        return dict(await self._read(REVISIONS, json.dumps(list(games))))

    async def news(self, watched: Callable[[], Collection[str]]) -> AsyncIterator[dict[str, int]]:
        known: int | None = None
        while True:
            await asyncio.sleep(BETWEEN_LOOKS)
            # This process writes through this connection, so its own changes do not count.
            with contextlib.suppress(StoreFailed):
                [(version,)] = await self._read("PRAGMA data_version")
                if version != known:
                    revisions = await self.revisions(watched())
                    known = version
                    yield revisions

    async def close(self) -> None:
        for hand in (self.reader, self.writer):
            await hand.close()
        reserve_room(self.path)

    async def _read(self, query: str, *words: str) -> list[Any]:
        rows: list[Any] = await self._do(lambda connection: connection.execute(query, words).fetchall())
        return rows

    async def _do(self, work: Work, writes: bool = False) -> Any:
        return await self.writer.do(work, writes)


def keep_for_owner(path: Path) -> None:
    """The file holds keys of dice to come and secret orders: nobody but its owner may read it. SQLite gives the
    files beside it the same mode."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with contextlib.suppress(FileExistsError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    for file in (path, *(path.with_name(path.name + beside) for beside in ("-wal", "-shm"))):
        with contextlib.suppress(FileNotFoundError):
            if file.stat().st_mode & 0o077:
                file.chmod(0o600)


def reserve_room(path: Path) -> None:
    """SQLite needs a little room beside its file to open it: without a reserve, a stopped server could not start again
    on a full disk."""
    reserve = path.with_name(f"{path.name}-room")
    if reserve.exists() and reserve.stat().st_size == ROOM:
        return
    try:
        with os.fdopen(os.open(reserve, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(os.urandom(ROOM))  # zeros take no room on some file systems
    except OSError:
        with contextlib.suppress(OSError):
            reserve.unlink(missing_ok=True)


def give_room(path: Path) -> bool:
    reserve = path.with_name(f"{path.name}-room")
    there = reserve.exists()
    reserve.unlink(missing_ok=True)
    return there


def opened(path: Path) -> sqlite3.Connection:
    """SQLite does not wait for its turn to begin a new file's journal: the second to come tries again."""
    deadline = time.monotonic() + PATIENCE
    while True:
        connection = sqlite3.connect(path, check_same_thread=False, isolation_level=None, timeout=PATIENCE)
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA foreign_keys = ON")
            return connection
        except sqlite3.OperationalError as problem:
            connection.close()
            if problem.sqlite_errorcode not in BUSY or time.monotonic() > deadline:
                raise
            time.sleep(BETWEEN_LOOKS)


def _read(connection: sqlite3.Connection, game: str, lines: int, notes: int) -> tuple[Any, list[Any], list[Any]]:
    return (
        connection.execute(SELECT_GAME, (game,)).fetchone(),
        connection.execute(SELECT_LINES, (game, lines)).fetchall(),
        connection.execute(SELECT_NOTES, (game, notes)).fetchall(),
    )


def _insert_more(game: Stored, start: int, connection: sqlite3.Connection) -> None:
    """Write the next portion of a long game; with the last one, the game exists."""
    _insert(connection, game.id, start, game.lines[start : start + A_PORTION], 0, ())
    if start + A_PORTION >= len(game.lines):
        connection.execute("UPDATE games SET revision = ? WHERE id = ?", (game.revision, game.id))


def _insert(
    connection: sqlite3.Connection, game: str, line: int, lines: Collection[Line], note: int, notes: Collection[Note]
) -> None:
    rows = [(game, line + place, one.text, beside_text(one.beside)) for place, one in enumerate(lines)]
    connection.executemany("INSERT INTO lines VALUES (?, ?, ?, ?)", rows)
    if not notes:
        return
    said = [(game, note + place, one.time, one.side, one.text) for place, one in enumerate(notes)]
    connection.executemany("INSERT INTO notes VALUES (?, ?, ?, ?, ?)", said)
    connection.execute("DELETE FROM notes WHERE game = ? AND number < ?", (game, note + len(notes) - MOST_NOTES))
