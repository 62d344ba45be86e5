"""Artillery fire: both sides' guns at once, before anything moves."""

from typing import Any

import pytest

from tests.rulesets.colonial.drawing import TALL, guns_first, happened, reasons, terrain, throws
from tests.table import Table, Tree, of_kind

RANGES = {
    "rifled-siege-artillery": 10,
    "rifled-field-artillery": 8,
    "rifled-mountain-artillery": 6,
    "smoothbore-siege-artillery": 8,
    "smoothbore-field-artillery": 6,
    "smoothbore-mountain-artillery": 4,
}


def one_gun(
    grid: str, dice: list[int], rows: str = terrain(), target: str = "c4", red: str = "", **words: Any
) -> Table:
    """A field gun in c1, which faces north, and an enemy three cells before it."""
    guns = ["r1 rifled-field-artillery c1 n", *([red] if red else [])]
    return guns_first(grid, rows, dice=dice, red=guns, blue=[f"b1 infantry {target} s", "b2 infantry f6 n"], **words)


def shot(table: Table, target: str = "c4") -> list[Tree]:
    return table.play("bombard", "r1", target=target)


@pytest.mark.clause("colonial.artillery.ranges")
@pytest.mark.parametrize(("gun", "reach"), RANGES.items())
def test_each_gun_has_its_range(grid: str, gun: str, reach: int) -> None:
    near, far = f"c{1 + reach}", f"c{2 + reach}"
    table = guns_first(grid, TALL, red=[f"r1 {gun} c1 n"], blue=[f"b1 infantry {near} s"])
    assert table.targets("bombard", "r1") == {near}
    busy_elsewhere = "r2 smoothbore-mountain-artillery a12 s"
    table = guns_first(
        grid, TALL, red=[f"r1 {gun} c1 n", busy_elsewhere], blue=[f"b1 infantry {far} s", "b2 infantry a11 s"]
    )
    assert table.targets("bombard", "r1") == set()
    assert table.why("bombard", "r1", target=far) == {"colonial.artillery.ranges"}


@pytest.mark.clause("colonial.artillery.ranges")
@pytest.mark.parametrize("other", ["infantry", "machine-gun", "mounted-cavalry", "commander"])
def test_only_artillery_bombards(grid: str, other: str) -> None:
    table = one_gun(grid, [], red=f"r2 {other} b3 n")
    assert "c4" in table.targets("bombard", "r1")
    assert table.targets("bombard", "r2") == set()
    assert table.why("bombard", "r2", target="c4") == {"colonial.artillery.ranges"}
    assert reasons(table, "bombard", "r2", target="c4")[0].endswith("not artillery")


@pytest.mark.clause("colonial.artillery.simultaneous")
def test_a_gun_that_is_destroyed_has_fired_all_the_same(grid: str) -> None:
    red = ["r1 rifled-field-artillery c1 n", "r2 infantry a1 n"]
    blue = ["b1 rifled-field-artillery c6 s", "b2 infantry a6 s"]
    table = guns_first(grid, red=red, blue=blue, dice=[5, 6, 1, 2])
    table.play("bombard", "r1", target="c6")
    events = table.play("bombard", "b1", target="c1")
    assert throws(events, "artillery") == ["r1: 5 = 5, needs 5: hit", "b1: 6 = 6, needs 5: hit"]
    assert [(event["event"], event.get("unit")) for event in events[:8]] == [
        ("roll", "r1"),
        ("roll", "b1"),
        ("hit", "b1"),
        ("roll", "b1"),
        ("destroyed", "b1"),
        ("hit", "r1"),
        ("roll", "r1"),
        ("destroyed", "r1"),
    ]
    assert table.unit("r1") is None
    assert table.unit("b1") is None


@pytest.mark.clause("colonial.artillery.simultaneous")
def test_all_shots_are_thrown_before_any_hit_and_a_hit_on_a_unit_already_gone_is_void(grid: str) -> None:
    red = ["r1 rifled-field-artillery b1 n", "r2 rifled-field-artillery d1 n"]
    blue = ["b1 infantry c4 s", "b2 infantry c5 s"]
    table = guns_first(grid, red=red, blue=blue, dice=[6, 6, 3, 4, 2])
    table.play("bombard", "r1", target="c4")
    assert table.targets("bombard", "r2") == {"c4"}  # what stands behind b1 stays hidden: b1 falls afterwards
    events = table.play("bombard", "r2", target="c4")
    assert len(throws(events, "artillery")) == 2
    assert throws(events, "hit") == ["b1: 3 = 3: destroyed"]
    assert throws(events, "initiative") == ["red: 4 = 4", "blue: 2 = 2"]


