"""Hills, roads, rivers, woods, built-up areas and fortifications."""

import pytest

from tests.rulesets.late_19th_century.drawing import happened, late, red_to_act, terrain, throws, why
from tests.table import Table

SPARE = "r9 infantry-rifles a1 n"
FAR = ["b9 infantry-close-combat h8 s"]


def walking(rows: str, kind: str = "mounted-cavalry", army: str = "european") -> Table:
    """r1 in d2, with nobody near."""
    red = [f"r1 {kind} d2 n", SPARE, "r8 infantry-rifles b1 n"]
    return red_to_act(rows, red=red, blue=FAR, armies=(army, "european"))


def combat(rows: str, attacker: str = "infantry-rifles", defender: str = "infantry-rifles") -> list[str]:
    """r1 in d4 attacks b1 in d5: what each of them needs, or nothing if there is no fight."""
    red = [f"r1 {attacker} d4 n", SPARE]
    table = red_to_act(rows, [6, 6, 6], red=red, blue=[f"b1 {defender} d5 n", *FAR])
    table.play("end")
    if table.state["phase"] != "close-combat":
        return []
    return [
        line.split("needs ")[1].split(": misses")[0]
        for line in throws(table.play("fight", "r1", target="d5"), "close-combat")
    ]


# -- hills


@pytest.mark.clause("late19c.hills.one-contour")
@pytest.mark.parametrize(
    ("cells", "path", "right"),
    [
        ({"d3": "h"}, ["d3"], True),
        ({"d3": "H"}, ["d3"], False),
        ({"d3": "h", "d4": "h"}, ["d3", "d4"], True),
        ({"d3": "h", "d4": "H"}, ["d3", "d4"], False),
        ({"d3": "h"}, ["d3", "d4"], False),
        ({"d2": "h"}, ["d3", "d4"], True),
        ({"d2": "h", "d4": "h"}, ["d3", "d4"], False),
        ({"d2": "H"}, ["d3"], False),
        ({"d2": "H", "d3": "h"}, ["d3"], True),
    ],
)
def test_one_contour_up_or_down_in_an_activation(cells: dict[str, str], path: list[str], right: bool) -> None:
    assert why(walking(terrain(**cells)), "move", "r1", path=path) == (set() if right else {"hills.one-contour"})


@pytest.mark.clause("late19c.hills.one-contour", "late19c.activation.double-move")
@pytest.mark.parametrize(
    ("cells", "right"),
    [
        ({"d3": "h", "d4": "H"}, True),
        ({"d3": "h"}, True),
        ({"d3": "h", "d4": "H", "d5": "h"}, False),
    ],
)
def test_two_in_a_double_move(cells: dict[str, str], right: bool) -> None:
    table = walking(terrain(**cells), army="native")
    path = ["d3", "d4"] if right else ["d3", "d4", "d5"]
    assert why(table, "move", "r1", path=path, double=True) == (set() if right else {"hills.one-contour"})


@pytest.mark.clause("late19c.hills.no-attack")
@pytest.mark.parametrize(("own", "enemy", "right"), [("h", "H", True), (".", "H", False), ("H", ".", False)])
def test_no_attack_over_two_contours(own: str, enemy: str, right: bool) -> None:
    assert bool(combat(terrain(d4=own, d5=enemy))) == right


@pytest.mark.clause("late19c.hills.no-attack")
def test_the_reason_is_the_height() -> None:
    red = ["r1 infantry-rifles d4 n", "r2 infantry-rifles g4 n"]
    blue = ["b1 infantry-rifles d5 n", "b2 infantry-rifles g5 n"]
    table = red_to_act(terrain(d5="H"), red=red, blue=blue)
    table.play("end")
    assert table.legal() == [{"do": "fight", "unit": "r2", "target": "g5"}]
    assert why(table, "fight", "r1", target="d5") == {"hills.no-attack"}


@pytest.mark.clause("late19c.hills.uphill", "late19c.hills.downhill")
@pytest.mark.parametrize(
    ("own", "enemy", "needs"),
    [
        (".", "h", "3 (-1 hills.uphill)"),
        ("h", "H", "3 (-1 hills.uphill)"),
        ("h", ".", "5 (+1 hills.downhill)"),
        ("H", "h", "5 (+1 hills.downhill)"),
        ("h", "h", "4"),
        (".", ".", "4"),
    ],
)
def test_attacking_uphill_and_downhill(own: str, enemy: str, needs: str) -> None:
    """Only the attacker's power changes."""
    assert combat(terrain(d4=own, d5=enemy)) == [needs, "4"]


