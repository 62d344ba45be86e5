"""A server for others: what it limits, what it counts, and what its owner can carry away and bring back."""

import asyncio
import contextlib
import gzip
import json
import re
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import cast

import httpx
import pytest
from starlette.websockets import WebSocket
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from portable_wargame.game.errors import Refusal
from portable_wargame.server.edge import limits
from portable_wargame.server.edge.limits import MOST_ARRIVING, NETWORKS, Limit, Limits, SlowDown, Visitor
from portable_wargame.server.store.backup import back_up, restore
from portable_wargame.server.store.base import Change, Line, Stored, open_store
from portable_wargame.server.store.columns import Clock
from portable_wargame.server.tables.hall import Hall
from portable_wargame.server.wire import conversation
from portable_wargame.server.wire.lobby import Library
from portable_wargame.server.workers.budgets import Budget, Lane
from portable_wargame.server.workers.queue import Queue
from tests.cli.running import pw

from .running import SECONDS, Server, Tree
from .scenes import duel, kept_game


@pytest.fixture
def public(tmp_path: Path) -> Iterator[Server]:
    """Behind a proxy on this machine, as others reach it."""
    one = Server(tmp_path, "--proxy", "127.0.0.1")
    yield one
    one.kill()


# -- limits


def test_a_bucket_is_emptied_and_fills_again(monkeypatch: pytest.MonkeyPatch) -> None:
    moment = 100.0
    monkeypatch.setattr("time.monotonic", lambda: moment)
    rules = Limits({"make": Limit(2, 0.5)})
    one, other = Visitor(rules, "192.0.2.1"), Visitor(rules, "192.0.2.2")
    one.spend("make")
    one.spend("make")
    with pytest.raises(SlowDown, match="in 2 s"):
        one.spend("make")
    other.spend("make")
    one.spend("read")
    moment += 2
    one.spend("make", 0)
    one.spend("make")
    with pytest.raises(SlowDown):
        one.spend("make", 0)


def test_a_network_of_the_sixth_version_has_one_bucket() -> None:
    rules = Limits({"make": Limit(1, 0.001)})
    Visitor(rules, "2001:db8:1:2::1").spend("make")
    with pytest.raises(SlowDown):
        Visitor(rules, "2001:db8:1:2:ffff::9").spend("make")
    Visitor(rules, "2001:db8:1:3::1").spend("make")
    for network in range(4, 4 + NETWORKS - 2):
        Visitor(rules, f"2001:db8:1:{network:x}::1").spend("make")
    with pytest.raises(SlowDown):
        Visitor(rules, "2001:db8:1:ff::1").spend("make")
    Visitor(rules, "2001:db8:2::1").spend("make")


@pytest.mark.anyio
async def test_a_site_of_the_sixth_version_is_one_party_however_many_networks_it_has() -> None:
    """In line it takes turns as one; and of lines and uploads it may have as many as a few addresses."""
    rules = Limits({"make": Limit(1, 1)}, {"websocket": 1})
    of_a_site = [Visitor(rules, f"2001:db8:1:{number:x}::1") for number in range(NETWORKS + 1)]
    queue, budget = Queue(Lane(2)), Budget("apart", 1)
    await queue.enter(of_a_site[0], budget)
    waiting = asyncio.ensure_future(queue.enter(of_a_site[1], budget))
    await asyncio.wait_for(queue.enter(Visitor(rules, "192.0.2.1"), budget), 1)
    assert not waiting.done()
    waiting.cancel()
    with contextlib.ExitStack() as lines:
        for visitor in of_a_site[:NETWORKS]:
            lines.enter_context(visitor.connected("websocket"))
        with pytest.raises(SlowDown):
            lines.enter_context(of_a_site[NETWORKS].connected("websocket"))
    assert not rules.open
    with contextlib.ExitStack() as uploads:
        for visitor in of_a_site[:NETWORKS]:
            uploads.enter_context(visitor.arriving())(MOST_ARRIVING)
        with pytest.raises(SlowDown):
            uploads.enter_context(of_a_site[NETWORKS].arriving())(1)
    assert not rules.uploads


def test_what_was_heard_is_not_counted_again_when_much_is_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_BUCKETS", 10)
    rules = Limits({"make": Limit(10, 0.000_001)})
    rules.hear("b", {("make", "modest"): 6.0})
    for number in range(30):
        rules.hear("b", {("unlimited", f"other {number}"): 1.0, ("make", "modest"): 6.0})
    assert rules.has_left("make", "modest")


