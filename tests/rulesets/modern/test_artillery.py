"""Artillery fire: declared unseen, thrown together, and not always landing where it was aimed."""

from typing import Any

import pytest

from tests.rulesets.modern.ground import (
    DIRECT_ONLY,
    GROUND_TYPES,
    GUNS,
    INDIRECT,
    board,
    guns_first,
    landed,
    shot,
    throws,
)
from tests.table import Table, of_kind, rolls, told

SEEN = "+2 modern.artillery.mod-seen"
TALL = board(5, 14)


def one_gun(grid: str, dice: list[int], rows: str = board(), target: str = "c4", red: str = "", **words: Any) -> Table:
    """A field gun in c1, which faces north, and an enemy before it."""
    guns = ["r1 field-artillery c1 n", *([red] if red else [])]
    blue = words.pop("blue", [f"b1 infantry {target} s", "b2 infantry f6 n"])
    return guns_first(grid, rows, dice=dice, red=guns, blue=blue, **words)


def blind(grid: str, dice: list[int], rows: str = board(), **words: Any) -> Table:
    """The same with a friend in c2, so that the gun does not see its target."""
    return one_gun(grid, dice, rows, red="r2 infantry c2 n", **words)


# -- what it may fire at


@pytest.mark.clause("modern.artillery.ranges")
@pytest.mark.parametrize(
    ("gun", "reach"),
    [
        *GUNS.items(),
        ("self-propelled-artillery", 8),
        ("self-propelled-artillery gun=heavy-artillery", 12),
        ("self-propelled-artillery gun=anti-tank-gun", 4),
    ],
)
def test_each_gun_has_its_range(grid: str, gun: str, reach: int) -> None:
    kind, *words = gun.split()
    line = " ".join(["r1", kind, "c1", "n", *words])
    near, far = f"c{1 + reach}", f"c{2 + reach}"
    table = guns_first(grid, TALL, red=[line], blue=[f"b1 infantry {near} s"])
    assert table.targets("bombard", "r1") == {near}
    busy_elsewhere = "r2 infantry-gun a14 s"
    table = guns_first(grid, TALL, red=[line, busy_elsewhere], blue=[f"b1 infantry {far} s", "b2 infantry a13 s"])
    assert table.targets("bombard", "r1") == set()
    assert table.why("bombard", "r1", target=far) == {"modern.artillery.ranges"}


@pytest.mark.clause("modern.artillery.ranges")
@pytest.mark.parametrize("kind", [one for one in GROUND_TYPES if one not in GUNS and one != "self-propelled-artillery"])
def test_nothing_but_artillery_bombards(grid: str, kind: str) -> None:
    table = one_gun(grid, [], red=f"r2 {kind} b3 n")
    assert "c4" in table.targets("bombard", "r1")
    assert table.targets("bombard", "r2") == set()
    assert "modern.artillery.ranges" in table.why("bombard", "r2", target="c4")
    assert table.reasons("bombard", "r2", target="c4")[0].endswith("not artillery")


@pytest.mark.clause("modern.artillery.range-measure")
@pytest.mark.parametrize(
    ("on", "four", "five"), [("square", "c3", "c4"), ("square", "b4", "b5"), ("hex", "c4", "c5"), ("hex", "e3", "e4")]
)
def test_range_is_counted_through_edges(on: str, four: str, five: str) -> None:
    """An infantry gun in a1 reaches four cells, never across a corner."""
    table = guns_first(on, red=["r1 infantry-gun a1 n"], blue=[f"b1 infantry {four} s", f"b2 infantry {five} s"])
    assert table.targets("bombard", "r1") == {four}
    assert table.why("bombard", "r1", target=five) == {"modern.artillery.ranges"}


@pytest.mark.clause("modern.artillery.once")
def test_a_gun_has_one_shot_a_turn(grid: str) -> None:
    red = ["r1 field-artillery c1 n", "r2 field-artillery d1 n"]
    table = guns_first(grid, red=red, blue=["b1 infantry b4 s", "b2 infantry d4 s"])
    assert table.targets("bombard", "r1") == {"b4", "d4"}
    table.play("bombard", "r1", target="b4")
    assert table.targets("bombard", "r1") == set()
    assert table.why("bombard", "r1", target="d4") == {"modern.artillery.once"}
    assert table.why("bombard", "r1", target="b4") == {"modern.artillery.once"}
    assert table.targets("bombard", "r2") == {"b4", "d4"}


