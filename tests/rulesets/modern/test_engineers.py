"""Modern: engineers at work on minefields, turn after turn."""

from typing import Any

import pytest

from tests.rulesets.modern.sketch import QUIET, blue_acts, hit_dice, red_acts, state, terrain
from tests.table import Table, of_kind, told

LAY = "modern.engineers.lay-mines"
CLEAR = "modern.engineers.clear-mines"
FAR = ["b1 infantry f6 s"]
# In case the engineers are not the last of Red: somebody is left to act.
RED = ["r1 engineers c3 n", "r2 infantry a1 n"]
AROUND = {"square": {"c4", "d3", "c2", "b3"}, "hex": {"c4", "d3", "d2", "c2", "b2", "b3"}}


def order(table: Table, task: str = "lay-mines", target: str = "c4") -> None:
    table.play("work", "r1", task=task, target=target)


@pytest.mark.clause("modern.engineers.lay-mines")
def test_engineers_may_mine_any_cell_next_to_them(grid: str) -> None:
    table = red_acts(grid, red=RED, blue=FAR)
    orders = table.legal("work", "r1")
    assert {one["target"] for one in orders if one["task"] == "lay-mines"} == AROUND[grid]
    assert {one["task"] for one in orders} == {"lay-mines", "lay-wire"}
    assert table.why("work", "r1", task="lay-mines", target="c3") == {LAY}, "not under themselves"
    assert table.why("work", "r1", task="lay-mines", target="c5") == {LAY}, "not two cells away"


@pytest.mark.clause("modern.engineers.lay-mines", "modern.engineers.clear-mines")
@pytest.mark.parametrize("kind", ["infantry", "machine-gun", "dismounted-cavalry", "commander", "tank", "truck"])
def test_no_other_unit_does(grid: str, kind: str) -> None:
    table = red_acts(grid, terrain(d3="m"), red=[f"r1 {kind} c3 n", "r2 infantry a1 n"], blue=FAR)
    if table.state["decides"] == "blue":
        table.play("end")
    assert {one["task"] for one in table.legal("work", "r1")} == {"lay-wire"}
    assert table.why("work", "r1", task="lay-mines", target="c4") == {LAY}
    assert table.why("work", "r1", task="clear-mines", target="d3") == {CLEAR}


@pytest.mark.clause("modern.engineers.lay-mines")
def test_a_minefield_takes_three_turns_the_first_of_them_the_order(grid: str) -> None:
    table = red_acts(grid, red=RED, blue=FAR, dice=[6, *QUIET * 3])
    events = table.play("work", "r1", task="lay-mines", target="c4")
    assert told(events) == [("began-work", "r1", LAY)]
    assert state(table, "r1")["task"] == {"kind": "lay-mines", "target": "c4", "turns-left": 3}
    assert table.legal(unit="r1") == [], "the order is the whole activation"
    assert table.why("fire", "r1", target="c4") == {"modern.activation.total"}
    for turn, left in ((2, 2), (3, 1)):
        assert of_kind(table.next_turn(), "mines-laid") == []
        assert table.state["turn"] == turn
        assert state(table, "r1")["task"]["turns-left"] == left
        assert table.state["cells"] == {}
    events = table.next_turn()
    assert told(of_kind(events, "mines-laid")) == [("mines-laid", "r1", LAY)]
    assert of_kind(events, "mines-laid")[0]["cell"] == "c4"
    assert table.state["cells"] == {"c4": {"wire": False, "mines": True}}
    assert state(table, "r1")["task"] is None


@pytest.mark.clause("modern.engineers.lay-mines", "modern.minefields.hit")
def test_a_field_that_was_laid_hits_who_enters_it(grid: str) -> None:
    red = [*RED, "r3 infantry c5 n"]
    table = red_acts(grid, red=red, blue=FAR, dice=[6, *QUIET * 2, *QUIET[:3], 1])
    order(table)
    for _ in range(3):
        table.next_turn()
    events = table.play("move", "r3", path=["c4"])
    assert hit_dice(events) == [("r3", 1)]


