"""Modern: carrying and towing, and what transport and load suffer together."""

import pytest

from tests.rulesets.modern.sketch import (
    QUIET,
    guns_first,
    hit_dice,
    problems,
    red_acts,
    refusal,
    state,
    throws,
)
from tests.table import RED_FIRST, draw, of_kind, rolls, told

LOAD = "modern.transport.load"
LIMBER = "modern.transport.limber"
SHARED = "modern.transport.shared-hit"
TABLE = "modern.hits.table"
FIRE = "modern.fire.dice"

FOOT = ["infantry", "infantry-anti-tank", "engineers", "dismounted-cavalry", "machine-gun", "mortar", "commander"]
GUNS = [
    "heavy-artillery",
    "medium-artillery",
    "field-artillery",
    "mountain-artillery",
    "infantry-gun",
    "anti-tank-gun",
    "anti-aircraft-gun",
]
OTHERS = ["mounted-cavalry", "spotter", "cyclists", "armoured-car", "tank", "self-propelled-artillery", "truck"]
MOTORS = ["half-track", "truck"]
FAR = ["b1 infantry c6 s"]


@pytest.mark.clause("modern.transport.motorised")
@pytest.mark.parametrize("carrier", MOTORS)
@pytest.mark.parametrize("load", FOOT + GUNS)
def test_motor_vehicles_carry_foot_and_tow_guns(grid: str, carrier: str, load: str) -> None:
    red = [f"r1 {carrier} a1 n", f"r2 {load} a1 s"]
    table = draw("modern", red=red, blue=["b1 infantry f6 s"], grid=grid, dice=RED_FIRST)
    assert table.legal("load") == [{"do": "load", "unit": "r1", "cargo": "r2"}]
    carried = [f"r1 {carrier} a1 n carrying=r2", f"r2 {load} - n"]
    assert problems(grid, red=carried, blue=FAR) == []


@pytest.mark.clause("modern.transport.motorised", "modern.cyclists")
@pytest.mark.parametrize("carrier", MOTORS)
@pytest.mark.parametrize("load", OTHERS)
def test_motor_vehicles_carry_nothing_else(grid: str, carrier: str, load: str) -> None:
    red = [f"r1 {carrier} a1 n", f"r2 {load} a1 s"]
    table = red_acts(grid, red=red, blue=["b1 infantry f6 s"], options=["cyclists"])
    assert table.legal("load", "r1") == []
    assert table.why("load", "r1", cargo="r2") == {LOAD}
    carried = [f"r1 {carrier} a1 n carrying=r2", f"r2 {load} - n"]
    assert problems(grid, red=carried, blue=FAR, options=["cyclists"]) == [LOAD]


@pytest.mark.clause("modern.transport.motorised")
def test_one_unit_at_a_time(grid: str) -> None:
    red = ["r1 truck a1 n carrying=r2", "r2 infantry - n", "r3 commander a1 n"]
    table = draw("modern", red=red, blue=FAR, grid=grid, dice=RED_FIRST)
    assert table.legal("load", "r1") == []
    assert table.why("load", "r1", cargo="r3") == {LOAD}


@pytest.mark.clause("modern.transport.horse")
@pytest.mark.parametrize("load", GUNS)
def test_horses_tow_guns(grid: str, load: str) -> None:
    red = ["r1 horse-transport a1 n", f"r2 {load} a1 s"]
    table = red_acts(grid, red=red, blue=["b1 infantry f6 s"])
    assert table.legal("load") == [{"do": "load", "unit": "r1", "cargo": "r2"}]


@pytest.mark.clause("modern.transport.horse")
@pytest.mark.parametrize("load", [*FOOT, "spotter", "tank"])
def test_horses_carry_nobody(grid: str, load: str) -> None:
    red = ["r1 horse-transport a1 n", f"r2 {load} a1 s"]
    table = draw("modern", red=red, blue=["b1 infantry f6 s"], grid=grid, dice=RED_FIRST)
    assert table.legal("load") == []
    assert table.why("load", "r1", cargo="r2") == {LOAD}
    carried = ["r1 horse-transport a1 n carrying=r2", f"r2 {load} - n"]
    assert problems(grid, red=carried, blue=FAR) == [LOAD]


