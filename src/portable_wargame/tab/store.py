"""The store of a tab: games in the browser's own database, each change in one transaction, before anybody hears of it.

Another tab may write to the same database: the revision says who came first.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from typing import Any

import msgspec

from ..record.signing import SigningKey
from ..server.store.base import (
    Attendance,
    Behind,
    Change,
    Line,
    Note,
    Spending,
    Stored,
    StoreFailed,
    carried_out,
    now,
    stored,
)
from ..server.store.columns import COLUMNS, beside_text
from .outside import BEHIND, FULL, KEPT, Outside

NEW = -1
BESIDE = ("replay", "created", "changed", "revision")  # columns of a row that do not hold JSON
NO_WITNESS = "nothing is signed in a browser: a player there cannot be a witness as well"
IS_FULL = "this browser's storage is full, so that was not saved. Export your games, make some room, and try again"


class Rows(msgspec.Struct):
    """The rows that cross to the database and back. `row`: by name, everything that is not a growing list."""

    row: dict[str, str | int]
    lines: list[tuple[str, str]]
    notes: list[tuple[str, str, str]]
    # The numbers of the first lines and notes.
    first_line: int = 0
    first_note: int = 0


decoder = msgspec.json.Decoder(Rows)


class TabStore:
    def __init__(self, outside: Outside) -> None:
        self.outside = outside

    @property
    def name(self) -> str:
        return "this browser"

    async def create(self, game: Stored) -> None:
        game.created = game.created or now()
        game.changed = game.changed or game.created
        await self._keep(game.id, NEW, rows_of(game, game.revision, game.changed, {}, game.lines, game.notes, 0, 0))

    async def write(self, game: Stored, change: Change) -> None:
        changed = now()
        rows = rows_of(
            game,
            game.revision + 1,
            changed,
            change.columns,
            change.lines,
            change.notes,
            len(game.lines),
            game.first_note + len(game.notes),
        )
        await self._keep(game.id, game.revision, rows)
        carried_out(game, change, changed)

    async def _keep(self, game: str, revision: int, rows: Rows) -> None:
        answer = await self.outside.keep(game, revision, msgspec.json.encode(rows).decode())
        if answer == BEHIND:
            raise Behind("the game has moved on")
        check_kept(answer)

    async def load(self, game: str, lines: int = 0, notes: int = 0) -> Stored | None:
        text = await self.outside.kept(game, lines, notes)
        if not text:
            return None
        try:
            rows = decoder.decode(text)
            # A column newer than the game is empty, as in any other store.
            row = [*(rows.row.get(name, "{}") for name in COLUMNS), *(rows.row[name] for name in BESIDE)]
            chat = [(rows.first_note + place, *said) for place, said in enumerate(rows.notes)]
            return stored(game, row, rows.lines, chat)
        except (msgspec.MsgspecError, KeyError):
            raise StoreFailed(f"the game cannot be read: {text[:100]}") from None

    async def open_games(self) -> list[Stored]:
        """None: nobody else can come."""
        return []

    async def signing_keys(self) -> list[SigningKey]:
        raise StoreFailed(NO_WITNESS)

    async def add_signing_keys(self, keys: Sequence[SigningKey]) -> None:
        raise StoreFailed(NO_WITNESS)

    async def revisions(self, games: Collection[str]) -> dict[str, int]:
        found = {game: await self.load(game) for game in games}
        return {game: one.revision for game, one in found.items() if one is not None}

    async def news(self, watched: Callable[[], Collection[str]]) -> AsyncIterator[dict[str, int]]:
        """None: one tab plays at a time."""
        await asyncio.Event().wait()
        yield {}

    async def attend(self, server: str, here: Attendance | None) -> Attendance:
        return {}

    async def share(self, server: str, spent: Spending | None) -> dict[str, Spending]:
        return {}

    async def check_room(self) -> None:
        """Nothing to check: the browser says when it has no room to keep a game."""

    async def check(self) -> None:
        await self.outside.games()

    async def all(self) -> AsyncIterator[Stored]:
        for game in msgspec.json.decode(await self.outside.games(), type=list[str]):
            found = await self.load(game)
            if found is not None:
                yield found

    async def live(self) -> None:
        """Games stay until the player deletes them."""

    async def age(self) -> int:
        return 0

    async def untouched(self, hours: int) -> int:
        return 0

    async def forget(self, hours: int) -> int:
        return 0

    async def close(self) -> None: ...


def rows_of(
    game: Stored,
    revision: int,
    changed: str,
    columns: Mapping[str, Any],
    lines: Sequence[Line],
    notes: Sequence[Note],
    first_line: int,
    first_note: int,
) -> Rows:
    texts = {name: column.text(columns.get(name, getattr(game, name))) for name, column in COLUMNS.items()}
    beside: tuple[str | int, ...] = (int(game.replay), game.created, changed, revision)
    return Rows(
        row={**texts, **dict(zip(BESIDE, beside, strict=True))},
        lines=[(line.text, beside_text(line.beside)) for line in lines],
        notes=[(note.time, note.side, note.text) for note in notes],
        first_line=first_line,
        first_note=first_note,
    )


def check_kept(answer: str) -> None:
    """StoreFailed unless it was kept."""
    if answer == FULL:
        raise StoreFailed(IS_FULL)
    if answer != KEPT:
        raise StoreFailed(f"this browser did not save that: {answer}")
