"""Clocks run from the times that are kept: whoever is too late is answered for, also after the server was down."""

import asyncio
import datetime
import gc
import json
import sqlite3
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest

from portable_wargame.server.store.base import open_store
from portable_wargame.server.tables.hall import Hall
from portable_wargame.server.wire.documents import NewGame
from portable_wargame.server.wire.lobby import Library
from portable_wargame.server.wire.messages import Clock

from .running import Server, Tree, Watching, by_turn, sit_down
from .scenes import duel


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    one = Server(tmp_path)
    yield one
    one.kill()


def hours_pass(server: Server, hours: float) -> None:
    """The server is down for so long, as far as it can tell: all that was kept is so much older."""
    server.kill()
    with sqlite3.connect(server.data / "games.sqlite") as kept:
        for game, number, text in kept.execute("SELECT game, number, beside FROM lines").fetchall():
            beside = json.loads(text)
            at = datetime.datetime.fromisoformat(beside["at"]) - datetime.timedelta(hours=hours)
            beside["at"] = at.isoformat(timespec="milliseconds")
            kept.execute(
                "UPDATE lines SET beside = ? WHERE game = ? AND number = ?", (json.dumps(beside), game, number)
            )
    kept.close()
    server.start()


def seconds_until(time: str) -> float:
    return (datetime.datetime.fromisoformat(time) - datetime.datetime.now(datetime.UTC)).total_seconds()


def test_a_clock_runs_for_whoever_decides(server: Server) -> None:
    made, red, blue = sit_down(server, scenario=duel(), clock={"per": "move", "seconds": 3600})
    with red, blue:
        decides, _ = by_turn(red, blue)
        assert red.joined["clock"] == {"per": "move", "seconds": 3600, "increment": 0}
        first = red.around["clock"]
        assert first["side"] == decides.joined["sides"][0]
        assert 3500 < seconds_until(first["ends"]) <= 3600
        assert red.joined["time"] < first["ends"]
        decides.act(**decides.choices()[0])
        decides.ask("moment", seq=0)
        assert decides.around["clock"]["ends"] > first["ends"]
        card = server.http.get(f"/api/games/{made['game']}").json()
        assert card["clock"] == decides.around["clock"]
        red.ask("resign", side="red")
        assert red.around["clock"] is None


def test_without_a_clock_nobody_is_hurried(server: Server) -> None:
    _, red, blue = sit_down(server, scenario=duel())
    with red, blue:
        assert red.joined["clock"] is red.around["clock"] is None


def test_no_clock_runs_before_the_battle(own_server: Server) -> None:
    made = own_server.make(scenario=duel(), clock={"per": "move", "seconds": 60})
    with own_server.join(made["game"], made["seats"]["red"]) as red:
        assert red.around["clock"] is None
    hours_pass(own_server, 2)
    with own_server.join(made["game"], made["seats"]["blue"]) as blue:
        assert 30 < seconds_until(blue.around["clock"]["ends"]) <= 60
        assert blue.now["seq"] == 0


@pytest.mark.parametrize("per", ["move", "turn"])
def test_who_is_too_late_is_answered_for(own_server: Server, per: str) -> None:
    made = own_server.make(scenario=duel(), seed=3, clock={"per": per, "seconds": 60})
    hours_pass(own_server, 1)
    with own_server.join(made["game"]) as watching:
        side = watching.now["question"]["side"]
        watching.hear_of("step")
        step = watching.steps[-1]
        assert (step["side"], step["action"], step["intent"]) == (side, {"do": "end"}, "by the clock")
        assert watching.now["question"]["side"] != side
        watching.hear_of("around")
        assert 30 < seconds_until(watching.around["clock"]["ends"]) <= 60
        assert watching.hears_nothing()
    hours_pass(own_server, 0.5)
    with own_server.join(made["game"], *made["seats"].values()) as both:
        while both.now["seq"] < 2:
            both.hear()
        assert both.steps[2]["intent"] == "by the clock"
        assert both.act(**both.choices()[0])["type"] == "accepted"


def test_a_turn_has_time_for_all_its_decisions(own_server: Server) -> None:
    made = own_server.make(scenario=duel(), seed=3, clock={"per": "turn", "seconds": 3600})
    with own_server.join(made["game"], *made["seats"].values()) as both:
        side = both.now["question"]["side"]
    hours_pass(own_server, 0.5)
    with own_server.join(made["game"], *made["seats"].values()) as both:
        assert both.now["seq"] == 0
        assert both.act(do="move", unit=f"{side[0]}2", path=[], facing="e")["type"] == "accepted"
        both.ask("moment", seq=0)
        # Half an hour of this turn's time is gone, whatever was done with it.
        assert both.around["clock"]["side"] == side
        assert 1700 < seconds_until(both.around["clock"]["ends"]) <= 1800
        both.act(do="end")
        both.ask("moment", seq=0)
        assert both.around["clock"]["side"] != side
        assert seconds_until(both.around["clock"]["ends"]) > 3500