@pytest.mark.clause("modern.transport.load")
@pytest.mark.parametrize("carrier", MOTORS)
def test_loading_takes_the_turn_of_both_and_one_activation(grid: str, carrier: str) -> None:
    red = [f"r1 {carrier} c2 n", "r2 infantry c2 s", "r3 infantry a1 n"]
    table = red_acts(grid, red=red, blue=FAR, dice=[6, *QUIET])
    assert table.state["activations-left"] == 6
    assert told(table.play("load", "r1", cargo="r2")) == [("began-loading", "r1", LOAD)]
    assert table.state["activations-left"] == 5
    assert state(table, "r1")["task"] == {"kind": "load", "target": "r2", "turns-left": 1}
    assert (state(table, "r1")["carrying"], state(table, "r2")["carried-by"]) == (None, None), "not before the end"
    for name in ("r1", "r2"):
        assert table.legal(unit=name) == []
        assert table.why("move", name, path=[], facing="s") == {"modern.activation.total"}
    events = table.next_turn()
    assert told(of_kind(events, "loaded")) == [("loaded", "r1", LOAD)]
    assert of_kind(events, "loaded")[0]["other"] == "r2"
    assert (state(table, "r1")["carrying"], state(table, "r2")["carried-by"]) == ("r2", "r1")
    table.play("move", "r1", path=["c3", "c4"])
    assert (table.at("r1"), table.at("r2")) == ("c4", "c4")


@pytest.mark.clause("modern.transport.load")
def test_unloading_takes_the_turn_of_both_and_the_load_looks_where_the_transport_does(grid: str) -> None:
    red = ["r1 truck c2 n carrying=r2", "r2 infantry - s", "r3 infantry a1 n"]
    table = red_acts(grid, red=red, blue=FAR, dice=[6, *QUIET])
    assert table.legal("unload") == [{"do": "unload", "unit": "r1", "cargo": "r2"}]
    table.play("unload", "r1")
    assert state(table, "r1")["task"] == {"kind": "unload", "target": "r2", "turns-left": 1}
    assert state(table, "r2")["carried-by"] == "r1"
    assert table.legal(unit="r1") == table.legal(unit="r2") == []
    events = table.next_turn()
    assert told(of_kind(events, "unloaded")) == [("unloaded", "r1", LOAD)]
    freed = state(table, "r2")
    assert (freed["at"], freed["facing"], freed["carried-by"]) == ("c2", "n", None)
    assert {"c3", "c4"} <= table.reach("r2")


@pytest.mark.clause("modern.transport.load")
def test_both_units_are_in_one_cell(grid: str) -> None:
    table = red_acts(grid, red=["r1 truck c2 n", "r2 infantry c3 n"], blue=FAR)
    assert table.legal("load") == []
    assert table.why("load", "r1", cargo="r2") == {LOAD}
    table = red_acts(grid, red=["r1 truck c3 n", "r2 infantry c3 n"], blue=FAR)
    assert table.legal("load") == [{"do": "load", "unit": "r1", "cargo": "r2"}]


@pytest.mark.clause("modern.transport.load")
@pytest.mark.parametrize("mover", ["r1", "r2"])
def test_neither_has_moved(grid: str, mover: str) -> None:
    """A move into the cell is a move: the loading waits for the next turn."""
    red = ["r1 truck c2 n", "r2 infantry c3 n", "r3 infantry a1 n"]
    table = red_acts(grid, red=red, blue=FAR, dice=[6, *QUIET])
    table.play("move", mover, path=["c3"] if mover == "r1" else ["c2"])
    assert table.legal("load") == []
    assert table.why("load", "r1", cargo="r2") == {LOAD}
    table.next_turn()
    assert table.legal("load") == [{"do": "load", "unit": "r1", "cargo": "r2"}]


