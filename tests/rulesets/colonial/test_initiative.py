"""Initiative: a die each."""

import pytest

from tests.rulesets.colonial.drawing import throws
from tests.table import Table, draw, of_kind


def both_roll(grid: str, dice: list[int]) -> Table:
    return draw("colonial", grid=grid, red=["r1 infantry c1 n"], blue=["b1 infantry c6 s"], dice=dice)


@pytest.mark.clause("colonial.initiative.roll")
@pytest.mark.parametrize(("dice", "first"), [([6, 5], "red"), ([2, 1], "red"), ([5, 6], "blue"), ([1, 2], "blue")])
def test_the_higher_die_acts_first(grid: str, dice: list[int], first: str) -> None:
    table = both_roll(grid, dice)
    assert throws(table.opening, "initiative") == [f"red: {dice[0]} = {dice[0]}", f"blue: {dice[1]} = {dice[1]}"]
    assert of_kind(table.opening, "initiative") == [
        {"event": "initiative", "side": first, "clause": "colonial.initiative.roll"}
    ]
    assert table.state["decides"] == table.state["first"] == first


@pytest.mark.clause("colonial.initiative.roll", "shared.initiative")
def test_ties_are_rolled_again(grid: str) -> None:
    table = both_roll(grid, [3, 3, 6, 6, 2, 4])
    dice = [event["dice"] for event in table.opening if event["event"] == "roll"]
    assert dice == [[3], [3], [6], [6], [2], [4]]
    assert table.state["decides"] == "blue"


@pytest.mark.clause("colonial.initiative.roll")
def test_it_is_rolled_anew_every_turn(grid: str) -> None:
    table = both_roll(grid, [6, 1, 1, 6])
    table.play("end")
    events = table.play("end")
    assert throws(events, "initiative") == ["red: 1 = 1", "blue: 6 = 6"]
    assert table.state["decides"] == "blue"
