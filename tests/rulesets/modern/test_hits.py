"""Hits: a die by quality, and the owner's choice between ground and strength."""

import pytest

from tests.rulesets.modern.ground import board, guns_first, red_to_act, shot, throws
from tests.table import Table, Tree, of_kind, told

AWAY = {"square": {"c5", "b4", "d4"}, "hex": {"c5", "b4", "d4", "b3", "d3"}}


def hit(
    grid: str, dice: list[int], words: str = "", rows: str = board(), blue: list[str] | None = None
) -> tuple[Table, list[Tree]]:
    """b1 in c4 is hit by the fire of r1 in c2."""
    others = ["b9 infantry f6 n"] if blue is None else blue
    table = red_to_act(
        grid,
        rows,
        dice=[6, *dice],
        red=["r1 infantry c2 n", "r2 infantry a1 n"],
        blue=[f"b1 infantry c4 s {words}", *others],
    )
    return table, table.play("fire", "r1", target="c4")


@pytest.mark.clause("modern.hits.table")
@pytest.mark.parametrize(("quality", "last_loss"), [("elite", 2), ("average", 3), ("poor", 4), ("", 3)])
@pytest.mark.parametrize("die", range(1, 7))
def test_by_quality_a_unit_loses_strength_or_chooses(grid: str, quality: str, last_loss: int, die: int) -> None:
    table, events = hit(grid, [die], quality)
    loses = die <= last_loss
    outcome = "loses-sp" if loses else "retreats-or-loses-sp"
    assert throws(events, "hit") == [f"b1: {die} = {die}: {outcome}"]
    assert (table.unit("b1") or {})["sp"] == (3 if loses else 4)
    assert table.state["decides"] == ("red" if loses else "blue")
    if loses:
        assert told(events) == [("hit", "b1", "modern.fire.dice"), ("lost-sp", "b1", "modern.hits.table")]


@pytest.mark.clause("modern.hits.table")
def test_who_is_hit_and_how_often_is_settled_before_the_first_hit_is_resolved(grid: str) -> None:
    """A machine gun's second hit finds the unit where its first has driven it, and not the cell's other units."""
    table = red_to_act(
        grid,
        dice=[6, 6, 1, 6, 6],
        red=["r1 machine-gun c2 n"],
        blue=["b1 infantry c4 s", "b9 infantry f6 n"],
    )
    assert throws(table.play("fire", "r1", target="c4"), "hit") == ["b1: 6 = 6: retreats-or-loses-sp"]
    events = table.play("retreat", "b1", to="c5")
    assert told(events) == [("retreated", "b1", "modern.hits.retreat"), ("hit", "b1", "modern.fire.dice")]
    assert throws(events, "hit") == ["b1: 6 = 6: retreats-or-loses-sp"]
    assert "c6" in {one["to"] for one in table.legal("retreat")}
    assert "c4" not in {one["to"] for one in table.legal("retreat")}, "it has just left that"
    table.play("lose-sp", "b1")
    assert (table.at("b1"), (table.unit("b1") or {})["sp"]) == ("c5", 3)


@pytest.mark.clause("modern.hits.choice")
def test_the_owner_chooses(grid: str) -> None:
    table, _ = hit(grid, [6])
    assert table.session.legal()["side"] == "blue"
    assert {one["to"] for one in table.legal("retreat")} == AWAY[grid]
    assert [one for one in table.legal() if one["do"] != "retreat"] == [{"do": "lose-sp", "unit": "b1"}]
    assert told(table.play("lose-sp", "b1"))[0] == ("lost-sp", "b1", "modern.hits.table")
    assert (table.at("b1"), (table.unit("b1") or {})["sp"]) == ("c4", 3)
    table, _ = hit(grid, [6])
    assert told(table.play("retreat", "b1", to="c5"))[0] == ("retreated", "b1", "modern.hits.retreat")
    assert (table.at("b1"), (table.unit("b1") or {})["sp"]) == ("c5", 4)


