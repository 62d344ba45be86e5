"""Only what the rules allow, only by whose turn it is, only on the position they see: all else changes nothing."""

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from .running import Client, Server, Tree
from .scenes import duel


@pytest.fixture
def seats(server: Server) -> Iterator[tuple[Client, Client]]:
    """Whoever decides first, and the other."""
    made = server.make(scenario=duel(), seed=3)
    with (
        server.join(made["game"], made["seats"]["red"]) as red,
        server.join(made["game"], made["seats"]["blue"]) as blue,
    ):
        first = red.now["state"]["decides"] == "red"
        yield (red, blue) if first else (blue, red)


def test_the_other_seat_may_not_act(seats: tuple[Client, Client]) -> None:
    decides, waits = seats
    action = decides.choices()[0]
    refused = waits.ask("act", seq=0, action=action)
    assert (refused["type"], refused["code"]) == ("refused", "not-yours")
    assert waits.ask("undo", seq=0)["code"] == "not-yours"
    assert waits.ask("odds", action=action)["code"] == "not-yours"
    assert waits.ask("hint")["code"] == "not-yours"
    assert waits.ask("set-orders", side="red", when_hit="hold", when_won="ask")["type"] in ("refused", "orders-set")
    assert waits.now["question"]["answers"] == waits.now["question"]["units"] == []
    assert not waits.now["can-undo"]


def test_without_a_seat_one_may_only_watch(server: Server) -> None:
    made = server.make(scenario=duel(), seed=3)
    with server.join(made["game"]) as watching:
        assert watching.joined["sides"] == []
        assert watching.now["view"] is None
        assert "orders" not in watching.now["state"]
        assert watching.act(do="end")["code"] == "not-yours"
        assert watching.ask("survey", unit="r1")["offers"] == []
    with server.join(made["game"], "x" * 22) as stranger:
        assert stranger.joined["code"] == "no-seat"
        assert stranger.ask("act", seq=0, action={"do": "end"})["code"] == "not-joined"
    with server.join("nowhere") as lost:
        assert lost.joined["code"] == "no-game"


def test_a_stale_page_is_told_so(seats: tuple[Client, Client]) -> None:
    decides, _ = seats
    unit = decides.now["question"]["units"][0]
    turn = {"do": "move", "unit": unit, "path": [], "facing": "e"}
    assert decides.ask("act", seq=0, action=turn)["type"] == "accepted"
    again = decides.ask("act", seq=0, action={"do": "end"})
    assert (again["code"], decides.now["seq"]) == ("stale", 1)
    assert decides.ask("act", seq=7, action={"do": "end"})["code"] == "stale"


def test_an_illegal_action_is_refused_with_its_reasons(seats: tuple[Client, Client]) -> None:
    decides, _ = seats
    unit = decides.now["question"]["units"][0]
    refused = decides.act(do="fight", unit=unit, target="d4")
    assert (refused["code"], refused["clause"]) == ("illegal", "classic.close-combat.when")
    assert refused["reasons"] == [{"clause": "classic.close-combat.when", "text": "There is no enemy in d4"}]
    assert decides.act(do="fly")["code"] == "illegal"
    assert decides.ask("moment", seq=1)["code"] == "stale"


def test_an_action_can_be_taken_back_until_dice_fall(seats: tuple[Client, Client]) -> None:
    decides, waits = seats
    before = decides.now
    unit = before["question"]["units"][0]
    assert decides.ask("undo", seq=0)["code"] == "cannot-undo"
    decides.act(do="move", unit=unit, path=[], facing="e")
    assert decides.now["can-undo"]
    assert decides.ask("undo", seq=1) == {"type": "accepted", "id": 4, "seq": 2}
    assert decides.now["state"] == before["state"]
    assert (decides.steps[-1]["kind"], decides.steps[-1]["undoes"]) == ("undo", 1)
    assert decides.steps[-1]["text"] == f"Taken back: Infantry {unit} turned to face east"
    waits.hear()
    waits.hear()
    assert [step["kind"] for step in waits.steps] == ["start", "action", "undo"]
    enemy = "b3" if unit == "r1" else "b1"
    decides.act(do="fire", unit=unit, target=enemy)
    assert not decides.now["can-undo"]
    if decides.now["state"]["decides"] == decides.joined["sides"][0]:
        assert decides.ask("undo", seq=3)["code"] == "cannot-undo"