@pytest.mark.clause("modern.artillery.once")
@pytest.mark.parametrize("kind", ["field-artillery", "anti-tank-gun", "self-propelled-artillery"])
def test_artillery_does_not_fire_when_activated(grid: str, kind: str) -> None:
    """Nor does it if it kept silent before."""
    blue = ["b1 infantry c3 s", "b2 infantry f6 n"]
    table = guns_first(grid, red=[f"r1 {kind} c1 n", "r2 assault-gun b1 n"], blue=blue, dice=[6, 1, 6])
    table.play("done")
    assert (table.state["phase"], table.state["decides"]) == ("activation", "red")
    assert table.legal("fire", "r1") == []
    assert "modern.artillery.once" in table.why("fire", "r1", target="c3")
    assert table.targets("fire", "r2") == {"c3"}


@pytest.mark.clause("modern.artillery.arc", "shared.arc")
@pytest.mark.parametrize(
    ("on", "ahead", "aside"),
    [
        ("square", {"c5", "b4", "d4", "b5", "e5"}, {"d3", "b3", "c1", "e4"}),
        ("hex", {"c5", "b3", "d3", "e4", "a4", "d4"}, {"d2", "e3", "b2", "c1"}),
    ],
)
def test_guns_fire_into_their_front_arc(on: str, ahead: set[str], aside: set[str]) -> None:
    """From c3, facing north; each target alone with one straight ahead."""
    for cell in ahead | aside:
        blue = ["b1 infantry c6 s", f"b2 infantry {cell} s"]
        table = guns_first(on, red=["r1 field-artillery c3 n"], blue=blue)
        assert (cell in table.targets("bombard", "r1")) == (cell in ahead)
        assert table.why("bombard", "r1", target=cell) == (set() if cell in ahead else {"modern.artillery.arc"})


@pytest.mark.clause("modern.artillery.over-units", "modern.artillery.ranges")
@pytest.mark.parametrize("gun", INDIRECT)
@pytest.mark.parametrize("between", ["red", "blue"])
def test_guns_that_fire_indirectly_fire_over_units(grid: str, gun: str, between: str) -> None:
    sides: dict[str, Any] = {"red": [f"r1 {gun} c1 n"], "blue": ["b1 infantry c4 s", "b2 infantry e3 s"]}
    sides[between].append("x1 infantry c2 n")
    table = guns_first(grid, **sides)
    assert "c4" in table.targets("bombard", "r1")


@pytest.mark.clause("modern.artillery.over-units", "modern.artillery.direct")
@pytest.mark.parametrize("gun", [*DIRECT_ONLY, "self-propelled-artillery c1 n gun=anti-tank-gun"])
@pytest.mark.parametrize("between", ["red", "blue"])
def test_guns_that_fire_only_directly_do_not(grid: str, gun: str, between: str) -> None:
    line = f"r1 {gun}" if " " in gun else f"r1 {gun} c1 n"
    sides: dict[str, Any] = {"red": [line], "blue": ["b1 infantry c4 s", "b2 infantry e3 s"]}
    sides[between].append("x1 infantry c2 n")
    table = guns_first(grid, **sides)
    assert "c4" not in table.targets("bombard", "r1")
    assert "e3" in table.targets("bombard", "r1")
    assert table.why("bombard", "r1", target="c4") == {"modern.artillery.direct"}


@pytest.mark.clause("modern.artillery.direct")
@pytest.mark.parametrize("cover", ["w", "b", "f", "t"])
@pytest.mark.parametrize("gun", DIRECT_ONLY)
def test_direct_fire_reaches_a_target_in_cover_that_it_sees(grid: str, gun: str, cover: str) -> None:
    table = guns_first(
        grid, board(c4=cover), red=[f"r1 {gun} c1 n"], blue=["b1 infantry c4 s", "b2 infantry f6 n"], dice=[3]
    )
    assert throws(shot(table), "landing") == [
        f"r1: 3 -1 modern.artillery.mod-cover {SEEN} = 4: in-front",
    ]


@pytest.mark.clause("modern.artillery.direct", "modern.definitions.line-of-sight")
@pytest.mark.parametrize(
    ("letter", "seen"), [("w", False), ("b", False), ("f", False), ("h", False), ("t", True), (".", True)]
)
def test_fire_at_what_the_gun_does_not_see_is_indirect(grid: str, letter: str, seen: bool) -> None:
    """A field gun fires all the same, without the bonus; an anti-tank gun does not."""
    rows = board(c3=letter)
    events = shot(one_gun(grid, [4], rows, "c5"), "c5")
    assert throws(events, "landing") == [f"r1: 4 {SEEN} = 6: on-target" if seen else "r1: 4 = 4: in-front"]
    blue = ["b1 infantry c5 s", "b2 infantry e3 s"]
    table = guns_first(grid, rows, red=["r1 anti-tank-gun c1 n"], blue=blue)
    assert table.targets("bombard", "r1") == ({"c5", "e3"} if seen else {"e3"})
    assert table.why("bombard", "r1", target="c5") == (set() if seen else {"modern.artillery.direct"})


