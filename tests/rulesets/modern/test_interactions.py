"""Modern: special and optional rules that meet each other."""

import pytest

from tests.rulesets.modern.sketch import QUIET, ground, guns_first, hit_dice, red_acts, state, terrain, throws
from tests.table import RED_FIRST, brief, draw, of_kind, rolls, told

MINES = "modern.minefields.hit"
SHARED = "modern.transport.shared-hit"
RIDERS = "modern.tank-riders.hit"
GAS = "modern.gas.hit"
TABLE = "modern.hits.table"
RETREATED = "modern.hits.retreat"
FAR = ["b1 infantry f6 s"]

# -- a loaded transport hit in a minefield

LOADED = ["r1 truck c2 n carrying=r2", "r2 infantry - n", "r3 infantry a1 n"]


@pytest.mark.clause("modern.minefields.hit", "modern.transport.shared-hit")
def test_a_loaded_transport_in_a_minefield_both_are_hit_and_it_drives_on(grid: str) -> None:
    table = red_acts(grid, terrain(c3="m"), red=LOADED, blue=FAR, dice=[1, 2])
    events = table.play("move", "r1", path=["c3", "c4", "c5"])
    assert hit_dice(events) == [("r1", 1), ("r2", 2)]
    assert told(events) == [
        ("moved", "r1", "modern.movement.edges"),
        ("hit", "r1", MINES),
        ("lost-sp", "r1", TABLE),
        ("hit", "r2", SHARED),
        ("lost-sp", "r2", TABLE),
        ("moved", "r1", "modern.movement.edges"),
    ]
    assert (table.at("r1"), table.at("r2")) == ("c5", "c5")


@pytest.mark.clause("modern.minefields.hit", "modern.transport.shared-hit")
def test_a_loaded_transport_in_a_minefield_its_retreat_ends_the_move_of_both(grid: str) -> None:
    table = red_acts(grid, terrain(c3="m"), red=LOADED, blue=FAR, dice=[6, 6])
    table.play("move", "r1", path=["c3", "c4", "c5"])
    events = table.play("retreat", "r1", to="c2")
    assert told(events) == [("retreated", "r1", RETREATED), ("hit", "r2", SHARED), ("survived", "r2", SHARED)]
    assert (table.at("r1"), table.at("r2"), state(table, "r2")["carried-by"]) == ("c2", "c2", "r1")
    assert table.legal("move", "r1") == []


@pytest.mark.clause("modern.minefields.hit", "modern.transport.shared-hit")
def test_a_loaded_transport_destroyed_in_a_minefield_leaves_its_load_there(grid: str) -> None:
    """The load is hit with the transport, not once more for standing in the field."""
    red = ["r1 truck c2 n carrying=r2 sp=1", *LOADED[1:]]
    table = red_acts(grid, terrain(c3="m"), red=red, blue=FAR, dice=[1, 6])
    events = table.play("move", "r1", path=["c3", "c4"])
    assert hit_dice(events) == [("r1", 1), ("r2", 6)]
    assert told(events)[-2:] == [("hit", "r2", SHARED), ("lost-sp", "r2", SHARED)]
    left = state(table, "r2")
    assert (left["at"], left["facing"], left["sp"], left["carried-by"]) == ("c3", "n", 3, None)
    assert "c4" in table.reach("r2"), "it has not acted yet, and walks on"


@pytest.mark.clause("modern.minefields.hit", "modern.transport.shared-hit")
def test_a_load_that_retreated_into_a_field_has_retreated_even_if_its_transport_dies_there(grid: str) -> None:
    blue = ["b1 truck c4 s carrying=b2 sp=1", "b2 infantry - s", "b3 infantry f6 s"]
    table = red_acts(grid, terrain(c5="m"), red=["r1 infantry c2 n"], blue=blue, dice=[6, 6, 1, 1, 6])
    table.play("fire", "r1", target="c4")
    events = table.play("retreat", "b1", to="c5")
    assert hit_dice(events)[:3] == [("b1", 1), ("b2", 1), ("b2", 6)]
    assert ("survived", "b2", SHARED) in told(events)
    assert state(table, "b2")["sp"] == 3


