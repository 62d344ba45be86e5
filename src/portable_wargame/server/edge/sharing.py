"""One answer for many askers: everybody who asks while it is being found, or shortly after, gets the same."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

Found = TypeVar("Found")


class Shared(Generic[Found]):
    def __init__(self, work: Callable[[], Awaitable[Found]], seconds: float) -> None:
        """An answer is good for this many `seconds`; a failure is not kept."""
        self.work = work
        self.seconds = seconds
        self.under_way: asyncio.Task[Found] | None = None
        self.done = 0.0

    async def found(self) -> Found:
        task = self.under_way
        if task is None or (task.done() and not self._is_good(task)):
            task = self.under_way = asyncio.create_task(self._find())
        return await asyncio.shield(task)

    def _is_good(self, task: "asyncio.Task[Found]") -> bool:
        failed = task.cancelled() or task.exception() is not None
        return not failed and time.monotonic() - self.done < self.seconds

    async def _find(self) -> Found:
        found = await self.work()
        self.done = time.monotonic()
        return found