@pytest.mark.clause("modern.engineers.clear-mines")
def test_clearing_takes_five_turns(grid: str) -> None:
    table = red_acts(grid, terrain(c4="m", b5="m"), red=RED, blue=FAR, dice=[6, *QUIET * 5])
    orders = table.legal("work", "r1")
    assert [one["target"] for one in orders if one["task"] == "clear-mines"] == ["c4"]
    assert "c4" not in {one["target"] for one in orders if one["task"] == "lay-mines"}, "there are mines already"
    assert table.why("work", "r1", task="clear-mines", target="b3") == {CLEAR}, "there are none"
    events = table.play("work", "r1", task="clear-mines", target="c4")
    assert told(events) == [("began-work", "r1", CLEAR)]
    assert state(table, "r1")["task"] == {"kind": "clear-mines", "target": "c4", "turns-left": 5}
    for _ in range(4):
        assert of_kind(table.next_turn(), "mines-cleared") == []
    assert table.state["cells"] == {}
    events = table.next_turn()
    assert told(of_kind(events, "mines-cleared")) == [("mines-cleared", "r1", CLEAR)]
    assert table.state["cells"] == {"c4": {"wire": False, "mines": False}}
    assert table.odds("move", "r1", path=["c4"]) == {"no effect": 1.0}


@pytest.mark.clause("modern.engineers.clear-mines")
def test_a_field_with_a_unit_in_it_is_cleared_all_the_same(grid: str) -> None:
    red = [*RED, "r3 infantry c4 n"]
    table = red_acts(grid, terrain(c4="m"), red=red, blue=FAR, dice=[6, *QUIET * 5])
    order(table, "clear-mines")
    events = [event for _ in range(5) for event in table.next_turn()]
    assert told(of_kind(events, "mines-cleared")) == [("mines-cleared", "r1", CLEAR)]


@pytest.mark.clause("modern.engineers.lay-mines")
@pytest.mark.parametrize(
    ("before", "words"),
    [("move", {"path": ["c4"]}), ("move", {"path": [], "facing": "s"}), ("fire", {"target": "c6"})],
    ids=["moved", "turned", "fired"],
)
def test_the_order_needs_the_whole_activation(grid: str, before: str, words: dict[str, Any]) -> None:
    table = red_acts(grid, red=RED, blue=["b1 infantry c6 s"], dice=[1])
    table.play(before, "r1", **words)
    assert table.legal("work", "r1") == []
    assert table.why("work", "r1", task="lay-mines", target="b3") == {LAY}


@pytest.mark.clause("modern.engineers.lay-mines")
def test_on_later_turns_they_fire_and_fight_and_work_on(grid: str) -> None:
    blue = ["b1 infantry c4 s", "b2 infantry f6 s"]
    dice = [6, *QUIET[:3], 1, 6, 6, 6, *QUIET]
    table = red_acts(grid, red=RED, blue=blue, dice=dice)
    order(table, target="b3")
    table.next_turn()
    assert table.legal("work", "r1") == [], "they are at work"
    assert table.why("work", "r1", task="lay-wire") == {"modern.wire.lay"}
    table.play("fire", "r1", target="c4")
    table.play("fight", "r1", target="c4")
    assert state(table, "r1")["task"]["turns-left"] == 2
    table.next_turn()
    events = table.next_turn()
    assert told(of_kind(events, "mines-laid")) == [("mines-laid", "r1", LAY)]


@pytest.mark.clause("modern.engineers.lay-mines", "modern.engineers.clear-mines")
@pytest.mark.parametrize("task", ["lay-mines", "clear-mines"])
@pytest.mark.parametrize("words", [{"path": ["c2"]}, {"path": [], "facing": "s"}], ids=["moving", "turning"])
def test_moving_or_turning_cancels(grid: str, task: str, words: dict[str, Any]) -> None:
    rows = terrain(c4="m") if task == "clear-mines" else terrain()
    table = red_acts(grid, rows, red=RED, blue=FAR, dice=[6, *QUIET * 5])
    order(table, task)
    table.next_turn()
    table.play("move", "r1", **words)
    assert state(table, "r1")["task"] is None
    events = [event for _ in range(4) for event in table.next_turn()]
    assert of_kind(events, "mines-laid") == of_kind(events, "mines-cleared") == []