@pytest.mark.clause("colonial.artillery.simultaneous", "shared.dice-order")
def test_two_hits_on_one_unit_are_two_retreats(grid: str) -> None:
    red = ["r1 rifled-field-artillery b1 n", "r2 rifled-field-artillery d1 n"]
    table = guns_first(grid, red=red, blue=["b1 infantry c4 s"], dice=[6, 6, 4, 5])
    table.play("bombard", "r1", target="c4")
    assert throws(table.play("bombard", "r2", target="c4"), "hit") == ["b1: 4 = 4: must-retreat"]
    assert (table.state["decides"], table.state["phase"]) == ("blue", "artillery")
    assert throws(table.play("retreat", "b1", to="c5"), "hit") == ["b1: 5 = 5: must-retreat"]
    assert happened(table.play("retreat", "b1", to="c6"))[0] == ("retreated", "b1", "shared.retreat")


@pytest.mark.clause("colonial.artillery.range-measure")
@pytest.mark.parametrize(
    ("on", "four", "five"), [("square", "c3", "c4"), ("square", "b4", "b5"), ("hex", "c4", "c5"), ("hex", "e3", "e4")]
)
def test_range_is_counted_through_edges(on: str, four: str, five: str) -> None:
    """A smoothbore mountain gun in a1 reaches four cells, never across a corner."""
    gun = ["r1 smoothbore-mountain-artillery a1 n"]
    table = guns_first(on, red=gun, blue=[f"b1 infantry {four} s", f"b2 infantry {five} s"])
    assert table.targets("bombard", "r1") == {four}
    assert "colonial.artillery.ranges" in table.why("bombard", "r1", target=five)
    assert throws(shot(table, four), "artillery")[0].split(", ")[1].startswith("needs 5")


@pytest.mark.clause("colonial.artillery.range-measure")
def test_the_cell_at_the_corner_is_two_away_not_one(grid: str) -> None:
    """Short range ends with 2: the cell beyond d2 in the same line is at long range."""
    table = one_gun(grid, [2], target="d2")
    assert throws(shot(table, "d2"), "artillery") == ["r1: 2 = 2, needs 3: nothing"]
    table = one_gun(grid, [4], target="e3")
    assert throws(shot(table, "e3"), "artillery") == ["r1: 4 = 4, needs 5: nothing"]


@pytest.mark.clause("colonial.artillery.once")
def test_a_gun_has_one_shot_a_turn(grid: str) -> None:
    red = ["r1 rifled-field-artillery c1 n", "r2 rifled-field-artillery d1 n"]
    blue = ["b1 infantry b4 s", "b2 infantry d4 s"]
    table = guns_first(grid, red=red, blue=blue)
    assert table.targets("bombard", "r1") == {"b4", "d4"}
    table.play("bombard", "r1", target="b4")
    assert table.targets("bombard", "r1") == set()
    assert table.why("bombard", "r1", target="d4") == {"colonial.artillery.once"}
    assert table.why("bombard", "r1", target="b4") == {"colonial.artillery.once"}
    assert table.targets("bombard", "r2") == {"b4", "d4"}


@pytest.mark.clause("colonial.artillery.once", "colonial.turn.sequence")
def test_a_gun_does_not_fire_among_the_other_units(grid: str) -> None:
    table = one_gun(grid, [6, 1])
    table.play("done")
    assert table.state["phase"] == "activation"
    assert table.why("bombard", "r1", target="c4") == {"colonial.turn.sequence"}
    assert table.why("fire", "r1", target="c4") == {"colonial.fire.ranges"}


