"""Dealing battles out to workers in batches of about a second, and collecting the results in the order of their
numbers. Every engine runs the same way: only the executor differs."""

import asyncio
import concurrent.futures
import threading
import time
from collections import deque
from collections.abc import AsyncGenerator, Callable, Generator
from dataclasses import dataclass
from typing import Generic, TypeVar

Task = TypeVar("Task")  # a trial, or several fought with the same dice
Came = TypeVar("Came")
Work = Callable[[Task, int], Came]  # turns battle number i into a result

BATCH_SECONDS = 1.0
MOST_IN_A_BATCH = 10_000
SHARES = 3  # batches waiting or under way for each worker, so that none is ever idle


@dataclass
class Batch(Generic[Came]):
    came: list[Came]
    seconds: float


def work_off(work: Work[Task, Came], task: Task, first: int, end: int) -> Batch[Came]:
    """In a worker: battles `first` up to `end`."""
    begun = time.perf_counter()
    return Batch([work(task, number) for number in range(first, end)], time.perf_counter() - begun)


class Dealer(Generic[Task, Came]):
    """Hands battles to an executor; `results` gives the result of each, in order.

    Memory stays flat: only a few batches are out at a time, and it keeps nothing once handed over. When `stop` is set
    it begins no more, but still hands over the batches under way.
    """

    def __init__(
        self,
        executor: concurrent.futures.Executor,
        workers: int,
        work: Work[Task, Came],
        task: Task,
        stop: threading.Event | None = None,
    ) -> None:
        self.executor = executor
        self.workers = workers
        self.work = work
        self.task = task
        self.stop = stop if stop is not None else threading.Event()
        self.pace = 0.0  # seconds for a battle
        self.out: deque[concurrent.futures.Future[Batch[Came]]] = deque()

    def results(self, first: int, end: int | None) -> Generator[Came, None, None]:
        """From battle `first` on, up to `end`, or until the caller has enough."""
        following = first
        try:
            while True:
                following = self._hand_out(following, end)
                if not self.out:
                    return
                yield from self._taken(self.out.popleft().result())
        finally:
            self._call_back()

    async def arriving(self, first: int, end: int | None) -> AsyncGenerator[Came]:
        """The same for a loop that must not wait."""
        following = first
        try:
            while True:
                following = self._hand_out(following, end)
                if not self.out:
                    return
                for came in self._taken(await asyncio.wrap_future(self.out.popleft())):
                    yield came
        finally:
            self._call_back()

    def _hand_out(self, following: int, end: int | None) -> int:
        """Hand out as many as the workers should have; returns the number of the next battle."""
        while not self.stop.is_set() and len(self.out) < SHARES * self.workers and following != end:
            until = following + self._size(following, end)
            self.out.append(self.executor.submit(work_off, self.work, self.task, following, until))
            following = until
        if self.stop.is_set():
            self._call_back()
        return following

    def _taken(self, batch: Batch[Came]) -> list[Came]:
        self.pace = max(batch.seconds / len(batch.came), 1e-6)
        return batch.came

    def _size(self, following: int, end: int | None) -> int:
        """About a second's battles; near the end fewer, so that all workers finish together."""
        size = min(max(1, int(BATCH_SECONDS / self.pace)), MOST_IN_A_BATCH) if self.pace else 1
        if end is not None:
            size = min(size, max(1, (end - following) // (2 * self.workers)))
        return size

    def _call_back(self) -> None:
        """Call back batches that nobody has begun, the last ones first, so that the results have no gap."""
        while self.out and self.out[-1].cancel():
            self.out.pop()
