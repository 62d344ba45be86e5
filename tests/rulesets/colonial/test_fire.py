"""The fire of rifles, muskets and machine guns."""

from typing import Any

import pytest

from tests.rulesets.colonial.drawing import happened, reasons, red_to_act, terrain, throws
from tests.table import Table, Tree

WEAPONS = [
    ("infantry", 3),
    ("infantry weapon=magazine-rifle", 4),
    ("infantry weapon=single-shot-rifle", 3),
    ("infantry weapon=musket", 2),
    ("dismounted-cavalry", 3),
    ("dismounted-cavalry weapon=magazine-rifle", 4),
    ("dismounted-cavalry weapon=single-shot-rifle", 3),
    ("dismounted-cavalry weapon=musket", 2),
    ("machine-gun", 4),
]


def line(name: str, words: str, at: str, facing: str) -> str:
    """A unit's line, from a type and perhaps a weapon."""
    kind, *rest = words.split()
    return " ".join([name, kind, at, facing, *rest])


def fire_line(
    grid: str, dice: list[int], rows: str = terrain(), firer: str = "infantry", target: str = "infantry", **words: str
) -> Table:
    """r1 in c1 and b1 in c4, face to face."""
    red = [line("r1", firer, "c1", "n"), *words.pop("red", "").split(", ")]
    blue = [line("b1", target, "c4", "s"), "b2 infantry f6 s"]
    return red_to_act(grid, rows, dice, red=[one for one in red if one], blue=blue, **words)


def fire_after_moving(table: Table) -> list[Tree]:
    """Without the +1 of a unit that stood still."""
    table.play("move", "r1", path=["c2"])
    return table.play("fire", "r1", target="c4")


@pytest.mark.clause("colonial.fire.ranges")
@pytest.mark.parametrize(("firer", "reach"), WEAPONS)
def test_each_weapon_has_its_range(grid: str, firer: str, reach: int) -> None:
    near, far = f"c{1 + reach}", f"c{2 + reach}"
    red = [line("r1", firer, "c1", "n")]
    table = red_to_act(grid, red=red, blue=[f"b1 infantry {near} s"])
    assert table.targets("fire", "r1") == {near}
    table = red_to_act(grid, red=red, blue=[f"b1 infantry {far} s"])
    assert table.targets("fire", "r1") == set()
    assert table.why("fire", "r1", target=far) == {"colonial.fire.ranges"}


@pytest.mark.clause("colonial.fire.ranges")
@pytest.mark.parametrize("kind", ["mounted-cavalry", "commander", "rifled-field-artillery"])
def test_units_without_firearms_do_not_fire(grid: str, kind: str) -> None:
    """Guns fire in the artillery phase only."""
    red = [f"r1 {kind} c1 n", "r2 infantry d1 n"]
    table = red_to_act(grid, red=red, blue=["b1 infantry c2 s"])
    if table.state["phase"] == "artillery":
        table.play("done")
    assert "c2" not in table.targets("fire", "r1")
    assert table.why("fire", "r1", target="c2") == {"colonial.fire.ranges"}
    gun = kind == "rifled-field-artillery"
    said = "guns fire in the artillery phase" if gun else "nothing to fire with"
    assert reasons(table, "fire", "r1", target="c2")[0].endswith(said)


@pytest.mark.clause("colonial.fire.range-measure")
def test_range_is_counted_through_edges(grid: str) -> None:
    """With a musket, the cell at the corner is two away; the next cell in that line is more."""
    red = ["r1 infantry c1 n weapon=musket"]
    table = red_to_act(grid, red=red, blue=["b1 infantry d2 s"])
    assert table.targets("fire", "r1") == {"d2"}
    assert table.targets("fight", "r1") == set()
    table = red_to_act(grid, red=red, blue=["b1 infantry e3 s"])
    assert table.targets("fire", "r1") == set()
    assert table.why("fire", "r1", target="e3") == {"colonial.fire.ranges"}


@pytest.mark.clause("colonial.fire.range-measure")
@pytest.mark.parametrize(("on", "three", "four"), [("square", "d3", "e3"), ("hex", "e3", "e4")])
def test_three_cells_through_edges(on: str, three: str, four: str) -> None:
    red = ["r1 infantry c1 n"]
    assert red_to_act(on, red=red, blue=[f"b1 infantry {three} s"]).targets("fire", "r1") == {three}
    table = red_to_act(on, red=red, blue=[f"b1 infantry {four} s"])
    assert table.why("fire", "r1", target=four) == {"colonial.fire.ranges"}