@pytest.mark.clause("modern.transport.load")
def test_neither_has_fired(grid: str) -> None:
    red = ["r1 truck c3 n", "r2 infantry c3 n", "r3 infantry a1 n"]
    table = red_acts(grid, red=red, blue=["b1 infantry c6 s"], dice=[1])
    table.play("fire", "r2", target="c6")
    assert table.legal("load") == []
    assert table.why("load", "r1", cargo="r2") == {LOAD}


@pytest.mark.clause("modern.transport.load")
def test_a_transport_that_has_moved_does_not_unload(grid: str) -> None:
    red = ["r1 truck c2 n carrying=r2", "r2 infantry - n", "r3 infantry a1 n"]
    table = red_acts(grid, red=red, blue=FAR)
    table.play("move", "r1", path=["c3"])
    assert table.legal("unload") == []
    assert table.why("unload", "r1") == {LOAD}


@pytest.mark.clause("modern.transport.load", "modern.movement.stacking")
def test_there_must_be_room_to_unload(grid: str) -> None:
    red = ["r1 truck c2 n carrying=r2", "r2 infantry - n", "r3 infantry c2 n"]
    table = red_acts(grid, red=red, blue=FAR)
    assert table.legal("unload") == []
    assert table.why("unload", "r1") == {"modern.movement.stacking"}


@pytest.mark.clause("modern.transport.load")
def test_a_driver_driven_off_leaves_the_load_behind(grid: str) -> None:
    red = ["r1 truck c3 n", "r2 infantry c3 n", "r3 infantry a1 n"]
    blue = ["b1 machine-gun c5 s", "b2 infantry f6 s"]
    table = red_acts(grid, red=red, blue=blue, dice=[6, 6, 1, 1, 6, 1])
    table.play("load", "r1", cargo="r2")
    table.play("end")
    events = table.play("fire", "b1", target="c3")
    assert hit_dice(events) == [("r1", 6)]
    events = table.play("retreat", "r1", to="c2")
    assert hit_dice(events) == [("r2", 1)]
    assert state(table, "r1")["task"] is None
    events = table.next_turn()
    assert of_kind(events, "loaded") == []
    assert (table.at("r1"), table.at("r2"), state(table, "r2")["carried-by"]) == ("c2", "c3", None)


@pytest.mark.clause("modern.transport.load")
def test_who_is_carried_neither_fires_nor_fights(grid: str) -> None:
    """The machine gun in the truck could fire if it stood beside it; the truck alone fights, and throws for itself."""
    red = ["r1 truck c4 n carrying=r2", "r2 machine-gun - n", "r3 infantry a1 n"]
    table = red_acts(grid, red=red, blue=["b1 infantry c5 s", "b2 infantry f6 s"], dice=[4, 6])
    assert table.legal(unit="r2") == []
    assert table.why("fire", "r2", target="c5") == {"modern.turn.sequence"}
    assert table.why("fight", "r2", target="c5") == {"modern.turn.sequence"}
    events = table.play("fight", "r1", target="c5")
    assert [(roll["unit"], roll["needs"]) for roll in rolls(events, "close-combat")] == [("r1", 4), ("b1", 3)]
    red = ["r1 truck c4 n", "r2 machine-gun c4 n", "r3 infantry a1 n"]
    table = red_acts(grid, red=red, blue=["b1 infantry c5 s", "b2 infantry f6 s"])
    assert table.targets("fire", "r2") == {"c5"}


@pytest.mark.clause("modern.transport.limber")
@pytest.mark.parametrize("carrier", [*MOTORS, "horse-transport"])
def test_limbering_takes_a_turn(grid: str, carrier: str) -> None:
    red = [f"r1 {carrier} c2 n", "r2 field-artillery c2 s", "r3 infantry a1 n"]
    table = red_acts(grid, red=red, blue=FAR, dice=[6, *QUIET])
    table.play("load", "r1", cargo="r2")
    assert state(table, "r1")["carrying"] is None
    events = table.next_turn()
    assert told(of_kind(events, "loaded")) == [("loaded", "r1", LIMBER)]
    assert state(table, "r2")["carried-by"] == "r1"


