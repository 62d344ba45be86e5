"""Turns: we read what comes in over the network bit by bit, each party in turn, and only a little before the loop
goes round. However much somebody sends at once, on however many lines, others are read in between.
"""

import asyncio
import weakref
from collections import deque
from collections.abc import Callable
from time import perf_counter

A_TURN = 0.001  # seconds of each round of the loop

Work = Callable[[], None]


class Turns:
    def __init__(self) -> None:
        self.waiting: dict[str, deque[Work]] = {}  # by party; the one whose turn is next comes first
        self.called = False

    def wait(self, party: str, work: Work) -> None:
        self.waiting.setdefault(party, deque()).append(work)
        if not self.called:
            self._call()

    def _call(self) -> None:
        self.called = True
        asyncio.get_running_loop().call_soon(self._go_on)

    def _go_on(self) -> None:
        self.called = False
        ends = perf_counter() + A_TURN
        try:
            while self.waiting:
                self._next()()
                if perf_counter() > ends:
                    return
        finally:
            if self.waiting and not self.called:
                self._call()

    def _next(self) -> Work:
        party = next(iter(self.waiting))
        line = self.waiting.pop(party)
        work = line.popleft()
        if line:
            self.waiting[party] = line
        return work


_turns: "weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, Turns]" = weakref.WeakKeyDictionary()


def turns() -> Turns:
    """The turns of the running loop."""
    return _turns.setdefault(asyncio.get_running_loop(), Turns())
