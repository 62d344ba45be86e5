"""Classic: barbed wire."""

import pytest

from tests.table import OPEN, RED_FIRST, draw, of_kind, told

LAY = "classic.wire.lay"
BLOCK = "classic.wire.block"

WIRED = """
. . . . .
. . . . .
. . x . .
. . . . .
. . . . .
"""


@pytest.mark.clause("classic.wire.lay")
def test_laying_wire_takes_the_turn() -> None:
    table = draw("classic", red=["r1 infantry c3 n", "r2 infantry a1 n"], blue=["b1 infantry c5 s"], dice=RED_FIRST)
    assert [action["task"] for action in table.legal("work", "r1")] == ["lay-wire"]
    assert table.why("work", "r1", task="clear-wire") == {LAY}, "there is none to clear"
    table.play("work", "r1", task="lay-wire")
    unit = table.unit("r1")
    assert unit is not None
    assert unit["task"] == {"kind": "lay-wire", "target": "c3", "turns-left": 1}
    assert table.legal(unit="r1") == []
    assert table.why("fire", "r1", target="c5") == {"classic.turn.options"}
    assert table.state["cells"] == {}, "not before the end of the turn"
    events = table.next_turn()
    assert ("wire-laid", "r1", LAY) in told(events)
    assert (table.unit("r1") or {})["task"] is None
    assert table.state["cells"] == {"c3": {"wire": True, "mines": False}}


@pytest.mark.clause("classic.wire.lay")
def test_clearing_wire_takes_the_turn() -> None:
    table = draw(
        "classic", WIRED, red=["r1 infantry c3 n", "r2 infantry a1 n"], blue=["b1 infantry c5 s"], dice=RED_FIRST
    )
    assert [action["task"] for action in table.legal("work", "r1")] == ["clear-wire"]
    assert table.why("work", "r1", task="lay-wire") == {LAY}, "there is some already"
    table.play("work", "r1", task="clear-wire")
    unit = table.unit("r1")
    assert unit is not None
    assert unit["task"] == {"kind": "clear-wire", "target": "c3", "turns-left": 1}
    assert table.legal(unit="r1") == []
    assert table.state["cells"] == {}
    events = table.next_turn()
    assert ("wire-cleared", "r1", LAY) in told(events)
    assert table.state["cells"] == {"c3": {"wire": False, "mines": False}}


@pytest.mark.clause("classic.wire.lay")
@pytest.mark.parametrize(
    ("verb", "words"),
    [("move", {"path": [], "facing": "e"}), ("fire", {"target": "c5"})],
    ids=["turned", "fired"],
)
def test_a_unit_that_has_done_something_else_does_not_work(verb: str, words: dict[str, object]) -> None:
    table = draw(
        "classic", red=["r1 infantry c3 n", "r2 infantry a1 n"], blue=["b1 infantry c5 s"], dice=[*RED_FIRST, 1]
    )
    table.play(verb, "r1", **words)
    assert table.legal("work", "r1") == []
    assert table.why("work", "r1", task="lay-wire") == {LAY}


@pytest.mark.clause("classic.wire.lay")
def test_two_units_in_a_square_lay_one_wire() -> None:
    red = ["r1 infantry c3 n", "r2 commander c3 n"]
    table = draw("classic", red=red, blue=["b1 infantry f6 s"], dice=RED_FIRST)
    table.play("work", "r1", task="lay-wire")
    table.play("work", "r2", task="lay-wire")
    events = table.next_turn()
    assert [event["unit"] for event in of_kind(events, "wire-laid")] == ["r1"]
    assert table.state["cells"] == {"c3": {"wire": True, "mines": False}}


@pytest.mark.clause("classic.wire.lay")
def test_a_unit_that_is_destroyed_lays_no_wire() -> None:
    red = ["r1 infantry c3 n sp=1", "r2 infantry a1 n"]
    table = draw("classic", red=red, blue=["b1 infantry c5 s"], dice=[*RED_FIRST, 6, 1])
    table.play("work", "r1", task="lay-wire")
    table.play("end")
    table.play("fire", "b1", target="c3")
    assert (table.state["turn"], table.unit("r1"), table.state["cells"]) == (2, None, {})


@pytest.mark.clause("classic.wire.lay")
def test_a_unit_driven_off_lays_no_wire() -> None:
    table = draw("classic", red=["r1 infantry c3 n"], blue=["b1 infantry c5 s"], dice=[*RED_FIRST, 6, 6])
    table.play("work", "r1", task="lay-wire")
    table.play("fire", "b1", target="c3")
    events = table.play("retreat", "r1", to="c2")
    assert table.state["turn"] == 2
    assert "wire-laid" not in [event["event"] for event in events]
    assert table.state["cells"] == {}


@pytest.mark.clause("classic.wire.block")
def test_wire_stops_a_unit() -> None:
    table = draw(
        "classic", WIRED, red=["r1 cavalry c1 n", "r2 infantry a1 n"], blue=["b1 infantry e5 s"], dice=RED_FIRST
    )
    assert "c3" in table.reach("r1")
    assert "c4" not in table.reach("r1"), "three squares, but through the wire"
    assert table.why("move", "r1", path=["c2", "c3", "c4"], facing="n") == {BLOCK}
    events = table.play("move", "r1", path=["c2", "c3"], facing="n")
    assert told(events) == [("moved", "r1", "classic.grid.edges"), ("stopped", "r1", BLOCK)]


@pytest.mark.clause("classic.wire.block")
def test_without_wire_the_same_way_is_open() -> None:
    table = draw("classic", OPEN, red=["r1 cavalry c1 n"], blue=["b1 infantry f6 s"], dice=RED_FIRST)
    assert table.why("move", "r1", path=["c2", "c3", "c4"], facing="n") == set()


@pytest.mark.clause("classic.wire.block")
def test_next_turn_it_removes_the_wire_or_moves_on() -> None:
    table = draw("classic", WIRED, red=["r1 cavalry c3 n"], blue=["b1 infantry a5 s"], dice=RED_FIRST)
    assert {"c4", "c5", "d4", "c1"} <= table.reach("r1")
    assert [action["task"] for action in table.legal("work", "r1")] == ["clear-wire"]


@pytest.mark.clause("classic.wire.block")
def test_wire_laid_in_the_battle_stops_units_too() -> None:
    table = draw(
        "classic", red=["r1 infantry c3 n", "r2 cavalry c1 n"], blue=["b1 infantry f6 s"], dice=[*RED_FIRST] * 4
    )
    table.play("work", "r1", task="lay-wire")
    table.next_turn()
    table.play("move", "r1", path=["d3"], facing="n")
    assert table.why("move", "r2", path=["c2", "c3", "c4"], facing="n") == {BLOCK}
