"""Rivers: over a ford in two turns, without fire, and at a disadvantage."""

import pytest

from tests.rulesets.modern.ground import board, guns_first, red_to_act, throws
from tests.table import told

FAR = ["b1 infantry f9 n"]


@pytest.mark.clause("modern.rivers.ford")
@pytest.mark.parametrize("kind", ["infantry", "tank", "mounted-cavalry", "truck"])
def test_a_ford_is_entered_on_one_turn_and_left_by_one_cell_on_the_next(grid: str, kind: str) -> None:
    rows = board(6, 9, c2="F", c5="F")
    table = red_to_act(grid, rows, dice=[1, 6, 1, 6], red=[f"r1 {kind} c1 n"], blue=FAR)
    assert table.why("move", "r1", path=["c2", "c3"]) == {"modern.rivers.ford"}
    assert told(table.play("move", "r1", path=["c2"]))[1] == ("stopped", "r1", "modern.rivers.ford")
    assert (table.unit("r1") or {})["crossing"]
    table.next_turn()
    assert table.reach("r1") == {"square": {"b2", "c1", "c3", "d2"}, "hex": {"b1", "b2", "c1", "c3", "d1", "d2"}}[grid]
    assert table.why("move", "r1", path=["c3", "c4"]) == {"modern.rivers.ford"}
    assert told(table.play("move", "r1", path=["c3"]))[:2] == [
        ("moved", "r1", "modern.movement.edges"),
        ("stopped", "r1", "modern.rivers.ford"),
    ]
    assert not (table.unit("r1") or {})["crossing"]


@pytest.mark.clause("modern.rivers.ford")
def test_a_unit_deployed_in_a_ford_leaves_it_by_one_cell(grid: str) -> None:
    table = red_to_act(grid, board(6, 9, c2="F"), red=["r1 tank c2 n"], blue=FAR)
    assert "c3" in table.reach("r1")
    assert "c4" not in table.reach("r1")


@pytest.mark.clause("modern.rivers.ford", "shared.terrain")
def test_a_river_without_a_ford_is_not_entered_and_a_bridge_is_no_river(grid: str) -> None:
    table = red_to_act(grid, board(6, 9, c2="~"), red=["r1 infantry c1 n"], blue=FAR)
    assert "c2" not in table.reach("r1")
    assert table.why("move", "r1", path=["c2"]) == {"modern.rivers.ford"}
    table = red_to_act(grid, board(6, 9, c2="B"), red=["r1 infantry c1 n"], blue=FAR)
    assert {"c2", "c3"} <= table.reach("r1")


@pytest.mark.clause("modern.rivers.no-fire", "shared.terrain")
@pytest.mark.parametrize(("letter", "may_fire"), [("F", False), ("B", True), (".", True)])
def test_units_in_a_river_do_not_fire(grid: str, letter: str, may_fire: bool) -> None:
    rows = board(c2=letter)
    reason = set() if may_fire else {"modern.rivers.no-fire"}
    table = red_to_act(grid, rows, red=["r1 infantry c2 n"], blue=["b1 infantry c4 s"])
    assert table.targets("fire", "r1") == ({"c4"} if may_fire else set())
    assert table.why("fire", "r1", target="c4") == reason
    red = ["r1 field-artillery c2 n", "r2 field-artillery f1 n"]
    table = guns_first(grid, rows, red=red, blue=["b1 infantry c4 s", "b2 infantry f6 s"])
    assert "f6" in table.targets("bombard", "r2")
    assert ("c4" in table.targets("bombard", "r1")) == may_fire
    assert table.why("bombard", "r1", target="c4") == reason


@pytest.mark.clause("modern.rivers.close-combat")
@pytest.mark.parametrize(("own", "other"), [("F", "."), (".", "F"), ("F", "F"), ("B", "B")])
def test_a_unit_in_a_river_takes_1_away_attacker_or_defender(grid: str, own: str, other: str) -> None:
    red, blue = ["r1 infantry c3 n"], ["b1 infantry c4 s", "b9 infantry f6 n"]
    table = red_to_act(grid, board(c3=own, c4=other), dice=[4, 4], red=red, blue=blue)
    wet, dry = "4 -1 modern.rivers.close-combat = 3", "4 = 4"
    assert throws(table.play("fight", "r1", target="c4"), "close-combat") == [
        f"r1: {wet if own == 'F' else dry}, needs 3: survives",
        f"b1: {wet if other == 'F' else dry}, needs 3: survives",
    ]
