"""How fair is this? The battle fought again and again in processes of their own, while people go on playing."""

import asyncio
import concurrent.futures
import contextlib
import multiprocessing
import os
import signal
import threading
import time
from concurrent.futures.process import BrokenProcessPool
from typing import Annotated

import msgspec
from msgspec import Meta, field
from starlette.websockets import WebSocket, WebSocketDisconnect

from ...ai.opponents.players import LEVELS
from ...game.errors import Refusal
from ...scenario.wording import listed
from ...simulation import fairness
from ...simulation.statistics import Tally
from ...simulation.trials.running import estimate
from ...simulation.trials.trial import Trial
from ..edge.guard import visitor_of
from ..edge.limits import SlowDown
from ..tables.hall import scenario_of
from ..wire.documents import Settings
from ..wire.lobby import Shelf
from ..wire.messages import Name, Received, Refused, Sent
from ..wire.trees import Scenario

SEED = 1  # the same question has the same answer
WORKERS = max(1, (os.cpu_count() or 1) - 1)
BETWEEN_REPLIES = 0.2  # seconds
POLITE = 10  # how far the workers stand back for those who play


class Estimate(Sent, tag="estimate"):
    """How often does each side win? Takes the place of an estimate that is under way."""

    scenario: Name | Scenario
    options: list[Name] | None = None
    house_rules: Settings | None = None
    # By side; sergeants where nothing is said. Those who think by the clock would keep everybody waiting.
    levels: dict[str, Name] = field(default_factory=dict)
    games: Annotated[int, Meta(ge=1, le=10_000)] = 200


class Stop(Sent, tag="stop"):
    """No more of it."""


class Fairness(Received, tag="fairness"):
    """The battles so far. `rate` is the first side's share, a draw counting half; it lies between `low` and `high`
    with 95 % certainty once all are fought."""

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
    # Whether it is fair, in words; none before all are fought, for a look in between proves nothing.
    verdict: str


FairnessRequest = Estimate | Stop
FairnessReply = Fairness | Refused
decoder = msgspec.json.Decoder(FairnessRequest)


class Laboratory:
    """The worker processes, shared by all who ask; one estimate at a time."""

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf
        self.pool: concurrent.futures.ProcessPoolExecutor | None = None
        self.free = asyncio.Lock()

    def executor(self) -> concurrent.futures.ProcessPoolExecutor:
        if self.pool is None:
            context = multiprocessing.get_context("spawn")
            self.pool = concurrent.futures.ProcessPoolExecutor(WORKERS, mp_context=context, initializer=stand_back)
        return self.pool

    def close(self) -> None:
        if self.pool is not None:
            self.pool.shutdown(wait=False, cancel_futures=True)

    async def converse(self, socket: WebSocket) -> None:
        """With one page, until it leaves."""
        await socket.accept()
        under_way: tuple[asyncio.Task[None], threading.Event] | None = None
        with contextlib.suppress(WebSocketDisconnect, KeyError):
            while True:
                text = await socket.receive_text()
                try:
                    request = decoder.decode(text)
                except (msgspec.MsgspecError, RecursionError, ValueError) as problem:
                    message = f"that is no message of this protocol: {problem}"
                    await self._send(socket, Refused(id=None, code="bad-message", message=message))
                    continue
                await self._end(under_way)
                under_way = None
                if isinstance(request, Estimate):
                    try:
                        visitor_of(socket).spend("estimate")
                    except SlowDown as refusal:
                        await self._send(socket, Refused(id=request.id, code="slow-down", message=str(refusal)))
                        continue
                    stop = threading.Event()
                    under_way = (asyncio.create_task(self._answer(socket, request, stop)), stop)
        await self._end(under_way)

    async def _end(self, under_way: tuple[asyncio.Task[None], threading.Event] | None) -> None:
        if under_way is not None:
            task, stop = under_way
            stop.set()
            await asyncio.gather(task, return_exceptions=True)

    async def _answer(self, socket: WebSocket, request: Estimate, stop: threading.Event) -> None:
        try:
            scenario = scenario_of(request.scenario, request.options, request.house_rules, self.shelf)
            ids = [side.id for side in scenario.sides]
            levels = [quick(request.levels.get(side, "sergeant")) for side in ids]
            trial = Trial(scenario, (levels[0], levels[1]), SEED)
            tally = await self._estimate(trial, request, stop, socket)
            await self._send(socket, told(request, trial, tally, done=True))
        except BrokenProcessPool:
            self.pool = None
            message = "a worker process died; ask again"
            await self._send(socket, Refused(id=request.id, code="internal", message=message))
        except Refusal as refusal:
            await self._send(socket, Refused(id=request.id, code="bad-message", message=str(refusal)))

    async def _estimate(self, trial: Trial, request: Estimate, stop: threading.Event, socket: WebSocket) -> Tally:
        loop = asyncio.get_running_loop()
        last = 0.0

        def progress(tally: Tally) -> None:
            nonlocal last
            if time.monotonic() - last > BETWEEN_REPLIES and not stop.is_set():
                last = time.monotonic()
                sent = self._send(socket, told(request, trial, tally, done=False))
                asyncio.run_coroutine_threadsafe(sent, loop)

        async with self.free:
            return await asyncio.to_thread(estimate, trial, request.games, self.executor(), WORKERS, progress, stop)

    async def _send(self, socket: WebSocket, message: Received) -> None:
        # Whoever has left need not be told.
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await socket.send_text(msgspec.json.encode(message).decode())


def quick(level: str) -> str:
    """A level that does not think by the clock."""
    able = [name for name, row in LEVELS.items() if not row.by_the_clock]
    if level not in able:
        raise Refusal(f"levels: {level[:40]!r} will not do; it must be {listed(able)}")
    return level


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


def stand_back() -> None:
    """In a worker: leave Ctrl-C to the server and the machine to those who play, and end when the server does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=end_with_the_server, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(POLITE)


def end_with_the_server() -> None:
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(0)
