"""The laboratory's page: simulate, compare and balance in the background, with battles fought by the workers and their
findings in the sections of the report. An interrupted study picks up where it left off when asked for again."""

import asyncio
import pickle
import secrets
import time
from collections import OrderedDict
from collections.abc import AsyncIterator
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, field
from starlette.websockets import WebSocket

from ...rulesets.books import clauses_of
from ...rulesets.ledger import speaking_of
from ...scenario.writing import tree
from ...simulation.balancing import Option
from ...simulation.comparing import Comparison, Variant
from ...simulation.report.compared import verdict
from ...simulation.report.sections import (
    Section,
    about,
    balanced_sections,
    balanced_sentences,
    compared_sections,
    headline,
    sections,
)
from ...simulation.skill import refuse_one_level, sentence, taking_sides
from ...simulation.statistics import Tally
from ...simulation.trials.battle_report import read_line
from ...simulation.trials.summary import Summary
from ...simulation.trials.trial import Trial
from ..edge.limits import Visitor
from ..wire.lobby import Shelf
from ..wire.messages import Name, Received, Refused, Sent, Told
from ..wire.trees import Scenario as ScenarioTree
from ..workers.post import Battles
from ..workers.workers import Workers
from .asking import Stop, converse, send
from .fairness import quick
from .settings import NextRound, StudySetting, prepared, studied

BETWEEN_REPLIES = 0.4  # seconds
AT_A_TIME = 10  # battles
BETWEEN_LOOKS = 3.0  # between looks at the charts, while the battles go on
BATCH_SECONDS = 0.7
MOST_KEPT = 24  # interrupted studies to keep


class Investigate(Sent, tag="investigate"):
    """What do the battles show? Takes the place of a study that is under way."""

    scenario: Name | ScenarioTree
    kind: Literal["simulate", "compare", "balance"] = "simulate"
    # Battles; of a comparison, pairs; for each line of a balance.
    games: Annotated[int, Meta(ge=1, le=20_000)] = 400
    seed: Annotated[int, Meta(ge=0, lt=2**53)] = 1
    # The scenario to fight; for a comparison, the others too.
    settings: Annotated[list[StudySetting], Meta(min_length=1, max_length=6)] = field(
        default_factory=lambda: [StudySetting()]
    )
    # How much skill tells: a simulation is fought again with a player of this level on either side in turn.
    skill: Name = ""
    # Levels beyond the first setting's that a balance has to suit as well.
    levels: Annotated[list[Name], Meta(max_length=3)] = field(default_factory=list)
    # Things that a balance must leave alone.
    keep: Annotated[list[Name], Meta(max_length=100)] = field(default_factory=list)


class StudyTable(Told):
    headings: list[str]
    rows: list[list[str]]
    folded: str


class StudySection(Told):
    """`drawing` is SVG, with everything that comes from a scenario escaped."""

    title: str
    sentences: list[str]
    drawing: str
    table: StudyTable | None
    note: str
    is_map: bool


class StudyOption(Told):
    """A change that brings the battle nearer to even, and the battle with it."""

    words: str
    scenario: dict[str, Any]


class Study(Received, tag="study"):
    """The progress and the findings so far; sections come now and then, and at the end."""

    id: int
    # A description of the current battles.
    doing: str
    games: int
    # None where nobody knows yet how many there will be.
    wanted: int | None
    # The win rate of the first side so far.
    rate: float
    low: float
    high: float
    done: bool
    title: str = ""
    about: str = ""
    verdict: str = ""
    sections: list[StudySection] = field(default_factory=list)
    options: list[StudyOption] = field(default_factory=list)


StudyRequest = Investigate | Stop
StudyReply = Study | Refused
decoder = msgspec.json.Decoder(StudyRequest)


class Simulation:
    def __init__(self, trials: list[Trial], games: int, skill: str = "") -> None:
        self.trial = trials[0]
        self.summary = Summary(self.trial.scenario)
        self.better = taking_sides(self.trial, skill) if skill else None
        self.want(games)

    def want(self, games: int) -> None:
        self.each = max(games, self.summary.games())
        self.wanted = self.each * (3 if self.better else 1)

    def book(self) -> str:
        return self.trial.scenario.book

    async def run(self, dealing: "Dealing") -> AsyncIterator[str]:
        async for came in dealing.reports(pickle.dumps((self.trial,)), self.summary.games(), self.each):
            self.summary.add(read_line(came[0]))
            yield ""
        if self.better:
            async for words in paired(self.better, dealing, self.each):
                yield words

    def games(self) -> int:
        return self.summary.games() + (2 * self.better.games() if self.better else 0)

    def tally(self) -> Tally:
        return self.summary.tally

    def shown(self, done: bool) -> tuple[str, str, str, list[Section], list[Option]]:
        """Title, basis, verdict, sections and options. Maps come at the end: they are large."""
        said = done_or(done, self.summary.games(), self.each, headline(self.summary))
        skill = sentence(self.better) if self.better and self.games() == self.wanted else ""
        parts = sections(self.trial, self.summary, maps=done, skill=skill)
        return self.trial.scenario.title, about(self.trial, self.summary), said, parts, []


