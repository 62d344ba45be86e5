"""The hall: all tables of the server. Games are made here, read from the store on demand, and put back when idle."""

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Callable, Collection

import msgspec

from ...ai.judgement.personalities import PERSONALITIES
from ...ai.opponents.players import LEVELS
from ...game.errors import Refusal
from ...record.keys import AnyKey, ByHand, Key, Seed
from ...record.lines import TakenUp
from ...record.recording import header, header_text
from ...scenario.model import Scenario
from ..edge.limits import NOBODY, SlowDown, Visitor
from ..edge.metrics import metrics
from ..edge.push import Knocker
from ..edge.sharing import Shared
from ..games.boards import Board, Boards, Laid
from ..games.bringing import MOST_REMEMBERED
from ..games.by_hand import check_by_hand, started_by_hand
from ..games.choosing import chosen_scenario
from ..games.keeper import timestamp
from ..games.match import Match, opening
from ..games.permission import NotAllowed
from ..games.publishing import disclosed
from ..games.sealing import Seal
from ..games.seats import hashed, held, new_token, plain
from ..store.base import HOUR, LONGEST_SILENCE, Attendance, Line, Store, Stored, StoreFailed
from ..store.columns import Beside, Clock, Orders, Seat, Watching
from ..wire.documents import Computer, GameMade, NewGame
from ..wire.lobby import Shelf
from ..workers.post import OpenedRecord
from ..workers.workers import Workers
from .driver import BETWEEN_TRIES
from .notary import Notary
from .openings import offer_of, open_seats
from .table import Table
from .thinking import Thinker

UNREADABLE = (
    "the rules have changed since this battle was saved, so it can't be continued here. You can still save its record; "
    "the server's log says more, and the version it was fought with can open it"
)
A_MOMENT_AGO = 1  # seconds: how old a shared answer may be
PATIENCE = 5  # seconds that opening a game may take
JUST_MADE = 20  # new games remembered until somebody comes, to save reading them
A_FEW = 20  # games that may be deleted at a time without asking
IDLE_TABLES = 32  # tables without clients kept ready
IDLE_STEPS = 20_000  # steps of ordinary boards that those tables remember

log = logging.getLogger(__name__)


