"""A battle at a real table: its dice are thrown by hand and told to the server, and the umpire may overrule."""

import random
from typing import Any

import pytest

from portable_wargame.record.keys import Seed
from portable_wargame.record.lines import Acted, Ruled, Start
from portable_wargame.record.reading import parse_record
from portable_wargame.record.session import Session
from portable_wargame.record.verifying import verify

from .running import Client, Server, by_turn
from .scenes import duel, gun_duel

BOOKS = ["toll-house", "fort-amaranth", "checkpoint-nine", "red-gate-pass"]


def sit(server: Server, **wanted: Any) -> tuple[Any, Client]:
    made = server.make(dice="table", **wanted)
    return made, server.join(made["game"], *made["seats"].values(), nonces=False)


def thrown(table: Client, luck: random.Random, **about: Any) -> list[int]:
    """Throw whatever is asked for, until nothing more is."""
    dice: list[int] = []
    while True:
        wanted = table.ask("throw", seq=0, dice=dice, **about)
        assert wanted["type"] == "throw", wanted
        if wanted["throw"] is None:
            return dice
        assert wanted["throw"]["title"] and wanted["throw"]["dice"] > 0
        dice += [luck.randint(1, 6) for _ in range(wanted["throw"]["dice"])]


def begin(table: Client, luck: random.Random) -> None:
    if table.joined["type"] == "waiting":
        assert table.around["dice"] == {"scheme": "table", "commitment": "", "nonces": {}, "wanted": []}
        assert table.ask("begin", dice=thrown(table, luck))["type"] == "accepted"
        assert table.joined["type"] == "joined"


@pytest.mark.parametrize("scenario", BOOKS)
def test_a_whole_battle_with_dice_thrown_by_hand(server: Server, scenario: str) -> None:
    luck = random.Random(scenario)
    made, table = sit(server, scenario=scenario)
    with table:
        begin(table, luck)
        for _ in range(400):
            if table.now["state"]["result"] is not None:
                break
            choices = table.choices()
            attacks = [one for one in choices if one["do"] in ("fire", "fight", "bombard")]
            action = luck.choice(attacks or choices)
            dice = thrown(table, luck, action=action)
            done = table.ask("act", seq=table.now["seq"], action=action, dice=dice)
            assert done["type"] == "accepted", done
        record = parse_record(server.record(made["game"], made["seats"].popitem()[1]), "the record")
    verdict = verify(record)
    fallen = [die for line in record.lines for die in line.thrown]
    assert (verdict.by_hand, verdict.unrevealed, verdict.from_seed) == (len(fallen), 0, 0) and len(fallen) > 20
    session = Session(record.scenario, Seed(0, fallen).dice())
    for line in record.lines:
        if isinstance(line, Acted):
            session.play(line.action)
        if isinstance(line, Start | Acted):
            assert session.state()["hash"] == line.hash


def test_dice_that_were_not_thrown_are_not_made_up(server: Server) -> None:
    luck = random.Random(1)
    _, table = sit(server, scenario=duel())
    with table:
        assert table.ask("begin", dice=[])["code"] == "illegal"
        assert table.ask("begin", dice=[6, 1, 1])["code"] == "illegal"
        begin(table, luck)
        shot = next(one for one in table.choices() if one["do"] == "fire")
        before = table.now["state"]["hash"]
        assert table.act(**shot)["code"] == "illegal"
        assert table.ask("act", seq=table.now["seq"], action=shot, dice=[1, 1, 1, 1, 1])["code"] == "illegal"
        assert table.ask("act", seq=table.now["seq"], action=shot, dice=[7])["code"] == "bad-message"
        assert table.now["state"]["hash"] == before
        wanted = table.ask("throw", seq=table.now["seq"], action=shot)["throw"]
        assert (wanted["title"], wanted["dice"], wanted["needs"]) == ("Fire", 1, 5)
        assert wanted["at-most"] is False
        assert [row["words"] for row in wanted["modifiers"]] == ["stood still"]


def test_other_games_take_no_dice(server: Server) -> None:
    made = server.make(scenario=duel(), seed=3)
    with server.join(made["game"], *made["seats"].values()) as both:
        assert both.ask("throw", seq=0, action={"do": "end"})["code"] == "illegal"
        assert both.ask("act", seq=0, action={"do": "end"}, dice=[1])["code"] == "illegal"
        assert both.ask("begin", dice=[])["code"] == "stale"


