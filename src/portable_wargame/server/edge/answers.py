"""Reading requests and writing answers over HTTP, for any address."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from ...game.errors import Refusal
from ..games.permission import NotAllowed
from ..store.base import StoreFailed
from ..wire.documents import Problem
from ..workers.workers import Workers
from .guard import until_answered, visitor_of
from .limits import SlowDown
from .metrics import metrics

LONGEST_UPLOAD = 120  # seconds
LARGEST_GAME = 1_200_000  # bytes: a scenario may have a million
MOST_VALUES = 100_000  # values in it, counted by commas: no scenario has as many, and they are read on the loop

Answer = Callable[[Request], Awaitable[Response]]
Found = TypeVar("Found")


class BadDocument(Refusal):
    """The document sent is not one that this address takes."""


class TooLarge(Refusal):
    pass


async def read_body(request: Request, largest: int) -> bytes:
    """The body, if it is not too large and comes in time."""
    body: list[bytes] = []
    size = 0
    more = until_answered(request).enter_context(visitor_of(request).arriving())
    try:
        async with asyncio.timeout(LONGEST_UPLOAD):
            async for chunk in request.stream():
                more(len(chunk))
                body.append(chunk)
                size += len(chunk)
                if size > largest:
                    raise TooLarge(f"that is larger than {largest // 1_000_000} MB")
    except TimeoutError:
        raise TooLarge(f"that took more than {LONGEST_UPLOAD} s to arrive") from None
    return b"".join(body)


async def read_game(request: Request) -> bytes:
    """A body with a scenario in it."""
    body = await read_body(request, LARGEST_GAME)
    if body.count(b",") > MOST_VALUES:
        raise TooLarge(f"that has more than {MOST_VALUES} values: no scenario has as many")
    return body


def tokens(request: Request) -> list[str]:
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    if not kind:
        return []
    if kind.lower() != "bearer" or len(token) > 200:
        raise NotAllowed("no-seat", "send a token as: Authorization: Bearer TOKEN")
    return [token]


def document(content: Any, status: int = 200) -> Response:
    return written_document(msgspec.json.encode(content), status)


def written_document(body: bytes, status: int = 200) -> Response:
    return Response(body, status, media_type="application/json", headers={"cache-control": "no-store"})


STATUS = {"no-game": 404, "unreadable": 404, "no-seat": 403, "not-yours": 403}


async def refused(request: Request, problem: Exception) -> Response:
    if isinstance(problem, SlowDown):
        answer = document(Problem(code="slow-down", message=str(problem)), 429)
        if problem.seconds:
            answer.headers["retry-after"] = str(problem.seconds)
        return answer
    if isinstance(problem, StoreFailed):
        metrics.count("store_failures_total")
        return document(Problem(code="busy", message=str(problem)), 503)
    if isinstance(problem, TooLarge):
        return document(Problem(code="too-large", message=str(problem)), 413)
    code = problem.code if isinstance(problem, NotAllowed) else "refused"
    return document(Problem(code=code, message=str(problem)), STATUS.get(code, 400))


def workers_of(request: Request) -> Workers:
    found: Workers = request.app.state.workers
    return found


async def has_hung_up(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def while_here(request: Request, work: Coroutine[Any, Any, Found]) -> Found:
    """Long work stops when the client has hung up."""
    task, gone = asyncio.ensure_future(work), asyncio.ensure_future(has_hung_up(request))
    try:
        await asyncio.wait((task, gone), return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            task.cancel()
            await asyncio.wait((task,))
            raise Refusal("the client has hung up")
        return task.result()
    finally:
        task.cancel()
        gone.cancel()
        with contextlib.suppress(asyncio.CancelledError, Exception):
            await gone