def test_why_not_is_answered_by_the_rules(seats: tuple[Client, Client]) -> None:
    decides, waits = seats
    unit = decides.now["question"]["units"][0]
    enemy = "b3" if unit == "r1" else "b1"
    verdicts = {one["verb"]: one for one in decides.ask("ask", unit=unit, cell=enemy)["verdicts"]}
    assert verdicts["fire"]["legal"]
    assert verdicts["fight"]["reasons"][0]["clause"] == "classic.close-combat.when"
    assert not verdicts["move"]["legal"]
    far = decides.ask("ask", unit=unit, cell="c5")["verdicts"]
    assert [one["verb"] for one in far] == ["move"]
    assert far[0]["reasons"][0]["clause"].startswith("classic.movement")
    assert waits.ask("ask", unit=unit, cell=enemy)["verdicts"] == []


def broken(message: Tree, luck: random.Random) -> object:
    """A message with something wrong about it, perhaps."""
    kinds: list[Any] = [None, -1, 2**70, 1.5, "", "x" * 300, [], {}, True, [["a"]], "red", "r1"]
    copy = json.loads(json.dumps(message))
    where = copy["action"] if "action" in copy and luck.random() < 0.6 else copy
    for _ in range(luck.randint(1, 3)):
        key = luck.choice([*where, "surplus"])
        if luck.random() < 0.3:
            where.pop(key, None)
        else:
            where[key] = luck.choice(kinds)
    text = json.dumps(copy)
    if luck.random() < 0.2:
        cut = luck.randrange(len(text))
        text = text[:cut] + luck.choice(["", "}", '"', "\\u0000", "9"]) + text[cut + 1 :]
    return text


def test_mutated_messages_are_refused_and_change_nothing(seats: tuple[Client, Client]) -> None:
    decides, waits = seats
    luck = random.Random(7)
    unit = waits.joined["sides"][0][0] + "1"
    stand = waits.now["state"]["hash"]
    samples: list[Tree] = [
        {"type": "act", "id": 5, "seq": 0, "action": {"do": "fire", "unit": unit, "target": "b3"}},
        {"type": "act", "id": 5, "seq": 0, "action": {"do": "move", "unit": unit, "path": ["c1"]}},
        {"type": "undo", "id": 5, "seq": 0},
        {"type": "odds", "id": 5, "action": {"do": "end"}},
        {"type": "moment", "id": 5, "seq": 0},
        {"type": "survey", "id": 5, "unit": "r1"},
        {"type": "ask", "id": 5, "unit": "r1", "cell": "b3"},
        {"type": "nonce", "id": 5, "side": unit[0], "nonce": "0" * 32},
        {"type": "reissue", "id": 5, "side": "green", "token": "0" * 32},
        {"type": "propose", "id": 5, "side": "green", "what": "take-back", "seq": 0},
        {"type": "answer", "id": 5, "side": "green", "accept": True, "what": "draw"},
        {"type": "withdraw", "id": 5, "side": "green"},
        {"type": "resign", "id": 5, "side": "green"},
        {"type": "subscribe", "id": 5, "side": "green", "endpoint": "https://127.0.0.1/"},
    ]
    refused = 0
    for _ in range(1500):
        # By the side that does not decide: whatever it says, the game stands still.
        waits.say(broken(luck.choice(samples), luck))
        reply = waits.hear_reply()
        assert reply["type"] in ("refused", "moment", "surveyed", "asked"), reply
        assert reply.get("code") != "internal", reply
        refused += reply["type"] == "refused"
    assert refused > 1000
    for _ in range(500):
        decides.say(broken({"type": "act", "id": 5, "seq": 0, "action": {"do": "fire", "unit": "r9"}}, luck))
        reply = decides.hear_reply()
        assert reply["type"] == "refused", reply
        assert reply["code"] != "internal", reply
    assert decides.ask("moment", seq=0)["state"]["hash"] == stand
    assert (decides.now["seq"], waits.now["seq"]) == (0, 0)


def test_what_is_no_text_or_far_too_long_ends_only_that_conversation(server: Server) -> None:
    made = server.make(scenario=duel(), seed=3)
    for nonsense in (b"\x00\x01", "[" * 50_000, json.dumps({"x": "y" * 100_000})):
        with server.join(made["game"], made["seats"]["red"]) as red:
            red.say(nonsense)
            try:
                assert red.hear()["code"] == "bad-message"
            except Exception as problem:
                assert "ConnectionClosed" in type(problem).__name__, problem
    with server.join(made["game"], made["seats"]["red"]) as red:
        assert red.now["seq"] == 0
