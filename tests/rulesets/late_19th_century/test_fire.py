"""The fire of units that are not artillery."""

import pytest

from tests.rulesets.late_19th_century.drawing import (
    OPEN,
    happened,
    is_pinned,
    red_pinned,
    red_to_act,
    terrain,
    throws,
    why,
)
from tests.table import Table

SPARE = "r9 infantry-close-combat h1 n"


def firing(rows: str = OPEN, dice: list[int] | None = None, target: str = "d6", red: str = "", blue: str = "") -> Table:
    """r1 with rifles in d3, looking north, and b1."""
    reds = ["r1 infantry-rifles d3 n", SPARE, red]
    blues = [f"b1 infantry-rifles {target} s", "b9 infantry-close-combat h8 s", blue]
    return red_to_act(rows, dice, red=[one for one in reds if one], blue=[one for one in blues if one])


@pytest.mark.clause("late19c.fire.once")
def test_a_unit_fires_once_and_only_if_it_has_not_moved() -> None:
    table = firing(dice=[1])
    table.play("fire", "r1", target="d6")
    assert table.legal("fire", "r1") == []
    assert "fire.once" in why(table, "fire", "r1", target="d6")
    table = firing()
    table.play("move", "r1", path=["d4"])
    assert table.legal("fire", "r1") == []
    assert "fire.once" in why(table, "fire", "r1", target="d6")


@pytest.mark.clause("late19c.fire.open-or-cover", "late19c.units.table")
def test_fire_needs_a_weapon_and_an_enemy() -> None:
    table = firing()
    assert why(table, "fire", "r1", target="d5") == {"fire.open-or-cover"}
    assert why(table, "fire", "r9", target="d6") >= {"units.table"}
    assert table.reasons("fire", "r9", target="d6")[0].endswith("r9 have nothing to fire with")


@pytest.mark.clause("late19c.fire.once", "shared.arrival")
@pytest.mark.parametrize("kind", ["infantry-rifles", "machine-gun"])
def test_coming_onto_the_board_is_a_move(kind: str) -> None:
    red = [f"r1 {kind} - n arrives=1,south", "r2 infantry-rifles h1 n"]
    table = red_to_act(thrown=[6], red=red, blue=["b1 infantry-rifles d4 s"])
    table.play("enter", "r1", at="d1", facing="n")
    assert table.legal("fire", "r1") == []
    assert why(table, "fire", "r1", target="d4") == {"fire.once"}


@pytest.mark.clause("late19c.fire.while-pinned", "late19c.fire.mod-pinned", "late19c.pinning.fire")
def test_a_pinned_unit_fires_at_minus_1() -> None:
    red = ["r1 infantry-rifles d3 n", SPARE]
    table = red_pinned(["d3"], dice=[5], red=red, blue=["b1 infantry-rifles d6 s"])
    assert table.targets("fire", "r1") == {"d6"}
    assert throws(table.play("fire", "r1", target="d6"), "fire") == [
        "r1: 5 -1 fire.mod-pinned = 4: pinned [fire.effect-open]"
    ]
    assert throws(firing(dice=[5]).play("fire", "r1", target="d6"), "fire") == [
        "r1: 5 = 5: destroyed [fire.effect-open]"
    ]


@pytest.mark.clause("late19c.fire.mod-pinned")
def test_a_pinned_unit_that_throws_a_2_does_nothing() -> None:
    red = ["r1 infantry-rifles d3 n", SPARE]
    table = red_pinned(["d3"], dice=[2], red=red, blue=["b1 infantry-rifles d6 s"])
    assert throws(table.play("fire", "r1", target="d6"), "fire") == [
        "r1: 2 -1 fire.mod-pinned = 1: nothing [fire.effect-open]"
    ]


@pytest.mark.clause("late19c.fire.turn", "late19c.fire.arc")
@pytest.mark.parametrize(("target", "seen"), [("e5", True), ("f3", True), ("f2", True), ("e2", False), ("b3", True)])
def test_up_to_60_degrees(target: str, seen: bool) -> None:
    table = firing(target=target)
    assert table.targets("fire", "r1") == ({target} if seen else set())
    assert why(table, "fire", "r1", target=target) == (set() if seen else {"fire.arc"})


@pytest.mark.clause("late19c.fire.range-measure")
@pytest.mark.parametrize(("target", "away"), [("d6", 3), ("g5", 3), ("f5", 3), ("f6", 4), ("g6", 4), ("e6", 3)])
def test_range_is_counted_through_sides(target: str, away: int) -> None:
    """From d3. No corner is cut: f6 is four hexes away."""
    assert why(firing(target=target), "fire", "r1", target=target) == (set() if away <= 3 else {"units.table"})


@pytest.mark.clause("late19c.fire.out-of-cover")
@pytest.mark.parametrize(
    ("cells", "clauses"),
    [
        ({"d3": "w"}, set()),
        ({"d3": "b"}, set()),
        ({"d3": "w", "c4": "w", "e4": "w"}, set()),
        ({"d3": "w", "d4": "w"}, {"fire.out-of-cover", "fire.open-or-cover"}),
        ({"d3": "f", "d4": "b"}, {"fire.out-of-cover", "fire.open-or-cover"}),
        ({"d4": "w"}, {"fire.open-or-cover"}),
    ],
)
def test_out_of_cover_only_from_the_edge(cells: dict[str, str], clauses: set[str]) -> None:
    table = firing(terrain(**cells))
    assert why(table, "fire", "r1", target="d6") == clauses
    assert table.targets("fire", "r1") == (set() if clauses else {"d6"})