@pytest.mark.clause("modern.transport.limber")
def test_unlimbering_takes_a_turn_and_then_the_gun_fires(grid: str) -> None:
    red = ["r1 horse-transport c2 n carrying=r2", "r2 field-artillery - n", "r3 infantry a1 n", "r4 mortar b1 n"]
    table = red_acts(grid, red=red, blue=FAR, dice=[6])
    assert table.state["phase"] == "activation", "a limbered gun has nothing to declare"
    table.play("unload", "r1")
    events = table.next_turn()
    assert told(of_kind(events, "unloaded")) == [("unloaded", "r1", LIMBER)]
    assert table.state["phase"] == "artillery"
    assert table.targets("bombard", "r2") == {"c6"}


@pytest.mark.clause("modern.transport.limber")
def test_a_limbered_gun_does_not_fire(grid: str) -> None:
    red = ["r1 truck c2 n carrying=r2", "r2 field-artillery - n", "r3 field-artillery d1 n"]
    table = guns_first(grid, red=red, blue=FAR)
    assert table.targets("bombard", "r3") == {"c6"}
    assert table.targets("bombard", "r2") == set()
    assert table.why("bombard", "r2", target="c6") == {LIMBER}


@pytest.mark.clause("modern.transport.limber")
def test_a_gun_that_has_fired_is_not_limbered(grid: str) -> None:
    red = ["r1 truck c2 n", "r2 field-artillery c2 n", "r3 infantry a1 n"]
    table = guns_first(grid, red=red, blue=FAR, dice=[6, 1, *RED_FIRST, 6])
    table.play("bombard", "r2", target="c6")
    assert table.state["phase"] == "activation"
    assert table.legal("load") == []
    assert table.why("load", "r1", cargo="r2") == {LIMBER}
    table = guns_first(grid, red=red, blue=FAR, dice=[*RED_FIRST, 6])
    table.play("done")
    assert table.legal("load") == [{"do": "load", "unit": "r1", "cargo": "r2"}]


@pytest.mark.clause("modern.transport.limber")
def test_gun_and_transport_are_in_one_cell(grid: str) -> None:
    table = red_acts(grid, red=["r1 truck c2 n", "r2 field-artillery c3 s"], blue=FAR)
    assert table.legal("load") == []
    assert table.why("load", "r1", cargo="r2") == {LIMBER}


@pytest.mark.clause("modern.transport.tow-rate")
@pytest.mark.parametrize(("carrier", "rate"), [("half-track", 4), ("truck", 4), ("horse-transport", 2)])
def test_towing_costs_no_movement(grid: str, carrier: str, rate: int) -> None:
    free = red_acts(grid, red=[f"r1 {carrier} c1 n"], blue=["b1 infantry a6 s"])
    red = [f"r1 {carrier} c1 n carrying=r2", "r2 heavy-artillery - n"]
    towing = red_acts(grid, red=red, blue=["b1 infantry a6 s"])
    assert towing.reach("r1") == free.reach("r1")
    assert f"c{1 + rate}" in towing.reach("r1")
    assert f"c{2 + rate}" not in towing.reach("r1")


CARRYING = ["b1 truck c4 s carrying=b2", "b2 infantry - n", "b3 infantry f6 s"]


@pytest.mark.clause("modern.transport.shared-hit")
def test_a_hit_on_the_transport_is_a_hit_on_its_load_after_it(grid: str) -> None:
    table = red_acts(grid, red=["r1 infantry c2 n"], blue=CARRYING, dice=[4, 3, 2])
    events = table.play("fire", "r1", target="c4")
    assert throws(events, "fire") == [("r1", [4], {"modern.fire.mod-still": 1}, [5], ["hit"], FIRE)]
    assert hit_dice(events) == [("b1", 3), ("b2", 2)]
    assert told(events) == [
        ("hit", "b1", FIRE),
        ("lost-sp", "b1", TABLE),
        ("hit", "b2", SHARED),
        ("lost-sp", "b2", TABLE),
    ]
    assert (state(table, "b1")["sp"], state(table, "b2")["sp"]) == (1, 3)


