"""A table: a match and the clients around it. Changes to the match are made one after another, and announced."""

import asyncio
import contextlib
import logging
import math
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from dataclasses import dataclass
from typing import Any, Protocol

from ...game.errors import Refusal
from ..edge.limits import SlowDown
from ..edge.metrics import metrics
from ..edge.push import Knocker
from ..games.match import Match
from ..games.permission import NotAllowed
from ..games.seats import held
from ..games.steps import HIDDEN, Sides
from ..store.base import Behind
from ..wire.messages import AroundTold, Request, Said
from ..workers.workers import Workers
from . import claims, clocks
from .driver import Driver
from .joining import arrival
from .status import around, chat
from .telling import Telling, encoded
from .thinking import Thinker
from .wishes import Asker, Wish

TRIES = 3
BETWEEN_KNOCKS = 60  # seconds
A_CROWD = 20  # clients
SOON = 0.5  # seconds until a crowd hears who has come and gone
MOST_WATCHING = 300  # at one server

log = logging.getLogger(__name__)


class Client(Asker, Protocol):
    """Somebody at the table, and a way to reach them."""

    # The last news it got of what is around the game.
    around: bytes

    def send(self, message: bytes) -> None: ...

    def leave(self) -> None:
        """Disconnect, so that it comes back and reads the game again."""


@dataclass
class Before:
    """How things stood before a change: as much as announcing it needs."""

    begun: bool
    waited: bool
    remarks: int
    tokens: dict[str, str]
    awaited: set[int]


