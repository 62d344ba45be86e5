"""Modern, optional: gas shells and the clouds they leave."""

from typing import Any

import pytest

from tests.rulesets.modern.sketch import (
    QUIET,
    Throw,
    ground,
    guns_first,
    hit_dice,
    problems,
    red_acts,
    state,
    terrain,
    throws,
)
from tests.table import OPEN, Table, Tree, of_kind, rolls, told

SHELL = "modern.gas.shell"
DRIFT = "modern.gas.drift"
HIT = "modern.gas.hit"
TABLE = "modern.hits.table"
SEEN = {"modern.artillery.mod-seen": 2}

GUN = ["r1 field-artillery c1 n gas=1", "r2 infantry a1 n"]
TARGET = ["b1 infantry c5 s", "b2 infantry f1 s"]


def with_gas(grid: str, dice: list[int], rows: str = OPEN, **words: Any) -> Table:
    words = {"red": GUN, "blue": TARGET, **words}
    return guns_first(grid, rows, dice, options=["gas"], **words)


def shell(table: Table, target: str = "c5") -> list[Tree]:
    return table.play("bombard", "r1", target=target, gas=True)


def gas_in(table: Table) -> dict[str, int]:
    """The turns left to the gas in each cell."""
    return {cell: tree["gas"]["turns-left"] for cell, tree in table.state["cells"].items() if "gas" in tree}


def next_phase(table: Table) -> list[Tree]:
    """To the artillery phase of the next turn, its drift thrown."""
    return [event for event in table.next_turn() if "drift" in event.get("for", "") or event["clause"] == HIT]


# -- the shell


@pytest.mark.clause("modern.gas.shell")
def test_gas_is_an_option(grid: str) -> None:
    assert problems(grid, red=GUN, blue=TARGET) == ["shared.terrain"]
    assert problems(grid, red=GUN, blue=TARGET, options=["gas"]) == []
    table = guns_first(grid, red=["r1 field-artillery c1 n"], blue=TARGET)
    assert all("gas" not in one for one in table.legal("bombard"))


@pytest.mark.clause("modern.gas.shell")
def test_a_gun_has_one_and_nobody_else_has_any(grid: str) -> None:
    two = ["r1 field-artillery c1 n gas=2"]
    assert problems(grid, red=two, blue=TARGET, options=["gas"]) == [SHELL]
    infantry = ["r1 infantry c1 n gas=1"]
    assert len(problems(grid, red=infantry, blue=TARGET, options=["gas"])) == 1


@pytest.mark.clause("modern.gas.shell")
@pytest.mark.parametrize("kind", ["heavy-artillery", "infantry-gun", "self-propelled-artillery"])
def test_a_gun_that_has_one_may_fire_it_instead_of_a_shell(grid: str, kind: str) -> None:
    table = with_gas(grid, [], red=[f"r1 {kind} c1 n gas=1", "r3 mountain-artillery d1 n"])
    plain = {"do": "bombard", "unit": "r1", "target": "c5"}
    assert table.legal("bombard", "r1") == [plain, {**plain, "gas": True}]
    assert [one for one in table.legal("bombard", "r3") if one.get("gas")] == []
    assert table.why("bombard", "r3", target="c5", gas=True) == {SHELL}


@pytest.mark.clause("modern.gas.shell")
def test_it_is_fired_like_any_other_and_leaves_a_cloud(grid: str) -> None:
    table = with_gas(grid, [3, 1])
    events = shell(table)
    assert throws(events, "landing") == [("r1", [3], SEEN, [5], ["on-target"], "modern.artillery.scatter")]
    cloud = of_kind(events, "cloud")[0]
    assert (cloud["unit"], cloud["cell"], cloud["clause"]) == ("r1", "c5", SHELL)
    assert table.state["cells"] == {"c5": {"wire": False, "mines": False, "gas": {"turns-left": 3}}}
    assert (state(table, "r1")["gas"], state(table, "r1")["fired"]) == (0, True)


@pytest.mark.clause("modern.gas.shell")
def test_an_ordinary_shell_leaves_none(grid: str) -> None:
    table = with_gas(grid, [3, 1])
    events = table.play("bombard", "r1", target="c5")
    assert of_kind(events, "cloud") == []
    assert (table.state["cells"], state(table, "r1")["gas"]) == ({}, 1)