async def paired(comparison: Comparison, dealing: "Dealing", until: int) -> AsyncIterator[str]:
    trials = pickle.dumps(tuple(one.trial for one in comparison.variants))
    async for came in dealing.reports(trials, comparison.games(), until):
        comparison.add(tuple(read_line(line) for line in came))
        yield ""


class Comparing:
    def __init__(self, variants: list[Variant], games: int) -> None:
        self.comparison = Comparison(variants)
        self.want(games)

    def want(self, games: int) -> None:
        self.wanted = max(games, self.games())

    def book(self) -> str:
        return self.comparison.variants[0].trial.scenario.book

    async def run(self, dealing: "Dealing") -> AsyncIterator[str]:
        async for words in paired(self.comparison, dealing, self.wanted):
            yield words

    def games(self) -> int:
        return self.comparison.games()

    def tally(self) -> Tally:
        return self.comparison.tally(0)

    def shown(self, done: bool) -> tuple[str, str, str, list[Section], list[Option]]:
        first = self.comparison.variants[0]
        words = f"{self.games():,} pairs of battles with the same dice, seed {first.trial.seed}."
        said = done_or(done, self.games(), self.wanted, verdict(self.comparison)[0])
        return f"{first.trial.scenario.title}: compared", words, said, compared_sections(self.comparison), []


class Balancing:
    def __init__(self, trials: list[Trial], games: int, keep: frozenset[str]) -> None:
        self.trials = trials
        self.each = games
        self.keep = keep
        self.name = secrets.token_hex(8)  # workers remember the search by this
        self.rounds: list[list[Tally]] = []  # the rounds that are over
        self.wanted = None
        self.fought = 0
        self.found: tuple[Option, list[Option]] | None = None

    def want(self, games: int) -> None:
        """The number of battles is part of the question: its choices depend on it."""

    def book(self) -> str:
        return self.trials[0].scenario.book

    async def run(self, dealing: "Dealing") -> AsyncIterator[str]:
        while True:
            wanted = await dealing.studied("round", self.name, self.trials, self.each, self.keep, self.rounds)
            if not isinstance(wanted, NextRound):
                self.found = wanted
                return
            tallies = [Tally() for _ in range(wanted.number)]
            async for came in dealing.scores(wanted.trials, wanted.first, wanted.first + wanted.battles):
                for tally, score in zip(tallies, came, strict=True):
                    tally.add(score)
                self.fought += len(came)
                yield wanted.words
            self.rounds.append(tallies)

    def games(self) -> int:
        return self.fought

    def tally(self) -> Tally:
        return self.rounds[0][0] if self.rounds else Tally()

    def shown(self, done: bool) -> tuple[str, str, str, list[Section], list[Option]]:
        title = f"{self.trials[0].scenario.title}: how to make it fair"
        words = f"{self.each:,} battles for each line, seed {self.trials[0].seed}; {self.fought:,} fought in all."
        if self.found is None:
            return title, words, "", [], []
        as_it_is, options = self.found
        said = balanced_sentences(as_it_is, options, self.each)[-1]
        return title, words, said, balanced_sections(as_it_is, options, self.each), options


def done_or(done: bool, games: int, wanted: int | None, said: str) -> str:
    """The verdict, once all battles are fought: stopping at a moment of your choice proves nothing."""
    if not done:
        return ""
    early = f"Stopped after {games:,} of {wanted:,} battles: too early for a verdict."
    return said if games >= (wanted or 0) else early


Kind = Simulation | Comparing | Balancing


