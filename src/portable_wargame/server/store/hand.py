"""Hands: threads, each with its own SQLite connection. Jobs that wait for one together share a transaction."""

import asyncio
import contextlib
import queue
import sqlite3
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ...game.errors import Refusal
from .base import Behind, StoreFailed

Work = Callable[[sqlite3.Connection], Any]


@dataclass
class Job:
    work: Work
    writes: bool
    loop: asyncio.AbstractEventLoop
    done: asyncio.Future[Any]

    def ended(self, result: Any, refused: Exception | None) -> None:
        """Called by the thread that has done the job; the task that waited may be gone, and the loop too."""
        with contextlib.suppress(RuntimeError):
            self.loop.call_soon_threadsafe(self._deliver, result, refused)

    def _deliver(self, result: Any, refused: Exception | None) -> None:
        if self.done.done():
            return
        if refused is None:
            self.done.set_result(result)
        else:
            self.done.set_exception(refused)


class Hand:
    """A thread with a connection of its own."""

    def __init__(self, connection: sqlite3.Connection, name: str) -> None:
        self.connection = connection
        self.jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self.thread = threading.Thread(target=self._work, name=name, daemon=True)
        self.thread.start()

    async def close(self) -> None:
        self.jobs.put(None)
        await asyncio.to_thread(self.thread.join)
        self.connection.close()

    async def do(self, work: Work, writes: bool = False) -> Any:
        loop = asyncio.get_running_loop()
        job = Job(work, writes, loop, loop.create_future())
        self.jobs.put(job)
        return await job.done

    def _work(self) -> None:
        job: Job | None = self.jobs.get()
        while job is not None:
            together = [job]
            while not self.jobs.empty() and (job := self.jobs.get()) is not None:
                together.append(job)
            self._carry_out([one for one in together if not one.writes])
            self._carry_out([one for one in together if one.writes])
            if job is not None:
                job = self.jobs.get()

    def _carry_out(self, jobs: list[Job]) -> None:
        """Do some jobs in one transaction; if one is refused, the others still go through."""
        if not jobs:
            return
        connection = self.connection
        outcomes: list[tuple[Job, Any, Exception | None]] = []
        try:
            connection.execute("BEGIN IMMEDIATE" if jobs[0].writes else "BEGIN")
            for job in jobs:
                if len(jobs) > 1:
                    connection.execute("SAVEPOINT job")
                try:
                    outcomes.append((job, job.work(connection), None))
                except (Refusal, sqlite3.IntegrityError) as problem:
                    connection.execute("ROLLBACK TO job" if len(jobs) > 1 else "ROLLBACK")
                    outcomes.append((job, None, problem if isinstance(problem, Refusal) else Behind(str(problem))))
                if len(jobs) > 1:
                    connection.execute("RELEASE job")
            if connection.in_transaction:
                connection.execute("COMMIT")
        except Exception as problem:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            failure = StoreFailed(f"the games cannot be {'kept' if jobs[0].writes else 'read'}: {problem}")
            outcomes = [(job, None, failure) for job in jobs]
        for job, result, refused in outcomes:
            job.ended(result, refused)
