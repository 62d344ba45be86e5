"""The driver of a table: computer opponents, standing orders and the clock, which answer when it is for them to."""

import asyncio
import concurrent.futures
import contextlib
import logging
import random
from typing import TYPE_CHECKING

from ...ai.opponents.choice import Choice
from ...ai.opponents.players import Player, choose, has_personality, player
from ...game.game import Game
from ..edge.metrics import metrics
from ..games.match import Match
from ..store.base import StoreFailed
from ..store.columns import Seat
from . import clocks

if TYPE_CHECKING:
    from .table import Table

BETWEEN_TRIES = 1  # seconds, when something could not be kept or read
THINKING_TIME = 2000  # milliseconds for all the decisions of a general in a turn
BY_STANDING_ORDERS = "by standing orders"
# Thinking has threads of its own: on a large board it takes long, and nobody else's page may have to wait for it.
THINKERS = concurrent.futures.ThreadPoolExecutor(4, "thinker")

log = logging.getLogger(__name__)


class Driver:
    def __init__(self, table: "Table") -> None:
        self.table = table
        self.match = table.match
        self.task: asyncio.Task[None] | None = None
        self.changed = False  # since it looked last
        self.alarm: asyncio.TimerHandle | None = None  # when somebody's time is over
        self.computers: dict[int, Player] = {}  # by side: a general has to know how long he has thought in a turn

    def go_on(self) -> None:
        """Answer as long as there is anybody to see it."""
        self.changed = True
        if not self._is_at_work() and self._may_answer():
            self.task = asyncio.create_task(self._drive())

    def wake(self) -> None:
        """Somebody has come."""
        if not self._is_at_work():
            self.go_on()

    def rest(self) -> None:
        """Nobody is there: a table that waits to be woken would stay in memory for as long as somebody may take."""
        if self.alarm is not None:
            self.alarm.cancel()

    async def close(self) -> None:
        if self.task is not None:
            self.task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self.task

    def _is_at_work(self) -> bool:
        return self.task is not None and not self.task.done()

    def _may_answer(self) -> bool:
        """Whether the question that waits may be for anybody here."""
        match = self.match
        if not match.chronicle.has_begun():
            return False
        return match.kept.clock is not None or match.is_for_computer() or match.orders_that_count() is not None

    async def _drive(self) -> None:
        try:
            while self.table.clients and self.changed and not self.match.broken:
                self.changed = False
                try:
                    await self._answer()
                except StoreFailed:
                    metrics.count("store_failures_total")
                    await asyncio.sleep(BETWEEN_TRIES)
                    self.changed = True
        except Exception:
            log.exception("the computer could not go on with a game")
            self.table.send_away()

    async def _answer(self) -> None:
        match = self.match
        choice = await self._considered() if match.chronicle.has_begun() else None
        if choice is None:
            self._set_alarm()
            return

        async def answer() -> int | None:
            if self.changed or not self.table.clients:
                return None
            return await match.play(choice.action, choice.intent)

        await self.table.change(answer)

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

    def _own_copy(self) -> Game:
        """Whoever thinks does so on a copy, while people go on."""
        return self.match.game.copy(self.match.game.dice.copy())

    def _set_alarm(self) -> None:
        """Look again when the time of whoever decides is over."""
        if self.alarm is not None:
            self.alarm.cancel()
        left = clocks.seconds_left(self.match) if self.table.clients else None
        self.alarm = asyncio.get_running_loop().call_later(max(left, 0), self.go_on) if left is not None else None


def computer(seat: Seat) -> Player:
    level = seat.level or "captain"
    return player(f"{level}:{seat.personality}" if seat.personality and has_personality(level) else level)


async def considered(opponent: Player, game: Game, luck: random.Random) -> Choice:
    """What a computer opponent does; it thinks on a copy of its own."""
    return await asyncio.get_running_loop().run_in_executor(THINKERS, choose, opponent, game, luck, THINKING_TIME)


def match_luck(match: Match) -> random.Random:
    """The same public state gives the same choice."""
    return random.Random(str(match.chronicle.public_state(len(match.chronicle.steps) - 1)["hash"]))
