"""The workshop: what the editor asks for over HTTP. Nothing here remembers a draft; the shelf keeps what is done."""

import datetime
import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request as Asking
from starlette.responses import Response
from starlette.routing import Route

from ...rulesets import RULESETS
from ...scenario.checking.check import check, problems_of
from ...scenario.converting.conversion import Substitution, convert
from ...scenario.generating.generator import COUNTRIES, KINDS, Request, generate
from ...scenario.generating.request import kinds_for
from ...scenario.problems import BadScenario
from ...scenario.problems import Problem as Found
from ...scenario.reading import MOST_BYTES, build, examine, read_tree
from ...scenario.wording import listed
from ...scenario.writing import tree, write_tree
from ..edge.application import Answer, BadDocument, document, read_body
from ..wire.documents import Wanted
from ..wire.lobby import card
from ..wire.messages import Told
from .drafts import (
    BattleWanted,
    Checked,
    ConversionWanted,
    Converted,
    Draft,
    DraftWanted,
    Fault,
    Made,
    Opened,
    Saved,
    TextWanted,
    ToSave,
    Written,
)
from .materials import workshop
from .problem_places import cells_of
from .shelf import Shelf

Asked = TypeVar("Asked", bound=Wanted)

# A text of so many bytes, each of them written as an escape.
MOST_SENT = 6 * MOST_BYTES
MOST_FAULTS = 200
LARGEST_EXACT = 2**53  # beyond it the browser's numbers are not whole


def workshop_routes(shelf: Shelf) -> list[Route]:
    bench = Bench(shelf)
    return [
        Route("/api/workshop", _told(lambda name: workshop())),
        Route("/api/check", _asked(DraftWanted, checked), methods=["POST"]),
        Route("/api/read", _asked(TextWanted, opened), methods=["POST"]),
        Route("/api/write", _asked(DraftWanted, written), methods=["POST"]),
        Route("/api/convert", _asked(ConversionWanted, converted), methods=["POST"]),
        Route("/api/generate", _asked(BattleWanted, generated), methods=["POST"]),
        Route("/api/drafts/{name}", _told(bench.open), methods=["GET"]),
        Route("/api/drafts/{name}", _asked(ToSave, bench.save), methods=["PUT"]),
        Route("/api/drafts/{name}", _told(bench.delete), methods=["DELETE"]),
    ]


def checked(wanted: DraftWanted, _: str = "") -> Checked:
    found = check(wanted.scenario)
    if isinstance(found, list):
        return Checked(faults=_faults(found, wanted.scenario), card=None)
    return Checked(faults=[], card=card("", build(found)))


def opened(wanted: TextWanted, _: str = "") -> Opened:
    found, checked = examine(wanted.text, wanted.name)
    problems = checked if isinstance(checked, list) else []
    scenario = _plain(found) if isinstance(found, dict) else None
    return Opened(scenario=scenario, faults=_faults(problems, scenario or {}), text=wanted.text)


def written(wanted: DraftWanted, _: str = "") -> Written:
    return Written(text=write_tree(wanted.scenario))


def converted(wanted: ConversionWanted, _: str = "") -> Converted:
    scenario, substitutions = convert(read_tree(wanted.scenario), wanted.book, wanted.grid)
    return Converted(scenario=tree(scenario), substitutions=_together(substitutions))


def _together(substitutions: list[Substitution]) -> list[str]:
    """In sentences: what befalls several units or cells alike is said once."""
    alike: dict[Substitution, list[str]] = {}
    for one in substitutions:
        alike.setdefault(replace(one, what=""), []).append(one.what)
    return [replace(one, what=_all_of(what)).sentence() for one, what in alike.items()]


def _all_of(what: list[str]) -> str:
    names = [name.removeprefix("unit ") for name in what]
    if len(what) > 1 and all(name.startswith("unit ") for name in what):
        return f"units {listed(names, 'and')}"
    return listed(what, "and")


def generated(wanted: BattleWanted, _: str = "") -> Made:
    """What is not said is chosen by the seed."""
    kinds = kinds_for(RULESETS[wanted.book]) if wanted.book in RULESETS else list(KINDS)
    countries = list(COUNTRIES)
    first, second = (*wanted.armies, "", "")[:2]
    request = Request(
        book=wanted.book,
        grid=wanted.grid,
        columns=wanted.columns,
        rows=wanted.rows,
        points=wanted.points,
        kind=wanted.kind or kinds[wanted.seed % len(kinds)],
        country=wanted.country or countries[wanted.seed // len(kinds) % len(countries)],
        armies=(first, second),
        options=wanted.options,
        seed=wanted.seed,
    )
    return Made(scenario=tree(generate(request)))


class Bench:
    """What is done with scenarios that have a name."""

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf

    def open(self, name: str) -> Opened:
        return opened(TextWanted(text=self.shelf.text(name), name=f"{name}.toml"))

    def save(self, wanted: ToSave, name: str) -> Saved:
        problems = problems_of(wanted.scenario)
        if problems:
            raise BadScenario(problems[:MOST_FAULTS])
        self.shelf.save(name, wanted.scenario, wanted.overwrite)
        return Saved(name=name)

    def delete(self, name: str) -> Saved:
        self.shelf.delete(name)
        return Saved(name=name)


def _faults(problems: list[Found], draft: Draft) -> list[Fault]:
    return [
        Fault(
            path=list(problem.path),
            message=problem.message,
            remedy=problem.remedy,
            clause=problem.clause,
            line=problem.line,
            column=problem.column,
            cells=cells_of(problem.path, draft),
        )
        for problem in problems[:MOST_FAULTS]
    ]


def _plain(value: Any) -> Any:
    """What JSON and the browser can hold; TOML's dates, endless numbers and very large ones become words."""
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_plain(inner) for inner in value]
    if isinstance(value, (datetime.date, datetime.time)):
        return value.isoformat()
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if isinstance(value, int) and abs(value) > LARGEST_EXACT:
        return "a huge number"
    return value


# -- HTTP


def _told(work: Callable[[str], Told]) -> Answer:
    async def answer(request: Asking) -> Response:
        return document(await run_in_threadpool(work, request.path_params.get("name", "")))

    return answer


def _asked(wanted: type[Asked], work: Callable[[Asked, str], Told]) -> Answer:
    """The work is done beside the loop that serves the games."""

    async def answer(request: Asking) -> Response:
        body = await read_body(request, MOST_SENT)
        try:
            asked = msgspec.json.decode(body, type=wanted)
        except RecursionError:
            raise BadDocument("what was sent is nested too deeply; a scenario has a few levels") from None
        except (msgspec.MsgspecError, ValueError) as problem:
            raise BadDocument(f"what was sent cannot be read: {problem}") from None
        return document(await run_in_threadpool(work, asked, request.path_params.get("name", "")))

    return answer
