"""Modern: minefields, barbed wire and trenches."""

from typing import Any

import pytest

from tests.rulesets.modern.sketch import QUIET, blue_acts, guns_first, hit_dice, red_acts, state, terrain, throws
from tests.table import OPEN, RED_FIRST, Table, of_kind, told

MINES = "modern.minefields.hit"
LAY = "modern.wire.lay"
CLEAR = "modern.wire.clear"
WIRE = "modern.wire.cross"
TRENCH = "modern.trenches.cross"
NO_FIRE = "modern.trenches.no-fire"
CROSSING = "modern.trenches.close-combat"
COVER = "modern.close-combat.mod-cover"
TABLE = "modern.hits.table"
EDGES = "modern.movement.edges"
RETREATED = "modern.hits.retreat"

FAR = ["b1 infantry f6 s"]
STOPPED_BY_WIRE = [
    "infantry",
    "infantry-anti-tank",
    "engineers",
    "mounted-cavalry",
    "machine-gun",
    "armoured-car",
    "half-track",
    "truck",
    "commander",
    "spotter",
]
ARMOUR = ["light-tank", "tank", "assault-gun", "self-propelled-artillery"]


# -- minefields


@pytest.mark.clause("modern.minefields.hit")
@pytest.mark.parametrize("kind", ["infantry", "tank", "truck", "mounted-cavalry"])
def test_a_unit_is_hit_on_entering_a_minefield_and_goes_on(grid: str, kind: str) -> None:
    table = red_acts(grid, terrain(c3="m"), red=[f"r1 {kind} c2 n", "r2 infantry a1 n"], blue=FAR, dice=[3])
    events = table.play("move", "r1", path=["c3", "c4"])
    assert throws(events, "hit") == [("r1", [3], {}, [3], ["loses-sp"], TABLE)]
    assert told(events) == [
        ("moved", "r1", EDGES),
        ("hit", "r1", MINES),
        ("lost-sp", "r1", TABLE),
        ("moved", "r1", EDGES),
    ]
    assert [event["path"] for event in of_kind(events, "moved")] == [["c3"], ["c4"]]
    assert table.at("r1") == "c4"


@pytest.mark.clause("modern.minefields.hit")
def test_a_unit_that_retreats_has_ended_its_move(grid: str) -> None:
    table = red_acts(grid, terrain(c3="m"), red=["r1 infantry c2 n", "r2 infantry a1 n"], blue=FAR, dice=[4])
    events = table.play("move", "r1", path=["c3", "c4"], facing="s")
    assert table.at("r1") == "c3", "the field is where it is settled"
    assert {one["do"] for one in table.legal()} == {"retreat", "lose-sp"}
    events = table.play("retreat", "r1", to="c2")
    assert told(events) == [("retreated", "r1", RETREATED)]
    assert (table.at("r1"), state(table, "r1")["facing"], state(table, "r1")["sp"]) == ("c2", "n", 4)
    assert table.legal("move", "r1") == []
    assert table.why("move", "r1", path=["c1"]) == {"modern.movement.once"}


@pytest.mark.clause("modern.minefields.hit")
def test_it_is_hit_again_if_it_retreats_into_another_field(grid: str) -> None:
    """Back in c2 it has nowhere else to go: it has just left c3."""
    rows = terrain(c3="m", c2="m")
    table = red_acts(grid, rows, red=["r1 infantry c1 n", "r2 infantry a1 n"], blue=FAR, dice=[1, 6, 6])
    table.play("move", "r1", path=["c2", "c3"])
    events = table.play("retreat", "r1", to="c2")
    assert hit_dice(events) == [("r1", 6)]
    assert told(events)[-1] == ("lost-sp", "r1", "modern.hits.choice")
    assert table.at("r1") == "c2"