@pytest.mark.clause("modern.gas.shell")
def test_there_is_one_shell_for_the_battle(grid: str) -> None:
    table = with_gas(grid, [3, 1, *QUIET, 5, 1])
    shell(table)
    table.next_turn()
    assert table.legal("bombard", "r1") == [{"do": "bombard", "unit": "r1", "target": "c5"}]
    assert table.why("bombard", "r1", target="c5", gas=True) == {SHELL}


@pytest.mark.clause("modern.gas.shell")
@pytest.mark.parametrize(("die", "cell"), [(2, "c4"), (1, "c6")])
def test_it_scatters_like_any_other(grid: str, die: int, cell: str) -> None:
    table = with_gas(grid, [die, *QUIET])
    events = shell(table)
    assert hit_dice(events) == [], "nobody is there"
    assert gas_in(table) == {cell: 3}


@pytest.mark.clause("modern.gas.shell")
def test_a_shell_off_the_board_is_spent_and_leaves_nothing(grid: str) -> None:
    table = with_gas(grid, [1, *QUIET], blue=["b1 infantry c6 s", "b2 infantry f1 s"])
    shell(table, "c6")
    assert gas_in(table) == {}
    assert state(table, "r1")["gas"] == 0


@pytest.mark.clause("modern.gas.shell", "modern.artillery.simultaneous")
def test_the_enemy_does_not_see_what_is_declared(grid: str) -> None:
    table = with_gas(grid, [], blue=["b1 field-artillery c5 s", "b2 infantry f6 s"])
    shell(table)
    assert table.state["decides"] == "blue"
    assert table.session.state("red")["orders"] == [{"unit": "r1", "target": "c5", "gas": True}]
    assert table.session.state("blue")["orders"] == []
    assert state(table, "r1")["gas"] == 1


# -- whom it hits


@pytest.mark.clause("modern.gas.hit")
def test_every_unit_in_the_cell_is_hit_once(grid: str) -> None:
    blue = ["b1 infantry c5 s", "b2 truck c5 s carrying=b3", "b3 mortar - s", "b4 spotter c5 s", "b5 infantry f1 s"]
    table = with_gas(grid, [3, 1, 2, 3, 1], blue=blue)
    events = shell(table)
    assert hit_dice(events) == [("b1", 1), ("b2", 2), ("b3", 3), ("b4", 1)]
    assert told(of_kind(events, "hit")) == [
        ("hit", "b1", HIT),
        ("hit", "b2", HIT),
        ("hit", "b3", "modern.transport.shared-hit"),
        ("hit", "b4", HIT),
    ]


@pytest.mark.clause("modern.gas.hit")
def test_it_is_one_hit_not_a_shell_hit_as_well(grid: str) -> None:
    table = with_gas(grid, [3, 1])
    events = shell(table)
    assert told(of_kind(events, "hit")) == [("hit", "b1", HIT)]
    assert state(table, "b1")["sp"] == 3
    events = with_gas(grid, [3, 1]).play("bombard", "r1", target="c5")
    assert told(of_kind(events, "hit")) == [("hit", "b1", "modern.artillery.hits")]


@pytest.mark.clause("modern.gas.hit")
def test_friends_are_hit_too_and_tanks(grid: str) -> None:
    red = [*GUN, "r3 tank c4 n"]
    table = with_gas(grid, [4, 2], red=red)
    # c4 hides c5: without sight, a 4 lands in front.
    events = shell(table)
    assert hit_dice(events) == [("r3", 2)]
    assert state(table, "r3")["sp"] == 2


@pytest.mark.clause("modern.gas.hit")
def test_a_unit_that_enters_the_cloud_is_hit(grid: str) -> None:
    red = [*GUN, "r3 infantry c3 n"]
    table = with_gas(grid, [4, 6, 1, 6, 3], red=red)
    shell(table)
    assert gas_in(table) == {"c4": 3}
    events = table.play("move", "r3", path=["c4"])
    assert hit_dice(events) == [("r3", 3)]
    assert ("hit", "r3", HIT) in told(events)


