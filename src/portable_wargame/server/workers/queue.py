"""A fair queue: visitors who have had the least go first, however many questions another has in line."""

import asyncio
import math
import time
from collections import Counter, deque

from ..edge.limits import SlowDown, Visitor
from .budgets import IN_LINE, Budget, Lane

HALF_FORGOTTEN = 60  # seconds until half of a visitor's past work is forgotten
FORGOTTEN = 0.1  # seconds of work too few to remember
MOST_REMEMBERED = 1000  # visitors remembered, before those with too little work are dropped


class Queue:
    def __init__(self, lane: Lane) -> None:
        self.lane = lane
        self.waiting: dict[str, deque[asyncio.Future[None]]] = {}  # by party
        self.at_work: Counter[str] = Counter()
        self.had: dict[str, tuple[float, float]] = {}  # seconds of work, and when it was counted

    async def enter(self, visitor: Visitor, budget: Budget) -> None:
        """Wait for your turn; SlowDown if too much is waiting already. Once in, you have to `leave`."""
        address = visitor.party
        if len(self.waiting.get(address, ())) >= budget.in_line:
            raise self._later()
        if self.in_line() >= IN_LINE:
            self._make_room_for(address)
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.waiting.setdefault(address, deque()).append(turn)
        self._let_in()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                if turn.exception() is None:
                    self.leave(address, 0.0)
            elif address in self.waiting:
                self.waiting[address].remove(turn)
                self._tidy(address)
            raise

    def leave(self, address: str, seconds: float) -> None:
        """Done, after this many seconds of work."""
        self.at_work[address] -= 1
        if not self.at_work[address]:
            del self.at_work[address]
        self.had[address] = (self._had(address) + seconds, time.monotonic())
        self._let_in()

    def in_line(self) -> int:
        return sum(map(len, self.waiting.values()))

    def _make_room_for(self, address: str) -> None:
        """The visitor with the most in line loses their last question; SlowDown if the newcomer would have as many."""
        most = max(self.waiting, key=lambda one: len(self.waiting[one]))
        if len(self.waiting[most]) <= len(self.waiting.get(address, ())) + 1:
            raise self._later()
        turn = self.waiting[most].pop()
        self._tidy(most)
        if not turn.done():
            turn.set_exception(self._later())

    def _later(self) -> SlowDown:
        return SlowDown(f"the queue for that is full: try again in {self._soon()} s", self._soon())

    def _let_in(self) -> None:
        while sum(self.at_work.values()) < self.lane.hands:
            may = [address for address in self.waiting if self.at_work[address] < self.lane.share]
            if not may:
                return
            address = min(may, key=self._had)
            turn = self.waiting[address].popleft()
            self._tidy(address)
            if not turn.done():
                self.at_work[address] += 1
                turn.set_result(None)

    def _had(self, address: str) -> float:
        seconds, then = self.had.get(address, (0.0, 0.0))
        return seconds * math.pow(0.5, (time.monotonic() - then) / HALF_FORGOTTEN)

    def _soon(self) -> int:
        return 5 + self.in_line() // self.lane.hands

    def _tidy(self, address: str) -> None:
        if not self.waiting[address]:
            del self.waiting[address]
        if len(self.had) > MOST_REMEMBERED:
            self.had = {one: had for one, had in self.had.items() if self._had(one) > FORGOTTEN}
