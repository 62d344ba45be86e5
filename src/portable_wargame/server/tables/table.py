"""A table: a match and the clients around it. Changes of the match are made one after another, and told."""

import asyncio
import contextlib
import logging
import math
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from typing import Any, Protocol

from ...game.errors import Refusal
from ..edge.metrics import metrics
from ..edge.push import Knocker
from ..games.match import Match
from ..games.permission import NotAllowed
from ..games.seats import held
from ..games.steps import Sides
from ..store.base import Behind
from ..wire.messages import AroundTold, Request, Said
from . import clocks
from .driver import Driver
from .joining import arrival
from .status import around, chat
from .telling import Telling, encoded
from .wishes import Asker, Wish

TRIES = 3

log = logging.getLogger(__name__)


class Client(Asker, Protocol):
    """Somebody at the table, and a way to reach them."""

    # What it was last told of what is around the game.
    around: bytes

    def send(self, message: bytes) -> None: ...

    def leave(self) -> None:
        """Be sent away, to come back and read the game anew."""


@dataclass
class Before:
    """How things stood before a change, as far as it matters for what is told of it."""

    begun: bool
    waited: bool
    remarks: int
    tokens: dict[str, str]
    awaited: set[int]


class Table:
    def __init__(self, match: Match, knocker: Knocker | None = None) -> None:
        self.match = match
        self.knocker = knocker
        self.clients: list[Client] = []
        self.elsewhere: list[Sides] = []  # the sides of those who are at other servers
        self.lock = asyncio.Lock()
        self.changes: set[asyncio.Task[None]] = set()  # under way
        # Sides that were told of their move and have said nothing since: the line may have been dead.
        self.unheard: set[int] = set()
        self.told_around: tuple[Any, ...] = ()  # what everybody has been told of, besides the steps
        self.driver = Driver(self)

    def join(self, client: Client, number: int, since: int) -> None:
        """Somebody sits down: he is told how things stand, and the others that he is there."""
        self.clients.append(client)
        self.hear(client)
        self._welcome(client, number, since)
        self._tell_around()
        self.driver.wake()

    def leave(self, client: Client, lost: bool = False) -> None:
        """`lost` if the line broke without a word of parting."""
        if client in self.clients:
            self.clients.remove(client)
            self._tell_around()
            if lost:
                self._knock(self.unheard & self._awaited() & set(client.sides))
            if not self.clients:
                self.driver.rest()

    def hear(self, client: Client) -> None:
        """It has said something, so it is there."""
        self.unheard.difference_update(client.sides)

    def here(self) -> list[Sides]:
        return [client.sides for client in self.clients]

    def present(self) -> list[Sides]:
        return self.here() + self.elsewhere

    def hear_of(self, elsewhere: list[Sides]) -> None:
        """Who is at the same game at other servers."""
        if elsewhere != self.elsewhere:
            self.elsewhere = elsewhere
            self._tell_around()

    # -- telling

    def _welcome(self, client: Client, number: int | None, since: int) -> None:
        told = around(self.match, client.sides, self.present())
        client.send(encoded(arrival(self.match, client.sides, told, number, since)))
        client.around = encoded(AroundTold(around=told))

    def _tell_around(self) -> None:
        """To everybody for whom something around the game is new."""
        match = self.match
        seal = match.chronicle.seal
        standing = (
            match.kept.players,
            match.kept.proposals,
            (seal.sealed, seal.nonces),
            len(match.chronicle.seated),
            self.present(),
            clocks.deadline(match),
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
        return Before(begun, waited, len(match.kept.notes), match.kept.seats, self._awaited())

    def _tell_changes(self, before: Before, awaited: set[int]) -> None:
        """What has changed, besides the steps: each of these is told when it is made."""
        match = self.match
        if match.kept.seats is not before.tokens:
            self._send_away_unseated()
        if len(match.kept.notes) > before.remarks:
            for client in self.clients:
                for remark in chat(match, client.sides, before.remarks):
                    client.send(encoded(Said(remark=remark)))
        if before.waited and not match.chronicle.is_waiting():
            for client in self.clients:
                self._welcome(client, None, match.chronicle.sight(client.sides).seq if before.begun else -1)
            self.driver.go_on()
        self.unheard |= awaited - before.awaited
        self._tell_around()

    def _send_away_unseated(self) -> None:
        for client in list(self.clients):
            if held(self.match.kept.seats, client.tokens) is None:
                client.sides = ()  # from this moment on, whatever it has sent already
                client.leave()

    def tell(self, number: int) -> None:
        """Tell everybody of a step, each as they may know it, and let the next answer come."""
        metrics.count("actions_total")
        telling = Telling(self.match, number)
        for client in self.clients:
            message = telling.to(client.sides)
            if message is not None:
                client.send(message)
        self.driver.go_on()

    # -- changes, one after another

    async def grant(self, client: Client, request: Request) -> None:
        """Do what somebody wants changed, if he may."""
        await self.change(Wish(client, request, self.match, self.knocker).granted)

    async def change(self, work: Callable[[], Awaitable[int | None]]) -> None:
        """Do what changes the game, and tell of the step that comes of it. It is done to its end even if whoever wanted
        it leaves: what is kept is told."""
        await asyncio.shield(self._begin(self._change(work)))

    def _begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self.changes.add(task)
        task.add_done_callback(self.changes.discard)
        return task

    async def _change(self, work: Callable[[], Awaitable[int | None]]) -> None:
        """Another server may have changed the game meanwhile: then we catch up, and look again at what was wanted."""
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
        """Another server has brought the game up to a revision, it may not be known which: our clients hear of it."""
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
        """The sides for whom the game waits."""
        return {self.match.sides.index(side) for side in self.match.waits_for()}

    def _knock(self, sides: set[int]) -> None:
        """At the browsers of those of the sides who are away."""
        for side in sides:
            endpoint = self.match.players[side].endpoint
            is_here = any(side in held for held in self.present())
            if self.knocker is not None and endpoint is not None and not is_here:
                self._begin(self._knock_at(self.knocker, self.match.sides[side], endpoint))

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
        """After a fault, everybody comes back to what was kept."""
        self.match.broken = True
        for client in list(self.clients):
            client.leave()
