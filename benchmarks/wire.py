"""A WebSocket client that costs next to nothing, so that it leaves the machine to the server."""

import asyncio
import base64
import os
import zlib
from collections.abc import Callable, Mapping
from typing import cast

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
WHOLE = 0x80
MASKED = 0x80
DEFLATED = 0x40
FLUSHED = b"\x00\x00\xff\xff"  # the bytes that the sender leaves out
NO_MASK = bytes(4)  # a client has to mask its messages; this mask changes nothing

NO_HEADERS: Mapping[str, str] = {}

# The extension that browsers offer, so that the server treats us like them.
DEFLATE = "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n"


class Wire(asyncio.Protocol):
    """One connection. `heard` is called with the bytes of every message."""

    def __init__(
        self, path: str, deflate: bool, heard: Callable[["Wire", bytes], None], headers: Mapping[str, str] = NO_HEADERS
    ) -> None:
        self.path = path
        self.headers = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        self.deflate = deflate
        self.heard = heard
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.buffer = b""
        self.closed = False
        self.parts: list[bytes] = []  # pieces of an incomplete message
        self.deflated = False
        self.inflated = zlib.decompressobj(-zlib.MAX_WBITS)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        host, port = transport.get_extra_info("peername")[:2]
        key = base64.b64encode(os.urandom(16)).decode()
        self.transport.write(
            f"GET {self.path} HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n{DEFLATE if self.deflate else ''}"
            f"{self.headers}\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        if not self.opened.done():
            head, end, rest = self.buffer.partition(b"\r\n\r\n")
            if not end:
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self.opened.set_exception(ConnectionError(head.split(b"\r\n")[0].decode()))
                return
            self.buffer = rest
            self.opened.set_result(None)
        while self._frame():
            pass

    def connection_lost(self, problem: Exception | None) -> None:
        self.closed = True
        if not self.opened.done():
            self.opened.set_exception(problem or ConnectionError("closed"))

    def _frame(self) -> bool:
        """Take one message out of the buffer; False if it is incomplete."""
        buffer = self.buffer
        if len(buffer) < 2:
            return False
        size, start = buffer[1], 2
        if size == 126:
            size, start = int.from_bytes(buffer[2:4], "big"), 4
        elif size == 127:
            size, start = int.from_bytes(buffer[2:10], "big"), 10
        if len(buffer) < start + size:
            return False
        payload = buffer[start : start + size]
        self.buffer = buffer[start + size :]
        kind = buffer[0] & 0x0F
        if kind == PING:
            self._send(PONG, payload)
        elif kind == CLOSE:
            self.transport.close()
        else:
            self._hear(buffer[0], payload)
        return True

    def _hear(self, head: int, payload: bytes) -> None:
        """A long message comes in pieces; the first says whether they are compressed."""
        self.deflated = bool(head & DEFLATED) if head & 0x0F == TEXT else self.deflated
        self.parts.append(payload)
        if head & WHOLE:
            whole, self.parts = b"".join(self.parts), []
            self.heard(self, self.inflated.decompress(whole + FLUSHED) if self.deflated else whole)

    def say(self, text: bytes) -> None:
        self._send(TEXT, text)

    def _send(self, kind: int, payload: bytes) -> None:
        size = len(payload)
        if size < 126:
            length = bytes([MASKED | size])
        else:
            length = bytes([MASKED | 126]) + size.to_bytes(2, "big")
        self.transport.write(bytes([WHOLE | kind]) + length + NO_MASK + payload)


async def opened(
    address: tuple[str, int],
    path: str,
    deflate: bool,
    heard: Callable[["Wire", bytes], None],
    headers: Mapping[str, str] = NO_HEADERS,
) -> Wire:
    _, wire = await asyncio.get_running_loop().create_connection(lambda: Wire(path, deflate, heard, headers), *address)
    await wire.opened
    return wire
