"""Computer opponents, hints and standing orders: answers that come without a person."""

import asyncio
import json
import threading
from pathlib import Path
from typing import Any, Literal

import pytest

from portable_wargame.ai.opponents.choice import Choice
from portable_wargame.ai.opponents.players import Player, choose
from portable_wargame.server.edge.limits import Limits, Visitor
from portable_wargame.server.store.base import open_store
from portable_wargame.server.tables import driver
from portable_wargame.server.tables.hall import Hall
from portable_wargame.server.wire.documents import Computer, NewGame
from portable_wargame.server.wire.lobby import Library
from portable_wargame.server.workers.workers import Workers

from .running import Server, Watching
from .scenes import duel, infantry


def test_the_computer_plays_its_side_and_says_what_it_is_up_to(server: Server) -> None:
    made = server.make(scenario=duel(turns=2), seats={"blue": {"level": "sergeant"}}, seed=3)
    with server.join(made["game"], made["seats"]["red"]) as red:
        assert red.joined["players"]["blue"] == {
            "kind": "computer",
            "level": "sergeant",
            "personality": "steady",
            "called": None,
        }
        while red.now["question"] is not None:
            red.wait_for_turn()
            if red.now["question"] is not None:
                assert not red.now["thinking"]
                red.act(**red.choices()[0])
        assert red.now["state"]["result"] is not None
        theirs = [step for step in red.steps if step["side"] == "blue"]
        assert theirs
        assert all(step["intent"] for step in theirs)
        assert not any(step["intent"] for step in red.steps if step["side"] == "red")
        assert [step["seq"] for step in red.steps] == list(range(len(red.steps)))


