"""Activation: how many dice, what they show, and what an activated unit may do."""

import pytest

from tests.rulesets.late_19th_century.drawing import (
    OPEN,
    facing,
    happened,
    late,
    red_pinned,
    red_to_act,
    short,
    terrain,
    throws,
    why,
)
from tests.table import Tree, of_kind

ROW = "abcdefgh"
FAR = ["b1 infantry-close-combat h8 s"]
NATIVES = ("native", "european")


def army(others: int, command: bool, kind: str = "infantry-rifles") -> list[str]:
    units = [f"r{one} {kind} {ROW[one % 8]}{1 + one // 8} n" for one in range(others)]
    return [*units, "rc command h3 n"] if command else units


def activations(events: list[Tree]) -> list[tuple[str, int, str]]:
    return [(one["side"], one["number"], short(one["clause"])) for one in of_kind(events, "activations")]


@pytest.mark.clause("late19c.activation.european")
@pytest.mark.parametrize(
    ("others", "command", "dice"),
    [
        (12, True, 5),
        (6, True, 3),
        (9, True, 4),
        (7, True, 4),
        (7, False, 3),
        (6, False, 2),
        (4, False, 2),
        (3, False, 1),
        (1, False, 1),
        (0, True, 1),
    ],
)
def test_a_european_army_rounds_up(others: int, command: bool, dice: int) -> None:
    table = late(dice=[6, 1, *[2] * dice], red=army(others, command), blue=FAR, armies=("european", "native"))
    assert throws(table.opening, "activation") == [f"red: {'2 ' * dice}= {'1 ' * dice}[activation.faces]"]
    assert activations(table.opening) == [("red", dice, "activation.european")]


@pytest.mark.clause("late19c.activation.native")
@pytest.mark.parametrize(
    ("others", "command", "dice"),
    [(12, True, 5), (7, True, 3), (8, True, 3), (9, True, 4), (5, False, 1), (3, False, 1), (2, True, 1)],
)
def test_a_native_army_rounds_down(others: int, command: bool, dice: int) -> None:
    table = late(dice=[6, 1, *[2] * dice], red=army(others, command), blue=FAR, armies=NATIVES)
    assert throws(table.opening, "activation") == [f"red: {'2 ' * dice}= {'1 ' * dice}[activation.faces]"]
    assert activations(table.opening) == [("red", dice, "activation.native")]


@pytest.mark.clause("late19c.activation.european", "late19c.activation.native")
@pytest.mark.parametrize(("when", "dice"), [(1, 2), (2, 1)], ids=["now", "later"])
def test_units_that_may_come_on_this_turn_count(when: int, dice: int) -> None:
    red = [*army(3, False), f"r9 infantry-rifles - n arrives={when},south"]
    table = late(dice=[6, 1, *[2] * dice], red=red, blue=FAR, armies=("european", "native"))
    assert activations(table.opening) == [("red", dice, "activation.european")]
    relief = [f"r{one} infantry-rifles - n arrives={when},south" for one in range(6)]
    table = late(dice=[6, 1, *[2] * 2, *[2] * 1], red=relief, blue=FAR, armies=NATIVES)
    assert activations(table.opening)[0] == ("red", 2 if when == 1 else 0, "activation.native")


@pytest.mark.clause("late19c.activation.native")
def test_two_natives_without_a_command_throw_no_die() -> None:
    table = late(dice=[6, 1, 6], red=army(2, False), blue=FAR, armies=NATIVES)
    assert throws(table.opening, "activation")[0] == "red:  =  [activation.faces]"
    assert activations(table.opening) == [("red", 0, "activation.native"), ("blue", 3, "activation.european")]
    assert table.state["decides"] == "blue"


@pytest.mark.clause("late19c.activation.losses")
@pytest.mark.parametrize(("target", "dice"), [("a1", 2), ("h3", 2), ("", 3)])
def test_losses_reduce_the_dice(target: str, dice: int) -> None:
    """Four others and a command unit throw three dice; without one of the four, or without the command unit, two."""
    shot = [5, 6] if target else []
    table = late(
        dice=[*shot, 6, 1, *[2] * dice], red=army(4, True), blue=["b1 siege-artillery d8 s", "b2 infantry-rifles h8 s"]
    )
    events = table.play("bombard", "b1", target=target) if target else table.play("done")
    assert throws(events, "activation") == [f"red: {'2 ' * dice}= {'1 ' * dice}[activation.faces]"]


