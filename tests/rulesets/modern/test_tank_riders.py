"""Modern, optional: infantry that rides on tanks."""

from typing import Any

import pytest

from tests.rulesets.modern.sketch import QUIET, hit_dice, problems, red_acts, state, throws
from tests.table import Table, Tree, of_kind, rolls, told

CARRY = "modern.tank-riders.carry"
HIT = "modern.tank-riders.hit"
LOST = "modern.tank-riders.destroyed"
TABLE = "modern.hits.table"
FIRE = "modern.fire.dice"
FAR = ["b1 infantry f6 s"]
TANKS = ["light-tank", "tank"]


def riding(grid: str, red: list[str], **words: Any) -> Table:
    return red_acts(grid, red=red, options=["tank-riders"], **words)


RIDERS = ["b1 tank c4 s carrying=b2", "b2 infantry - s", "b3 infantry f6 s"]


def shot_at(grid: str, firer: str, dice: list[int], blue: list[str] | None = None) -> tuple[Table, list[Tree]]:
    table = riding(grid, [f"r1 {firer} c2 n", "r2 infantry a1 n"], blue=blue or RIDERS, dice=dice)
    return table, table.play("fire", "r1", target="c4")


@pytest.mark.clause("modern.tank-riders.carry")
@pytest.mark.parametrize("tank", TANKS)
@pytest.mark.parametrize("load", ["infantry", "infantry-anti-tank"])
def test_a_tank_takes_up_infantry_in_a_turn(grid: str, tank: str, load: str) -> None:
    """The infantry comes into its cell first, which it could not do otherwise."""
    red = [f"r1 {tank} c3 n", f"r2 {load} c2 n", "r3 infantry a1 n"]
    table = riding(grid, red, blue=FAR, dice=[6, *QUIET * 3])
    assert "c3" in table.reach("r2")
    table.play("move", "r2", path=["c3"])
    assert table.legal("load") == [], "it has moved"
    assert table.why("load", "r1", cargo="r2") == {CARRY}
    table.next_turn()
    assert table.legal("load") == [{"do": "load", "unit": "r1", "cargo": "r2"}]
    table.play("load", "r1", cargo="r2")
    assert table.legal(unit="r1") == table.legal(unit="r2") == []
    assert state(table, "r2")["carried-by"] is None, "not before the end of the turn"
    events = table.next_turn()
    assert told(of_kind(events, "loaded")) == [("loaded", "r1", CARRY)]
    table.play("move", "r1", path=["c4", "c5"])
    assert (table.at("r1"), table.at("r2")) == ("c5", "c5")


@pytest.mark.clause("modern.tank-riders.carry")
def test_without_the_option_a_tank_carries_nobody(grid: str) -> None:
    table = red_acts(grid, red=["r1 tank c3 n", "r2 infantry c2 n"], blue=FAR)
    assert "c3" not in table.reach("r2")
    assert table.why("move", "r2", path=["c3"]) == {"modern.movement.stacking"}
    red = ["r1 tank c3 n carrying=r2", "r2 infantry - n"]
    assert problems(grid, red=red, blue=FAR) == ["modern.transport.load"]
    assert problems(grid, red=red, blue=FAR, options=["tank-riders"]) == []


@pytest.mark.clause("modern.tank-riders.carry")
@pytest.mark.parametrize(
    "kind", ["engineers", "machine-gun", "mortar", "dismounted-cavalry", "field-artillery", "tank"]
)
def test_only_infantry_rides(grid: str, kind: str) -> None:
    red = ["r1 tank c3 n", f"r2 {kind} c2 s"]
    table = riding(grid, red, blue=FAR)
    assert "c3" not in table.reach("r2")
    assert table.why("move", "r2", path=["c3"]) == {"modern.movement.stacking"}
    carried = ["r1 tank c3 n carrying=r2", f"r2 {kind} - n"]
    assert len(problems(grid, red=carried, blue=FAR, options=["tank-riders"])) == 1