@pytest.mark.clause("late19c.fire.out-of-cover")
def test_next_to_each_other_in_one_wood_they_fire_but_not_into_another_kind_of_cover() -> None:
    assert firing(terrain(d3="w", d4="w"), target="d4").targets("fire", "r1") == {"d4"}
    table = firing(terrain(d3="w", d4="b"), target="d4")
    assert why(table, "fire", "r1", target="d4") == {"fire.out-of-cover"}


OPEN_TABLE, COVER_TABLE = "[fire.effect-open]", "[fire.effect-cover]"


@pytest.mark.clause("late19c.fire.open-or-cover")
@pytest.mark.parametrize(
    ("letter", "table_used"),
    [
        (".", OPEN_TABLE),
        ("h", OPEN_TABLE),
        ("=", OPEN_TABLE),
        ("F", OPEN_TABLE),
        ("w", COVER_TABLE),
        ("b", COVER_TABLE),
        ("f", COVER_TABLE),
        ("t", COVER_TABLE),
    ],
)
def test_the_targets_ground(letter: str, table_used: str) -> None:
    events = firing(terrain(d6=letter), [5]).play("fire", "r1", target="d6")
    assert throws(events, "fire")[0].endswith(table_used)


@pytest.mark.clause("late19c.fire.open-or-cover", "shared.line-of-sight")
@pytest.mark.parametrize(
    ("cells", "red", "table_used"),
    [
        ({}, "", OPEN_TABLE),
        ({"d4": "w"}, "", COVER_TABLE),
        ({"e4": "b"}, "", COVER_TABLE),
        ({"d4": "h"}, "", COVER_TABLE),
        ({"d4": "t", "e4": "t"}, "", OPEN_TABLE),
        ({}, "r2 infantry-close-combat d4 n", COVER_TABLE),
        ({"e4": "w"}, "r2 infantry-close-combat d4 n", ""),
        ({"d4": "w", "e4": "w"}, "", ""),
    ],
)
def test_a_grazed_line_leaves_the_target_in_cover(cells: dict[str, str], red: str, table_used: str) -> None:
    """From d3 to e5 the line runs between d4 and e4."""
    table = firing(terrain(**cells), [4], target="e5", red=red)
    if not table_used:
        assert table.targets("fire", "r1") == set()
        assert why(table, "fire", "r1", target="e5") == {"fire.open-or-cover"}
        return
    assert throws(table.play("fire", "r1", target="e5"), "fire") == [f"r1: 4 = 4: pinned {table_used}"]


@pytest.mark.clause("late19c.fire.effect-open")
@pytest.mark.parametrize(
    ("die", "effect"),
    [(1, "nothing"), (2, "pinned"), (3, "pinned"), (4, "pinned"), (5, "destroyed"), (6, "destroyed")],
)
def test_fire_at_a_target_in_the_open(die: int, effect: str) -> None:
    table = firing(dice=[die])
    events = table.play("fire", "r1", target="d6")
    assert throws(events, "fire") == [f"r1: {die} = {die}: {effect} [fire.effect-open]"]
    assert happened(events) == ([] if effect == "nothing" else [f"{effect} b1 fire.effect-open"])
    assert (table.unit("b1") is None) == (effect == "destroyed")
    assert effect == "destroyed" or is_pinned(table, "b1") == (effect == "pinned")


@pytest.mark.clause("late19c.fire.effect-cover")
@pytest.mark.parametrize(
    ("die", "effect"),
    [(1, "nothing"), (2, "nothing"), (3, "nothing"), (4, "pinned"), (5, "pinned"), (6, "destroyed")],
)
def test_fire_at_a_target_in_cover(die: int, effect: str) -> None:
    table = firing(terrain(d6="w"), [die])
    events = table.play("fire", "r1", target="d6")
    assert throws(events, "fire") == [f"r1: {die} = {die}: {effect} [fire.effect-cover]"]
    assert happened(events) == ([] if effect == "nothing" else [f"{effect} b1 fire.effect-cover"])


@pytest.mark.clause("late19c.fire.effect-open", "late19c.fire.effect-cover")
def test_the_odds_of_fire() -> None:
    assert firing().odds("fire", "r1", target="d6") == pytest.approx(
        {"b1 destroyed": 2 / 6, "b1 pinned": 3 / 6, "no effect": 1 / 6}
    )
    assert firing(terrain(d6="w")).odds("fire", "r1", target="d6") == pytest.approx(
        {"b1 destroyed": 1 / 6, "b1 pinned": 2 / 6, "no effect": 3 / 6}
    )


@pytest.mark.clause("late19c.fire.out-of-cover")
@pytest.mark.parametrize("letter", ["w", "b", "f"])
def test_a_neighbour_in_the_same_cover_may_always_be_fired_at(letter: str) -> None:
    around = dict.fromkeys(("d3", "d4", "d5", "e4", "e5", "c4", "c5", "d2"), letter)
    red, blue = ["r1 infantry-rifles d3 n", "r9 infantry-rifles a1 n"], ["b1 infantry-rifles d4 s"]
    table = red_to_act(terrain(**around), red=red, blue=blue)
    assert table.targets("fire", "r1") == {"d4"}
