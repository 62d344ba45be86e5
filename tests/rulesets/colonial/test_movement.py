"""Movement: how far, by which ways, and the Natives' double move."""

import pytest

from portable_wargame.scenario.problems import BadScenario
from tests.rulesets.colonial.drawing import FACINGS, TALL, guns_first, happened, red_to_act, terrain, throws
from tests.table import Table, of_kind

RATES = {
    "infantry": 2,
    "dismounted-cavalry": 2,
    "machine-gun": 2,
    "mounted-cavalry": 3,
    "commander": 3,
    "rifled-field-artillery": 1,
    "rifled-mountain-artillery": 1,
    "smoothbore-field-artillery": 1,
    "smoothbore-mountain-artillery": 1,
}
FAR_AWAY = ["b1 infantry a12 s"]
NATIVES = ("native", "european")


@pytest.mark.clause("colonial.movement.rates")
@pytest.mark.parametrize("army", ["european", "native"])
@pytest.mark.parametrize(("kind", "cells"), RATES.items())
def test_each_unit_type_has_its_movement(grid: str, kind: str, cells: int, army: str) -> None:
    table = red_to_act(grid, TALL, red=[f"r1 {kind} c2 s"], blue=FAR_AWAY, armies=(army, "european"))
    north = [f"c{row}" for row in range(3, 12)]
    assert [cell for cell in north if cell in table.reach("r1")] == north[:cells]
    assert table.why("move", "r1", path=north[: cells + 1]) == {"colonial.movement.rates"}
    assert happened(table.play("move", "r1", path=north[:cells]))[0] == ("moved", "r1", "colonial.movement.edges")
    assert table.at("r1") == north[cells - 1]


@pytest.mark.clause("colonial.movement.rates")
@pytest.mark.parametrize("kind", ["rifled-siege-artillery", "smoothbore-siege-artillery"])
def test_siege_guns_do_not_move_but_turn_on_the_spot(grid: str, kind: str) -> None:
    table = red_to_act(grid, TALL, red=[f"r1 {kind} c2 s", "r2 infantry e1 n"], blue=FAR_AWAY)
    assert table.reach("r1") == set()
    assert table.why("move", "r1", path=["c3"]) == {"colonial.movement.rates"}
    assert table.facings("r1") == FACINGS[grid] - {"s"}
    table.play("move", "r1", path=[], facing="n")
    assert (table.at("r1"), (table.unit("r1") or {})["facing"]) == ("c2", "n")
    assert table.why("move", "r1", path=[], facing="s") == {"colonial.movement.once"}


@pytest.mark.clause("colonial.artillery.no-move")
def test_siege_guns_that_have_fired_do_not_turn(grid: str) -> None:
    red = ["r1 rifled-siege-artillery c2 n", "r2 infantry e1 n"]
    table = guns_first(grid, TALL, [1, 6, 1], red=red, blue=["b1 infantry c8 s"])
    table.play("bombard", "r1", target="c8")
    assert table.why("move", "r1", path=[], facing="s") == {"colonial.artillery.no-move"}


@pytest.mark.clause("colonial.movement.double")
@pytest.mark.parametrize(("side", "own", "doubles"), [("european", "native", True), ("native", "european", False)])
def test_a_unit_may_be_of_another_army_than_its_side(grid: str, side: str, own: str, doubles: bool) -> None:
    red = [f"r1 infantry c1 n army={own}", "r2 infantry e1 n"]
    table = red_to_act(grid, TALL, [5], red=red, blue=FAR_AWAY, armies=(side, "european"))
    assert bool(table.reach("r1", double=True)) == doubles
    assert bool(table.reach("r2", double=True)) != doubles
    assert (table.unit("r1") or {})["army"] == own
    assert "army" not in (table.unit("r2") or {})


@pytest.mark.clause("colonial.movement.rates")
def test_a_unit_type_that_is_not_in_the_table_is_refused(grid: str) -> None:
    with pytest.raises(BadScenario) as refused:
        red_to_act(grid, red=["r1 camel-corps c2 n"], blue=["b1 infantry c5 s"])
    assert [problem.clause for problem in refused.value.problems] == ["colonial.movement.rates"]


