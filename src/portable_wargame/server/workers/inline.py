"""Workers without processes or threads: they do everything at once, except for battles, which other workers fight."""

import asyncio
import concurrent.futures
from collections.abc import Callable
from typing import Any

from ..edge.limits import Visitor
from .battles import FIGHTING
from .budgets import BUDGETS, OutOfBudget
from .post import Position, Question
from .workers import Found, Workers


class Inline(Workers):
    inline = True

    def __init__(self, fighters: concurrent.futures.Executor, number: int) -> None:
        super().__init__()
        self.fighters = fighters
        self.at_once = number

    async def ask(
        self, kind: str, visitor: Visitor, words: bytes, position: Position | None = None, body: bytes = b""
    ) -> bytes:
        from .questions import Desk  # imported here: the questions themselves need workers

        if len(words) + len(body) > BUDGETS[kind].largest:
            raise OutOfBudget(kind)
        if kind in FIGHTING:
            return await asyncio.wrap_future(self.fighters.submit(FIGHTING[kind], words))
        await asyncio.sleep(0)  # others have their turn
        return Desk().answer(Question(kind, BUDGETS[kind].seconds, words, position, body=body))

    async def beside(self, kind: str, visitor: Visitor, work: Callable[..., Found], *words: Any) -> Found:
        await asyncio.sleep(0)
        return work(*words)

    async def close(self) -> None:
        self.fighters.shutdown(wait=False, cancel_futures=True)
