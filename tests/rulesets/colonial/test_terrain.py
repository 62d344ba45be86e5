"""Roads, hills and rivers."""

import pytest

from tests.rulesets.colonial.drawing import guns_first, happened, red_to_act, terrain, throws
from tests.table import Table

ROAD = terrain(c1="=", c2="=", c3="=", c4="=", c5="=", c6="=")


def north(table: Table, unit: str = "r1") -> list[str]:
    """The cells of column c in which the unit can end its move."""
    return sorted(cell for cell in table.reach(unit) if cell[0] == "c")


@pytest.mark.clause("colonial.roads.bonus")
@pytest.mark.parametrize(
    ("kind", "cells"), [("infantry", 3), ("mounted-cavalry", 4), ("commander", 4), ("rifled-field-artillery", 2)]
)
def test_a_move_all_along_a_road_is_a_cell_longer(grid: str, kind: str, cells: int) -> None:
    table = red_to_act(grid, ROAD, red=[f"r1 {kind} c1 s"], blue=["b1 infantry f6 s"])
    path = [f"c{row}" for row in range(2, 7)]
    assert north(table) == path[:cells]
    assert table.why("move", "r1", path=path[: cells + 1]) == {"colonial.movement.rates"}
    assert happened(table.play("move", "r1", path=path[:cells]))[0] == ("moved", "r1", "colonial.roads.bonus")


@pytest.mark.clause("colonial.roads.bonus")
@pytest.mark.parametrize("gap", ["c1", "c2", "c3", "c4"])
def test_one_cell_off_the_road_and_there_is_no_bonus(grid: str, gap: str) -> None:
    """Where it starts counts too."""
    rows = terrain(**{f"c{row}": "=" for row in range(1, 7) if f"c{row}" != gap})
    table = red_to_act(grid, rows, red=["r1 infantry c1 n"], blue=["b1 infantry f6 s"])
    assert north(table) == ["c2", "c3"]
    assert table.why("move", "r1", path=["c2", "c3", "c4"]) == {"colonial.movement.rates"}
    assert happened(table.play("move", "r1", path=["c2", "c3"]))[0] == ("moved", "r1", "colonial.movement.edges")


@pytest.mark.clause("colonial.roads.bonus", "colonial.rivers.ford")
def test_a_road_through_a_ford_is_a_road(grid: str) -> None:
    rows = terrain(c1="=", c2="*", c3="=", c4="=")
    legend = {"*": ["ford", "road"]}
    table = red_to_act(grid, rows, red=["r1 infantry c1 n"], blue=["b1 infantry f6 s"], legend=legend)
    assert table.why("move", "r1", path=["c2", "c3", "c4"]) == set()
    table = red_to_act(grid, rows, red=["r1 infantry b2 n"], blue=["b1 infantry f6 s"], legend=legend)
    assert table.why("move", "r1", path=["c2", "c3"]) == {"colonial.rivers.ford"}


@pytest.mark.clause("colonial.roads.bonus", "colonial.movement.double")
def test_the_road_adds_its_one_cell_to_a_double_move(grid: str) -> None:
    armies = ("native", "european")
    table = red_to_act(grid, ROAD, [5], red=["r1 infantry c1 n"], blue=["b1 infantry a6 s"], armies=armies)
    assert table.why("move", "r1", path=["c2", "c3", "c4", "c5", "c6"], double=True) == set()


def uphill(grid: str, below: str, above: str, dice: list[int]) -> list[str]:
    table = red_to_act(grid, terrain(c3=below, c4=above), dice, red=["r1 infantry c3 n"], blue=["b1 infantry c4 s"])
    return throws(table.play("fight", "r1", target="c4"), "close-combat")


@pytest.mark.clause("colonial.hills.uphill")
@pytest.mark.parametrize(("below", "above"), [(".", "h"), (".", "H"), ("h", "H")])
def test_attacking_uphill_a_unit_needs_1_more(grid: str, below: str, above: str) -> None:
    assert uphill(grid, below, above, [4, 3]) == [
        "r1: 4 = 4, needs 4 (+1 colonial.hills.uphill): survives",
        "b1: 3 = 3, needs 3: survives",
    ]
    assert uphill(grid, below, above, [3, 3])[0] == "r1: 3 = 3, needs 4 (+1 colonial.hills.uphill): is-hit"