@pytest.mark.clause("colonial.artillery.roll")
@pytest.mark.parametrize(
    ("target", "needs", "hits", "misses"), [("c2", 3, 3, 2), ("c3", 3, 3, 2), ("c4", 5, 5, 4), ("c6", 5, 5, 4)]
)
def test_short_range_needs_3_and_long_range_5(grid: str, target: str, needs: int, hits: int, misses: int) -> None:
    events = shot(one_gun(grid, [hits, 1], target=target), target)
    assert throws(events, "artillery") == [f"r1: {hits} = {hits}, needs {needs}: hit"]
    assert happened(events)[:2] == [
        ("hit", "b1", "colonial.artillery.roll"),
        ("destroyed", "b1", "colonial.hits.table"),
    ]
    events = shot(one_gun(grid, [misses], target=target), target)
    assert throws(events, "artillery") == [f"r1: {misses} = {misses}, needs {needs}: nothing"]
    assert throws(events, "hit") == []


@pytest.mark.clause("colonial.artillery.roll")
def test_the_odds_of_a_shot(grid: str) -> None:
    """An average unit: a hit of two chances in six, half of them deadly."""
    odds = one_gun(grid, []).odds("bombard", "r1", target="c4")
    assert odds == pytest.approx({"no effect": 4 / 6, "b1 destroyed": 1 / 6, "b1 must retreat": 1 / 6})


@pytest.mark.clause("colonial.artillery.mod-soft")
def test_a_target_in_woods_is_harder_to_hit_by_1(grid: str) -> None:
    woods = terrain(c4="w")
    events = shot(one_gun(grid, [5], woods))
    assert throws(events, "artillery") == ["r1: 5 -1 colonial.artillery.mod-soft = 4, needs 5: nothing"]
    events = shot(one_gun(grid, [6], woods))
    assert throws(events, "artillery") == ["r1: 6 -1 colonial.artillery.mod-soft = 5, needs 5: hit"]


@pytest.mark.clause("colonial.artillery.mod-soft")
def test_woods_beside_the_target_or_around_the_gun_are_no_cover_for_it(grid: str) -> None:
    events = shot(one_gun(grid, [5], terrain(c1="w", c5="w", b4="w", d4="b")))
    assert throws(events, "artillery") == ["r1: 5 = 5, needs 5: hit"]


@pytest.mark.clause("colonial.artillery.mod-hard")
@pytest.mark.parametrize("cover", ["b", "f", "t"])
def test_a_target_in_hard_cover_is_harder_to_hit_by_2(grid: str, cover: str) -> None:
    events = shot(one_gun(grid, [6], terrain(c4=cover)))
    assert throws(events, "artillery") == ["r1: 6 -2 colonial.artillery.mod-hard = 4, needs 5: nothing"]
    events = shot(one_gun(grid, [5], terrain(c3=cover), target="c3"), "c3")
    assert throws(events, "artillery") == ["r1: 5 -2 colonial.artillery.mod-hard = 3, needs 3: hit"]


@pytest.mark.clause("colonial.artillery.mod-soft", "colonial.artillery.mod-hard")
def test_a_village_in_a_wood_is_hard_cover_only(grid: str) -> None:
    table = one_gun(grid, [5], terrain(c3="*"), target="c3", legend={"*": ["woods", "built-up"]})
    assert throws(shot(table, "c3"), "artillery") == ["r1: 5 -2 colonial.artillery.mod-hard = 3, needs 3: hit"]


@pytest.mark.clause("colonial.artillery.mod-commander")
@pytest.mark.parametrize("at", ["b1", "d1"])
def test_a_commander_beside_the_gun_adds_1(grid: str, at: str) -> None:
    table = one_gun(grid, [4], red=f"r2 commander {at} n")
    assert throws(shot(table), "artillery") == ["r1: 4 +1 colonial.artillery.mod-commander = 5, needs 5: hit"]


@pytest.mark.clause("colonial.artillery.mod-commander")
@pytest.mark.parametrize("unit", ["commander e1", "commander a1", "infantry b1"])
def test_no_commander_beside_the_gun_adds_nothing(grid: str, unit: str) -> None:
    events = shot(one_gun(grid, [4], red=f"r2 {unit} n"))
    assert throws(events, "artillery") == ["r1: 4 = 4, needs 5: nothing"]


@pytest.mark.clause("colonial.artillery.mod-commander")
def test_an_enemy_commander_beside_the_gun_adds_nothing(grid: str) -> None:
    red = ["r1 rifled-field-artillery c1 n"]
    blue = ["b1 infantry c4 s", "b2 commander b1 n", "b3 infantry f6 s"]
    table = guns_first(grid, dice=[4], red=red, blue=blue)
    assert throws(shot(table), "artillery") == ["r1: 4 = 4, needs 5: nothing"]


