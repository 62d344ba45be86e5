"""Classic: points on which the notes are silent, as the ledger settles them."""

import pytest

from tests.table import RED_FIRST, draw, rolls


@pytest.mark.clause("classic.close-combat.advance")
def test_a_commander_in_the_square_stays_when_his_unit_advances() -> None:
    red, blue = ["r1 infantry c3 n", "r2 commander c3 n"], ["b1 commander c4 s sp=1", "b9 infantry f6 s"]
    table = draw("classic", red=red, blue=blue, dice=[*RED_FIRST, 6, 1, 1])
    table.play("fight", "r1", target="c4")
    table.play("advance", "r1")
    assert (table.at("r1"), table.at("r2")) == ("c4", "c3")


@pytest.mark.clause("classic.rivers.no-fire", "classic.turn.options")
def test_who_has_left_a_river_by_one_square_may_fire() -> None:
    rows = "\n".join([". . . . . .", ". . . . . .", ". . . . . .", ". . . . . .", "~ ~ ~ ~ ~ ~", ". . . . . ."])
    table = draw("classic", rows, red=["r1 infantry c2 n"], blue=["b1 infantry c5 s"], dice=RED_FIRST)
    table.play("move", "r1", path=["c3"], facing="n")
    assert table.targets("fire", "r1") == {"c5"}


@pytest.mark.clause("classic.woods.rate")
def test_who_leaves_a_wood_moves_on_at_the_normal_rate() -> None:
    rows = "\n".join([". . . . . .", ". . . . . .", ". . . . . .", ". . . . . .", ". . w . . .", ". . . . . ."])
    table = draw("classic", rows, red=["r1 cavalry c2 n"], blue=["b1 infantry f6 s"], dice=RED_FIRST)
    assert "c5" in table.reach("r1")


@pytest.mark.clause("classic.wire.lay")
def test_an_advance_breaks_work_off() -> None:
    """b1 lays wire, is attacked, wins, and advances as the defender."""
    red, blue = ["r1 commander c3 n sp=1", "r2 infantry a1 n"], ["b1 infantry c4 s", "b9 infantry f6 s"]
    table = draw("classic", red=red, blue=blue, dice=[1, 6, 1, 6, 1])
    table.play("work", "b1", task="lay-wire")
    table.play("end")
    table.play("fight", "r1", target="c4")
    assert (table.unit("b1") or {})["task"] is not None
    table.play("advance", "b1")
    assert (table.unit("b1") or {})["task"] is None


@pytest.mark.clause("classic.turn.sequence")
def test_shots_are_all_thrown_and_then_settled_in_the_order_declared() -> None:
    red = ["r1 artillery b1 n", "r2 artillery d1 n", "r3 infantry a1 n"]
    blue = ["b1 infantry c4 s", "b2 infantry d4 s", "b9 infantry f6 s"]
    table = draw("classic", red=red, blue=blue, dice=[6, 6, 2, 1])
    table.play("bombard", "r2", target="d4")
    events = table.play("bombard", "r1", target="c4")
    assert [roll["unit"] for roll in rolls(events, "artillery")] == ["r2", "r1"]
    assert [(roll["unit"], roll["dice"]) for roll in rolls(events, "hit")] == [("b2", [2]), ("b1", [1])]


@pytest.mark.clause("classic.terrain.types")
def test_who_has_come_into_the_water_does_not_man_its_trench_and_who_began_there_does() -> None:
    rows = "\n".join([". . . . . .", ". . . . . .", "* . * . . .", ". . . . . .", ". . . . . .", ". . . . . ."])
    red, blue = ["r1 infantry a2 n", "r2 infantry c2 n"], ["b1 infantry a4 s", "b2 infantry c5 s", "b9 infantry f6 s"]
    legend = {"*": ["river", "ford", "trench"]}
    table = draw("classic", rows, red=red, blue=blue, dice=[1, 6, 6, 6], legend=legend)
    table.play("move", "b2", path=["c4"])
    table.play("end")
    came = rolls(table.play("fire", "r2", target="c4"), "fire")[0]
    assert [row["clause"] for row in came["modifiers"]] == ["classic.fire.mod-still"]
    if table.state["decides"] == "blue":
        table.play("lose-sp", "b2")
    began = rolls(table.play("fire", "r1", target="a4"), "fire")[0]
    assert {row["clause"] for row in began["modifiers"]} == {"classic.fire.mod-still", "classic.fire.mod-cover"}
