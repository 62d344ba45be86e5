"""What comes in is read a little at a time, each party's in turn: nobody holds the loop, however much they send."""

import asyncio
import contextlib
import logging
import zlib
from functools import partial
from typing import Any

import pytest
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.websockets import WebSocket, WebSocketDisconnect

from portable_wargame.server.edge import turns
from portable_wargame.server.edge.patience import MOST_HEADERS

from .running import SECONDS
from .test_patience import HALF, ended, served

UPGRADE = HALF + (
    b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n"
)


@pytest.mark.anyio
async def test_everybody_has_a_turn_before_anybody_has_two(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "A_TURN", -1)  # one thing each time that the loop goes round
    done: list[str] = []
    line = turns.Turns()
    for number in range(4):
        line.wait("many", partial(done.append, f"many {number}"))
    line.wait("one", partial(done.append, "one"))

    async def others() -> None:
        for number in range(3):
            done.append(f"loop {number}")
            await asyncio.sleep(0)

    await others()
    while line.waiting:
        await asyncio.sleep(0)
    assert [one for one in done if "loop" not in one] == ["many 0", "one", "many 1", "many 2", "many 3"]
    assert done.index("loop 2") < done.index("many 2")


@pytest.mark.anyio
async def test_a_fault_keeps_nobody_else_waiting() -> None:
    line, done = turns.Turns(), asyncio.Event()
    faults: list[Any] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: faults.append(context["exception"]))

    def fail() -> None:
        raise KeyError

    line.wait("one", fail)
    line.wait("another", done.set)
    await asyncio.wait_for(done.wait(), SECONDS)
    assert [type(one) for one in faults] == [KeyError]


async def rounds(until: "asyncio.Future[Any]") -> int:
    """How often the loop goes round meanwhile."""
    number = 0
    while not until.done():
        number += 1
        await asyncio.sleep(0)
    return number


@pytest.mark.anyio
async def test_a_body_in_tiny_pieces_holds_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "A_TURN", -1)
    came: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()

    async def swallow(scope: Any, receive: Any, send: Any) -> None:
        came.set_result(await Request(scope, receive).body())
        await PlainTextResponse("here")(scope, receive, send)

    async with served(swallow) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        pieces = b"".join(b"1\r\n%c\r\n" % (97 + number % 26) for number in range(20_000))
        writer.write(b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n" + pieces + b"0\r\n\r\n")
        assert await rounds(came) > 500
        assert await came == bytes(97 + number % 26 for number in range(20_000))
        assert b"200" in await asyncio.wait_for(reader.readline(), SECONDS)
        writer.close()


@pytest.mark.anyio
async def test_requests_on_many_lines_are_looked_at_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "A_TURN", -1)
    asked: list[str] = []

    async def answer(scope: Any, receive: Any, send: Any) -> None:
        asked.append(scope["path"])
        await PlainTextResponse("here")(scope, receive, send)

    async def ask(port: int) -> int:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n" * 20)
        answers = 0
        while answers < 20:
            answers += (await asyncio.wait_for(reader.readuntil(b"here"), SECONDS)).count(b" 200 ")
        writer.close()
        return answers

    most = 0
    async with served(answer) as port:
        asking = asyncio.gather(*(ask(port) for _ in range(50)))
        while not asking.done():
            before = len(asked)
            await asyncio.sleep(0)
            most = max(most, len(asked) - before)
        assert await asking == [20] * 50
    assert most <= 2


@pytest.mark.anyio
async def test_compressed_messages_are_taken_in_a_few_at_a_time() -> None:
    """Each is a few bytes on the line, and 60 kB when it is read."""
    packed = zlib.compressobj(9, zlib.DEFLATED, -12)
    message = (packed.compress(b" " * 60_000) + packed.flush(zlib.Z_SYNC_FLUSH))[:-4]
    frame = bytes([0xC1, 0x80 | len(message)]) + bytes(4) + message
    waiting: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    async def deaf(scope: Any, receive: Any, send: Any) -> None:
        line = WebSocket(scope, receive, send)
        await line.accept()
        assert await line.receive_text() == " " * 60_000
        for _ in range(1000):
            await asyncio.sleep(0)
        waiting.set_result(receive.__self__.queue.qsize())
        with contextlib.suppress(WebSocketDisconnect):
            await line.receive_text()

    async with served(deaf) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(UPGRADE)
        assert b" 101 " in await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), SECONDS)
        writer.write(frame * 1000)
        assert await asyncio.wait_for(waiting, SECONDS) < 20
        writer.close()


@pytest.mark.anyio
async def test_a_request_has_only_so_many_headers() -> None:
    async def answer(scope: Any, receive: Any, send: Any) -> None:
        await PlainTextResponse("here")(scope, receive, send)

    async with served(answer) as port:
        for number, status in ((MOST_HEADERS - 5, b"200"), (MOST_HEADERS + 5, b"400")):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(HALF + b"".join(b"A%d: b\r\n" % one for one in range(number)) + b"\r\n")
            assert status in await asyncio.wait_for(reader.readline(), SECONDS)
            writer.close()


@pytest.mark.anyio
async def test_what_anyone_may_send_does_not_fill_the_log(capsys: pytest.CaptureFixture[str]) -> None:
    async def listen(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            await PlainTextResponse("here")(scope, receive, send)
            return
        line = WebSocket(scope, receive, send)
        await line.accept()
        with contextlib.suppress(WebSocketDisconnect):
            await line.receive_text()

    async with served(listen) as port:
        logging.getLogger("uvicorn.error").setLevel(logging.WARNING)
        for said in (b"nonsense\r\n\r\n", HALF + b"Connection: upgrade\r\nUpgrade: x\r\n\r\n", UPGRADE):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(said)
            await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), SECONDS)
            if said == UPGRADE:
                writer.write(b"\x81\x82" + bytes(4) + b"\xff\xff")
                await ended(reader)
            writer.close()
        logging.getLogger("uvicorn.error").warning("but faults are written down")
    assert capsys.readouterr().err.split("WARNING:")[1:] == ["  but faults are written down\n"]


@pytest.mark.anyio
async def test_a_last_word_is_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    """By those who leave before their turn has come."""
    heard: list[str] = []

    async def listen(scope: Any, receive: Any, send: Any) -> None:
        line = WebSocket(scope, receive, send)
        await line.accept()
        protocol = receive.__self__
        monkeypatch.setattr(turns.Turns, "wait", lambda *_: None)  # it never comes
        protocol.data_received(b"\x81\x84" + bytes(4) + b"last")
        protocol.transport.abort()
        with contextlib.suppress(WebSocketDisconnect):
            while True:
                heard.append(await line.receive_text())

    async with served(listen) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(UPGRADE)
        await ended(reader)
        monkeypatch.undo()
        writer.close()
    assert heard == ["last"]