# -- a tank with riders hit by a machine gun


@pytest.mark.clause("modern.tank-riders.hit", "modern.fire.tank-proof")
def test_a_tank_with_riders_hit_by_a_machine_gun(grid: str) -> None:
    """Each of the dice that hit does nothing to the tank and strikes the riders, who cannot get away."""
    blue = ["b1 tank c4 s carrying=b2", "b2 infantry - s", "b3 infantry f6 s"]
    table = red_acts(grid, red=["r1 machine-gun c2 n"], blue=blue, dice=[6, 1, 4, 2, 6], options=["tank-riders"])
    events = table.play("fire", "r1", target="c4")
    assert throws(events, "fire")[0][4] == ["hit", "nothing", "hit"]
    assert hit_dice(events) == [("b2", 2), ("b2", 6)]
    assert told(events)[:8] == [
        ("hit", "b1", "modern.fire.dice"),
        ("unharmed", "b1", "modern.fire.tank-proof"),
        ("hit", "b2", RIDERS),
        ("lost-sp", "b2", TABLE),
        ("hit", "b1", "modern.fire.dice"),
        ("unharmed", "b1", "modern.fire.tank-proof"),
        ("hit", "b2", RIDERS),
        ("lost-sp", "b2", RIDERS),
    ]
    assert (state(table, "b1")["sp"], state(table, "b2")["sp"]) == (3, 2)


# -- exhaustion reached while aircraft are up


@pytest.mark.clause("modern.exhaustion.effect", "modern.air.must-activate", "modern.exhaustion.point")
def test_exhaustion_reached_while_aircraft_are_up(grid: str) -> None:
    """The bomber that crashes brings it about; the other flies on at the enemy, while the infantry holds."""
    rows = ground(7, 12)
    red = ["r1 bomber c5 n", "r2 bomber d3 n", "r3 infantry e1 n"]
    blue = ["b1 infantry c9 s", "b2 infantry e12 s"]
    dice = [6, *QUIET[:3], 6, 6]
    table = red_acts(grid, rows, red=red, blue=blue, options=["air"], dice=dice)
    assert table.side("red")["exhaustion-point"] == 4
    table.play("move", "r1", path=["c6"])
    events = table.next_turn()
    assert told(of_kind(events, "destroyed")) == [("destroyed", "r2", "modern.air.must-activate")]
    assert [(one["side"], one["sp-lost"]) for one in of_kind(events, "exhausted")] == [("red", 4)]
    assert table.side("red")["exhausted"] is True
    assert table.why("move", "r3", path=["e2"]) == {"modern.exhaustion.effect"}
    assert "c9" in table.reach("r1")
    table.play("move", "r1", path=["c7", "c8", "c9"])
    events = table.play("bomb", "r1", loads=1)
    assert throws(events, "bomb")[0][4] == ["hit"]


@pytest.mark.clause("modern.exhaustion.effect", "modern.air.must-activate")
def test_an_exhausted_sides_aircraft_must_still_be_activated(grid: str) -> None:
    red = ["r1 bomber c5 n", "r2 bomber d3 n", "r3 infantry e1 n"]
    dice = [6, *QUIET]
    table = red_acts(grid, ground(7, 12), red=red, blue=["b1 infantry e12 s"], options=["air"], dice=dice)
    table.play("move", "r1", path=["c6"])
    table.next_turn()
    assert table.side("red")["exhausted"] is True
    events = table.play("end")
    assert told(of_kind(events, "destroyed")) == [("destroyed", "r1", "modern.air.must-activate")]


# -- an engineer forced to retreat on turn 2 of 3


