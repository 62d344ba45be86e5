"""Several things at once at one game: one is done first, and the others are answered as if that had been long ago."""

import asyncio
from collections.abc import AsyncIterator, Awaitable
from pathlib import Path

import pytest

from portable_wargame.record.keys import new_nonce
from portable_wargame.record.reading import parse_record
from portable_wargame.record.verifying import verify
from portable_wargame.server.games.seats import new_token
from portable_wargame.server.games.sight import Sight
from portable_wargame.server.store.sqlite import SQLiteStore
from portable_wargame.server.tables import hall as halls
from portable_wargame.server.tables.hall import Hall
from portable_wargame.server.wire.documents import GameMade, NewGame
from portable_wargame.server.wire.lobby import Library

from .scenes import duel
from .talking import Talker, Tree

pytestmark = pytest.mark.anyio


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SQLiteStore]:
    one = SQLiteStore(tmp_path / "games.sqlite")
    yield one
    await one.close()


async def seated(hall: Hall, made: GameMade, side: str) -> Talker:
    talker = Talker(hall, made.game, (side,), [made.seats[side]])
    await talker.ask("join", tokens=talker.own_tokens)
    return talker


async def act(talker: Talker) -> Tree:
    action = talker.now["question"]["answers"][0]["action"]
    return await talker.ask("act", seq=talker.now["seq"], action=action)


@pytest.mark.parametrize("servers", [1, 2])
@pytest.mark.parametrize("first", ["act", "answer"])
async def test_a_take_back_is_agreed_to_while_an_action_is_under_way(
    store: SQLiteStore, servers: int, first: str
) -> None:
    """Either the battle goes on and nobody wants to go back any more, or it has gone back; never both."""
    there = [Hall(store, Library()) for _ in range(servers)]
    made = await there[0].make(NewGame(scenario=duel(turns=8)))
    red, blue = await seated(there[0], made, "red"), await seated(there[-1], made, "blue")

    async def news() -> None:
        for hall in there:
            await (await hall.table(made.game)).catch_up()
        red.listen()
        blue.listen()

    for talker, side in ((red, "red"), (blue, "blue")):
        assert (await talker.ask("nonce", side=side, nonce=new_nonce()))["type"] == "accepted"
    await news()
    for _ in range(2):
        decides = red if red.now["question"]["side"] == "red" else blue
        assert (await act(decides))["type"] == "accepted"
        await news()
    decides = red if red.now["question"]["side"] == "red" else blue
    other = blue if decides is red else red
    assert (await decides.ask("propose", side=decides.seats[0], what="take-back", seq=0))["type"] == "accepted"
    await news()
    assert other.company["proposal"] is not None
    works: list[Awaitable[Tree]] = [
        act(decides),
        other.ask("answer", side=other.seats[0], accept=True, what="take-back", seq=0),
    ]
    if first == "answer":
        works.reverse()
    replies = await asyncio.gather(*works)
    acted, answered = replies if first == "act" else reversed(replies)
    await news()
    assert red.steps == blue.steps
    assert red.company["proposal"] is blue.company["proposal"] is None
    if answered["type"] == "accepted":
        assert acted["code"] in ("waiting", "stale", "not-yours")
        assert (red.steps[-1]["kind"], red.now["seq"]) == ("take-back", 3)
    else:
        assert (acted["type"], answered["code"], red.now["seq"]) == ("accepted", "stale", 3)
    if servers == 1:
        assert (answered["type"] == "accepted") == (first == "answer")
    records = [(await hall.table(made.game)).match.record((0, 1)) for hall in there]
    assert len(set(records)) == 1
    verify(parse_record(records[0], "the record"))
    for hall in there:
        await hall.close()


@pytest.mark.parametrize("who", ["the owner", "himself"])
@pytest.mark.parametrize("is_slow", [False, True])
async def test_a_seat_gets_another_link_while_somebody_sits_down_by_the_old_one(
    store: SQLiteStore, who: str, is_slow: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However the two meet: whoever has come by the old link sits there no more."""
    hall = Hall(store, Library())
    made = await hall.make(NewGame(scenario=duel(), seed=3 if who == "the owner" else None))
    red, blue = [await seated(hall, made, side) for side in ("red", "blue")]
    if who == "himself":  # whoever has given a nonce has taken his seat, and the owner cannot give it another link
        for talker in (red, blue):
            await talker.ask("nonce", side=talker.seats[0], nonce=new_nonce())
    there_is_more, write_some = is_slow, Sight.write_some
    monkeypatch.setattr(Sight, "write_some", lambda self: there_is_more or write_some(self))
    again = Talker(hall, made.game, ("blue",), [made.seats["blue"]])
    coming = asyncio.create_task(again.ask("join", tokens=again.own_tokens))
    await asyncio.sleep(0)
    token = new_token()
    asks = red if who == "the owner" else blue
    assert (await asks.ask("reissue", side="blue", token=token))["type"] == "accepted"
    there_is_more = False
    joined = await coming
    assert joined["type"] == "joined" or joined["code"] == "no-seat"
    assert again.leaving == (joined["type"] == "joined")
    assert again.sides == ()
    assert joined["type"] == "refused" or not is_slow
    by_new_link = Talker(hall, made.game, ("blue",), [token])
    assert (await by_new_link.ask("join", tokens=[token]))["sides"] == ["blue"]
    await hall.close()


async def test_a_table_stays_while_somebody_is_on_the_way_to_it(
    store: SQLiteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many other games are asked for meanwhile: two players of one game are never at two tables."""
    monkeypatch.setattr(halls, "IDLE_TABLES", 1)
    there_is_more, write_some = True, Sight.write_some
    monkeypatch.setattr(Sight, "write_some", lambda self: there_is_more or write_some(self))
    hall = Hall(store, Library())
    made, *others = [await hall.make(NewGame(scenario=duel(), seed=3)) for _ in range(4)]
    await hall.table(made.game)
    red = Talker(hall, made.game, ("red",), [made.seats["red"]])
    coming = asyncio.create_task(red.ask("join", tokens=red.own_tokens))
    await asyncio.sleep(0)
    for other in others:
        await hall.table(other.game)
    there_is_more = False
    assert (await coming)["type"] == "joined"
    blue = await seated(hall, made, "blue")
    assert red.table is blue.table is hall.tables[made.game]
    assert len(hall.tables) == 2
    await hall.close()