@pytest.mark.clause("modern.gas.hit")
def test_no_cloud_no_hit_and_none_on_leaving_it(grid: str) -> None:
    table = with_gas(grid, [3, 1, 1, 6, 6])
    shell(table)
    assert table.state["decides"] == "blue"
    events = table.play("move", "b1", path=["c6"])
    assert hit_dice(events) == []
    assert table.odds("move", "b2", path=["f2"]) == {"no effect": 1.0}


@pytest.mark.clause("modern.gas.hit")
def test_the_odds_of_a_move_tell_of_the_cloud(grid: str) -> None:
    red = [*GUN, "r3 infantry c3 n"]
    table = with_gas(grid, [4, 6, 1, 6], red=red)
    shell(table)
    assert table.odds("move", "r3", path=["c4"]) == pytest.approx(
        {"r3 loses sp": 1 / 2, "r3 retreats or loses sp": 1 / 2}
    )


@pytest.mark.clause("modern.gas.hit")
def test_retreating_into_the_cloud_is_entering_it(grid: str) -> None:
    """The shell falls behind b1; a shot then drives it into the gas."""
    red = [GUN[0], "r2 infantry c2 n"]
    table = with_gas(grid, [3, 6, 1, 6, 6, 6, 2], terrain(), red=red)
    shell(table)
    assert gas_in(table) == {"c6": 3}
    table.play("fire", "r2", target="c5")
    events = table.play("retreat", "b1", to="c6")
    assert told(events)[:3] == [
        ("retreated", "b1", "modern.hits.retreat"),
        ("hit", "b1", HIT),
        ("lost-sp", "b1", TABLE),
    ]


# -- how it drifts


@pytest.mark.clause("modern.gas.drift")
@pytest.mark.parametrize(
    ("die", "to", "words"),
    [
        (6, "c5", "stays"),
        (5, "c5", "stays"),
        (4, "c4", "to-the-front"),
        (3, "c6", "to-the-rear"),
        (2, "c4", "to-the-front"),
        (1, "c6", "to-the-rear"),
    ],
)
def test_a_cloud_drifts_in_the_artillery_phase(grid: str, die: int, to: str, words: str) -> None:
    blue = ["b1 infantry c5 s", "b2 infantry f1 s"]
    table = with_gas(grid, [3, 1, *QUIET, die, 1], blue=blue)
    shell(table)
    table.play("end")
    events = table.play("end")
    expected: list[Throw] = [("", [die], {}, [die], [words], DRIFT)]
    assert throws(events, "drift") == expected
    assert [roll["target"] for roll in rolls(events, "drift")] == ["c5"]
    moved = of_kind(events, "cloud")[0]
    assert (moved["cell"], moved["clause"]) == (to, DRIFT)
    assert gas_in(table) == {to: 2}
    assert hit_dice(events) == ([("b1", 1)] if to == "c5" else []), "where it stays it hits again"


@pytest.mark.clause("modern.gas.drift", "modern.gas.hit")
def test_whoever_it_drifts_upon_is_hit(grid: str) -> None:
    blue = ["b1 infantry c5 s", "b2 infantry c6 s", "b3 infantry f1 s"]
    table = with_gas(grid, [3, 1, *QUIET, 1, 3], blue=blue)
    shell(table)
    events = next_phase(table)
    assert told(events) == [("hit", "b2", HIT)]
    assert (state(table, "b1")["sp"], state(table, "b2")["sp"]) == (3, 3)


@pytest.mark.clause("modern.gas.drift")
def test_a_cloud_lasts_three_turns_and_drifts_on_the_second_and_third(grid: str) -> None:
    blue = ["b1 infantry c6 s", "b2 infantry f1 s"]
    table = with_gas(grid, [2, *QUIET, 6, *QUIET, 6, *QUIET], blue=blue)
    shell(table, "c6")
    assert gas_in(table) == {"c5": 3}
    for turn, left in ((2, 2), (3, 1)):
        events = table.next_turn()
        assert table.state["turn"] == turn
        assert len(rolls(events, "drift")) == 1
        assert gas_in(table) == {"c5": left}
    events = table.next_turn()
    assert table.state["turn"] == 4
    assert [(one["cell"], one["clause"]) for one in of_kind(events, "cloud-gone")] == [("c5", DRIFT)]
    assert rolls(events, "drift") == []
    assert table.state["cells"] == {}