@pytest.mark.parametrize("per", ["move", "turn"])
def test_what_is_taken_back_gives_no_time_back(own_server: Server, per: str) -> None:
    made = own_server.make(scenario=duel(), seed=3, clock={"per": per, "seconds": 3600})
    tokens = made["seats"].values()
    with own_server.join(made["game"], *tokens) as both:
        side = both.now["question"]["side"]
    for hours in (0.25, 0.5):
        hours_pass(own_server, 0.25)
        with own_server.join(made["game"], *tokens) as both:
            turn = both.act(do="move", unit=f"{side[0]}2", path=[], facing="e" if hours == 0.25 else "w")
            assert turn["type"] == "accepted"
            assert both.ask("undo", seq=both.now["seq"])["type"] == "accepted"
            both.ask("moment", seq=0)
            left = 3600 * (1 - hours)
            assert both.around["clock"]["side"] == side
            assert left - 100 < seconds_until(both.around["clock"]["ends"]) <= left
    hours_pass(own_server, 0.6)
    with own_server.join(made["game"], *tokens) as both:
        while both.now["question"]["side"] == side:
            both.hear()
        assert both.steps[-1]["intent"] == "by the clock"


def why(step: Tree) -> tuple[str, str, str]:
    return step["side"], step["action"]["do"], step["intent"]


def test_standing_orders_answer_before_the_clock_does(own_server: Server) -> None:
    """And where there are none, an absent player's units fall back rather than lose strength."""
    games, red_seats = [], {}
    for seed in range(8):
        orders = {"red": {"when-hit": "hold", "when-won": "hold"}}
        made = own_server.make(scenario=duel(turns=3), seed=seed, clock={"per": "move", "seconds": 60}, orders=orders)
        games.append(made["game"])
        red_seats[made["game"]] = made["seats"]["red"]
        with own_server.join(made["game"], *made["seats"].values()) as both:
            while both.now["question"] is not None and both.now["question"]["asks"] == "what the units do":
                shots = [action for action in both.choices() if action["do"] == "fire"]
                both.act(**(shots or [{"do": "end"}])[0])
    hours_pass(own_server, 1)
    said: set[tuple[str, str, str]] = set()
    for game in games:
        with own_server.join(game) as watching:
            if watching.now["question"] is not None:
                watching.hear_of("step")
            with own_server.join(game, red_seats[game]) as red:
                told = {why(step) for step in red.steps[: len(watching.steps)] if step["intent"]}
            said |= told
            # What the orders were is nobody else's business.
            seen = {why(step) for step in watching.steps if step["intent"]}
            assert seen == {step for step in told if step[2] != "by standing orders"}
    assert ("blue", "retreat", "by the clock") in said
    assert ("red", "lose-sp", "by standing orders") in said
    assert not {("red", "retreat", "by the clock"), ("blue", "lose-sp", "by the clock")} & said


@pytest.mark.anyio
async def test_no_clock_keeps_a_table_that_everybody_has_left(tmp_path: Path) -> None:
    store = await open_store(tmp_path / "games.sqlite")
    hall = Hall(store, Library())
    made = await hall.make(NewGame(scenario=duel(), seed=1, clock=Clock(per="move", seconds=86400)))
    table = await hall.table(made.game)
    client = Watching()
    table.join(client, 1, -1)
    while table.driver.alarm is None:
        await asyncio.sleep(0.01)
    table.leave(client)
    forgotten = weakref.ref(table)
    hall.tables.clear()
    del table
    await asyncio.sleep(0.01)
    gc.collect()
    assert forgotten() is None
    await store.close()


def test_a_clock_for_the_whole_battle_runs_on_from_turn_to_turn_and_grows_with_every_decision(
    own_server: Server,
) -> None:
    clock = {"per": "game", "seconds": 3600, "increment": 60}
    made, red, blue = sit_down(own_server, scenario=duel(), clock=clock)
    with red, blue:
        assert red.joined["clock"] == clock
        decides, _ = by_turn(red, blue)
        side = decides.joined["sides"][0]
        assert decides.around["clock"]["left"] == {"red": 3600, "blue": 3600}
        decides.act(**decides.choices()[0])
        decides.ask("moment", seq=0)
        assert 3650 < decides.around["clock"]["left"][side] <= 3660
    hours_pass(own_server, 0.5)
    with own_server.join(made["game"], made["seats"][side]) as again:
        running = again.around["clock"]
        # Half an hour of the decision that waits is gone; the other side's hour is untouched.
        if running["side"] == side:
            assert 1700 < seconds_until(running["ends"]) <= 1860
    hours_pass(own_server, 2)
    with own_server.join(made["game"], made["seats"][side]) as late:
        late.hear_of("step")
        assert late.steps[-1]["intent"] == "by the clock"


@pytest.mark.anyio
@pytest.mark.parametrize("per", ["turn", "game"])
async def test_whoever_agrees_to_go_back_pays_for_the_time_it_took_and_gains_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, per: Literal["turn", "game"]
) -> None:
    """Else a player in need of time would wait for the other to propose something, and let it run on his clock."""
    now = datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)

    def timestamp() -> str:
        return now.isoformat()

    monkeypatch.setattr("portable_wargame.server.games.match.timestamp", timestamp)
    store = await open_store(tmp_path / "games.sqlite")
    hall = Hall(store, Library())
    made = await hall.make(NewGame(scenario=duel(), clock=Clock(per=per, seconds=3600, increment=60)))
    match = (await hall.table(made.game)).match
    for side in match.sides:
        await match.give_nonce(side, "0" * 32)
    await match.play(match.game.options()[0])
    decides = match.game.decider()
    decided, taken = list(match.chronicle.decided), list(match.chronicle.taken)
    now += datetime.timedelta(seconds=600)
    await match.go_back(0, match.sides[1 - decides])
    taken[decides] += 600
    assert (match.chronicle.decided, match.chronicle.taken) == (decided, taken)
    await hall.close()
    await store.close()
