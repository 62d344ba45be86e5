"""The store: every game with its seats, its key and the lines of its record, in one SQLite file.

A line is on disk before anybody is told of it. Lines are numbered, so two writers can never both add the same one.
"""

import datetime
import json
import sqlite3
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..game.errors import Refusal

VERSION = 1
SCHEMA = """
CREATE TABLE games (
    id TEXT PRIMARY KEY,
    seats TEXT NOT NULL,
    players TEXT NOT NULL,
    orders TEXT NOT NULL,
    secret TEXT NOT NULL,
    replay INTEGER NOT NULL,
    created TEXT NOT NULL,
    changed TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE lines (
    game TEXT NOT NULL REFERENCES games(id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    line TEXT NOT NULL,
    beside TEXT NOT NULL,
    PRIMARY KEY (game, number)
) WITHOUT ROWID;
"""


class StoreFailed(Refusal):
    """The disk is full, or the file is gone: what was not written did not happen."""


@dataclass
class Line:
    """A line of a game's record, and what the record does not keep: the computer's intent."""

    text: str
    beside: dict[str, Any]


@dataclass
class Stored:
    """A game as it is kept. `seats` are hashes by side; `secret` is the key of the dice."""

    id: str
    seats: dict[str, str]
    players: dict[str, Any]
    orders: dict[str, Any]
    secret: dict[str, Any]
    replay: bool
    lines: list[Line]
    created: str = ""
    changed: str = ""


class Store:
    def __init__(self, path: Path) -> None:
        self.path = path
        self.lock = threading.Lock()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self.connection = sqlite3.connect(path, check_same_thread=False, isolation_level=None, timeout=10)
            self.connection.execute("PRAGMA journal_mode = WAL")
            self.connection.execute("PRAGMA synchronous = FULL")
            self.connection.execute("PRAGMA foreign_keys = ON")
            self._prepare()
        except (OSError, sqlite3.Error) as problem:
            raise Refusal(f"{path}: games cannot be kept there: {problem}") from None

    def _prepare(self) -> None:
        version = self.connection.execute("PRAGMA user_version").fetchone()[0]
        if version > VERSION:
            raise Refusal(f"{self.path}: written by a newer version of the program")
        if version == 0:
            self.connection.executescript(f"BEGIN; {SCHEMA} PRAGMA user_version = {VERSION}; COMMIT;")

    def create(self, game: Stored) -> None:
        game.created = game.changed = self.time()
        row = (
            game.id,
            json.dumps(game.seats),
            json.dumps(game.players),
            json.dumps(game.orders),
            json.dumps(game.secret),
            int(game.replay),
            game.created,
            game.changed,
        )
        with self._transaction():
            self.connection.execute("INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
            self._insert(game.id, 0, game.lines)

    def append(self, game: str, number: int, lines: list[Line]) -> None:
        """Add lines from this number on; StoreFailed, and none is added, if one of them is there already."""
        with self._transaction():
            self._insert(game, number, lines)
            self.connection.execute("UPDATE games SET changed = ? WHERE id = ?", (self.time(), game))

    def set_orders(self, game: str, orders: dict[str, Any]) -> None:
        with self._transaction():
            self.connection.execute("UPDATE games SET orders = ? WHERE id = ?", (json.dumps(orders), game))

    def load(self, game: str) -> Stored | None:
        with self.lock:
            try:
                row = self.connection.execute("SELECT * FROM games WHERE id = ?", (game,)).fetchone()
                if row is None:
                    return None
                found = self.connection.execute(
                    "SELECT line, beside FROM lines WHERE game = ? ORDER BY number", (game,)
                ).fetchall()
            except sqlite3.Error as problem:
                raise StoreFailed(f"the store cannot be read: {problem}") from None
        lines = [Line(text, json.loads(beside)) for text, beside in found]
        seats, players, orders, secret = (json.loads(column) for column in row[1:5])
        return Stored(row[0], seats, players, orders, secret, bool(row[5]), lines, row[6], row[7])

    def time(self) -> str:
        return datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")

    def close(self) -> None:
        self.connection.close()

    def _insert(self, game: str, number: int, lines: list[Line]) -> None:
        rows = [(game, number + place, line.text, json.dumps(line.beside)) for place, line in enumerate(lines)]
        self.connection.executemany("INSERT INTO lines VALUES (?, ?, ?, ?)", rows)

    def _transaction(self) -> "Transaction":
        return Transaction(self)


class Transaction:
    """All of it or nothing, one at a time."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def __enter__(self) -> None:
        self.store.lock.acquire()
        try:
            self.store.connection.execute("BEGIN IMMEDIATE")
        except sqlite3.Error as problem:
            self.store.lock.release()
            raise StoreFailed(f"the game could not be kept: {problem}") from None

    def __exit__(self, kind: Any, problem: BaseException | None, trace: Any) -> None:
        connection = self.store.connection
        try:
            if problem is None:
                connection.execute("COMMIT")
                return
        except sqlite3.Error as failure:
            problem = failure
        finally:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            self.store.lock.release()
        if isinstance(problem, sqlite3.Error):
            raise StoreFailed(f"the game could not be kept: {problem}") from None