@pytest.mark.clause("modern.artillery.into-cover")
@pytest.mark.parametrize("letter", ["w", "b", "f"])
def test_fire_reaches_into_cover_at_any_depth(grid: str, letter: str) -> None:
    rows = board(c3=letter, c4=letter, c5=letter, c6=letter)
    blue = [f"b{row} infantry c{row} s" for row in (3, 4, 5, 6)]
    table = guns_first(grid, rows, red=["r1 field-artillery c1 n"], blue=blue, dice=[6])
    assert table.targets("bombard", "r1") == {"c3", "c4", "c5", "c6"}
    assert landed(shot(table, "c6")) == [("r1", "c6")]


@pytest.mark.clause("modern.artillery.out-of-cover")
@pytest.mark.parametrize(
    ("own", "ahead", "may_fire"),
    [
        ("w", ".", True),
        ("w", "w", False),
        ("b", "b", False),
        ("f", "f", False),
        ("w", "b", False),
        ("f", "t", True),
        ("t", "t", True),
        ("t", "w", True),
        (".", "w", True),
    ],
)
def test_fire_comes_out_of_cover_only_at_its_edge(grid: str, own: str, ahead: str, may_fire: bool) -> None:
    red = ["r1 field-artillery c2 n", "r2 field-artillery f1 n"]
    table = guns_first(grid, board(c2=own, c3=ahead), red=red, blue=["b1 infantry c6 s"])
    assert table.targets("bombard", "r1") == ({"c6"} if may_fire else set())
    assert table.why("bombard", "r1", target="c6") == (set() if may_fire else {"modern.artillery.out-of-cover"})


@pytest.mark.clause("modern.artillery.out-of-cover")
@pytest.mark.parametrize(("on", "target", "beside"), [("square", "d3", "d2"), ("hex", "d3", "d2")])
def test_through_a_corner_one_free_neighbour_is_enough(on: str, target: str, beside: str) -> None:
    """From c2 the line to d3 leaves between c3 and d2."""
    for woods, may_fire in [({"c3"}, True), ({beside}, True), ({"c3", beside}, False)]:
        rows = board(**dict.fromkeys({"c2", *woods}, "w"))
        red = ["r1 field-artillery c2 n", "r2 field-artillery d1 n"]
        table = guns_first(on, rows, red=red, blue=[f"b1 infantry {target} s"])
        assert (target in table.targets("bombard", "r1")) == may_fire
        assert table.why("bombard", "r1", target=target) == (set() if may_fire else {"modern.artillery.out-of-cover"})


@pytest.mark.clause("modern.artillery.out-of-cover", "modern.woods.range")
@pytest.mark.parametrize("letter", ["w", "b", "f"])
def test_within_one_wood_or_town_it_fires_at_the_next_cell(grid: str, letter: str) -> None:
    red = ["r1 field-artillery c2 n", "r2 field-artillery f1 n"]
    table = guns_first(grid, board(c2=letter, c3=letter), red=red, blue=["b1 infantry c3 s"])
    assert table.targets("bombard", "r1") == {"c3"}
    table = guns_first(grid, board(c2=letter, c3=letter, c4=letter), red=red, blue=["b1 infantry c4 s"])
    assert table.targets("bombard", "r1") == set()
    woods = {"modern.woods.range"} if letter == "w" else set()
    assert table.why("bombard", "r1", target="c4") == {"modern.artillery.out-of-cover"} | woods


@pytest.mark.clause("modern.artillery.scatter")
def test_the_target_cell_must_hold_an_enemy(grid: str) -> None:
    table = one_gun(grid, [], red="r2 infantry c3 n")
    assert table.why("bombard", "r1", target="c5") == {"modern.artillery.hits"}
    assert table.why("bombard", "r1", target="c3") == {"modern.artillery.hits"}
    assert table.reasons("bombard", "r1", target="c3") == ["There is no enemy in c3"]


# -- all at once, and unseen


@pytest.mark.clause("modern.artillery.simultaneous")
def test_a_battery_that_is_destroyed_has_fired_all_the_same(grid: str) -> None:
    red = ["r1 field-artillery c1 n sp=1", "r2 infantry a1 n"]
    blue = ["b1 field-artillery c6 s sp=1", "b2 infantry a6 s"]
    table = guns_first(grid, red=red, blue=blue, dice=[3, 6, 1, 2])
    table.play("bombard", "r1", target="c6")
    events = table.play("bombard", "b1", target="c1")
    assert throws(events, "landing") == [f"r1: 3 {SEEN} = 5: on-target", f"b1: 6 {SEEN} = 8: on-target"]
    assert [(event["event"], event.get("unit")) for event in events[:12]] == [
        ("roll", "r1"),
        ("landed", "r1"),
        ("roll", "b1"),
        ("landed", "b1"),
        ("hit", "b1"),
        ("roll", "b1"),
        ("lost-sp", "b1"),
        ("destroyed", "b1"),
        ("hit", "r1"),
        ("roll", "r1"),
        ("lost-sp", "r1"),
        ("destroyed", "r1"),
    ]
    assert table.unit("r1") is None
    assert table.unit("b1") is None


