"""Woods: a stop on the way in, a cell a turn inside, and short ranges."""

import pytest

from tests.rulesets.modern.ground import EAST, board, guns_first, red_to_act, throws
from tests.table import told

FAR = ["b1 infantry f9 n"]


@pytest.mark.clause("modern.woods.stop")
@pytest.mark.parametrize("kind", ["infantry", "tank", "truck", "commander", "mounted-cavalry"])
def test_a_unit_stops_on_entering_a_wood(grid: str, kind: str) -> None:
    table = red_to_act(grid, board(6, 9, c2="w"), red=[f"r1 {kind} c1 n"], blue=FAR)
    assert table.why("move", "r1", path=["c2", "c3"]) == {"modern.woods.stop"}
    assert told(table.play("move", "r1", path=["c2"]))[1] == ("stopped", "r1", "modern.woods.stop")
    table = red_to_act(grid, board(6, 9, c2="b"), red=[f"r1 {kind} c1 n"], blue=FAR)
    assert table.why("move", "r1", path=["c2", "c3"]) == set()


@pytest.mark.clause("modern.woods.stop", "modern.roads.bonus")
@pytest.mark.parametrize("off", ["c1", "c2"])
def test_but_not_on_a_road_that_leads_through_it(grid: str, off: str) -> None:
    """Where the road has a gap, or the unit comes to it across country, the wood is a wood."""
    legend = {"*": ["woods", "road"]}
    road = {"c1": "=", "c2": "*", "c3": "*", "c4": "="}
    table = red_to_act(grid, board(6, 9, **road), red=["r1 infantry c1 n"], blue=FAR, legend=legend)
    assert table.why("move", "r1", path=["c2", "c3", "c4"]) == set()
    assert told(table.play("move", "r1", path=["c2", "c3", "c4"])) == [("moved", "r1", "modern.roads.bonus")]
    gap = road | {off: {"c1": ".", "c2": "w"}[off]}
    table = red_to_act(grid, board(6, 9, **gap), red=["r1 infantry c1 n"], blue=FAR, legend=legend)
    assert table.why("move", "r1", path=["c2", "c3"]) == {"modern.woods.stop"}


@pytest.mark.clause("modern.roads.bonus")
@pytest.mark.parametrize("kind", ["infantry", "truck"])
@pytest.mark.parametrize("also", ["ford", "trench", "hill 1", "built-up"])
def test_whatever_else_the_cell_holds_a_road_is_a_road(grid: str, kind: str, also: str) -> None:
    rows = board(6, 9, c1="=", c2="*", c3="=", c4="=")
    legend = {"*": [also, "road"]}
    table = red_to_act(grid, rows, red=[f"r1 {kind} c1 n"], blue=FAR, legend=legend)
    assert table.why("move", "r1", path=["c2", "c3", "c4"]) == set()
    table = red_to_act(grid, rows, red=[f"r1 {kind} c2 n"], blue=FAR, legend=legend)
    assert table.why("move", "r1", path=["c3", "c4"]) == set()


@pytest.mark.clause("modern.roads.bonus", "modern.wire.cross")
def test_wire_across_a_road_stops_all_the_same(grid: str) -> None:
    rows = board(6, 9, c1="=", c2="*", c3="=")
    table = red_to_act(grid, rows, red=["r1 infantry c1 n"], blue=FAR, legend={"*": ["woods", "road", "wire"]})
    assert table.why("move", "r1", path=["c2", "c3"]) == {"modern.wire.cross"}


@pytest.mark.clause("modern.roads.bonus", "shared.arrival")
@pytest.mark.parametrize(("cell", "goes_on"), [("*", True), ("w", False)])
def test_who_comes_on_by_a_road_comes_along_it(grid: str, cell: str, goes_on: bool) -> None:
    red = ["r1 tank - n arrives=1,south", "r2 infantry f3 n"]
    table = red_to_act(grid, board(6, 9, c1=cell), red=red, blue=FAR, legend={"*": ["woods", "road"]})
    table.play("enter", "r1", at="c1", facing="n")
    assert bool(table.reach("r1")) == goes_on


