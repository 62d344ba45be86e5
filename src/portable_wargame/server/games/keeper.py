"""The keeper of a game: the store comes first, and only what it holds is true."""

import datetime
from collections.abc import Sequence

import msgspec

from ...record.lines import Line as RecordLine
from ..store.base import Change, Line, Note, Store, Stored, StoreFailed, forget_notes
from ..store.columns import NOTHING, Beside, Claim, Columns, Orders, Proposal, Seat
from .permission import NotAllowed
from .seats import hashed

NO_COLUMNS: Columns = {}


class Keeper:
    """Puts changes of one game into the store, each at the revision that it builds on."""

    def __init__(self, store: Store, kept: Stored) -> None:
        self.store = store
        self.kept = kept
        self.unsure = False  # whether the last change was kept

    async def keep(
        self,
        lines: Sequence[RecordLine] = (),
        beside: Beside = NOTHING,
        notes: Sequence[Note] = (),
        columns: Columns = NO_COLUMNS,
    ) -> None:
        """Keep all of it, or nothing; after a failure, nobody knows which until the store can be read. `Beside` data
        goes with each line."""
        try:
            await self.store.write(self.kept, Change([Line(line.text(), beside) for line in lines], notes, columns))
        except StoreFailed:
            self.unsure = True
            raise

    async def newer(self) -> Stored:
        """What others have since changed in the store: only the lines and notes that are not here yet."""
        found = await self.store.load(self.kept.id, len(self.kept.lines), self.kept.first_note + len(self.kept.notes))
        if found is None:
            raise NotAllowed("no-game", "the game is no longer kept here")
        return found

    def take(self, newer: Stored) -> None:
        """Take in everything newer: lines and notes follow those already here."""
        kept = self.kept
        kept.lines += newer.lines
        newer.lines = kept.lines
        if not newer.notes or newer.first_note == kept.first_note + len(kept.notes):
            newer.notes, newer.first_note = kept.notes + newer.notes, kept.first_note
            forget_notes(newer)
        self.kept = newer
        self.unsure = False

    # -- kept beside the record

    async def change_seat(self, side: str, **changes: str | None) -> None:
        """The player stays in the seat; what is kept about them changes."""
        seat: Seat = msgspec.structs.replace(self.kept.players[side], **changes)
        await self.keep(columns={"players": self.kept.players | {side: seat}})

    async def change_token(self, side: str, token: str, sat: bool | None) -> None:
        """Nobody else can take the seat by the old link, so it is no longer offered or claimed."""
        seat: Seat = msgspec.structs.replace(self.kept.players[side], sat=sat)
        columns: Columns = {
            "seats": self.kept.seats | {side: hashed(token)},
            "players": self.kept.players | {side: seat},
        }
        if self.kept.open is not None and self.kept.open.side == side:
            columns["open"] = None
        if self.kept.claims is not None:
            columns["claims"] = None
        await self.keep(columns=columns)

    async def claim(self, claim: Claim | None) -> None:
        """Keep the owner's claim to a taken seat, or drop it."""
        await self.keep(columns={"claims": claim})

    async def propose(self, proposal: Proposal | None) -> None:
        """Keep the proposal waiting for the other side's answer, or drop it."""
        await self.keep(columns={"proposals": proposal})

    async def say(self, side: str, text: str) -> None:
        await self.keep(notes=[Note(timestamp(), side, text)])

    async def set_orders(self, side: str, orders: Orders) -> None:
        await self.keep(columns={"orders": self.kept.orders | {side: orders}})


def timestamp() -> str:
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="milliseconds")