@pytest.mark.clause("late19c.activation.faces", "shared.dice-order")
def test_each_die_is_halved_by_itself_and_rounded_down() -> None:
    table = late(dice=[6, 1, 1, 2, 3, 4, 5], red=army(12, True), blue=FAR)
    assert throws(table.opening, "activation") == ["red: 1 2 3 4 5 = 0 1 1 2 2 [activation.faces]"]
    assert (table.state["decides"], table.state["activations-left"]) == ("red", 6)
    table = late(dice=[6, 1, 6], red=army(3, False), blue=FAR)
    assert throws(table.opening, "activation") == ["red: 6 = 3 [activation.faces]"]


@pytest.mark.clause("late19c.activation.faces")
def test_no_more_units_act_than_were_thrown() -> None:
    table = red_to_act(thrown=[2], dice=[6], red=army(3, False), blue=FAR)
    assert table.state["activations-left"] == 1
    events = table.play("move", "r0", path=["a2"])
    assert activations(events) == [("blue", 3, "activation.european")]
    table = red_to_act(thrown=[1], dice=[6], red=army(3, False), blue=FAR)
    assert table.state["decides"] == "blue"


@pytest.mark.clause("late19c.activation.faces")
def test_no_activation_is_left_for_another() -> None:
    red = ["r1 mounted-cavalry - n arrives=1,south", "r2 infantry-rifles a1 n"]
    table = red_to_act(thrown=[2], red=red, blue=FAR)
    table.play("enter", "r1", at="d1", facing="n")
    assert table.state["activations-left"] == 0
    assert why(table, "move", "r2", path=["a2"]) == {"activation.faces"}
    assert table.reach("r1") == {"c1", "c2", "d2", "e1", "e2"}


# -- the choice


@pytest.mark.clause("late19c.activation.choice")
def test_a_unit_that_moved_does_not_fire() -> None:
    table = red_to_act(red=["r1 infantry-rifles d3 n", "r2 infantry-rifles a1 n"], blue=["b1 infantry-rifles d6 s"])
    assert why(table, "fire", "r1", target="d6") == set()
    table.play("move", "r1", path=["d4"])
    assert table.legal("fire", "r1") == []
    assert why(table, "fire", "r1", target="d6") == {"activation.choice", "fire.once"}


@pytest.mark.clause("late19c.activation.choice")
def test_a_unit_that_fired_does_not_move() -> None:
    red = ["r1 infantry-rifles d3 n", "r2 infantry-rifles a1 n"]
    table = red_to_act(dice=[1], red=red, blue=["b1 infantry-rifles d6 s"])
    assert table.reach("r1")
    left = table.state["activations-left"]
    table.play("fire", "r1", target="d6")
    assert table.state["activations-left"] == left - 1
    assert table.legal("move", "r1") == []
    assert why(table, "move", "r1", path=["d4"]) == {"activation.choice"}
    assert why(table, "fire", "r1", target="d6") == {"activation.choice", "fire.once"}


@pytest.mark.clause("late19c.activation.choice", "late19c.pinning.halt")
def test_a_unit_that_was_unpinned_does_nothing_more() -> None:
    red = ["r1 infantry-rifles d3 n", "r2 infantry-rifles a1 n"]
    table = red_pinned(["d3"], red=red, blue=["b1 infantry-rifles d6 s"])
    left = table.state["activations-left"]
    assert why(table, "unpin", "r2") == {"activation.choice"}
    assert happened(table.play("unpin", "r1")) == ["unpinned r1 activation.choice"]
    assert table.state["activations-left"] == left - 1
    assert (table.unit("r1") or {})["pinned"] is False
    assert why(table, "move", "r1", path=["d4"]) == {"activation.choice"}
    assert why(table, "fire", "r1", target="d6") == {"activation.choice"}
    assert why(table, "unpin", "r1") == {"activation.choice"}