@pytest.mark.clause("modern.hits.choice")
def test_a_unit_that_cannot_retreat_loses_strength_unasked(grid: str) -> None:
    around = {"square": ["c5", "b4", "d4"], "hex": ["c5", "b4", "d4", "b3", "d3"]}[grid]
    blue = [f"b{number} infantry {cell} s" for number, cell in enumerate(around, 2)]
    table, events = hit(grid, [6], blue=blue)
    assert throws(events, "hit") == ["b1: 6 = 6: retreats-or-loses-sp"]
    assert told(events) == [("hit", "b1", "modern.fire.dice"), ("lost-sp", "b1", "modern.hits.choice")]
    assert table.state["decides"] == "red"
    table, _ = hit(grid, [6], blue=blue[1:])
    assert [one["do"] for one in table.legal()] == ["retreat", "lose-sp"]


@pytest.mark.clause("modern.hits.retreat", "modern.definitions.adjacent")
def test_a_retreat_goes_next_door_and_next_to_no_enemy(grid: str) -> None:
    """c3 is next to r1; the second enemy, in d5, closes c5 and d4, and on squares nothing else."""
    table, _ = hit(grid, [6])
    for cell in ("c3", "c6", "d5", "c4"):
        assert table.why("retreat", "b1", to=cell) == {"modern.hits.retreat"}
    table = red_to_act(
        grid, dice=[6, 6], red=["r1 infantry c2 n", "r2 infantry d5 n"], blue=["b1 infantry c4 s", "b9 infantry f6 n"]
    )
    table.play("fire", "r1", target="c4")
    assert {one["to"] for one in table.legal("retreat")} == AWAY[grid] - {"c5", "d4"}


@pytest.mark.clause("modern.hits.retreat", "modern.movement.stacking")
@pytest.mark.parametrize(("friend", "free"), [("infantry", False), ("commander", True), ("truck", True)])
def test_the_cell_must_be_empty_but_for_those_that_share(grid: str, friend: str, free: bool) -> None:
    table, _ = hit(grid, [6], blue=[f"b2 {friend} c5 s", "b9 infantry f6 n"])
    assert ("c5" in {one["to"] for one in table.legal("retreat")}) == free


@pytest.mark.clause("modern.hits.retreat")
@pytest.mark.parametrize(("letter", "free"), [("~", False), ("F", True), ("w", True), ("t", True)])
def test_the_cell_must_be_passable(grid: str, letter: str, free: bool) -> None:
    table, _ = hit(grid, [6], rows=board(c5=letter))
    assert ("c5" in {one["to"] for one in table.legal("retreat")}) == free


@pytest.mark.clause("modern.hits.retreat")
def test_others_in_the_cell_stay_unless_hit_and_the_facing_is_kept(grid: str) -> None:
    table, _ = hit(grid, [6, 1], blue=["b2 commander c4 n", "b9 infantry f6 n"])
    events = table.play("retreat", "b1", to="c5")
    assert told(events) == [
        ("retreated", "b1", "modern.hits.retreat"),
        ("hit", "b2", "modern.fire.dice"),
        ("lost-sp", "b2", "modern.hits.table"),
    ]
    assert (table.at("b1"), (table.unit("b1") or {})["facing"], table.at("b2")) == ("c5", "s", "c4")
    assert of_kind(events, "turned") == []


@pytest.mark.clause("modern.hits.retreat")
def test_a_gun_that_has_fired_may_retreat(grid: str) -> None:
    red = ["r1 field-artillery c1 n", "r2 infantry a1 n"]
    table = guns_first(grid, red=red, blue=["b1 field-artillery c6 s", "b2 infantry f6 n"], dice=[2, 6, 6])
    table.play("bombard", "r1", target="c6")
    events = shot(table, "c1", "b1")
    assert throws(events, "hit") == ["r1: 6 = 6: retreats-or-loses-sp"]
    assert (table.unit("r1") or {})["fired"]
    assert told(table.play("retreat", "r1", to="d1"))[0] == ("retreated", "r1", "modern.hits.retreat")