@pytest.mark.clause("modern.minefields.hit")
def test_a_unit_that_would_rather_lose_strength_goes_on(grid: str) -> None:
    table = red_acts(grid, terrain(c3="m"), red=["r1 infantry c2 n", "r2 infantry a1 n"], blue=FAR, dice=[4])
    table.play("move", "r1", path=["c3", "c4"], facing="s")
    events = table.play("lose-sp", "r1")
    assert told(events) == [
        ("lost-sp", "r1", TABLE),
        ("moved", "r1", EDGES),
        ("turned", "r1", "modern.movement.facing"),
    ]
    assert (table.at("r1"), state(table, "r1")["facing"], state(table, "r1")["sp"]) == ("c4", "s", 3)


@pytest.mark.clause("modern.minefields.hit", "shared.dice-order")
def test_each_field_is_thrown_for_as_it_is_entered(grid: str) -> None:
    rows = terrain(c2="m", c4="m")
    table = red_acts(grid, rows, red=["r1 tank c1 n", "r2 infantry a1 n"], blue=FAR, dice=[1, 2])
    events = table.play("move", "r1", path=["c2", "c3", "c4"])
    assert hit_dice(events) == [("r1", 1), ("r1", 2)]
    assert [event["path"] for event in of_kind(events, "moved")] == [["c2"], ["c3", "c4"]]
    assert (table.at("r1"), state(table, "r1")["sp"]) == ("c4", 1)


@pytest.mark.clause("modern.minefields.hit")
def test_a_unit_destroyed_in_the_field_goes_no_further(grid: str) -> None:
    red = ["r1 infantry c2 n sp=1", "r2 infantry a1 n"]
    table = red_acts(grid, terrain(c3="m"), red=red, blue=FAR, dice=[1])
    events = table.play("move", "r1", path=["c3", "c4"])
    assert told(events)[-1] == ("destroyed", "r1", "modern.strength.destroyed")
    assert len(of_kind(events, "moved")) == 1
    assert table.unit("r1") is None


@pytest.mark.clause("modern.minefields.hit")
def test_no_field_no_hit(grid: str) -> None:
    table = red_acts(grid, terrain(d4="m"), red=["r1 infantry c2 n", "r2 infantry a1 n"], blue=FAR)
    events = table.play("move", "r1", path=["c3", "c4"])
    assert told(events) == [("moved", "r1", EDGES)]


@pytest.mark.clause("modern.minefields.hit")
def test_leaving_or_turning_in_a_field_is_no_entering(grid: str) -> None:
    red = ["r1 infantry c3 n", "r2 infantry a1 n"]
    table = red_acts(grid, terrain(c3="m"), red=red, blue=FAR)
    assert told(table.play("move", "r1", path=[], facing="s")) == [("turned", "r1", "modern.movement.facing")]
    table = red_acts(grid, terrain(c3="m"), red=red, blue=FAR)
    assert told(table.play("move", "r1", path=["c4"])) == [("moved", "r1", EDGES)]


@pytest.mark.clause("modern.minefields.hit")
def test_both_ways_are_offered_the_mined_and_the_longer_one_round_it(grid: str) -> None:
    table = red_acts(grid, terrain(c3="m"), red=["r1 light-tank c2 n", "r2 infantry a1 n"], blue=FAR)
    paths = {tuple(one["path"]) for one in table.legal("move", "r1") if one["path"][-1:] == ["c4"]}
    assert len(paths) == 2
    assert sum("c3" in path for path in paths) == 1
    assert ("c3", "c4") in paths
    table = red_acts(grid, OPEN, red=["r1 light-tank c2 n", "r2 infantry a1 n"], blue=FAR)
    paths = {tuple(one["path"]) for one in table.legal("move", "r1") if one["path"][-1:] == ["c4"]}
    assert len(paths) == 1


@pytest.mark.clause("modern.minefields.hit")
def test_advancing_into_a_field_is_entering_it(grid: str) -> None:
    red = ["r1 infantry c3 n", "r2 infantry a1 n"]
    blue = ["b1 infantry c4 s sp=1", "b2 infantry f6 s"]
    table = red_acts(grid, terrain(c4="m"), red=red, blue=blue, dice=[6, 1, 1, 2])
    table.play("fight", "r1", target="c4")
    events = table.play("advance", "r1")
    assert told(events) == [
        ("advanced", "r1", "modern.close-combat.advance"),
        ("hit", "r1", MINES),
        ("lost-sp", "r1", TABLE),
    ]


