"""House rules of the modern book: fire before a move, shells at empty cells, tanks driven back, trenches occupied."""

from typing import Any

import pytest

from tests.rulesets.modern.ground import board
from tests.rulesets.modern.sketch import guns_first, problems, red_acts, state, terrain, throws
from tests.table import of_kind, told

FAR = ["b9 infantry f6 s"]
PROOF = "modern.fire.tank-proof"


@pytest.mark.clause("shared.order", "modern.movement.firing-cost")
def test_a_unit_may_fire_and_then_move_a_cell_less(grid: str) -> None:
    red, blue = ["r1 infantry c2 n", "r2 infantry a1 n"], ["b1 infantry c5 s", *FAR]
    table = red_acts(grid, red=red, blue=blue, dice=[1], house_rules={"fire-then-move": "on"})
    events = table.play("fire", "r1", target="c5")
    assert throws(events, "fire")[0][2] == {"modern.fire.mod-still": 1}
    assert "c3" in table.reach("r1") and "c4" not in table.reach("r1")
    assert table.why("move", "r1", path=["c3", "b3"]) == {"modern.movement.firing-cost"}
    table.play("move", "r1", path=["c3"], facing="n")
    assert "modern.fire.once" in table.why("fire", "r1", target="c5")


@pytest.mark.clause("shared.order", "modern.turn.activation-order")
def test_and_then_fight(grid: str) -> None:
    red, blue = ["r1 infantry c2 n", "r2 infantry a1 n"], ["b1 infantry c4 s", *FAR]
    table = red_acts(grid, red=red, blue=blue, dice=[1, 6, 6], house_rules={"fire-then-move": "on"})
    table.play("fire", "r1", target="c4")
    table.play("move", "r1", path=["c3"])
    table.play("fight", "r1", target="c4")
    assert table.why("move", "r1", path=["c2"]) >= {"modern.movement.once"}


@pytest.mark.clause("shared.order", "modern.turn.activation-order")
@pytest.mark.parametrize("rules", [{}, {"fire-then-move": "off"}])
def test_otherwise_it_moves_first(grid: str, rules: dict[str, str]) -> None:
    red, blue = ["r1 infantry c2 n", "r2 infantry a1 n"], ["b1 infantry c5 s", *FAR]
    table = red_acts(grid, red=red, blue=blue, dice=[1], house_rules=rules)
    table.play("fire", "r1", target="c5")
    assert table.why("move", "r1", path=["c3"]) == {"modern.turn.activation-order"}


@pytest.mark.clause("shared.empty-target", "modern.gas.shell")
@pytest.mark.parametrize("gas", [False, True])
def test_guns_may_fire_at_an_empty_cell(grid: str, gas: bool) -> None:
    words: dict[str, Any] = {"options": ["gas"], "red": ["r1 field-artillery c1 n gas=1"], "blue": FAR, "dice": [6]}
    shell = {"gas": True} if gas else {}
    table = guns_first(grid, terrain(c4="b"), **words)
    assert "modern.artillery.hits" in table.why("bombard", "r1", target="c4", **shell)
    table = guns_first(grid, terrain(c4="b"), house_rules={"bombard-empty": "on"}, **words)
    assert {"c4", "f6"} <= table.targets("bombard", "r1") | {"f6"}
    assert "c1" not in table.targets("bombard", "r1")
    assert table.why("bombard", "r1", target="c4", **shell) == set()
    events = table.play("bombard", "r1", target="c4", **shell)
    assert [(one["unit"], one["cell"]) for one in of_kind(events, "landed")] == [("r1", "c4")]
    assert bool(of_kind(events, "cloud")) == gas


@pytest.mark.clause("shared.empty-target")
def test_but_not_at_friends(grid: str) -> None:
    red = ["r1 field-artillery c1 n", "r2 infantry c3 n"]
    table = guns_first(grid, red=red, blue=FAR, house_rules={"bombard-empty": "on"})
    assert table.why("bombard", "r1", target="c3") == {"modern.artillery.hits"}
    assert "c3" not in table.targets("bombard", "r1")


@pytest.mark.clause("shared.empty-target")
def test_an_aircraft_over_an_empty_cell_is_shot_at_only_when_it_is_meant(grid: str) -> None:
    red, blue = ["r1 anti-aircraft-gun c1 n"], ["b1 bomber c4 s", *FAR]
    words: dict[str, Any] = {"options": ["air"], "red": red, "blue": blue, "dice": [6, 6, 6]}
    table = guns_first(grid, house_rules={"bombard-empty": "on"}, **words)
    events = table.play("bombard", "r1", target="c4")
    assert [one["cell"] for one in of_kind(events, "landed")] == ["c4"]
    table = guns_first(grid, house_rules={"bombard-empty": "on"}, **words)
    assert not of_kind(table.play("bombard", "r1", target="c4", air=True), "landed")


