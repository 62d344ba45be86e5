"""Connections that ask nothing, take nothing or never stop: each has an end, and so has what one address may have."""

import asyncio
import contextlib
import json
import socket
import sqlite3
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from starlette.responses import PlainTextResponse
from starlette.websockets import WebSocket, WebSocketDisconnect
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from benchmarks.attacks.battles import giant, to_and_fro
from portable_wargame.server.edge import patience
from portable_wargame.server.edge.limits import LIMITS, MOST_IGNORED, Limit, Limits, SlowDown, Visitor
from portable_wargame.server.edge.patience import PatientProtocol, PatientSocket
from portable_wargame.server.edge.piecemeal import A_PIECE
from portable_wargame.server.games.boards import Boards
from portable_wargame.server.games.match import Match
from portable_wargame.server.store.base import Store, open_store
from portable_wargame.server.tables import wishes
from portable_wargame.server.tables.hall import Hall
from portable_wargame.server.tables.joining import arrival
from portable_wargame.server.tables.status import around
from portable_wargame.server.tables.telling import encoded
from portable_wargame.server.wire import conversation
from portable_wargame.server.wire.lobby import Library
from portable_wargame.server.workshop import asking, fairness

from .running import SECONDS, Server
from .scenes import duel, gun_duel

HALF = b"GET / HTTP/1.1\r\nHost: x\r\n"


async def echo(scope: Any, receive: Any, send: Any) -> None:
    if scope["type"] == "http":
        await PlainTextResponse("here")(scope, receive, send)
    elif scope["type"] == "websocket":
        line = WebSocket(scope, receive, send)
        await line.accept()
        try:
            while True:
                await line.send_text(await line.receive_text())
        except (WebSocketDisconnect, KeyError):
            pass