@pytest.mark.clause("colonial.hills.uphill")
@pytest.mark.parametrize(("below", "above"), [("h", "."), ("H", "h"), ("h", "h"), (".", ".")])
def test_downhill_and_on_the_level_there_is_no_handicap(grid: str, below: str, above: str) -> None:
    """Nor for the unit that is attacked from above."""
    assert uphill(grid, below, above, [3, 3]) == [
        "r1: 3 = 3, needs 3: survives",
        "b1: 3 = 3, needs 3: survives",
    ]


RIVER = """
. . . . . .
. . . . . .
~ ~ F ~ B ~
. . . . = .
. . . . . .
. . . . . .
"""


@pytest.mark.clause("colonial.rivers.ford")
def test_a_ford_is_entered_and_ends_the_move(grid: str) -> None:
    red = ["r1 mounted-cavalry c2 n", "r2 infantry c1 n"]
    table = red_to_act(grid, RIVER, red=red, blue=["b1 infantry a6 s"])
    assert "c4" in table.reach("r1")
    assert table.why("move", "r1", path=["c3", "c4", "c5"]) == {"colonial.rivers.ford"}
    assert happened(table.play("move", "r1", path=["c3", "c4"])) == [
        ("moved", "r1", "colonial.movement.edges"),
        ("stopped", "r1", "colonial.rivers.ford"),
    ]
    assert table.at("r1") == "c4"


@pytest.mark.clause("colonial.rivers.ford")
def test_a_ford_is_left_by_one_cell_on_the_next_turn(grid: str) -> None:
    red = ["r1 mounted-cavalry c4 n", "r2 infantry c1 n"]
    table = red_to_act(grid, RIVER, red=red, blue=["b1 infantry f6 s"])
    banks = {"square": {"c5", "c3"}, "hex": {"c5", "c3", "d3", "b3"}}
    assert table.reach("r1") == banks[grid]
    assert table.why("move", "r1", path=["c5", "c6"]) == {"colonial.rivers.ford"}
    table.play("move", "r1", path=["c5"])
    assert table.at("r1") == "c5"


@pytest.mark.clause("colonial.rivers.ford", "colonial.movement.firing-cost")
def test_who_has_left_a_ford_may_fire_with_what_movement_it_has_to_spare(grid: str) -> None:
    """Infantry moves two cells: the one out of the ford leaves the one that firing costs."""
    table = red_to_act(grid, RIVER, [4], red=["r1 infantry c4 s"], blue=["b1 infantry c1 n", "b2 infantry f6 s"])
    table.play("move", "r1", path=["c3"])
    assert throws(table.play("fire", "r1", target="c1"), "fire") == ["r1: 4 = 4, needs 5: nothing"]


@pytest.mark.clause("colonial.rivers.ford")
def test_a_river_without_ford_or_bridge_cannot_be_entered(grid: str) -> None:
    red = ["r1 infantry b3 n", "r2 mounted-cavalry a3 n"]
    table = red_to_act(grid, RIVER, red=red, blue=["b1 infantry f6 s"])
    assert {cell for cell in table.reach("r1") | table.reach("r2") if cell[1:] in ("4", "5", "6")} <= {"c4"}
    assert table.why("move", "r1", path=["b4"]) == {"colonial.rivers.ford"}
    assert table.why("move", "r2", path=["a4"]) == {"colonial.rivers.ford"}


@pytest.mark.clause("colonial.rivers.ford", "shared.terrain")
def test_a_bridge_neither_stops_nor_slows(grid: str) -> None:
    """e4 is a bridge: in a move of three cells a cavalry unit crosses it whole."""
    table = red_to_act(grid, RIVER, red=["r1 mounted-cavalry e3 n"], blue=["b1 infantry a6 s"])
    assert table.why("move", "r1", path=["e4", "e5", "e6"]) == set()
    table = red_to_act(grid, RIVER, red=["r1 mounted-cavalry e4 n"], blue=["b1 infantry a6 s"])
    assert table.why("move", "r1", path=["e5", "e6"]) == set()