@pytest.mark.clause("colonial.fire.once")
def test_a_unit_fires_once_a_turn(grid: str) -> None:
    table = red_to_act(grid, red=["r1 infantry c1 n"], blue=["b1 infantry b3 s", "b2 infantry d3 s"], dice=[1, 6, 1])
    assert table.targets("fire", "r1") == {"b3", "d3"}
    table.play("fire", "r1", target="b3")
    assert table.state["decides"] == "blue"  # nothing is left to r1
    table = red_to_act(grid, red=["r1 infantry c3 n"], blue=["b1 infantry c4 s", "b2 infantry d5 s"], dice=[1, 6, 1])
    table.play("fire", "r1", target="c4")
    assert table.targets("fire", "r1") == set()
    assert table.targets("fight", "r1") == {"c4"}
    assert table.why("fire", "r1", target="c4") == {"colonial.fire.once"}
    table.play("end")
    table.play("end")
    assert "c4" in table.targets("fire", "r1")


@pytest.mark.clause("colonial.fire.dice")
@pytest.mark.parametrize("firer", [firer for firer, _ in WEAPONS[:-1]])
@pytest.mark.parametrize(("die", "outcome"), [(4, "nothing"), (5, "hit"), (6, "hit")])
def test_rifles_and_muskets_throw_one_die_and_hit_with_5(grid: str, firer: str, die: int, outcome: str) -> None:
    events = fire_after_moving(fire_line(grid, [die, 1], firer=firer))
    assert throws(events, "fire") == [f"r1: {die} = {die}, needs 5: {outcome}"]
    destroyed = [("hit", "b1", "colonial.fire.dice"), ("destroyed", "b1", "colonial.hits.table")]
    assert happened(events)[:2] == (destroyed if outcome == "hit" else [])


@pytest.mark.clause("colonial.fire.dice")
def test_machine_guns_throw_three_dice(grid: str) -> None:
    events = fire_after_moving(fire_line(grid, [4, 3, 1], firer="machine-gun"))
    assert throws(events, "fire") == ["r1: 4 3 1 = 4 3 1, needs 5: nothing nothing nothing"]
    assert throws(events, "hit") == []
    events = fire_after_moving(fire_line(grid, [4, 5, 1, 1], firer="machine-gun"))
    assert throws(events, "fire") == ["r1: 4 5 1 = 4 5 1, needs 5: nothing hit nothing"]
    assert throws(events, "hit") == ["b1: 1 = 1: destroyed"]


@pytest.mark.clause("colonial.fire.dice", "shared.dice-order")
def test_several_hits_are_resolved_one_after_another_each_with_its_retreat(grid: str) -> None:
    table = fire_line(grid, [5, 6, 5, 4, 6, 2], firer="machine-gun")
    events = fire_after_moving(table)
    assert throws(events, "fire") == ["r1: 5 6 5 = 5 6 5, needs 5: hit hit hit"]
    assert throws(events, "hit") == ["b1: 4 = 4: must-retreat"]
    assert table.state["decides"] == "blue"
    events = table.play("retreat", "b1", to="c5")
    assert happened(events) == [("retreated", "b1", "shared.retreat"), ("hit", "b1", "colonial.fire.dice")]
    assert throws(events, "hit") == ["b1: 6 = 6: must-retreat"]
    events = table.play("retreat", "b1", to="c6")
    assert throws(events, "hit") == ["b1: 2 = 2: destroyed"]
    assert table.unit("b1") is None


@pytest.mark.clause("colonial.fire.dice")
def test_further_hits_are_void_once_the_unit_is_gone(grid: str) -> None:
    red = ["r1 machine-gun c1 n", "r2 infantry f4 n"]
    blue = ["b1 infantry c4 s", "b2 infantry f6 s"]
    table = red_to_act(grid, dice=[5, 5, 5, 3, 4], red=red, blue=blue)
    events = fire_after_moving(table)
    assert throws(events, "hit") == ["b1: 3 = 3: destroyed"]
    # The die that comes next was not thrown for a hit.
    assert throws(table.play("fire", "r2", target="f6"), "fire")[0].startswith("r2: 4 ")


@pytest.mark.clause("colonial.fire.dice")
def test_the_odds_of_three_dice_are_exact(grid: str) -> None:
    table = fire_line(grid, [], firer="machine-gun", target="infantry elite")
    table.play("move", "r1", path=["c2"])
    odds = table.odds("fire", "r1", target="c4")
    assert sum(odds.values()) == pytest.approx(1)
    assert odds["no effect"] == pytest.approx((4 / 6) ** 3)
    assert odds["b1 must retreat"] == pytest.approx(3 * (2 / 6) * (4 / 6) ** 2 * (4 / 6))


