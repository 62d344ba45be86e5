"""The web application: the client's files, the lobby, games and records over HTTP, and a WebSocket for every game."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from ...game.dice import Dice
from ...game.errors import Refusal
from ...pictures.picture import picture
from ...scenario.setup import new_game
from ...scenario.writing import tree as scenario_tree
from ..games.permission import NotAllowed
from ..store.base import Store, StoreFailed
from ..tables.hall import Hall, card
from ..wire.conversation import Conversation
from ..wire.documents import NewGame, Problem
from ..wire.lobby import Library, Shelf, lobby, rules
from ..workshop.fairness import Laboratory
from .guard import Guard, is_near, visitor_of
from .limits import SlowDown
from .metrics import metrics
from .push import Knocker

CLIENT = Path(__file__).parents[1] / "client"
NOT_BUILT = (
    "The page has not been built yet. From the project's folder, `python3 run.py play` builds it and opens it; "
    "the server itself is running."
)
LARGEST_GAME = 1_200_000  # bytes: a scenario may have a million
LARGEST_RECORD = 20_000_000

log = logging.getLogger(__name__)
Answer = Callable[[Request], Awaitable[Response]]


def application(
    store: Store,
    shelf: Shelf | None = None,
    routes: Sequence[BaseRoute] = (),
    local: bool = True,
    open_metrics: bool = False,
    keep_days: int = 0,
    knocker: Knocker | None = None,
) -> Starlette:
    """`routes` come before our own; `local` if the server is only for this machine; `open_metrics` if anybody may read
    what it counts; games that nobody has touched for `keep_days` are thrown away, if that is not 0."""
    scenarios = shelf or Library()
    pages = Pages(Hall(store, scenarios, knocker), scenarios, open_metrics)
    laboratory = Laboratory(scenarios)

    @contextlib.asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        # The library is read before anybody asks for it: the first page should not wait.
        reading = asyncio.create_task(asyncio.to_thread(lobby, scenarios))
        beside = [asyncio.create_task(pages.hall.listen()), asyncio.create_task(pages.hall.attend())]
        if keep_days:
            beside.append(asyncio.create_task(pages.hall.clear_out(keep_days)))
        yield
        await reading
        for task in beside:
            task.cancel()
        laboratory.close()
        await pages.hall.close()
        await store.close()

    return Starlette(
        routes=[
            *routes,
            Route("/api/lobby", pages.lobby),
            Route("/api/rules", pages.rules),
            Route("/api/scenarios/{name}.svg", pages.thumbnail),
            Route("/api/scenarios/{name}", pages.scenario),
            Route("/api/games", pages.make, methods=["POST"]),
            Route("/api/games/{game}", pages.card),
            Route("/api/games/{game}/record", pages.record),
            Route("/api/records", pages.open_record, methods=["POST"]),
            WebSocketRoute("/api/games/{game}", pages.play),
            WebSocketRoute("/api/fairness", laboratory.converse),
            Route("/health", pages.health),
            Route("/metrics", pages.metrics),
            Route("/{path:path}", pages.client),
        ],
        middleware=[Middleware(Guard, local=local), Middleware(GZipMiddleware, minimum_size=1000)],
        exception_handlers={Refusal: refused, HTTPException: not_found, Exception: failed},
        lifespan=life,
    )


class Pages:
    """What each address answers."""

    def __init__(self, hall: Hall, shelf: Shelf, open_metrics: bool) -> None:
        self.hall = hall
        self.shelf = shelf
        self.open_metrics = open_metrics

    async def lobby(self, request: Request) -> Response:
        knocker = self.hall.knocker
        return document(await asyncio.to_thread(lobby, self.shelf, knocker.public if knocker is not None else None))

    async def rules(self, request: Request) -> Response:
        return document(rules())

    async def scenario(self, request: Request) -> Response:
        return document(scenario_tree(self.shelf.load(request.path_params["name"])))

    async def thumbnail(self, request: Request) -> Response:
        scenario = self.shelf.load(request.path_params["name"])
        svg = await asyncio.to_thread(picture, new_game(scenario, Dice(0)).battle)
        return Response(svg, media_type="image/svg+xml", headers={"cache-control": "no-cache"})

    async def make(self, request: Request) -> Response:
        body = await read_body(request, LARGEST_GAME)
        try:
            wanted = msgspec.json.decode(body, type=NewGame)
        except (msgspec.MsgspecError, RecursionError, ValueError) as problem:
            raise BadDocument(f"that is no wish for a game: {problem}") from None
        return document(await self.hall.make(wanted), 201)

    async def card(self, request: Request) -> Response:
        with visitor_of(request).knocking():
            match = (await self.hall.table(request.path_params["game"])).match
            return document(card(match, tokens(request)))

    async def record(self, request: Request) -> Response:
        with visitor_of(request).knocking():
            text = await self.hall.record(request.path_params["game"], tokens(request))
        return Response(text, media_type="application/x-ndjson", headers={"cache-control": "no-store"})

    async def open_record(self, request: Request) -> Response:
        body = await read_body(request, LARGEST_RECORD)
        try:
            text = body.decode()
        except UnicodeDecodeError:
            raise BadDocument("the record is not UTF-8 text") from None
        return document(await self.hall.open_record(text), 201)

    async def health(self, request: Request) -> Response:
        """Whether games can be read: StoreFailed if not."""
        await self.hall.store.revisions([])
        return document({"status": "ok"})

    async def metrics(self, request: Request) -> Response:
        if not self.open_metrics and not is_near(request):
            raise HTTPException(404)
        tables = self.hall.tables.values()
        gauges = {"tables": len(tables), "clients": sum(len(table.clients) for table in tables)}
        return PlainTextResponse(metrics.text(gauges))

    async def play(self, socket: WebSocket) -> None:
        await Conversation(self.hall, socket, socket.path_params["game"]).run()

    async def client(self, request: Request) -> Response:
        """A file of the built client; the page itself for its own addresses."""
        path = request.path_params["path"]
        if path.startswith("api/"):
            raise HTTPException(404)
        file = CLIENT / (path or "index.html")
        if not is_file_in(file, CLIENT):
            if path:
                raise HTTPException(404)
            return PlainTextResponse(NOT_BUILT, 503)
        # Built assets carry a hash of their contents in their names.
        lasting = "public, max-age=31536000, immutable" if path.startswith("assets/") else "no-cache"
        return FileResponse(file, headers={"cache-control": lasting})


def is_file_in(file: Path, folder: Path) -> bool:
    """Whatever the name may be."""
    try:
        return file.resolve().is_relative_to(folder.resolve()) and file.is_file()
    except (OSError, ValueError):
        return False


class BadDocument(Refusal):
    """What was sent is not what this address takes."""


class TooLarge(Refusal):
    pass


async def read_body(request: Request, largest: int) -> bytes:
    """The body, as far as it is no larger than it may be."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > largest:
            raise TooLarge(f"that is larger than {largest // 1_000_000} MB")
    return bytes(body)