@pytest.mark.clause("colonial.rivers.ford", "shared.retreat")
def test_a_retreat_may_go_into_a_ford_but_not_into_the_river(grid: str) -> None:
    """b1, shot at in c3 from c1, has the ford behind it."""
    table = red_to_act(grid, RIVER, [6, 4], red=["r1 infantry c1 n"], blue=["b1 infantry c3 s", "b2 infantry f6 s"])
    table.play("fire", "r1", target="c3")
    ways = {one["to"] for one in table.legal("retreat", "b1")}
    assert "c4" in ways
    assert not ways & {"b4", "d4"}


@pytest.mark.clause("colonial.rivers.no-fire")
@pytest.mark.parametrize(("at", "letter", "may"), [("c4", "F", False), ("c4", "B", True), ("c4", ".", True)])
def test_a_unit_in_a_river_does_not_fire(grid: str, at: str, letter: str, may: bool) -> None:
    rows = terrain(a4="~", b4="~", c4=letter, d4="~", e4="~", f4="~")
    table = red_to_act(grid, rows, red=[f"r1 infantry {at} n"], blue=["b1 infantry c6 s"])
    assert table.targets("fire", "r1") == ({"c6"} if may else set())
    assert table.why("fire", "r1", target="c6") == (set() if may else {"colonial.rivers.no-fire"})


@pytest.mark.clause("colonial.rivers.no-fire")
@pytest.mark.parametrize(("letter", "may"), [("F", False), ("B", True)])
def test_nor_does_a_gun(grid: str, letter: str, may: bool) -> None:
    rows = terrain(a4="~", b4="~", c4=letter, d4="~", e4="~", f4="~")
    red = ["r1 rifled-field-artillery c4 n", "r2 rifled-field-artillery a1 n"]
    table = guns_first(grid, rows, red=red, blue=["b1 infantry c6 s", "b2 infantry a3 s"])
    assert ("c6" in table.targets("bombard", "r1")) == may
    assert table.why("bombard", "r1", target="c6") == (set() if may else {"colonial.rivers.no-fire"})


@pytest.mark.clause("colonial.rivers.no-fire")
def test_a_unit_in_a_river_may_be_fired_at(grid: str) -> None:
    table = red_to_act(grid, RIVER, [4, 1], red=["r1 infantry c2 n"], blue=["b1 infantry c4 s", "b2 infantry f6 s"])
    assert throws(table.play("fire", "r1", target="c4"), "fire") == [
        "r1: 4 +1 colonial.fire.mod-still = 5, needs 5: hit"
    ]


def across(grid: str, attacker: str, defender: str, dice: list[int]) -> list[str]:
    rows = terrain(c3=attacker, c4=defender)
    table = red_to_act(grid, rows, dice, red=["r1 infantry c3 n"], blue=["b1 infantry c4 s"])
    return throws(table.play("fight", "r1", target="c4"), "close-combat")


@pytest.mark.clause("colonial.rivers.close-combat")
def test_attacking_out_of_a_river_a_unit_needs_1_more(grid: str) -> None:
    assert across(grid, "F", ".", [3, 3]) == [
        "r1: 3 = 3, needs 4 (+1 colonial.rivers.close-combat): is-hit",
        "b1: 3 = 3, needs 3: survives",
    ]
    assert across(grid, "F", ".", [4, 3])[0] == "r1: 4 = 4, needs 4 (+1 colonial.rivers.close-combat): survives"


@pytest.mark.clause("colonial.rivers.close-combat")
@pytest.mark.parametrize(("attacker", "defender"), [(".", "F"), ("F", "F"), ("B", "."), (".", ".")])
def test_into_within_and_over_a_river_there_is_no_handicap(grid: str, attacker: str, defender: str) -> None:
    assert across(grid, attacker, defender, [3, 3]) == [
        "r1: 3 = 3, needs 3: survives",
        "b1: 3 = 3, needs 3: survives",
    ]


@pytest.mark.clause("colonial.rivers.close-combat", "colonial.hills.uphill")
def test_out_of_a_river_and_uphill_both_count(grid: str) -> None:
    assert across(grid, "F", "h", [4, 3])[0] == (
        "r1: 4 = 4, needs 5 (+1 colonial.hills.uphill +1 colonial.rivers.close-combat): is-hit"
    )
