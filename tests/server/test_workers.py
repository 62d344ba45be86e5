"""Costly questions: each within its budget, apart from the games, and everybody in their turn."""

import asyncio
import json
import pickle
import socket
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import msgspec
import pytest

from benchmarks.attacks.battles import giant, to_and_fro
from portable_wargame.game.errors import Refusal
from portable_wargame.scenario.reading import read_tree
from portable_wargame.server.edge.limits import NOBODY, Limit, Limits, SlowDown, Visitor
from portable_wargame.server.workers import budgets
from portable_wargame.server.workers.budgets import BUDGETS, LANES, Budget, Lane, OutOfBudget
from portable_wargame.server.workers.post import Battles
from portable_wargame.server.workers.queue import Queue
from portable_wargame.server.workers.workers import Workers
from portable_wargame.simulation.trials.trial import Trial

from .running import SECONDS, Server
from .scenes import duel

PUBLIC = ("--proxy", "127.0.0.1")


@pytest.fixture
async def workers() -> AsyncIterator[Workers]:
    one = Workers()
    yield one
    await one.close()


def visitor(number: int, **limits: Limit) -> Visitor:
    return Visitor(Limits(limits), f"192.0.2.{number}")


def endless() -> bytes:
    """A battle that takes a computer many minutes."""
    trial = Trial(read_tree(giant()), ("captain", "captain"), 1)
    return msgspec.msgpack.encode(Battles(pickle.dumps((trial,)), 0, 1))


# -- the queue


@pytest.mark.anyio
async def test_whoever_has_had_least_goes_first() -> None:
    queue = Queue(Lane(2))
    greedy, modest = visitor(1), visitor(2)
    budget = Budget("apart", 1, in_line=100)
    served: list[str] = []

    async def ask(one: Visitor, seconds: float) -> None:
        await queue.enter(one, budget)
        served.append(one.address)
        await asyncio.sleep(0)
        queue.leave(one.address, seconds)

    many = [asyncio.ensure_future(ask(greedy, 1.0)) for _ in range(50)]
    await asyncio.sleep(0)
    await asyncio.gather(*(ask(modest, 0.1) for _ in range(5)))
    assert served.count(greedy.address) <= 10
    await asyncio.gather(*many)
    assert not queue.at_work
    assert not queue.waiting


@pytest.mark.anyio
async def test_one_visitor_never_has_all_the_hands() -> None:
    queue = Queue(Lane(3))
    greedy, modest = visitor(1), visitor(2)
    budget = Budget("apart", 1, in_line=100)
    many = [asyncio.ensure_future(queue.enter(greedy, budget)) for _ in range(10)]
    await asyncio.sleep(0)
    assert queue.at_work[greedy.address] == 2
    await asyncio.wait_for(queue.enter(modest, budget), 1)
    for one in many:
        one.cancel()
    await asyncio.gather(*many, return_exceptions=True)


@pytest.mark.anyio
async def test_a_line_has_an_end_and_says_when_to_come_back() -> None:
    queue = Queue(Lane(1))
    greedy = visitor(1)
    budget = Budget("apart", 1, in_line=3)
    waiting = [asyncio.ensure_future(queue.enter(greedy, budget)) for _ in range(4)]
    await asyncio.sleep(0)
    with pytest.raises(SlowDown, match=r"try again in \d+ s") as refusal:
        await queue.enter(greedy, budget)
    assert refusal.value.seconds > 0
    for one in waiting[1:]:
        one.cancel()
    await asyncio.gather(*waiting[1:], return_exceptions=True)
    assert queue.in_line() == 0
    queue.leave(greedy.address, 0)


@pytest.mark.anyio
async def test_whoever_gives_up_in_the_moment_of_his_turn_keeps_no_place() -> None:
    queue = Queue(Lane(1))
    budget = Budget("apart", 1)
    first, second = visitor(1), visitor(2)
    await queue.enter(first, budget)
    waiting = asyncio.ensure_future(queue.enter(second, budget))
    await asyncio.sleep(0)
    queue.leave(first.address, 0)  # the turn is given ...
    waiting.cancel()  # ... and not taken
    await asyncio.gather(waiting, return_exceptions=True)
    assert not queue.at_work


# -- budgets


def test_every_budget_is_for_a_lane_that_there_is() -> None:
    assert {budget.lane for budget in BUDGETS.values()} == set(LANES)
    # Whatever is done apart can be ended, and is.
    assert all(budget.seconds > 0 for budget in BUDGETS.values() if not LANES[budget.lane].threads)


def test_what_takes_minutes_keeps_nobody_elses_questions_waiting() -> None:
    assert all(budget.seconds <= 30 for budget in BUDGETS.values() if budget.lane == "apart")


