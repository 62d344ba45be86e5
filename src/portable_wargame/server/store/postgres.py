"""Games in PostgreSQL, for several servers on one database. A change is one statement, and so one transaction.

Other servers hear about it by a notification that gives the game and its revision, and nothing else.
"""

import asyncio
import contextlib
import json
import time
from collections.abc import AsyncIterator, Callable, Collection, Iterator, Sequence
from typing import Any
from urllib.parse import urlsplit

from ..._extras import missing
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
from .schema import ONLY_SQLITE, VERSION, steps_from

try:
    import asyncpg
except ImportError:
    raise missing("postgres") from None

FAILURES = (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError, OSError, TimeoutError)
CONNECTIONS = 8
PATIENCE = 10  # seconds for a statement, or for a connection
BETWEEN_TRIES = 0.5  # seconds, while the database is gone
CHANNEL = "portable_wargame"
LOCK = 0x70773A67  # any number, as long as it is ours: one server at a time brings the tables up to date

# What follows the insert or update of a game's row: $3 to $5 are its new lines, $6 to $9 its new notes.
AND_ALL_ELSE = f"""
new_lines AS (
    INSERT INTO lines SELECT id, $3::bigint + place - 1, text, beside
    FROM game, unnest($4::text[], $5::text[]) WITH ORDINALITY AS line(text, beside, place)
),
old_notes AS (
    DELETE FROM notes USING game
    WHERE notes.game = game.id AND number < $6::bigint + cardinality($7::text[]) - {MOST_NOTES}
),
new_notes AS (
    INSERT INTO notes SELECT id, $6::bigint + place - 1, time, side, text
    FROM game, unnest($7::text[], $8::text[], $9::text[]) WITH ORDINALITY AS note(time, side, text, place)
)
SELECT pg_notify('{CHANNEL}', id || ':' || revision) FROM game
"""
INSERT_GAME = f"""
WITH game AS (
    INSERT INTO games (id, revision, changed, created, replay, touched, {", ".join(COLUMNS)})
    VALUES ($1, $2, $10, $11, $12, {TOUCHED}, {", ".join(f"${13 + place}" for place in range(len(COLUMNS)))})
    RETURNING id, revision
), {AND_ALL_ELSE}
"""
SELECT_GAME = f"SELECT {', '.join(COLUMNS)}, replay, created, changed, revision FROM games WHERE id = $1"
OPEN_GAMES = open_games("(open::json)->>'by'")
ELSEWHERE = "SELECT game, sides FROM attendance WHERE server <> $1 AND seen >= $2"
SPENT_ELSEWHERE = "SELECT server, kind, address, amount FROM spending WHERE server <> $1 AND seen >= $2"
SELECT_LINES = "SELECT line, beside FROM lines WHERE game = $1 AND number >= $2 ORDER BY number"
SELECT_NOTES = "SELECT number, time, side, text FROM notes WHERE game = $1 AND number >= $2 ORDER BY number"


async def connect(dsn: str) -> "PostgresStore":
    try:
        pool = await asyncpg.create_pool(
            dsn, min_size=1, max_size=CONNECTIONS, command_timeout=PATIENCE, timeout=PATIENCE
        )
        try:
            await _migrate(pool)
        except BaseException:
            await pool.close()  # nobody else will close it
            raise
    except (*FAILURES, ValueError) as problem:
        raise Refusal(f"{described(dsn)}: games cannot be kept there: {problem}") from None
    return PostgresStore(dsn, pool)


async def _migrate(pool: Any) -> None:
    async with pool.acquire() as connection, connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", LOCK)
        await connection.execute("CREATE TABLE IF NOT EXISTS schema_version (number INTEGER NOT NULL)")
        version = await connection.fetchval("SELECT max(number) FROM schema_version") or 0
        if version > VERSION:
            raise Refusal("the database was written by a newer version of the program")
        for statement in steps_from(version):
            await connection.execute(statement.replace(ONLY_SQLITE, ""))
        await connection.execute("DELETE FROM schema_version")
        await connection.execute("INSERT INTO schema_version VALUES ($1)", VERSION)


