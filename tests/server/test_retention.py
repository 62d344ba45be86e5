"""How long games are kept, and who may read them: a jumping clock, many servers on one file, and a question first."""

import asyncio
import contextlib
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from portable_wargame.server.store.base import Change, open_store
from portable_wargame.server.tables.hall import A_FEW, Hall
from portable_wargame.server.wire.lobby import Library
from tests.cli.running import pw

from .running import SECONDS
from .scenes import kept_game


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time by the server's clock, in hours: the test sets it."""
    hands = [1000.0]
    monkeypatch.setattr(time, "time", lambda: hands[0] * 3600)
    return hands


@pytest.mark.anyio
async def test_games_that_nobody_touches_are_thrown_away(address: str, clock: list[float]) -> None:
    store = await open_store(address)
    old, new = kept_game("old"), kept_game("new")
    await store.create(old)
    await store.create(new)
    for _ in range(3):
        clock[0] += 1
        await store.live()
    await store.write(new, Change(columns={"orders": {}}))
    assert (await store.untouched(3), await store.untouched(4)) == (1, 0)
    assert await store.forget(3) == 1
    assert await store.load("old") is None
    assert await store.load("new") == new
    await store.close()


@pytest.mark.anyio
async def test_hours_are_counted_where_everything_is_kept(tmp_path: Path) -> None:
    store = await open_store(tmp_path / "games.sqlite")
    hall = Hall(store, Library())
    counting = asyncio.create_task(hall.clear_out(0))
    async with asyncio.timeout(SECONDS):
        while await store.age() == 0:
            await asyncio.sleep(0.01)
    counting.cancel()
    await hall.close()
    await store.close()


@pytest.mark.anyio
@pytest.mark.parametrize("jump", [400 * 24.0, -900.0])
async def test_a_clock_that_jumps_ages_no_game(address: str, clock: list[float], jump: float) -> None:
    store = await open_store(address)
    await store.live()
    clock[0] += jump
    await store.create(kept_game("made while the clock was wrong"))
    await store.live()
    clock[0] -= jump
    await store.live()
    assert await store.untouched(3) == 0
    await store.close()


@pytest.mark.anyio
async def test_an_hour_is_counted_once_however_many_servers_count_it(address: str, clock: list[float]) -> None:
    one, other = await open_store(address), await open_store(address)
    await one.create(kept_game("a"))
    for store in (one, other, one, other):
        await store.live()
    assert (await one.untouched(1), await one.untouched(2)) == (1, 0)
    await one.close()
    await other.close()


@pytest.mark.anyio
@pytest.mark.parametrize(("number", "kept"), [(A_FEW, 0), (A_FEW + 1, A_FEW + 1)])
async def test_a_few_games_are_thrown_away_unasked_and_many_are_not(
    tmp_path: Path, clock: list[float], number: int, kept: int
) -> None:
    store = await open_store(tmp_path / "games.sqlite")
    for one in range(number):
        await store.create(kept_game(f"game-{one}"))
    for _ in range(24):
        clock[0] += 1
        await store.live()
    await Hall(store, Library()).throw_away(1)
    assert len([one async for one in store.all()]) == kept
    await store.close()


@pytest.mark.anyio
async def test_games_are_the_owners_alone(tmp_path: Path) -> None:
    place = tmp_path / "new" / "games.sqlite"
    store = await open_store(place)
    await store.create(kept_game("a"))
    files = list(place.parent.iterdir())
    assert len(files) == 4
    assert {file.stat().st_mode & 0o077 for file in (*files, place.parent)} == {0}
    await store.close()
    place.chmod(0o644)
    again = await open_store(place)
    assert place.stat().st_mode & 0o077 == 0
    await again.close()


def test_many_who_begin_a_store_at_once_all_find_it(tmp_path: Path) -> None:
    """Each in a process of its own, all at the same moment."""
    for number in range(3):
        place = tmp_path / f"{number}.sqlite"
        begin = f"""
import asyncio, time
from portable_wargame.server.store.base import open_store
async def begin():
    while time.time() < {time.time() + 2.5}:
        pass
    await (await open_store({str(place)!r})).close()
asyncio.run(begin())
"""
        begun = [subprocess.Popen([sys.executable, "-c", begin], stderr=subprocess.PIPE) for _ in range(6)]
        said = [one.communicate()[1].decode() for one in begun]
        assert [one.returncode for one in begun] == [0] * 6, said


def test_forgetting_asks_first(tmp_path: Path) -> None:
    async def fill() -> None:
        store = await open_store(tmp_path / "games.sqlite")
        await store.create(kept_game("a"))
        await store.close()

    asyncio.run(fill())
    done = pw(tmp_path, "forget", "--data", str(tmp_path))
    assert (done.returncode, "has been touched" in done.stdout) == (0, True)
    with contextlib.closing(sqlite3.connect(tmp_path / "games.sqlite")) as connection:
        connection.execute("UPDATE life SET hours = 100")
        connection.commit()
    done = pw(tmp_path, "forget", "--data", str(tmp_path), "--days", "4")
    assert (done.returncode, "Delete 1 game" in done.stderr, "--yes" in done.stderr) == (2, True, True)
    done = pw(tmp_path, "forget", "--data", str(tmp_path), "--days", "4", "--yes")
    assert (done.returncode, done.stdout) == (0, "Deleted 1 game.\n")