@pytest.mark.clause("modern.artillery.simultaneous", "shared.dice-order")
def test_every_shot_is_thrown_before_any_effect(grid: str) -> None:
    """The first hit takes b1 away, the second finds it gone; and what stood behind it was hidden to the last."""
    red = ["r1 field-artillery b1 n", "r2 field-artillery c1 n", "r3 anti-tank-gun c2 n"]
    blue = ["b1 infantry c4 s sp=1", "b2 infantry c5 s"]
    table = guns_first(grid, red=red, blue=blue, dice=[6, 6, 6, 1, 4, 2])
    table.play("bombard", "r1", target="c4")
    table.play("bombard", "r2", target="c4")
    assert table.targets("bombard", "r3") == {"c4"}
    events = table.play("bombard", "r3", target="c4")
    assert [roll["unit"] for roll in rolls(events, "landing")] == ["r1", "r2", "r3"]
    assert throws(events, "hit") == ["b1: 1 = 1: loses-sp"]
    assert throws(events, "initiative") == ["red: 4 = 4", "blue: 2 = 2"]


@pytest.mark.clause("modern.artillery.simultaneous", "modern.hits.table")
def test_a_unit_driven_back_by_one_shell_still_resolves_the_other(grid: str) -> None:
    red = ["r1 field-artillery b1 n", "r2 field-artillery c1 n"]
    table = guns_first(grid, red=red, blue=["b1 infantry c4 s"], dice=[6, 6, 4, 5])
    table.play("bombard", "r1", target="c4")
    assert throws(table.play("bombard", "r2", target="c4"), "hit") == ["b1: 4 = 4: retreats-or-loses-sp"]
    assert (table.state["decides"], table.state["phase"]) == ("blue", "artillery")
    assert throws(table.play("retreat", "b1", to="c5"), "hit") == ["b1: 5 = 5: retreats-or-loses-sp"]
    assert told(table.play("lose-sp", "b1"))[0] == ("lost-sp", "b1", "modern.hits.table")
    assert table.at("b1") == "c5"


@pytest.mark.clause("modern.artillery.simultaneous")
def test_a_side_does_not_see_what_the_other_has_aimed_at(grid: str) -> None:
    """Two tables, on which Red aims at different cells, look all alike to Blue until both have declared."""
    red = ["r1 field-artillery c1 n", "r2 infantry a1 n"]
    blue = ["b1 field-artillery c6 s", "b2 infantry d5 s"]
    views = []
    for target in ("c6", "d5"):
        table = guns_first(grid, red=red, blue=blue)
        before = table.session.state("red")
        assert before["orders"] == []
        table.play("bombard", "r1", target=target)
        assert table.state["decides"] == "blue"
        assert table.session.state("red")["orders"] == [{"unit": "r1", "target": target}]
        assert table.session.state("blue")["orders"] == []
        assert "orders" not in table.session.state()
        views.append((table.session.state("blue"), table.session.state(), table.session.legal()))
        assert [(one["fired"], one["last-target"]) for one in table.state["units"]] == [(False, None)] * 4
        table.play("bombard", "b1", target="c1")
        assert table.session.state("red")["orders"] == table.session.state("blue")["orders"] == []
        assert (table.unit("r1") or {})["last-target"] == target
    assert views[0] == views[1]


@pytest.mark.clause("modern.artillery.simultaneous")
def test_each_side_declares_all_its_shots_before_the_other(grid: str) -> None:
    red = ["r1 field-artillery c1 n", "r2 field-artillery d1 n"]
    blue = ["b1 field-artillery c6 s", "b2 field-artillery d6 s"]
    table = guns_first(grid, red=red, blue=blue)
    assert table.session.legal()["side"] == "red"
    assert table.why("bombard", "b1", target="c1") == {"modern.turn.sequence"}
    assert table.play("bombard", "r1", target="c6") == []
    assert table.play("done") == []
    assert table.session.legal()["side"] == "blue"
    assert table.why("bombard", "r2", target="c6") == {"modern.turn.sequence"}
    assert table.play("bombard", "b2", target="d1") == []
    assert [roll["unit"] for roll in rolls(table.play("done"), "landing")] == ["r1", "b2"]


# -- where the shell lands


