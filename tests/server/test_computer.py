"""Computer opponents, hints and standing orders: answers that come without a person."""

import asyncio
import random
import threading
from pathlib import Path
from typing import Any, Literal

import pytest

from portable_wargame.ai.opponents.choice import Choice
from portable_wargame.ai.opponents.players import Player, choose, player
from portable_wargame.game.dice import Dice
from portable_wargame.scenario.reading import read_tree
from portable_wargame.scenario.setup import new_game
from portable_wargame.server.store.base import open_store
from portable_wargame.server.tables import driver
from portable_wargame.server.tables.hall import Hall
from portable_wargame.server.wire.documents import Computer, NewGame
from portable_wargame.server.wire.lobby import Library

from .running import Server, Watching
from .scenes import duel


def test_the_computer_plays_its_side_and_says_what_it_is_up_to(server: Server) -> None:
    made = server.make(scenario=duel(turns=2), seats={"blue": {"level": "sergeant"}}, seed=3)
    with server.join(made["game"], made["seats"]["red"]) as red:
        assert red.joined["players"]["blue"] == {"kind": "computer", "level": "sergeant", "personality": "steady"}
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
    """What a general has thought in a turn is taken off what he may still think in it, and only he knows."""
    asked: list[Player] = []

    def noted(one: Player, *rest: Any) -> Choice:
        asked.append(one)
        return choose(one, *rest)

    monkeypatch.setattr(driver, "choose", noted)
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
async def test_nothing_else_waits_for_those_who_think(monkeypatch: pytest.MonkeyPatch) -> None:
    done = threading.Event()
    monkeypatch.setattr(driver, "choose", lambda *_: done.wait(20))
    game = new_game(read_tree(duel()), Dice(0))
    try:
        many = [asyncio.ensure_future(driver.considered(player("captain"), game, random.Random(0))) for _ in range(50)]
        await asyncio.sleep(0)
        assert await asyncio.wait_for(asyncio.to_thread(int), 5) == 0
    finally:
        done.set()
    await asyncio.gather(*many)
