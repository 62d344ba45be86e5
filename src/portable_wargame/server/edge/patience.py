"""Patience with connections: idle ones are closed in time, one address has a limited number, and each is read a little
at a time, in turn with the others. This is about the connections themselves, before there is a request for the guard to
look at.
"""

import asyncio
import json
import logging
import re
from collections import Counter
from typing import Any

import h11
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Response
from websockets.server import ServerProtocol

from .guard import HEADERS, with_strict
from .limits import NOBODY, plain_address, together
from .metrics import metrics
from .piecemeal import A_PIECE
from .turns import turns

LONGEST_HEAD = 15  # seconds from its first byte, or from the opening of the connection, until a request is complete
MOST_LINES = 300  # connections of one address: WebSockets, requests and those that ask nothing yet

MOST_HEADERS = 100  # lines of a request before its body
END_OF_HEAD = re.compile(rb"\n\r?\n")
A_FEW = 20  # parts of a request that are read at once: a body may come a byte at a time
MOST_INCOMPLETE = 16_000  # bytes of an incomplete head
MOST_UNREAD = 64_000  # bytes of requests that may wait to be read before we stop taking in more

MOST_PARTS = 100  # frames of one message
BETWEEN_PINGS = 20  # seconds: how often each WebSocket is asked whether somebody is still there
FOR_A_PONG = 20  # seconds until an answer must have come
MOST_PINGS = 30  # in this many seconds; a browser sends none
PINGS_COUNT_FOR = 10  # seconds
A_MOUTHFUL = 1_000  # bytes of a WebSocket that are read at once: compressed, they may be a megabyte
MOST_AFTERWARDS = 64_000  # bytes that may still come in when the line has been closed here

lines: Counter[str] = Counter()  # by address; IPv6 by site
# Kept out of the log, which anyone could fill with them; the client hears what is wrong.
NO_NEWS = ("Invalid HTTP request received.", "Unsupported upgrade request.", "Invalid UTF-8 sequence received")
logging.getLogger("uvicorn.error").addFilter(lambda entry: not entry.getMessage().startswith(NO_NEWS))


class Flow(FlowControl):
    """The flow of a connection: nothing more is taken from it while it is held."""

    held = False

    def hold(self) -> None:
        self.held = True
        self._transport.pause_reading()

    def let_go(self) -> None:
        if self.held:
            self.held = False
            if not self.read_paused:
                self._transport.resume_reading()

    def resume_reading(self) -> None:
        if self.held:
            self.read_paused = False
        else:
            super().resume_reading()


class FewAtOnce(h11.Connection):
    """A connection that gives up only its next few parts at a time."""

    left = 0

    def next_event(self) -> Any:
        if not self.left:
            return h11.NEED_DATA
        self.left -= 1
        if self.their_state is h11.IDLE and _headers(self.trailing_data[0]) > MOST_HEADERS:
            raise h11.RemoteProtocolError("too many headers", error_status_hint=431)
        return super().next_event()


def _headers(data: bytes) -> int:
    end = END_OF_HEAD.search(data)
    return data.count(b"\n", 0, end.start() if end else len(data))


