"""What one visitor cannot take from all others: the loop, the queue, the memory, the disk, the list of open seats."""

import asyncio
import gzip
import json
import shutil
import time
from collections import Counter, deque
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal, NamedTuple, cast

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from benchmarks.attacks.battles import giant, to_and_fro
from portable_wargame.record.chain import chained
from portable_wargame.record.reading import BadRecord
from portable_wargame.server.edge.answers import read_body
from portable_wargame.server.edge.guard import Guard
from portable_wargame.server.edge.limits import (
    LIMITS,
    MOST_ARRIVING,
    MOST_OPEN,
    NOBODY,
    Limit,
    Limits,
    SlowDown,
    Visitor,
)
from portable_wargame.server.edge.piecemeal import A_PIECE, Piecemeal
from portable_wargame.server.edge.sharing import Shared
from portable_wargame.server.games import match as matches
from portable_wargame.server.games.afterwards import undone
from portable_wargame.server.games.boards import Boards
from portable_wargame.server.games.bringing import MOST_REMEMBERED, looked_through
from portable_wargame.server.games.match import Match, weight_of
from portable_wargame.server.games.permission import NotAllowed
from portable_wargame.server.games.steps import Played
from portable_wargame.server.store.base import MOST_OFFERED, Line, Stored, StoreFailed, open_store
from portable_wargame.server.store.columns import Offer
from portable_wargame.server.store.sqlite import SQLiteStore
from portable_wargame.server.tables import table as tables
from portable_wargame.server.tables.hall import Hall
from portable_wargame.server.tables.openings import open_seats
from portable_wargame.server.wire.conversation import MOST_EARLY_LETTERS, Conversation
from portable_wargame.server.wire.documents import Computer, NewGame
from portable_wargame.server.wire.lobby import Library
from portable_wargame.server.wire.messages import Act, Overrule
from portable_wargame.server.workers import post
from portable_wargame.server.workers import queue as queues
from portable_wargame.server.workers.budgets import Budget, Lane
from portable_wargame.server.workers.post import Answer, Question
from portable_wargame.server.workers.queue import Queue

from .running import Server, Watching
from .scenes import duel, kept_game
from .siege import Intruder


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Hall]:
    store = SQLiteStore(tmp_path / "games.sqlite")
    one = Hall(store, Library())
    yield one
    await one.close()
    await store.close()


def visitor(number: int = 1, **limits: Limit) -> Visitor:
    return Visitor(Limits(limits or LIMITS, MOST_OPEN), f"192.0.2.{number}")


# -- the loop


class Heard(NamedTuple):
    headers: dict[bytes, bytes]
    body: bytes
    pieces: int
    turns: int  # that somebody else has had meanwhile


async def heard(body: bytes, accepts: str) -> Heard:
    async def answer(_: Any) -> Response:
        return Response(body, media_type="application/json")

    inside = [Middleware(GZipMiddleware, minimum_size=1000), Middleware(Piecemeal)]
    app = Starlette(routes=[Route("/", answer)], middleware=inside)
    came: list[Any] = []
    turns = 0

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        came.append(message)

    async def somebody_else() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    other = asyncio.create_task(somebody_else())
    headers = [(b"accept-encoding", accepts.encode())]
    scope = {"type": "http", "method": "GET", "path": "/", "query_string": b"", "headers": headers}
    await app(scope, receive, send)
    other.cancel()
    start, *parts = came
    return Heard(dict(start["headers"]), b"".join(part["body"] for part in parts), len(parts), turns)


@pytest.mark.anyio
@pytest.mark.parametrize("accepts", ["", "gzip"])
async def test_a_long_answer_goes_out_in_pieces_between_which_others_have_their_turn(accepts: str) -> None:
    body = b"".join(b"%d," % number for number in range(200_000))
    came = await heard(body, accepts)
    assert (gzip.decompress(came.body) if accepts else came.body) == body
    assert came.headers.get(b"content-encoding", b"").decode() == accepts
    assert came.pieces >= len(body) // A_PIECE
    assert came.turns >= len(body) // A_PIECE
    assert (await heard(b"x" * 2000, accepts)).pieces == 1


