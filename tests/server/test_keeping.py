"""What was acknowledged is kept: through SIGKILL, through a full disk, through many games."""

import asyncio
import json
import random
import sqlite3
import sys
import threading
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from portable_wargame.game.errors import Refusal
from portable_wargame.server.games.match import Match
from portable_wargame.server.games.permission import NotAllowed
from portable_wargame.server.games.seats import hashed
from portable_wargame.server.store import sqlite
from portable_wargame.server.store.base import Behind, Change, Line, Note, Store, Stored, StoreFailed, now, open_store
from portable_wargame.server.store.columns import Beside, Clock, Orders, Proposal, Watching
from portable_wargame.server.store.schema import MIGRATIONS
from portable_wargame.server.store.sqlite import SQLiteStore
from portable_wargame.server.tables import hall as halls
from portable_wargame.server.tables.hall import Hall
from portable_wargame.server.wire.documents import NewGame
from portable_wargame.server.wire.lobby import Library

from .running import Server, Tree
from .scenes import duel


def test_a_server_that_is_killed_has_lost_nothing(tmp_path: Path) -> None:
    server = Server(tmp_path)
    luck = random.Random(4)
    try:
        made = server.make(scenario=duel(turns=8), seed=9)
        known = -1
        for _ in range(3):
            with server.join(made["game"], *made["seats"].values()) as both:
                assert both.now["seq"] >= known
                for _ in range(luck.randint(3, 6)):
                    if both.now["question"] is not None:
                        both.act(**luck.choice(both.choices()))
                stood, steps, known = both.now, both.joined["steps"], both.now["seq"]
                server.kill()
            server.start()
            with server.join(made["game"], *made["seats"].values()) as again:
                assert again.now == stood
                assert again.joined["steps"][: len(steps)] == steps
                if again.now["can-undo"]:
                    assert again.ask("undo", seq=known)["type"] == "accepted"
                    known += 1
    finally:
        server.kill()


@pytest.fixture
async def store(address: str) -> AsyncIterator[Store]:
    one = await open_store(address)
    yield one
    await one.close()


@pytest.fixture
async def file(tmp_path: Path) -> AsyncIterator[SQLiteStore]:
    one = SQLiteStore(tmp_path / "games.sqlite")
    yield one
    await one.close()


async def begun(hall: Hall) -> Match:
    made = await hall.make(NewGame(scenario=duel(), seed=3))
    return (await hall.table(made.game)).match


async def played(match: Match, tree: Tree) -> int:
    return await match.play(match.chronicle.session.action(tree))


def empty(name: str = "g") -> Stored:
    return Stored(name, {}, {}, {}, {}, False, [Line("{}")])


@pytest.mark.anyio
async def test_a_full_disk_refuses_the_step_and_the_game_goes_on_when_there_is_room(file: SQLiteStore) -> None:
    hall = Hall(file, Library())
    match = await begun(hall)
    pages = file.connection.execute("PRAGMA page_count").fetchone()[0]
    file.connection.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StoreFailed, match="full"):
        for _ in range(500):
            unit = match.game.battle.roster.unit_ids[match.game.units()[0]]
            await played(match, {"do": "move", "unit": unit, "path": [], "facing": "e"})
            await match.undo()
    assert match.keeper.unsure
    file.connection.execute("PRAGMA max_page_count = 100000")
    kept = await file.load(match.id)
    assert kept is not None
    assert kept == match.kept
    assert len(match.chronicle.steps) == len(kept.lines) - 1
    assert await played(match, {"do": "end"}) == len(kept.lines) - 1


@pytest.mark.anyio
async def test_no_line_is_written_twice(store: Store, address: str) -> None:
    """Two servers on one store: one of them wins, the other is told."""
    other = await open_store(address)
    await store.create(empty())
    mine, others = await store.load("g"), await other.load("g")
    assert mine is not None
    assert others is not None
    await store.write(mine, Change([Line("{}", Beside("first"))], columns={"orders": {"red": Orders("hold")}}))
    with pytest.raises(Behind):
        await other.write(others, Change([Line('{"other": 1}')]))
    with pytest.raises(Behind):
        await other.write(others, Change(columns={"orders": {}}))
    assert others.lines == [Line("{}")]
    newer = await other.load("g", 1)
    assert newer is not None
    assert (newer.lines, newer.orders, newer.revision) == ([Line("{}", Beside("first"))], {"red": Orders("hold")}, 1)
    assert await other.load("g") == mine
    await other.close()


@pytest.mark.anyio
async def test_everything_about_a_game_comes_back_as_it_was_kept(store: Store) -> None:
    game = empty()
    await store.create(game)
    said = [Note(now(), "red", "Ready?"), Note(now(), "", "\u2714 'quoted' \"text\"")]
    await store.write(
        game,
        Change(
            notes=said[:1],
            columns={
                "clock": Clock("turn", 90),
                "spectators": Watching(none=True),
                "proposals": Proposal("take-back", "red", 3),
            },
        ),
    )
    await store.write(game, Change([Line("{}"), Line('{"a": 1}', Beside("b"))], said[1:]))
    assert game.notes == said
    assert await store.load("g") == game
    later = await store.load("g", 2, 1)
    assert later is not None
    assert (later.lines, later.notes) == (game.lines[2:], said[1:])
    assert await store.load("nowhere") is None