@pytest.mark.clause("modern.minefields.hit")
def test_retreating_into_a_field_is_entering_it(grid: str) -> None:
    blue = ["b1 infantry c4 s", "b2 infantry f6 s"]
    table = red_acts(grid, terrain(c5="m"), red=["r1 infantry c2 n"], blue=blue, dice=[6, 6, 3])
    table.play("fire", "r1", target="c4")
    events = table.play("retreat", "b1", to="c5")
    assert told(events) == [("retreated", "b1", RETREATED), ("hit", "b1", MINES), ("lost-sp", "b1", TABLE)]


@pytest.mark.clause("modern.minefields.hit", "shared.arrival")
def test_a_reinforcement_that_enters_in_a_field_is_hit_and_has_nowhere_to_go_back_to(grid: str) -> None:
    red = ["r1 infantry - n arrives=1,south", "r2 infantry a3 n"]
    table = red_acts(grid, terrain(c1="m"), red=red, blue=FAR, dice=[6])
    events = table.play("enter", "r1", at="c1", facing="n")
    assert told(events)[-2:] == [("hit", "r1", MINES), ("lost-sp", "r1", "modern.hits.choice")]
    assert "c2" in table.reach("r1")


@pytest.mark.clause("modern.minefields.hit")
def test_the_odds_of_a_move_tell_of_the_field(grid: str) -> None:
    table = red_acts(grid, terrain(c3="m"), red=["r1 infantry c2 n", "r2 infantry a1 n"], blue=FAR)
    odds = table.odds("move", "r1", path=["c3", "c4"])
    assert odds == pytest.approx({"r1 loses sp": 1 / 2, "r1 retreats or loses sp": 1 / 2})
    assert table.odds("move", "r1", path=["b2"]) == {"no effect": 1.0}


# -- barbed wire


@pytest.mark.clause("modern.wire.lay")
@pytest.mark.parametrize("kind", ["infantry", "engineers", "mounted-cavalry", "field-artillery", "tank", "truck"])
def test_any_unit_lays_wire_in_its_cell_in_a_turn(grid: str, kind: str) -> None:
    red = [f"r1 {kind} c3 n", "r2 infantry a1 n"]
    table = red_acts(grid, red=red, blue=["b1 infantry f6 s"], dice=[6, *QUIET])
    assert {"do": "work", "unit": "r1", "task": "lay-wire"} in table.legal("work", "r1")
    events = table.play("work", "r1", task="lay-wire")
    assert told(events) == [("began-work", "r1", LAY)]
    assert state(table, "r1")["task"] == {"kind": "lay-wire", "target": "c3", "turns-left": 1}
    assert table.legal(unit="r1") == []
    assert table.state["cells"] == {}, "not before the end of the turn"
    events = table.next_turn()
    assert told(of_kind(events, "wire-laid")) == [("wire-laid", "r1", LAY)]
    assert table.state["cells"] == {"c3": {"wire": True, "mines": False}}
    assert state(table, "r1")["task"] is None


@pytest.mark.clause("modern.wire.clear")
@pytest.mark.parametrize("kind", ["infantry", "machine-gun", "tank", "truck"])
def test_any_unit_clears_wire_from_its_cell_in_a_turn(grid: str, kind: str) -> None:
    table = red_acts(grid, terrain(c3="x"), red=[f"r1 {kind} c3 n", "r2 infantry a1 n"], blue=FAR, dice=[6, *QUIET])
    assert [one["task"] for one in table.legal("work", "r1")] == ["clear-wire"]
    assert table.why("work", "r1", task="lay-wire") == {LAY}, "there is some already"
    assert table.why("work", "r2", task="clear-wire") == {CLEAR}, "there is none to clear"
    assert told(table.play("work", "r1", task="clear-wire")) == [("began-work", "r1", CLEAR)]
    assert table.legal(unit="r1") == []
    assert table.state["cells"] == {}
    events = table.next_turn()
    assert told(of_kind(events, "wire-cleared")) == [("wire-cleared", "r1", CLEAR)]
    assert table.state["cells"] == {"c3": {"wire": False, "mines": False}}