def test_addresses_of_the_fourth_version_are_told_apart_where_both_come_in(tmp_path: Path) -> None:
    rules = Limits({"make": Limit(1, 0.001)})
    Visitor(rules, "::ffff:192.0.2.1").spend("make")
    Visitor(rules, "::ffff:192.0.2.2").spend("make")
    with pytest.raises(SlowDown):
        Visitor(rules, "192.0.2.1").spend("make")
    both = Server(tmp_path, "--host", "::")
    try:
        assert httpx.get(f"http://127.0.0.1:{both.port}/metrics").status_code == 200
    finally:
        both.kill()


def test_there_is_an_end_to_what_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_BUCKETS", 10)
    rules = Limits({"make": Limit(1, 1)})
    for number in range(30):
        rules.spend("make", str(number))
    assert list(rules.buckets) == [("make", str(number)) for number in range(20, 30)]


def make(server: Server, address: str) -> httpx.Response:
    return server.http.post("/api/games", json={"scenario": duel(), "seed": 1}, headers={"X-Forwarded-For": address})


def test_nobody_can_fill_a_server_with_games(public: Server) -> None:
    burst = limits.LIMITS["make"].burst
    answers = [make(public, "203.0.113.5").status_code for _ in range(burst + 5)]
    assert answers[:burst] == [201] * burst
    assert answers[-1] == 429
    refused = make(public, "203.0.113.5").json()
    assert refused["code"] == "slow-down"
    assert make(public, "203.0.113.6").status_code == 201
    # What a client says of itself comes before what the proxy says of it.
    assert make(public, "203.0.113.77, 203.0.113.5").status_code == 429
    assert public.http.get("/health", headers={"X-Forwarded-For": "203.0.113.5"}).json() == {"status": "ok"}