@pytest.mark.clause("colonial.movement.edges")
def test_movement_goes_through_edges_not_corners(grid: str) -> None:
    """From c2 both grids have d3 at the corner: two steps away."""
    red = ["r1 rifled-field-artillery c2 n", "r2 infantry c5 n"]
    table = red_to_act(grid, TALL, red=red, blue=FAR_AWAY)
    around = {"square": {"c3", "d2", "c1", "b2"}, "hex": {"c3", "d2", "d1", "c1", "b1", "b2"}}
    assert table.reach("r1") == around[grid]
    assert table.why("move", "r1", path=["d3"]) == {"colonial.movement.edges"}
    assert table.why("move", "r2", path=["d6"]) == {"colonial.movement.edges"}
    assert table.why("move", "r2", path=["c6", "d6"]) == set()
    assert table.why("move", "r2", path=["c7"]) == {"colonial.movement.edges"}


@pytest.mark.clause("colonial.movement.facing")
def test_direction_may_change_and_any_edge_may_be_faced_in_the_end(grid: str) -> None:
    table = red_to_act(grid, red=["r1 mounted-cavalry c3 n"], blue=["b1 infantry f6 s"])
    assert table.facings("r1", "d3") == FACINGS[grid]
    events = table.play("move", "r1", path=["c4", "d4", "d3"], facing="n")
    assert happened(events) == [("moved", "r1", "colonial.movement.edges")]
    table = red_to_act(grid, red=["r1 mounted-cavalry c3 n"], blue=["b1 infantry f6 s"])
    events = table.play("move", "r1", path=["c4", "d4", "d3"])
    assert of_kind(events, "turned") == [
        {"event": "turned", "side": "red", "unit": "r1", "facing": "s", "clause": "colonial.movement.facing"}
    ]


@pytest.mark.clause("colonial.movement.facing")
@pytest.mark.parametrize(("on", "corner"), [("square", "ne"), ("hex", "e")])
def test_no_unit_faces_a_corner(on: str, corner: str) -> None:
    table = red_to_act(on, red=["r1 infantry c3 n"], blue=["b1 infantry f6 s"])
    assert table.why("move", "r1", path=["c4"], facing="n") == set()
    assert table.why("move", "r1", path=["c4"], facing=corner)
    assert table.why("move", "r1", path=[], facing="n") == {"colonial.movement.facing"}  # no turn at all


@pytest.mark.clause("colonial.movement.facing", "shared.turning")
def test_a_unit_may_turn_on_the_spot_which_is_its_move(grid: str) -> None:
    table = red_to_act(grid, red=["r1 infantry c3 n"], blue=["b1 infantry c6 s"])
    assert table.facings("r1") == FACINGS[grid] - {"n"}
    assert happened(table.play("move", "r1", path=[], facing="s")) == [("turned", "r1", "colonial.movement.facing")]
    table = red_to_act(grid, red=["r1 infantry c3 s"], blue=["b1 infantry c6 s"])
    table.play("move", "r1", path=[], facing="n")
    assert table.why("move", "r1", path=["c4"]) == {"colonial.movement.once"}
    assert table.targets("fire", "r1") == {"c6"}


@pytest.mark.clause("colonial.movement.once")
def test_a_unit_moves_once_a_turn(grid: str) -> None:
    table = red_to_act(grid, red=["r1 infantry c2 n"], blue=["b1 infantry c6 s"], dice=[6, 1])
    table.play("move", "r1", path=["c3"])
    assert table.legal("move", "r1") == []
    assert table.why("move", "r1", path=["c4"]) == {"colonial.movement.once"}
    assert table.why("move", "r1", path=[], facing="s") == {"colonial.movement.once"}
    table.play("end")
    table.play("end")
    assert "c4" in table.reach("r1")


def native(grid: str, dice: list[int], kind: str = "infantry", enemy: str = "c12") -> Table:
    red = [f"r1 {kind} c1 n", "r2 infantry a1 n"]
    return red_to_act(grid, TALL, dice, red=red, blue=[f"b1 infantry {enemy} s"], armies=NATIVES)


@pytest.mark.clause("colonial.movement.double")
@pytest.mark.parametrize(("kind", "cells"), [("infantry", 2), ("dismounted-cavalry", 2), ("mounted-cavalry", 3)])
@pytest.mark.parametrize("die", [5, 6])
def test_a_native_unit_that_throws_5_or_6_moves_double(grid: str, kind: str, cells: int, die: int) -> None:
    table = native(grid, [die], kind)
    north = [f"c{row}" for row in range(2, 12)]
    assert [cell for cell in north if cell in table.reach("r1")] == north[:cells]
    assert [cell for cell in north if cell in table.reach("r1", double=True)] == north[cells : 2 * cells]
    assert table.why("move", "r1", path=north[: 2 * cells + 1], double=True) == {"colonial.movement.rates"}
    events = table.play("move", "r1", path=north[: 2 * cells], double=True)
    assert throws(events, "double-move") == [f"r1: {die} = {die}, needs 5: moves-double"]
    assert events[0]["clause"] == "colonial.movement.double"
    assert table.at("r1") == north[2 * cells - 1]
    assert table.why("move", "r1", path=["c1"]) & {"colonial.movement.once", "colonial.turn.sequence"}