@pytest.mark.clause("late19c.activation.choice")
def test_a_pinned_unit_that_fired_is_not_unpinned() -> None:
    red = ["r1 infantry-rifles d3 n", "r2 infantry-rifles a1 n"]
    table = red_pinned(["d3"], dice=[1], red=red, blue=["b1 infantry-rifles d6 s"])
    table.play("fire", "r1", target="d6")
    assert table.legal("unpin", "r1") == []
    assert why(table, "unpin", "r1") == {"activation.choice"}


@pytest.mark.clause("late19c.activation.artillery", "late19c.artillery.once")
def test_artillery_that_fired_may_be_unpinned() -> None:
    red = ["r1 field-artillery d3 n", "r2 infantry-rifles a1 n"]
    table = late(dice=[5, 1, 5, 4, 6, 1, 6], red=red, blue=["b1 siege-artillery d8 s", "b2 infantry-rifles h8 s"])
    table.play("bombard", "r1", target="d8")
    table.play("bombard", "b1", target="d3")
    assert {one["do"] for one in table.legal(unit="r1")} == {"unpin"}
    assert why(table, "move", "r1", path=["d4"]) == {
        "units.artillery-no-move",
        "activation.artillery",
        "pinning.halt",
    }
    assert happened(table.play("unpin", "r1")) == ["unpinned r1 activation.choice"]


# -- the double move


@pytest.mark.clause("late19c.activation.double-move")
@pytest.mark.parametrize(
    ("kind", "cells"),
    [
        ("infantry-rifles", 1),
        ("infantry-firearms", 1),
        ("infantry-close-combat", 1),
        ("dismounted-cavalry", 1),
        ("mounted-cavalry", 2),
    ],
)
def test_natives_move_double_for_two_activations(kind: str, cells: int) -> None:
    red = [f"r1 {kind} c1 n", "r2 infantry-rifles a1 n", "r3 infantry-rifles h1 n"]
    table = red_to_act(thrown=[6], red=red, blue=FAR, armies=NATIVES)
    north = [f"c{row}" for row in range(2, 8)]
    assert [cell for cell in north if cell in table.reach("r1")] == north[:cells]
    assert [cell for cell in north if cell in table.reach("r1", double=True)] == north[cells : 2 * cells]
    assert why(table, "move", "r1", path=north[: 2 * cells + 1], double=True) == {"units.table"}
    assert why(table, "move", "r1", path=north[:cells], double=True) == {"activation.double-move"}
    assert table.odds("move", "r1", path=north[: 2 * cells], double=True) == {"r1 moves double": 1.0}
    assert table.state["activations-left"] == 3
    events = table.play("move", "r1", path=north[: 2 * cells], double=True)
    assert happened(events) == ["moved r1 movement.sides"]
    assert table.at("r1") == north[2 * cells - 1]
    assert table.state["activations-left"] == 1


@pytest.mark.clause("late19c.activation.double-move")
def test_an_ordinary_move_costs_one_activation() -> None:
    table = red_to_act(thrown=[6], red=army(3, False), blue=FAR, armies=NATIVES)
    table.play("move", "r0", path=["a2"])
    assert table.state["activations-left"] == 2


@pytest.mark.clause("late19c.activation.double-move")
@pytest.mark.parametrize(("die", "double"), [(4, True), (2, False)])
def test_with_one_activation_left_there_is_no_double_move(die: int, double: bool) -> None:
    table = red_to_act(thrown=[die], dice=[6], red=army(3, False), blue=FAR, armies=NATIVES)
    assert table.state["activations-left"] == die // 2
    assert ("a3" in table.reach("r0", double=True)) == double
    refused = set() if double else {"activation.double-move"}
    assert why(table, "move", "r0", path=["a2", "a3"], double=True) == refused
    if double:
        table.play("move", "r0", path=["a2", "a3"], double=True)
        assert table.state["decides"] == "blue"


