"""What was acknowledged is kept: through SIGKILL, through a full disk, through many games."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from portable_wargame.server import hall as halls
from portable_wargame.server.documents import NewGame
from portable_wargame.server.hall import Hall
from portable_wargame.server.lobby import Library
from portable_wargame.server.match import Match
from portable_wargame.server.store import Line, Store, Stored, StoreFailed

from .running import Server
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
def store(tmp_path: Path) -> Iterator[Store]:
    one = Store(tmp_path / "games.sqlite")
    yield one
    one.close()


async def begun(hall: Hall) -> Match:
    made = await hall.make(NewGame(scenario=duel(), seed=3))
    return (await hall.table(made.game)).match


@pytest.mark.anyio
async def test_a_full_disk_refuses_the_step_and_the_game_goes_on_when_there_is_room(store: Store) -> None:
    hall = Hall(store, Library())
    match = await begun(hall)
    pages = store.connection.execute("PRAGMA page_count").fetchone()[0]
    store.connection.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StoreFailed, match="full"):
        for _ in range(500):
            unit = match.game.battle.roster.unit_ids[match.game.units()[0]]
            match.play({"do": "move", "unit": unit, "path": [], "facing": "e"})
            match.undo()
    assert match.broken
    store.connection.execute("PRAGMA max_page_count = 100000")
    kept = store.load(match.id)
    assert kept is not None
    again = (await hall.table(match.id)).match
    assert again is not match
    assert len(again.steps) == len(kept.lines) - 1
    assert again.play({"do": "end"}) == len(kept.lines) - 1


def test_no_line_is_written_twice(store: Store, tmp_path: Path) -> None:
    """Two servers on one store: one of them wins, the other is told."""
    other = Store(tmp_path / "games.sqlite")
    store.create(Stored("g", {}, {}, {}, {}, False, [Line("{}", {})]))
    store.append("g", 1, [Line("{}", {})])
    with pytest.raises(StoreFailed, match="UNIQUE"):
        other.append("g", 1, [Line('{"other": 1}', {})])
    kept = other.load("g")
    other.close()
    assert kept is not None
    assert [line.text for line in kept.lines] == ["{}", "{}"]


@pytest.mark.anyio
async def test_idle_games_leave_the_memory_and_come_back(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(halls, "IDLE_TABLES", 2)
    hall = Hall(store, Library())
    matches = [await begun(hall) for _ in range(4)]
    assert list(hall.tables) == [match.id for match in matches[2:]]
    again = (await hall.table(matches[0].id)).match
    assert again is not matches[0]
    assert again.record((0, 1)) == matches[0].record((0, 1))


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"
