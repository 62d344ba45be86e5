"""Classic: points on which the notes are silent, as the ledger settles them."""

import pytest

from tests.table import RED_FIRST, draw


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