@pytest.mark.clause("late19c.hills.line-of-sight", "shared.hills")
@pytest.mark.parametrize(
    ("near", "between", "far", "seen"),
    [
        (".", "h", ".", False),
        ("h", "h", "h", True),
        ("h", "H", "h", False),
        ("H", "h", "H", True),
        ("h", "h", "H", False),
        ("h", "h", ".", False),
        ("H", ".", ".", True),
    ],
)
def test_hills_block_sight_except_along_one_height(near: str, between: str, far: str, seen: bool) -> None:
    red = ["r1 infantry-rifles d3 n", SPARE]
    table = red_to_act(terrain(d3=near, d4=between, d5=far), red=red, blue=["b1 infantry-rifles d5 s", *FAR])
    assert table.targets("fire", "r1") == ({"d5"} if seen else set())
    assert why(table, "fire", "r1", target="d5") == (set() if seen else {"fire.open-or-cover"})


# -- roads

ROAD = terrain(**{f"d{row}": "=" for row in range(1, 8)})


@pytest.mark.clause("late19c.roads.half")
@pytest.mark.parametrize(("kind", "cells"), [("infantry-rifles", 2), ("mounted-cavalry", 4), ("field-artillery", 2)])
def test_along_a_road_a_hex_costs_half(kind: str, cells: int) -> None:
    table = walking(ROAD, kind)
    north = [f"d{row}" for row in range(3, 8)]
    assert [cell for cell in north if cell in table.reach("r1")] == north[:cells]
    assert why(table, "move", "r1", path=north[: cells + 1]) == {"units.table"}
    assert happened(table.play("move", "r1", path=north[:cells])) == ["moved r1 roads.half"]


@pytest.mark.clause("late19c.roads.half")
def test_a_move_that_needs_no_road_does_not_cite_it() -> None:
    assert happened(walking(ROAD).play("move", "r1", path=["d3", "d4"])) == ["moved r1 movement.sides"]


@pytest.mark.clause("late19c.roads.half")
@pytest.mark.parametrize(
    ("path", "right"),
    [
        (["d3", "d4", "e5"], True),
        (["d3", "e4"], True),
        (["d3", "e4", "e5"], False),
        (["d3", "d4", "d5", "e6"], False),
        (["d3", "d4", "e5", "e6"], False),
    ],
)
def test_a_spare_half_is_lost_on_leaving_the_road(path: list[str], right: bool) -> None:
    """Cavalry: half, half and one make two; half and one make two as well; three halves and one are too many."""
    assert why(walking(ROAD), "move", "r1", path=path) == (set() if right else {"units.table"})


@pytest.mark.clause("late19c.roads.half")
@pytest.mark.parametrize(
    ("path", "right"),
    [(["d3"], True), (["d3", "d4"], True), (["d3", "d4", "d5"], True), (["d3", "d4", "d5", "d6"], False)],
)
def test_onto_a_road_costs_a_whole_hex(path: list[str], right: bool) -> None:
    road = terrain(**{f"d{row}": "=" for row in range(3, 8)})
    assert why(walking(road), "move", "r1", path=path) == (set() if right else {"units.table"})


@pytest.mark.clause("late19c.roads.half")
def test_infantry_has_no_half_hex_to_leave_the_road_with() -> None:
    assert why(walking(ROAD, "infantry-rifles"), "move", "r1", path=["d3", "e4"]) == {"units.table"}


@pytest.mark.clause("late19c.roads.built-up")
def test_a_built_up_area_is_road() -> None:
    town = terrain(d2="=", d3="b", d4="b", d5="=", d6="b")
    table = walking(town)
    assert why(table, "move", "r1", path=["d3", "d4", "d5", "d6"]) == set()
    assert happened(table.play("move", "r1", path=["d3", "d4", "d5"])) == ["moved r1 roads.half"]
    works = terrain(d2="=", d3="f", d4="=")
    assert why(walking(works, "infantry-rifles"), "move", "r1", path=["d3", "d4"]) == {"units.table"}


