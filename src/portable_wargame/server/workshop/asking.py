"""A conversation that answers one question at a time, in parts: a new one takes the place of one under way."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from ...game.errors import Refusal
from ..edge.guard import visitor_of
from ..edge.limits import MOST_IGNORED, SlowDown, Visitor
from ..games.permission import NotAllowed
from ..wire.messages import Code, Received, Refused, Sent

CUT_OFF = 1013  # the code for closing a connection that does not slow down

log = logging.getLogger(__name__)

Answer = Callable[[WebSocket, Visitor, Any], Awaitable[None]]


class Stop(Sent, tag="stop"):
    """No more of it."""


async def converse(socket: WebSocket, decoder: "msgspec.json.Decoder[Any]", answer: Answer) -> None:
    """Converse with one page until it leaves, or has been asked to slow down too often."""
    await socket.accept()
    visitor = visitor_of(socket)
    under_way: asyncio.Task[None] | None = None
    ignored = 0
    with contextlib.suppress(WebSocketDisconnect, KeyError):
        while ignored <= MOST_IGNORED:
            text = await _heard(socket)
            number = None
            try:
                visitor.spend("message")
                try:
                    request = decoder.decode(text)
                except (msgspec.MsgspecError, RecursionError, ValueError) as problem:
                    raise NotAllowed("bad-message", f"that is not a message of this protocol: {problem}") from None
                number = request.id
                await _ended(under_way)
                under_way = None
                if not isinstance(request, Stop):
                    visitor.spend("estimate")
                    under_way = asyncio.create_task(_answered(socket, visitor, request, answer))
            except Refusal as refusal:
                ignored += isinstance(refusal, SlowDown)
                await _refuse(socket, number, refusal)
                await asyncio.sleep(0)  # others have their turn, however much this page sends
        await socket.close(CUT_OFF, "slow down")
    await _ended(under_way)


async def _heard(socket: WebSocket) -> str:
    """The next message. A failed sending may already have shown that the page has left."""
    if socket.application_state is not WebSocketState.CONNECTED:
        raise WebSocketDisconnect(1006)
    return await socket.receive_text()


async def _answered(socket: WebSocket, visitor: Visitor, request: Any, answer: Answer) -> None:
    try:
        await answer(socket, visitor, request)
    except Refusal as refusal:
        await _refuse(socket, request.id, refusal)
    except Exception:
        log.exception("a question could not be answered")
        await send(socket, Refused(id=request.id, code="internal", message="a worker process died; ask again"))


async def _ended(under_way: asyncio.Task[None] | None) -> None:
    if under_way is not None:
        under_way.cancel()
        await asyncio.gather(under_way, return_exceptions=True)


async def _refuse(socket: WebSocket, number: int | None, refusal: Refusal) -> None:
    code: Code = "slow-down" if isinstance(refusal, SlowDown) else "bad-message"
    await send(socket, Refused(id=number, code=code, message=str(refusal)))


async def send(socket: WebSocket, message: Received) -> None:
    # A page that has left need not hear it.
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        await socket.send_text(msgspec.json.encode(message).decode())