@pytest.mark.anyio
async def test_who_has_had_enough_of_the_loop_is_answered_by_workers(hall: Hall) -> None:
    made = await hall.make(NewGame(scenario=duel(), seed=3))
    one = Intruder(hall, made.game, Counter())
    one.visitor = visitor(loop=Limit(1, 0.001), message=Limit(1000, 1))
    await one.hears(json.dumps({"type": "join", "id": 1, "tokens": list(made.seats.values())}))
    survey = json.dumps({"type": "survey", "id": 2, "unit": "r1"})
    await one.hears(survey)
    assert not hall.workers.processes
    one.visitor.charge("loop", 5)
    await one.hears(survey)
    assert hall.workers.processes
    assert one.outcomes["Surveyed"] == 2


# -- the queue


@pytest.mark.anyio
async def test_nobody_waits_for_what_an_umpire_sets_on_a_large_board(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    beside = hall.workers.beside

    async def noted(kind: str, *words: Any) -> Any:
        asked.append(kind)
        return await beside(kind, *words)

    monkeypatch.setattr(hall.workers, "beside", noted)
    for scenario in (duel(), giant(60, 20)):
        table = await hall.table((await hall.make(NewGame(scenario=scenario, seed=3))).game)
        asked.clear()
        umpire = Watching()
        umpire.sides = (0, 1)
        ruling = Overrule(id=1, seq=0, changes=[{"set": "turn", "turn": 2}], reason="late")
        await table.grant(umpire, ruling)
        assert len(table.match.chronicle.steps) == 2
        assert asked == (["table"] if scenario["ruleset"] == "modern" else [])


@pytest.mark.anyio
async def test_a_newcomer_finds_room_in_a_full_line_and_who_has_most_in_it_makes_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(queues, "IN_LINE", 6)
    queue, budget = Queue(Lane(1)), Budget("apart", 1, in_line=100)
    await queue.enter(visitor(9), budget)
    greedy = [asyncio.ensure_future(queue.enter(visitor(1), budget)) for _ in range(4)]
    others = [asyncio.ensure_future(queue.enter(visitor(2), budget)) for _ in range(2)]
    await asyncio.sleep(0)
    assert queue.in_line() == 6
    with pytest.raises(SlowDown):
        await queue.enter(visitor(1), budget)  # who has most makes room for nobody but others
    late = asyncio.ensure_future(queue.enter(visitor(3), budget))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert [one.done() for one in greedy] == [False, False, False, True]
    with pytest.raises(SlowDown, match="try again"):
        greedy[3].result()
    queue.leave(visitor(9).address, 100.0)
    for one in (*greedy, *others, late):
        one.cancel()
    await asyncio.gather(*greedy, *others, late, return_exceptions=True)
    assert queue.in_line() == 0


@pytest.mark.anyio
async def test_what_many_ask_at_once_is_found_out_once_and_a_failure_is_not_kept() -> None:
    times, fails = 0, True

    async def look() -> int:
        nonlocal times
        times += 1
        await asyncio.sleep(0)
        if fails:
            raise StoreFailed("no")
        return times

    shared = Shared(look, 60)
    found = await asyncio.gather(*(shared.found() for _ in range(20)), return_exceptions=True)
    assert times == 1
    assert all(isinstance(one, StoreFailed) for one in found)
    fails = False
    assert [await shared.found(), await shared.found()] == [2, 2]


@pytest.mark.anyio
async def test_however_many_ask_after_the_health_of_a_server_it_is_looked_at_once_a_second(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    times = 0
    check = hall.store.check

    async def counted() -> None:
        nonlocal times
        times += 1
        await check()

    monkeypatch.setattr(hall.store, "check", counted)
    hall.well.seconds = 60
    await asyncio.gather(*(hall.check() for _ in range(50)))
    await hall.check()
    assert times == 1


# -- the memory


def test_uploads_of_one_address_are_only_so_large_together() -> None:
    limits = Limits(LIMITS, MOST_OPEN)
    with limits.arriving("a") as more, limits.arriving("a") as much_more, limits.arriving("b") as of_another:
        more(MOST_ARRIVING - 10)
        of_another(MOST_ARRIVING)
        with pytest.raises(SlowDown, match="still arriving"):
            much_more(11)
    assert not limits.uploads
    with Limits({}).arriving("a") as one:
        one(10 * MOST_ARRIVING)  # on one's own machine


@pytest.mark.anyio
async def test_an_upload_counts_until_it_is_answered() -> None:
    uploader = visitor(1)
    answered = asyncio.Event()

    async def app(scope: Any, receive: Any, send: Any) -> None:
        scope["visitor"] = uploader
        await read_body(Request(scope, receive), 1000)
        await answered.wait()

    async def receive() -> Any:
        return {"type": "http.request", "body": b"x" * 700, "more_body": False}

    scope = {"type": "http", "method": "POST", "path": "/", "query_string": b"", "headers": []}
    request = asyncio.create_task(Guard(app, False, uploader.limits)(scope, receive, cast(Any, receive)))
    await asyncio.sleep(0.01)
    assert uploader.limits.uploads[uploader.address] == 700
    answered.set()
    await request
    assert not uploader.limits.uploads


class Pipe:
    """Takes what is written to it, and counts."""

    def __init__(self) -> None:
        self.pieces: list[bytes] = []
        self.turns = 0

    def write(self, piece: bytes) -> None:
        self.pieces.append(piece)

    async def drain(self) -> None:
        self.turns += 1


@pytest.mark.anyio
async def test_a_long_question_is_put_to_a_worker_piece_by_piece() -> None:
    pipe = Pipe()
    await post.send(cast(Any, pipe), Question("report", 1, b"w" * 600_000, body=b"b" * 1_000_000))
    assert max(map(len, pipe.pieces)) <= post.A_PIECE and pipe.turns == len(pipe.pieces) > 6
    stream = asyncio.StreamReader()
    for part in post.packed(Answer(b"a" * 1_000_000, 1.5)):
        stream.feed_data(part)
    answer = await post.receive(stream)
    assert (answer.words, answer.seconds) == (b"a" * 1_000_000, 1.5)
    stream.feed_data(b"".join(post.packed(Answer(b"abc")))[:-1])
    stream.feed_eof()
    with pytest.raises(asyncio.IncompleteReadError):
        await post.receive(stream)


def test_a_record_on_a_large_board_has_fewer_lines() -> None:
    few, many = (asyncio.run(to_and_fro(giant(200, 40), pairs)) for pairs in (1, 4000))
    assert len(looked_through(few).lines) == 3
    with pytest.raises(BadRecord, match="too many for so large a board"):
        looked_through(many)
    assert weight_of(1600, 400) == 12
    assert weight_of(100, 20) == 1


@pytest.mark.anyio
async def test_a_visitor_sits_at_so_many_long_games_and_no_more(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    at = [await hall.table((await hall.make(NewGame(scenario=duel(), seed=3))).game) for _ in range(3)]
    monkeypatch.setattr(Match, "steps_by_size", lambda match: MOST_REMEMBERED * 0.6)
    one, other = visitor(1), visitor(2)
    hall.check_seat_for(one, at[0])
    seated = Watching()
    seated.visitor = one
    at[0].clients.append(seated)
    hall.check_seat_for(one, at[0])  # where he sits already
    hall.check_seat_for(other, at[1])
    with pytest.raises(SlowDown, match="leave one of them first"):
        hall.check_seat_for(one, at[1])
    at[0].clients.clear()


@pytest.mark.anyio
async def test_whose_games_grow_too_long_is_sent_away_from_the_longest(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Seated(Watching):
        away = False

        def leave(self) -> None:
            self.away = True

    sizes = [0.9, 0.8, 0.5]
    at = [await hall.table((await hall.make(NewGame(scenario=duel(), seed=3))).game) for _ in sizes]
    of = {table.match.id: int(share * MOST_REMEMBERED) for table, share in zip(at, sizes, strict=True)}
    monkeypatch.setattr(Match, "steps_by_size", lambda match: of[match.id])
    one, other = visitor(1), visitor(2)
    seats = []
    for party, table in ((one, at[0]), (other, at[0]), (one, at[1]), (one, at[2])):
        seated = Seated()
        seated.visitor = party
        table.clients.append(seated)
        seats.append(seated)
    hall.thin_out()
    assert [seated.away for seated in seats] == [True, False, False, False]
    for table in at:
        table.clients.clear()


@pytest.mark.anyio
async def test_a_battle_on_a_server_for_others_comes_to_an_end(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither people nor computers go on with it; whose own server it is may."""
    both: dict[str, Literal["human"] | Computer] = {side: Computer(level="recruit") for side in ("red", "blue")}
    made = await hall.make(NewGame(scenario=duel(), seed=3))
    played = await hall.table(made.game)
    fought = await hall.table((await hall.make(NewGame(scenario=duel(), seed=3, seats=both))).game)
    monkeypatch.setattr(matches, "MOST_STEPS", 1)
    asker = Watching()
    asker.sides, asker.visitor = (0, 1), visitor(1)
    wish = Act(id=1, seq=0, action={**played.match.tree_of(played.match.game.options()[0])})
    with pytest.raises(NotAllowed, match="the most steps that this server keeps"):
        await played.grant(asker, wish)
    fought.clients.append(asker)
    await fought.driver._answer()
    assert len(played.match.chronicle.steps) == len(fought.match.chronicle.steps) == 1
    asker.visitor = NOBODY
    await played.grant(asker, wish)
    await fought.driver._answer()
    assert len(played.match.chronicle.steps) == len(fought.match.chronicle.steps) == 2
    fought.clients.clear()


class Crowd(Watching):
    told = 0

    def send(self, message: bytes) -> None:
        self.told += b'"type":"around"' in message


@pytest.mark.anyio
async def test_a_crowd_hears_of_many_who_come_at_once(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "SOON", 0.05)
    table = await hall.table((await hall.make(NewGame(scenario=duel(), seed=3))).game)
    crowd = [Crowd() for _ in range(100)]
    for number, one in enumerate(crowd):
        table.join(one, number, -1)
    assert sum(one.told for one in crowd) <= tables.A_CROWD**2
    before = crowd[0].told
    while crowd[0].told == before:
        await asyncio.sleep(0.01)
    assert json.loads(crowd[0].around)["around"]["spectators"] == 100
    monkeypatch.setattr(tables, "MOST_WATCHING", 100)
    with pytest.raises(SlowDown, match="are already watching"):
        table.check_room_for(())
    table.check_room_for((1,))
    for one in crowd:
        table.leave(one)


# -- the disk


@pytest.mark.anyio
async def test_on_a_disk_that_is_nearly_full_battles_go_on_and_none_begins(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = (await hall.table((await hall.make(NewGame(scenario=duel(), seed=3))).game)).match
    usage = shutil.disk_usage("/")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(total=10**12, free=10**7))
    with pytest.raises(StoreFailed, match="nearly full"):
        await hall.make(NewGame(scenario=duel(), seed=3))
    await match.play(match.game.options()[0])
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(total=10**6, free=10**5))
    await hall.make(NewGame(scenario=duel(), seed=3))  # a small disk, of which there is enough


@pytest.mark.anyio
async def test_one_visitor_fills_no_disk(hall: Hall) -> None:
    one, other = (visitor(number, kept=Limit(2, 0.000_001)) for number in (1, 2))
    made = await hall.make(NewGame(scenario=duel(), seed=3), one)
    stored = await hall.store.load(made.game)
    assert stored is not None
    size = sum(len(line.text) for line in stored.lines) / 1_000_000
    assert one.limits.buckets["kept", one.address][0] == pytest.approx(2 - size, abs=1e-4)
    one.charge("kept", 1.5)
    with pytest.raises(SlowDown):
        await hall.make(NewGame(scenario=duel(), seed=3), one)
    await hall.make(NewGame(scenario=duel(), seed=3), other)


@pytest.mark.anyio
async def test_nobody_hides_the_open_seats_of_others_behind_their_own(hall: Hall) -> None:
    modest = await hall.make(NewGame(scenario=duel(), open=True), visitor(1))
    for _ in range(MOST_OFFERED + 3):
        await hall.make(NewGame(scenario=duel(), open=True), visitor(2))
    seats = (await open_seats(hall.store)).seats
    assert len(seats) == MOST_OFFERED + 1
    assert modest.game in [seat.game for seat in seats]
    assert "192.0.2" not in str([game.open for game in await hall.store.open_games()])


@pytest.mark.anyio
async def test_however_many_seats_one_offers_those_of_others_stay_on_the_list(address: str) -> None:
    store = await open_store(address)
    for number in range(2):
        by_many = Offer("red", "t", by="" if number else "modest")
        await store.create(replace(kept_game(f"first {number}"), open=by_many, created="2026-01-01"))
    greedy = [replace(kept_game(str(number)), open=Offer("red", "t", by="greedy")) for number in range(310)]
    await asyncio.gather(*(store.create(game) for game in greedy))
    found = [game.id for game in await store.open_games()]
    assert len(found) == MOST_OFFERED + 2 and {"first 0", "first 1"} <= set(found)
    await store.close()


# -- memory


@pytest.mark.anyio
async def test_what_is_said_while_a_hint_is_thought_of_takes_little_memory() -> None:
    class Talking:
        """Says as much as fits into a message, as often as it is heard."""

        async def receive_text(self) -> str:
            await asyncio.sleep(0)
            return "x" * 64_000

    talker = Conversation.__new__(Conversation)
    talker.socket, talker.early, talker.next = cast(Any, Talking()), deque(), None
    await talker._while_here(asyncio.sleep(0.1))
    assert sum(map(len, talker.early)) <= MOST_EARLY_LETTERS + 64_000


# -- long records


def with_reseating(times: int) -> list[str]:
    """A record in which a seat has changed hands so often."""
    header, start = map(json.loads, asyncio.run(to_and_fro(giant(8, 12), 1)).splitlines()[:2])
    del header["chain"], start["chain"]
    lines = [header, start]
    for number in range(times):
        seat = {"reseated": True, "side": "red", "because": "consent", "back-to": number + 2, "hash": start["hash"]}
        lines.append(seat)
    return [json.dumps(line, separators=(",", ":")) for line in lines]


def test_opening_does_not_grow_with_the_square_of_the_seats_given_away(tmp_path: Path) -> None:
    looked_through(chained(with_reseating(20)))  # such a record is all right

    def cost(times: int) -> float:
        stored = Stored("g", {"red": "", "blue": ""}, {}, {}, {}, True, [Line(text) for text in with_reseating(times)])
        begun = time.process_time()
        Match(store, stored, Boards())
        return time.process_time() - begun

    store = SQLiteStore(tmp_path / "games.sqlite")
    cost(10)
    few, many = cost(500), cost(8000)
    assert many < 16 * 4 * few
    asyncio.run(store.close())


def step(undoes: int | None = None, back_to: int | None = None) -> Played:
    found = Played.__new__(Played)
    found.undoes, found.back_to = undoes, back_to
    return found


def test_what_was_taken_back_is_known_without_looking_at_it_again_and_again() -> None:
    # 0 start, 1 acts, 2 takes it back, 3 acts, 4 acts, 5 all agree to go back to 1: there, what 1 did stands.
    steps = [step(), step(), step(undoes=1), step(), step(), step(back_to=1), step()]
    assert undone(steps) == {2, 3, 4}
    assert undone([step(), step(), step(undoes=1), step()]) == {1}
    many = [step(), *(step(back_to=0) for _ in range(30_000))]
    assert undone(many) == set(range(1, 30_000))  # in no time, not in half a billion steps


def test_the_end_of_a_battle_is_told_by_a_worker_and_once(server: Server) -> None:
    wanted = {"scenario": "toll-house", "seed": 3, "seats": {side: {"level": "recruit"} for side in ("red", "blue")}}
    made = server.http.post("/api/games", json=wanted).json()
    with server.join(made["game"]) as watching:
        while watching.now["question"] is not None:
            watching.hear()

    def asked() -> int:
        text = server.http.get("/metrics").text.splitlines()
        found = [line.split()[1] for line in text if line.startswith('portable_wargame_questions_total{kind="after')]
        return int(float(found[0])) if found else 0

    before = asked()
    told = [server.http.get(f"/api/games/{made['game']}/afterwards").json() for _ in range(3)]
    assert told[0] == told[1] == told[2]
    assert told[0]["ending"]
    assert asked() == before + 1


@pytest.mark.anyio
async def test_a_visitor_with_many_lines_has_one_turn_at_a_time() -> None:
    order: list[int] = []

    async def work(one: Visitor, number: int) -> None:
        async with one.turn():
            order.append(number)
            await asyncio.sleep(0)

    crowd, other = visitor(1), visitor(2)
    crowd.limits = other.limits = Limits(LIMITS)
    await asyncio.gather(*(work(crowd, 1) for _ in range(20)), work(other, 2))
    assert 2 in order[:3]
    assert not other.limits.turns  # nobody who has gone is remembered
    alone = Visitor(Limits({}), "127.0.0.1")
    order.clear()
    await asyncio.gather(*(work(alone, 1) for _ in range(20)), work(alone, 2))
    assert order[-1] == 2  # on one's own machine nobody waits for anybody