class PatientProtocol(H11Protocol):
    waiting: asyncio.TimerHandle | None = None
    address = ""
    upgraded = False
    unread = 0  # bytes that have come in since it was last read
    in_line = False  # for its turn to be read
    conn: FewAtOnce
    flow: Flow

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.conn = FewAtOnce(h11.SERVER, self.config.h11_max_incomplete_event_size or MOST_INCOMPLETE)

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.flow = Flow(transport)
        address = self.client[0] if self.client else ""
        network, site = together(plain_address(address))
        # The proxy brings everybody: only a request shows who it is.
        trusted = str(self.config.forwarded_allow_ips).split(",") if self.config.proxy_headers else []
        if address and address not in trusted:
            if lines[site or network] >= MOST_LINES:
                metrics.count("limited_total", 'kind="lines"')
                transport.abort()
                return
            self.address = site or network
            lines[self.address] += 1
        self._wait()

    def data_received(self, data: bytes) -> None:
        self.unread += len(data)
        if self.unread > MOST_UNREAD:
            self.flow.hold()
        super().data_received(data)

    def handle_events(self) -> None:
        """In its turn."""
        if not self.in_line:
            self.in_line = True
            turns().wait(self.client[0] if self.client else "", self._read_on)

    def _read_on(self) -> None:
        self.in_line = False
        if self._is_over():
            return
        self.conn.left = A_FEW
        super().handle_events()
        if self._is_over() or self._is_asked():
            self._stop_waiting()
        elif self.waiting is None:
            self._wait()
        if self._is_over():
            return
        if self.conn.left:
            self.unread = 0
            self.flow.let_go()
        else:
            self.flow.hold()
            self.handle_events()

    def _is_over(self) -> bool:
        """Whether it is over as far as requests go."""
        return self.upgraded or self.transport.is_closing()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        self._forget()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: Any) -> None:
        """From now on the connection belongs to another protocol, which notices by itself when nobody is there; the
        guard counts it."""
        self.upgraded = True
        self.flow.let_go()
        self._stop_waiting()
        self._forget()
        super().handle_websocket_upgrade(event)

    def send_400_response(self, msg: str) -> None:
        """To a request that can't be read."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            body = json.dumps({"code": "bad-message", "message": msg}).encode()
            headers = with_strict([(b"content-type", b"application/json"), (b"connection", b"close")])
            begun = h11.Response(status_code=400, headers=headers, reason=b"Bad Request")
            for event in (begun, h11.Data(data=body), h11.EndOfMessage()):
                self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    def _is_asked(self) -> bool:
        cycle: RequestResponseCycle | None = self.cycle
        return cycle is not None and not cycle.response_complete

    def _wait(self) -> None:
        self.waiting = self.loop.call_later(LONGEST_HEAD, self._give_up)

    def _stop_waiting(self) -> None:
        if self.waiting is not None:
            self.waiting.cancel()
            self.waiting = None

    def _give_up(self) -> None:
        if not self._is_asked():
            metrics.count("limited_total", 'kind="silence"')
            self.transport.abort()

    def _forget(self) -> None:
        if self.address:
            lines[self.address] -= 1
            if not lines[self.address]:
                del lines[self.address]
            self.address = ""


class StrictHandshake(ServerProtocol):
    def reject(self, status: Any, text: str) -> Response:
        response = super().reject(status, text)
        response.headers.update(HEADERS)
        return response


class PatientSocket(WebSocketsSansIOProtocol):
    """A WebSocket where nothing piles up: messages are limited in bytes, and here in pieces; pings are limited in
    number, since each is answered though nobody may read the answer."""

    pings = 0
    since = 0.0
    afterwards = 0  # bytes that came in when the line had been closed here
    in_line = False  # for its turn to be read

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.unread = bytearray()
        plain = self.conn
        self.conn = StrictHandshake(
            extensions=plain.available_extensions, max_size=self.config.ws_max_size, logger=plain.logger
        )

    def data_received(self, data: bytes) -> None:
        """We do not wait for a client that was told to go and still talks."""
        if self.close_sent:
            self.afterwards += len(data)
            if self.afterwards > MOST_AFTERWARDS:
                self._give_up("talking on")
                return
        self.unread += data
        if not self.handshake_initiated:  # it has already had its turn, as a request
            self._read_on()
            return
        if len(self.unread) > A_MOUTHFUL:
            self.transport.pause_reading()
        self._wait()

    def _wait(self) -> None:
        if not self.in_line:
            self.in_line = True
            scope: Any = getattr(self, "scope", {})  # there is no protocol before the handshake
            turns().wait(scope.get("visitor", NOBODY).party, self._read_on)

    def _read_on(self) -> None:
        """Read a small piece: then others have their turn, and its requests must be answered first."""
        self.in_line = False
        if not self.unread:
            return
        mouthful = bytes(self.unread[:A_MOUTHFUL])
        del self.unread[:A_MOUTHFUL]
        super().data_received(mouthful)
        if self.conn.handshake_exc is not None and not self.handshake_initiated:
            self._turn_away()
        elif self.transport.is_closing():
            self.unread.clear()
        elif self.unread:
            self._leave_the_rest()
        elif not self.read_paused:
            self.transport.resume_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        """Its last words are heard even if its turn had not come."""
        if self.in_line and len(self.unread) <= A_MOUTHFUL:
            self._read_on()
        super().connection_lost(exc)

    def _leave_the_rest(self) -> None:
        self.transport.pause_reading()
        if self.queue.empty() or self.close_sent:
            self._wait()

    async def receive(self) -> Any:
        message = await super().receive()
        if self.unread and not self.transport.is_closing():
            self._leave_the_rest()
        return message

    def _turn_away(self) -> None:
        """A request for a WebSocket that is not a valid handshake, because it has a body for example."""
        answer = b"".join(self.conn.data_to_send())
        self.transport.write(answer or self.conn.reject(400, "That is not a WebSocket handshake.\n").serialize())
        self.transport.close()

    async def send(self, message: Any) -> None:
        """A long text goes out in pieces, and is compressed piece by piece: between them others have their turn, and
        no more of it waits in the line than it takes."""
        text = message.get("text")
        if text is None or len(text) <= A_PIECE or not self.handshake_complete:
            await super().send(message)
            if self.close_sent and self.unread:  # the other side's goodbye may be in it
                self._wait()
            return
        data = text.encode()
        for start in range(0, len(data), A_PIECE):
            await self.writable.wait()
            if self.disconnected or self.close_sent or self.transport.is_closing():
                raise ClientDisconnected
            piece, is_last = data[start : start + A_PIECE], start + A_PIECE >= len(data)
            if start:
                self.conn.send_continuation(piece, fin=is_last)
            else:
                self.conn.send_text(piece, fin=False)
            self.transport.write(b"".join(self.conn.data_to_send()))
            await asyncio.sleep(0)

    def handle_cont(self, event: Any) -> None:
        if len(self.frames) >= MOST_PARTS:
            self._give_up("parts")
        else:
            super().handle_cont(event)

    def handle_ping(self) -> None:
        now = self.loop.time()
        if now - self.since > PINGS_COUNT_FOR:
            self.pings, self.since = 0, now
        self.pings += 1
        if self.pings > MOST_PINGS:
            self._give_up("pings")
        else:
            super().handle_ping()

    def handle_pong(self, event: Any) -> None:
        if self.pending_ping_payload is None:
            self.handle_ping()  # nobody has asked for it
        else:
            super().handle_pong(event)

    def _give_up(self, kind: str) -> None:
        if not self.transport.is_closing():
            metrics.count("limited_total", f'kind="{kind}"')
            self.transport.abort()