class Hall:
    def __init__(
        self,
        store: Store,
        shelf: Shelf,
        knocker: Knocker | None = None,
        workers: Workers | None = None,
        thinker: Callable[[], Thinker] | None = None,
    ) -> None:
        self.workers = workers if workers is not None else Workers()
        self.store = store
        self.shelf = shelf
        self.knocker = knocker
        self.thinker = thinker  # makes one for each table; with none, the workers think
        self.name = secrets.token_hex(8)  # this server's name among those on the same store
        self.tables: dict[str, Table] = {}  # the last used comes last
        self.opening: dict[str, asyncio.Task[Table]] = {}
        self.boards = Boards()
        self.made: dict[str, tuple[Stored, Laid]] = {}  # made just now, and not asked for yet
        self.notary = Notary(store)
        self.well = Shared(self._check, A_MOMENT_AGO)
        self.open_seats = Shared(lambda: open_seats(store), 0)
        self.unread = ""  # a game that the store could not read when somebody wanted it

    async def table(self, game: str, visitor: Visitor = NOBODY) -> Table:
        """The table of a game that a visitor wants to see; NotAllowed if there is no such game."""
        found = self.tables.pop(game, None)
        if found is None or found.match.broken:
            if game not in self.opening:
                self.opening[game] = asyncio.create_task(self._open(game, visitor))
                self.opening[game].add_done_callback(lambda _: self.opening.pop(game))
            found = await asyncio.shield(self.opening[game])
            self.tables.pop(game, None)
        self.tables[game] = found
        self._clear()
        return found

    async def check(self) -> None:
        """StoreFailed if games can't be made and opened. It tries once a second at most, however many ask."""
        await self.well.found()

    async def _check(self) -> None:
        await self.store.check()
        if self.unread:
            await self.store.load(self.unread)
            self.unread = ""
        try:
            async with asyncio.timeout(PATIENCE):
                await self.workers.beside("table", NOBODY, int)
        except TimeoutError:
            raise StoreFailed("games are slow to open") from None

    async def _open(self, game: str, visitor: Visitor) -> Table:
        stored, laid = self.made.pop(game, (None, None))
        try:
            stored = stored or await self.store.load(game)
        except StoreFailed:
            self.unread = game
            raise
        if stored is None:
            raise NotAllowed("no-game", "there is no such game here")
        try:
            match = await self.workers.beside("table", visitor, Match, self.store, stored, self.boards, laid)
        except SlowDown:
            raise
        except Exception:
            log.exception("a game cannot be read")
            raise NotAllowed("unreadable", UNREADABLE) from None
        thinker = self.thinker() if self.thinker is not None else None
        table = self.tables[game] = Table(match, self.workers, self.knocker, thinker)
        # From now on it hears news of the game; it missed any that came during the reading.
        await table.catch_up()
        return table

    async def record(self, game: str, tokens: list[str], visitor: Visitor = NOBODY) -> str:
        """The record as the holder of the tokens may have it; a record we can no longer read is only for its
        players."""
        try:
            match = (await self.table(game, visitor)).match
        except NotAllowed as refusal:
            stored = await self.store.load(game) if refusal.code == "unreadable" else None
            if stored is None or not held(stored.seats, tokens):
                raise
            return disclosed(stored.lines)
        written = match.recorded(match.sides_of(tokens), await self.notary.key() if not match.replay else None)
        return await self.workers.beside("page", visitor, written)

    async def listen(self) -> None:
        """Hear what other servers on the same store have done, and bring our tables up to date."""
        async for revisions in self.store.news(self.tables.keys):
            behind = [
                self._catch_up(game, revision)
                for game, revision in revisions.items()
                if game in self.tables and self.tables[game].match.kept.revision < revision
            ]
            await asyncio.gather(*behind, return_exceptions=True)

    async def _catch_up(self, game: str, revision: int) -> None:
        """A store reports a change once: if we can't read it just now, we try again."""
        while game in self.tables:
            try:
                await self.tables[game].catch_up(revision)
                return
            except StoreFailed:
                metrics.count("store_failures_total")
                await asyncio.sleep(BETWEEN_TRIES)

    async def attend(self) -> None:
        """Once a second, tell the other servers on the same store who is here, and hear who is there."""
        said: Attendance = {}
        moment = 0.0
        while True:
            await asyncio.sleep(1)
            here = {game: table.here() for game, table in self.tables.items() if table.clients}
            # We take a server to be gone when it is quiet for long.
            is_new = here != said or (here and time.monotonic() - moment > LONGEST_SILENCE / 3)
            with contextlib.suppress(StoreFailed):
                elsewhere = await self.store.attend(self.name, here if is_new else None)
                said, moment = (here, time.monotonic()) if is_new else (said, moment)
                for game, table in self.tables.items():
                    table.hear_of(elsewhere.get(game, []))
            self.thin_out()

    def check_seat_for(self, visitor: Visitor, wanted: Table) -> None:
        """SlowDown if this would be one more game for a visitor whose games already take more memory than allowed."""
        at = [
            table for table in self.tables.values() if any(one.visitor.party == visitor.party for one in table.clients)
        ]
        steps = sum(table.match.steps_by_size() for table in at)
        if wanted not in at and steps and steps + wanted.match.steps_by_size() > MOST_REMEMBERED:
            raise SlowDown("you already have several long games open: leave one of them first", PATIENCE)

    def thin_out(self) -> None:
        """Battles grow as they are played. We send a visitor whose games have reached twice the limit for sitting down
        away from the longest, but never from the last one."""
        of_party: dict[str, list[Table]] = {}
        for table in self.tables.values():
            for party in {client.visitor.party for client in table.clients if client.visitor.is_limited()}:
                of_party.setdefault(party, []).append(table)
        for party, tables in of_party.items():
            tables.sort(key=lambda table: table.match.steps_by_size())
            steps = sum(table.match.steps_by_size() for table in tables)
            while len(tables) > 1 and steps > 2 * MOST_REMEMBERED:
                longest = tables.pop()
                steps -= longest.match.steps_by_size()
                for client in list(longest.clients):
                    if client.visitor.party == party:
                        client.leave()
        self._clear()

    def _clear(self) -> None:
        """Keep empty tables ready while they are few and take little memory; clear the rest."""
        ready = steps = 0
        for game, table in reversed(list(self.tables.items())):
            if not table.clients and not table.changes and not table.expected:
                ready += 1
                steps += table.match.steps_by_size()
                if ready > 1 and (ready > IDLE_TABLES or steps > IDLE_STEPS):
                    del self.tables[game]

    async def clear_out(self, days: int) -> None:
        """Count the hours; if games are kept only for some days, look for older ones."""
        while True:
            with contextlib.suppress(StoreFailed):
                await self.store.live()
                if days:
                    await self.throw_away(days)
            await asyncio.sleep(HOUR)

    async def throw_away(self, days: int) -> None:
        """Delete the games that nobody has touched for this many days of the server's life, if they are few. If they
        are many, something may be wrong, and an operator has to confirm."""
        number = await self.store.untouched(days * 24)
        if number > A_FEW:
            log.warning("%d games have not been touched for %d days; `pw forget` deletes them", number, days)
        elif number:
            await self.store.forget(days * 24)
            log.warning("%d games were deleted: nobody had touched them for %d days", number, days)

    async def close(self) -> None:
        for table in self.tables.values():
            await table.close()
        await self.workers.close()
        with contextlib.suppress(StoreFailed):
            await self.store.attend(self.name, {})

    # -- making games

    async def make(self, wanted: NewGame, visitor: Visitor = NOBODY) -> GameMade:
        if wanted.play_on is not None:
            if wanted.scenario is not None:
                raise Refusal("a game has either a scenario or a step to play on from, not both")
            return await self._play_on(wanted, visitor)
        game = secrets.token_urlsafe(12)
        scenario = await chosen_scenario(
            wanted.scenario, wanted.options, wanted.house_rules, self.shelf, self.workers, visitor
        )
        begun = await self.workers.beside("table", visitor, self._begin, wanted, game, scenario)
        players, key, lines, laid = begun
        return await self._keep(wanted, game, players, key, lines, laid.board, visitor, laid=laid)

    def _begin(
        self, wanted: NewGame, game: str, scenario: Scenario
    ) -> tuple[dict[str, Seat], AnyKey, list[Line], Laid]:
        """The commitment to the dice; and the start of the battle, if it needs no nonce."""
        board = self.boards.of_scenario(scenario)
        players = players_of(wanted, [side.id for side in board.scenario.sides])
        key = key_of(wanted, game)
        first = header(board.scenario, {side: seat.kind() for side, seat in players.items()}, key, board.tree)
        seal = Seal(key.sealed(), [side for side, seat in players.items() if seat.level is None], 0)
        beside = Beside(at=timestamp())
        lines = [Line(header_text(first), beside)]
        if seal.is_by_hand():
            lines += started_by_hand(board, beside)
        elif not seal.wanted():
            _, start = opening(board, seal, key.tree())
            lines.append(Line(start.text(), beside))
        return players, key, lines, Laid({**first}, board)

    async def _play_on(self, wanted: NewGame, visitor: Visitor) -> GameMade:
        """A new game with the same past and other dice: the old game's key stays its own."""
        assert wanted.play_on is not None
        if wanted.options is not None or wanted.house_rules is not None:
            raise Refusal("a battle that has begun keeps its rules: leave out options and house-rules")
        match = (await self.table(wanted.play_on.game, visitor)).match
        sides = match.sides_of([wanted.play_on.token] if wanted.play_on.token is not None else [])
        chronicle = match.chronicle
        number = chronicle.sight(sides).step_at(wanted.play_on.seq)
        if chronicle.steps[number].game.question() is None:
            raise NotAllowed("over", "the battle is over at that step: there is nothing left to play")
        secret = [one for one in chronicle.undisclosed() if one <= number and chronicle.steps[one].side not in sides]
        if secret:
            raise NotAllowed("not-yours", "the other side's orders are still secret: play on from an earlier step")
        players = players_of(wanted, list(match.kept.seats))
        kinds = {side: seat.kind() for side, seat in players.items()}
        first = chronicle.header | {"chained": True, "players": kinds}
        game = secrets.token_urlsafe(12)
        key = key_of(wanted, game)
        kept, published = match.kept.lines[: chronicle.steps[number].line + 1], chronicle.published.as_it_stands()
        _, *past = await self.workers.beside("table", visitor, lambda: list(published.lines(kept)))
        beside = Beside(at=timestamp())
        lines = [Line(header_text(first), beside), *past, Line(TakenUp(sealed=key.sealed()).text(), beside)]
        return await self._keep(wanted, game, players, key, lines, chronicle.board, visitor)

    async def open_record(self, text: bytes, visitor: Visitor = NOBODY) -> GameMade:
        """Open a record that a visitor uploads to look at; a Refusal names the first wrong line."""
        opened = msgspec.msgpack.decode(await self.workers.ask("record", visitor, text), type=OpenedRecord)
        beside = Beside(at=timestamp())
        lines = [Line(line, beside) for line in opened.lines]
        nobody = {side: Seat() for side in opened.sides}
        return await self._keep(
            NewGame(), secrets.token_urlsafe(12), nobody, Seed(0), lines, None, visitor, replay=True
        )

    async def _keep(
        self,
        wanted: NewGame,
        game: str,
        players: dict[str, Seat],
        key: AnyKey,
        lines: list[Line],
        board: Board | None,
        visitor: Visitor,
        replay: bool = False,
        laid: Laid | None = None,
    ) -> GameMade:
        visitor.spend("kept", sum(len(line.text) for line in lines) / 1_000_000)
        await self.store.check_room()
        tokens = {side: new_token() for side in players}
        human = {side: token for side, token in tokens.items() if players[side].level is None}
        for side in wanted.orders:
            check_side("orders", side, players)
        stored = Stored(
            id=game,
            seats={side: hashed(token) for side, token in tokens.items()},
            players=players,
            orders={side: Orders(orders.when_hit, orders.when_won) for side, orders in wanted.orders.items()},
            secret=key.tree(),
            replay=replay,
            lines=lines,
            clock=Clock(*msgspec.structs.astuple(wanted.clock)) if wanted.clock is not None else None,
            spectators=Watching(none=not wanted.spectators),
            open=offer_of(board.tree, human, players, visitor) if wanted.open and board is not None else None,
        )
        await self.store.create(stored)
        if laid is not None:
            self.made[game] = (stored, laid)
            if len(self.made) > JUST_MADE:
                del self.made[next(iter(self.made))]
        metrics.count("games_made_total")
        return GameMade(game=game, seats=human, commitment=str(key.sealed().get("commitment", "")))


