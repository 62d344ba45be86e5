"""Modern: what a retreat, a mine or the loss of a transport does to what was still to come."""

import pytest

from tests.rulesets.modern.sketch import (
    blue_acts,
    ground,
    guns_first,
    hit_dice,
    problems,
    red_acts,
    refusal,
    state,
    terrain,
)
from tests.table import draw, of_kind, told

MINES = "modern.minefields.hit"
SHARED = "modern.transport.shared-hit"
TABLE = "modern.hits.table"
FAR = ["b1 infantry f6 s"]
WEAK = ["b1 commander c4 s sp=1", "b2 infantry f6 s"]


# -- a whole activation

WINS = [6, 1, 1]  # the attacker survives, the defender does not


@pytest.mark.clause("modern.wire.lay", "modern.engineers.lay-mines")
def test_who_has_fought_and_advanced_does_no_work(grid: str) -> None:
    table = red_acts(grid, red=["r1 engineers c3 n", "r2 infantry a1 n"], blue=WEAK, dice=WINS)
    table.play("fight", "r1", target="c4")
    table.play("advance", "r1")
    assert table.legal("work", "r1") == []
    assert table.why("work", "r1", task="lay-wire") == {"modern.wire.lay"}
    assert table.why("work", "r1", task="lay-mines", target="c5") == {"modern.engineers.lay-mines"}


@pytest.mark.clause("modern.tank-riders.carry")
def test_nor_does_a_tank_set_down_its_riders(grid: str) -> None:
    red = ["r1 tank c3 n carrying=r3", "r3 infantry - n", "r2 infantry a1 n"]
    table = red_acts(grid, red=red, blue=WEAK, dice=WINS, options=["tank-riders"])
    table.play("fight", "r1", target="c4")
    table.play("advance", "r1")
    assert table.legal("unload", "r1") == []


# -- hits that a destroyed transport has still to come


@pytest.mark.clause("modern.transport.shared-hit")
def test_every_hit_on_a_transport_strikes_its_load_even_when_it_is_destroyed(grid: str) -> None:
    blue = ["b1 truck c4 s sp=1 carrying=b2", "b2 infantry - s", "b3 infantry f6 s"]
    table = red_acts(grid, red=["r1 machine-gun c2 n"], blue=blue, dice=[6, 6, 6, 1, 1, 2, 3])
    odds = table.odds("fire", "r1", target="c4")
    # Three dice hit, and the truck is lost; with it there the load has nowhere to go, without it it may retreat.
    assert odds["b1 destroyed, b2 loses sp, b2 loses sp, b2 loses sp"] == pytest.approx(1 / 8 * 1 / 2 * 1 / 4)
    events = table.play("fire", "r1", target="c4")
    assert hit_dice(events) == [("b1", 1), ("b2", 1), ("b2", 2), ("b2", 3)]
    assert [event["clause"] for event in of_kind(events, "hit")] == ["modern.fire.dice", SHARED, SHARED, SHARED]
    assert state(table, "b2")["sp"] == 1


@pytest.mark.clause("modern.transport.shared-hit", "modern.artillery.hits")
def test_so_does_every_shell(grid: str) -> None:
    rows = terrain(c3="b")
    blue = ["b1 truck c4 s sp=1 carrying=b2", "b2 infantry - s", "b3 infantry f6 s"]
    red = ["r1 field-artillery c1 n", "r2 field-artillery d1 n"]
    table = guns_first(grid, rows, red=red, blue=blue, dice=[6, 6, 1, 1, 1])
    table.play("bombard", "r1", target="c4")
    events = table.play("bombard", "r2", target="c4")
    assert hit_dice(events) == [("b1", 1), ("b2", 1), ("b2", 1)]


# -- who has retreated has retreated


@pytest.mark.clause("modern.close-combat.advance", "modern.hits.retreat")
def test_an_attacker_that_retreated_neither_comes_back_nor_advances(grid: str) -> None:
    red = ["r1 infantry c3 n", "r2 infantry a1 n"]
    table = red_acts(grid, terrain(c2="m"), red=red, blue=WEAK, dice=[1, 1, 1, 6, 6])
    table.play("fight", "r1", target="c4")
    events = table.play("retreat", "r1", to="c2")
    assert told(events)[-1] == ("lost-sp", "r1", "modern.hits.choice"), "back to c3 would be forward"
    assert table.legal("advance") == []


@pytest.mark.clause("modern.hits.retreat")
def test_nor_into_the_cell_of_the_enemy_it_has_just_destroyed(grid: str) -> None:
    red = ["r1 infantry c3 n", "r2 infantry a1 n"]
    table = red_acts(grid, red=red, blue=WEAK, dice=[1, 1, 1, 6])
    table.play("fight", "r1", target="c4")
    assert table.unit("b1") is None
    assert "c4" not in {one["to"] for one in table.legal("retreat", "r1")}
    assert "the attack came from there" in table.reasons("retreat", "r1", to="c4")[0]