def test_guessing_tokens_and_flooding_are_soon_refused(public: Server) -> None:
    made = public.make(scenario=duel(), seed=1)
    with public.join(made["game"], *made["seats"].values()) as both:
        for number in range(300):
            both.say({"type": "clause", "id": number, "clause": "shared.victory"})
        replies = [both.hear_reply() for _ in range(300)]
        assert [reply["id"] for reply in replies] == list(range(300))
        codes = [reply.get("code") for reply in replies]
        assert codes[0] is None
        assert codes[-1] == "slow-down"
    burst = limits.LIMITS["wrong-token"].burst
    for _ in range(burst // 2 + 1):
        wrong = {"Authorization": "Bearer " + "x" * 22}
        public.http.get(f"/api/games/{made['game']}/record", headers=wrong)
        public.http.get("/api/games/nowhere")
    assert public.http.get(f"/api/games/{made['game']}").status_code == 429
    with public.join(made["game"], made["seats"]["red"]) as late:
        assert late.joined["code"] == "slow-down"


def test_nobody_takes_all_the_connections(public: Server) -> None:
    made = public.make(scenario=duel(), seed=1)
    address = f"{public.url.replace('http', 'ws', 1)}api/games/{made['game']}"
    crowd, other = {"X-Forwarded-For": "203.0.113.5"}, {"X-Forwarded-For": "203.0.113.6"}
    with ExitStack() as opened:
        lines = [
            opened.enter_context(connect(address, additional_headers=crowd))
            for _ in range(limits.MOST_OPEN["websocket"] + 1)
        ]
        refused = json.loads(lines[-1].recv(timeout=SECONDS))
        assert (refused["type"], refused["code"]) == ("refused", "slow-down")
        assert refused["message"] == "your address already has 50 connections open: close some, and try again"
        with pytest.raises(ConnectionClosed):
            lines[-1].recv(timeout=SECONDS)
        with connect(address, additional_headers=other) as elsewhere:
            assert is_let_in(elsewhere)
        lines[0].close()
        assert is_let_in_soon(address, crowd)


def is_let_in_soon(address: str, headers: dict[str, str]) -> bool:
    """The server may hear of a line that was closed a little later than the next knock."""
    begun = time.monotonic()
    while time.monotonic() - begun < SECONDS:
        with contextlib.suppress(ConnectionClosed), connect(address, additional_headers=headers) as line:
            if is_let_in(line):
                return True
    return False


def is_let_in(line: ClientConnection) -> bool:
    line.send('{"type": "join", "id": 1, "tokens": []}')
    return bool(json.loads(line.recv(timeout=SECONDS))["type"] == "joined")


def test_connections_are_counted_as_long_as_they_are_open() -> None:
    rules = Limits({}, {"http": 1})
    one, other = Visitor(rules, "192.0.2.1"), Visitor(rules, "192.0.2.2")
    with one.connected("http"), other.connected("http"), one.connected("websocket"), pytest.raises(SlowDown):
        one.connected("http").__enter__()
    with one.connected("http"):
        pass
    assert not rules.open


def test_nonsense_counts_as_much_as_what_can_be_read(public: Server) -> None:
    made = public.make(scenario=duel(), seed=1)
    with public.join(made["game"]) as watching:
        for number in range(300):
            watching.say({"type": "nonsense", "id": number})
        replies = [watching.hear_reply() for _ in range(300)]
        assert [reply["id"] for reply in replies] == list(range(300))
        assert [replies[0]["code"], replies[-1]["code"]] == ["bad-message", "slow-down"]


def test_a_server_for_many_keeps_no_scenarios_of_theirs(public: Server) -> None:
    answer = public.http.put("/api/drafts/yours-mine", json={"scenario": duel()})
    assert answer.status_code == 400
    assert "not saved on this server" in answer.json()["message"]
    assert public.http.delete("/api/drafts/yours-mine").status_code == 400
    for path in ("drafts/yours-mine", "books/mine"):  # it is not even read
        answer = public.http.put(f"/api/{path}", content=b"[")
        assert (answer.status_code, "not saved on this server" in answer.json()["message"]) == (400, True)


@pytest.mark.parametrize("path", ["games", "print"])
def test_what_has_more_values_than_a_scenario_is_not_read(server: Server, path: str) -> None:
    many = b'{"scenario":{"title":[' + b"[]," * 150_000 + b"1]}}"
    answer = server.http.post(f"/api/{path}", content=many)
    assert (answer.status_code, "values" in answer.json()["message"]) == (413, True)


def test_addresses_heads_and_bodies_have_an_end(server: Server) -> None:
    assert server.http.get("/api/lobby?" + "x" * 3000).status_code == 414
    assert server.http.get("/" + "x" * 3000).status_code == 414
    for long in (16_000, 120_000, 400_000):
        # It may hang up before all of it has been sent.
        with contextlib.suppress(httpx.ReadError, httpx.WriteError):
            assert server.http.get("/api/lobby", headers={"X-Long": "x" * long}).status_code in (400, 431)
    assert server.http.post("/api/games", content=b"{" + b" " * 1_300_000).status_code == 413
    assert server.http.get("/api/lobby").status_code == 200


class Deaf:
    """A line that is there, and takes nothing."""

    def __init__(self) -> None:
        self.scope: Tree = {}

    async def accept(self) -> None: ...

    async def receive_text(self) -> str:
        await asyncio.sleep(60)
        return ""

    async def send(self, message: dict[str, str]) -> None:
        await asyncio.sleep(60)


@pytest.mark.anyio
async def test_whoever_takes_nothing_is_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conversation, "LONGEST_SENDING", 0.05)
    store = await open_store(tmp_path / "games.sqlite")
    client = conversation.Conversation(Hall(store, Library()), cast(WebSocket, Deaf()), "game")
    client.send(b"{}")
    await asyncio.wait_for(client.run(), 5)
    await store.close()


@pytest.mark.skipif(not Path("/proc/self/limits").exists(), reason="only Linux tells")
def test_a_server_may_have_as_many_connections_as_the_system_grants(tmp_path: Path) -> None:
    import resource

    few, many = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(few, 200), many))
    try:
        one = Server(tmp_path)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (few, many))
    try:
        one.http.get("/health")
        limits_of = Path(f"/proc/{one.process.pid}/limits").read_text().splitlines()
        [line] = [text for text in limits_of if text.startswith("Max open files")]
        assert line.split()[3] == str(many)
    finally:
        one.kill()


# -- what it counts