# -- rivers

RIVER = {f"{column}3": "~" for column in "abcdefgh"}


@pytest.mark.clause("late19c.rivers.crossing")
def test_a_river_is_crossed_by_bridge_or_ford_only() -> None:
    table = walking(terrain(**RIVER), "infantry-rifles")
    assert table.reach("r1") == {"d1", "c2", "e2"}
    assert why(table, "move", "r1", path=["d3"]) == {"rivers.crossing"}
    assert "d3" in walking(terrain(**{**RIVER, "d3": "F"})).reach("r1")
    assert why(walking(terrain(**{**RIVER, "d3": "B"})), "move", "r1", path=["d3", "d4"]) == set()


@pytest.mark.clause("late19c.rivers.crossing")
def test_a_withdrawal_into_the_river_destroys() -> None:
    rows = terrain(d3="~", c4="~", e4="~")
    table = red_to_act(rows, [6, 6], red=["r1 infantry-rifles d4 n", SPARE], blue=["b1 infantry-rifles d5 n", *FAR])
    table.play("end")
    assert happened(table.play("fight", "r1", target="d5")) == ["destroyed r1 close-combat.draw"]


FORD = terrain(**{**RIVER, "d3": "F"})


def fording() -> Table:
    """r1 goes into the ford in d3 in turn 1; b1 in d6 is in its range. Red is always first."""
    dice = [6, 1, 6, 6, 6, 1, 6, 6, 6, 1, 6, 6]
    table = late(FORD, dice, red=["r1 infantry-rifles d2 n", SPARE], blue=["b1 infantry-close-combat d6 s"])
    table.play("move", "r1", path=["d3"])
    return table


@pytest.mark.clause("late19c.rivers.ford", "late19c.rivers.no-fire")
def test_a_ford_takes_three_turns() -> None:
    table = fording()
    assert table.at("r1") == "d3"
    table.next_turn()
    assert table.state["turn"] == 2
    assert table.legal("move", "r1") == []
    assert why(table, "move", "r1", path=["d4"]) == {"rivers.ford"}
    assert table.legal("fire", "r1") == []
    assert why(table, "fire", "r1", target="d6") == {"rivers.no-fire"}
    table.next_turn()
    assert table.state["turn"] == 3
    assert table.targets("fire", "r1") == {"d6"}
    assert {"d4", "d2"} <= table.reach("r1")


@pytest.mark.clause("late19c.rivers.ford")
def test_a_unit_stops_in_the_ford() -> None:
    table = walking(FORD)
    assert why(table, "move", "r1", path=["d3", "d4"]) == {"rivers.ford"}
    assert happened(table.play("move", "r1", path=["d3"])) == ["moved r1 movement.sides", "stopped r1 rivers.ford"]


@pytest.mark.clause("late19c.rivers.ford")
def test_a_bridge_takes_no_time() -> None:
    table = walking(terrain(**{**RIVER, "d3": "B"}))
    assert happened(table.play("move", "r1", path=["d3", "d4"])) == ["moved r1 movement.sides"]


@pytest.mark.clause("late19c.rivers.ford")
def test_the_turns_in_a_ford_are_the_battles_whoever_is_first() -> None:
    dice = [6, 1, 6, 6, 1, 6, 6, 6, 1, 6, 6, 6]
    table = late(FORD, dice, red=["r1 infantry-rifles d2 n", SPARE], blue=["b1 infantry-close-combat d6 s"])
    table.play("move", "r1", path=["d3"])
    table.next_turn()
    table.play("end")
    assert (table.state["turn"], table.state["decides"]) == (2, "red")
    assert why(table, "move", "r1", path=["d4"]) == {"rivers.ford"}
    table.next_turn()
    table.play("end")
    assert (table.state["turn"], table.state["decides"]) == (3, "red")
    assert "d4" in table.reach("r1")