@pytest.mark.clause("modern.wire.lay", "modern.wire.clear")
@pytest.mark.parametrize(
    ("rows", "task", "clause"), [(terrain(), "lay-wire", LAY), (terrain(c3="x"), "clear-wire", CLEAR)]
)
@pytest.mark.parametrize(
    ("before", "words"), [("move", {"path": [], "facing": "s"}), ("fire", {"target": "c5"})], ids=["turned", "fired"]
)
def test_wire_needs_the_whole_activation(
    grid: str, rows: str, task: str, clause: str, before: str, words: dict[str, Any]
) -> None:
    red = ["r1 infantry c3 n", "r2 infantry a1 n"]
    table = red_acts(grid, rows, red=red, blue=["b1 infantry c5 s"], dice=[1])
    table.play(before, "r1", **words)
    assert table.legal("work", "r1") == []
    assert table.why("work", "r1", task=task) == {clause}


@pytest.mark.clause("modern.wire.lay")
def test_a_unit_driven_off_lays_none(grid: str) -> None:
    red = ["r1 infantry c3 n", "r2 infantry a1 n"]
    table = red_acts(grid, red=red, blue=["b1 infantry c5 s"], dice=[6, 6, 6])
    table.play("work", "r1", task="lay-wire")
    table.play("end")
    table.play("fire", "b1", target="c3")
    table.play("retreat", "r1", to="c2")
    table.next_turn()
    assert table.state["cells"] == {}


@pytest.mark.clause("modern.wire.cross")
@pytest.mark.parametrize("kind", STOPPED_BY_WIRE)
def test_wire_stops_a_unit(grid: str, kind: str) -> None:
    red = [f"r1 {kind} c1 n", "r2 infantry a1 n"]
    table = red_acts(grid, terrain(c2="x"), red=red, blue=FAR, dice=[6, 6, 6, 6])
    assert "c2" in table.reach("r1")
    assert table.why("move", "r1", path=["c2", "c3"]) == {WIRE}
    events = table.play("move", "r1", path=["c2"])
    assert told(events) == [("moved", "r1", EDGES), ("stopped", "r1", WIRE)]


@pytest.mark.clause("modern.wire.cross")
@pytest.mark.parametrize("kind", ARMOUR)
def test_tracks_pass_without_stopping(grid: str, kind: str) -> None:
    table = red_acts(grid, terrain(c2="x"), red=[f"r1 {kind} c1 n", "r2 infantry a1 n"], blue=FAR)
    events = table.play("move", "r1", path=["c2", "c3"])
    assert told(events) == [("moved", "r1", EDGES)]


@pytest.mark.clause("modern.wire.cross")
def test_next_turn_it_clears_the_wire_or_moves_on(grid: str) -> None:
    red = ["r1 infantry c1 n", "r2 infantry a1 n"]
    table = red_acts(grid, terrain(c2="x"), red=red, blue=FAR, dice=[6, *QUIET])
    table.play("move", "r1", path=["c2"])
    table.next_turn()
    assert [one["task"] for one in table.legal("work", "r1")] == ["clear-wire"]
    assert "c4" in table.reach("r1"), "at its full rate"


@pytest.mark.clause("modern.wire.cross")
def test_wire_does_not_keep_a_unit_from_firing(grid: str) -> None:
    red = ["r1 infantry c2 n", "r2 infantry a1 n"]
    table = red_acts(grid, terrain(c3="x"), red=red, blue=["b1 infantry c6 s"], dice=[1])
    table.play("move", "r1", path=["c3"])
    events = table.play("fire", "r1", target="c6")
    assert throws(events, "fire")[0][2] == {}, "nor is it cover, or a bonus"


# -- trenches