@pytest.mark.clause("colonial.artillery.direct-only")
@pytest.mark.parametrize("between", ["red", "blue"])
def test_guns_do_not_fire_over_units_of_either_side(grid: str, between: str) -> None:
    sides: dict[str, Any] = {
        "red": ["r1 rifled-field-artillery c1 n"],
        "blue": ["b1 infantry c5 s", "b2 infantry e4 s"],
    }
    sides[between].append("x1 infantry c3 n")
    table = guns_first(grid, **sides)
    assert "c5" not in table.targets("bombard", "r1")
    assert "e4" in table.targets("bombard", "r1")
    assert table.why("bombard", "r1", target="c5") == {"colonial.artillery.direct-only"}


@pytest.mark.clause("colonial.artillery.direct-only", "shared.line-of-sight")
@pytest.mark.parametrize(
    ("letter", "seen"), [("w", False), ("b", False), ("f", False), ("h", False), ("t", True), (".", True)]
)
def test_guns_fire_only_at_what_they_see(grid: str, letter: str, seen: bool) -> None:
    table = guns_first(
        grid, terrain(c3=letter), red=["r1 rifled-field-artillery c1 n"], blue=["b1 infantry c5 s", "b2 infantry e4 s"]
    )
    assert table.targets("bombard", "r1") == ({"c5", "e4"} if seen else {"e4"})
    assert table.why("bombard", "r1", target="c5") == (set() if seen else {"colonial.artillery.direct-only"})


@pytest.mark.clause("colonial.artillery.direct-only", "shared.arc")
@pytest.mark.parametrize(
    ("on", "ahead", "aside"),
    [
        ("square", {"c5", "b4", "d4"}, {"d3", "b3", "c1", "e4"}),
        ("hex", {"c5", "b3", "d3", "e4"}, {"d2", "e3", "b2", "c1"}),
    ],
)
def test_guns_fire_into_their_front_arc(on: str, ahead: set[str], aside: set[str]) -> None:
    """From c3, facing north; each target alone with one straight ahead."""
    for cell in ahead | aside:
        blue = ["b1 infantry c6 s", f"b2 infantry {cell} s"]
        table = guns_first(on, red=["r1 rifled-field-artillery c3 n"], blue=blue)
        assert (cell in table.targets("bombard", "r1")) == (cell in ahead)
        expected = set() if cell in ahead else {"colonial.artillery.direct-only"}
        assert table.why("bombard", "r1", target=cell) == expected


@pytest.mark.clause("colonial.artillery.no-move")
def test_a_gun_that_fired_does_not_move_this_turn(grid: str) -> None:
    table = one_gun(grid, [1, 6, 1, 6, 1], red="r2 rifled-field-artillery e1 n")
    table.play("bombard", "r1", target="c4")
    if table.state["phase"] == "artillery":
        table.play("done")
    assert table.legal("move", "r1") == []
    assert table.why("move", "r1", path=["c2"]) == {"colonial.artillery.no-move"}
    assert table.why("move", "r1", path=[], facing="s") == {"colonial.artillery.no-move"}
    assert "e2" in table.reach("r2")
    table.play("end")
    table.play("end")
    table.play("done")  # the next turn, in which it does not fire
    assert of_kind(table.play("move", "r1", path=["c2"]), "moved")


@pytest.mark.clause("colonial.artillery.simultaneous")
def test_hits_are_settled_in_the_order_declared_and_follow_who_is_driven_away(grid: str) -> None:
    red = ["r1 rifled-field-artillery b1 n", "r2 rifled-field-artillery d1 n", "r3 rifled-field-artillery c1 n"]
    table = guns_first(grid, red=red, blue=["b1 infantry c5 s elite", "b9 infantry f6 s"], dice=[6, 6, 6, 1])
    table.play("bombard", "r3", target="c5")
    table.play("bombard", "r1", target="c5")
    table.play("done")
    assert {one["to"] for one in table.legal("retreat", "b1")} >= {"c6"}
    table.play("retreat", "b1", to="c6")
    assert table.unit("b1") is None, "the second shell was thrown for before"
