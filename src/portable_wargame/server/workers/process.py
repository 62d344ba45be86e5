"""A worker, as the server sees it: a process that answers questions. It is ended if it is too slow or nobody waits."""

import asyncio
import contextlib
import os
import signal
import sys

from ...rulesets.books import VARIANTS
from ...rulesets.variants.variant import Variant
from .post import Answer, Position, Question, receive, send

COMMAND = (sys.executable, "-m", "portable_wargame.server.workers.worker")
TIMES = 10  # times its budget that a question may take on a busy machine
MOST_GAMES = 8  # games that a worker remembers
KILL = getattr(signal, "SIGKILL", signal.SIGTERM)
OUT_OF_TIME = (-KILL, -getattr(signal, "SIGXCPU", KILL))


class OverTime(Exception):
    """The worker was ended."""


class Process:
    def __init__(self) -> None:
        self.process: asyncio.subprocess.Process | None = None
        self.books: dict[str, Variant] = {}  # books that it has heard of
        self.knows: dict[str, int] = {}  # by game, how many lines it has followed; the one asked about last comes last

    async def ask(self, question: Question) -> Answer:
        """Its answer; OverTime if there is none within the budget. Cancelling the wait ends the worker."""
        if self.process is None:
            self.process = await asyncio.create_subprocess_exec(
                *COMMAND, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
            )
        process = self.process
        assert process.stdin is not None and process.stdout is not None
        if question.position is not None:
            question.position = self._what_is_new(question.position, question.forget)
        question.books = [{**one.tree} for name, one in VARIANTS.items() if self.books.get(name) is not one]
        self.books = dict(VARIANTS)
        try:
            async with asyncio.timeout(TIMES * question.seconds):
                await send(process.stdin, question)
                answer = await receive(process.stdout)
        except (TimeoutError, asyncio.IncompleteReadError, ConnectionError):
            code = await self.end()
            if code in OUT_OF_TIME:
                raise OverTime from None
            return Answer(fault=f"the worker has died ({code})")
        except BaseException:
            # Nobody waits any more for whatever it is doing.
            await asyncio.shield(self.end())
            raise
        if answer.fault or answer.refused is not None:
            self.knows.pop(question.position.game if question.position is not None else "", None)
        return answer

    def _what_is_new(self, position: Position, forget: list[str]) -> Position:
        known = self.knows.pop(position.game, 0)
        self.knows[position.game] = len(position.lines)
        while len(self.knows) > MOST_GAMES:
            oldest = next(iter(self.knows))
            del self.knows[oldest]
            forget.append(oldest)
        return Position(position.game, known, position.lines[known:])

    async def end(self) -> int:
        """How it ended."""
        process, self.process = self.process, None
        self.knows, self.books = {}, {}
        if process is None:
            return 0
        if process.returncode is None:
            # Not process.kill(): if the worker has just died by itself, that would take its exit code from asyncio.
            with contextlib.suppress(ProcessLookupError):
                os.kill(process.pid, KILL)
        return await process.wait()
