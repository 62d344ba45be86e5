"""The turn: guns, initiative, one side, the other side, exhaustion; and the order within one activation."""

import pytest

from tests.rulesets.modern.ground import guns_first, red_to_act, throws
from tests.table import Tree


def outline(events: list[Tree]) -> list[str]:
    """The phases and turns, in order, and whose they are."""
    return [
        f"turn {one['turn']}" if one["event"] == "turn" else " ".join([one["phase"], one.get("side", "")]).strip()
        for one in events
        if one["event"] in ("turn", "phase")
    ]


@pytest.mark.clause("modern.turn.sequence")
@pytest.mark.parametrize(("dice", "first", "second"), [([6, 1], "red", "blue"), ([1, 6], "blue", "red")])
def test_a_turn_in_its_order(grid: str, dice: list[int], first: str, second: str) -> None:
    red = ["r1 field-artillery c1 n", "r2 infantry a1 n"]
    table = guns_first(grid, red=red, blue=["b1 infantry c5 s"], dice=[1, *dice, 1, 1])
    assert outline(table.opening) == ["turn 1", "artillery"]
    assert (table.state["decides"], table.state["activations-left"]) == ("red", None)
    events = table.play("bombard", "r1", target="c5")
    assert outline(events) == ["initiative", f"activation {first}"]
    assert {one["clause"] for one in events if one["event"] == "phase"} == {"modern.turn.sequence"}
    assert outline(table.play("end")) == [f"activation {second}"]
    assert outline(table.play("end")) == ["exhaustion", "turn 2", "artillery"]


@pytest.mark.clause("modern.turn.sequence")
def test_guns_need_no_activation_to_fire(grid: str) -> None:
    """One activation for Red, thrown after the shot, and the gun has not used it."""
    red = ["r1 field-artillery c1 n", "r2 infantry a1 n", "r3 infantry b1 n"]
    table = guns_first(grid, red=red, blue=["b1 infantry c5 s"], dice=[1, 6, 1, 1])
    events = table.play("bombard", "r1", target="c5")
    assert throws(events, "activation") == ["red: 1 = 1"]
    assert table.state["activations-left"] == 1
    assert {"r2", "r3"} <= {one.get("unit") for one in table.legal("move")}


@pytest.mark.clause("modern.turn.sequence")
def test_nothing_but_fire_while_the_guns_are_laid_and_no_bombardment_later(grid: str) -> None:
    red = ["r1 field-artillery c1 n", "r2 infantry c2 n"]
    table = guns_first(grid, red=red, blue=["b1 infantry c4 s"], dice=[6, 1, 6])
    assert {one["do"] for one in table.legal()} == {"bombard", "done"}
    assert table.why("fire", "r2", target="c4") == {"modern.turn.sequence"}
    assert table.why("move", "r2", path=["c3"]) == {"modern.turn.sequence"}
    table.play("done")
    assert table.why("bombard", "r1", target="c4") == {"modern.turn.sequence"}


@pytest.mark.clause("modern.turn.activation-order")
def test_a_unit_moves_then_fires_then_fights(grid: str) -> None:
    table = red_to_act(
        grid,
        dice=[1, 6, 6],
        red=["r1 infantry c3 n", "r2 infantry a1 n"],
        blue=["b1 infantry c5 s", "b2 infantry f6 n"],
    )
    table.play("move", "r1", path=["c4"])
    table.play("fire", "r1", target="c5")
    assert table.why("move", "r1", path=["c3"]) == {"modern.movement.once", "modern.turn.activation-order"}
    table.play("fight", "r1", target="c5")
    assert {one.get("unit") for one in table.legal() if one["do"] not in ("end", "done")} == {"r2"}


@pytest.mark.clause("modern.turn.activation-order")
def test_the_order_is_not_turned_round(grid: str) -> None:
    table = red_to_act(
        grid,
        dice=[1, 6, 6],
        red=["r1 infantry c4 n", "r2 infantry a1 n"],
        blue=["b1 infantry c5 s", "b2 infantry f6 n"],
    )
    assert {"move", "fire", "fight"} <= {one["do"] for one in table.legal(unit="r1")}
    table.play("fire", "r1", target="c5")
    assert table.legal("move", "r1") == []
    assert table.why("move", "r1", path=["c3"]) == {"modern.turn.activation-order"}
    assert table.targets("fight", "r1") == {"c5"}
    table = red_to_act(
        grid,
        dice=[6, 6, 1],
        red=["r1 infantry c4 n", "r2 infantry a1 n"],
        blue=["b1 infantry c5 s", "b2 infantry f6 n"],
    )
    table.play("fight", "r1", target="c5")
    assert table.legal("move", "r1") == table.legal("fire", "r1") == []
    assert table.why("move", "r1", path=["c3"]) == {"modern.turn.activation-order"}
    assert table.why("fire", "r1", target="c5") == {"modern.turn.activation-order"}


@pytest.mark.clause("modern.turn.activation-order")
def test_every_part_is_optional_and_one_unit_is_finished_before_the_next(grid: str) -> None:
    red = ["r1 infantry c2 n", "r2 infantry d2 n", "r3 infantry a1 n"]
    table = red_to_act(grid, dice=[1], red=red, blue=["b1 infantry c4 s"])
    table.play("fire", "r1", target="c4")
    assert (table.state["acting"], table.state["activations-left"]) == ("r1", 5)
    table.play("move", "r2", path=["d1"])
    assert (table.state["acting"], table.state["activations-left"]) == ("r2", 4)
    assert table.legal(unit="r1") == []
    assert table.why("fight", "r1", target="c4") == {"modern.activation.total"}
    table.play("done", "r2")
    assert table.legal(unit="r2") == []
    assert table.why("fire", "r2", target="c4") == {"modern.activation.total"}
    assert table.legal("move", "r3")
