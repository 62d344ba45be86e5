"""The guard against pages of other sites: where a request may come from, and what a page of ours may do."""

from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

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
LOOPBACK = {"127.0.0.1", "localhost", "::1"}


class Guard:
    """Strict headers on every answer; nothing for other origins. On loopback, only loopback's own names are served:
    a page elsewhere whose name leads here would otherwise count as our own."""

    def __init__(self, app: ASGIApp, local: bool) -> None:
        self.app = app
        self.local = local

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        if not self.is_welcome(connection):
            await _turn_away(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = {name for name, _ in message["headers"]}
                message["headers"] = [
                    *message["headers"],
                    *((k.encode(), v.encode()) for k, v in HEADERS.items() if k.encode() not in given),
                ]
            await send(message)

        await self.app(scope, receive, send_guarded)

    def is_welcome(self, connection: HTTPConnection) -> bool:
        host = connection.headers.get("host", "")
        if self.local and _hostname(f"//{host}") not in LOOPBACK:
            return False
        origin = connection.headers.get("origin")
        reads = connection.scope["type"] == "http" and connection.scope["method"] in ("GET", "HEAD")
        # Programs that are no browsers send no origin; they could send any.
        return reads or origin is None or urlsplit(origin).netloc == host


def _hostname(address: str) -> str | None:
    try:
        return urlsplit(address).hostname
    except ValueError:
        return None


async def _turn_away(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008})
        return
    body = b'{"code":"refused","message":"this server answers only to its own pages"}'
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 403, "headers": headers})
    await send({"type": "http.response.body", "body": body})