@pytest.mark.clause("modern.tank-riders.carry")
@pytest.mark.parametrize("kind", ["armoured-car", "assault-gun", "self-propelled-artillery"])
def test_only_tank_units_carry(grid: str, kind: str) -> None:
    table = riding(grid, [f"r1 {kind} c3 n", "r2 infantry c2 n"], blue=FAR)
    assert "c3" not in table.reach("r2")


@pytest.mark.clause("modern.tank-riders.carry")
def test_infantry_joins_only_a_tank_that_carries_nobody_and_only_one_does(grid: str) -> None:
    red = ["r1 tank c3 n carrying=r2", "r2 infantry - n", "r3 infantry c2 n"]
    table = riding(grid, red, blue=FAR)
    assert "c3" not in table.reach("r3")
    red = ["r1 tank c3 n", "r2 infantry c2 n", "r3 infantry b3 n"]
    table = riding(grid, red, blue=FAR)
    table.play("move", "r2", path=["c3"])
    assert "c3" not in table.reach("r3")
    assert table.why("move", "r3", path=["c3"]) == {"modern.movement.stacking"}


@pytest.mark.clause("modern.tank-riders.carry")
def test_a_tank_does_not_drive_into_the_infantrys_cell(grid: str) -> None:
    """It is the infantry that may end its move with the tank."""
    table = riding(grid, ["r1 tank c3 n", "r2 infantry c2 n"], blue=FAR)
    assert "c2" not in table.reach("r1")


@pytest.mark.clause("modern.tank-riders.carry")
def test_unloading_takes_a_turn_and_the_infantry_starts_from_the_tanks_cell(grid: str) -> None:
    red = ["r1 tank c2 n carrying=r2", "r2 infantry - s", "r3 infantry a1 n"]
    table = riding(grid, red, blue=FAR, dice=[6, *QUIET])
    table.play("unload", "r1")
    assert table.legal(unit="r1") == []
    events = table.next_turn()
    assert told(of_kind(events, "unloaded")) == [("unloaded", "r1", CARRY)]
    freed = state(table, "r2")
    assert (freed["at"], freed["facing"], freed["carried-by"]) == ("c2", "n", None)
    assert {"c3", "c4"} <= table.reach("r2")
    table.play("move", "r2", path=["c3"])
    assert table.at("r2") == "c3"


@pytest.mark.clause("modern.tank-riders.carry")
def test_a_tank_that_has_moved_neither_loads_nor_unloads(grid: str) -> None:
    red = ["r1 tank c2 n carrying=r2", "r2 infantry - n", "r3 infantry a1 n"]
    table = riding(grid, red, blue=FAR)
    table.play("move", "r1", path=["c3"])
    assert table.why("unload", "r1") == {CARRY}


@pytest.mark.clause("modern.tank-riders.carry")
def test_riders_neither_fire_nor_fight_but_the_tank_does(grid: str) -> None:
    red = ["r1 tank c3 n carrying=r2", "r2 infantry - n", "r3 infantry a1 n"]
    table = riding(grid, red, blue=["b1 infantry c4 s", "b2 infantry f6 s"], dice=[1, 6, 6])
    assert table.legal(unit="r2") == []
    table.play("fire", "r1", target="c4")
    events = table.play("fight", "r1", target="c4")
    assert [roll["unit"] for roll in rolls(events, "close-combat")] == ["r1", "b1"]


@pytest.mark.clause("modern.tank-riders.hit")
def test_a_hit_on_the_tank_is_a_hit_on_the_riders(grid: str) -> None:
    table, events = shot_at(grid, "infantry-anti-tank", [4, 2, 3])
    assert throws(events, "fire")[0][4] == ["hit"]
    assert hit_dice(events) == [("b1", 2), ("b2", 3)]
    assert told(events) == [("hit", "b1", FIRE), ("lost-sp", "b1", TABLE), ("hit", "b2", HIT), ("lost-sp", "b2", TABLE)]
    assert (state(table, "b1")["sp"], state(table, "b2")["sp"]) == (2, 3)