@pytest.mark.clause("modern.engineers.lay-mines", "modern.hits.retreat")
def test_engineers_forced_to_retreat_on_turn_2_of_3_begin_again(grid: str) -> None:
    red = ["r1 engineers c3 n", "r2 infantry a1 n"]
    dice = [6, *QUIET, 6, 6, *QUIET * 5]
    table = red_acts(grid, red=red, blue=["b1 infantry c6 s"], dice=dice)
    table.play("work", "r1", task="lay-mines", target="b3")
    table.next_turn()
    assert state(table, "r1")["task"]["turns-left"] == 2
    table.play("end")
    table.play("fire", "b1", target="c3")
    events = table.play("retreat", "r1", to="c2")
    assert ("retreated", "r1", RETREATED) in told(events)
    assert (table.state["turn"], state(table, "r1")["task"]) == (3, None)
    table.play("move", "r1", path=["c3"], facing="n")
    table.next_turn()
    table.play("work", "r1", task="lay-mines", target="b3")
    assert state(table, "r1")["task"]["turns-left"] == 3, "from the beginning"
    assert table.state["cells"] == {}


# -- a unit that retreats out of a wood next to wire


@pytest.mark.clause("modern.wire.cross", "modern.woods.stop", "modern.hits.retreat")
def test_a_unit_that_retreats_out_of_a_wood_into_wire(grid: str) -> None:
    """Neither holds it, and next turn the wire does not slow it down."""
    rows = terrain(c4="w", c5="x")
    blue = ["b1 infantry c4 s", "b2 infantry f6 s"]
    red = ["r1 infantry c2 n", "r2 infantry a1 n"]
    table = red_acts(grid, rows, red=red, blue=blue, dice=[6, 6, 6, *QUIET])
    events = table.play("fire", "r1", target="c4")
    assert brief(rolls(events, "fire")[0])[1] == {"modern.fire.mod-cover": -1, "modern.fire.mod-still": 1}
    assert "c5" in {one["to"] for one in table.legal("retreat", "b1")}
    events = table.play("retreat", "b1", to="c5")
    assert told(events) == [("retreated", "b1", RETREATED)], "it is not stopped, and not hit"
    assert state(table, "b1")["facing"] == "s"
    table.next_turn()
    table.play("end")
    assert {"d5", "e5"} <= table.reach("b1")
    assert table.why("move", "b1", path=["c6"]) == set()
    assert [one["task"] for one in table.legal("work", "b1")] == ["clear-wire"]


@pytest.mark.clause("modern.wire.cross", "modern.hits.retreat")
def test_a_unit_that_retreats_out_of_a_wood_past_the_wire_keeps_clear_of_it(grid: str) -> None:
    rows = terrain(c4="w", c5="x")
    blue = ["b1 infantry c4 s", "b2 infantry f6 s"]
    table = red_acts(grid, rows, red=["r1 infantry c2 n"], blue=blue, dice=[6, 6])
    table.play("fire", "r1", target="c4")
    assert {"c5", "d4", "b4"} <= {one["to"] for one in table.legal("retreat", "b1")}
    table.play("retreat", "b1", to="d4")
    assert table.at("b1") == "d4"


# -- a gas cloud drifting over a minefield cell with a unit


@pytest.mark.clause("modern.gas.drift", "modern.gas.hit", "modern.minefields.hit")
def test_a_gas_cloud_drifting_over_a_minefield_cell_with_a_unit(grid: str) -> None:
    """Who stands there is hit by the gas alone; who enters is hit by the mines and by the gas."""
    red = ["r1 field-artillery c1 n gas=1", "r2 infantry a1 n"]
    blue = ["b1 infantry c4 s", "b2 spotter c5 s", "b3 spotter c6 s", "b4 infantry f1 s"]
    dice = [3, 1, 6, 1, 6, 6, 3, 2, 1, 6, 6, 1, 2]
    table = guns_first(grid, terrain(c5="m"), dice, red=red, blue=blue, options=["gas"])
    table.play("bombard", "r1", target="c4", gas=True)
    events = table.next_turn()
    assert [roll["outcomes"] for roll in rolls(events, "drift")] == [["to-the-rear"]]
    assert hit_dice(events)[-1:] == [("b2", 2)]
    assert told(of_kind(events, "hit"))[-1:] == [("hit", "b2", GAS)]
    assert table.state["cells"] == {"c5": {"wire": False, "mines": True, "gas": {"turns-left": 2}}}
    table.play("done")
    assert table.state["decides"] == "blue"
    events = table.play("move", "b3", path=["c5"])
    assert told(of_kind(events, "hit")) == [("hit", "b3", MINES), ("hit", "b3", GAS)]
    assert hit_dice(events) == [("b3", 1), ("b3", 2)]
    assert table.unit("b3") is None