@pytest.mark.clause("modern.artillery.scatter")
@pytest.mark.parametrize(
    ("die", "cell", "place"),
    [
        (6, "c4", "on-target"),
        (5, "c4", "on-target"),
        (4, "c3", "in-front"),
        (3, "c5", "behind"),
        (2, "c3", "in-front"),
        (1, "c5", "behind"),
    ],
)
def test_a_shell_lands_on_before_or_behind_its_target(grid: str, die: int, cell: str, place: str) -> None:
    events = shot(blind(grid, [die]))
    assert throws(events, "landing") == [f"r1: {die} = {die}: {place}"]
    assert landed(events) == [("r1", cell)]
    assert of_kind(events, "landed")[0]["clause"] == "modern.artillery.scatter"
    assert bool(throws(events, "hit")) == (cell == "c4")


@pytest.mark.clause("modern.artillery.scatter")
def test_below_1_a_shell_does_nothing(grid: str) -> None:
    events = shot(blind(grid, [1], board(c4="w")))
    assert throws(events, "landing") == ["r1: 1 -1 modern.artillery.mod-cover = 0: ineffective"]
    assert landed(events) == []
    assert throws(events, "hit") == []


@pytest.mark.clause("modern.artillery.scatter", "shared.scatter")
@pytest.mark.parametrize(
    ("on", "friend", "target", "cells"),
    [
        # Exactly between two neighbours: the lower score is on the left, as the firer looks.
        ("square", "b2", "c3", {2: "b3", 4: "c2", 1: "c4", 3: "d3", 5: "c3"}),
        ("hex", "b2", "c4", {2: "b3", 4: "c3", 1: "c5", 3: "d4", 5: "c4"}),
        # Oblique, but through an edge: left and right are one.
        ("square", "a2", "b4", {2: "b3", 4: "b3", 1: "b5", 3: "b5", 5: "b4"}),
        ("hex", "a2", "b3", {2: "b2", 4: "b2", 1: "b4", 3: "b4", 5: "b3"}),
    ],
)
def test_scatter_on_oblique_lines(on: str, friend: str, target: str, cells: dict[int, str]) -> None:
    """From a1, facing north, over a friend that hides the target."""
    red = ["r1 field-artillery a1 n", f"r2 infantry {friend} n"]
    for die, cell in cells.items():
        table = guns_first(on, red=red, blue=[f"b1 infantry {target} s", "b2 infantry f6 n"], dice=[die])
        events = shot(table, target)
        assert throws(events, "landing")[0].startswith(f"r1: {die} = {die}: ")
        assert landed(events) == [("r1", cell)]


@pytest.mark.clause("shared.scatter")
@pytest.mark.parametrize(
    ("on", "firer", "facing", "target", "cells"),
    [
        ("square", "e3", "w", "c5", {2: "c4", 4: "d5", 1: "b5", 3: "c6"}),
        ("square", "c5", "e", "e3", {2: "e4", 4: "d3", 1: "f3", 3: "e2"}),
        ("hex", "c4", "s", "a1", {2: "b1", 4: "a2"}),
    ],
)
def test_left_and_right_are_the_firers(on: str, firer: str, facing: str, target: str, cells: dict[int, str]) -> None:
    """In whatever direction it fires; the firer is blind behind a friend half way."""
    half = {("square", "e3"): "d4", ("square", "c5"): "d4", ("hex", "c4"): "b2"}[on, firer]
    red = [f"r1 field-artillery {firer} {facing}", f"r2 infantry {half} n"]
    for die, cell in cells.items():
        table = guns_first(on, red=red, blue=[f"b1 infantry {target} s", "b2 infantry f6 n"], dice=[die])
        assert landed(shot(table, target)) == [("r1", cell)]


@pytest.mark.clause("modern.artillery.scatter")
def test_a_shell_off_the_board_does_nothing(grid: str) -> None:
    for die, place in [(1, "behind"), (3, "behind"), (2, "in-front")]:
        table = guns_first(
            grid,
            red=["r1 field-artillery c1 n", "r2 infantry c2 n"],
            blue=["b1 infantry c6 s", "b2 infantry f1 n"],
            dice=[die],
        )
        events = shot(table, "c6")
        assert throws(events, "landing") == [f"r1: {die} = {die}: {place}"]
        assert landed(events) == ([] if place == "behind" else [("r1", "c5")])
        assert throws(events, "hit") == []


@pytest.mark.clause("modern.artillery.scatter")
def test_a_shell_does_not_fall_on_its_own_gun(grid: str) -> None:
    """Short of a target in the next cell."""
    events = shot(one_gun(grid, [2], target="c2"), "c2")
    assert throws(events, "landing") == [f"r1: 2 {SEEN} = 4: in-front"]
    assert landed(events) == []
    assert throws(events, "hit") == []