@pytest.mark.clause("colonial.fire.mod-soft")
def test_a_target_in_woods_is_harder_to_hit_by_1(grid: str) -> None:
    woods = terrain(c4="w")
    events = fire_after_moving(fire_line(grid, [5], woods))
    assert throws(events, "fire") == ["r1: 5 -1 colonial.fire.mod-soft = 4, needs 5: nothing"]
    events = fire_after_moving(fire_line(grid, [6], woods))
    assert throws(events, "fire") == ["r1: 6 -1 colonial.fire.mod-soft = 5, needs 5: hit"]


@pytest.mark.clause("colonial.fire.mod-soft")
def test_woods_elsewhere_are_no_cover(grid: str) -> None:
    events = fire_after_moving(fire_line(grid, [5], terrain(c2="w", c5="w", b4="w")))
    assert throws(events, "fire") == ["r1: 5 = 5, needs 5: hit"]


@pytest.mark.clause("colonial.fire.hard-cover")
@pytest.mark.parametrize("cover", ["b", "f", "t", "*"])
def test_targets_in_hard_cover_cannot_be_hit_so_the_shot_is_not_offered(grid: str, cover: str) -> None:
    rows = terrain(b3=cover, c3=".", d3="w")
    blue = ["b1 infantry b3 s", "b2 infantry c3 s", "b3 infantry d3 s"]
    legend = {"*": ["woods", "built-up"]}
    table = red_to_act(grid, rows, red=["r1 infantry c1 n"], blue=blue, legend=legend)
    assert table.targets("fire", "r1") == {"c3", "d3"}
    assert table.why("fire", "r1", target="b3") == {"colonial.fire.hard-cover"}


@pytest.mark.clause("colonial.fire.hard-cover")
def test_who_stands_in_hard_cover_may_fire_out_of_it(grid: str) -> None:
    events = fire_line(grid, [4], terrain(c1="b")).play("fire", "r1", target="c4")
    assert throws(events, "fire") == ["r1: 4 +1 colonial.fire.mod-still = 5, needs 5: hit"]


@pytest.mark.clause("colonial.fire.mod-commander")
@pytest.mark.parametrize(("at", "adds"), [("b2", True), ("d2", True), ("c1", True), ("e2", False), ("a2", False)])
def test_a_commander_beside_the_firer_adds_1(grid: str, at: str, adds: bool) -> None:
    red = ["r1 infantry c2 s", f"r2 commander {at} n"]
    table = red_to_act(grid, dice=[4, 1], red=red, blue=["b1 infantry c4 s", "b2 infantry f6 s"])
    table.play("move", "r1", path=[], facing="n")
    expected = "r1: 4 +1 colonial.fire.mod-commander = 5, needs 5: hit" if adds else "r1: 4 = 4, needs 5: nothing"
    assert throws(table.play("fire", "r1", target="c4"), "fire") == [expected]


@pytest.mark.clause("colonial.fire.mod-commander")
@pytest.mark.parametrize(
    ("who", "other"), [("red", "x1 infantry b2 n"), ("blue", "x1 commander b2 n"), ("red", "x1 commander b4 n")]
)
def test_no_other_unit_helps_nor_the_enemys_commander_nor_one_beside_the_target(
    grid: str, who: str, other: str
) -> None:
    sides: dict[str, Any] = {"red": ["r1 infantry c2 n"], "blue": ["b1 infantry c4 s", "b2 infantry f6 s"]}
    sides[who].append(other)
    table = red_to_act(grid, dice=[3], **sides)
    assert throws(table.play("fire", "r1", target="c4"), "fire") == [
        "r1: 3 +1 colonial.fire.mod-still = 4, needs 5: nothing"
    ]


@pytest.mark.clause("colonial.fire.mod-still")
def test_a_unit_that_has_not_moved_adds_1(grid: str) -> None:
    events = fire_line(grid, [4, 1]).play("fire", "r1", target="c4")
    assert throws(events, "fire") == ["r1: 4 +1 colonial.fire.mod-still = 5, needs 5: hit"]
    events = fire_line(grid, [3, 4, 2], firer="machine-gun").play("fire", "r1", target="c4")
    assert throws(events, "fire") == ["r1: 3 4 2 +1 colonial.fire.mod-still = 4 5 3, needs 5: nothing hit nothing"]