# -- a Commander carried in a truck


@pytest.mark.clause("modern.activation.dice", "modern.transport.motorised", "modern.fire.mod-commander")
def test_a_commander_carried_in_a_truck_gives_his_die_but_no_bonus(grid: str) -> None:
    still = {"modern.fire.mod-still": 1}
    blue = ["b1 infantry c5 s", "b2 infantry f6 s"]
    carried = ["r1 infantry c2 n", "r2 truck c1 n carrying=r3", "r3 commander - n"]
    table = draw("modern", red=carried, blue=blue, grid=grid, dice=[*RED_FIRST, 2, 3, 4])
    assert rolls(table.opening, "activation")[0]["dice"] == [2, 3], "one for him, one for the two others"
    assert throws(table.play("fire", "r1", target="c5"), "fire")[0][2] == still
    on_foot = ["r1 infantry c2 n", "r2 truck c1 n", "r3 commander c1 n"]
    table = draw("modern", red=on_foot, blue=blue, grid=grid, dice=[*RED_FIRST, 2, 3, 4, 1])
    assert throws(table.play("fire", "r1", target="c5"), "fire")[0][2] == {**still, "modern.fire.mod-commander": 1}
    leaderless = ["r1 infantry c2 n", "r2 truck c1 n carrying=r3", "r3 infantry - n"]
    table = draw("modern", red=leaderless, blue=blue, grid=grid, dice=[*RED_FIRST, 2])
    assert rolls(table.opening, "activation")[0]["dice"] == [2]


@pytest.mark.clause("modern.activation.dice", "modern.close-combat.mod-commander")
def test_nor_does_he_help_in_close_combat_or_the_guns(grid: str) -> None:
    blue = ["b1 infantry c3 s", "b2 infantry f6 s"]
    red = ["r1 infantry c2 n", "r2 truck c1 n carrying=r3", "r3 commander - n"]
    table = draw("modern", red=red, blue=blue, grid=grid, dice=[*RED_FIRST, 2, 3, 6, 6])
    assert throws(table.play("fight", "r1", target="c3"), "close-combat")[0][2] == {}
    red = ["r1 field-artillery c2 n", "r2 truck c1 n carrying=r3", "r3 commander - n"]
    table = guns_first(grid, dice=[6, 1], red=red, blue=["b1 infantry c6 s"])
    events = table.play("bombard", "r1", target="c6")
    assert throws(events, "landing")[0][2] == {"modern.artillery.mod-seen": 2}


# -- others


@pytest.mark.clause("modern.gas.hit", "modern.air.flies-over")
def test_aircraft_are_above_gas_and_mines(grid: str) -> None:
    red = ["r1 field-artillery c1 n gas=1", "r2 bomber c3 n", "r3 infantry a1 n"]
    blue = ["b1 infantry c4 s", "b2 bomber c4 s", "b3 infantry f6 s"]
    table = guns_first(grid, terrain(c5="m"), [3, 1, *RED_FIRST, 6], red=red, blue=blue, options=["gas", "air"])
    events = table.play("bombard", "r1", target="c4", gas=True)
    assert hit_dice(events) == [("b1", 1)]
    events = table.play("move", "r2", path=["c4", "c5"])
    assert hit_dice(events) == []


@pytest.mark.clause("modern.trenches.no-fire", "modern.transport.shared-hit")
def test_a_load_set_down_by_a_transport_that_died_crossing_a_trench_is_crossing_too(grid: str) -> None:
    red = ["r1 truck c2 n carrying=r2 sp=1", "r2 machine-gun - n", "r3 infantry a1 n"]
    table = red_acts(grid, terrain(c3="t"), red=red, blue=["b1 infantry c5 s", "b2 infantry f6 s"], dice=[6, 6, 1, 1])
    table.play("move", "r1", path=["c3"])
    table.play("end")
    table.play("fire", "b1", target="c3")
    assert table.unit("r1") is None
    assert state(table, "r2")["crossing"] is True