def in_the_trench(grid: str, rows: str = "", **words: Any) -> Table:
    """r1 has moved into the trench in c3; b1 stands before it."""
    blue = words.pop("blue", ["b1 infantry c5 s", "b2 infantry f6 s"])
    red = words.pop("red", ["r1 infantry c2 n", "r2 infantry a1 n"])
    table = red_acts(grid, rows or terrain(c3="t"), red=red, blue=blue, **words)
    table.play("move", "r1", path=["c3"], facing="n")
    return table


@pytest.mark.clause("modern.trenches.cross")
@pytest.mark.parametrize("kind", ["infantry", "mounted-cavalry", "tank", "truck", "self-propelled-artillery"])
def test_a_trench_stops_units_of_every_type(grid: str, kind: str) -> None:
    table = red_acts(grid, terrain(c2="t"), red=[f"r1 {kind} c1 n", "r2 infantry a1 n"], blue=FAR)
    assert "c2" in table.reach("r1")
    assert table.why("move", "r1", path=["c2", "c3"]) == {TRENCH}
    events = table.play("move", "r1", path=["c2"])
    assert told(events) == [("moved", "r1", EDGES), ("stopped", "r1", TRENCH)]
    assert state(table, "r1")["crossing"] is True


@pytest.mark.clause("modern.trenches.cross")
@pytest.mark.parametrize("kind", ["infantry", "mounted-cavalry", "tank", "truck"])
def test_a_trench_is_left_by_a_move_of_one_cell(grid: str, kind: str) -> None:
    table = red_acts(grid, terrain(c2="t"), red=[f"r1 {kind} c2 n", "r2 infantry a1 n"], blue=FAR)
    around = {"c3", "d2", "c1", "b2"} | ({"b1", "d1"} if grid == "hex" else set())
    assert table.reach("r1") == around
    assert table.why("move", "r1", path=["c3", "c4"]) == {TRENCH}
    events = table.play("move", "r1", path=["c3"])
    assert told(events) == [("moved", "r1", EDGES), ("stopped", "r1", TRENCH)]


@pytest.mark.clause("modern.trenches.cross")
def test_along_a_trench_it_is_one_cell_too_and_it_is_crossing_again(grid: str) -> None:
    rows = terrain(c2="t", c3="t", c4="t")
    table = red_acts(grid, rows, red=["r1 mounted-cavalry c2 n", "r2 infantry a1 n"], blue=FAR)
    assert {"c3"} == table.reach("r1") & {"c3", "c4"}
    table.play("move", "r1", path=["c3"])
    assert state(table, "r1")["crossing"] is True


@pytest.mark.clause("modern.trenches.cross", "modern.movement.firing-cost")
def test_the_one_cell_does_not_keep_it_from_firing_afterwards(grid: str) -> None:
    red = ["r1 infantry c2 n", "r2 infantry a1 n"]
    table = red_acts(grid, terrain(c2="t"), red=red, blue=["b1 infantry c6 s"])
    table.play("move", "r1", path=["c3"])
    assert table.targets("fire", "r1") == {"c6"}


@pytest.mark.clause("modern.trenches.no-fire")
def test_who_is_crossing_a_trench_does_not_fire(grid: str) -> None:
    table = in_the_trench(grid)
    assert table.targets("fire", "r1") == set()
    assert table.why("fire", "r1", target="c5") == {NO_FIRE}
    table = in_the_trench(grid, terrain())
    assert table.targets("fire", "r1") == {"c5"}, "without the trench it would"


@pytest.mark.clause("modern.trenches.no-fire")
def test_who_stays_mans_the_trench_and_fires_next_turn(grid: str) -> None:
    table = in_the_trench(grid, dice=[6, *QUIET])
    table.next_turn()
    assert state(table, "r1")["crossing"] is False
    assert table.targets("fire", "r1") == {"c5"}


