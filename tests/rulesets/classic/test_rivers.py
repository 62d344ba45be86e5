"""Classic: rivers."""

import pytest

from tests.table import RED_FIRST, draw, told

FORD = "classic.rivers.ford"
NO_FIRE = "classic.rivers.no-fire"

RIVER = """
. . . . . .
. . . . . .
. . . . . .
~ ~ ~ F B ~
. . . . . .
. . . . . .
"""


@pytest.mark.clause("classic.rivers.ford")
@pytest.mark.parametrize("column", ["c", "d"], ids=["river", "ford"])
def test_a_unit_stops_in_any_river_square(column: str) -> None:
    table = draw("classic", RIVER, red=[f"r1 cavalry {column}2 n"], blue=["b1 infantry a6 s"], dice=RED_FIRST)
    assert f"{column}3" in table.reach("r1")
    assert table.why("move", "r1", path=[f"{column}3", f"{column}4"], facing="n") == {FORD}
    events = table.play("move", "r1", path=[f"{column}3"], facing="n")
    assert told(events) == [("moved", "r1", "classic.grid.edges"), ("stopped", "r1", FORD)]


@pytest.mark.clause("classic.rivers.ford")
def test_a_unit_leaves_a_river_by_one_square() -> None:
    table = draw("classic", RIVER, red=["r1 cavalry c3 n"], blue=["b1 infantry a6 s"], dice=RED_FIRST)
    assert table.reach("r1") == {"c4", "c2", "b3", "d3"}
    assert table.why("move", "r1", path=["c4", "c5"], facing="n") == {FORD}
    events = table.play("move", "r1", path=["c4"], facing="n")
    assert told(events) == [("moved", "r1", "classic.grid.edges"), ("stopped", "r1", FORD)]


@pytest.mark.clause("classic.rivers.ford")
def test_a_bridge_is_not_the_river() -> None:
    table = draw("classic", RIVER, red=["r1 cavalry e2 n"], blue=["b1 infantry a6 s"], dice=RED_FIRST)
    assert table.why("move", "r1", path=["e3", "e4", "e5"], facing="n") == set()
    table = draw("classic", RIVER, red=["r1 cavalry e3 n"], blue=["b1 infantry a6 s"], dice=RED_FIRST)
    assert {"e4", "e5", "e6"} <= table.reach("r1")


@pytest.mark.clause("classic.rivers.no-fire")
@pytest.mark.parametrize(
    ("column", "fires"), [("c", False), ("d", False), ("e", True)], ids=["river", "ford", "bridge"]
)
def test_units_in_rivers_do_not_fire(column: str, fires: bool) -> None:
    target = f"{column}5"
    table = draw("classic", RIVER, red=[f"r1 infantry {column}3 n"], blue=[f"b1 infantry {target} s"], dice=RED_FIRST)
    assert table.targets("fire", "r1") == ({target} if fires else set())
    assert table.why("fire", "r1", target=target) == (set() if fires else {NO_FIRE})


@pytest.mark.clause("classic.rivers.no-fire")
def test_guns_in_rivers_do_not_fire_either() -> None:
    guns = ["r1 artillery c3 n", "r2 artillery d3 n", "r3 artillery e3 n"]
    table = draw("classic", RIVER, red=guns, blue=["b1 infantry d6 s"], dice=RED_FIRST)
    assert {action["unit"] for action in table.legal("bombard")} == {"r3"}
    for gun in ("r1", "r2"):
        assert table.why("bombard", gun, target="d6") == {NO_FIRE}


@pytest.mark.clause("classic.rivers.no-fire")
def test_firing_at_units_in_rivers_is_allowed() -> None:
    table = draw("classic", RIVER, red=["r1 infantry c1 n"], blue=["b1 infantry c3 s"], dice=RED_FIRST)
    assert table.targets("fire", "r1") == {"c3"}