@pytest.mark.clause("modern.transport.shared-hit", "shared.dice-order")
def test_several_hits_come_one_after_another_each_to_both(grid: str) -> None:
    """Whoever stands in the cell besides is hit once for each hit, in id order."""
    blue = [*CARRYING, "b4 spotter c4 s"]
    table = red_acts(grid, red=["r1 machine-gun c2 n"], blue=blue, dice=[6, 6, 1, 1, 2, 3, 1, 2, 3])
    events = table.play("fire", "r1", target="c4")
    assert hit_dice(events) == [("b1", 1), ("b2", 2), ("b4", 3), ("b1", 1), ("b2", 2), ("b4", 3)]


@pytest.mark.clause("modern.transport.shared-hit")
def test_the_transports_retreat_satisfies_its_load(grid: str) -> None:
    table = red_acts(grid, red=["r1 infantry c2 n"], blue=CARRYING, dice=[6, 4, 6])
    table.play("fire", "r1", target="c4")
    assert {one["do"] for one in table.legal()} == {"retreat", "lose-sp"}
    assert table.legal(unit="b2") == [], "the load is not asked"
    events = table.play("retreat", "b1", to="c5")
    assert hit_dice(events) == [("b2", 6)]
    assert told(events) == [
        ("retreated", "b1", "modern.hits.retreat"),
        ("hit", "b2", SHARED),
        ("survived", "b2", SHARED),
    ]
    assert (table.at("b1"), table.at("b2"), state(table, "b2")["sp"]) == ("c5", "c5", 4)


@pytest.mark.clause("modern.transport.shared-hit")
def test_a_load_that_loses_outright_is_not_saved_by_the_retreat(grid: str) -> None:
    table = red_acts(grid, red=["r1 infantry c2 n"], blue=CARRYING, dice=[6, 4, 3])
    table.play("fire", "r1", target="c4")
    events = table.play("retreat", "b1", to="c5")
    assert told(events)[1:] == [("hit", "b2", SHARED), ("lost-sp", "b2", TABLE)]


@pytest.mark.clause("modern.transport.shared-hit")
@pytest.mark.parametrize("die", [1, 5])
def test_a_load_whose_transport_stays_cannot_retreat(grid: str, die: int) -> None:
    """Whether the transport had to lose its strength point or chose to."""
    table = red_acts(grid, red=["r1 infantry c2 n"], blue=CARRYING, dice=[6, die, 6])
    events = table.play("fire", "r1", target="c4")
    if die == 5:
        events = table.play("lose-sp", "b1")
    assert told(events)[-3:] == [("lost-sp", "b1", TABLE), ("hit", "b2", SHARED), ("lost-sp", "b2", SHARED)]
    assert (table.at("b1"), state(table, "b2")["sp"]) == ("c4", 3)


@pytest.mark.clause("modern.transport.shared-hit")
def test_a_load_outlives_its_transport_facing_as_it_did(grid: str) -> None:
    blue = ["b1 truck c4 s carrying=b2 sp=1", *CARRYING[1:]]
    table = red_acts(grid, red=["r1 infantry c2 n"], blue=blue, dice=[6, 1, 6])
    events = table.play("fire", "r1", target="c4")
    assert told(events) == [
        ("hit", "b1", FIRE),
        ("lost-sp", "b1", TABLE),
        ("destroyed", "b1", "modern.strength.destroyed"),
        ("hit", "b2", SHARED),
        ("lost-sp", "b2", SHARED),
    ]
    left = state(table, "b2")
    assert (left["at"], left["facing"], left["carried-by"], left["sp"]) == ("c4", "s", None, 3)


