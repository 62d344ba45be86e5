"""Modern, optional: cyclists."""

from typing import Any

import pytest

from tests.rulesets.modern.sketch import problems, red_acts, state, throws
from tests.table import OPEN, brief, rolls

CYCLISTS = "modern.cyclists"
WITH: dict[str, Any] = {"options": ["cyclists"]}


@pytest.mark.clause("modern.cyclists")
def test_cyclists_are_an_option(grid: str) -> None:
    red = ["r1 cyclists c1 n"]
    blue = ["b1 infantry c6 s"]
    assert problems(grid, red=red, blue=blue) == ["modern.strength.values"]
    assert problems(grid, red=red, blue=blue, **WITH) == []


@pytest.mark.clause("modern.cyclists")
def test_they_have_4_sp_and_move_3_cells(grid: str) -> None:
    blue = ["b1 infantry f6 s"]
    table = red_acts(grid, red=["r1 cyclists c1 n"], blue=blue, **WITH)
    assert state(table, "r1")["sp"] == 4
    cavalry = red_acts(grid, red=["r1 mounted-cavalry c1 n"], blue=blue)
    assert table.reach("r1") == cavalry.reach("r1")
    assert table.reach("r1") & {"c4", "c5"} == {"c4"}
    infantry = red_acts(grid, red=["r1 infantry c1 n"], blue=blue)
    assert infantry.reach("r1") & {"c3", "c4"} == {"c3"}


@pytest.mark.clause("modern.cyclists")
def test_they_fire_as_infantry(grid: str) -> None:
    red = ["r1 cyclists c2 n", "r2 infantry a1 n"]
    table = red_acts(grid, red=red, blue=["b1 infantry c5 s"], dice=[4, 1], **WITH)
    assert table.targets("fire", "r1") == {"c5"}
    events = table.play("fire", "r1", target="c5")
    assert throws(events, "fire") == [("r1", [4], {"modern.fire.mod-still": 1}, [5], ["hit"], "modern.fire.dice")]
    table = red_acts(grid, red=["r1 cyclists c2 n"], blue=["b1 infantry c6 s"], **WITH)
    assert table.why("fire", "r1", target="c6") == {"modern.fire.ranges"}


@pytest.mark.clause("modern.cyclists", "modern.fire.tank-proof")
def test_their_arms_do_nothing_to_tanks(grid: str) -> None:
    red = ["r1 cyclists c2 n", "r2 infantry a1 n"]
    table = red_acts(grid, red=red, blue=["b1 tank c5 s"], dice=[6], **WITH)
    events = table.play("fire", "r1", target="c5")
    assert [(one["event"], one["clause"]) for one in events if one.get("unit") == "b1"] == [
        ("hit", "modern.fire.dice"),
        ("unharmed", "modern.fire.tank-proof"),
    ]


@pytest.mark.clause("modern.cyclists", "modern.movement.firing-cost")
def test_after_two_cells_they_still_fire_after_three_they_do_not(grid: str) -> None:
    red = ["r1 cyclists c1 n", "r2 infantry a1 n"]
    table = red_acts(grid, red=red, blue=["b1 infantry c6 s"], **WITH)
    table.play("move", "r1", path=["c2", "c3"])
    assert table.targets("fire", "r1") == {"c6"}
    table = red_acts(grid, red=red, blue=["b1 infantry c6 s"], **WITH)
    table.play("move", "r1", path=["c2", "c3", "c4"])
    assert table.why("fire", "r1", target="c6") == {"modern.movement.firing-cost"}


@pytest.mark.clause("modern.cyclists")
@pytest.mark.parametrize(("facing", "needs"), [("s", 3), ("n", 5)])
def test_they_fight_as_infantry(grid: str, facing: str, needs: int) -> None:
    blue = [f"b1 cyclists c4 {facing}", "b2 infantry f6 s"]
    table = red_acts(grid, OPEN, red=["r1 infantry c3 n"], blue=blue, dice=[6, 6], **WITH)
    events = table.play("fight", "r1", target="c4")
    assert brief(rolls(events, "close-combat")[1])[3] == needs


@pytest.mark.clause("modern.cyclists", "modern.close-combat.advance")
def test_they_advance_as_infantry(grid: str) -> None:
    blue = ["b1 infantry c4 s sp=1", "b2 infantry f6 s"]
    table = red_acts(grid, red=["r1 cyclists c3 n"], blue=blue, dice=[6, 1, 1], **WITH)
    table.play("fight", "r1", target="c4")
    assert {"advance", "stand"} == {one["do"] for one in table.legal()}


@pytest.mark.clause("modern.cyclists", "modern.transport.motorised")
@pytest.mark.parametrize("carrier", ["truck", "half-track", "tank", "light-tank"])
def test_nothing_carries_them(grid: str, carrier: str) -> None:
    words: dict[str, Any] = {"options": ["cyclists", "tank-riders"]}
    red = [f"r1 {carrier} c2 n carrying=r2", "r2 cyclists - n"]
    assert len(problems(grid, red=red, blue=["b1 infantry c6 s"], **words)) == 1
    table = red_acts(grid, red=[f"r1 {carrier} c3 n", "r2 cyclists c2 n"], blue=["b1 infantry f6 s"], **words)
    assert ("c3" in table.reach("r2")) == (carrier in ("truck", "half-track")), "they may not board a tank"
