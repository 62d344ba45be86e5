"""A table: a match, the clients around it, and the computer opponents that play at it."""

import asyncio
import contextlib
import logging
import random
from typing import Protocol

import msgspec

from ..ai.choice import Choice
from ..ai.players import WITH_PERSONALITY, choose, player
from ..game.game import Game
from .match import Match, Seat, Sides
from .messages import Received, Stepped

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

    def go_on(self) -> None:
        """Let the computer, or somebody's standing orders, answer as long as there is anybody to see it."""
        self.changed = True
        if self.driver is None or self.driver.done():
            self.driver = asyncio.create_task(self._drive())

    async def close(self) -> None:
        if self.driver is not None:
            self.driver.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self.driver

    async def _drive(self) -> None:
        match = self.match
        try:
            while self.clients and self.changed and not match.broken:
                self.changed = False
                # Whoever thinks does so on a copy, while people go on.
                choice = await self._considered(match.game.copy(match.game.dice.copy()))
                if choice is not None and not self.changed and self.clients:
                    self.tell(match.play(match.tree_of(choice.action), choice.intent))
        except Exception:
            log.exception("the computer could not go on with a game")
            self.send_away()

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
    return random.Random(str(match.state(len(match.steps) - 1, ())[0]["hash"]))


def encoded(message: Received) -> bytes:
    return encoder.encode(message)