@pytest.mark.clause("modern.trenches.no-fire")
def test_a_gun_is_still_crossing_in_the_next_artillery_phase(grid: str) -> None:
    """Its side's activations have not begun again."""
    red = ["r1 field-artillery c2 n", "r2 field-artillery a1 n"]
    blue = ["b1 infantry c6 s"]
    table = guns_first(grid, terrain(c3="t"), red=red, blue=blue, dice=[6, 1, 6, 6, 6, 1, 6, 6])
    table.play("done")
    table.play("move", "r1", path=["c3"], facing="n")
    table.next_turn()
    assert table.state["phase"] == "artillery"
    assert table.targets("bombard", "r2") == {"c6"}
    assert table.targets("bombard", "r1") == set()
    assert table.why("bombard", "r1", target="c6") == {NO_FIRE}
    table.next_turn()
    assert table.targets("bombard", "r1") == {"c6"}


@pytest.mark.clause("modern.trenches.no-fire")
def test_units_deployed_in_a_trench_man_it(grid: str) -> None:
    red = ["r1 infantry c3 n", "r2 infantry a1 n"]
    table = red_acts(grid, terrain(c3="t"), red=red, blue=["b1 infantry c5 s"])
    assert state(table, "r1")["crossing"] is False
    assert table.targets("fire", "r1") == {"c5"}
    placed = red_acts(grid, terrain(c2="t"), red=["r1 infantry - n", "r2 infantry a1 n"], blue=["b1 infantry c5 s"])
    placed.play("place", "r1", at="c2", facing="n")
    assert placed.targets("fire", "r1") == {"c5"}


@pytest.mark.clause("modern.trenches.no-fire", "modern.fire.mod-cover")
def test_a_trench_covers_who_mans_it_not_who_is_crossing(grid: str) -> None:
    dice = [6, 1]
    table = in_the_trench(grid, dice=dice)
    table.play("end")
    events = table.play("fire", "b1", target="c3")
    assert throws(events, "fire")[0][2] == {"modern.fire.mod-still": 1}
    red = ["r1 infantry c3 n", "r2 infantry a1 n"]
    table = blue_acts(grid, terrain(c3="t"), red=red, blue=["b1 infantry c5 s"], dice=[1])
    events = table.play("fire", "b1", target="c3")
    assert throws(events, "fire")[0][2] == {"modern.fire.mod-cover": -1, "modern.fire.mod-still": 1}


@pytest.mark.clause("modern.trenches.no-fire")
def test_who_mans_it_is_not_uncovered_by_a_visitor(grid: str) -> None:
    red = ["r1 infantry c3 n", "r2 spotter c2 n"]
    table = red_acts(grid, terrain(c3="t"), red=red, blue=["b1 infantry c5 s"], dice=[6, 1])
    table.play("move", "r2", path=["c3"])
    assert (state(table, "r1")["crossing"], state(table, "r2")["crossing"]) == (False, True)
    table.play("end")
    events = table.play("fire", "b1", target="c3")
    assert throws(events, "fire")[0][2] == {"modern.fire.mod-cover": -1, "modern.fire.mod-still": 1}


@pytest.mark.clause("modern.trenches.close-combat")
def test_crossing_costs_1_in_close_combat_instead_of_the_cover_bonus(grid: str) -> None:
    table = in_the_trench(grid, blue=["b1 infantry c4 s", "b2 infantry f6 s"], dice=[6, 6])
    events = table.play("fight", "r1", target="c4")
    first, second = throws(events, "close-combat")
    assert first == ("r1", [6], {CROSSING: -1}, [5], ["survives"], "modern.close-combat.both-roll")
    assert second[2] == {}


@pytest.mark.clause("modern.trenches.close-combat")
def test_who_is_attacked_while_crossing_suffers_it_too(grid: str) -> None:
    """A die of 3 would do without the trench."""
    table = in_the_trench(grid, blue=["b1 infantry c5 s", "b2 infantry f6 s"], dice=[6, 6, 3, 1])
    table.play("end")
    table.play("move", "b1", path=["c4"])
    events = table.play("fight", "b1", target="c3")
    assert throws(events, "close-combat")[1][1:5] == ([3], {CROSSING: -1}, [2], ["is-hit"])


