"""Games in one SQLite file. One thread writes it: changes that wait for the disk together are written together."""

import asyncio
import concurrent.futures
import contextlib
import json
import os
import queue
import sqlite3
import threading
import time
from collections.abc import AsyncIterator, Callable, Collection
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ...game.errors import Refusal
from .base import (
    COLUMNS,
    COUNT_AN_HOUR,
    LONGEST_SILENCE,
    START_AFRESH,
    TOUCHED,
    UNTOUCHED,
    Attendance,
    Behind,
    Change,
    Line,
    Note,
    Stored,
    StoreFailed,
    attendance_of,
    carried_out,
    now,
    stored,
)
from .schema import VERSION, steps_from

PATIENCE = 10  # seconds to wait for another process that writes
BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_BUSY_RECOVERY, sqlite3.SQLITE_LOCKED)
BETWEEN_LOOKS = 0.02  # seconds: how soon the changes of other processes are heard of

INSERT_GAME = (
    f"INSERT INTO games (id, {', '.join(COLUMNS)}, replay, created, changed, revision, touched) "
    f"VALUES (?, {', '.join('?' for _ in COLUMNS)}, ?, ?, ?, ?, {TOUCHED})"
)
SELECT_GAME = f"SELECT {', '.join(COLUMNS)}, replay, created, changed, revision FROM games WHERE id = ?"
SELECT_LINES = "SELECT line, beside FROM lines WHERE game = ? AND number >= ? ORDER BY number"
SELECT_NOTES = "SELECT time, side, text FROM notes WHERE game = ? AND number >= ? ORDER BY number"
ELSEWHERE = "SELECT game, sides FROM attendance WHERE server <> ? AND seen >= ?"
REVISIONS = "SELECT id, revision FROM games WHERE id IN (SELECT value FROM json_each(?))"

Work = Callable[[sqlite3.Connection], Any]


@dataclass
class Job:
    work: Work
    writes: bool
    done: concurrent.futures.Future[Any] = field(default_factory=concurrent.futures.Future)


