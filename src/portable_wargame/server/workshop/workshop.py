"""The workshop: the editor's requests over HTTP. Nothing here remembers a draft; the shelf keeps finished scenarios."""

import datetime
import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

import msgspec
from starlette.requests import Request as Asking
from starlette.responses import Response
from starlette.routing import Route

from ...game.errors import Refusal
from ...rulesets import RULESETS
from ...rulesets.books import VARIANTS
from ...scenario.checking.check import check, problems_of
from ...scenario.checking.remarks import remarks
from ...scenario.converting.conversion import Substitution, convert
from ...scenario.generating.army_lists import army_list, cost, raised
from ...scenario.generating.generator import COUNTRIES, KINDS, Request, generate
from ...scenario.generating.request import kinds_for
from ...scenario.generating.words import unit_names
from ...scenario.model import UnitEntry
from ...scenario.problems import BadScenario
from ...scenario.problems import Problem as Found
from ...scenario.reading import MOST_BYTES, build, examine, read_tree
from ...scenario.telling.short_names import short_names_in
from ...scenario.wording import listed
from ...scenario.writing import tree, write_tree
from ..edge.answers import Answer, BadDocument, document, read_body, while_here, workers_of, written_document
from ..edge.guard import visitor_of
from ..wire.documents import Wanted
from ..wire.lobby import card
from ..wire.messages import Told
from ..workers.budgets import A_PAGE
from .drafts import (
    ArmyWanted,
    BattleWanted,
    Checked,
    ConversionWanted,
    Converted,
    Draft,
    DraftWanted,
    Fault,
    FixWanted,
    Made,
    Opened,
    Raised,
    Saved,
    SheetWanted,
    TextWanted,
    ToSave,
    Written,
)
from .fixes import fixed, fixes_of, fixes_of_remarks
from .materials import brought_along, workshop
from .problem_places import cells_of
from .sheets import sheet
from .shelf import Shelf

Asked = TypeVar("Asked", bound=Wanted)

# A text of this many bytes, each of them written as an escape.
MOST_SENT = 6 * MOST_BYTES
MOST_FAULTS = 200
MOST_RAISED = 60  # units of one army
LONG = ("generate", "books/battle", "sheet")  # work that takes long, however little is sent
LARGEST_EXACT = 2**53  # beyond it the browser's numbers are not exact


def workshop_routes(shelf: Shelf) -> list[Route]:
    bench = Bench(shelf)
    return [
        Route("/api/workshop", told(lambda name: workshop())),
        *(Route(f"/api/{name}", edited(name, one), methods=["POST"]) for name, one in EDITING.items()),
        Route("/api/drafts/{name}", told(bench.open), methods=["GET"]),
        Route("/api/drafts/{name}", saved(ToSave, bench.save, shelf.check_writable), methods=["PUT"]),
        Route("/api/drafts/{name}", told(bench.delete), methods=["DELETE"]),
    ]


def checked(wanted: DraftWanted) -> Checked:
    found = check(wanted.scenario)
    brought = brought_along(wanted.scenario)
    if isinstance(found, list):
        faults = _faults(found, wanted.scenario)
        return Checked(faults=faults, remarks=[], brought=brought, card=None, short={})
    scenario, said = build(found), remarks(found)
    shown = _told(said, wanted.scenario, fixes_of_remarks(said, wanted.scenario))
    return Checked(faults=[], remarks=shown, brought=brought, card=card("", scenario), short=short_names_in(scenario))


def opened(wanted: TextWanted) -> Opened:
    found, checked = examine(wanted.text, wanted.name)
    problems = checked if isinstance(checked, list) else []
    scenario = _plain(found) if isinstance(found, dict) else None
    return Opened(scenario=scenario, faults=_faults(problems, scenario or {}), text=wanted.text)


def written(wanted: DraftWanted) -> Written:
    return Written(text=write_tree(with_its_book(wanted.scenario)))


def whole(wanted: DraftWanted) -> Made:
    """The draft ready to hand on: with its book, if that is somebody's own."""
    return Made(scenario=with_its_book(wanted.scenario))


def with_its_book(draft: Draft) -> Draft:
    own = VARIANTS.get(str(draft.get("ruleset")))
    if own is None or "book" in draft:
        return draft
    # Beside the ruleset, and not behind the map.
    return {key: value for name, one in draft.items() for key, value in _beside(name, one, own.tree)}


def _beside(name: str, value: Any, book: Draft) -> list[tuple[str, Any]]:
    return [(name, value), ("book", book)] if name == "ruleset" else [(name, value)]


def converted(wanted: ConversionWanted) -> Converted:
    scenario, substitutions = convert(read_tree(wanted.scenario), wanted.book, wanted.grid)
    return Converted(scenario=tree(scenario), substitutions=_together(substitutions))


