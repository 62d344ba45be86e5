"""The guard at the door: which pages may talk to this server, how much a visitor may ask, and what our own page may
do."""

import asyncio
import contextlib
import json
import logging
from collections.abc import Iterable
from urllib.parse import urlsplit

import msgspec
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..wire.messages import Refused
from .limits import NOBODY, Limits, SlowDown, Visitor, plain_address

HEADERS = {
    "content-security-policy": (
        "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'self'; "
        "frame-ancestors 'none'"
    ),
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
STRICT = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
LOOPBACK = {"127.0.0.1", "localhost", "::1"}
LONGEST_ADDRESS = 2000  # characters of a path with its query
LONGEST_HEAD = 16_000  # bytes
LONGEST_SENDING = 60  # seconds for each part of an answer
# By address, which limit a request that changes something counts against.
KINDS = {"/api/games": "make", "/api/records": "open-record"}

log = logging.getLogger(__name__)


class NobodyReads(Exception):
    """A request that is refused."""


class Guard:
    """Strict headers on every answer; nothing for other origins. On loopback, only loopback's own names are served:
    a page elsewhere whose name leads here would otherwise count as our own."""

    def __init__(self, app: ASGIApp, local: bool, limits: Limits) -> None:
        self.app = app
        self.local = local
        self.limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        if not self.is_welcome(connection):
            await turn_away(scope, receive, send, 403, "refused", "this server answers only to its own pages")
            return
        if len(scope["path"]) + len(scope["query_string"]) > LONGEST_ADDRESS:
            await turn_away(scope, receive, send, 414, "too-large", "that address is too long")
            return
        if sum(len(name) + len(value) for name, value in scope["headers"]) > LONGEST_HEAD:
            await turn_away(scope, receive, send, 431, "too-large", "the headers of that request are too long")
            return
        visitor = scope["visitor"] = Visitor(self.limits, connection.client.host if connection.client else "")

        has_begun = False

        async def send_guarded(message: Message) -> None:
            nonlocal has_begun
            if message["type"] == "http.response.start":
                has_begun = True
                message["headers"] = with_strict(message["headers"])
            try:
                async with asyncio.timeout(LONGEST_SENDING):
                    await send(message)
            except TimeoutError:
                raise NobodyReads from None

        with contextlib.ExitStack() as open_connection:
            try:
                visitor.spend(kind_of(scope))
                open_connection.enter_context(visitor.connected(scope["type"]))
                scope["until answered"] = open_connection
            except SlowDown as refusal:
                await slow_down(scope, receive, send, refusal)
                return
            try:
                await self.app(scope, receive, send_guarded if scope["type"] == "http" else send)
            except NobodyReads:
                return
            except Exception:
                if scope["type"] != "http" or has_begun:
                    raise
                log.exception("a request could not be answered")
                await turn_away(scope, receive, send, 500, "internal", "the server has failed; nothing has changed")

    def is_welcome(self, connection: HTTPConnection) -> bool:
        host = connection.headers.get("host", "")
        if self.local and _hostname(f"//{host}") not in LOOPBACK:
            return False
        origin = connection.headers.get("origin")
        reads = connection.scope["type"] == "http" and connection.scope["method"] in ("GET", "HEAD")
        # Programs that are not browsers send no origin; they could send any.
        return reads or origin is None or _netloc(origin) == host


def with_strict(headers: Iterable[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    given = list(headers)
    names = {name for name, _ in given}
    return given + [(name, value) for name, value in STRICT if name not in names]


def visitor_of(connection: HTTPConnection) -> Visitor:
    """The visitor whom the guard let in."""
    found: Visitor = connection.scope.get("visitor", NOBODY)
    return found


def until_answered(connection: HTTPConnection) -> contextlib.ExitStack:
    """A context that lasts as long as the request does."""
    found: contextlib.ExitStack = connection.scope["until answered"]
    return found


def is_near(connection: HTTPConnection) -> bool:
    """From this machine; whatever comes through a proxy is not."""
    return connection.client is not None and plain_address(connection.client.host) in LOOPBACK


def kind_of(scope: Scope) -> str:
    if scope["type"] == "websocket":
        return "connect"
    return "read" if scope["method"] in ("GET", "HEAD") else KINDS.get(scope["path"], "draft")


def _hostname(address: str) -> str | None:
    try:
        return urlsplit(address).hostname
    except ValueError:
        return None


def _netloc(address: str) -> str | None:
    try:
        return urlsplit(address).netloc
    except ValueError:
        return None


async def slow_down(scope: Scope, receive: Receive, send: Send, refusal: SlowDown) -> None:
    """Open the line first: only then can the page read why it was refused."""
    if scope["type"] != "websocket":
        await turn_away(scope, receive, send, 429, "slow-down", str(refusal), refusal.seconds)
        return
    await receive()
    await send({"type": "websocket.accept"})
    refused = Refused(id=None, code="slow-down", message=str(refusal))
    await send({"type": "websocket.send", "text": msgspec.json.encode(refused).decode()})
    await send({"type": "websocket.close", "code": 1013})


async def turn_away(
    scope: Scope, receive: Receive, send: Send, status: int, code: str, message: str, seconds: int = 0
) -> None:
    kind = "http.response"
    if scope["type"] == "websocket":
        await receive()
        if "websocket.http.response" not in scope.get("extensions", {}):
            await send({"type": "websocket.close", "code": 1008})
            return
        kind = "websocket.http.response"
    body = json.dumps({"code": code, "message": message}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if seconds:
        headers.append((b"retry-after", str(seconds).encode()))
    await send({"type": f"{kind}.start", "status": status, "headers": with_strict(headers)})
    await send({"type": f"{kind}.body", "body": body})