@pytest.mark.clause("modern.artillery.hits", "modern.artillery.scatter")
def test_a_shell_that_falls_short_hits_friends(grid: str) -> None:
    table = one_gun(grid, [2, 1], red="r2 infantry c3 n")
    events = shot(table)
    assert landed(events) == [("r1", "c3")]
    assert told(events)[1:3] == [("hit", "r2", "modern.artillery.hits"), ("lost-sp", "r2", "modern.hits.table")]
    assert (table.unit("r2") or {})["sp"] == 3
    assert (table.unit("b1") or {})["sp"] == 4


@pytest.mark.clause("modern.artillery.hits")
def test_every_unit_in_the_cell_is_hit_each_with_a_throw_of_its_own(grid: str) -> None:
    blue = ["b1 spotter c4 s", "b2 infantry c4 s", "b3 commander c4 s", "b4 infantry c5 s", "b5 infantry f6 n"]
    table = one_gun(grid, [3, 1, 2, 3], blue=blue)
    events = shot(table)
    assert throws(events, "hit") == ["b1: 1 = 1: loses-sp", "b2: 2 = 2: loses-sp", "b3: 3 = 3: loses-sp"]
    assert [one for one in told(events) if one[0] == "hit"] == [
        ("hit", unit, "modern.artillery.hits") for unit in ("b1", "b2", "b3")
    ]
    assert [one["sp"] for one in table.state["units"] if one["side"] == "blue"] == [1, 3, 1, 4, 4]


@pytest.mark.clause("modern.artillery.hits")
def test_a_shell_in_an_empty_cell_hits_nobody(grid: str) -> None:
    events = shot(blind(grid, [3]))
    assert landed(events) == [("r1", "c5")]
    assert of_kind(events, "hit") == []


@pytest.mark.clause("modern.artillery.any-target")
@pytest.mark.parametrize("kind", GROUND_TYPES)
def test_artillery_destroys_any_kind_of_ground_unit(grid: str, kind: str) -> None:
    blue = [f"b1 {kind} c4 n sp=1", "b2 infantry f6 n"]
    table = one_gun(grid, [6, 1], blue=blue)
    assert told(shot(table))[:4] == [
        ("landed", "r1", "modern.artillery.scatter"),
        ("hit", "b1", "modern.artillery.hits"),
        ("lost-sp", "b1", "modern.hits.table"),
        ("destroyed", "b1", "modern.strength.destroyed"),
    ]


# -- what is added


@pytest.mark.clause("modern.artillery.mod-cover", "modern.definitions.cover", "modern.definitions.fortifications")
@pytest.mark.parametrize("letter", ["w", "b", "f", "t", "*"])
def test_a_target_in_cover_takes_1_away(grid: str, letter: str) -> None:
    table = blind(grid, [5], board(c4=letter), legend={"*": ["woods", "built-up", "hill 1"]})
    assert throws(shot(table), "landing") == ["r1: 5 -1 modern.artillery.mod-cover = 4: in-front"]


@pytest.mark.clause("modern.artillery.mod-cover", "modern.definitions.cover")
@pytest.mark.parametrize("letter", ["h", "H", "=", "F", "B", "x", "m", "."])
def test_other_terrain_is_no_cover_nor_is_cover_beside_the_target(grid: str, letter: str) -> None:
    rows = board(c4=letter, c5="w", b4="b", d4="f", c1="w")
    assert throws(shot(blind(grid, [5], rows)), "landing") == ["r1: 5 = 5: on-target"]


@pytest.mark.clause("modern.artillery.mod-seen")
def test_a_target_that_the_gun_sees_adds_2(grid: str) -> None:
    assert throws(shot(one_gun(grid, [3])), "landing") == [f"r1: 3 {SEEN} = 5: on-target"]
    assert throws(shot(blind(grid, [3])), "landing") == ["r1: 3 = 3: behind"]


@pytest.mark.clause("modern.artillery.mod-seen")
@pytest.mark.parametrize("at", ["c6", "d4", "a4"])
def test_a_spotter_anywhere_sees_for_the_gun(grid: str, at: str) -> None:
    """Far off, on the other side of the target, and behind it."""
    red = ["r1 field-artillery c1 n", "r2 infantry c2 n", f"r3 spotter {at} n"]
    table = guns_first(grid, red=red, blue=["b1 infantry c4 s", "b2 infantry f1 n"], dice=[3])
    assert throws(shot(table), "landing") == [f"r1: 3 {SEEN} = 5: on-target"]