@pytest.mark.clause("modern.tank-riders.hit")
def test_even_by_a_weapon_that_does_nothing_to_the_tank(grid: str) -> None:
    """No die for the tank; the riders throw, and have nowhere to go without it."""
    table, events = shot_at(grid, "infantry", [4, 6])
    assert hit_dice(events) == [("b2", 6)]
    assert told(events) == [
        ("hit", "b1", FIRE),
        ("unharmed", "b1", "modern.fire.tank-proof"),
        ("hit", "b2", HIT),
        ("lost-sp", "b2", HIT),
    ]
    assert (state(table, "b1")["sp"], state(table, "b2")["sp"]) == (3, 3)


@pytest.mark.clause("modern.tank-riders.hit")
def test_a_tank_without_riders_shrugs_it_off(grid: str) -> None:
    _, events = shot_at(grid, "infantry", [4], ["b1 tank c4 s", "b3 infantry f6 s"])
    assert hit_dice(events) == []


@pytest.mark.clause("modern.tank-riders.hit", "modern.tank-riders.carry")
def test_riders_retreat_with_the_tank(grid: str) -> None:
    table, _ = shot_at(grid, "infantry-anti-tank", [4, 6, 6])
    events = table.play("retreat", "b1", to="c5")
    assert told(events) == [("retreated", "b1", "modern.hits.retreat"), ("hit", "b2", HIT), ("survived", "b2", HIT)]
    assert (table.at("b1"), table.at("b2")) == ("c5", "c5")


@pytest.mark.clause("modern.tank-riders.destroyed")
def test_riders_are_destroyed_with_the_tank(grid: str) -> None:
    blue = ["b1 tank c4 s carrying=b2 sp=1", *RIDERS[1:]]
    table, events = shot_at(grid, "infantry-anti-tank", [4, 1], blue)
    assert hit_dice(events) == [("b1", 1)]
    assert told(events) == [
        ("hit", "b1", FIRE),
        ("lost-sp", "b1", TABLE),
        ("destroyed", "b1", "modern.strength.destroyed"),
        ("destroyed", "b2", LOST),
    ]
    assert table.unit("b2") is None
    assert table.side("blue")["sp-lost"] == 5, "the riders' four points with it"


@pytest.mark.clause("modern.tank-riders.destroyed")
def test_a_trucks_load_is_not(grid: str) -> None:
    blue = ["b1 truck c4 s carrying=b2 sp=1", *RIDERS[1:]]
    table, _ = shot_at(grid, "infantry-anti-tank", [4, 1, 1], blue)
    assert table.unit("b1") is None
    assert state(table, "b2")["sp"] == 3


@pytest.mark.clause("modern.tank-riders.destroyed")
def test_infantry_that_only_stands_with_the_tank_outlives_it(grid: str) -> None:
    """It has been unloaded; the next shot kills the tank alone."""
    blue = ["b1 tank c4 s carrying=b2 sp=1", *RIDERS[1:]]
    red = ["r1 infantry-anti-tank c2 n", "r2 infantry a1 n"]
    table = riding(grid, red, blue=blue, dice=[6, *QUIET[:3], 6, 1, 1])
    table.play("end")
    table.play("unload", "b1")
    table.next_turn()
    events = table.play("fire", "r1", target="c4")
    assert told(of_kind(events, "hit")) == [("hit", "b1", FIRE), ("hit", "b2", FIRE)]
    assert table.unit("b1") is None
    assert state(table, "b2")["sp"] == 3


@pytest.mark.clause("modern.tank-riders.hit", "modern.tank-riders.destroyed")
def test_the_odds_know_of_the_riders(grid: str) -> None:
    blue = ["b1 tank c4 s carrying=b2 sp=1", *RIDERS[1:]]
    table = riding(grid, ["r1 infantry-anti-tank c2 n"], blue=blue)
    odds = table.odds("fire", "r1", target="c4")
    assert sum(odds.values()) == pytest.approx(1)
    assert odds["b1 destroyed, b2 destroyed"] == pytest.approx(1 / 4)
    table = riding(grid, ["r1 infantry c2 n"], blue=RIDERS)
    odds = table.odds("fire", "r1", target="c4")
    assert odds == pytest.approx({"no effect": 1 / 2, "b1 unharmed, b2 loses sp": 1 / 2})
