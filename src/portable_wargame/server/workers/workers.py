"""The workers of a server: they answer costly questions, which wait for their turn."""

import asyncio
import concurrent.futures
import logging
import time
from collections.abc import Callable
from typing import Any, TypeVar, cast

from ...game.agenda import Reason
from ...game.errors import Refusal
from ...game.game import IllegalAction
from ..edge.limits import Visitor
from ..edge.metrics import metrics
from ..games.permission import NotAllowed
from .budgets import BUDGETS, LANES, OutOfBudget
from .post import Answer, Position, Question
from .process import OverTime, Process
from .queue import Queue

Found = TypeVar("Found")
log = logging.getLogger(__name__)


class Workers:
    inline = False  # whether this process answers, so that asking gains nothing
    at_once = LANES["apart"].share  # battles that may be fought for one visitor

    def __init__(self) -> None:
        self.queues = {name: Queue(lane) for name, lane in LANES.items()}
        self.idle: list[Process] = []
        self.processes: list[Process] = []
        self.threads = {
            name: concurrent.futures.ThreadPoolExecutor(lane.hands, name)
            for name, lane in LANES.items()
            if lane.threads
        }

    async def ask(
        self, kind: str, visitor: Visitor, words: bytes, position: Position | None = None, body: bytes = b""
    ) -> bytes:
        """The answer of a worker process. SlowDown if it has to wait too long or costs too much; otherwise the Refusal
        that the answer holds. Cancelling it ends the work."""
        budget = BUDGETS[kind]
        if len(words) + len(body) > budget.largest:
            raise OutOfBudget(kind)
        if not budget.owed:
            visitor.spend("work", 0)
        queue = self.queues[budget.lane]
        await queue.enter(visitor, budget)
        process = self._idle(position)
        seconds, begun = 0.0, time.monotonic()
        try:
            answer = await process.ask(Question(kind, budget.seconds, words, position, body=body))
            seconds = answer.seconds
        except OverTime:
            seconds = budget.seconds
            metrics.count("over_budget_total", f'kind="{kind}"')
            raise OutOfBudget(kind) from None
        except BaseException:
            seconds = min(time.monotonic() - begun, budget.seconds)
            raise
        finally:
            self.idle.append(process)
            self._account(kind, visitor, seconds)
            queue.leave(visitor.party, seconds)
        return self._words(kind, answer)

    async def beside(self, kind: str, visitor: Visitor, work: Callable[..., Found], *words: Any) -> Found:
        """Do work in this process, in one of a few threads, each visitor in turn."""
        budget = BUDGETS[kind]
        if not budget.owed:
            visitor.spend("work", 0)
        queue = self.queues[budget.lane]
        await queue.enter(visitor, budget)
        loop = asyncio.get_running_loop()
        running = loop.run_in_executor(self.threads[budget.lane], _timed, work, words)

        def done(future: "asyncio.Future[tuple[Found | None, Exception | None, float]]") -> None:
            # We can't end a thread: its place is free when it is done, whether or not anybody still waits for it.
            seconds = future.result()[2]
            self._account(kind, visitor, seconds)
            queue.leave(visitor.party, seconds)

        running.add_done_callback(done)
        found, problem, _ = await asyncio.shield(running)
        if problem is not None:
            raise problem
        return cast(Found, found)

    def gauges(self) -> dict[str, int]:
        return {
            "questions_waiting": sum(queue.in_line() for queue in self.queues.values()),
            "questions_at_work": sum(sum(queue.at_work.values()) for queue in self.queues.values()),
        }

    async def close(self) -> None:
        for process in self.processes:
            await process.end()
        for threads in self.threads.values():
            threads.shutdown(wait=False, cancel_futures=True)

    def _idle(self, position: Position | None) -> Process:
        """A worker that already knows the game, if there is one; else one already started, else a new one."""
        for process in self.idle:
            if position is not None and position.game in process.knows:
                self.idle.remove(process)
                return process
        if self.idle:
            started = [process for process in self.idle if process.process is not None]
            chosen = (started or self.idle)[0]
            self.idle.remove(chosen)
            return chosen
        process = Process()
        self.processes.append(process)
        return process

    def _account(self, kind: str, visitor: Visitor, seconds: float) -> None:
        visitor.charge("work", seconds)
        metrics.count("questions_total", f'kind="{kind}"')
        metrics.add("question_seconds_total", f'kind="{kind}"', seconds)

    def _words(self, kind: str, answer: Answer) -> bytes:
        if answer.fault:
            log.error("a question (%s) could not be answered: %s", kind, answer.fault)
            raise RuntimeError("a worker failed")
        if answer.too_large:
            metrics.count("over_budget_total", f'kind="{kind}"')
            raise OutOfBudget(kind)
        if answer.reasons:
            raise IllegalAction([Reason(reason.clause, reason.text) for reason in answer.reasons])
        if answer.code:
            raise NotAllowed(cast(Any, answer.code), answer.refused or "")
        if answer.refused is not None:
            raise Refusal(answer.refused)
        return answer.words


def _timed(work: Callable[..., Found], words: tuple[Any, ...]) -> tuple[Found | None, Exception | None, float]:
    begun = time.thread_time()
    try:
        return work(*words), None, time.thread_time() - begun
    except Exception as problem:
        return None, problem, time.thread_time() - begun