@pytest.mark.clause("modern.artillery.mod-seen")
@pytest.mark.parametrize(
    ("third", "side"),
    [("spotter c6 n", "blue"), ("infantry c6 n", "red"), ("commander c6 n", "red"), ("spotter a1 n", "red")],
    ids=["an enemy's", "no spotter", "a Commander", "behind a wood"],
)
def test_others_do_not_see_for_it(grid: str, third: str, side: str) -> None:
    """Woods hide the target from a1, as the friend in c2 hides it from the gun."""
    sides: dict[str, Any] = {
        "red": ["r1 field-artillery c1 n", "r2 infantry c2 n"],
        "blue": ["b1 infantry c4 s", "b2 infantry f1 n"],
    }
    sides[side].append(f"x1 {third}")
    table = guns_first(grid, board(a2="w", b2="w", b3="w"), dice=[3], **sides)
    assert throws(shot(table), "landing") == ["r1: 3 = 3: behind"]


@pytest.mark.clause("modern.artillery.mod-seen")
def test_gun_and_spotter_together_add_no_more(grid: str) -> None:
    table = one_gun(grid, [3], red="r2 spotter d4 n")
    assert throws(shot(table), "landing") == [f"r1: 3 {SEEN} = 5: on-target"]


@pytest.mark.clause("modern.artillery.mod-repeat")
@pytest.mark.parametrize(("second", "throw"), [("c4", "3 +1 modern.artillery.mod-repeat = 4"), ("c6", "3 = 3")])
def test_the_same_target_as_in_the_turn_before_adds_1(grid: str, second: str, throw: str) -> None:
    red = ["r1 field-artillery c1 n", "r2 infantry c2 n"]
    blue = ["b1 infantry c4 s", "b2 infantry c6 s"]
    table = guns_first(grid, red=red, blue=blue, dice=[2, 6, 1, 1, 1, 3])
    table.play("bombard", "r1", target="c4")
    table.next_turn()
    (line,) = throws(shot(table, second), "landing")
    assert line.startswith(f"r1: {throw}: ")


@pytest.mark.clause("modern.artillery.mod-repeat")
def test_a_turn_without_a_shot_breaks_it_and_another_enemy_in_the_cell_does_not(grid: str) -> None:
    red = ["r1 field-artillery c1 n", "r2 infantry c2 n"]
    blue = ["b1 infantry c4 s", "b2 infantry d4 s"]
    table = guns_first(grid, red=red, blue=blue, dice=[2, 6, 1, 1, 1, 6, 1, 1, 1, 3])
    table.play("bombard", "r1", target="c4")
    table.next_turn()
    table.next_turn()  # Red's guns are silent
    (line,) = throws(shot(table), "landing")
    assert line == "r1: 3 = 3: behind"
    table = guns_first(grid, red=red, blue=blue, dice=[2, 1, 6, 6, 1, 3])
    table.play("bombard", "r1", target="c4")
    table.play("move", "b1", path=["c5"], facing="n")
    table.play("move", "b2", path=["c4"], facing="n")
    while table.state["phase"] != "artillery":
        table.play("end")
    (line,) = throws(shot(table), "landing")
    assert line == "r1: 3 +1 modern.artillery.mod-repeat = 4: in-front"


@pytest.mark.clause("modern.artillery.mod-commander")
@pytest.mark.parametrize("at", ["b1", "d1", "c1"])
def test_a_commander_with_the_gun_or_beside_it_adds_1(grid: str, at: str) -> None:
    table = one_gun(grid, [2], red=f"r2 commander {at} n")
    assert throws(shot(table), "landing") == [f"r1: 2 {SEEN} +1 modern.artillery.mod-commander = 5: on-target"]


@pytest.mark.clause("modern.artillery.mod-commander")
@pytest.mark.parametrize("unit", ["commander e1", "commander a1", "infantry b1", "commander d4"])
def test_no_commander_near_the_gun_adds_nothing(grid: str, unit: str) -> None:
    assert throws(shot(one_gun(grid, [2], red=f"r2 {unit} n")), "landing") == [f"r1: 2 {SEEN} = 4: in-front"]


@pytest.mark.clause("modern.artillery.mod-commander")
def test_an_enemy_commander_beside_the_gun_adds_nothing(grid: str) -> None:
    blue = ["b1 infantry c4 s", "b2 commander b1 n", "b3 infantry f6 s"]
    assert throws(shot(one_gun(grid, [2], blue=blue)), "landing") == [f"r1: 2 {SEEN} = 4: in-front"]


# -- the odds


def shares(table: Table, target: str = "c4") -> dict[str, float]:
    """The probability of each cell; "" for a shell that has no effect at all."""
    found: dict[str, float] = {}
    for chance in table.session.odds({"do": "bombard", "unit": "r1", "target": target}):
        cell = chance.get("cell", "")
        found[cell] = found.get(cell, 0) + chance["probability"]
        assert chance["outcome"].startswith(f"lands in {cell}: " if cell else "no effect")
    assert sum(found.values()) == pytest.approx(1)
    return found


