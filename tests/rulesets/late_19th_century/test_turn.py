"""The turn: guns, initiative, then each side throws, acts and fights."""

import pytest

from tests.rulesets.late_19th_century.drawing import late, red_to_act, throws, why
from tests.table import Tree, of_kind

RED = ["r1 light-artillery d3 n", "r2 infantry-rifles a1 n"]
BLUE = ["b1 light-artillery d6 s", "b2 infantry-rifles a8 s"]


def phases(events: list[Tree]) -> list[tuple[str, str | None]]:
    return [(event["phase"], event.get("side")) for event in of_kind(events, "phase")]


@pytest.mark.clause("late19c.turn.sequence")
@pytest.mark.parametrize(("initiative", "order"), [([6, 1], ["red", "blue"]), ([1, 6], ["blue", "red"])])
def test_guns_then_initiative_then_each_side_acts_and_fights(initiative: list[int], order: list[str]) -> None:
    table = late(dice=[5, 1, 5, 1, *initiative, 4, 4], red=RED, blue=BLUE)
    assert phases(table.opening) == [("artillery", None)]
    assert table.state["decides"] == "red"
    table.play("bombard", "r1", target="d6")
    assert (table.state["phase"], table.state["decides"]) == ("artillery", "blue")
    events = table.play("bombard", "b1", target="d3")
    assert phases(events) == [("initiative", None), ("activation", order[0])]
    assert table.state["decides"] == order[0]
    events = table.play("end")
    assert phases(events) == [("close-combat", order[0]), ("activation", order[1])]
    assert [one["side"] for one in of_kind(events, "activations")] == [order[1]]
    events = table.play("end")
    assert phases(events) == [("close-combat", order[1]), ("artillery", None)]
    assert of_kind(events, "turn") == [{"event": "turn", "turn": 2, "clause": "late19c.turn.sequence"}]


@pytest.mark.clause("late19c.turn.sequence")
def test_the_second_side_throws_after_the_firsts_close_combats() -> None:
    """Red's fight costs Blue a unit, and so a die."""
    blue = ["b1 infantry-rifles d5 s", *(f"b{one} infantry-rifles {'abcdefgh'[one]}8 s" for one in range(2, 5))]
    table = red_to_act(dice=[1, 6, 2], red=["r1 machine-gun d4 n"], blue=blue)
    table.play("end")
    events = table.play("fight", "r1", target="d5")
    assert throws(events, "activation") == ["blue: 2 = 1 [activation.faces]"]


@pytest.mark.clause("late19c.initiative.roll")
@pytest.mark.parametrize(
    ("dice", "first"), [([6, 5], "red"), ([1, 2], "blue"), ([3, 3, 4, 4, 2, 5], "blue"), ([1, 1, 6, 1], "red")]
)
def test_the_higher_acts_first_and_ties_are_thrown_again(dice: list[int], first: str) -> None:
    table = late(dice=[*dice, 6], red=["r1 infantry-rifles a1 n"], blue=["b1 infantry-rifles a8 s"])
    pairs = [(dice[at], dice[at + 1]) for at in range(0, len(dice), 2)]
    assert throws(table.opening, "initiative") == [
        line
        for red, blue in pairs
        for line in (f"red: {red} = {red} [initiative.roll]", f"blue: {blue} = {blue} [initiative.roll]")
    ]
    assert of_kind(table.opening, "initiative") == [
        {"event": "initiative", "side": first, "clause": "late19c.initiative.roll"}
    ]
    assert table.state["decides"] == first


@pytest.mark.clause("late19c.turn.close-combat-last")
def test_close_combats_are_fought_after_all_activations() -> None:
    red = ["r1 infantry-rifles d3 n", "r2 infantry-rifles a1 n"]
    table = red_to_act(dice=[6, 6], red=red, blue=["b1 infantry-rifles d5 s", "b2 infantry-rifles h8 s"])
    table.play("move", "r1", path=["d4"])
    assert table.state["phase"] == "activation"
    assert table.legal("fight") == []
    assert why(table, "fight", "r1", target="d5") == {"turn.sequence"}
    events = table.play("move", "r2", path=["a2"])
    assert phases(events) == [("close-combat", "red")]
    assert table.legal() == [{"do": "fight", "unit": "r1", "target": "d5"}]
    assert why(table, "move", "r2", path=["a3"]) == {"close-combat.when"}
