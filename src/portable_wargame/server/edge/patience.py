"""Patience with connections: idle ones are closed in time, and one address has a limited number. This is about the
connections themselves, before there is a request for the guard to look at.
"""

import asyncio
from collections import Counter
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from .limits import plain_address, together
from .metrics import metrics
from .piecemeal import A_PIECE

LONGEST_HEAD = 15  # seconds from its first byte, or from the opening of the connection, until a request is there
MOST_LINES = 300  # of one address: WebSockets, requests and those that ask nothing yet

MOST_PARTS = 100  # frames of one message
MOST_PINGS = 30  # in this many seconds; a browser sends none
PINGS_COUNT_FOR = 10  # seconds

lines: Counter[str] = Counter()  # by address; IPv6 by site


class PatientProtocol(H11Protocol):
    waiting: asyncio.TimerHandle | None = None
    address = ""
    upgraded = False

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        address = self.client[0] if self.client else ""
        network, site = together(plain_address(address))
        # The proxy brings everybody; who it is shows only when there is a request.
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
        super().data_received(data)
        if self.upgraded or self._is_asked() or self.transport.is_closing():
            self._stop_waiting()
        elif self.waiting is None:
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        self._forget()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: Any) -> None:
        """From now on the connection belongs to another protocol, which notices by itself when nobody is there; the
        guard counts it."""
        self.upgraded = True
        self._stop_waiting()
        self._forget()
        super().handle_websocket_upgrade(event)

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


class PatientSocket(WebSocketsSansIOProtocol):
    """A WebSocket on which nothing piles up: messages are limited in bytes, and here in pieces; pings, each of which is
    answered though nobody may take the answer, in number."""

    pings = 0
    since = 0.0

    async def send(self, message: Any) -> None:
        """A long text goes out in pieces, and is compressed piece by piece: between them others have their turn, and
        no more of it waits in the line than it takes."""
        text = message.get("text")
        if text is None or len(text) <= A_PIECE or not self.handshake_complete:
            await super().send(message)
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