@pytest.mark.clause("modern.gas.drift")
def test_it_dissipates_off_the_board(grid: str) -> None:
    table = with_gas(grid, [1, *QUIET, 3, *QUIET])
    shell(table)
    assert gas_in(table) == {"c6": 3}
    events = table.next_turn()
    assert [(one["cell"], one["clause"]) for one in of_kind(events, "cloud-gone")] == [("c6", DRIFT)]
    assert gas_in(table) == {}
    assert rolls(table.next_turn(), "drift") == []


OBLIQUE = {
    # On squares exactly along the diagonal; on hexes due east: the line passes between two neighbours.
    "square": ("b1", "n", "e4", {1: "e5", 2: "d4", 3: "f4", 4: "e3", 5: "e4"}),
    "hex": ("a3", "ne", "e3", {1: "f3", 2: "d3", 3: "f2", 4: "d2", 5: "e3"}),
}


@pytest.mark.clause("modern.gas.drift", "shared.scatter")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5])
def test_it_keeps_the_offsets_of_its_shot(grid: str, die: int) -> None:
    """Also once the gun looks elsewhere, and from whatever cell the cloud is in."""
    gun, facing, target, cells = OBLIQUE[grid]
    red = [f"r1 field-artillery {gun} {facing} gas=1", "r2 infantry a6 n"]
    table = with_gas(grid, [3, 1, *QUIET, die, 1], red=red, blue=[f"b1 infantry {target} s", "b2 infantry f6 s"])
    shell(table, target)
    table.next_turn()
    assert gas_in(table) == {cells[die]: 2}


@pytest.mark.clause("modern.gas.drift", "shared.dice-order")
def test_clouds_drift_one_by_one_each_with_its_hits_before_any_shot(grid: str) -> None:
    red = ["r1 field-artillery c1 n gas=1", "r2 field-artillery e1 n gas=1"]
    blue = ["b1 infantry c5 s", "b2 infantry e5 s", "b3 infantry a6 s"]
    dice = [3, 3, 1, 2, *QUIET, 6, 3, 5, 2, 6, 1]
    table = with_gas(grid, dice, red=red, blue=blue)
    table.play("bombard", "r1", target="c5", gas=True)
    events = table.play("bombard", "r2", target="e5", gas=True)
    assert hit_dice(events) == [("b1", 1), ("b2", 2)]
    events = table.next_turn()
    told_in_order = [(one["for"], one["dice"][0]) for one in events if one["event"] == "roll"][-4:]
    assert told_in_order == [("drift", 6), ("hit", 3), ("drift", 5), ("hit", 2)]
    assert table.state["phase"] == "artillery", "now the guns are given their targets"


@pytest.mark.clause("modern.gas.hit", "modern.gas.drift")
def test_a_retreat_from_the_cloud_is_asked_before_anything_else(grid: str) -> None:
    table = with_gas(grid, [3, 1, *QUIET, 6, 5])
    shell(table)
    table.next_turn()
    assert table.state["decides"] == "blue"
    assert table.state["phase"] == "artillery"
    table.play("retreat", "b1", to="c6")
    assert table.at("b1") == "c6"
    assert table.targets("bombard", "r1") == {"c6"}


@pytest.mark.clause("modern.gas.shell")
def test_the_odds_of_a_gas_shell_are_those_of_one_hit(grid: str) -> None:
    table = with_gas(grid, [], ground(6, 6))
    chances = table.odds("bombard", "r1", target="c5", gas=True)
    assert sum(chances.values()) == pytest.approx(1)
    assert chances["lands in c5: b1 loses sp"] == pytest.approx(4 / 6 / 2)


@pytest.mark.clause("modern.gas.hit")
def test_without_the_option_a_cell_has_no_gas_to_enter(grid: str) -> None:
    table = red_acts(grid, red=["r1 infantry c3 n"], blue=TARGET)
    assert table.state["cells"] == {}
    assert table.play("move", "r1", path=["c4"])[0]["event"] == "moved"
