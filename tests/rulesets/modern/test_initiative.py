"""Initiative: a die for each side, every turn."""

import pytest

from tests.rulesets.modern.ground import guns_first, throws
from tests.table import Table, of_kind

RED, BLUE = ["r1 infantry a1 n"], ["b1 infantry f6 s"]


def opened(grid: str, dice: list[int]) -> Table:
    return guns_first(grid, red=RED, blue=BLUE, dice=dice)


@pytest.mark.clause("modern.initiative.roll")
@pytest.mark.parametrize(("dice", "first"), [([4, 3], "red"), ([3, 4], "blue"), ([1, 6], "blue"), ([6, 5], "red")])
def test_the_higher_acts_first(grid: str, dice: list[int], first: str) -> None:
    table = opened(grid, dice)
    assert throws(table.opening, "initiative") == [f"red: {dice[0]} = {dice[0]}", f"blue: {dice[1]} = {dice[1]}"]
    assert [(one["side"], one["clause"]) for one in of_kind(table.opening, "initiative")] == [
        (first, "modern.initiative.roll")
    ]
    assert table.state["decides"] == table.state["first"] == first


@pytest.mark.clause("modern.initiative.roll")
def test_a_tie_is_thrown_again(grid: str) -> None:
    table = opened(grid, [3, 3, 6, 6, 2, 5])
    assert [line[-1] for line in throws(table.opening, "initiative")] == ["3", "3", "6", "6", "2", "5"]
    assert table.state["decides"] == "blue"


@pytest.mark.clause("modern.initiative.roll")
def test_it_is_thrown_for_every_turn(grid: str) -> None:
    table = opened(grid, [6, 1, 1, 1, 2, 5])
    table.play("end")
    events = table.play("end")
    assert throws(events, "initiative") == ["red: 2 = 2", "blue: 5 = 5"]
    assert (table.state["turn"], table.state["decides"]) == (2, "blue")