class Dealing:
    """Battles handed to the workers, as many at once as one visitor may have; their results come in order."""

    def __init__(self, workers: Workers, visitor: Visitor) -> None:
        self.workers = workers
        self.visitor = visitor

    async def studied(self, what: str, *words: Any) -> Any:
        return await studied(self.workers, self.visitor, what, *words)

    async def reports(self, trials: bytes, first: int, end: int) -> AsyncIterator[list[bytes]]:
        async for answer in self._answers("reports", trials, first, end):
            for number, one in enumerate(msgspec.msgpack.decode(answer, type=list[list[bytes]])):
                yield one
                if number % AT_A_TIME == 0:
                    await asyncio.sleep(0)  # they are summed up on the loop: others have their turn

    async def scores(self, trials: bytes, first: int, end: int) -> AsyncIterator[list[float]]:
        async for answer in self._answers("battles", trials, first, end):
            for one in msgspec.msgpack.decode(answer, type=list[list[float]]):
                yield one

    async def _answers(self, kind: str, trials: bytes, first: int, end: int) -> AsyncIterator[bytes]:
        """The trials are pickled."""
        size, following = 1, first
        out: list[tuple[int, float, asyncio.Task[bytes]]] = []
        try:
            while out or following < end:
                while following < end and len(out) < self.workers.at_once:
                    until = min(end, following + size)
                    words = msgspec.msgpack.encode(Battles(trials, following, until))
                    task = asyncio.create_task(self.workers.ask(kind, self.visitor, words))
                    out.append((until - following, time.monotonic(), task))
                    following = until
                number, begun, task = out.pop(0)
                yield await task
                pace = (time.monotonic() - begun) / number
                size = max(1, min(int(BATCH_SECONDS / max(pace, 1e-6)), 200))
        finally:
            for _, _, task in out:
                task.cancel()
            await asyncio.gather(*(task for _, _, task in out), return_exceptions=True)


class Cabinet:
    """Interrupted and finished studies, by their question. A study under way is out of the cabinet."""

    def __init__(self) -> None:
        self.kept: OrderedDict[bytes, Kind] = OrderedDict()

    def take(self, key: bytes) -> Kind | None:
        return self.kept.pop(key, None)

    def put(self, key: bytes, study: Kind) -> None:
        self.kept[key] = study
        while len(self.kept) > MOST_KEPT:
            self.kept.popitem(last=False)


def begun(asked: Investigate, variants: list[Variant], keep: frozenset[str]) -> Kind:
    trials = [one.trial for one in variants]
    if asked.kind == "compare":
        return Comparing(variants, asked.games)
    if asked.kind == "balance":
        return Balancing(trials, asked.games, keep)
    if asked.skill:
        refuse_one_level(trials[0], quick(asked.skill))
    return Simulation(trials, asked.games, asked.skill)


class StudyRoom:
    def __init__(self, shelf: Shelf, workers: Workers) -> None:
        self.shelf = shelf
        self.workers = workers
        self.cabinet = Cabinet()

    async def converse(self, socket: WebSocket) -> None:
        """Converse with one page until it leaves."""
        await converse(socket, decoder, self._answer)

    async def _answer(self, socket: WebSocket, visitor: Visitor, asked: Investigate) -> None:
        # A balance's choices depend on the number of its battles; the other studies just continue.
        each = asked.games if asked.kind == "balance" else 0
        asks = (asked.scenario, asked.kind, asked.seed, asked.settings, asked.skill, asked.levels, asked.keep, each)
        key = msgspec.msgpack.encode(asks)
        study = self.cabinet.take(key) or await self._begun(asked, visitor)
        study.want(asked.games)
        try:
            await self._follow(socket, visitor, asked, study)
        finally:
            self.cabinet.put(key, study)

    async def _begun(self, asked: Investigate, visitor: Visitor) -> Kind:
        variants, keep = await prepared(asked, self.shelf, self.workers, visitor)
        return await self.workers.beside("page", visitor, begun, asked, variants, keep)

    async def _follow(self, socket: WebSocket, visitor: Visitor, asked: Investigate, study: Kind) -> None:
        told = looked = time.monotonic()
        doing = ""
        try:
            async for words in study.run(Dealing(self.workers, visitor)):
                doing = words
                now = time.monotonic()
                if now - told > BETWEEN_REPLIES:
                    told = now
                    look = now - looked > BETWEEN_LOOKS
                    looked = now if look else looked
                    await send(socket, await self._told(asked, study, visitor, doing, done=False, look=look))
        except asyncio.CancelledError:
            await send(socket, await self._told(asked, study, visitor, doing, done=True, look=study.games() > 0))
            raise
        await send(socket, await self._told(asked, study, visitor, doing, done=True, look=True))

    async def _told(
        self, asked: Investigate, study: Kind, visitor: Visitor, doing: str, done: bool, look: bool
    ) -> Study:
        rate = study.tally().rate()
        found = Study(
            id=asked.id,
            doing=doing,
            games=study.games(),
            wanted=study.wanted,
            rate=rate.value,
            low=rate.low,
            high=rate.high,
            done=done,
        )
        if not look or not study.games():
            return found
        await self.workers.beside("page", visitor, show, study, found, done)
        return found


def show(study: Kind, told: Study, done: bool) -> None:
    """Show the findings so far; it may take a while."""
    with speaking_of(clauses_of(study.book())):
        told.title, told.about, told.verdict, parts, options = study.shown(done)
    told.sections = msgspec.convert(parts, list[StudySection], from_attributes=True)
    told.options = [StudyOption(words=one.words, scenario=tree(one.titled())) for one in options]