@pytest.mark.clause("modern.hits.retreat")
def test_a_second_retreat_in_a_phase_does_not_return_to_the_cell_just_left(grid: str) -> None:
    red = ["r1 infantry c1 n", "r2 infantry b1 n"]
    table = red_acts(grid, ground(6, 7), red=red, blue=["b1 infantry c4 s", "b2 infantry f6 s"], dice=[6, 6, 6, 6])
    table.play("fire", "r1", target="c4")
    table.play("retreat", "b1", to="b4")
    table.play("fire", "r2", target="b4")
    assert {"b5", "a4"} <= {one["to"] for one in table.legal("retreat", "b1")}
    assert table.why("retreat", "b1", to="c4") == {"modern.hits.retreat"}
    assert "the enemy has just driven the unit out of it" in table.reasons("retreat", "b1", to="c4")[0]
    assert state(table, "b1")["driven-from"] == "c4"
    table.play("lose-sp", "b1")
    table.play("end")
    assert "driven-from" not in state(table, "b1"), "the next phase has begun"


@pytest.mark.clause("modern.transport.shared-hit", "modern.hits.retreat")
def test_a_mine_behind_a_transport_strikes_both(grid: str) -> None:
    blue = ["b1 truck c4 s carrying=b2", "b2 infantry - s", "b3 infantry f6 s"]
    table = red_acts(grid, terrain(c5="m"), red=["r1 infantry c1 n"], blue=blue, dice=[6, 6, 6, 6, 6])
    table.play("fire", "r1", target="c4")
    events = table.play("retreat", "b1", to="c5")
    assert hit_dice(events) == [("b1", 6), ("b2", 6), ("b2", 6)]
    assert [line for line in told(events) if line[1] == "b2" and line[0] != "hit"] == [
        ("lost-sp", "b2", SHARED),
        ("survived", "b2", SHARED),
    ]


@pytest.mark.clause("modern.transport.load")
def test_a_load_that_was_driven_away_is_not_taken_up(grid: str) -> None:
    blue = ["b1 truck c4 s sp=4", "b2 infantry c4 s", "b3 infantry f6 s"]
    table = blue_acts(grid, red=["r1 machine-gun c1 n"], blue=blue, dice=[6, 6, 6, 1, 1, 6, 1, 6])
    table.play("load", "b1", cargo="b2")
    table.play("end")
    table.play("fire", "r1", target="c4")
    table.play("retreat", "b2", to="c5")
    events = table.play("retreat", "b2", to="c6")
    assert of_kind(events, "loaded") == []
    assert (table.at("b2"), state(table, "b1")["carrying"]) == ("c6", None)


# -- where a mine sends a unit


@pytest.mark.clause("modern.minefields.hit", "modern.hits.retreat")
def test_a_mine_sends_a_unit_back_where_it_came_from_and_never_onward(grid: str) -> None:
    table = red_acts(grid, terrain(c3="m"), red=["r1 infantry c2 n", "r2 infantry a1 n"], blue=FAR, dice=[6])
    table.play("move", "r1", path=["c3", "c4"])
    assert {one["to"] for one in table.legal("retreat", "r1")} == {"c2"}
    assert table.reasons("retreat", "r1", to="c4")[0].endswith("the only way out is the way in")


@pytest.mark.clause("modern.minefields.hit", "modern.hits.retreat")
def test_who_passed_a_friend_on_the_way_cannot_go_back(grid: str) -> None:
    red = ["r1 tank c1 n", "r2 infantry c2 n"]
    table = red_acts(grid, terrain(c3="m"), red=red, blue=FAR, dice=[6])
    events = table.play("move", "r1", path=["c2", "c3", "c4"])
    assert ("lost-sp", "r1", "modern.hits.choice") in told(events)
    assert table.at("r1") == "c4"


# -- a move that is cut short


@pytest.mark.clause("modern.movement.firing-cost", "modern.minefields.hit")
@pytest.mark.parametrize("path", [["c3"], ["c3", "b3"]])
def test_only_the_cells_it_has_moved_count(grid: str, path: list[str]) -> None:
    red = ["r1 infantry c2 n", "r2 infantry a1 n"]
    table = red_acts(grid, terrain(c3="m"), red=red, blue=["b1 infantry c5 s", "b2 infantry f6 s"], dice=[6])
    table.play("move", "r1", path=path, facing="n")
    table.play("retreat", "r1", to="c2")
    assert table.why("fire", "r1", target="c5") == set()