@pytest.mark.clause("late19c.rivers.no-fire")
def test_guns_do_not_fire_from_a_ford_in_their_staying_turn() -> None:
    dice = [6, 1, 6, 6, 6, 1, 6, 6]
    red = ["r1 field-artillery d2 n", "r2 light-artillery h4 n"]
    table = late(FORD, dice, red=red, blue=["b1 infantry-close-combat d8 s", "b2 infantry-close-combat h8 s"])
    table.play("done")
    table.play("move", "r1", path=["d3"])
    table.next_turn()
    assert (table.state["turn"], table.state["phase"]) == (2, "artillery")
    assert table.targets("bombard", "r1") == set()
    assert why(table, "bombard", "r1", target="d8") == {"rivers.no-fire"}
    table.play("done")
    table.next_turn()
    assert (table.state["turn"], table.targets("bombard", "r1")) == (3, {"d8"})


@pytest.mark.clause("late19c.rivers.ford", "late19c.close-combat.advance")
def test_nobody_advances_out_of_a_ford_before_his_third_turn() -> None:
    rows = terrain(**{f"{column}4": "~" for column in "abcdefgh"} | {"d4": "F"})
    red = ["r1 infantry-rifles d3 n", SPARE]
    table = red_to_act(rows, [1, 6, 6], red=red, blue=["b1 infantry-rifles d5 n", *FAR])
    table.play("move", "r1", path=["d4"])
    table.play("end")
    events = table.play("fight", "r1", target="d5")
    assert happened(events) == ["destroyed b1 close-combat.roll", "stood r1 rivers.ford"]


@pytest.mark.clause("late19c.rivers.close-combat")
@pytest.mark.parametrize(
    ("own", "enemy", "needs"),
    [
        ("F", ".", ["3 (-1 rivers.close-combat)", "4"]),
        ("F", "F", ["3 (-1 rivers.close-combat)", "4"]),
        ("B", ".", ["4", "4"]),
        (".", "F", ["4", "4"]),
    ],
)
def test_attacking_out_of_a_river(own: str, enemy: str, needs: list[str]) -> None:
    assert combat(terrain(d4=own, d5=enemy)) == needs


# -- woods


@pytest.mark.clause("late19c.woods.cavalry")
@pytest.mark.parametrize(
    ("cells", "path", "right"),
    [
        ({"d3": "w"}, ["d3"], True),
        ({"d3": "w"}, ["d3", "d4"], False),
        ({"d4": "w"}, ["d3", "d4"], False),
        ({"d2": "w"}, ["d3"], True),
        ({"d2": "w"}, ["d3", "d4"], False),
        ({"c4": "w"}, ["d3", "d4"], True),
    ],
)
def test_mounted_cavalry_moves_one_hex_through_woods(cells: dict[str, str], path: list[str], right: bool) -> None:
    assert why(walking(terrain(**cells)), "move", "r1", path=path) == (set() if right else {"woods.cavalry"})


@pytest.mark.clause("late19c.woods.cavalry", "late19c.activation.double-move")
@pytest.mark.parametrize(
    ("cells", "path", "right"),
    [
        ({"d3": "w", "d4": "w"}, ["d3", "d4"], True),
        ({"d3": "w", "d4": "w", "d5": "w"}, ["d3", "d4", "d5"], False),
        ({"d2": "w"}, ["d3", "d4", "d5"], True),  # out of the wood, then two hexes in the open
        ({"d5": "w"}, ["d3", "d4", "d5"], True),  # two hexes in the open, then into the wood
        ({"d5": "w"}, ["d3", "d4", "d5", "d6"], False),
        ({"d4": "w"}, ["d3", "d4", "d5"], False),
    ],
)
def test_a_double_move_is_two_activations_in_woods_too(cells: dict[str, str], path: list[str], right: bool) -> None:
    table = walking(terrain(**cells), army="native")
    assert why(table, "move", "r1", path=path, double=True) == (set() if right else {"woods.cavalry"})
    if right:
        assert path[-1] in table.reach("r1", double=True)
        table.play("move", "r1", path=path, double=True)
        assert table.at("r1") == path[-1]


@pytest.mark.clause("late19c.woods.cavalry", "late19c.roads.half")
def test_a_road_through_a_wood_is_a_road() -> None:
    legend = {"*": ["woods", "road"]}
    red = ["r1 mounted-cavalry d2 n", SPARE]
    table = red_to_act(terrain(d2="=", d3="*", d4="*", d5="=", d6="="), red=red, blue=FAR, legend=legend)
    assert why(table, "move", "r1", path=["d3", "d4", "d5", "d6"]) == set()
    table = red_to_act(terrain(d3="*", d4="*", d5="="), red=red, blue=FAR, legend=legend)
    assert why(table, "move", "r1", path=["d3", "d4"]) == {"woods.cavalry"}, "it has come to the road across country"