@pytest.mark.clause("modern.fire.tank-proof")
@pytest.mark.parametrize("firer", ["infantry", "machine-gun"])
@pytest.mark.parametrize(("die", "driven"), [(3, False), (4, True)])
def test_light_weapons_may_drive_tanks_back(grid: str, firer: str, die: int, driven: bool) -> None:
    hits = [6] if firer == "infantry" else [6, 1, 1]
    red, blue = [f"r1 {firer} c2 n", "r2 infantry a1 n"], ["b1 tank c4 s", *FAR]
    rules = {"light-weapons-drive-back": "on"}
    table = red_acts(grid, red=red, blue=blue, dice=[*hits, die], house_rules=rules)
    odds = table.odds("fire", "r1", target="c4")
    assert sum(odds.values()) == pytest.approx(1)
    assert any("b1 must retreat" in outcome for outcome in odds)
    assert not any("b1 loses sp" in outcome for outcome in odds)
    events = table.play("fire", "r1", target="c4")
    assert throws(events, "hit")[0][4] == ["must-retreat" if driven else "unharmed"]
    if driven:
        assert table.state["question"] == {"asks": "where to retreat", "unit": "b1"}
        assert table.why("lose-sp", "b1") == {PROOF}
        table.play("retreat", "b1", to="c5")
    else:
        assert told(events)[-1] == ("unharmed", "b1", PROOF)
    assert state(table, "b1")["sp"] == 3


@pytest.mark.clause("modern.fire.tank-proof")
def test_a_tank_with_nowhere_to_go_stays_unharmed(grid: str) -> None:
    around = {"square": ("c5", "b4", "d4"), "hex": ("c5", "b4", "d4", "b3", "d3")}[grid]
    rows = board(**dict.fromkeys(around, "~"))
    red, blue = ["r1 infantry c2 n", "r2 infantry a1 n"], ["b1 tank c4 s", *FAR]
    rules = {"light-weapons-drive-back": "on"}
    for die in (1, 6):
        table = red_acts(grid, rows, red=red, blue=blue, dice=[6, die], house_rules=rules)
        events = table.play("fire", "r1", target="c4")
        assert told(events)[-1] == ("unharmed", "b1", PROOF)
        assert throws(events, "hit")[0][4] == ["unharmed"]


@pytest.mark.clause("modern.trenches.no-fire", "modern.trenches.cross")
@pytest.mark.parametrize(("setting", "crossing"), [("cross", True), ("occupy", False)])
def test_who_enters_a_trench_may_man_it_at_once(grid: str, setting: str, crossing: bool) -> None:
    red, blue = ["r1 infantry c2 n", "r2 infantry a1 n"], ["b1 infantry c5 s", *FAR]
    table = red_acts(grid, terrain(c3="t"), red=red, blue=blue, house_rules={"trench": setting})
    table.play("move", "r1", path=["c3"], facing="n")
    assert state(table, "r1")["crossing"] == crossing
    assert ("modern.trenches.no-fire" in table.why("fire", "r1", target="c5")) == crossing
    table.play("end")
    assert throws(table.play("fire", "b1", target="c3"), "fire")[0][2] == {
        "modern.fire.mod-still": 1,
        **({} if crossing else {"modern.fire.mod-cover": -1}),
    }


@pytest.mark.clause("modern.trenches.cross")
def test_it_leaves_by_one_cell_all_the_same(grid: str) -> None:
    red = ["r1 infantry c3 n", "r2 infantry a1 n"]
    table = red_acts(grid, terrain(c3="t"), red=red, blue=FAR, house_rules={"trench": "occupy"})
    assert table.why("move", "r1", path=["c2", "c1"]) == {"modern.trenches.cross"}


def test_they_are_settings_of_a_scenario(grid: str) -> None:
    for name, values in {
        "fire-then-move": ("off", "on"),
        "bombard-empty": ("off", "on"),
        "light-weapons-drive-back": ("off", "on"),
        "trench": ("cross", "occupy"),
        "retreat": ("by-the-book", "away"),
        "advance": ("winner", "attacker"),
    }.items():
        for value in values:
            words = {"red": ["r1 infantry c1 n"], "blue": FAR, "house_rules": {name: value}}
            assert problems(grid, **words) == []