@pytest.mark.anyio
async def test_work_beyond_its_budget_is_ended(workers: Workers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(budgets.BUDGETS, "battles", Budget("apart", 1))
    begun = time.monotonic()
    one = visitor(1, work=Limit(60, 0.5))
    with pytest.raises(OutOfBudget, match="more than this server allows: 1 s"):
        await workers.ask("battles", one, endless())
    assert time.monotonic() - begun < 60
    assert not workers.queues["apart"].at_work
    assert one.limits.buckets["work", one.address][0] < 60  # what it has cost is charged
    # The next question finds another worker.
    with pytest.raises(Refusal, match="the first line of a record"):
        await workers.ask("record", one, b"{}\n")


@pytest.mark.anyio
async def test_whoever_stops_waiting_ends_the_work(workers: Workers) -> None:
    asked = asyncio.ensure_future(workers.ask("battles", NOBODY, endless()))
    while not workers.processes or workers.processes[0].process is None:
        await asyncio.sleep(0.01)
    process = workers.processes[0].process
    await asyncio.sleep(0.2)
    asked.cancel()
    await asyncio.gather(asked, return_exceptions=True)
    assert await asyncio.wait_for(process.wait(), 5) != 0
    assert not workers.queues["apart"].at_work


@pytest.mark.anyio
async def test_whoever_has_had_enough_work_comes_back_later(workers: Workers) -> None:
    one = visitor(1, work=Limit(2, 0.5))
    one.charge("work", 10)
    with pytest.raises(SlowDown, match="try again in 18 s") as refusal:
        await workers.ask("record", one, b"{}\n")
    assert refusal.value.seconds == 18
    with pytest.raises(SlowDown):
        await workers.beside("page", one, int)
    # The opponents of those who play on are not refused: others may be at the same game.
    assert await workers.beside("thought", one, int) == 0


@pytest.mark.anyio
async def test_what_is_too_large_is_not_even_begun(workers: Workers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(budgets.BUDGETS, "draft", Budget("apart", 1, largest=10))
    with pytest.raises(OutOfBudget):
        await workers.ask("draft", NOBODY, b"x" * 11)
    assert not workers.processes


# -- at a server


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    one = Server(tmp_path_factory.mktemp("games"), *PUBLIC)
    yield one
    one.kill()


def at_work(server: Server) -> int:
    text = server.http.get("/metrics").text
    return int(
        next(line for line in text.splitlines() if line.startswith("portable_wargame_questions_at_work")).split()[1]
    )


def until_at_work(server: Server) -> None:
    begun = time.monotonic()
    while not at_work(server):
        assert time.monotonic() - begun < SECONDS


def until_idle(server: Server) -> float:
    begun = time.monotonic()
    while at_work(server) and time.monotonic() - begun < SECONDS:
        time.sleep(0.05)
    return time.monotonic() - begun


def test_a_hint_is_given_up_when_its_asker_leaves(public: Server) -> None:
    made = public.make(scenario=giant(), seed=1)
    client = public.join(made["game"], *made["seats"].values())
    client.say({"type": "hint", "id": 99})
    until_at_work(public)
    client.opened.close()
    assert until_idle(public) < 10


def test_a_record_is_given_up_when_its_sender_hangs_up(public: Server) -> None:
    record = asyncio.run(to_and_fro(giant(), 9000)).encode()
    until_idle(public)
    with socket.create_connection(("127.0.0.1", public.port)) as line:
        head = f"POST /api/records HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(record)}\r\n\r\n"
        line.sendall(head.encode() + record)
        until_at_work(public)
    assert until_idle(public) < 10  # to its budget it would take thirty


def test_what_is_said_while_a_hint_is_thought_of_is_answered_after_it(public: Server) -> None:
    made = public.make(scenario=giant(30, 20), seed=1)
    with public.join(made["game"], *made["seats"].values()) as client:
        client.say({"type": "hint", "id": 50})
        for number in range(51, 55):
            client.say({"type": "clause", "id": number, "clause": "shared.victory"})
        assert [client.hear_reply()["id"] for _ in range(5)] == [50, 51, 52, 53, 54]


def test_a_refusal_says_when_to_come_back(public: Server) -> None:
    headers = {"X-Forwarded-For": "203.0.113.5"}
    answers = [public.http.post("/api/records", content=b"{}\n", headers=headers) for _ in range(12)]
    refused = [answer for answer in answers if answer.status_code == 429]
    assert refused
    assert int(refused[0].headers["retry-after"]) > 0
    text = public.http.get("/metrics").text
    assert 'portable_wargame_limited_total{kind="open-record"}' in text


def test_dotted_keys_cost_next_to_nothing(public: Server) -> None:
    line = "a" + ".a" * 1900
    text = "\n".join(f"{line}{number} = 1" for number in range(250))
    begun = time.process_time()
    answer = public.http.post("/api/read", json={"text": text, "name": "x.toml"})
    assert answer.status_code == 200
    assert "dots" in answer.json()["faults"][0]["message"]
    assert time.process_time() - begun < 1


def test_computers_on_the_largest_board_do_not_keep_others_waiting(public: Server) -> None:
    computers = {side: {"level": "captain"} for side in ("red", "blue")}
    games = [public.make(scenario=giant(), seats=computers, seed=1) for _ in range(4)]
    watching = [public.join(made["game"]) for made in games]
    headers = {"X-Forwarded-For": "203.0.113.9"}
    made = public.http.post(
        "/api/games", json={"scenario": duel(), "seats": {"blue": {"level": "recruit"}}, "seed": 3}, headers=headers
    ).json()
    begun = time.monotonic()
    with public.join(made["game"], *made["seats"].values()) as red:
        while red.now["question"] is not None and time.monotonic() - begun < SECONDS:
            red.wait_for_turn()
            if red.now["question"] is not None:
                red.act(**red.choices()[0])
        assert red.now["question"] is None
    for client in watching:
        client.opened.close()
    assert until_idle(public) < SECONDS


def test_the_same_position_is_thought_of_alike_wherever_it_is_thought_of(tmp_path: Path) -> None:
    """A hint of a worker is the captain's own."""
    server = Server(tmp_path)
    try:
        made = server.make(scenario=giant(30, 20), seed=1)
        with server.join(made["game"], *made["seats"].values()) as client:
            first = client.ask("hint")
            again = client.ask("hint")
            assert first["type"] == "hint"
            assert json.dumps(first["action"]) == json.dumps(again["action"])
            assert client.act(**first["action"])["type"] == "accepted"
            assert client.ask("hint")["type"] in ("hint", "refused")
    finally:
        server.kill()