@pytest.mark.clause("modern.movement.firing-cost", "modern.minefields.hit")
def test_all_of_them_if_it_goes_on(grid: str) -> None:
    red = ["r1 infantry c2 n", "r2 infantry a1 n"]
    table = red_acts(grid, terrain(c3="m"), red=red, blue=["b1 infantry c6 s", "b2 infantry f6 s"], dice=[1])
    table.play("move", "r1", path=["c3", "c4"], facing="n")
    assert table.why("fire", "r1", target="c6") == {"modern.movement.firing-cost"}


# -- the odds of mines, and of aircraft


@pytest.mark.clause("modern.minefields.hit")
def test_the_odds_of_a_retreat_into_a_minefield(grid: str) -> None:
    blue = ["b1 infantry c4 s", "b3 infantry f6 s"]
    table = red_acts(grid, terrain(c5="m"), red=["r1 infantry c1 n"], blue=blue, dice=[6, 6])
    table.play("fire", "r1", target="c4")
    assert table.odds("retreat", "b1", to="c5") == {"b1 loses sp": 1.0}, "back to c4 it does not go"
    assert table.odds("retreat", "b1", to="b4") == {"no effect": 1.0}


@pytest.mark.clause("modern.minefields.hit")
def test_the_odds_of_an_advance_into_a_minefield(grid: str) -> None:
    table = red_acts(grid, terrain(c4="m"), red=["r1 infantry c3 n", "r2 infantry a1 n"], blue=WEAK, dice=WINS)
    table.play("fight", "r1", target="c4")
    assert table.odds("advance", "r1") == {"r1 loses sp": 0.5, "r1 retreats or loses sp": 0.5}
    assert table.odds("stand", "r1") == {"no effect": 1.0}


@pytest.mark.clause("modern.minefields.hit", "shared.arrival")
def test_the_odds_of_entering_on_a_minefield(grid: str) -> None:
    red = ["r1 infantry - n arrives=1,south", "r2 infantry a3 n"]
    table = red_acts(grid, terrain(c1="m"), red=red, blue=FAR)
    assert table.odds("enter", "r1", at="c1", facing="n") == {"r1 loses sp": 1.0}, "it has nowhere to go back to"


@pytest.mark.clause("modern.air.air-to-air")
def test_an_aircraft_is_lost_once(grid: str) -> None:
    red = ["r1 single-seat-fighter c2 n"]
    blue = ["b1 bomber c4 s sp=1", "b2 infantry f6 s"]
    table = red_acts(grid, red=red, blue=blue, options=["air"])
    odds = table.odds("fire", "r1", target="c4", air=True)
    assert odds == {"no effect": pytest.approx(4 / 9), "b1 destroyed": pytest.approx(5 / 9)}


# -- cells with cover of two kinds


@pytest.mark.clause("modern.fire.out-of-cover")
@pytest.mark.parametrize(("own", "both"), [("f", ["built-up", "fortification"]), ("b", ["woods", "built-up"])])
def test_cover_of_two_kinds_is_one_with_either(grid: str, own: str, both: list[str]) -> None:
    blue = ["b1 infantry c4 s", "b2 infantry f6 s"]
    table = draw(
        "modern",
        terrain(c3=own, c4="Z"),
        red=["r1 infantry c3 n"],
        blue=blue,
        grid=grid,
        dice=[6, 1, 6],
        legend={"Z": both},
    )
    assert table.why("fire", "r1", target="c4") == set()


# -- the end of a battle


@pytest.mark.clause("modern.artillery.simultaneous", "shared.victory")
def test_the_battle_is_judged_when_every_hit_is_settled(grid: str) -> None:
    rows = ground(6, 9, c9="m")
    red, blue = ["r1 field-artillery c1 n sp=1"], ["b1 field-artillery c8 s sp=1"]
    table = guns_first(grid, rows, red=red, blue=blue, dice=[6, 6, 6, 1, 1])
    table.play("bombard", "r1", target="c8")
    table.play("bombard", "b1", target="c1")
    events = table.play("retreat", "b1", to="c9")
    assert hit_dice(events) == [("b1", 1), ("r1", 1)]
    assert table.state["result"]["winner"] is None


# -- what a scenario is told


@pytest.mark.clause("modern.transport.motorised")
def test_nothing_carries_cavalry(grid: str) -> None:
    red = ["r1 truck c1 n carrying=r2", "r2 mounted-cavalry - n"]
    assert problems(grid, red=red, blue=FAR) == ["modern.transport.load"]
    assert "nothing carries mounted-cavalry in the modern book" in refusal(grid, red=red, blue=FAR)
