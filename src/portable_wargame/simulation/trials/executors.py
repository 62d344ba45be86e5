"""Where battles are fought: in this process, on all cores, or on a Dask cluster. Each is an executor."""

import concurrent.futures
import functools
import multiprocessing
import os
import re
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, ParamSpec, TypeVar

from ... import __version__
from ..._extras import missing
from ...game.errors import Refusal
from ...rulesets import RULESETS

Words = ParamSpec("Words")
Answer = TypeVar("Answer")

ENGINES = ("local", "dask")
PATIENCE = 10  # seconds, for a scheduler to answer
ADDRESS = re.compile(r"(?:(?:tcp|tls|ws|wss)://)?[^\s/]+:([0-9]{1,5})/?")


class Later(concurrent.futures.Future[Answer]):
    """A result that is worked out only when somebody asks for it; until then you can call it back."""

    def __init__(self, task: Callable[[], Answer]) -> None:
        super().__init__()
        self.task = task

    def result(self, timeout: float | None = None) -> Answer:
        if not self.done() and self.set_running_or_notify_cancel():
            self.set_result(self.task())
        return super().result(timeout)


class InThisProcess(concurrent.futures.Executor):
    def submit(
        self, fn: Callable[Words, Answer], /, *args: Words.args, **kwargs: Words.kwargs
    ) -> concurrent.futures.Future[Answer]:
        return Later(functools.partial(fn, *args, **kwargs))


@contextmanager
def engine(
    name: str = "local", workers: int | None = None, scheduler: str | None = None
) -> Iterator[tuple[concurrent.futures.Executor, int]]:
    """An executor, and how many workers it has."""
    if name == "dask":
        with _dask(scheduler) as found:
            yield found
        return
    if name != "local":
        raise Refusal(f"there is no engine {name!r}; choose from {' and '.join(ENGINES)}")
    if scheduler is not None:
        raise Refusal("--scheduler is for --engine dask")
    cores = workers or os.cpu_count() or 1
    if cores < 1:
        raise Refusal("--workers must be 1 or more")
    if cores == 1:
        yield InThisProcess(), 1
        return
    # A fresh interpreter for each worker: the same on every system, and no threads or locks are inherited.
    context = multiprocessing.get_context("spawn")
    pool = concurrent.futures.ProcessPoolExecutor(cores, mp_context=context, initializer=_leave_ctrl_c_to_the_parent)
    try:
        _start(pool, cores)
        yield pool, cores
    except concurrent.futures.process.BrokenProcessPool:
        raise Refusal("a worker process died, perhaps out of memory: try fewer --workers") from None
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _start(pool: concurrent.futures.Executor, workers: int) -> None:
    """Have all workers started now, deaf to Ctrl-C from their first moment: a terminal sends it to every process, and
    one that is still being set up would die of it."""
    is_main = threading.current_thread() is threading.main_thread()
    before = signal.signal(signal.SIGINT, signal.SIG_IGN) if is_main else None
    try:
        for _ in range(workers):
            pool.submit(int)
    finally:
        if before is not None:
            signal.signal(signal.SIGINT, before)


def _leave_ctrl_c_to_the_parent() -> None:
    """For workers that have not inherited this: on other systems, from other threads, or started later."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


# -- Dask


@contextmanager
def _dask(scheduler: str | None) -> Iterator[tuple[concurrent.futures.Executor, int]]:
    try:
        import distributed
    except ImportError:
        raise missing("dist") from None
    if scheduler is None:
        raise Refusal("--engine dask needs --scheduler ADDRESS, such as tcp://127.0.0.1:8786")
    # Dask would complain at length, and in its own words, about an address that it can't read.
    found = ADDRESS.fullmatch(scheduler)
    if found is None or not 0 < int(found[1]) < 2**16:
        raise Refusal(f"--scheduler {scheduler} is not an address with a port, such as tcp://127.0.0.1:8786")
    try:
        connect: Any = distributed.Client
        client = connect(scheduler, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as problem:
        raise Refusal(f"there is no Dask scheduler at {scheduler} ({type(problem).__name__})") from None
    try:
        workers = _workers(client, scheduler)
        # A dying worker takes no battle with it: its batches are fought again elsewhere, as often as necessary.
        yield client.get_executor(pure=False, retries=10), workers
    finally:
        client.close()


def _workers(client: Any, scheduler: str) -> int:
    """The number of working threads. A worker must have our rules, or it would fight different battles."""
    threads = client.nthreads()
    if not threads:
        raise Refusal(f"the Dask scheduler at {scheduler} has no workers; start one: dask worker {scheduler}")
    ours = editions()
    for address, theirs in client.run(editions).items():
        if theirs != ours:
            raise Refusal(f"the Dask worker at {address} has another version of the program; install {ours[0]} there")
    return int(sum(threads.values()))


def editions() -> tuple[str, dict[str, str]]:
    """The version of the program, and of each book's rules."""
    return __version__, {name: str(book.edition) for name, book in RULESETS.items()}
