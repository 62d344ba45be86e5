"""Addresses where the page asks for papers: the report of a battle, its animation and analysis, a pack to print."""

import pickle
import re

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ...game.errors import Refusal
from ..edge.answers import read_body, read_game, tokens, while_here, written_document
from ..edge.guard import visitor_of
from ..edge.limits import A_LONG_ANSWER, Visitor
from ..games.afterwards import look_back
from ..games.choosing import chosen_scenario
from ..tables.hall import Hall
from ..wire.lobby import Shelf
from ..workers.post import AnalysisAsked
from .prints import PrintWanted
from .reports import LARGEST, ZIPPED, ReportAsked, read_wanted

SPAN = re.compile(r"(\d{1,4})(?:-(\d{1,4}))?", re.ASCII)


class Papers:
    def __init__(self, hall: Hall, shelf: Shelf) -> None:
        self.hall = hall
        self.shelf = shelf

    def routes(self) -> list[Route]:
        return [
            Route("/api/games/{game}/report", self.report),
            Route("/api/games/{game}/report", self.keep, methods=["POST"]),
            Route("/api/games/{game}/animation", self.animation),
            Route("/api/games/{game}/analysis", self.analysis),
            Route("/api/print", self.print, methods=["POST"]),
        ]

    async def report(self, request: Request) -> Response:
        record = await self._record(request)
        return written_document(await self._asked(request, ReportAsked(record, "told")))

    async def keep(self, request: Request) -> Response:
        """The report as a file, as the player has edited it."""
        record = await self._record(request)
        # With its photographs it may be long enough to take a moment to read: a worker does that.
        made = await self._asked(request, ReportAsked(record, "written"), await read_body(request, LARGEST))
        kind = "application/zip" if made.startswith(ZIPPED) else "text/html; charset=utf-8"
        return _file(made, kind, visitor_of(request))

    async def animation(self, request: Request) -> Response:
        turns = request.query_params.get("turns", "")
        found = SPAN.fullmatch(turns)
        if turns and found is None:
            raise Refusal("give a turn or a range of turns, such as 3-5")
        first, last = (int(found[1]), int(found[2] or found[1])) if found else (1, 0)
        record = await self._record(request)
        made = await self._asked(request, ReportAsked(record, "animated", first, last))
        return _file(made, "image/svg+xml", visitor_of(request))

    async def analysis(self, request: Request) -> Response:
        visitor = visitor_of(request)
        with visitor.knocking():
            match = (await self.hall.table(request.path_params["game"], visitor)).match
            sides = match.sides_of(tokens(request))
        decisions = "decisions" in request.query_params
        if (sides, decisions) not in match.analysed:
            words = msgspec.msgpack.encode(AnalysisAsked(look_back(match, sides), decisions))
            asked = self.hall.workers.ask("decisions" if decisions else "analysis", visitor, words)
            match.analysed[sides, decisions] = await while_here(request, asked)
        return written_document(match.analysed[sides, decisions])

    async def print(self, request: Request) -> Response:
        wanted = read_wanted(await read_game(request), PrintWanted)
        visitor, workers = visitor_of(request), self.hall.workers
        scenario = await chosen_scenario(
            wanted.scenario, wanted.options, wanted.house_rules, self.shelf, workers, visitor
        )
        made = await while_here(request, workers.ask("print", visitor, pickle.dumps((scenario, wanted))))
        return _file(made, "application/pdf", visitor)

    async def _record(self, request: Request) -> str:
        visitor = visitor_of(request)
        with visitor.knocking():
            return await self.hall.record(request.path_params["game"], tokens(request), visitor)

    async def _asked(self, request: Request, asked: ReportAsked, body: bytes = b"") -> bytes:
        words = msgspec.msgpack.encode(asked)
        return await while_here(request, self.hall.workers.ask("report", visitor_of(request), words, body=body))


def _file(content: bytes, kind: str, visitor: Visitor) -> Response:
    """Save it, do not show it: it holds a player's own words and pictures."""
    if len(content) > A_LONG_ANSWER:
        visitor.spend("megabytes", len(content) / 1_000_000)
    headers = {"cache-control": "no-store", "content-disposition": "attachment"}
    return Response(content, media_type=kind, headers=headers)