@pytest.mark.anyio
async def test_a_computer_stays_the_same_all_along(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It remembers what it thought of earlier."""
    asked: list[Player] = []

    def noted(one: Player, *rest: Any) -> Choice:
        asked.append(one)
        return choose(one, *rest)

    monkeypatch.setattr(driver, "choose_and_say", noted)
    store = await open_store(tmp_path / "games.sqlite")
    hall = Hall(store, Library())
    seats: dict[str, Literal["human"] | Computer] = {side: Computer(level="recruit") for side in ("red", "blue")}
    at_it = await hall.table((await hall.make(NewGame(scenario=duel(turns=2), seed=2, seats=seats))).game)
    watching = Watching()
    at_it.join(watching, 1, -1)
    while at_it.match.game.question() is not None:
        await asyncio.sleep(0.01)
    at_it.leave(watching)
    await store.close()
    assert len(asked) > len({id(one) for one in asked}) == 2


@pytest.mark.anyio
async def test_the_page_is_told_when_the_machine_is_too_slow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "BRAKE", 0)
    store = await open_store(tmp_path / "games.sqlite")
    hall = Hall(store, Library())
    seats: dict[str, Literal["human"] | Computer] = {
        "red": Computer(level="recruit"),
        "blue": Computer(level="general"),
    }
    at_it = await hall.table((await hall.make(NewGame(scenario=duel(turns=2), seed=2, seats=seats))).game)
    watching = Watching()
    at_it.join(watching, 1, -1)
    while at_it.match.game.question() is not None:
        await asyncio.sleep(0.01)
    at_it.leave(watching)
    await store.close()
    told = json.loads(watching.around)["around"]["seats"]
    assert not told["red"]["hurried"] and told["blue"]["hurried"]


@pytest.mark.parametrize("level", ["recruit", "captain"])
def test_two_computers_fight_while_somebody_watches(server: Server, level: str) -> None:
    made = server.make(scenario=duel(turns=2), seats={"red": {"level": level}, "blue": {"level": level}}, seed=2)
    assert made["seats"] == {}
    with server.join(made["game"]) as watching:
        while watching.now["question"] is not None:
            assert watching.now["thinking"]
            watching.hear()


def test_a_hint_is_an_action_that_is_allowed(server: Server) -> None:
    made = server.make(scenario=duel(), seed=3)
    with server.join(made["game"], *made["seats"].values()) as both:
        hint = both.ask("hint")
        assert hint["intent"]
        assert hint["text"]
        assert both.act(**hint["action"])["type"] == "accepted"


def test_a_commander_is_at_the_table_by_name(server: Server) -> None:
    made = server.make(scenario=duel(turns=2), seats={"blue": {"level": "captain", "personality": "brandt"}}, seed=3)
    with server.join(made["game"], made["seats"]["red"]) as red:
        assert red.joined["players"]["blue"]["called"] == "General Brandt"
    tempers = server.http.get("/api/lobby").json()["personalities"]
    assert {"brandt": "General Brandt", "bold": "bold"}.items() <= {
        one["name"]: one["called"] for one in tempers
    }.items()


def test_standing_orders_answer_for_an_absent_player(server: Server) -> None:
    """Somewhere in these battles a unit may retreat or lose a point: nobody is asked, and the orders are obeyed."""
    obeyed = 0
    for seed in range(6):
        made = server.make(scenario=duel(turns=3), seed=seed, orders={"blue": {"when-hit": "hold", "when-won": "hold"}})
        with server.join(made["game"], *made["seats"].values()) as both:
            reply = both.ask("set-orders", side="red", when_hit="hold", when_won="hold")
            assert reply["orders"] == {"when-hit": "hold", "when-won": "hold"}
            while both.now["question"] is not None:
                if both.now["question"]["asks"] != "what the units do":
                    both.hear()
                    step = both.steps[-1]
                    assert (step["action"]["do"], step["intent"]) == ("lose-sp", "by standing orders")
                    obeyed += 1
                    continue
                shots = [action for action in both.choices() if action["do"] == "fire"]
                both.act(**(shots or [{"do": "end"}])[0])
            again = server.join(made["game"], *made["seats"].values())
            assert again.joined["orders"]["red"] == {"when-hit": "hold", "when-won": "hold"}
    assert obeyed


@pytest.mark.anyio
async def test_nothing_else_waits_for_those_who_think() -> None:
    done = threading.Event()
    workers = Workers()
    somebody, another = (Visitor(Limits({}), address) for address in ("192.0.2.1", "192.0.2.2"))
    try:
        many = [asyncio.ensure_future(workers.beside("thought", somebody, done.wait, 20)) for _ in range(50)]
        await asyncio.sleep(0)
        assert await asyncio.wait_for(asyncio.to_thread(int), 5) == 0
        # Whoever has fifty opponents does not keep another's from thinking.
        assert await asyncio.wait_for(workers.beside("thought", another, int), 5) == 0
    finally:
        done.set()
    await asyncio.gather(*many)
    await workers.close()


def test_a_computer_that_holds_fires_and_fights_but_never_marches(server: Server) -> None:
    seats = {"red": {"level": "sergeant"}, "blue": {"level": "recruit", "holds": True}}
    made = server.http.post("/api/games", json={"scenario": duel(turns=6), "seats": seats, "seed": 4}).json()
    with server.join(made["game"]) as watching:
        while watching.now["question"] is not None:
            watching.hear()
    deeds = {step["action"]["do"] for step in watching.steps if step["side"] == "blue" and step["action"]}
    assert "fire" in deeds
    assert not {"move", "retreat", "advance"} & deeds


def hopeless() -> dict[str, Any]:
    """Blue has one poor company left, and red is where it has to be at the end."""
    red = [infantry(f"r{number}", f"{column}1") for number, column in enumerate("abcde")]
    last = infantry("b1", "c5") | {"sp": 1, "quality": "poor"}
    sides = [
        {"id": "red", "name": "Red", "edge": "south", "units": red},
        {"id": "blue", "name": "Blue", "edge": "north", "units": [last]},
    ]
    victory = [{"side": "red", "hold": ["c1"], "at-turn": 4}, {"side": "blue", "destroy": {"sp": 16}}]
    return duel(sides=sides, victory=victory)


@pytest.mark.parametrize("accept", (True, False))
def test_a_computer_that_has_as_good_as_lost_offers_to_give_up(server: Server, accept: bool) -> None:
    """The other side may decline, and the battle goes on; it is not asked twice."""
    made = server.make(scenario=hopeless(), seats={"blue": {"level": "captain"}}, seed=3)
    with server.join(made["game"], made["seats"]["red"]) as red:
        red.wait_for_turn()
        red.act(do="end")
        red.wait_for_turn()
        while red.around["proposal"] is None:
            red.hear()
        proposal = red.around["proposal"]
        assert (proposal["what"], proposal["side"]) == ("concession", "blue")
        assert proposal["text"] == "Blue offers to give up the battle"
        assert red.answer("red", accept=accept)["type"] == "accepted"
        assert red.around["proposal"] is None
        if accept:
            assert red.now["state"]["result"]["winner"] == "red"
            assert red.steps[-1]["kind"] == "resigned"
        else:
            assert red.steps[-1]["kind"] != "resigned"
            for _ in range(3):
                red.act(do="end")
                red.wait_for_turn()
                assert red.around["proposal"] is None
            assert red.now["state"]["result"]["winner"] == "red"
