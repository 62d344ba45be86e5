"""The web application: the client's files, the lobby, games and records over HTTP, and a WebSocket for every game."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from ...game.errors import Refusal
from ...pictures.colours import colours_of
from ...pictures.poster import poster
from ...scenario.writing import tree as scenario_tree
from ..games.afterwards import question
from ..papers.pages import Papers
from ..store.base import Store, StoreFailed
from ..tables.hall import Hall
from ..tables.joining import card
from ..tables.thinking import Thinker
from ..wire.conversation import Conversation
from ..wire.documents import NewGame, Problem
from ..wire.lobby import Library, Shelf, lobby
from ..wire.showcase import showcase
from ..workers.budgets import BUDGETS
from ..workers.workers import Workers
from ..workshop.fairness import Laboratory
from ..workshop.studies import StudyRoom
from .answers import BadDocument, document, read_body, read_game, refused, tokens, while_here, written_document
from .guard import Guard, is_near, visitor_of
from .limits import A_LONG_ANSWER, LIMITS, MOST_OPEN, Limits, Spending
from .metrics import metrics
from .piecemeal import Piecemeal
from .push import Knocker
from .unchanging import SVG, all_rules, drawn, library_lobby, library_picture, library_scenario

CLIENT = Path(__file__).parents[1] / "client"
NOT_BUILT = (
    "The page has not been built yet. From the project's folder, `python3 run.py play` builds it and opens it; "
    "the server itself is running."
)
QUICKLY = 4  # how hard answers are compressed: low, because it happens on the loop
BETWEEN_SHARES = 1  # seconds

log = logging.getLogger(__name__)
Found = TypeVar("Found")


def application(
    store: Store,
    shelf: Shelf | None = None,
    routes: Sequence[BaseRoute] = (),
    local: bool = True,
    open_metrics: bool = False,
    keep_days: int = 0,
    knocker: Knocker | None = None,
    addresses: Sequence[str] = (),
    workers: Workers | None = None,
    thinker: Callable[[], Thinker] | None = None,
) -> Starlette:
    """`routes` come before our own; `local` if the server is only for this machine; `open_metrics` if anyone may read
    its metrics; games that nobody has touched for `keep_days` are deleted, unless that is 0; others on the network
    find it at `addresses`; `workers` and a `thinker` for each table are given where no processes can be started."""
    scenarios = shelf or Library()
    hall = Hall(store, scenarios, knocker, workers, thinker)
    pages = Pages(hall, scenarios, open_metrics, addresses)
    limits = Limits({}) if local else Limits(LIMITS, MOST_OPEN)
    laboratory = Laboratory(scenarios, hall.workers)
    studies = StudyRoom(scenarios, hall.workers)

    @contextlib.asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        # Reads the library before anybody asks for it: the first page should not wait.
        reading = asyncio.create_task(asyncio.to_thread(lobby, scenarios))
        beside = [asyncio.create_task(one) for one in (hall.listen(), hall.attend(), hall.clear_out(keep_days))]
        if not local:
            beside.append(asyncio.create_task(share(limits, store, hall.name)))
        yield
        await reading
        for task in beside:
            task.cancel()
        await pages.hall.close()
        await store.close()

    app = Starlette(
        routes=[
            *routes,
            Route("/api/lobby", pages.lobby),
            Route("/api/rules", pages.rules),
            Route("/api/keys", pages.keys),
            Route("/api/scenarios/{name}.svg", pages.thumbnail),
            Route("/api/scenarios/{name}", pages.scenario),
            Route("/api/games", pages.make, methods=["POST"]),
            Route("/api/games/{game}", pages.card),
            Route("/api/games/{game}/record", pages.record),
            Route("/api/games/{game}/picture", pages.picture),
            Route("/api/games/{game}/afterwards", pages.afterwards),
            *Papers(hall, scenarios).routes(),
            Route("/api/open-seats", pages.open_seats),
            Route("/api/showcase", pages.showcase),
            Route("/api/records", pages.open_record, methods=["POST"]),
            WebSocketRoute("/api/games/{game}", pages.play),
            WebSocketRoute("/api/fairness", laboratory.converse),
            WebSocketRoute("/api/laboratory", studies.converse),
            Route("/health", pages.health),
            Route("/metrics", pages.metrics),
            Route("/{path:path}", pages.client),
        ],
        middleware=[
            Middleware(Guard, local=local, limits=limits),
            Middleware(GZipMiddleware, minimum_size=1000, compresslevel=QUICKLY),
            Middleware(Piecemeal),
        ],
        exception_handlers={Refusal: refused, HTTPException: not_found},
        lifespan=life,
    )
    app.state.workers = hall.workers
    return app


async def share(limits: Limits, store: Store, name: str) -> None:
    """Limits cover all servers on a store together: once a second each hears what visitors spent at the others."""
    told: Spending = {}
    while True:
        await asyncio.sleep(BETWEEN_SHARES)
        spent = limits.to_tell()
        with contextlib.suppress(StoreFailed):
            for server, spending in (await store.share(name, spent if spent != told else None)).items():
                limits.hear(server, spending)
            told = spent


class Pages:
    """The answer of each address."""

    def __init__(self, hall: Hall, shelf: Shelf, open_metrics: bool, addresses: Sequence[str]) -> None:
        self.hall = hall
        self.shelf = shelf
        self.open_metrics = open_metrics
        self.addresses = addresses

    async def lobby(self, request: Request) -> Response:
        key = self.hall.knocker.public if self.hall.knocker is not None else ""
        if not await asyncio.to_thread(self.shelf.own):
            return (await self._beside(request, library_lobby, (key, tuple(self.addresses)))).answer(request)
        return document(await self._beside(request, lobby, self.shelf, key or None, self.addresses))

    async def showcase(self, request: Request) -> Response:
        return document(await self._beside(request, showcase))

    async def open_seats(self, request: Request) -> Response:
        return document(await self.hall.open_seats.found())

    async def rules(self, request: Request) -> Response:
        return (await self._beside(request, all_rules)).answer(request)

    async def keys(self, request: Request) -> Response:
        """The keys for checking this server's signatures."""
        return document(await self.hall.notary.published())

    async def scenario(self, request: Request) -> Response:
        name = request.path_params["name"]
        if not self.shelf.is_yours(name):
            return (await self._beside(request, library_scenario, name)).answer(request)
        return document(scenario_tree(await self._beside(request, self.shelf.load, name)))

    async def thumbnail(self, request: Request) -> Response:
        name = request.path_params["name"]
        if not self.shelf.is_yours(name):
            return (await self._beside(request, library_picture, name)).answer(request)
        svg = await self._beside(request, drawn, await self._beside(request, self.shelf.load, name))
        return Response(svg, media_type=SVG, headers={"cache-control": "no-cache"})

    async def _beside(self, request: Request, work: Callable[..., Found], *words: Any) -> Found:
        return await self.hall.workers.beside("page", visitor_of(request), work, *words)

    async def picture(self, request: Request) -> Response:
        """A picture of the game as it stands: anyone who may look at it knows where units are."""
        with visitor_of(request).knocking():
            match = (await self.hall.table(request.path_params["game"], visitor_of(request))).match
            match.sides_of(tokens(request))
        game = match.game if match.chronicle.has_begun() else match.chronicle.board.table
        battle = game.battle
        colours = colours_of(match.chronicle.board.scenario)
        if match.pictured is None or match.pictured[0] is not battle:
            match.pictured = (battle, await self._beside(request, poster, battle, game.ruleset.palette, colours))
        svg = match.pictured[1]
        return Response(svg, media_type=SVG, headers={"cache-control": "no-store"})

    async def afterwards(self, request: Request) -> Response:
        with visitor_of(request).knocking():
            match = (await self.hall.table(request.path_params["game"], visitor_of(request))).match
            sides = match.sides_of(tokens(request))
        if sides not in match.looked_back:
            words = question(match, sides)
            looked = self.hall.workers.ask("afterwards", visitor_of(request), words)
            match.looked_back[sides] = await while_here(request, looked)
        return written_document(match.looked_back[sides])

    async def make(self, request: Request) -> Response:
        body = await read_game(request)
        try:
            wanted = msgspec.json.decode(body, type=NewGame)
        except (msgspec.MsgspecError, RecursionError, ValueError) as problem:
            raise BadDocument(f"that is not a request for a game: {problem}") from None
        return document(await self.hall.make(wanted, visitor_of(request)), 201)

    async def card(self, request: Request) -> Response:
        with visitor_of(request).knocking():
            match = (await self.hall.table(request.path_params["game"], visitor_of(request))).match
            return document(card(match, tokens(request)))

    async def record(self, request: Request) -> Response:
        visitor = visitor_of(request)
        with visitor.knocking():
            text = await self.hall.record(request.path_params["game"], tokens(request), visitor)
        if len(text) > A_LONG_ANSWER:
            visitor.spend("megabytes", len(text) / 1_000_000)
        return Response(text, media_type="application/x-ndjson", headers={"cache-control": "no-store"})

    async def open_record(self, request: Request) -> Response:
        body = await read_body(request, BUDGETS["record"].largest)
        return document(await while_here(request, self.hall.open_record(body, visitor_of(request))), 201)

    async def health(self, request: Request) -> Response:
        """Whether games can be made and opened: StoreFailed if not."""
        await self.hall.check()
        return document({"status": "ok"})

    async def metrics(self, request: Request) -> Response:
        if not self.open_metrics and not is_near(request):
            raise HTTPException(404)
        tables = self.hall.tables.values()
        gauges = {"tables": len(tables), "clients": sum(len(table.clients) for table in tables)}
        gauges |= self.hall.workers.gauges()
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


async def not_found(request: Request, problem: Exception) -> Response:
    status = problem.status_code if isinstance(problem, HTTPException) else 404
    sentence = (
        "there is nothing at this address" if status == 404 else "this address does not take that kind of request"
    )
    return document(Problem(code="not-found", message=sentence), status)
