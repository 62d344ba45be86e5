"""How fair is this? Workers fight the battle again and again, while people play on."""

import asyncio
import pickle
import time
from collections.abc import AsyncIterator
from typing import Annotated

import msgspec
from msgspec import Meta, field
from starlette.websockets import WebSocket

from ...ai.opponents.players import LEVELS
from ...game.errors import Refusal
from ...scenario.wording import listed
from ...simulation import fairness
from ...simulation.comparing import Differences
from ...simulation.report.compared import won
from ...simulation.statistics import Interval, Tally
from ...simulation.trials.trial import Trial
from ..edge.limits import Visitor
from ..games.choosing import chosen_scenario
from ..wire.documents import Settings
from ..wire.lobby import Shelf
from ..wire.messages import Name, Received, Refused, Sent
from ..wire.trees import Scenario
from ..workers.post import Battles
from ..workers.workers import Workers
from .asking import Stop, converse, send

SEED = 1  # the same question has the same answer
BETWEEN_REPLIES = 0.2  # seconds
BATCH_SECONDS = 0.5


class Estimate(Sent, tag="estimate"):
    """How often does each side win? Takes the place of an estimate under way."""

    scenario: Name | Scenario
    options: list[Name] | None = None
    house_rules: Settings | None = None
    # By side; by default sergeants. Levels that think by the clock would keep everybody waiting.
    levels: dict[str, Name] = field(default_factory=dict)
    games: Annotated[int, Meta(ge=1, le=10_000)] = 200
    # The battle before the change: the question is then the difference, with the same dice.
    against: Scenario | None = None


class Fairness(Received, tag="fairness"):
    """The battles so far. `rate` is the first side's share, a draw counting half; it lies between `low` and `high`
    with 95% certainty once all are fought."""

    id: int
    games: int
    wanted: int
    # By side.
    wins: dict[str, int]
    draws: int
    rate: float
    low: float
    high: float
    # Nothing more will come: all are fought, or it was stopped.
    done: bool
    # Whether it is fair, in words; empty until all are fought, because a look in between proves nothing.
    verdict: str


class Difference(Received, tag="difference"):
    """How much better the first side does than in the battle `against`, pair by pair: between `low` and `high` with
    95% certainty once all are fought."""

    id: int
    games: int
    wanted: int
    rate: float
    before: float
    apart: float
    low: float
    high: float
    done: bool
    # The verdict, in words; empty until all are fought.
    verdict: str


FairnessRequest = Estimate | Stop
FairnessReply = Fairness | Difference | Refused
decoder = msgspec.json.Decoder(FairnessRequest)


class Laboratory:
    """The workers fight battles, a second's worth at a time; between them others have their turn."""

    def __init__(self, shelf: Shelf, workers: Workers) -> None:
        self.shelf = shelf
        self.workers = workers

    async def converse(self, socket: WebSocket) -> None:
        """Converse with one page until it leaves."""
        await converse(socket, decoder, self._answer)

    async def _answer(self, socket: WebSocket, visitor: Visitor, request: Estimate) -> None:
        scenario = await chosen_scenario(
            request.scenario, request.options, request.house_rules, self.shelf, self.workers, visitor
        )
        ids = [side.id for side in scenario.sides]
        levels = [quick(request.levels.get(side, "sergeant")) for side in ids]
        trial = Trial(scenario, (levels[0], levels[1]), SEED)
        trials: tuple[Trial, ...] = (trial,)
        if request.against is not None:
            before = await chosen_scenario(request.against, None, None, self.shelf, self.workers, visitor)
            trials = (Trial(before, trial.levels, SEED), trial)
        fighting = Fighting(trials, request.games, self.workers, visitor)
        try:
            async for _ in fighting.progress():
                await send(socket, reckoned(request, trial, fighting, done=False))
        except asyncio.CancelledError:
            await send(socket, reckoned(request, trial, fighting, done=True))
            raise
        await send(socket, reckoned(request, trial, fighting, done=True))


class Fighting:
    """All battles of an estimate, as many at once as one visitor may have; of two trials, pair by pair."""

    def __init__(self, trials: tuple[Trial, ...], games: int, workers: Workers, visitor: Visitor) -> None:
        self.words = pickle.dumps(trials)
        self.games = games
        self.workers = workers
        self.visitor = visitor
        self.tally = Tally()
        self.pairs = Differences(1.0)
        self.begun = 0  # battles
        self.size = 1  # of a batch

    async def progress(self) -> AsyncIterator[None]:
        """Now and then, when there is something new to tell."""
        at_once = self.workers.at_once
        hands = {asyncio.create_task(self._fight()) for _ in range(min(at_once, self.games))}
        last = 0.0
        try:
            while hands:
                done, hands = await asyncio.wait(hands, return_when=asyncio.FIRST_COMPLETED)
                for one in done:
                    one.result()
                    if self.begun < self.games:
                        hands.add(asyncio.create_task(self._fight()))
                if hands and time.monotonic() - last > BETWEEN_REPLIES:
                    last = time.monotonic()
                    yield
        finally:
            for one in hands:
                one.cancel()
            await asyncio.gather(*hands, return_exceptions=True)

    async def _fight(self) -> None:
        first, self.begun = self.begun, min(self.games, self.begun + self.size)
        words = msgspec.msgpack.encode(Battles(self.words, first, self.begun))
        number, begun = self.begun - first, time.monotonic()
        answer = await self.workers.ask("battles", self.visitor, words)
        for came in msgspec.msgpack.decode(answer, type=list[tuple[float, ...]]):
            if len(came) == 1:
                self.tally.add(came[0])
            else:
                self.pairs.add(came[1], came[0])
        pace = (time.monotonic() - begun) / number
        left = max(1, (self.games - self.begun) // (2 * self.workers.at_once))
        self.size = max(1, min(int(BATCH_SECONDS / max(pace, 1e-6)), left))


def quick(level: str) -> str:
    """A level quick enough for many battles while somebody waits."""
    able = [name for name, row in LEVELS.items() if not row.thinks_ahead]
    if level not in able:
        raise Refusal(f"levels: {level[:40]!r} won't do; it must be {listed(able)}")
    return level


def reckoned(request: Estimate, trial: Trial, fighting: Fighting, done: bool) -> Fairness | Difference:
    if request.against is not None:
        return apart(request, trial, fighting.pairs, done)
    return told(request, trial, fighting.tally, done)


def told(request: Estimate, trial: Trial, tally: Tally, done: bool) -> Fairness:
    rate = tally.rate()
    first, second = trial.scenario.sides
    names = (first.name or first.id, second.name or second.id)
    all_fought = tally.games() >= request.games
    return Fairness(
        id=request.id,
        games=tally.games(),
        wanted=request.games,
        wins={first.id: tally.wins, second.id: tally.losses},
        draws=tally.draws,
        rate=rate.value,
        low=rate.low,
        high=rate.high,
        done=done,
        verdict=fairness.verdict(rate, names, tally.games()).sentence if all_fought else "",
    )


def apart(request: Estimate, trial: Trial, pairs: Differences, done: bool) -> Difference:
    side = trial.scenario.sides[0]
    before, rate = pairs.means() if pairs.number else (0.5, 0.5)
    interval = pairs.interval() if pairs.number else Interval(0.0, -1.0, 1.0)
    return Difference(
        id=request.id,
        games=pairs.number,
        wanted=request.games,
        rate=rate,
        before=before,
        apart=interval.value,
        low=interval.low,
        high=interval.high,
        done=done,
        verdict=f"{won(interval, side.name or side.id)}." if pairs.number >= request.games else "",
    )