def tokens(request: Request) -> list[str]:
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    if not kind:
        return []
    if kind.lower() != "bearer" or len(token) > 200:
        raise NotAllowed("no-seat", "a token is sent as: Authorization: Bearer TOKEN")
    return [token]


def document(content: Any, status: int = 200) -> Response:
    body = msgspec.json.encode(content)
    return Response(body, status, media_type="application/json", headers={"cache-control": "no-store"})


STATUS = {"no-game": 404, "unreadable": 404, "no-seat": 403, "not-yours": 403}


async def refused(request: Request, problem: Exception) -> Response:
    if isinstance(problem, SlowDown):
        return document(Problem(code="slow-down", message=str(problem)), 429)
    if isinstance(problem, StoreFailed):
        metrics.count("store_failures_total")
        return document(Problem(code="busy", message=str(problem)), 503)
    if isinstance(problem, TooLarge):
        return document(Problem(code="too-large", message=str(problem)), 413)
    code = problem.code if isinstance(problem, NotAllowed) else "refused"
    return document(Problem(code=code, message=str(problem)), STATUS.get(code, 400))


async def not_found(request: Request, problem: Exception) -> Response:
    status = problem.status_code if isinstance(problem, HTTPException) else 404
    sentence = "there is nothing at this address" if status == 404 else "this address takes no such request"
    return document(Problem(code="not-found", message=sentence), status)


async def failed(request: Request, problem: Exception) -> Response:
    return document(Problem(code="internal", message="a fault of the server; nothing has changed"), 500)
