"""Strength points: what each unit begins with, and the end of those that have none left."""

import pytest

from tests.rulesets.modern.ground import GROUND_TYPES, GUNS, red_to_act, throws
from tests.table import told

STRENGTH = {
    "infantry": 4,
    "infantry-anti-tank": 2,
    "engineers": 4,
    "dismounted-cavalry": 3,
    "mounted-cavalry": 3,
    "machine-gun": 2,
    "mortar": 2,
    **dict.fromkeys(GUNS, 2),
    "armoured-car": 3,
    "light-tank": 3,
    "tank": 3,
    "assault-gun": 3,
    "self-propelled-artillery": 2,
    "half-track": 2,
    "truck": 2,
    "horse-transport": 1,
    "spotter": 2,
    "commander": 2,
}


@pytest.mark.clause("modern.strength.values")
def test_each_type_begins_with_its_strength(grid: str) -> None:
    red = [f"r{number} {kind} {'abcdef'[number % 6]}{1 + number // 6} n" for number, kind in enumerate(GROUND_TYPES)]
    table = red_to_act(grid, red=red, blue=["b1 infantry f6 n"])
    found = {one["type"]: one["sp"] for one in table.state["units"] if one["side"] == "red"}
    assert found == STRENGTH


@pytest.mark.clause("modern.strength.adjust")
def test_a_scenario_may_give_a_unit_another_strength(grid: str) -> None:
    red = ["r1 infantry a1 n sp=6", "r2 infantry b1 n", "r3 tank c1 n sp=1"]
    table = red_to_act(grid, red=red, blue=["b1 infantry f6 n"])
    assert [one["sp"] for one in table.state["units"]] == [6, 4, 1, 4]
    assert table.side("red")["exhaustion-point"] == 4  # a third of 11, not of 4 + 4 + 3


@pytest.mark.clause("modern.strength.destroyed")
def test_a_unit_without_strength_is_destroyed_and_leaves_the_board(grid: str) -> None:
    blue = ["b1 infantry c4 s sp=2", "b2 infantry f6 n"]
    table = red_to_act(grid, dice=[5, 1, 6, 1, 4, 1], red=["r1 infantry c2 n", "r2 infantry b2 n"], blue=blue)
    events = table.play("fire", "r1", target="c4")
    assert throws(events, "hit") == ["b1: 1 = 1: loses-sp"]
    assert told(events) == [("hit", "b1", "modern.fire.dice"), ("lost-sp", "b1", "modern.hits.table")]
    assert table.at("b1") == "c4"
    events = table.play("fire", "r2", target="c4")
    assert told(events)[:3] == [
        ("hit", "b1", "modern.fire.dice"),
        ("lost-sp", "b1", "modern.hits.table"),
        ("destroyed", "b1", "modern.strength.destroyed"),
    ]
    assert table.unit("b1") is None
    assert table.side("blue")["destroyed"] == ["b1"]
    assert table.side("blue")["sp-lost"] == 2