@pytest.mark.clause("late19c.activation.double-move")
def test_the_last_but_one_activation_spent_leaves_none_for_a_double_move() -> None:
    table = red_to_act(thrown=[4], red=army(3, False), blue=FAR, armies=NATIVES)
    table.play("move", "r0", path=["a2"])
    assert table.reach("r1", double=True) == set()
    assert "b2" in table.reach("r1")


@pytest.mark.clause("late19c.activation.double-move")
@pytest.mark.parametrize("kind", ["machine-gun", "command", "light-artillery"])
def test_other_natives_do_not_move_double(kind: str) -> None:
    table = red_to_act(red=[f"r1 {kind} d1 n", *army(3, False)[::2]], blue=FAR, armies=NATIVES, thrown=[6, 6])
    assert table.reach("r1") and table.reach("r1", double=True) == set()
    path = ["d2", "d3", "d4"][: 3 if kind == "command" else 2]
    assert why(table, "move", "r1", path=path, double=True) == {"activation.double-move"}


@pytest.mark.clause("late19c.activation.double-move")
def test_europeans_do_not_move_double() -> None:
    table = red_to_act(red=army(3, False), blue=FAR)
    assert table.reach("r0", double=True) == set()
    assert why(table, "move", "r0", path=["a2", "a3"], double=True) == {"activation.double-move"}


@pytest.mark.clause("late19c.activation.double-move", "late19c.hills.one-contour", "late19c.movement.contact")
def test_a_double_move_climbs_twice_and_stops_in_contact() -> None:
    red = ["r1 infantry-rifles d2 n", "r2 infantry-rifles a1 n", "r3 infantry-rifles h1 n"]
    table = red_to_act(terrain(d3="h", d4="H"), red=red, blue=FAR, armies=NATIVES)
    assert "d4" in table.reach("r1", double=True)
    table = red_to_act(red=red, blue=["b1 infantry-rifles d4 s"], armies=NATIVES)
    assert why(table, "move", "r1", path=["d3", "c3"], double=True) == {"movement.contact"}


# -- the turn to fire

# From d4: b1 lies two hexes away, at this bearing.
BEARINGS = {0: "d6", 30: "e6", 60: "f5", 90: "f4", 120: "f3", 150: "e3", 180: "d2", 210: "c3", 240: "b3", 270: "b4"}


@pytest.mark.clause("late19c.activation.turn-to-fire", "late19c.fire.turn", "late19c.fire.arc")
@pytest.mark.parametrize(
    ("bearing", "turned"),
    [(0, "n"), (30, "n"), (60, "n"), (90, "ne"), (120, "ne"), (150, None), (180, None), (210, None), (240, "nw")],
)
def test_a_unit_turns_by_the_least_that_brings_the_target_into_arc(bearing: int, turned: str | None) -> None:
    target = BEARINGS[bearing]
    red = ["r1 infantry-rifles d4 n", "r2 infantry-rifles h1 n"]
    table = red_to_act(OPEN, [1], red=red, blue=[f"b1 infantry-rifles {target} s"])
    if turned is None:
        assert table.targets("fire", "r1") == set()
        assert why(table, "fire", "r1", target=target) == {"fire.arc"}
        return
    left = table.state["activations-left"]
    events = table.play("fire", "r1", target=target)
    assert happened(events) == ([] if turned == "n" else ["turned r1 fire.turn"])
    assert facing(table, "r1") == turned
    assert table.state["activations-left"] == left - 1


@pytest.mark.clause("late19c.activation.turn-to-fire")
def test_it_stays_turned_and_has_not_moved() -> None:
    red = ["r1 infantry-rifles d4 n", "r2 infantry-rifles h1 n"]
    dice = [1, 6, 6, 1, 6]
    table = red_to_act(OPEN, dice, red=red, blue=["b1 infantry-rifles f4 s", "b2 infantry-close-combat b4 n"])
    table.play("fire", "r1", target="f4")
    assert (table.unit("r1") or {})["moved"] is False
    table.next_turn()
    assert facing(table, "r1") == "ne"
    assert table.targets("fire", "r1") == {"f4"}
    assert why(table, "fire", "r1", target="b4") == {"fire.arc"}