@pytest.mark.anyio
async def test_changes_that_come_at_once_are_all_kept(store: Store) -> None:
    games = [empty(f"g{number}") for number in range(40)]
    await asyncio.gather(*(store.create(game) for game in games))
    for _ in range(3):
        await asyncio.gather(*(store.write(game, Change([Line("{}")])) for game in games))
    stale = empty("g7")
    outcomes = await asyncio.gather(
        *(store.write(game, Change([Line("{}")])) for game in (*games, stale)), return_exceptions=True
    )
    assert [type(outcome) for outcome in outcomes] == [type(None)] * 40 + [Behind]
    assert [await store.load(game.id) for game in games] == games


@pytest.mark.anyio
async def test_a_long_game_is_there_when_all_of_it_is_and_others_are_kept_meanwhile(
    file: SQLiteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "A_PORTION", 10)
    other, long = empty("other"), empty("long")
    long.lines = [Line(f"{number}") for number in range(2000)]
    await file.create(other)
    making = asyncio.ensure_future(file.create(long))
    for _ in range(3):
        await file.write(other, Change([Line("{}")]))
        assert not making.done()
        assert await file.load("long") is None
        assert [game.id async for game in file.all()] == ["other"]
    await making
    assert await file.load("long") == long
    await file.write(long, Change([Line("{}")]))


@pytest.mark.anyio
async def test_a_change_does_not_wait_for_somebody_who_reads(file: SQLiteStore) -> None:
    game, ready = empty(), threading.Event()
    await file.create(game)
    reading = asyncio.ensure_future(file.reader.do(lambda _: ready.wait(60)))
    await file.write(game, Change([Line("{}")]))
    assert not reading.done()
    ready.set()
    assert await reading


@pytest.mark.anyio
async def test_a_store_of_the_first_version_is_brought_up_to_date(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    old = sqlite3.connect(path)
    old.executescript(MIGRATIONS[0] + "PRAGMA user_version = 1;")
    old.execute("INSERT INTO games VALUES ('g', '{\"red\": \"x\"}', '{}', '{}', '{\"seed\": 1}', 0, 'then', 'later')")
    old.execute("INSERT INTO lines VALUES ('g', 0, '{}', '{}')")
    old.commit()
    old.close()
    store = SQLiteStore(path)
    kept = await store.load("g")
    assert kept == Stored("g", {"red": "x"}, {}, {}, {"seed": 1}, False, [Line("{}")], created="then", changed="later")
    await store.write(kept, Change([Line("{}")], [Note("now", "red", "hello")]))
    await store.close()
    again = SQLiteStore(path)
    assert await again.load("g") == kept
    await again.close()


def test_a_missing_package_is_told_with_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    monkeypatch.delitem(sys.modules, "portable_wargame.server.store.postgres", raising=False)
    with pytest.raises(Refusal, match=r"need the package asyncpg; to add what is missing: python3 run.py setup"):
        asyncio.run(open_store("postgresql://nowhere"))


@pytest.mark.anyio
async def test_a_store_of_a_newer_version_is_left_alone(store: Store, address: str) -> None:
    if isinstance(store, SQLiteStore):
        store.connection.execute("PRAGMA user_version = 99")
    else:
        await store.pool.execute("UPDATE schema_version SET number = 99")  # type: ignore[attr-defined]
    with pytest.raises(Refusal, match="newer version"):
        await open_store(address)


@pytest.mark.anyio
async def test_idle_games_leave_the_memory_and_come_back(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(halls, "IDLE_TABLES", 2)
    hall = Hall(store, Library())
    matches = [await begun(hall) for _ in range(4)]
    assert list(hall.tables) == [match.id for match in matches[2:]]
    again = (await hall.table(matches[0].id)).match
    assert again is not matches[0]
    assert again.record((0, 1)) == matches[0].record((0, 1))


@pytest.mark.anyio
@pytest.mark.parametrize("damage", [{"hash": "0" * 32}, {"action": {"do": "enter"}}])
async def test_a_battle_that_the_rules_would_have_otherwise_does_not_go_on(store: Store, damage: Tree) -> None:
    match = await begun(Hall(store, Library()))
    await played(match, {"do": "end"})
    kept = await store.load(match.id)
    assert kept is not None
    kept.id = "other"
    kept.lines[-1] = Line(json.dumps(json.loads(kept.lines[-1].text) | damage))
    await store.create(kept)
    hall = Hall(store, Library())
    assert (await hall.table(match.id)).match.chronicle.has_begun()
    with pytest.raises(NotAllowed, match="the rules have changed since") as refusal:
        await hall.table("other")
    assert refusal.value.code == "unreadable"


@pytest.mark.anyio
async def test_a_battle_that_cannot_be_read_is_given_to_its_players_as_it_was_kept(store: Store) -> None:
    tokens = {"red": "r" * 22, "blue": "b" * 22}
    text = ['{"no": "header"}', '{"action": {"do": "move"}, "events": [1]}']
    declared = '{"action": {"do": "bombard"}, "events": [{"event": "declared", "unit": "r1"}]}'
    orders = ['{"action": {"do": "bombard"}, "events": []}', declared, '{"undo": true}']
    seats = {side: hashed(token) for side, token in tokens.items()}
    for game, lines in (("a", [*text, *orders]), ("b", [*text, "spoiled"])):
        await store.create(Stored(game, seats, {}, {}, {}, False, [Line(line) for line in lines]))
    hall = Hall(store, Library())
    assert (await hall.record("a", [tokens["red"]])).splitlines() == text  # the orders may be the other side's
    assert (await hall.record("b", [tokens["red"]])).splitlines() == [*text, "spoiled"]
    for strangers in ([], ["x" * 22]):
        with pytest.raises(NotAllowed, match="the rules have changed since"):
            await hall.record("a", strangers)
    with pytest.raises(NotAllowed, match="no such game"):
        await hall.record("c", [tokens["red"]])