@pytest.mark.clause("colonial.movement.double")
def test_a_failed_double_move_is_no_move_and_may_not_be_tried_again(grid: str) -> None:
    red = ["r1 infantry c1 n weapon=magazine-rifle"]
    table = red_to_act(grid, TALL, [4, 4], red=red, blue=["b1 infantry c6 s"], armies=NATIVES)
    events = table.play("move", "r1", path=["c2", "c3", "c4"], double=True)
    assert throws(events, "double-move") == ["r1: 4 = 4, needs 5: fails"]
    assert happened(events) == []
    assert table.at("r1") == "c1"
    assert table.reach("r1", double=True) == set()
    assert table.why("move", "r1", path=["c2", "c3", "c4"], double=True) == {"colonial.movement.double"}
    assert {"c2", "c3"} <= table.reach("r1")
    table.play("move", "r1", path=["c2"])
    assert throws(table.play("fire", "r1", target="c6"), "fire") == ["r1: 4 = 4, needs 5: nothing"]


@pytest.mark.clause("colonial.movement.double", "colonial.fire.mod-still")
def test_after_a_failed_double_move_it_has_not_moved_and_may_fire_as_it_stands(grid: str) -> None:
    table = native(grid, [1, 3], enemy="c4")
    table.play("move", "r1", path=["b1", "b2", "b3"], double=True)
    assert throws(table.play("fire", "r1", target="c4"), "fire") == [
        "r1: 3 +1 colonial.fire.mod-still = 4, needs 5: nothing"
    ]


@pytest.mark.clause("colonial.movement.double")
def test_a_unit_that_moved_double_may_not_fire(grid: str) -> None:
    """It has a cell to spare, and an enemy in range: only the double move forbids it."""
    table = native(grid, [5], enemy="c6")
    table.play("move", "r1", path=["c2", "c3", "c4"], double=True)
    assert table.legal("fire", "r1") == []
    assert table.why("fire", "r1", target="c6") == {"colonial.movement.double"}


@pytest.mark.clause("colonial.movement.double")
def test_a_unit_that_moved_double_may_fight(grid: str) -> None:
    table = native(grid, [5], enemy="c5")
    assert table.why("move", "r1", path=["c2", "c3", "c4", "b4"], double=True) == {"colonial.close-combat.contact"}
    table.play("move", "r1", path=["c2", "c3", "c4"], double=True)
    assert table.targets("fight", "r1") == {"c5"}


@pytest.mark.clause("colonial.movement.double")
def test_no_die_is_thrown_for_an_ordinary_move(grid: str) -> None:
    table = native(grid, [])
    assert table.why("move", "r1", path=["c2"], double=True) == {"colonial.movement.double"}
    assert throws(table.play("move", "r1", path=["c2", "c3"]), "double-move") == []


@pytest.mark.clause("colonial.movement.double")
@pytest.mark.parametrize("kind", ["machine-gun", "commander", "smoothbore-field-artillery"])
def test_only_native_infantry_and_cavalry_move_double(grid: str, kind: str) -> None:
    table = native(grid, [], kind)
    assert table.reach("r1")
    assert table.reach("r1", double=True) == set()
    assert table.why("move", "r1", path=["c2", "c3", "c4", "c5"], double=True) == {"colonial.movement.double"}


@pytest.mark.clause("colonial.movement.double")
@pytest.mark.parametrize("kind", ["infantry", "dismounted-cavalry", "mounted-cavalry"])
def test_europeans_do_not_move_double(grid: str, kind: str) -> None:
    armies = ("european", "native")
    table = red_to_act(grid, TALL, red=[f"r1 {kind} c1 n"], blue=["b1 infantry c12 s"], armies=armies)
    assert table.reach("r1", double=True) == set()
    assert table.why("move", "r1", path=["c2", "c3", "c4", "c5"], double=True) == {"colonial.movement.double"}
    table.play("end")
    assert "c8" in table.reach("b1", double=True)


