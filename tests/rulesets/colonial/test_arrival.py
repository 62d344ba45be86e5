"""Reinforcements, and units that go off the board: the shared rulings in this book."""

from typing import Any

import pytest

from tests.rulesets.colonial.drawing import FACINGS, happened, red_to_act, terrain, throws
from tests.table import Table


def reinforced(grid: str, rows: str = terrain(), kind: str = "infantry", **words: Any) -> Table:
    red = ["r1 infantry c4 n", f"r2 {kind} - n arrives=1,south"]
    return red_to_act(grid, rows, red=red, blue=words.pop("blue", ["b1 infantry a6 s"]), **words)


def entries(table: Table) -> set[str]:
    return {one["at"] for one in table.legal("enter", "r2")}


@pytest.mark.clause("shared.arrival")
def test_a_reinforcement_enters_on_a_free_cell_of_its_edge_next_to_no_enemy(grid: str) -> None:
    table = reinforced(grid, terrain(f1="~"), blue=["b1 infantry a2 n", "b2 infantry a6 s"])
    beside_the_enemy = {"square": {"a1"}, "hex": {"a1", "b1"}}
    assert entries(table) == {"a1", "b1", "c1", "d1", "e1"} - beside_the_enemy[grid]
    assert {one["facing"] for one in table.legal("enter", "r2") if one["at"] == "d1"} == FACINGS[grid]
    assert table.why("enter", "r2", at="a1", facing="n") == {"shared.arrival"}
    assert table.why("enter", "r2", at="d2", facing="n") == {"shared.arrival"}
    assert table.why("move", "r2", path=["c1"]) == {"shared.arrival"}
    assert happened(table.play("enter", "r2", at="d1", facing="n")) == [("placed", "r2", "shared.arrival")]


@pytest.mark.clause("shared.arrival", "colonial.movement.firing-cost")
def test_entering_is_the_first_cell_of_its_movement(grid: str) -> None:
    table = reinforced(grid)
    table.play("enter", "r2", at="d1", facing="n")
    assert "d2" in table.reach("r2")
    assert "d3" not in table.reach("r2")
    assert table.why("move", "r2", path=["d2", "d3"]) == {"colonial.movement.rates"}
    table.play("move", "r2", path=["d2"])
    assert table.why("move", "r2", path=["d3"]) == {"colonial.movement.once"}


@pytest.mark.clause("shared.arrival", "colonial.fire.mod-still")
def test_who_enters_has_moved_one_cell_and_may_fire(grid: str) -> None:
    red = ["r1 infantry a1 n", "r2 infantry - n arrives=1,south"]
    table = red_to_act(grid, dice=[4], red=red, blue=["b1 infantry d4 s"])
    table.play("enter", "r2", at="d1", facing="n")
    assert throws(table.play("fire", "r2", target="d4"), "fire") == ["r2: 4 = 4, needs 5: nothing"]


@pytest.mark.clause("shared.arrival", "colonial.rivers.ford")
def test_who_enters_by_a_ford_stops_there(grid: str) -> None:
    table = reinforced(grid, terrain(d1="F"), kind="mounted-cavalry")
    assert happened(table.play("enter", "r2", at="d1", facing="n")) == [
        ("placed", "r2", "shared.arrival"),
        ("stopped", "r2", "colonial.rivers.ford"),
    ]
    assert table.legal("move", "r2") == []


@pytest.mark.clause("shared.arrival")
def test_before_its_turn_a_reinforcement_stays_away(grid: str) -> None:
    red = ["r1 infantry c4 n", "r2 infantry - n arrives=2,south"]
    table = red_to_act(grid, red=red, blue=["b1 infantry a6 s"], dice=[6, 1])
    assert entries(table) == set()
    assert table.why("enter", "r2", at="d1", facing="n")
    table.play("end")
    table.play("end")
    assert "d1" in entries(table)


@pytest.mark.clause("shared.victory")
def test_a_unit_goes_off_the_board_where_its_side_is_to_leave(grid: str) -> None:
    """As its move; with the second one Red has won."""
    red = ["r1 infantry c6 n", "r2 infantry d6 n", "r3 infantry d5 n"]
    victory = [{"side": "red", "exit": {"edge": "north", "units": 2}}]
    table = red_to_act(grid, red=red, blue=["b1 infantry a1 n"], victory=victory)
    assert {one["unit"] for one in table.legal("leave")} == {"r1", "r2"}
    assert table.why("leave", "r3") == {"shared.victory"}
    assert happened(table.play("leave", "r1")) == [("left", "r1", "shared.victory")]
    table.play("leave", "r2")
    assert table.state["result"]["winner"] == "red"


@pytest.mark.clause("shared.victory", "colonial.movement.once")
def test_who_has_moved_no_longer_leaves(grid: str) -> None:
    victory = [{"side": "red", "exit": {"edge": "north", "units": 1}}]
    red = ["r1 infantry c5 n", "r2 infantry d6 n"]
    table = red_to_act(grid, red=red, blue=["b1 infantry a1 n"], victory=victory)
    table.play("move", "r1", path=["c6"])
    assert table.why("leave", "r1") == {"colonial.movement.once"}
    assert table.legal("leave", "r2")