@pytest.mark.parametrize(
    "wanted",
    [
        {"seed": 1},
        {"seats": {"blue": {"level": "captain"}}},
        {"clock": {"per": "move", "seconds": 60}},
        {"open": True},
        {"orders": {"red": {"when-hit": "hold", "when-won": "ask"}}},
    ],
)
def test_a_real_table_has_two_players_and_their_own_time(server: Server, wanted: Any) -> None:
    answer = server.http.post("/api/games", json={"scenario": duel(), "dice": "table", **wanted})
    assert answer.status_code == 400


def test_the_umpire_overrules(server: Server) -> None:
    luck = random.Random(2)
    made, table = sit(server, scenario=duel())
    with table:
        begin(table, luck)
        unit = table.now["state"]["units"][0]["id"]
        moved = [{"set": "place", "unit": unit, "at": "a1"}]
        done = table.ask("overrule", seq=table.now["seq"], changes=moved, reason="The dog ran across the table.")
        assert done["type"] == "accepted"
        assert table.steps[-1]["kind"] == "ruling"
        assert table.steps[-1]["lines"][0]["text"] == "The umpire ruled: The dog ran across the table."
        assert table.ask("overrule", seq=0, changes=moved, reason="again")["code"] == "stale"
        refused = table.ask("overrule", seq=table.now["seq"], changes=[{"set": "turn", "turn": 999}], reason="late")
        assert refused["code"] == "illegal" and refused["reasons"][0]["clause"] == "shared.umpire"
        again = [{"set": "turn", "turn": 2, "begin": True}]
        dice = thrown(table, luck, changes=again)
        done = table.ask("overrule", seq=table.now["seq"], changes=again, reason="We lost count", dice=dice)
        assert done["type"] == "accepted" and table.now["state"]["turn"] == 2
        record = parse_record(server.record(made["game"], made["seats"]["red"]), "the record")
    assert verify(record).rulings == 2
    assert [line.reason for line in record.lines if isinstance(line, Ruled)][1] == "We lost count"


def test_nobody_is_the_umpire_of_somebody_else(server: Server) -> None:
    made = server.make(scenario=duel())
    with (
        server.join(made["game"], made["seats"]["red"]) as red,
        server.join(made["game"], made["seats"]["blue"]) as blue,
    ):
        red.hear_of("joined")
        turn = [{"set": "turn", "turn": 2}]
        assert red.ask("overrule", seq=red.now["seq"], changes=turn, reason="I say so")["code"] == "not-yours"
        assert blue.ask("overrule", seq=blue.now["seq"], changes=turn, reason="I say so")["code"] == "not-yours"


def test_secret_targets_stay_secret(server: Server) -> None:
    made = server.make(scenario=gun_duel(), seed=1)
    with server.join(made["game"], *made["seats"].values()) as both:
        shot = next(one for one in both.choices() if one["do"] == "bombard")
        both.act(**shot)
        if both.now["question"]["asks"] == "what the guns fire at":
            changes = [{"set": "turn", "turn": 2}]
            assert both.ask("overrule", seq=both.now["seq"], changes=changes, reason="x")["code"] == "illegal"


def test_who_holds_one_seat_of_a_real_table_learns_nothing_of_the_others_secrets(server: Server) -> None:
    """Neither by asking what would be thrown, nor by entering dice that are not wanted."""
    made = server.make(scenario=gun_duel(), dice="table")
    luck = random.Random(4)
    with server.join(made["game"], *made["seats"].values()) as both:
        if both.joined["type"] == "waiting":
            begin(both, luck)
    with (
        server.join(made["game"], made["seats"]["red"]) as red,
        server.join(made["game"], made["seats"]["blue"]) as blue,
    ):
        first, second = by_turn(red, blue)
        shot = next(one for one in first.choices() if one["do"] == "bombard")
        first.act(**shot)
        first.act(do="done")
        second.hear_of("step")
        done = {"do": "done"}
        assert second.ask("throw", seq=second.now["seq"], action=done)["code"] == "not-yours"
        assert second.ask("act", seq=second.now["seq"], action=done, dice=[1] * 9)["code"] == "not-yours"
        own = next(one for one in second.choices() if one["do"] == "bombard")
        assert second.ask("act", seq=second.now["seq"], action=own)["type"] == "accepted"
    with server.join(made["game"], *made["seats"].values()) as both:
        dice = thrown(both, luck, action=done)
        assert both.ask("act", seq=both.now["seq"], action=done, dice=dice)["type"] == "accepted"