class PostgresStore:
    def __init__(self, dsn: str, pool: Any) -> None:
        self.dsn = dsn
        self.pool = pool

    @property
    def name(self) -> str:
        return described(self.dsn)

    async def create(self, game: Stored) -> None:
        game.created = game.created or now()
        game.changed = game.changed or game.created
        columns = (column.text(getattr(game, name)) for name, column in COLUMNS.items())
        with told("kept"):
            added = (*_added(0, game.lines, 0, game.notes), game.changed, game.created, int(game.replay), *columns)
            await self.pool.execute(INSERT_GAME, game.id, game.revision, *added)

    async def write(self, game: Stored, change: Change) -> None:
        changed = now()
        assignments = "".join(f", {column} = ${11 + place}" for place, column in enumerate(change.columns))
        columns = (COLUMNS[name].text(value) for name, value in change.columns.items())
        update = (
            f"WITH game AS (UPDATE games SET revision = revision + 1, touched = {TOUCHED}, changed = $10{assignments} "
            f"WHERE id = $1 AND revision = $2 RETURNING id, revision), {AND_ALL_ELSE}"
        )
        with told("kept"):
            added = _added(len(game.lines), change.lines, game.first_note + len(game.notes), change.notes)
            found = await self.pool.fetchrow(update, game.id, game.revision, *added, changed, *columns)
        if found is None:
            raise Behind("the game has moved on")
        carried_out(game, change, changed)

    async def load(self, game: str, lines: int = 0, notes: int = 0) -> Stored | None:
        with told("read"):
            async with self.pool.acquire() as connection, connection.transaction(isolation="repeatable_read"):
                row, line_rows, note_rows = await _read(connection, game, lines, notes)
        return await stored_beside(game, row, line_rows, note_rows) if row is not None else None

    async def attend(self, server: str, here: Attendance | None) -> Attendance:
        now = int(time.time())
        with told("kept"):
            async with self.pool.acquire() as connection, connection.transaction():
                if here is not None:
                    delete = "DELETE FROM attendance WHERE server = $1 OR seen < $2"
                    await connection.execute(delete, server, now - 3600)
                    rows = [(server, game, json.dumps(sides), now) for game, sides in here.items()]
                    await connection.executemany("INSERT INTO attendance VALUES ($1, $2, $3, $4)", rows)
                return attendance_of(await connection.fetch(ELSEWHERE, server, now - LONGEST_SILENCE))

    async def share(self, server: str, spent: Spending | None) -> dict[str, Spending]:
        now = int(time.time())
        with told("kept"):
            async with self.pool.acquire() as connection, connection.transaction():
                if spent is not None:
                    delete = "DELETE FROM spending WHERE server = $1 OR seen < $2"
                    await connection.execute(delete, server, now - HOUR)
                    rows = [(server, kind, address, amount, now) for (kind, address), amount in spent.items()]
                    await connection.executemany("INSERT INTO spending VALUES ($1, $2, $3, $4, $5)", rows)
                return spending_of(await connection.fetch(SPENT_ELSEWHERE, server, now - HOUR))

    async def check_room(self) -> None:
        """Somebody else looks after its disk."""

    async def check(self) -> None:
        with told("kept"):
            async with self.pool.acquire() as connection:
                await connection.execute(f"BEGIN; {TRY_DELETE}; {TRY_INSERT}; COMMIT; {TRY_DELETE}")
                await connection.fetch(ANY_GAME)

    async def all(self) -> AsyncIterator[Stored]:
        with told("read"):
            async with self.pool.acquire() as one, one.transaction(isolation="repeatable_read", readonly=True):
                for (game,) in await one.fetch("SELECT id FROM games ORDER BY id"):
                    yield stored(game, *await _read(one, game, 0, 0))

    async def signing_keys(self) -> list[SigningKey]:
        with told("read"):
            return [SigningKey(*row) for row in await self.pool.fetch(SIGNING_KEYS)]

    async def add_signing_keys(self, keys: Sequence[SigningKey]) -> None:
        with told("kept"):
            async with self.pool.acquire() as connection, connection.transaction():
                if any(not key.retired for key in keys):
                    retire = "UPDATE signing SET private = '', retired = $1 WHERE retired = ''"
                    await connection.execute(retire, now())
                insert = "INSERT INTO signing VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING"
                await connection.executemany(insert, keys)

    async def live(self) -> None:
        now = int(time.time())
        with told("kept"):
            for statement in (COUNT_AN_HOUR, START_AFRESH):
                await self.pool.execute(statement.format(now=now))

    async def age(self) -> int:
        with told("read"):
            return int(await self.pool.fetchval(AGE))

    async def untouched(self, hours: int) -> int:
        with told("read"):
            return int(await self.pool.fetchval(f"SELECT count(*) {UNTOUCHED.format(hours=hours)}"))

    async def forget(self, hours: int) -> int:
        with told("kept"):
            done: str = await self.pool.execute(f"DELETE {UNTOUCHED.format(hours=hours)}")
        return int(done.rsplit(maxsplit=1)[-1])

    async def news(self, watched: Callable[[], Collection[str]]) -> AsyncIterator[dict[str, int]]:
        while True:
            with contextlib.suppress(StoreFailed, *FAILURES):
                connection = await asyncpg.connect(self.dsn, timeout=PATIENCE)
                heard: asyncio.Queue[str] = asyncio.Queue()
                connection.add_termination_listener(lambda _, heard=heard: heard.put_nowait(""))
                try:
                    await connection.add_listener(CHANNEL, lambda *words, heard=heard: heard.put_nowait(words[-1]))
                    # First, catch up on what happened while nobody listened.
                    yield await self.revisions(watched())
                    while payload := await heard.get():
                        game, _, revision = payload.rpartition(":")
                        yield {game: int(revision)}
                finally:
                    connection.terminate()
            await asyncio.sleep(BETWEEN_TRIES)

    async def open_games(self) -> list[Stored]:
        with told("read"):
            return [stored(game, row, (), ()) for game, *row in await self.pool.fetch(OPEN_GAMES)]

    async def revisions(self, games: Collection[str]) -> dict[str, int]:
        with told("read"):
            rows = await self.pool.fetch("SELECT id, revision FROM games WHERE id = ANY($1::text[])", list(games))
        return dict(rows)

    async def close(self) -> None:
        # The server ends, whatever the database does.
        with contextlib.suppress(*FAILURES):
            await asyncio.wait_for(self.pool.close(), PATIENCE)


