"""Modern: points on which the book is silent, as the ledger settles them."""

import pytest

from tests.rulesets.modern.sketch import QUIET, ground, guns_first, hit_dice, red_acts, state, terrain, throws
from tests.table import of_kind, told

FAR = ["b9 infantry f6 s"]
WEAK = ["b1 commander c4 s sp=1", *FAR]
WINS = [6, 1, 1]  # the attacker survives, the defender does not


@pytest.mark.clause("modern.close-combat.advance")
def test_a_commander_in_the_cell_stays_when_his_unit_advances(grid: str) -> None:
    red = ["r1 infantry c3 n", "r2 commander c3 n", "r3 infantry a1 n"]
    table = red_acts(grid, red=red, blue=WEAK, dice=[6, *WINS])
    table.play("fight", "r1", target="c4")
    table.play("advance", "r1")
    assert (table.at("r1"), table.at("r2")) == ("c4", "c3")


@pytest.mark.clause("modern.engineers.lay-mines", "modern.close-combat.advance")
def test_an_advance_breaks_work_off(grid: str) -> None:
    red = ["r1 engineers c3 n", "r2 infantry a1 n"]
    table = red_acts(grid, red=red, blue=WEAK, dice=[6, 6, *QUIET[:3], *WINS])
    table.play("work", "r1", task="lay-mines", target="b3")
    table.next_turn()
    assert state(table, "r1")["task"] is not None
    table.play("fight", "r1", target="c4")
    assert state(table, "r1")["task"] is not None, "fighting does not"
    table.play("advance", "r1")
    assert state(table, "r1")["task"] is None


@pytest.mark.clause("modern.movement.stacking")
def test_what_is_towed_takes_no_room_and_set_down_it_does(grid: str) -> None:
    red = ["r1 truck c2 n carrying=r2", "r2 field-artillery - n", "r3 infantry c1 n"]
    table = red_acts(grid, red=red, blue=FAR, dice=[6, *QUIET])
    assert "c2" in table.reach("r3")
    table.play("unload", "r1", cargo="r2")
    table.next_turn()
    assert "c2" not in table.reach("r3")


@pytest.mark.clause("modern.rivers.no-fire", "modern.movement.firing-cost")
def test_who_has_left_a_ford_by_one_cell_may_fire(grid: str) -> None:
    red = ["r1 infantry c2 n", "r2 infantry a1 n"]
    table = red_acts(grid, terrain(c2="F"), red=red, blue=["b1 infantry c5 s", *FAR])
    assert "modern.rivers.no-fire" in table.why("fire", "r1", target="c5")
    table.play("move", "r1", path=["c3"], facing="n")
    assert table.why("fire", "r1", target="c5") == set()


@pytest.mark.clause("modern.trenches.close-combat", "modern.trenches.no-fire")
def test_a_trench_beside_other_cover(grid: str) -> None:
    """In one cell with woods: the trench is crossed at -1, and the woods cover."""
    red, blue = ["r1 infantry c2 n", "r2 infantry a1 n"], ["b1 infantry c4 s", *FAR]
    legend = {"*": ["woods", "trench"]}
    table = red_acts(grid, terrain(c3="*"), red=red, blue=blue, dice=[6, 6], legend=legend)
    table.play("move", "r1", path=["c3"])
    first = throws(table.play("fight", "r1", target="c4"), "close-combat")[0]
    assert first[2] == {"modern.close-combat.mod-cover": 1, "modern.trenches.close-combat": -1}


@pytest.mark.clause("modern.gas.hit")
def test_two_clouds_in_one_cell_hit_who_enters_once(grid: str) -> None:
    red = ["r1 field-artillery b1 n gas=1", "r2 field-artillery d1 n gas=1", "r3 infantry c3 n", "r4 infantry a1 n"]
    blue = ["b1 commander c5 s sp=1", "b9 infantry f9 s"]
    table = guns_first(grid, ground(6, 9), red=red, blue=blue, dice=[6, 6, 1, 6, 1, 6, 1], options=["gas"])
    for gun in ("r1", "r2"):
        table.play("bombard", gun, target="c5", gas=True)
    assert table.unit("b1") is None
    assert hit_dice(table.play("move", "r3", path=["c4", "c5"])) == [("r3", 1)]


@pytest.mark.clause("modern.artillery.ranges")
@pytest.mark.parametrize(("gun", "reach"), [("", 8), ("gun=mountain-artillery", 6), ("gun=heavy-artillery", 12)])
def test_self_propelled_artillery_fires_the_gun_it_mounts(grid: str, gun: str, reach: int) -> None:
    rows = ground(6, 15)
    for distance, right in ((reach, True), (reach + 1, False)):
        blue = [f"b1 infantry c{1 + distance} s", "b9 infantry f2 n"]
        red = [f"r1 self-propelled-artillery c1 n {gun}", "r2 field-artillery f1 n"]
        table = guns_first(grid, rows, red=red, blue=blue)
        assert (table.why("bombard", "r1", target=f"c{1 + distance}") == set()) == right


@pytest.mark.clause("modern.exhaustion.effect", "shared.arrival")
def test_reinforcements_of_an_exhausted_side_still_come_on(grid: str) -> None:
    red = ["r1 infantry c1 n", "r2 infantry f1 n"]
    blue = ["b1 infantry c4 s sp=1", "b2 infantry - s sp=1 arrives=2,north"]
    table = red_acts(grid, red=red, blue=[*blue, "b3 infantry a6 s sp=1"], dice=[6, 1, 6, 1, 6, 6])
    table.play("fire", "r1", target="c4")
    table.next_turn()
    assert table.side("blue")["exhausted"]
    while table.state["decides"] == "red":
        table.play("end")
    assert table.legal("enter", "b2") != []


@pytest.mark.clause("modern.artillery.simultaneous", "shared.dice-order")
def test_hits_are_settled_shot_by_shot_in_the_order_declared(grid: str) -> None:
    red = ["r1 field-artillery b1 n", "r2 field-artillery d1 n"]
    blue = ["b1 infantry c5 s", "b2 infantry d5 s", "b9 infantry f6 s"]
    table = guns_first(grid, red=red, blue=blue, dice=[6, 6, 1, 1])
    table.play("bombard", "r2", target="d5")
    events = table.play("bombard", "r1", target="c5")
    assert hit_dice(events) == [("b2", 1), ("b1", 1)]
    assert [one["unit"] for one in of_kind(events, "lost-sp")] == ["b2", "b1"]
    assert told(events)[0][0] == "landed"