@pytest.mark.clause("colonial.fire.mod-still", "shared.turning")
def test_a_unit_that_has_moved_or_turned_adds_nothing(grid: str) -> None:
    assert throws(fire_after_moving(fire_line(grid, [4])), "fire") == ["r1: 4 = 4, needs 5: nothing"]
    table = red_to_act(grid, dice=[4], red=["r1 infantry c1 s"], blue=["b1 infantry c4 s"])
    table.play("move", "r1", path=[], facing="n")
    assert throws(table.play("fire", "r1", target="c4"), "fire") == ["r1: 4 = 4, needs 5: nothing"]


@pytest.mark.clause("colonial.fire.mod-still", "colonial.fire.mod-commander", "colonial.fire.mod-soft")
def test_all_that_applies_is_added(grid: str) -> None:
    table = fire_line(grid, [4], terrain(c4="w"), red="r2 commander d1 n")
    assert throws(table.play("fire", "r1", target="c4"), "fire") == [
        "r1: 4 -1 colonial.fire.mod-soft +1 colonial.fire.mod-commander +1 colonial.fire.mod-still = 5, needs 5: hit"
    ]


@pytest.mark.clause("colonial.fire.line-of-sight")
@pytest.mark.parametrize("between", ["red", "blue"])
def test_units_do_not_fire_over_units_of_either_side(grid: str, between: str) -> None:
    sides: dict[str, Any] = {"red": ["r1 infantry c1 n"], "blue": ["b1 infantry c4 s", "b2 infantry f6 s"]}
    assert red_to_act(grid, **sides).targets("fire", "r1") == {"c4"}
    sides[between].append("x1 infantry c3 n")
    table = red_to_act(grid, **sides)
    assert "c4" not in table.targets("fire", "r1")
    assert table.why("fire", "r1", target="c4") == {"colonial.fire.line-of-sight"}


@pytest.mark.clause("colonial.fire.line-of-sight", "shared.line-of-sight")
@pytest.mark.parametrize(
    ("letter", "seen"), [("w", False), ("b", False), ("f", False), ("h", False), ("t", True), (".", True)]
)
def test_units_fire_only_at_what_they_see(grid: str, letter: str, seen: bool) -> None:
    table = fire_line(grid, [], terrain(c3=letter))
    assert table.targets("fire", "r1") == ({"c4"} if seen else set())
    assert table.why("fire", "r1", target="c4") == (set() if seen else {"colonial.fire.line-of-sight"})


@pytest.mark.clause("colonial.fire.line-of-sight", "shared.arc")
@pytest.mark.parametrize(
    ("on", "ahead", "aside"),
    [
        ("square", {"c4", "c6", "b4", "d4", "d5"}, {"d3", "b3", "c1", "e4", "d2"}),
        ("hex", {"c4", "c6", "b3", "d3", "e4", "d5"}, {"d2", "e3", "b2", "c1", "d1"}),
    ],
)
def test_units_fire_into_their_front_arc(on: str, ahead: set[str], aside: set[str]) -> None:
    """From c3, facing north."""
    for cell in ahead | aside:
        table = red_to_act(on, red=["r1 infantry c3 n"], blue=[f"b1 infantry {cell} s"])
        assert table.targets("fire", "r1") == ({cell} if cell in ahead else set())
        assert table.why("fire", "r1", target=cell) == (set() if cell in ahead else {"colonial.fire.line-of-sight"})


@pytest.mark.clause("colonial.fire.ranges")
@pytest.mark.parametrize("kind", ["infantry", "dismounted-cavalry"])
def test_a_unit_without_firearms_does_not_fire_but_fights(grid: str, kind: str) -> None:
    red = [f"r1 {kind} c3 n weapon=none", "r2 infantry a1 n"]
    table = red_to_act(grid, dice=[6, 6], red=red, blue=["b1 infantry c4 s", "b9 infantry f6 s"])
    assert table.targets("fire", "r1") == set()
    assert "colonial.fire.ranges" in table.why("fire", "r1", target="c4")
    assert table.why("fight", "r1", target="c4") == set()


@pytest.mark.clause("colonial.fire.ranges")
@pytest.mark.parametrize("kind", ["mounted-cavalry", "commander"])
def test_mounted_troops_and_commanders_do_not_fire(grid: str, kind: str) -> None:
    table = red_to_act(grid, red=[f"r1 {kind} c3 n", "r2 infantry a1 n"], blue=["b1 infantry c5 s"])
    assert table.why("fire", "r1", target="c5") == {"colonial.fire.ranges"}