@pytest.mark.clause("modern.artillery.scatter")
def test_the_odds_of_each_cell(grid: str) -> None:
    assert shares(one_gun(grid, [])) == pytest.approx({"c4": 4 / 6, "c3": 1 / 6, "c5": 1 / 6})
    assert shares(blind(grid, [])) == pytest.approx({"c4": 2 / 6, "c3": 2 / 6, "c5": 2 / 6})
    in_a_wood = blind(grid, [], board(c4="w"))
    assert shares(in_a_wood) == pytest.approx({"c4": 1 / 6, "c3": 2 / 6, "c5": 2 / 6, "": 1 / 6})
    assert shares(one_gun(grid, [], target="c6"), "c6") == pytest.approx({"c6": 4 / 6, "c5": 1 / 6, "": 1 / 6})
    assert shares(one_gun(grid, [], target="c2"), "c2") == pytest.approx({"c2": 4 / 6, "c3": 1 / 6, "": 1 / 6})


@pytest.mark.clause("modern.artillery.scatter", "shared.scatter")
@pytest.mark.parametrize(
    ("on", "friend", "target", "cells"),
    [("square", "b2", "c3", ["b3", "c2", "c4", "d3"]), ("hex", "b2", "c4", ["b3", "c3", "c5", "d4"])],
)
def test_the_odds_on_a_line_between_cells(on: str, friend: str, target: str, cells: list[str]) -> None:
    red = ["r1 field-artillery a1 n", f"r2 infantry {friend} n"]
    table = guns_first(on, red=red, blue=[f"b1 infantry {target} s"])
    assert shares(table, target) == pytest.approx({target: 2 / 6, **dict.fromkeys(cells, 1 / 6)})


@pytest.mark.clause("modern.artillery.hits", "modern.artillery.scatter")
def test_the_odds_for_the_units_where_it_lands(grid: str) -> None:
    """A friend stands short of the target, a poor unit behind it."""
    blue = ["b1 infantry c4 s elite", "b2 infantry c5 s poor"]
    table = one_gun(grid, [], blue=blue, red="r2 infantry c3 n")
    sixth = 1 / 6
    assert table.odds("bombard", "r1", target="c4") == pytest.approx(
        {
            "lands in c4: b1 loses sp": 2 * sixth * 2 / 6,
            "lands in c4: b1 retreats or loses sp": 2 * sixth * 4 / 6,
            "lands in c3: r2 loses sp": 2 * sixth * 3 / 6,
            "lands in c3: r2 retreats or loses sp": 2 * sixth * 3 / 6,
            "lands in c5: b2 loses sp": 2 * sixth * 4 / 6,
            "lands in c5: b2 retreats or loses sp": 2 * sixth * 2 / 6,
        }
    )


# -- after the shot


@pytest.mark.clause("modern.artillery.no-move")
def test_a_gun_that_fired_does_not_move_this_turn(grid: str) -> None:
    table = one_gun(grid, [2, 6, 1, 6, 6, 6, 1, 6], red="r2 field-artillery e1 n")
    shot(table)
    assert table.legal("move", "r1") == []
    assert table.why("move", "r1", path=["c2"]) == {"modern.artillery.no-move"}
    assert table.why("move", "r1", path=[], facing="s") == {"modern.artillery.no-move"}
    assert "e3" in table.reach("r2")
    table.next_turn()
    while table.state["phase"] == "artillery":
        table.play("done")
    assert of_kind(table.play("move", "r1", path=["c2"]), "moved")


@pytest.mark.clause("modern.artillery.no-move", "modern.movement.firing-cost", "modern.artillery.once")
@pytest.mark.parametrize("fires", [True, False])
def test_self_propelled_artillery_fires_and_then_moves_2(grid: str, fires: bool) -> None:
    rows = board(6, 9)
    red = ["r1 self-propelled-artillery c1 n"]
    table = guns_first(grid, rows, red=red, blue=["b1 infantry c8 s", "b2 infantry f9 n"], dice=[2, 6, 1, 6])
    if fires:
        assert throws(shot(table, "c8"), "landing") == [f"r1: 2 {SEEN} = 4: in-front"]
    else:
        table = guns_first(grid, rows, red=red, blue=["b1 infantry c8 s", "b2 infantry f9 n"], dice=[6, 1, 6])
        table.play("done")
    assert ("c3" in table.reach("r1"), "c4" in table.reach("r1")) == (True, not fires)
    assert table.why("move", "r1", path=["c2", "c3", "c4"]) == ({"modern.movement.firing-cost"} if fires else set())
    table.play("move", "r1", path=["c2", "c3"])
    assert table.at("r1") == "c3"
