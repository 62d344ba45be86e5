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

    def join(self, client: Client) -> None:
        self.clients.append(client)
        self.go_on()

    def leave(self, client: Client) -> None:
        if client in self.clients:
            self.clients.remove(client)

    def tell(self, number: int) -> None:
        """Tell everybody of a step, each as they may know it."""
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

    def go_on(self) -> None:
        """Let the computer, or somebody's standing orders, answer as long as there is anybody to see it."""
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
            while self.clients and not match.broken:
                number = len(match.steps)
                if match.is_for_computer():
                    seat = match.players[match.game.decider()]
                    choice = await asyncio.to_thread(considered, seat, match.game, match_luck(match))
                elif (answer := await asyncio.to_thread(match.standing_answer)) is not None:
                    choice = Choice(answer, BY_STANDING_ORDERS)
                elif len(match.steps) == number:
                    return
                else:
                    continue  # somebody has acted while the orders were looked up
                if len(match.steps) == number and self.clients:
                    self.tell(match.play(match.tree_of(choice.action), choice.intent))
        except Exception:
            log.exception("the computer could not go on with a game")
            self.send_away()

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