@pytest.mark.clause("modern.trenches.close-combat", "modern.close-combat.mod-cover")
def test_who_mans_the_trench_has_the_cover_bonus(grid: str) -> None:
    red = ["r1 infantry c3 n", "r2 infantry a1 n"]
    table = red_acts(grid, terrain(c3="t"), red=red, blue=["b1 infantry c4 s", "b2 infantry f6 s"], dice=[2, 6])
    events = table.play("fight", "r1", target="c4")
    assert throws(events, "close-combat")[0][1:5] == ([2], {COVER: 1}, [3], ["survives"])


@pytest.mark.clause("modern.trenches.cross")
def test_retreating_into_a_trench_mans_it(grid: str) -> None:
    blue = ["b1 infantry c4 s", "b2 infantry f6 s"]
    dice = [6, 6, 6]
    red = ["r1 infantry c2 n", "r2 infantry a1 n"]
    table = red_acts(grid, terrain(c5="t"), red=red, blue=blue, dice=dice)
    table.play("fire", "r1", target="c4")
    table.play("retreat", "b1", to="c5")
    assert state(table, "b1")["crossing"] is False
    table.play("end")
    assert table.targets("fire", "b1") == {"c2"}


@pytest.mark.clause("modern.trenches.cross")
def test_advancing_into_a_trench_is_crossing_it(grid: str) -> None:
    red = ["r1 infantry c3 n", "r2 infantry a1 n"]
    blue = ["b1 infantry c4 s sp=1", "b2 infantry c5 s", "b3 infantry f6 s"]
    table = red_acts(grid, terrain(c4="t"), red=red, blue=blue, dice=[6, 1, 1, 6, 6])
    events = table.play("fight", "r1", target="c4")
    assert throws(events, "close-combat")[1][2] == {COVER: 1}
    table.play("advance", "r1")
    assert state(table, "r1")["crossing"] is True
    events = table.play("fight", "r1", target="c5")
    assert throws(events, "close-combat")[0][2] == {CROSSING: -1}


@pytest.mark.clause("modern.trenches.no-fire", "shared.arrival")
def test_a_reinforcement_that_enters_in_a_trench_is_crossing(grid: str) -> None:
    red = ["r1 infantry - n arrives=1,south", "r2 infantry a3 n"]
    table = red_acts(grid, terrain(c1="t"), red=red, blue=["b1 infantry c4 s"])
    table.play("enter", "r1", at="c1", facing="n")
    assert state(table, "r1")["crossing"] is True
    assert table.why("fire", "r1", target="c4") == {NO_FIRE}


@pytest.mark.clause("modern.trenches.cross")
def test_the_first_of_a_turn_is_the_artillery_phase_for_guns_that_man(grid: str) -> None:
    red = ["r1 field-artillery c3 n", "r2 infantry a1 n"]
    table = guns_first(grid, terrain(c3="t"), red=red, blue=["b1 infantry c6 s"], dice=RED_FIRST)
    assert table.targets("bombard", "r1") == {"c6"}


@pytest.mark.clause("modern.trenches.cross", "modern.trenches.no-fire")
@pytest.mark.parametrize("water", ["bridge", "ford"])
def test_a_trench_at_a_bridge_or_ford_is_a_trench(grid: str, water: str) -> None:
    legend = {"*": ["trench", water]}
    table = in_the_trench(grid, terrain(c3="*"), legend=legend)
    assert state(table, "r1")["crossing"] is True
    assert "modern.trenches.no-fire" in table.why("fire", "r1", target="c5")
    blue = ["b1 infantry c4 s", "b2 infantry f6 s"]
    red = ["r1 infantry c2 n", "r2 infantry a1 n"]
    table = red_acts(grid, terrain(c5="*"), red=red, blue=blue, dice=[6, 6, 6], legend=legend)
    table.play("fire", "r1", target="c4")
    table.play("retreat", "b1", to="c5")
    assert state(table, "b1")["crossing"] is False, "retreating into it mans it"
