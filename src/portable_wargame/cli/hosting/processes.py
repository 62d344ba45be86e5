"""Several processes that do the same work on one listening socket, and one more that looks after them."""

import asyncio
import contextlib
import multiprocessing
import multiprocessing.connection
import signal
import time
from collections.abc import Callable, Iterator
from typing import Any

BETWEEN_STARTS = 1  # seconds: a process that can't stay alive must not be restarted in a frenzy


def supervise(number: int, work: Callable[..., None], arguments: tuple[Any, ...]) -> None:
    """Keep this many processes at work until this one is stopped; one that dies is replaced."""
    context = multiprocessing.get_context("spawn")
    workers: list[multiprocessing.process.BaseProcess] = []
    signal.signal(signal.SIGTERM, _interrupt)
    try:
        while True:
            workers = [worker for worker in workers if worker.is_alive()]
            for _ in range(number - len(workers)):
                worker = context.Process(target=_work, args=(work, arguments))
                worker.start()
                workers.append(worker)
            time.sleep(BETWEEN_STARTS)
            multiprocessing.connection.wait([worker.sentinel for worker in workers])
    finally:
        for one in workers:
            one.terminate()
        for one in workers:
            one.join()


def _interrupt(*_: object) -> None:
    raise KeyboardInterrupt


def _work(work: Callable[..., None], arguments: tuple[Any, ...]) -> None:
    # Ctrl-C reaches every process in a terminal; here the first one tells the others.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(KeyboardInterrupt):
        work(*arguments)


@contextlib.contextmanager
def with_parent(end: Callable[[int, None], None]) -> Iterator[None]:
    """Call `end` if the process that looks after this one is gone: nobody would be left to end it."""
    parent = multiprocessing.parent_process()
    if parent is None:
        yield
        return
    loop = asyncio.get_running_loop()
    loop.add_reader(parent.sentinel, end, signal.SIGTERM, None)
    try:
        yield
    finally:
        loop.remove_reader(parent.sentinel)
