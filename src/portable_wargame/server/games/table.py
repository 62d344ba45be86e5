"""A table: a match, the clients around it, and the computer opponents that play at it."""

import asyncio
import concurrent.futures
import contextlib
import logging
import math
import random
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from typing import Any, Protocol

import msgspec

from ...ai.opponents.choice import Choice
from ...ai.opponents.players import Player, choose, has_personality, player
from ...game.errors import Refusal
from ...game.game import Game
from ..edge.metrics import metrics
from ..edge.push import Knocker
from ..store.base import Behind, StoreFailed
from ..wire.messages import AroundTold, Received, Said, Stepped
from . import clocks
from .joining import arrival
from .match import Match, Seat
from .permission import NotAllowed
from .seats import held
from .status import around, chat
from .steps import Sides

TRIES = 3
BETWEEN_TRIES = 1  # seconds, when something could not be kept or read
THINKING_TIME = 2000  # milliseconds for all the decisions of a general in a turn
BY_STANDING_ORDERS = "by standing orders"
# Thinking has threads of its own: on a large board it takes long, and nobody else's page may have to wait for it.
THINKERS = concurrent.futures.ThreadPoolExecutor(4, "thinker")

log = logging.getLogger(__name__)
encoder = msgspec.json.Encoder()


class Client(Protocol):
    """Somebody at the table: the sides that are theirs, and a way to reach them."""

    sides: Sides
    tokens: list[str]
    # What it was last told of what is around the game.
    around: bytes

    def send(self, message: bytes) -> None: ...

    def leave(self) -> None:
        """Be sent away, to come back and read the game anew."""