class Table:
    def __init__(
        self, match: Match, workers: Workers, knocker: Knocker | None = None, thinker: Thinker | None = None
    ) -> None:
        self.match = match
        self.workers = workers
        self.knocker = knocker
        self.thinker = thinker
        self.clients: list[Client] = []
        self.expected = 0  # clients on their way to it
        self.elsewhere: list[Sides] = []  # the sides of players at other servers
        self.lock = asyncio.Lock()
        self.changes: set[asyncio.Task[None]] = set()  # under way
        # Sides that heard it was their move and have said nothing since: the connection may have been dead.
        self.unheard: set[int] = set()
        self.knocked: dict[int, float] = {}  # by side, when it was last notified
        self.unanswered: set[int] = set()  # sides that were notified and have been silent since
        self.told_around: tuple[Any, ...] = ()  # the public news besides the steps
        self.told_soon = False  # who has come and gone
        self.driver = Driver(self)

    def join(self, client: Client, number: int, since: int) -> None:
        """Somebody sits down: they learn how things stand, and the others learn that they are there."""
        self.clients.append(client)
        self.hear(client)
        self._welcome(client, number, since)
        self._tell_presence()
        self._note_seen(client, leaving=False)
        self.driver.wake()

    @contextlib.contextmanager
    def expecting(self) -> Iterator[None]:
        """Somebody is on the way: until they sit here, the table stays in memory."""
        self.expected += 1
        try:
            yield
        finally:
            self.expected -= 1

    def leave(self, client: Client, lost: bool = False) -> None:
        """`lost` if the connection broke without a goodbye."""
        if client in self.clients:
            self.clients.remove(client)
            self._tell_presence()
            self._note_seen(client, leaving=True)
            if lost:
                self._knock(self.unheard & self._awaited() & set(client.sides))
            if not self.clients:
                self.driver.rest()

    def _note_seen(self, client: Client, leaving: bool) -> None:
        """There may be a claim to the seat of a player who stays away: this one has been here until now."""
        sides, claim = client.sides, self.match.kept.claims
        if claim is None or self.match.sides.index(claim.side) not in sides:
            return

        async def note() -> None:
            await claims.seen(self.match, sides, leaving)

        async def noted() -> None:
            with contextlib.suppress(Refusal):
                await self._change(note)

        self._begin(noted())

    def hear(self, client: Client) -> None:
        """It has sent something, so it is there."""
        self.unheard.difference_update(client.sides)
        self.unanswered.difference_update(client.sides)

    def addresses(self) -> set[str]:
        return {client.visitor.address for client in self.clients}

    def here(self) -> list[Sides]:
        return [client.sides for client in self.clients]

    def present(self) -> list[Sides]:
        return self.here() + self.elsewhere

    def hear_of(self, elsewhere: list[Sides]) -> None:
        """Hear who is at the same game on other servers."""
        if elsewhere != self.elsewhere:
            self.elsewhere = elsewhere
            for sides in elsewhere:
                self.unanswered.difference_update(sides)
            self._tell_presence()

    # -- telling

    def _welcome(self, client: Client, number: int | None, since: int) -> None:
        told = around(self.match, client.sides, self.present())
        client.send(encoded(arrival(self.match, client.sides, told, number, since)))
        client.around = encoded(AroundTold(around=told))

    def _tell_presence(self) -> None:
        """In a crowd, news of who comes and goes can wait a little."""
        if len(self.clients) <= A_CROWD:
            self._tell_around()
        elif not self.told_soon:
            self.told_soon = True
            asyncio.get_running_loop().call_later(SOON, self._tell_crowd)

    def _tell_crowd(self) -> None:
        self.told_soon = False
        self._tell_around()

    def check_room_for(self, sides: Sides) -> None:
        """SlowDown if one more spectator would be too many; players always find room."""
        if not sides and sum(not client.sides for client in self.clients) >= MOST_WATCHING:
            raise SlowDown(f"{MOST_WATCHING} people are already watching: try again later", BETWEEN_KNOCKS)

    def _tell_around(self) -> None:
        """Tell everyone for whom something around the game is new."""
        match = self.match
        seal = match.chronicle.seal
        standing = (
            match.kept.players,
            match.kept.proposals,
            match.kept.claims,
            (seal.sealed, seal.nonces),
            len(match.chronicle.seated),
            self.present(),
            clocks.deadline(match),
            set(match.hurried),
        )
        if standing == self.told_around:
            return
        self.told_around = standing
        told: dict[Sides, bytes] = {}
        for client in self.clients:
            sides = client.sides
            if sides not in told:
                told[sides] = encoded(AroundTold(around=around(match, sides, self.present())))
            if client.around != told[sides]:
                client.around = told[sides]
                client.send(told[sides])

    def _before(self) -> Before:
        match = self.match
        chronicle = match.chronicle
        begun, waited = chronicle.has_begun(), chronicle.is_waiting()
        return Before(begun, waited, match.kept.first_note + len(match.kept.notes), match.kept.seats, self._awaited())

    def _tell_changes(self, before: Before, awaited: set[int]) -> None:
        """What has changed, besides the steps, which are announced as they are made."""
        match = self.match
        if match.kept.seats is not before.tokens:
            self._send_away_unseated()
        if match.kept.first_note + len(match.kept.notes) > before.remarks:
            for client in self.clients:
                for remark in chat(match, client.sides, before.remarks):
                    client.send(encoded(Said(remark=remark)))
        has_begun = match.chronicle.has_begun() and not before.begun
        if (before.waited or has_begun) and not match.chronicle.is_waiting():
            for client in self.clients:
                self._welcome(client, None, match.chronicle.sight(client.sides).seq if before.begun else -1)
            self.driver.go_on()
        self.unheard |= awaited - before.awaited
        self._tell_around()

    def _send_away_unseated(self) -> None:
        for client in list(self.clients):
            if held(self.match.kept.seats, client.tokens) is None:
                client.sides = ()  # from this moment, whatever it has already sent
                client.leave()

    def tell(self, number: int) -> None:
        """Tell everybody of a step, each as they may know it, and let the next answer come."""
        if self.match.chronicle.steps[number].veil != HIDDEN:  # an observer who counts may not be meant to know
            metrics.count("actions_total")
        telling = Telling(self.match, number)
        for client in self.clients:
            message = telling.to(client.sides)
            if message is not None:
                client.send(message)
        self.driver.go_on()

    # -- changes, one after another

    async def grant(self, client: Client, request: Request) -> None:
        """Make the change that a client wants, if it is allowed."""
        await self.change(Wish(client, request, self.match, self.knocker, self.present(), self.workers).granted)

    async def change(self, work: Callable[[], Awaitable[int | None]]) -> None:
        """Change the game, and announce the resulting step. It goes through even if the client leaves: whatever is
        kept is announced."""
        await asyncio.shield(self._begin(self._change(work)))

    def _begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self.changes.add(task)
        task.add_done_callback(self.changes.discard)
        return task

    async def _change(self, work: Callable[[], Awaitable[int | None]]) -> None:
        """Another server may have changed the game meanwhile: then we catch up, and look at the wish again."""
        async with self.lock:
            for _ in range(TRIES):
                before = self._before()
                try:
                    if self.match.keeper.unsure:
                        await self._catch_up()
                        before.awaited = self._awaited()
                    try:
                        number = await work()
                    except Behind:
                        await self._catch_up()
                        continue
                    if number is not None:
                        self.tell(number)
                    self._knock(self._awaited() - before.awaited)
                    return
                finally:
                    self._tell_changes(before, self._awaited())
            raise NotAllowed("stale", "others keep changing the game: look again")

    async def catch_up(self, revision: float = math.inf) -> None:
        """Another server has brought the game to a revision, perhaps an unknown one: our clients hear about it."""
        async with self.lock:
            if self.match.kept.revision < revision:
                before = self._before()
                try:
                    await self._catch_up()
                finally:
                    self._tell_changes(before, self._awaited())

    async def _catch_up(self) -> None:
        newer = await self.match.newer()
        try:
            for number in self.match.catch_up(newer):
                self.tell(number)
        except Exception:
            log.exception("a game could not be brought up to date")
            self.send_away()

    def _awaited(self) -> set[int]:
        """The sides that the game is waiting for."""
        return {self.match.sides.index(side) for side in self.match.waits_for()}

    def _knock(self, sides: set[int]) -> None:
        """Notify the browsers of sides that are away: once until they come, and only now and then, however often there
        is a reason to."""
        now = time.monotonic()
        for side in sides - self.unanswered:
            endpoint = self.match.players[side].endpoint
            is_here = any(side in held for held in self.present())
            if self.knocker is None or endpoint is None or is_here:
                continue
            self.unanswered.add(side)
            wait = self.knocked.get(side, -math.inf) + BETWEEN_KNOCKS - now
            if wait > 0:
                asyncio.get_running_loop().call_later(wait, self._knock_later, side)
                continue
            self.knocked[side] = now
            self._begin(self._knock_at(self.knocker, self.match.sides[side], endpoint))

    def _knock_later(self, side: int) -> None:
        """Notify them, unless the player has come meanwhile."""
        if side in self.unanswered and side in self._awaited():
            self.unanswered.discard(side)
            self._knock({side})

    async def _knock_at(self, knocker: Knocker, side: str, endpoint: str) -> None:
        if await knocker.knock(endpoint):
            return

        async def forget() -> None:
            if self.match.kept.players[side].endpoint == endpoint:
                await self.match.keeper.change_seat(side, endpoint=None)

        with contextlib.suppress(Refusal):
            await self._change(forget)

    async def close(self) -> None:
        self.driver.rest()
        await asyncio.gather(*self.changes, return_exceptions=True)
        await self.driver.close()

    def send_away(self) -> None:
        """After a failure, everybody comes back to what was kept."""
        self.match.broken = True
        for client in list(self.clients):
            client.leave()