class SQLiteStore:
    def __init__(self, path: Path) -> None:
        self.path = path
        self.jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        try:
            keep_for_owner(path)
            self.connection = opened(path)
            self._migrate()
        except (OSError, sqlite3.Error) as problem:
            raise Refusal(f"{path}: games cannot be kept there: {problem}") from None
        self.thread = threading.Thread(target=self._work, name="store", daemon=True)
        self.thread.start()

    @property
    def name(self) -> str:
        return str(self.path)

    def _migrate(self) -> None:
        [version] = self.connection.execute("PRAGMA user_version").fetchone()
        if version == VERSION:
            return  # nothing is written, so a server starts on a full disk too
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
        row = (game.id, *(json.dumps(getattr(game, column)) for column in COLUMNS))

        def insert(connection: sqlite3.Connection) -> None:
            connection.execute(INSERT_GAME, (*row, int(game.replay), game.created, game.changed, game.revision))
            _insert(connection, game.id, 0, game.lines, 0, game.notes)

        await self._do(insert, writes=True)

    async def write(self, game: Stored, change: Change) -> None:
        changed = now()
        columns = [json.dumps(value) for value in change.columns.values()]
        assignments = "".join(f", {column} = ?" for column in change.columns)
        update = (
            f"UPDATE games SET revision = revision + 1, touched = {TOUCHED}, changed = ?{assignments} "
            "WHERE id = ? AND revision = ?"
        )
        numbers = len(game.lines), len(game.notes)

        def keep(connection: sqlite3.Connection) -> None:
            if not connection.execute(update, (changed, *columns, game.id, game.revision)).rowcount:
                raise Behind("the game has gone on")
            _insert(connection, game.id, numbers[0], change.lines, numbers[1], change.notes)

        await self._do(keep, writes=True)
        carried_out(game, change, changed)

    async def load(self, game: str, lines: int = 0, notes: int = 0) -> Stored | None:
        row, line_rows, note_rows = await self._do(lambda connection: _read(connection, game, lines, notes))
        return stored(game, row, line_rows, note_rows) if row is not None else None

    async def attend(self, server: str, here: Attendance | None) -> Attendance:
        now = int(time.time())

        def exchange(connection: sqlite3.Connection) -> list[Any]:
            if here is not None:
                connection.execute("DELETE FROM attendance WHERE server = ? OR seen < ?", (server, now - 3600))
                rows = [(server, game, json.dumps(sides), now) for game, sides in here.items()]
                connection.executemany("INSERT INTO attendance VALUES (?, ?, ?, ?)", rows)
            return connection.execute(ELSEWHERE, (server, now - LONGEST_SILENCE)).fetchall()

        return attendance_of(await self._do(exchange, writes=here is not None))

    async def all(self) -> AsyncIterator[Stored]:
        # A connection of its own sees one moment of the file, and nobody has to wait for it.
        try:
            with contextlib.closing(sqlite3.connect(self.path, check_same_thread=False, isolation_level=None)) as one:
                one.execute("BEGIN")
                for (game,) in await asyncio.to_thread(one.execute("SELECT id FROM games ORDER BY id").fetchall):
                    yield stored(game, *await asyncio.to_thread(_read, one, game, 0, 0))
        except sqlite3.Error as problem:
            raise StoreFailed(f"the games cannot be read: {problem}") from None

    async def live(self) -> None:
        now = int(time.time())

        def count(connection: sqlite3.Connection) -> None:
            for statement in (COUNT_AN_HOUR, START_AFRESH):
                connection.execute(statement.format(now=now))

        await self._do(count, writes=True)

    async def untouched(self, hours: int) -> int:
        [(number,)] = await self._read(f"SELECT count(*) {UNTOUCHED.format(hours=hours)}")
        return int(number)

    async def forget(self, hours: int) -> int:
        delete = f"DELETE {UNTOUCHED.format(hours=hours)}"
        number: int = await self._do(lambda connection: connection.execute(delete).rowcount, writes=True)
        return number

    async def revisions(self, games: Collection[str]) -> dict[str, int]:
        return dict(await self._read(REVISIONS, json.dumps(list(games))))

    async def news(self, watched: Callable[[], Collection[str]]) -> AsyncIterator[dict[str, int]]:
        known: int | None = None
        while True:
            await asyncio.sleep(BETWEEN_LOOKS)
            # What this process writes is written by this connection, and does not count.
            with contextlib.suppress(StoreFailed):
                [(version,)] = await self._read("PRAGMA data_version")
                if version != known:
                    revisions = await self.revisions(watched())
                    known = version
                    yield revisions

    async def close(self) -> None:
        self.jobs.put(None)
        await asyncio.to_thread(self.thread.join)
        self.connection.close()

    # -- the thread

    async def _read(self, query: str, *words: str) -> list[Any]:
        rows: list[Any] = await self._do(lambda connection: connection.execute(query, words).fetchall())
        return rows

    async def _do(self, work: Work, writes: bool = False) -> Any:
        job = Job(work, writes)
        self.jobs.put(job)
        return await asyncio.wrap_future(job.done)

    def _work(self) -> None:
        job: Job | None = self.jobs.get()
        while job is not None:
            together = [job]
            while not self.jobs.empty() and (job := self.jobs.get()) is not None:
                together.append(job)
            self._carry_out([one for one in together if not one.writes])
            self._carry_out([one for one in together if one.writes])
            if job is not None:
                job = self.jobs.get()

    def _carry_out(self, jobs: list[Job]) -> None:
        """Some jobs in one transaction; one that is refused does not keep the others from being done."""
        if not jobs:
            return
        connection = self.connection
        outcomes: list[tuple[Job, Any, Exception | None]] = []
        try:
            connection.execute("BEGIN IMMEDIATE" if jobs[0].writes else "BEGIN")
            for job in jobs:
                connection.execute("SAVEPOINT job")
                try:
                    outcomes.append((job, job.work(connection), None))
                except (Refusal, sqlite3.IntegrityError) as problem:
                    connection.execute("ROLLBACK TO job")
                    outcomes.append((job, None, problem if isinstance(problem, Refusal) else Behind(str(problem))))
                connection.execute("RELEASE job")
            connection.execute("COMMIT")
        except Exception as problem:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            failure = StoreFailed(f"the games cannot be {'kept' if jobs[0].writes else 'read'}: {problem}")
            outcomes = [(job, None, failure) for job in jobs]
        for job, result, refused in outcomes:
            if not job.done.set_running_or_notify_cancel():
                continue
            if refused is None:
                job.done.set_result(result)
            else:
                job.done.set_exception(refused)


def keep_for_owner(path: Path) -> None:
    """The file holds keys of dice to come and secret orders: nobody but its owner may read it. SQLite gives the files
    that it lays beside it the same mode."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with contextlib.suppress(FileExistsError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    for file in (path, *(path.with_name(path.name + beside) for beside in ("-wal", "-shm"))):
        with contextlib.suppress(FileNotFoundError):
            if file.stat().st_mode & 0o077:
                file.chmod(0o600)


def opened(path: Path) -> sqlite3.Connection:
    """SQLite does not wait for its turn to begin a new file's journal: whoever comes second tries again."""
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


def _insert(
    connection: sqlite3.Connection, game: str, line: int, lines: Collection[Line], note: int, notes: Collection[Note]
) -> None:
    rows = [(game, line + place, one.text, json.dumps(one.beside)) for place, one in enumerate(lines)]
    connection.executemany("INSERT INTO lines VALUES (?, ?, ?, ?)", rows)
    said = [(game, note + place, one.time, one.side, one.text) for place, one in enumerate(notes)]
    connection.executemany("INSERT INTO notes VALUES (?, ?, ?, ?, ?)", said)
