"""The driver of a table: computer opponents, standing orders and the clock, which answer when it is their turn."""

import asyncio
import contextlib
import logging
import random
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar, cast

import msgspec

from ...ai.opponents.choice import Choice
from ...ai.opponents.conceding import gives_up
from ...ai.opponents.players import BRAKE, LEVELS, Player, choose_and_say, has_personality, player
from ...game.game import Game
from ...speech import trees
from ...speech.notation import action_from_tree
from ..edge.limits import NOBODY, SlowDown, Visitor
from ..edge.metrics import metrics
from ..games.match import Match
from ..games.steps import BY_STANDING_ORDERS
from ..store.base import StoreFailed
from ..store.columns import Seat
from ..workers.budgets import A_MOMENT, OutOfBudget
from ..workers.post import Chosen, Position, Thought
from . import clocks, consent
from .sentry import on_guard
from .thinking import seed

if TYPE_CHECKING:
    from .table import Table

BETWEEN_TRIES = 1  # seconds to wait when something could not be kept or read
QUICKEST = "recruit"  # the level that answers when another takes too long

Found = TypeVar("Found")

log = logging.getLogger(__name__)


class Driver:
    def __init__(self, table: "Table") -> None:
        self.table = table
        self.match = table.match
        self.task: asyncio.Task[None] | None = None
        self.changed = False  # since it last looked
        self.alarm: asyncio.TimerHandle | None = None  # when somebody's time runs out
        self.computers: dict[int, Player] = {}  # by side: they remember what they thought of earlier

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
        """Nobody is there: a table waiting for its clock would stay in memory for as long as a player may take, with
        nobody to see what the computer does."""
        if self.alarm is not None:
            self.alarm.cancel()
        if self.task is not None:
            self.task.cancel()
            self.task = None

    async def close(self) -> None:
        if self.task is not None:
            self.task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self.task

    def _is_at_work(self) -> bool:
        return self.task is not None and not self.task.done()

    def _may_answer(self) -> bool:
        """Whether the waiting question may be for anybody here."""
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
                except (StoreFailed, SlowDown) as problem:
                    if isinstance(problem, StoreFailed):
                        metrics.count("store_failures_total")
                    await asyncio.sleep(BETWEEN_TRIES)
                    self.changed = True
        except Exception:
            log.exception("the computer could not carry on with a game")
            self.table.send_away()

    async def _answer(self) -> None:
        match = self.match
        if match.is_full() and self._visitor().is_limited():
            return
        choice = await self._considered() if match.chronicle.has_begun() else None
        if choice is None:
            await self._offer_to_give_up()
            self._set_alarm()
            return

        async def answer() -> int | None:
            if self.changed or not self.table.clients:
                return None
            return await match.play(choice.action, choice.intent)

        await self.table.change(answer)

    async def _offer_to_give_up(self) -> None:
        """A computer that has as good as lost offers once a battle, to a person whose move it is."""
        match = self.match
        if match.replay or not match.chronicle.has_begun():
            return
        for number, seat in enumerate(match.players):
            if seat.level is None or number in match.conceding:
                continue
            if await self._beside(gives_up, self._own_copy(), number):
                match.conceding.add(number)
                await self.table.change(partial(consent.concede, match, match.sides[number]))

    async def _considered(self) -> Choice | None:
        """The answer of the computer, of standing orders or of the clock; None if a person has to answer."""
        match = self.match
        if match.is_for_computer():
            side = match.game.decider()
            standing = await self._beside(on_guard, self._own_copy()) if match.players[side].holds else None
            if standing is not None:
                return standing
            choice = await self._computed(side, name_of(match.players[side]))
            if choice.hurried:
                match.hurried.add(side)
            return choice
        orders = match.orders_that_count()
        ordered = await self._beside(orders.answer, self._own_copy()) if orders is not None else None
        if ordered is not None:
            return Choice(ordered, BY_STANDING_ORDERS)
        left = clocks.seconds_left(match)
        if left is not None and left <= 0:
            return Choice(await self._beside(clocks.answer, self._own_copy()), clocks.BY_THE_CLOCK)
        return None

    async def _computed(self, side: int, name: str) -> Choice:
        """On an ordinary board a thread will do; long thinking runs in a process, which we can end."""
        match = self.match
        if self.table.thinker is not None:
            return await self.table.thinker.consider(match, name, side)
        luck = seed(match)
        if is_a_moment(match.game) and not thinks_ahead(name):
            if side not in self.computers:
                self.computers[side] = player(name)
            mind = self.computers[side]
            return await self._beside(choose_and_say, mind, self._own_copy(), random.Random(luck), BRAKE)
        try:
            return await self._apart(Thought(name, side, luck, BRAKE))
        except OutOfBudget:
            quick = await self._apart(Thought(QUICKEST, side, luck, BRAKE))
            return Choice(quick.action, quick.said, hurried=True)

    async def _apart(self, thought: Thought) -> Choice:
        words, position = msgspec.msgpack.encode(thought), position_of(self.match)
        answer = await self.table.workers.ask("opponent", self._visitor(), words, position)
        chosen = msgspec.msgpack.decode(answer, type=Chosen)
        action = action_from_tree(self.match.game.battle, cast(trees.Action, chosen.action))
        return Choice(action, chosen.intent, chosen.hurried)

    async def _beside(self, work: Callable[..., Found], *words: Any) -> Found:
        return await self.table.workers.beside("thought", self._visitor(), work, *words)

    def _visitor(self) -> Visitor:
        """The visitor whose limits pay for it."""
        return self.table.clients[0].visitor if self.table.clients else NOBODY

    def _own_copy(self) -> Game:
        """The computer thinks on a copy, while people play on."""
        return self.match.game.copy(self.match.game.dice.copy())

    def _set_alarm(self) -> None:
        """Look again when the time to decide runs out."""
        if self.alarm is not None:
            self.alarm.cancel()
        left = clocks.seconds_left(self.match) if self.table.clients else None
        self.alarm = asyncio.get_running_loop().call_later(max(left, 0), self.go_on) if left is not None else None


def name_of(seat: Seat) -> str:
    level = seat.level or "captain"
    return f"{level}:{seat.personality}" if seat.personality and has_personality(level) else level


def thinks_ahead(name: str) -> bool:
    return LEVELS[name.partition(":")[0]].thinks_ahead


def is_a_moment(game: Game) -> bool:
    """Whether answering a question about this board is quicker than asking a worker."""
    return game.battle.field.grid.cells * len(game.battle.at) <= A_MOMENT


def position_of(match: Match) -> Position:
    """The position as a worker hears it."""
    return Position(match.id, 0, [line.text for line in match.kept.lines])