@pytest.mark.clause("modern.woods.rate")
@pytest.mark.parametrize("kind", ["infantry", "tank", "truck"])
def test_inside_a_wood_a_unit_moves_one_cell(grid: str, kind: str) -> None:
    table = red_to_act(grid, board(6, 9, c2="w", c3="w", c4="w"), red=[f"r1 {kind} c2 n"], blue=FAR)
    assert table.why("move", "r1", path=["c3", "c4"]) == {"modern.woods.rate"}
    assert table.why("move", "r1", path=["c3", "d3"]) == {"modern.woods.rate"}
    assert told(table.play("move", "r1", path=["c3"]))[1] == ("stopped", "r1", "modern.woods.rate")


@pytest.mark.clause("modern.woods.rate")
def test_out_of_a_wood_it_moves_on_at_its_rate(grid: str) -> None:
    table = red_to_act(grid, board(6, 9, c2="w"), red=["r1 tank c2 n"], blue=FAR)
    assert "c5" in table.reach("r1")
    assert table.why("move", "r1", path=["c3", "c4", "c5"]) == set()


@pytest.mark.clause("modern.woods.range")
@pytest.mark.parametrize("firer", ["infantry", "tank", "assault-gun", "mortar"])
def test_within_a_wood_weapons_reach_one_cell(grid: str, firer: str) -> None:
    """From c3 to d4, between c4 and d3: if one of them is open, the line of fire leaves the wood."""
    blue = ["b1 infantry d4 s", "b9 infantry f6 n"]
    red = [f"r1 {firer} c3 n"]
    table = red_to_act(grid, board(c3="w", c4="w", d3="w", d4="w"), red=red, blue=blue)
    assert table.targets("fire", "r1") == set()
    assert "modern.woods.range" in table.why("fire", "r1", target="d4")
    for wood in ({"d3": "w"}, {"c4": "w"}, {}):
        table = red_to_act(grid, board(c3="w", d4="w", **wood), red=red, blue=blue)
        assert table.targets("fire", "r1") == {"d4"}
    table = red_to_act(grid, board(c3="b", d3="b", d4="b"), red=red, blue=blue)
    assert table.targets("fire", "r1") == {"d4"}
    table = red_to_act(grid, board(c3="w", d3="w"), red=[f"r1 {firer} c3 {EAST[grid]}"], blue=["b1 infantry d3 s"])
    assert table.targets("fire", "r1") == {"d3"}


@pytest.mark.clause("modern.woods.range")
def test_within_a_wood_guns_reach_one_cell_too(grid: str) -> None:
    red = ["r1 field-artillery c3 n", "r2 field-artillery f1 n"]
    blue = ["b1 infantry d4 s", "b2 infantry f6 s"]
    table = guns_first(grid, board(c3="w", c4="w", d3="w", d4="w"), red=red, blue=blue)
    assert "modern.woods.range" in table.why("bombard", "r1", target="d4")
    table = guns_first(grid, board(c3="w", d3="w", d4="w"), red=red, blue=blue)
    assert table.why("bombard", "r1", target="d4") == set()


@pytest.mark.clause("modern.woods.range")
def test_between_the_arms_of_one_wood_fire_is_not_within_it(grid: str) -> None:
    """The wood is a horseshoe, b3 b4 b5 and c5, c3; c4 between its arms is open."""
    rows = board(b3="w", b4="w", b5="w", c3="w", c5="w")
    blue = ["b1 infantry c5 s", "b9 infantry f6 n"]
    table = red_to_act(grid, rows, red=["r1 infantry c3 n"], blue=blue)
    assert table.targets("fire", "r1") == {"c5"}


@pytest.mark.clause("modern.woods.close-combat")
def test_a_unit_in_a_wood_adds_1_and_no_more(grid: str) -> None:
    red, blue = ["r1 infantry c3 n"], ["b1 infantry c4 s", "b9 infantry f6 n"]
    table = red_to_act(grid, board(c3="w", c4="w"), dice=[2, 1, 1], red=red, blue=blue)
    assert throws(table.play("fight", "r1", target="c4"), "close-combat") == [
        "r1: 2 +1 modern.close-combat.mod-cover = 3, needs 3: survives",
        "b1: 1 +1 modern.close-combat.mod-cover = 2, needs 3: is-hit",
    ]