@pytest.mark.clause("late19c.woods.cavalry")
def test_a_rider_in_woods_is_told_why_he_stopped() -> None:
    table = walking(terrain(d3="w"))
    assert happened(table.play("move", "r1", path=["d3"]))[-1] == "stopped r1 woods.cavalry"


@pytest.mark.clause("late19c.woods.cavalry")
def test_others_go_through_woods_as_through_the_open() -> None:
    woods = terrain(d3="w", d4="w")
    assert why(walking(woods, "command"), "move", "r1", path=["d3", "d4"]) == set()
    table = walking(woods, "dismounted-cavalry", army="native")
    assert why(table, "move", "r1", path=["d3", "d4"], double=True) == set()


@pytest.mark.clause("late19c.woods.cavalry", "shared.arrival")
def test_who_came_on_with_his_first_hex_does_not_ride_on_into_woods() -> None:
    red = ["r1 mounted-cavalry - n arrives=1,south", "r2 infantry-rifles h1 n"]
    table = red_to_act(terrain(d2="w"), thrown=[6], red=red, blue=FAR)
    table.play("enter", "r1", at="d1", facing="n")
    assert why(table, "move", "r1", path=["d2"]) == {"woods.cavalry"}
    assert why(table, "move", "r1", path=["e2"]) == set()


@pytest.mark.clause("late19c.woods.close-combat")
@pytest.mark.parametrize(
    ("own", "enemy", "needs"),
    [
        (".", "w", ["3 (-1 woods.close-combat)", "4"]),
        ("w", "w", ["3 (-1 woods.close-combat)", "4"]),
        ("w", ".", ["4", "4"]),
    ],
)
def test_attacking_a_unit_in_woods(own: str, enemy: str, needs: list[str]) -> None:
    assert combat(terrain(d4=own, d5=enemy)) == needs


@pytest.mark.clause("late19c.built-up.close-combat")
@pytest.mark.parametrize(
    ("own", "enemy", "needs"),
    [
        (".", "b", ["2 (-2 built-up.close-combat)", "4"]),
        ("b", "b", ["2 (-2 built-up.close-combat)", "4"]),
        (".", "f", ["2 (-2 built-up.close-combat)", "4"]),
        ("f", "f", ["2 (-2 built-up.close-combat)", "4"]),
        (".", "t", ["2 (-2 built-up.close-combat)", "4"]),
        ("b", ".", ["4", "4"]),
        ("f", ".", ["4", "4"]),
    ],
)
def test_attacking_a_unit_in_a_built_up_area_or_fortification(own: str, enemy: str, needs: list[str]) -> None:
    assert combat(terrain(d4=own, d5=enemy)) == needs


@pytest.mark.clause("late19c.hills.uphill", "late19c.rivers.close-combat", "late19c.woods.close-combat")
def test_they_add_up() -> None:
    """Cavalry out of a ford, up a hill, into a wood; the defender only has its own four."""
    rows = terrain(d4="F", d5="*")
    red = ["r1 mounted-cavalry d4 n", "r2 command d3 n"]
    table = red_to_act(rows, [6, 6], red=red, blue=["b1 infantry-rifles d5 n", *FAR], legend={"*": ["hill 1", "woods"]})
    table.play("end")
    assert throws(table.play("fight", "r1", target="d5"), "close-combat") == [
        "r1: 6 = 6, needs 2 (+1 command.close-combat -1 hills.uphill -1 rivers.close-combat -1 woods.close-combat): "
        "misses [close-combat.roll]",
        "b1: 6 = 6, needs 4: misses [close-combat.roll]",
    ]


@pytest.mark.clause("shared.terrain")
@pytest.mark.parametrize(("letter", "seen"), [("B", True), ("F", True), (".", True)])
def test_open_ground_at_the_river_hides_nobody(letter: str, seen: bool) -> None:
    red = ["r1 infantry-rifles d3 n", SPARE]
    table = red_to_act(terrain(d4=letter), red=red, blue=["b1 infantry-rifles d5 s", *FAR])
    assert (table.targets("fire", "r1") == {"d5"}) == seen
