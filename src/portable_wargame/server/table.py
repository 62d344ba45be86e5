"""A table: a match, the clients around it, and the computer opponents that play at it."""

import asyncio
import contextlib
import logging
import random
from collections.abc import Awaitable, Callable
from typing import Protocol

import msgspec

from ..ai.choice import Choice
from ..ai.players import WITH_PERSONALITY, choose, player
from ..game.game import Game
from .match import Match, NotAllowed, Seat, Sides
from .messages import Received, Stepped
from .store import Behind, StoreFailed

TRIES = 3
BETWEEN_TRIES = 1  # seconds, when the computer's answer could not be kept
THINKING_TIME = 2000  # milliseconds for one decision of a general
BY_STANDING_ORDERS = "by standing orders"

log = logging.getLogger(__name__)
encoder = msgspec.json.Encoder()


class Client(Protocol):
    """Somebody at the table: the sides that are theirs, and a way to reach them."""

    sides: Sides

    def send(self, message: bytes) -> None: ...

    def leave(self) -> None:
        """Be sent away, to come back and read the game anew."""


class Table:
    def __init__(self, match: Match) -> None:
        self.match = match
        self.clients: list[Client] = []
        self.driver: asyncio.Task[None] | None = None
        self.changed = False  # since the driver looked last
        self.lock = asyncio.Lock()
        self.changes: set[asyncio.Task[None]] = set()  # under way

    def join(self, client: Client) -> None:
        self.clients.append(client)
        if self.driver is None or self.driver.done():
            self.go_on()

    def leave(self, client: Client) -> None:
        if client in self.clients:
            self.clients.remove(client)

    def tell(self, number: int) -> None:
        """Tell everybody of a step, each as they may know it, and let the next answer come."""
        told: dict[Sides, bytes | None] = {}
        for client in self.clients:
            sides = client.sides
            if sides not in told:
                told[sides] = None
                if number in self.match.seen_by(sides)[-1:]:
                    step = Stepped(step=self.match.told(number, sides), now=self.match.now(sides))
                    told[sides] = encoded(step)
            message = told[sides]
            if message is not None:
                client.send(message)
        self.go_on()

    # -- changes, one after another

    async def change(self, work: Callable[[], Awaitable[None]]) -> None:
        """Do what changes the game. It is done to its end even if whoever wanted it leaves: what is kept is told."""
        task = asyncio.create_task(self._change(work))
        self.changes.add(task)
        task.add_done_callback(self.changes.discard)
        await asyncio.shield(task)

    async def _change(self, work: Callable[[], Awaitable[None]]) -> None:
        """Another server may have changed the game meanwhile: then we catch up, and look again at what was wanted."""
        async with self.lock:
            for _ in range(TRIES):
                if self.match.unsure:
                    await self._catch_up()
                try:
                    return await work()
                except Behind:
                    await self._catch_up()
            raise NotAllowed("stale", "others keep changing the game: look again")

    async def catch_up(self, revision: int) -> None:
        """Another server has brought the game up to a revision: our clients hear of it."""
        async with self.lock:
            if self.match.kept.revision < revision:
                await self._catch_up()

    async def _catch_up(self) -> None:
        newer = await self.match.newer()
        try:
            for number in self.match.catch_up(newer):
                self.tell(number)
        except Exception:
            log.exception("a game could not be brought up to date")
            self.send_away()

    # -- the computer, and standing orders

    def go_on(self) -> None:
        """Let the computer, or somebody's standing orders, answer as long as there is anybody to see it."""
        self.changed = True
        if self.driver is None or self.driver.done():
            self.driver = asyncio.create_task(self._drive())

    async def close(self) -> None:
        await asyncio.gather(*self.changes, return_exceptions=True)
        if self.driver is not None:
            self.driver.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self.driver

    async def _drive(self) -> None:
        try:
            while self.clients and self.changed and not self.match.broken:
                self.changed = False
                try:
                    await self._answer()
                except StoreFailed:
                    await asyncio.sleep(BETWEEN_TRIES)
                    self.changed = True
        except Exception:
            log.exception("the computer could not go on with a game")
            self.send_away()

    async def _answer(self) -> None:
        match = self.match
        # Whoever thinks does so on a copy, while people go on.
        choice = await self._considered(match.game.copy(match.game.dice.copy()))
        if choice is None:
            return

        async def answer() -> None:
            if not self.changed and self.clients:
                self.tell(await match.play(match.tree_of(choice.action), choice.intent))

        await self.change(answer)

    async def _considered(self, game: Game) -> Choice | None:
        """What the computer, or somebody's standing orders, answer; None if it is for a person to say."""
        match = self.match
        if match.is_for_computer():
            seat = match.players[game.decider()]
            return await asyncio.to_thread(considered, seat, game, match_luck(match))
        orders = match.orders_that_count()
        answer = await asyncio.to_thread(orders.answer, game) if orders is not None else None
        return Choice(answer, BY_STANDING_ORDERS) if answer is not None else None

    def send_away(self) -> None:
        """After a fault, everybody comes back to what was kept."""
        self.match.broken = True
        for client in list(self.clients):
            client.leave()


def considered(seat: Seat, game: Game, luck: random.Random) -> Choice:
    """What a computer opponent does; it thinks on a copy of its own."""
    level = seat.level or "captain"
    name = f"{level}:{seat.personality}" if seat.personality and level in WITH_PERSONALITY else level
    return choose(player(name), game, luck, THINKING_TIME)


def match_luck(match: Match) -> random.Random:
    """The same public state gives the same choice."""
    return random.Random(str(match.public_state(len(match.steps) - 1)["hash"]))


def encoded(message: Received) -> bytes:
    return encoder.encode(message)
