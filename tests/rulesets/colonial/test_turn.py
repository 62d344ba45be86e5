"""The turn: artillery fire, initiative, then one side's units after the other's."""

from typing import Any

import pytest

from tests.rulesets.colonial.drawing import guns_first, red_to_act
from tests.table import Tree, of_kind

GUNS: dict[str, Any] = {
    "red": ["r1 rifled-field-artillery c1 n", "r2 infantry a1 n"],
    "blue": ["b1 rifled-field-artillery c6 s", "b2 infantry a6 s"],
}


def phases(events: list[Tree]) -> list[tuple[str, str | None]]:
    return [(event["phase"], event.get("side")) for event in of_kind(events, "phase")]


@pytest.mark.clause("colonial.turn.sequence")
@pytest.mark.parametrize(("initiative", "order"), [([6, 1], ["red", "blue"]), ([1, 6], ["blue", "red"])])
def test_guns_then_initiative_then_each_side_in_turn(grid: str, initiative: list[int], order: list[str]) -> None:
    table = guns_first(grid, dice=[1, 1, *initiative], **GUNS)
    assert phases(table.opening) == [("artillery", None)]
    assert table.state["decides"] == "red"
    table.play("bombard", "r1", target="c6")  # its only gun: there is nothing more to declare
    assert table.state["decides"] == "blue"
    assert table.state["phase"] == "artillery"
    events = table.play("bombard", "b1", target="c1")
    assert phases(events) == [("initiative", None), ("activation", order[0])]
    assert [event["event"] for event in events[:5]] == ["roll", "roll", "phase", "roll", "roll"]
    assert {event["clause"] for event in of_kind(events, "phase")} == {"colonial.turn.sequence"}
    assert table.state["decides"] == order[0]
    assert phases(table.play("end")) == [("activation", order[1])]
    assert table.state["decides"] == order[1]
    events = table.play("end")
    assert of_kind(events, "turn") == [{"event": "turn", "turn": 2, "clause": "colonial.turn.sequence"}]
    assert phases(events) == [("artillery", None)]


@pytest.mark.clause("colonial.turn.sequence")
def test_an_artillery_phase_in_which_nobody_can_fire_is_passed_over(grid: str) -> None:
    table = red_to_act(grid, red=["r1 infantry c1 n"], blue=["b1 infantry c6 s"])
    assert phases(table.opening) == [("artillery", None), ("initiative", None), ("activation", "red")]


@pytest.mark.clause("colonial.turn.sequence")
def test_every_unit_acts_once_and_one_after_another(grid: str) -> None:
    table = red_to_act(
        grid, red=["r1 infantry a1 n", "r2 infantry d1 n", "r3 infantry f1 n"], blue=["b1 infantry a4 s"]
    )
    assert of_kind(table.opening, "activations") == [
        {"event": "activations", "side": "red", "number": 3, "clause": "colonial.turn.sequence"}
    ]
    table.play("move", "r1", path=["a2"])
    assert table.state["activations-left"] == 2
    assert table.targets("fire", "r1") == {"a4"}
    table.play("move", "r2", path=["d2"])  # and that finishes r1
    assert table.state["activations-left"] == 1
    assert {one["unit"] for one in table.legal("move")} == {"r3"}
    assert table.legal("fire", "r1") == []
    assert table.why("fire", "r1", target="a4") == {"colonial.turn.sequence"}


@pytest.mark.clause("colonial.turn.sequence")
def test_a_side_acts_with_its_own_units_only_and_in_its_own_time(grid: str) -> None:
    table = red_to_act(grid, red=["r1 infantry a1 n"], blue=["b1 infantry a6 s"])
    assert {one.get("unit") for one in table.legal()} == {"r1", None}
    assert table.why("move", "b1", path=["a5"]) == {"colonial.turn.sequence"}
    table.play("end")
    assert {one.get("unit") for one in table.legal()} == {"b1", None}
    table.play("move", "b1", path=["a5"])


@pytest.mark.clause("colonial.turn.sequence")
def test_who_has_fired_no_longer_moves(grid: str) -> None:
    red = ["r1 infantry c2 n", "r2 infantry f1 n"]
    table = red_to_act(grid, red=red, blue=["b1 infantry c5 s"], dice=[1])
    assert table.reach("r1") >= {"c3", "c4"}
    table.play("fire", "r1", target="c5")
    assert table.legal("move", "r1") == []
    assert table.why("move", "r1", path=["c3"]) == {"colonial.turn.sequence"}


FACE_TO_FACE: dict[str, Any] = {"red": ["r1 infantry c3 n", "r2 infantry f1 n"], "blue": ["b1 infantry c4 s"]}


@pytest.mark.clause("colonial.turn.sequence")
def test_who_has_fought_neither_fires_nor_moves(grid: str) -> None:
    table = red_to_act(grid, dice=[6, 6], **FACE_TO_FACE)
    assert table.targets("fire", "r1") == {"c4"}
    table.play("fight", "r1", target="c4")
    assert table.why("fire", "r1", target="c4") == {"colonial.turn.sequence"}
    assert table.why("move", "r1", path=["c2"]) == {"colonial.turn.sequence"}
    assert table.state["decides"] == "red"


@pytest.mark.clause("colonial.turn.sequence")
def test_who_has_advanced_neither_fires_nor_moves(grid: str) -> None:
    blue = ["b1 infantry c4 s", "b2 infantry c5 s"]
    table = red_to_act(grid, red=["r1 infantry c3 n"], blue=blue, dice=[6, 1, 1])
    table.play("fight", "r1", target="c4")
    table.play("advance", "r1")
    assert {one["do"] for one in table.legal()} == {"fight", "done", "end"}
    assert table.why("fire", "r1", target="c5") == {"colonial.turn.sequence"}
    assert table.why("move", "r1", path=["c3"]) == {"colonial.turn.sequence"}


@pytest.mark.clause("colonial.turn.sequence")
def test_moving_firing_and_fighting_in_that_order_is_one_action(grid: str) -> None:
    table = red_to_act(grid, red=["r1 infantry c2 n"], blue=["b1 infantry c4 s"], dice=[1, 6, 6])
    table.play("move", "r1", path=["c3"])
    table.play("fire", "r1", target="c4")
    table.play("fight", "r1", target="c4")
    assert table.state["decides"] == "blue"