@pytest.mark.clause("colonial.movement.double")
def test_the_odds_of_a_double_move(grid: str) -> None:
    odds = native(grid, []).odds("move", "r1", path=["c2", "c3", "c4"], double=True)
    assert odds == pytest.approx({"r1 moves double": 2 / 6, "r1 fails": 4 / 6})


@pytest.mark.clause("colonial.movement.firing-cost")
def test_firing_costs_a_cell_of_movement(grid: str) -> None:
    def after(*path: str) -> Table:
        table = red_to_act(
            grid, red=["r1 infantry c1 n weapon=magazine-rifle", "r2 infantry f1 n"], blue=["b1 infantry c5 s"]
        )
        table.play("move", "r1", path=list(path), facing="n")
        return table

    assert after("c2").targets("fire", "r1") == {"c5"}
    too_far = after("c2", "c3")
    assert too_far.legal("fire", "r1") == []
    assert too_far.why("fire", "r1", target="c5") == {"colonial.movement.firing-cost"}


@pytest.mark.clause("colonial.movement.firing-cost", "colonial.roads.bonus")
def test_along_a_road_there_is_a_cell_more_to_spend_on_firing(grid: str) -> None:
    def after(*path: str) -> Table:
        road = terrain(c1="=", c2="=", c3="=", c4="=")
        table = red_to_act(grid, road, red=["r1 infantry c1 n", "r2 infantry f1 n"], blue=["b1 infantry c6 s"])
        table.play("move", "r1", path=list(path))
        return table

    assert after("c2", "c3").targets("fire", "r1") == {"c6"}
    assert after("c2", "c3", "c4").why("fire", "r1", target="c6") == {"colonial.movement.firing-cost"}


@pytest.mark.clause("colonial.movement.firing-cost")
def test_who_stops_short_in_contact_may_fire(grid: str) -> None:
    table = red_to_act(grid, red=["r1 infantry c2 n"], blue=["b1 infantry c4 s"])
    table.play("move", "r1", path=["c3"])
    assert table.targets("fire", "r1") == {"c4"}


# Column c is a lane between two rivers.
LANE = "\n".join([". ~ . ~ . ."] * 6)


@pytest.mark.clause("colonial.movement.stacking")
def test_a_unit_passes_through_a_friend_but_does_not_stay_with_him(grid: str) -> None:
    red = ["r1 mounted-cavalry c1 n", "r2 infantry c2 n"]
    table = red_to_act(grid, LANE, red=red, blue=["b1 infantry f6 s"])
    assert table.reach("r1") == {"c3", "c4"}
    assert table.why("move", "r1", path=["c2"]) == {"colonial.movement.stacking"}
    table.play("move", "r1", path=["c2", "c3"])
    assert table.at("r1") == "c3"


@pytest.mark.clause("colonial.movement.stacking")
@pytest.mark.parametrize(("guest", "host"), [("commander", "infantry"), ("infantry", "commander")])
def test_not_even_a_commander_shares_a_cell(grid: str, guest: str, host: str) -> None:
    table = red_to_act(grid, LANE, red=[f"r1 {guest} c1 n", f"r2 {host} c2 n"], blue=["b1 infantry f6 s"])
    assert "c3" in table.reach("r1")
    assert table.why("move", "r1", path=["c2"]) == {"colonial.movement.stacking"}


@pytest.mark.clause("colonial.movement.stacking")
def test_nobody_enters_or_passes_an_enemys_cell(grid: str) -> None:
    red = ["r1 mounted-cavalry c1 n", "r2 infantry a1 n"]
    table = red_to_act(grid, LANE, red=red, blue=["b1 infantry c2 s"])
    assert table.reach("r1") == set()
    assert table.why("move", "r1", path=["c2"]) == {"colonial.movement.stacking"}
    assert table.why("move", "r1", path=["c2", "c3"]) == {"colonial.movement.stacking"}


@pytest.mark.clause("colonial.movement.stacking")
def test_a_bombardment_does_not_make_room(grid: str) -> None:
    """Artillery in the way is a unit as any other."""
    red = ["r1 mounted-cavalry c1 n", "r2 rifled-field-artillery c2 n"]
    table = guns_first(grid, LANE, red=red, blue=["b1 infantry f6 s", "b2 infantry c6 s"], dice=[6, 1])
    table.play("done")
    assert table.reach("r1") == {"c3", "c4"}
