"""Battles in other workers, for "How fair is this?": an executor like any other.

A function of ours, a trial and numbers cross, pickled; nobody else can send any.
"""

import asyncio
import base64
import concurrent.futures
import pickle
from collections.abc import Callable
from typing import Any, TypeVar

from .outside import Outside

Came = TypeVar("Came")


class Fighters(concurrent.futures.Executor):
    def __init__(self, outside: Outside, number: int) -> None:
        self.outside = outside
        self.free = asyncio.Semaphore(number)
        self.tasks: set[asyncio.Task[None]] = set()

    def submit(self, fn: Callable[..., Came], /, *args: Any, **kwargs: Any) -> concurrent.futures.Future[Came]:
        future: concurrent.futures.Future[Came] = concurrent.futures.Future()
        task = asyncio.ensure_future(self._do(future, packed((fn, args, kwargs))))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return future

    async def _do(self, future: concurrent.futures.Future[Any], work: str) -> None:
        async with self.free:  # we can still call back what nobody has begun
            if not future.set_running_or_notify_cancel():
                return
            try:
                future.set_result(unpacked(await self.outside.fight(work)))
            except Exception as problem:
                future.set_exception(concurrent.futures.BrokenExecutor(str(problem)))


def fight(work: str) -> str:
    """Fight, in the other worker."""
    fn, args, kwargs = unpacked(work)
    return packed(fn(*args, **kwargs))


def packed(value: Any) -> str:
    return base64.b64encode(pickle.dumps(value)).decode()


def unpacked(text: str) -> Any:
    return pickle.loads(base64.b64decode(text))