@pytest.mark.clause("modern.engineers.lay-mines")
def test_a_retreat_cancels_a_lost_strength_point_does_not(grid: str) -> None:
    for answer, cancelled in (({"to": "c2"}, True), ({}, False)):
        table = red_acts(grid, red=RED, blue=["b1 infantry c6 s"], dice=[6, 6, 6])
        order(table, target="b3")
        table.play("end")
        table.play("fire", "b1", target="c3")
        table.play("retreat" if answer else "lose-sp", "r1", **answer)
        assert (state(table, "r1")["task"] is None) == cancelled


@pytest.mark.clause("modern.engineers.lay-mines", "modern.transport.load")
def test_being_loaded_cancels(grid: str) -> None:
    """Even in the last turn of the work: who is loaded does nothing else that turn."""
    red = [*RED, "r3 truck c3 n"]
    table = red_acts(grid, red=red, blue=FAR, dice=[6, *QUIET * 3])
    order(table)
    table.next_turn()
    table.next_turn()
    assert state(table, "r1")["task"]["turns-left"] == 1
    table.play("load", "r3", cargo="r1")
    assert state(table, "r1")["task"] is None
    events = table.next_turn()
    assert of_kind(events, "mines-laid") == []
    assert state(table, "r1")["carried-by"] == "r3"


@pytest.mark.clause("modern.engineers.lay-mines")
def test_mines_go_only_into_a_passable_cell_without_units(grid: str) -> None:
    red = [*RED, "r3 truck c2 n"]
    blue = ["b1 infantry b3 s", "b2 infantry f6 s"]
    table = red_acts(grid, terrain(c4="~", d3="F"), red=red, blue=blue)
    orders = {one["target"] for one in table.legal("work", "r1") if one["task"] == "lay-mines"}
    assert orders == {"d3"} | (AROUND[grid] - {"c4", "c2", "b3"})
    for cell in ("c4", "c2", "b3"):
        assert table.why("work", "r1", task="lay-mines", target=cell) == {LAY}


@pytest.mark.clause("modern.engineers.lay-mines")
@pytest.mark.parametrize(("who", "path"), [("r2", ["c4"]), ("b1", ["c5", "c4"])], ids=["a friend", "an enemy"])
def test_mines_wait_while_a_unit_is_there(grid: str, who: str, path: list[str]) -> None:
    red = ["r1 engineers c3 n", f"r2 infantry {'b4' if who == 'r2' else 'a1'} n"]
    blue = [f"b1 spotter {'f6' if who == 'r2' else 'c6'} s", "b2 infantry f6 s"]
    table = red_acts(grid, red=red, blue=blue, dice=[6, *QUIET * 4])
    order(table)
    table.next_turn()
    table.next_turn()
    if who == "b1":
        table.play("end")
    table.play("move", who, path=path)
    assert table.at(who) == "c4"
    assert of_kind(table.next_turn(), "mines-laid") == []
    assert state(table, "r1")["task"] == {"kind": "lay-mines", "target": "c4", "turns-left": 1}
    assert of_kind(table.next_turn(), "mines-laid") == [], "it is still there"
    if who == "b1":
        table.play("end")
    table.play("move", who, path=["c5"])
    events = table.next_turn()
    assert told(of_kind(events, "mines-laid")) == [("mines-laid", "r1", LAY)]


@pytest.mark.clause("modern.engineers.lay-mines")
def test_the_work_dies_with_the_engineers(grid: str) -> None:
    red = ["r1 engineers c3 n sp=1", "r2 infantry a1 n"]
    table = blue_acts(grid, red=red, blue=["b1 infantry c5 s"], dice=[6, *QUIET[:3], 6, 6, 1, *QUIET * 2])
    table.play("end")
    order(table)
    table.next_turn()
    table.play("end")
    table.play("fire", "b1", target="c3")
    assert table.unit("r1") is None
    events = [event for _ in range(2) for event in table.next_turn()]
    assert of_kind(events, "mines-laid") == []