class Table:
    def __init__(self, match: Match, knocker: Knocker | None = None) -> None:
        self.match = match
        self.knocker = knocker
        self.clients: list[Client] = []
        self.elsewhere: list[Sides] = []  # the sides of those who are at other servers
        self.driver: asyncio.Task[None] | None = None
        self.changed = False  # since the driver looked last
        self.lock = asyncio.Lock()
        self.changes: set[asyncio.Task[None]] = set()  # under way
        self.alarm: asyncio.TimerHandle | None = None  # when somebody's time is over
        # Sides that were told of their move and have said nothing since: the line may have been dead.
        self.unheard: set[int] = set()
        self.computers: dict[int, Player] = {}  # by side: a general has to know how long he has thought in a turn

    def join(self, client: Client, number: int, since: int) -> None:
        """Somebody sits down: he is told how things stand, and the others that he is there."""
        self.clients.append(client)
        self.hear(client)
        self._welcome(client, number, since)
        self._tell_around()
        if self.driver is None or self.driver.done():
            self.go_on()

    def leave(self, client: Client, lost: bool = False) -> None:
        """`lost` if the line broke without a word of parting."""
        if client in self.clients:
            self.clients.remove(client)
            self._tell_around()
            if lost:
                self._knock(self.unheard & self._awaited() & set(client.sides))
            # A table that waits to be woken would stay in memory for as long as somebody may take.
            if self.alarm is not None and not self.clients:
                self.alarm.cancel()

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
        told: dict[Sides, bytes] = {}
        for client in self.clients:
            sides = client.sides
            if sides not in told:
                told[sides] = encoded(AroundTold(around=around(self.match, sides, self.present())))
            if client.around != told[sides]:
                client.around = told[sides]
                client.send(told[sides])

    @contextlib.contextmanager
    def _telling(self) -> Iterator[None]:
        """What changes within is told, besides the steps: each of these is told when it is made."""
        match = self.match
        begun, waited, remarks, tokens = match.has_begun(), match.is_waiting(), len(match.kept.notes), match.seats
        awaited = self._awaited()
        try:
            yield
        finally:
            for client in list(self.clients):
                if match.seats != tokens and held(match.seats, client.tokens) is None:
                    client.sides = ()  # from this moment on, whatever it has sent already
                    client.leave()
                for remark in chat(match, client.sides, remarks):
                    client.send(encoded(Said(remark=remark)))
            if waited and not match.is_waiting():
                for client in self.clients:
                    self._welcome(client, None, match.seq(client.sides) if begun else -1)
                self.go_on()
            self.unheard |= self._awaited() - awaited
            self._tell_around()

    def tell(self, number: int) -> None:
        """Tell everybody of a step, each as they may know it, and let the next answer come."""
        metrics.count("actions_total")
        told: dict[Sides, bytes | None] = {}
        for client in self.clients:
            sides = client.sides
            if sides not in told:
                told[sides] = None
                # The start comes with the welcome.
                if number in self.match.seen_by(sides)[-1:] and self.match.steps[number].kind != "start":
                    step = Stepped(step=self.match.told(number, sides), now=self.match.now(sides))
                    told[sides] = encoded(step)
            message = told[sides]
            if message is not None:
                client.send(message)
        self.go_on()

    # -- changes, one after another

    async def change(self, work: Callable[[], Awaitable[None]]) -> None:
        """Do what changes the game. It is done to its end even if whoever wanted it leaves: what is kept is told."""
        await asyncio.shield(self._begin(self._change(work)))

    def _begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self.changes.add(task)
        task.add_done_callback(self.changes.discard)
        return task

    async def _change(self, work: Callable[[], Awaitable[None]]) -> None:
        """Another server may have changed the game meanwhile: then we catch up, and look again at what was wanted."""
        async with self.lock:
            for _ in range(TRIES):
                with self._telling():
                    if self.match.unsure:
                        await self._catch_up()
                    awaited = self._awaited()
                    try:
                        await work()
                        self._knock(self._awaited() - awaited)
                        return
                    except Behind:
                        await self._catch_up()
            raise NotAllowed("stale", "others keep changing the game: look again")

    async def catch_up(self, revision: float = math.inf) -> None:
        """Another server has brought the game up to a revision, it may not be known which: our clients hear of it."""
        async with self.lock:
            if self.match.kept.revision < revision:
                with self._telling():
                    await self._catch_up()

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
            if self.match.players[self.match.sides.index(side)].endpoint == endpoint:
                await self.match.change_seat(side, endpoint=None)

        with contextlib.suppress(Refusal):
            await self._change(forget)

    # -- the computer, and standing orders

    def go_on(self) -> None:
        """Let the computer, or somebody's standing orders, answer as long as there is anybody to see it."""
        self.changed = True
        if self.driver is None or self.driver.done():
            self.driver = asyncio.create_task(self._drive())

    async def close(self) -> None:
        if self.alarm is not None:
            self.alarm.cancel()
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
                    metrics.count("store_failures_total")
                    await asyncio.sleep(BETWEEN_TRIES)
                    self.changed = True
        except Exception:
            log.exception("the computer could not go on with a game")
            self.send_away()

    async def _answer(self) -> None:
        match = self.match
        choice = await self._considered() if match.has_begun() else None
        if choice is None:
            self._set_alarm()
            return

        async def answer() -> None:
            if not self.changed and self.clients:
                self.tell(await match.play(match.tree_of(choice.action), choice.intent))

        await self.change(answer)

    def _own_copy(self) -> Game:
        """Whoever thinks does so on a copy, while people go on."""
        return self.match.game.copy(self.match.game.dice.copy())

    async def _considered(self) -> Choice | None:
        """What the computer, somebody's standing orders, or the clock answer; None if it is for a person to say."""
        match = self.match
        if match.is_for_computer():
            side = match.game.decider()
            if side not in self.computers:
                self.computers[side] = computer(match.players[side])
            return await considered(self.computers[side], self._own_copy(), match_luck(match))
        orders = match.orders_that_count()
        ordered = await asyncio.to_thread(orders.answer, self._own_copy()) if orders is not None else None
        if ordered is not None:
            return Choice(ordered, BY_STANDING_ORDERS)
        left = clocks.seconds_left(match)
        if left is not None and left <= 0:
            return Choice(await asyncio.to_thread(clocks.answer, self._own_copy()), clocks.BY_THE_CLOCK)
        return None

    def _set_alarm(self) -> None:
        """Look again when the time of whoever decides is over."""
        if self.alarm is not None:
            self.alarm.cancel()
        left = clocks.seconds_left(self.match) if self.clients else None
        self.alarm = asyncio.get_running_loop().call_later(max(left, 0), self.go_on) if left is not None else None

    def send_away(self) -> None:
        """After a fault, everybody comes back to what was kept."""
        self.match.broken = True
        for client in list(self.clients):
            client.leave()


def computer(seat: Seat) -> Player:
    level = seat.level or "captain"
    return player(f"{level}:{seat.personality}" if seat.personality and has_personality(level) else level)


async def considered(opponent: Player, game: Game, luck: random.Random) -> Choice:
    """What a computer opponent does; it thinks on a copy of its own."""
    return await asyncio.get_running_loop().run_in_executor(THINKERS, choose, opponent, game, luck, THINKING_TIME)


def match_luck(match: Match) -> random.Random:
    """The same public state gives the same choice."""
    return random.Random(str(match.public_state(len(match.steps) - 1)["hash"]))


def encoded(message: Received) -> bytes:
    return encoder.encode(message)
