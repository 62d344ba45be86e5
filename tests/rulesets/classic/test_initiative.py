"""Classic: who acts first."""

import pytest

from tests.table import draw, of_kind, rolls


@pytest.mark.clause("classic.initiative.roll")
@pytest.mark.parametrize(("dice", "first", "second"), [([5, 2], "red", "blue"), ([2, 5], "blue", "red")])
def test_both_sides_roll_and_the_higher_acts_first(dice: list[int], first: str, second: str) -> None:
    table = draw("classic", red=["r1 infantry c1 n"], blue=["b1 infantry c6 s"], dice=dice)
    throws = rolls(table.opening, "initiative")
    assert [(throw["side"], throw["dice"], throw["clause"]) for throw in throws] == [
        ("red", dice[:1], "classic.initiative.roll"),
        ("blue", dice[1:], "classic.initiative.roll"),
    ]
    initiative = of_kind(table.opening, "initiative")[0]
    assert (initiative["side"], initiative["clause"]) == (first, "classic.initiative.roll")
    assert table.state["decides"] == table.state["first"] == first
    table.play("end")
    assert table.state["decides"] == second


@pytest.mark.clause("classic.initiative.roll")
def test_ties_are_rolled_again() -> None:
    table = draw("classic", red=["r1 infantry c1 n"], blue=["b1 infantry c6 s"], dice=[3, 3, 6, 6, 1, 2])
    assert [throw["dice"] for throw in rolls(table.opening, "initiative")] == [[3], [3], [6], [6], [1], [2]]
    assert len(of_kind(table.opening, "initiative")) == 1
    assert table.state["decides"] == "blue"


@pytest.mark.clause("classic.initiative.roll")
def test_the_roll_is_made_afresh_every_turn() -> None:
    table = draw("classic", red=["r1 infantry c1 n"], blue=["b1 infantry c6 s"], dice=[5, 2, 2, 5])
    events = table.next_turn()
    assert [throw["dice"] for throw in rolls(events, "initiative")] == [[2], [5]]
    assert (table.state["turn"], table.state["decides"]) == (2, "blue")