def test_a_server_counts_what_it_does_and_names_nobody(public: Server) -> None:
    made = public.make(scenario=duel(), seed=3)
    with public.join(made["game"], *made["seats"].values()) as both:
        both.act(**both.choices()[0])
        assert both.act(do="fly")["code"] == "illegal"
        text = public.http.get("/metrics").text
    assert "portable_wargame_actions_total 1\n" in text
    assert 'portable_wargame_refusals_total{code="illegal"} 1\n' in text
    assert "portable_wargame_tables 1\n" in text
    assert "portable_wargame_clients 1\n" in text
    assert 'portable_wargame_action_seconds_bucket{le="+Inf"} 1\n' in text
    for secret in (made["game"], *made["seats"].values()):
        assert secret not in text
    assert public.http.get("/metrics", headers={"X-Forwarded-For": "203.0.113.5"}).status_code == 404
    assert all(re.fullmatch(r"# .*|portable_wargame_\w+(\{[^}]*\})? [\d.]+", line) for line in text.splitlines())


# -- carrying games away


@pytest.mark.anyio
async def test_a_backup_is_one_moment_and_moves_between_stores(
    address: str, other: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, elsewhere = await open_store(address), await open_store(other)
    games = [kept_game(name) for name in ("a", "b", "c")]
    for one in games:
        await store.create(one)
    await store.write(games[0], Change([Line("{}")], columns={"clock": Clock("move", 5)}))
    all_games = store.all

    async def while_somebody_plays() -> AsyncIterator[Stored]:
        async for one in all_games():
            if one.id == "a":
                await store.write(games[2], Change([Line("{}")]))
            yield one

    monkeypatch.setattr(store, "all", while_somebody_plays)
    file = tmp_path / "backup"
    assert await back_up(store, file) == 3
    assert file.stat().st_mode & 0o077 == 0
    assert await restore(elsewhere, file) == (3, 0)
    assert await restore(elsewhere, file) == (0, 3)
    assert await elsewhere.load("a") == games[0]
    kept = await elsewhere.load("c")
    assert kept is not None
    assert len(kept.lines) == len(games[2].lines) - 1
    await store.close()
    await elsewhere.close()


@pytest.fixture
def other(request: pytest.FixtureRequest, address: str, tmp_path: Path) -> str:
    """A store of the other kind, where there is one."""
    if address.startswith("postgresql"):
        return str(tmp_path / "other.sqlite")
    return str(request.getfixturevalue("postgres").new_database())


@pytest.mark.anyio
async def test_half_a_backup_is_none(address: str, tmp_path: Path) -> None:
    store = await open_store(address)
    await store.create(kept_game("a"))
    file = tmp_path / "backup"
    await back_up(store, file)
    whole = gzip.decompress(file.read_bytes())
    for damaged in (
        gzip.compress(whole[: whole.rindex(b'{"games"')]),
        gzip.compress(whole.replace(b'{"games":1}', b'{"games":2}')),
        gzip.compress(b'{"format":"something"}\n'),
        file.read_bytes()[:-20],
        b"nothing of the kind",
    ):
        file.write_bytes(damaged)
        with pytest.raises(Refusal, match="backup"):
            await restore(store, file)
    await store.close()


def test_a_running_server_is_backed_up_and_brought_back(server: Server, tmp_path: Path) -> None:
    made = server.make(scenario=duel(), seed=3)
    with server.join(made["game"], *made["seats"].values()) as both:
        both.act(**both.choices()[0])
        file = tmp_path / "backup"
        done = pw(tmp_path, "backup", str(file), "--data", str(server.data))
        assert (done.returncode, "games from" in done.stdout) == (0, True)
        done = pw(tmp_path, "restore", str(file), "--data", str(tmp_path / "elsewhere"))
        assert done.returncode == 0, done.stderr
        again = Server(tmp_path / "elsewhere")
        try:
            with again.join(made["game"], *made["seats"].values()) as there:
                told: Tree = there.now
                assert told == both.now
        finally:
            again.kill()


@pytest.mark.parametrize(
    ("place", "says"),
    [
        (("--data", "elsewhere"), "there are no games"),
        (("--store", "mysql://here/games"), "mysql: games are kept in a SQLite file or at postgresql://"),
        (("--store", "postgresql://:secret@[here/games"), "PostgreSQL: games cannot be kept there"),
    ],
)
def test_a_place_that_was_mistyped_is_told_of(tmp_path: Path, place: tuple[str, str], says: str) -> None:
    done = pw(tmp_path, "backup", "file", *place)
    assert (done.returncode, done.stdout) == (2, "")
    assert says in done.stderr
    assert "Traceback" not in done.stderr
    assert "secret" not in done.stderr
    assert not (tmp_path / "elsewhere").exists()