@pytest.fixture
async def port(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[int]:
    """Of a server that loses patience soon."""
    monkeypatch.setattr(patience, "LONGEST_HEAD", 0.5)
    monkeypatch.setattr(patience, "MOST_LINES", 5)
    patience.lines.clear()
    async with served(echo) as found:
        yield found


@contextlib.asynccontextmanager
async def served(app: Any, **more: Any) -> AsyncIterator[int]:
    listening = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(
        app,
        http=PatientProtocol,
        ws=PatientSocket,
        lifespan="off",
        log_level="error",
        timeout_keep_alive=30,
        proxy_headers=False,
        **more,
    )
    server = uvicorn.Server(config)
    task = asyncio.create_task(server.serve(sockets=[listening]))
    while not server.started:
        await asyncio.sleep(0.01)
    yield listening.getsockname()[1]
    server.should_exit = True
    await task


async def shut(writer: asyncio.StreamWriter) -> None:
    writer.close()
    with contextlib.suppress(ConnectionError):
        await writer.wait_closed()


async def ended(reader: asyncio.StreamReader) -> bool:
    """Whether the other end closes the line."""
    try:
        return await asyncio.wait_for(reader.read(), SECONDS) == b""
    except ConnectionError:
        return True


@pytest.mark.anyio
@pytest.mark.parametrize("said", [b"", HALF])
async def test_half_a_request_is_not_waited_for(port: int, said: bytes) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(said)
    assert await ended(reader)
    await shut(writer)
    assert not patience.lines


@pytest.mark.anyio
async def test_nor_is_half_of_a_second_one(port: int) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(HALF + b"\r\n")
    assert b"200" in await reader.readline()
    await asyncio.sleep(1)  # between requests a line may rest
    writer.write(HALF)
    rest = await asyncio.wait_for(reader.read(), SECONDS)
    assert rest.count(b"here") == 1
    await shut(writer)


@pytest.mark.anyio
async def test_one_address_has_only_so_many_lines(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "LONGEST_HEAD", 3600)  # one too many is sent away at once, or never
    lines = [await asyncio.open_connection("127.0.0.1", port) for _ in range(6)]
    assert await ended(lines[5][0])
    for _, writer in lines:
        await shut(writer)


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("opening", "piece"),
    [(b"", b"\x89\x80"), (b"", b"\x8a\x80"), (b"\x01\x80\0\0\0\0", b"\x00\x80")],
    ids=["pings", "pongs", "pieces"],
)
async def test_what_never_stops_is_ended(port: int, opening: bytes, piece: bytes) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(HALF + b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n")
    writer.write(b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n")
    assert b"101" in await reader.readline()
    await asyncio.sleep(1)  # longer than half a request may take
    writer.write(opening + (piece + bytes(4)) * 200)
    with contextlib.suppress(ConnectionError):
        await asyncio.wait_for(reader.read(), SECONDS)
    await shut(writer)


@pytest.mark.anyio
@pytest.mark.parametrize("compression", [None, "deflate"])
async def test_a_long_message_goes_out_in_pieces_between_which_others_have_their_turn(
    monkeypatch: pytest.MonkeyPatch, compression: Any
) -> None:
    text = "".join(f"{number} \u2714 " for number in range(100_000))
    turns: list[int] = []

    async def long(scope: Any, receive: Any, send: Any) -> None:
        line = WebSocket(scope, receive, send)
        await line.accept()
        sending = asyncio.ensure_future(line.send_text(text))
        while not sending.done():
            turns.append(1)
            await asyncio.sleep(0)
        await line.send_text("short")
        with contextlib.suppress(WebSocketDisconnect):
            await line.receive_text()

    async with served(long) as port:

        def heard() -> list[Any]:
            with connect(f"ws://127.0.0.1:{port}", compression=compression, max_size=None) as line:
                return [line.recv(timeout=SECONDS) for _ in range(2)]

        assert await asyncio.to_thread(heard) == [text, "short"]
    assert len(turns) > len(text.encode()) // A_PIECE


@pytest.mark.anyio
async def test_a_line_that_is_dead_is_found_so() -> None:
    """Nobody answers pings there."""
    lost: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    async def listen(scope: Any, receive: Any, send: Any) -> None:
        line = WebSocket(scope, receive, send)
        await line.accept()
        try:
            await line.receive_text()
        except WebSocketDisconnect as gone:
            lost.set_result(gone.code)

    async with served(listen, ws_ping_interval=0.05, ws_ping_timeout=0.05) as port:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(HALF + b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n")
        writer.write(b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
        assert await asyncio.wait_for(lost, SECONDS) not in conversation.PARTING
        writer.close()


# -- at the table


@pytest.mark.anyio
async def test_a_line_that_is_opened_and_joins_nothing_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(conversation, "SECONDS_TO_JOIN", 0.05)
    store = await open_store(tmp_path / "games.sqlite")
    hall = Hall(store, Library())
    said, sent = [{"type": "websocket.connect"}], []

    async def receive() -> Any:
        return said.pop() if said else await asyncio.Event().wait()

    async def send(message: Any) -> None:
        sent.append((message["type"], message.get("code")))

    line = WebSocket({"type": "websocket"}, receive, send)
    await asyncio.wait_for(conversation.Conversation(hall, line, "any").run(), SECONDS)
    assert sent == [("websocket.accept", None), ("websocket.close", 1012)]
    await hall.close()
    await store.close()


def test_whoever_does_not_slow_down_is_sent_away(public: Server) -> None:
    made = public.make(scenario=duel(), seed=1)
    headers = {"X-Forwarded-For": "203.0.113.77"}
    address = f"{public.url.replace('http', 'ws', 1)}api/games/{made['game']}"
    with connect(address, additional_headers=headers) as line, pytest.raises(ConnectionClosed):
        for _ in range(LIMITS["message"].burst + MOST_IGNORED + 200):
            line.send("nonsense")
        while True:
            line.recv(timeout=SECONDS)


@pytest.mark.parametrize(("path", "host"), [("fairness", "203.0.113.78"), ("laboratory", "203.0.113.79")])
def test_where_costly_questions_are_asked_too(public: Server, path: str, host: str) -> None:
    address = f"{public.url.replace('http', 'ws', 1)}api/{path}"
    with (
        connect(address, additional_headers={"X-Forwarded-For": host}) as line,
        pytest.raises(ConnectionClosed) as closed,
    ):
        for _ in range(LIMITS["message"].burst + MOST_IGNORED + 200):
            line.send("[]")
        while True:
            line.recv(timeout=SECONDS)
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 1013


@pytest.mark.anyio
@pytest.mark.parametrize("size", [2, 30_000])
async def test_what_is_said_in_one_breath_is_heard_in_order(size: int) -> None:
    """However many mouthfuls it takes."""
    said = [f"{number:04}".ljust(size, "x") for number in range(3000 if size == 2 else 20)]
    heard: list[str] = []

    async def listen(scope: Any, receive: Any, send: Any) -> None:
        line = WebSocket(scope, receive, send)
        await line.accept()
        for _ in said:
            heard.append(await line.receive_text())
            await asyncio.sleep(0)
        await line.send_text("enough")

    async with served(listen) as port:

        def speak() -> None:
            with connect(f"ws://127.0.0.1:{port}", compression=None) as line:
                protocol = line.protocol
                for text in said:
                    protocol.send_text(text.encode())
                line.socket.sendall(b"".join(protocol.data_to_send()))
                assert line.recv(timeout=SECONDS) == "enough"

        await asyncio.to_thread(speak)
    assert heard == said


@pytest.mark.anyio
async def test_whoever_leaves_while_something_is_sent_is_gone_quietly(tmp_path: Path) -> None:
    """The connection says so when it is written to, before anything is heard."""
    said = [{"type": "websocket.connect"}, *({"type": "websocket.receive", "text": "nonsense"} for _ in range(2))]

    async def receive() -> Any:
        return said.pop(0)

    async def send(message: Any) -> None:
        if message["type"] == "websocket.send":
            raise OSError

    line = WebSocket({"type": "websocket", "headers": []}, receive, send)
    await asking.converse(line, fairness.decoder, asking_nothing)
    assert len(said) == 1


async def asking_nothing(*_: Any) -> None:
    raise AssertionError("nothing was asked")


@pytest.mark.anyio
async def test_whoever_talks_on_after_the_end_is_not_heard_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """As long as the other side has not said goodbye too, what it says is read, though nobody listens."""
    monkeypatch.setattr(patience, "MOST_AFTERWARDS", 1000)

    async def goodbye(scope: Any, receive: Any, send: Any) -> None:
        line = WebSocket(scope, receive, send)
        await line.accept()
        await line.close(1013)

    async with served(goodbye) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(HALF + b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n")
        writer.write(b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
        head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), SECONDS)
        assert b" 101 " in head
        writer.write((b"\x81\x82" + bytes(4) + b"[]") * 200)
        with contextlib.suppress(ConnectionError):
            await asyncio.wait_for(reader.read(), 5)  # half of the time that a goodbye may take
        writer.close()


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    one = Server(tmp_path_factory.mktemp("games"), "--proxy", "127.0.0.1")
    yield one
    one.kill()


def test_the_last_undo_is_refused(server: Server) -> None:
    made = server.make(scenario=gun_duel(), seed=3)
    with server.join(made["game"], *made["seats"].values()) as both:
        shot = next(action for action in both.choices() if action["do"] == "bombard")
        for _ in range(wishes.MOST_UNDONE):
            both.act(**shot)
            assert both.ask("undo", seq=both.now["seq"])["type"] == "accepted"
        both.act(**shot)
        refused = both.ask("undo", seq=both.now["seq"])
        assert (refused["type"], refused["code"]) == ("refused", "cannot-undo")
        # And all that comes of it is told in no time.
        begun = time.monotonic()
        with server.join(made["game"], *made["seats"].values()) as again:
            assert again.steps == both.steps
        assert time.monotonic() - begun < SECONDS


@pytest.mark.anyio
async def test_joining_does_not_grow_with_the_square_of_a_game(tmp_path: Path) -> None:
    """Nor is a step written again for whoever joins later."""

    async def costs(pairs: int) -> tuple[float, float]:
        store = await open_store(tmp_path / f"{pairs}.sqlite")
        hall = Hall(store, Library())
        made = await hall.open_record((await to_and_fro(giant(8, 12), pairs)).encode())
        stored = await store.load(made.game)
        assert stored is not None
        # The least of a few: a collection of garbage in the middle of one says nothing about the others.
        found = [(1.0, 1.0)]
        for _ in range(3):
            match = Match(store, stored, Boards())
            spent = []
            for _ in range(2):
                begun = time.process_time()
                encoded(arrival(match, (0, 1), around(match, (0, 1), []), 1, -1))
                spent.append(time.process_time() - begun)
            found.append((spent[0], spent[1]))
        await hall.close()
        await store.close()
        return min(found)

    few, many = await costs(200), await costs(1600)
    assert many[0] < 8 * 4 * few[0]
    assert many[1] < many[0] / 2


# -- limits of several servers on one store


@pytest.mark.anyio
async def test_what_is_spent_at_one_server_counts_at_the_others(address: str) -> None:
    store: Store = await open_store(address)
    here, there = (Limits({"make": Limit(20, 0.001)}) for _ in range(2))
    for _ in range(15):
        Visitor(here, "192.0.2.1").spend("make")
    assert await store.share("here", here.to_tell()) == {}
    for server, spent in (await store.share("there", None)).items():
        there.hear(server, spent)
        there.hear(server, spent)  # twice heard is spent once
    left = 0
    with pytest.raises(SlowDown):
        while True:
            Visitor(there, "192.0.2.1").spend("make")
            left += 1
    assert 12 <= left <= 16  # half a bucket may be emptied before others hear of it
    Visitor(there, "192.0.2.2").spend("make")
    # Nobody's address is in the store.
    assert "192.0.2.1" not in str(here.to_tell())
    await store.close()


def test_limits_hold_however_many_processes_there_are(tmp_path: Path) -> None:
    server = Server(tmp_path, "--proxy", "127.0.0.1", "--processes", "3")
    headers = {"X-Forwarded-For": "203.0.113.5", "Connection": "close"}
    try:
        made = 0
        for _ in range(10):
            for _ in range(8):
                made += server.http.post("/api/games", json={"scenario": duel()}, headers=headers).status_code == 201
            time.sleep(1.2)
        assert made <= 45  # alone, each of the three would have made more than twenty
        answers = [server.http.post("/api/games", json={"scenario": duel()}, headers=headers) for _ in range(20)]
        refused = [answer for answer in answers if answer.status_code == 429]
        assert int(refused[0].headers["retry-after"]) > 0
    finally:
        server.kill()


# -- health


def test_a_server_that_cannot_read_its_games_is_not_well(tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        made = server.make(scenario=duel(), seed=1)
        server.make(scenario=duel(), seed=2)
        assert server.http.get("/health").status_code == 200
        server.kill()
        with sqlite3.connect(tmp_path / "games.sqlite") as damaged:
            damaged.execute("ALTER TABLE lines RENAME TO lost")
        damaged.close()
        server.start()
        assert server.http.get(f"/api/games/{made['game']}").status_code == 503
        assert server.http.get("/health").status_code == 503
        assert json.loads(server.http.get("/health").text)["code"] == "busy"
    finally:
        server.kill()


@pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="only there are files limited so")
def test_a_server_that_cannot_make_games_is_not_well(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    server = Server(tmp_path)
    try:
        server.make(scenario=duel(), seed=1)
        full = (tmp_path / "games.sqlite-wal").stat().st_size
        _, most = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (full, most))
        assert server.http.post("/api/games", json={"scenario": duel()}).status_code == 503
        assert server.http.get("/health").status_code == 503
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (most, most))
        assert server.http.get("/health").status_code == 200
    finally:
        server.kill()