def _together(substitutions: list[Substitution]) -> list[str]:
    """In sentences: something that happens to several units or cells is reported once."""
    alike: dict[Substitution, list[str]] = {}
    for one in substitutions:
        alike.setdefault(replace(one, what=""), []).append(one.what)
    return [replace(one, what=_all_of(what)).sentence() for one, what in alike.items()]


def _all_of(what: list[str]) -> str:
    names = [name.removeprefix("unit ") for name in what]
    if len(what) > 1 and all(name.startswith("unit ") for name in what):
        return f"units {listed(names, 'and')}"
    return listed(what, "and")


def generated(wanted: BattleWanted) -> Made:
    """The seed decides whatever is left open."""
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
        extras=wanted.extras,
        seed=wanted.seed,
    )
    return Made(scenario=tree(generate(request)))


def put_right(wanted: FixWanted) -> Made:
    return Made(scenario=fixed(wanted.scenario, wanted.fix, tuple(wanted.path)))


def army(wanted: ArmyWanted) -> Raised:
    """The units that the points buy, named as in a random battle; the draft says where they stand."""
    if wanted.book not in RULESETS:
        raise Refusal(f"there is no book {wanted.book[:40]!r} here; choose from {', '.join(RULESETS)}")
    luck = random.Random(wanted.seed)
    raised_units = raised(army_list(wanted.book, wanted.army), wanted.points, MOST_RAISED, luck)
    names = unit_names([name for _, name in raised_units], luck)
    units = [replace(unit, name=name) for (unit, _), name in zip(raised_units, names, strict=True)]
    usual = UnitEntry(id="", type="")
    told = [{key: value for key, value in vars(unit).items() if value != getattr(usual, key)} for unit in units]
    return Raised(units=told, points=sum(cost(wanted.book, unit) for unit in units))


@dataclass(frozen=True)
class Editing(Generic[Asked]):
    """An editor's request with a document: its contents, and the work on them."""

    wanted: type[Asked]
    work: Callable[[Asked], Told]

    def answer(self, body: bytes) -> bytes:
        return msgspec.json.encode(self.work(decoded(body, self.wanted)))


EDITING: dict[str, Editing[Any]] = {
    "check": Editing(DraftWanted, checked),
    "read": Editing(TextWanted, opened),
    "write": Editing(DraftWanted, written),
    "whole": Editing(DraftWanted, whole),
    "convert": Editing(ConversionWanted, converted),
    "generate": Editing(BattleWanted, generated),
    "army": Editing(ArmyWanted, army),
    "fix": Editing(FixWanted, put_right),
    "sheet": Editing(SheetWanted, sheet),
}


class Bench:
    """The requests about scenarios that have a name."""

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
    return _told(problems, draft, fixes_of(problems, draft))


def _told(problems: Sequence[Found], draft: Draft, fixes_of_each: list[list[str]]) -> list[Fault]:
    return [
        Fault(
            path=list(problem.path),
            message=problem.message,
            remedy=problem.remedy,
            clause=problem.clause,
            line=problem.line,
            column=problem.column,
            cells=cells_of(problem.path, draft),
            fixes=fixes,
        )
        for problem, fixes in zip(problems[:MOST_FAULTS], fixes_of_each[:MOST_FAULTS], strict=True)
    ]


def _plain(value: Any) -> Any:
    """A value that JSON and the browser can hold; TOML's dates, infinite and very large numbers become words."""
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


def decoded(body: bytes, wanted: type[Asked]) -> Asked:
    try:
        return msgspec.json.decode(body, type=wanted)
    except RecursionError:
        raise BadDocument("that is nested too deeply; a scenario has only a few levels") from None
    except (msgspec.MsgspecError, ValueError) as problem:
        raise BadDocument(f"that cannot be read: {problem}") from None


def told(work: Callable[[str], Told]) -> Answer:
    async def answer(request: Asking) -> Response:
        name = request.path_params.get("name", "")
        return document(await workers_of(request).beside("page", visitor_of(request), work, name))

    return answer


def edited(name: str, one: Editing[Any]) -> Answer:
    """A thread reads a page of text; a worker reads anything longer, as long as the sender waits."""

    async def answer(request: Asking) -> Response:
        body = await read_body(request, MOST_SENT)
        workers, visitor = workers_of(request), visitor_of(request)
        if len(body) <= A_PAGE and name not in LONG:
            return written_document(await workers.beside("page", visitor, one.answer, body))
        return written_document(await while_here(request, workers.ask("draft", visitor, name.encode() + b"\n" + body)))

    return answer


def saved(document_type: type[Asked], work: Callable[[Asked, str], Told], check: Callable[[], None]) -> Answer:
    """`check` says no before anything is read: on a server for others a long text would hold up games."""

    async def answer(request: Asking) -> Response:
        check()
        body = await read_body(request, MOST_SENT)

        def save(name: str) -> Told:
            return work(decoded(body, document_type), name)

        name = request.path_params["name"]
        return document(await workers_of(request).beside("page", visitor_of(request), save, name))

    return answer