def key_of(wanted: NewGame, game: str) -> AnyKey:
    if wanted.dice == "table":
        check_by_hand(wanted)
        return ByHand()
    if wanted.seed is not None and wanted.open:
        raise Refusal("nobody can take an open seat where the dice come from a seed: leave out seed or open")
    return Key(game) if wanted.seed is None else Seed(wanted.seed)


def players_of(wanted: NewGame, sides: list[str]) -> dict[str, Seat]:
    """Who plays each side, in the scenario's order. At least one is a person, who then owns the game."""
    for side in wanted.names:
        check_side("names", side, sides)
    for side, wish in wanted.seats.items():
        check_side("seats", side, sides)
        if isinstance(wish, Computer) and wish.level not in LEVELS:
            raise Refusal(f"seats: there is no level {wish.level!r}; choose from {', '.join(LEVELS)}")
        if isinstance(wish, Computer) and wish.personality not in PERSONALITIES:
            known = ", ".join(PERSONALITIES)
            raise Refusal(f"seats: there is no personality {wish.personality!r}; choose from {known}")
    people = [side for side in sides if not isinstance(wanted.seats.get(side), Computer)]
    owner = wanted.owner or (people[0] if people else None)
    if owner is not None and owner not in people:
        raise Refusal(f"owner: no person plays {owner!r}; people play {' and '.join(people) or 'neither side'}")
    seats: dict[str, Seat] = {}
    for side in sides:
        chosen = wanted.seats.get(side)
        if isinstance(chosen, Computer):
            seats[side] = Seat(chosen.level, chosen.personality, holds=chosen.holds)
        else:
            seats[side] = Seat(name=plain(wanted.names.get(side, "")), owner=side == owner)
    return seats


def check_side(what: str, side: str, sides: Collection[str]) -> None:
    if side not in sides:
        raise Refusal(f"{what}: there is no side {side!r}; choose from {' and '.join(sides)}")