@pytest.mark.clause("modern.transport.shared-hit")
def test_a_unit_not_yet_loaded_is_hit_for_itself(grid: str) -> None:
    blue = ["b1 truck c4 s", "b2 infantry c4 n", "b3 infantry f6 s"]
    table = red_acts(grid, red=["r1 infantry c2 n"], blue=blue, dice=[6, 1, 6])
    events = table.play("fire", "r1", target="c4")
    assert told(of_kind(events, "hit")) == [("hit", "b1", FIRE), ("hit", "b2", FIRE)]
    assert "c5" in {one["to"] for one in table.legal("retreat", "b2")}


@pytest.mark.clause("modern.transport.shared-hit")
def test_a_lost_close_combat_hits_the_load_too(grid: str) -> None:
    """Attacked in front, a truck needs 4."""
    table = red_acts(grid, red=["r1 infantry c3 n"], blue=CARRYING, dice=[3, 3, 1, 1])
    events = table.play("fight", "r1", target="c4")
    assert hit_dice(events) == [("b1", 1), ("b2", 1)]
    assert told(of_kind(events, "hit")) == [("hit", "b1", "modern.close-combat.both-roll"), ("hit", "b2", SHARED)]


@pytest.mark.clause("modern.transport.shared-hit")
def test_the_odds_count_the_load(grid: str) -> None:
    table = red_acts(grid, red=["r1 infantry c2 n"], blue=CARRYING)
    odds = table.odds("fire", "r1", target="c4")
    assert sum(odds.values()) == pytest.approx(1)
    assert odds["no effect"] == pytest.approx(1 / 2)
    assert odds["b1 loses sp, b2 loses sp"] == pytest.approx(1 / 4), "a load does not retreat by itself"
    assert odds["b1 retreats or loses sp, b2 hit to come"] == pytest.approx(1 / 4)


@pytest.mark.clause("modern.transport.motorised")
def test_the_reason_names_who_can(grid: str) -> None:
    red = ["r1 horse-transport a1 n carrying=r2", "r2 mortar - n"]
    assert "half-track or truck can" in refusal(grid, red=red, blue=FAR)


@pytest.mark.clause("modern.transport.load")
def test_unloading_that_finds_no_room_is_told_and_tried_again(grid: str) -> None:
    """r3 takes the room that r2 was to have, and leaves it in the next turn."""
    red = ["r1 truck c2 n carrying=r2", "r2 infantry - n", "r3 infantry c1 n"]
    table = red_acts(grid, red=red, blue=FAR, dice=[6, *QUIET * 3])
    assert told(table.play("unload", "r1", cargo="r2")) == [("began-unloading", "r1", LOAD)]
    table.play("move", "r3", path=["c2"], facing="n")
    events = table.next_turn()
    (waits,) = of_kind(events, "found-no-room")
    assert (waits["unit"], waits["other"], waits["cell"]) == ("r1", "r2", "c2")
    assert state(table, "r1")["task"] == {"kind": "unload", "target": "r2", "turns-left": 1}
    table.play("move", "r3", path=["c3"], facing="n")
    events = table.next_turn()
    assert told(of_kind(events, "unloaded")) == [("unloaded", "r1", LOAD)]
    assert state(table, "r2")["carried-by"] is None


@pytest.mark.clause("modern.transport.load")
@pytest.mark.parametrize("deed", ["fight", "stand"])
def test_an_order_that_waits_for_room_lapses_when_the_transport_does_something_else(grid: str, deed: str) -> None:
    red = ["r1 truck c2 n carrying=r2", "r2 infantry - n", "r3 infantry c1 n"]
    table = red_acts(grid, red=red, blue=["b1 infantry c4 s", "b9 infantry f6 s"], dice=[6, *QUIET * 2, 6, 6])
    table.play("unload", "r1", cargo="r2")
    table.play("move", "r3", path=["c2"], facing="n")
    table.play("end")
    table.play("move", "b1", path=["c3"], facing="s")
    table.next_turn()
    assert state(table, "r1")["task"] is not None
    table.play("move", "r3", path=["c1"], facing="n")
    if deed == "fight":
        table.play("fight", "r1", target="c3")
    table.next_turn()
    assert (state(table, "r2")["carried-by"] is None) == (deed == "stand")