async def _read(connection: Any, game: str, lines: int, notes: int) -> tuple[Any, list[Any], list[Any]]:
    return (
        await connection.fetchrow(SELECT_GAME, game),
        await connection.fetch(SELECT_LINES, game, lines),
        await connection.fetch(SELECT_NOTES, game, notes),
    )


def _added(line: int, lines: Sequence[Line], note: int, notes: Sequence[Note]) -> tuple[Any, ...]:
    """$3 to $9 of a statement."""
    return (
        line,
        [one.text for one in lines],
        [beside_text(one.beside) for one in lines],
        note,
        [one.time for one in notes],
        [one.side for one in notes],
        [one.text for one in notes],
    )


@contextlib.contextmanager
def told(what: str) -> Iterator[None]:
    """Turn the database's own errors into a store's."""
    try:
        yield
    except asyncpg.UniqueViolationError as problem:
        raise Behind(str(problem)) from None
    except FAILURES as problem:
        raise StoreFailed(f"the games cannot be {what}: {problem or type(problem).__name__}") from None


def described(dsn: str) -> str:
    """The address without the password."""
    try:
        parts = urlsplit(dsn)
    except ValueError:
        return "PostgreSQL"
    return f"PostgreSQL at {parts.hostname or 'this machine'}{parts.path}"
