"""Attacks on the lines themselves: bytes sent before anybody asks what they mean."""

import asyncio
import contextlib
import json
import zlib
from collections.abc import Awaitable

import httpx

from benchmarks.attacks.battles import Tree, giant
from benchmarks.attacks.visitor import Visitor, again_and_again, at_once
from benchmarks.wire import Wire, opened

SITE = [f"2001:db8:1:{number}::1" for number in range(8)]  # networks of one site, each with limits of its own
IN_ONE_BREATH = 50


async def pour(visitor: Visitor, head: bytes, body: bytes) -> None:
    """Send as much as one line takes; drop any answers."""
    visitor.begin()
    reader, writer = await asyncio.open_connection(*visitor.server)

    async def throw_away() -> None:
        while await reader.read(65_536):
            pass

    away = asyncio.ensure_future(throw_away())
    try:
        writer.write(head)
        while not away.done():
            writer.write(body)
            await writer.drain()
            await asyncio.sleep(0.01)
    finally:
        away.cancel()
        writer.close()


def request(visitor: Visitor, what: str, more: str = "", body: str = "") -> bytes:
    forwarded = visitor.headers["X-Forwarded-For"]
    return f"{what} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: {forwarded}\r\n{more}\r\n{body}".encode()


async def chunks(visitor: Visitor) -> None:
    """Uploads in pieces of one byte, five at once."""
    head = request(visitor, "POST /api/records", "Transfer-Encoding: chunked\r\n")
    await at_once(*(again_and_again(lambda: pour(visitor, head, b"1\r\nx\r\n" * 40_000), 1) for _ in range(5)))


async def breathless(visitor: Visitor) -> None:
    """Requests without waiting for answers, fifty at once, on a hundred lines, far beyond the limits."""
    get = request(visitor, "GET /api/keys") * IN_ONE_BREATH
    post = request(visitor, "POST /api/games", "Content-Length: 2\r\n", "{}") * IN_ONE_BREATH
    await at_once(*(again_and_again(lambda text=text: pour(visitor, b"", text), 0.1) for text in [get, post] * 50))


async def long_heads(visitor: Visitor) -> None:
    """Requests with as many headers as will fit, on forty lines."""
    many = "".join(f"a{number}: b\r\n" for number in range(1500))
    text = request(visitor, "GET /api/keys", many) * 5
    await at_once(*(again_and_again(lambda: pour(visitor, b"", text), 0.1) for _ in range(40)))


async def no_requests(visitor: Visitor) -> None:
    """Bytes that are not a request, on fifty lines that are opened again as soon as they are closed."""
    await at_once(*(again_and_again(lambda: pour(visitor, b"\x16\x03\x01\r\n\r\n", b"")) for _ in range(50)))


async def packed(visitor: Visitor) -> None:
    """Compressed messages, which are 80 bytes on the line and 60 kB when they are read, on forty lines."""
    compressor = zlib.compressobj(9, zlib.DEFLATED, -12)
    nothing = (compressor.compress(b"[" * 60_000) + compressor.flush(zlib.Z_SYNC_FLUSH))[:-4]
    frame = bytes([0xC1, 0x80 | len(nothing)]) + bytes(4) + nothing

    async def speak() -> None:
        wire = await visitor.line("/api/laboratory")
        while not wire.closed:
            wire.transport.write(frame * 40)
            await asyncio.sleep(0.01)

    await at_once(*(again_and_again(speak, 0.2) for _ in range(40)))


async def handshakes(visitor: Visitor) -> None:
    """WebSockets opened as fast as possible, far more than allowed."""

    async def open_one() -> None:
        wire = await visitor.line("/api/fairness")
        wire.transport.abort()

    await at_once(*(again_and_again(open_one) for _ in range(60)))


def files(visitor: Visitor) -> Awaitable[None]:
    """The page, and ranges of it, a hundred at a time."""
    ranges = "bytes=" + ",".join(f"{number}-{number}" for number in range(0, 4000, 2))
    some = {**visitor.headers, "Range": ranges[:14_000]}

    async def get(headers: dict[str, str]) -> None:
        visitor.begin()
        with contextlib.suppress(httpx.HTTPError):
            await visitor.http.get("/", headers=headers)

    return again_and_again(lambda: at_once(*(get(one) for one in [visitor.headers, some] * 50)), 0.2)


async def audience(visitor: Visitor) -> None:
    """Three hundred visitors of one site, from all its networks, watch two players who fire, take it back and rename
    themselves."""
    made: Tree | None = await visitor.post("/api/games", {"scenario": giant(8, 12), "seed": 1})
    assert made is not None, "the attacker may not even make a game"

    async def come(address: str, *tokens: str) -> Wire:
        path, headers = f"/api/games/{made['game']}", {"X-Forwarded-For": address}
        wire = await opened(visitor.server, path, True, lambda *_: None, headers)
        wire.say(json.dumps({"type": "join", "id": 0, "tokens": tokens}).encode())
        return wire

    for address in SITE:
        await at_once(*(come(address) for _ in range(37)))
        await asyncio.sleep(0.1)
    players = [await come(address, *made["seats"].values()) for address in SITE]
    shot = {"do": "bombard", "unit": "r2", "target": "c8"}
    seq = 0

    async def act() -> None:
        nonlocal seq
        wire = players[seq // 2 % len(players)]
        name = {"type": "name", "side": "red", "name": f"{seq:040}"}
        for text in ({"type": "act", "seq": seq, "action": shot}, {"type": "undo", "seq": seq + 1}, name):
            wire.say(json.dumps({"id": 1, **text}).encode())
        seq += 2

    await again_and_again(act, 0.03)
