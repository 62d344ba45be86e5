"""The room: the page's requests come in here, and the server's application answers them like any others."""

import asyncio
import base64
from collections.abc import Coroutine
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import msgspec
from starlette.types import ASGIApp, Message, Scope

from ..server.edge.application import application
from ..server.store.base import StoreFailed
from ..server.wire.documents import Problem
from ..server.workers.inline import Inline
from ..server.workshop.books import book_routes
from ..server.workshop.shelf import Shelf
from ..server.workshop.workshop import workshop_routes
from .fighting import Fighters
from .outside import Outside
from .store import TabStore, check_kept
from .thinking import Elsewhere

HERE = [(b"host", b"localhost")]
SHELVED = "/api/drafts/"
INSUFFICIENT_STORAGE = 507
NORMAL = 1000


class Room:
    """One application, and the page's open lines."""

    def __init__(self, app: ASGIApp, shelf: Shelf, outside: Outside) -> None:
        self.app = app
        self.shelf = shelf
        self.outside = outside
        self.lines: dict[int, asyncio.Queue[Message]] = {}
        self.tasks: set[asyncio.Task[None]] = set()
        self.shelving = asyncio.Lock()
        self.life: asyncio.Queue[Message] = asyncio.Queue()
        self.heard = asyncio.Event()

    async def begin(self) -> None:
        """As a server does when it starts."""

        async def heard(message: Message) -> None:
            self.heard.set()

        async def live() -> None:
            await self.app({"type": "lifespan", "asgi": {"version": "3.0"}}, self.life.get, heard)

        self._begin(live())
        await self._pass("lifespan.startup")

    async def end(self) -> None:
        """As a server does when it stops."""
        await self._pass("lifespan.shutdown")

    async def _pass(self, moment: str) -> None:
        self.heard.clear()
        self.life.put_nowait({"type": moment})
        await self.heard.wait()

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    # -- requests

    async def ask(self, method: str, path: str, token: str, body: str) -> str:
        """The status, the kind of answer and the answer itself; the first two on their own lines. An answer that is not
        text comes as in a data: address, with `;base64` after its kind."""
        if method == "GET" or not path.startswith(SHELVED):
            return await self._answer(method, path, token, body)
        async with self.shelving:
            before = texts(self.shelf.folder)
            answer = await self._answer(method, path, token, body)
            try:
                await self._keep_shelf(before)
            except StoreFailed as refusal:
                problem = msgspec.json.encode(Problem(code="busy", message=str(refusal))).decode()
                return f"{INSUFFICIENT_STORAGE}\napplication/json\n{problem}"
            return answer

    async def _answer(self, method: str, path: str, token: str, body: str) -> str:
        bearer = [(b"authorization", token.encode())] if token else []
        request: list[Message] = [{"type": "http.request", "body": body.encode(), "more_body": False}]
        status, kind, parts = 500, "", bytearray()

        async def receive() -> Message:
            if request:
                return request.pop()
            return await asyncio.Future()  # a page does not hang up on itself

        async def send(message: Message) -> None:
            nonlocal status, kind
            if message["type"] == "http.response.start":
                status = message["status"]
                kind = dict(message["headers"]).get(b"content-type", b"").decode()
            else:
                parts.extend(message.get("body", b""))

        await self.app(scope("http", path, [*HERE, *bearer], method=method), receive, send)
        try:
            return f"{status}\n{kind}\n{parts.decode()}"
        except UnicodeDecodeError:
            return f"{status}\n{kind};base64\n{base64.b64encode(parts).decode()}"

    # -- lines

    def open(self, number: int, path: str) -> None:
        inbox: asyncio.Queue[Message] = asyncio.Queue()
        inbox.put_nowait({"type": "websocket.connect"})
        self.lines[number] = inbox
        self._begin(self._converse(number, path, inbox))

    def hear(self, number: int, text: str) -> None:
        if number in self.lines:
            self.lines[number].put_nowait({"type": "websocket.receive", "text": text})

    def close(self, number: int) -> None:
        if number in self.lines:
            self.lines[number].put_nowait({"type": "websocket.disconnect", "code": NORMAL})

    async def _converse(self, number: int, path: str, inbox: asyncio.Queue[Message]) -> None:
        code = NORMAL

        async def send(message: Message) -> None:
            nonlocal code
            if message["type"] == "websocket.send":
                self.outside.told(number, message["text"])
            elif message["type"] == "websocket.close":
                code = message.get("code", NORMAL)

        try:
            await self.app(scope("websocket", path, HERE), inbox.get, send)
        finally:
            del self.lines[number]
            self.outside.closed(number, code)

    # -- scenarios of the player's own

    async def _keep_shelf(self, before: dict[str, str]) -> None:
        after = texts(self.shelf.folder)
        for name in before.keys() | after.keys():
            if before.get(name) == after.get(name):
                continue
            try:
                check_kept(await self.outside.shelve(name, after.get(name, "")))
            except StoreFailed:
                put(self.shelf.folder, name, before.get(name, ""))
                raise


def scope(kind: str, path: str, headers: list[tuple[bytes, bytes]], **more: str) -> Scope:
    """The scope of a request from this machine."""
    address, _, query = path.partition("?")
    return {
        "type": kind,
        "asgi": {"version": "3.0"},
        "path": unquote(address),
        "query_string": query.encode(),
        "headers": headers,
        "client": ("127.0.0.1", 0),
        **more,
    }


def texts(folder: Path) -> dict[str, str]:
    """The texts, by file."""
    return {path.name: path.read_text("utf-8") for path in folder.glob("*.toml")}


def put(folder: Path, name: str, text: str) -> None:
    """Put a file on the shelf; an empty text deletes it."""
    path = folder / name
    if text:
        path.write_text(text, "utf-8")
    else:
        path.unlink(missing_ok=True)


async def opened(outside: Outside, folder: str, shelved: str, cores: int) -> Room:
    """`shelved`: by file, the scenarios that were kept."""
    place = Path(folder)
    place.mkdir(parents=True, exist_ok=True)
    for name, text in msgspec.json.decode(shelved, type=dict[str, str]).items():
        put(place, name, text)
    shelf = Shelf(place)
    app = application(
        TabStore(outside),
        shelf,
        [*workshop_routes(shelf), *book_routes(place / "books", writable=False)],
        workers=Inline(Fighters(outside, cores), cores),
        thinker=partial(Elsewhere, outside),
    )
    room = Room(app, shelf, outside)
    await room.begin()
    return room
