"""Activation: how many dice a side throws, and how many units their sum lets it act with."""

import pytest

from tests.rulesets.modern.ground import guns_first, red_to_act, throws
from tests.table import of_kind, rolls

CELLS = [f"{column}{row}" for row in (1, 2, 3) for column in "abcdef"]
FAR = ["b1 infantry f6 n"]


def army(others: int, commanders: int) -> list[str]:
    kinds = ["infantry"] * others + ["commander"] * commanders
    return [f"r{number} {kind} {cell} n" for number, (kind, cell) in enumerate(zip(kinds, CELLS, strict=False))]


def dice_thrown(grid: str, red: list[str]) -> int:
    table = guns_first(grid, red=red, blue=FAR, dice=[6, 1])
    (thrown,) = [roll for roll in rolls(table.opening, "activation") if roll["side"] == "red"]
    return len(thrown["dice"])


@pytest.mark.clause("modern.activation.dice")
@pytest.mark.parametrize(
    ("others", "commanders", "dice"),
    [
        (1, 0, 1),
        (5, 0, 1),
        (6, 0, 2),
        (10, 0, 2),
        (11, 0, 3),
        (0, 1, 1),
        (1, 1, 2),
        (5, 1, 2),
        (6, 1, 3),
        (12, 1, 4),
        (5, 2, 3),  # the second Commander is a sixth other unit
        (4, 2, 2),
    ],
)
def test_a_die_for_the_commander_and_one_for_every_five_others_rounded_up(
    grid: str, others: int, commanders: int, dice: int
) -> None:
    assert dice_thrown(grid, army(others, commanders)) == dice


@pytest.mark.clause("modern.activation.dice")
def test_carried_units_count_and_those_that_arrive_later_do_not(grid: str) -> None:
    five = army(5, 0)
    assert dice_thrown(grid, [*army(4, 0), "t truck a4 n carrying=c", "c commander - n"]) == 2
    assert dice_thrown(grid, [*army(4, 0), "t truck a4 n carrying=i", "i infantry - n"]) == 2
    assert dice_thrown(grid, [*five, "x infantry a4 n"]) == 2
    assert dice_thrown(grid, [*five, "x infantry - n arrives=2,south"]) == 1
    assert dice_thrown(grid, [*five, "x commander - n arrives=2,south"]) == 1


@pytest.mark.clause("modern.activation.dice")
def test_units_that_may_come_on_this_turn_count(grid: str) -> None:
    five = army(5, 0)
    assert dice_thrown(grid, [*five, "x infantry - n arrives=1,south"]) == 2
    assert dice_thrown(grid, [*army(4, 0), "t truck - n carrying=i arrives=1,south", "i infantry - n"]) == 2
    assert dice_thrown(grid, [*army(4, 0), "t truck - n carrying=c arrives=1,south", "c commander - n"]) == 2


@pytest.mark.clause("modern.activation.dice", "shared.victory")
def test_a_side_that_begins_off_the_board_comes_on(grid: str) -> None:
    red = ["r1 infantry - n arrives=1,south", "r2 infantry - n arrives=3,south"]
    table = guns_first(grid, red=red, blue=FAR, dice=[6, 1, 1])
    assert [len(roll["dice"]) for roll in rolls(table.opening, "activation")] == [1]
    table.play("enter", "r1", at="c1", facing="n")
    assert table.at("r1") == "c1"
    table = guns_first(grid, red=["r1 infantry - n arrives=3,south"], blue=["b1 infantry - s arrives=3,north"], turns=9)
    assert (table.state["turn"], table.state["phase"]) == (3, "activation"), "two turns without a die end nothing"


@pytest.mark.clause("modern.activation.dice")
@pytest.mark.parametrize(("die", "dice"), [(5, 2), (3, 3)], ids=["the Commander falls", "he is missed"])
def test_losses_reduce_them_as_soon_as_they_are_counted_again(grid: str, die: int, dice: int) -> None:
    blue = ["b1 commander c3 s sp=1", *[f"b{number} infantry {'abcdef'[number - 2]}6 n" for number in range(2, 8)]]
    table = red_to_act(grid, dice=[die, 1], red=["r1 infantry c1 n"], blue=blue)
    events = table.play("fire", "r1", target="c3")
    if table.state["decides"] == "red":
        events += table.play("end")
    assert (table.unit("b1") is None) == (die == 5)
    assert [len(roll["dice"]) for roll in rolls(events, "activation")] == [dice]


@pytest.mark.clause("modern.activation.total")
def test_their_sum_is_the_number_of_units_that_may_act(grid: str) -> None:
    table = guns_first(grid, red=army(6, 0), blue=FAR, dice=[6, 1, 1, 2])
    assert throws(table.opening, "activation") == ["red: 1 2 = 1 2"]
    (told,) = of_kind(table.opening, "activations")
    assert (told["side"], told["number"], told["clause"]) == ("red", 3, "modern.activation.dice")
    for left, unit in zip((2, 1), ("r0", "r1"), strict=True):
        table.play("move", unit, path=[], facing="s")
        assert table.state["activations-left"] == left
    table.play("move", "r2", path=[], facing="s")
    assert table.state["decides"] == "blue"  # nothing is left, though three units have not moved


@pytest.mark.clause("modern.activation.total")
def test_with_none_left_only_the_acting_unit_goes_on(grid: str) -> None:
    table = guns_first(grid, red=["r1 infantry c1 n", "r2 infantry a1 n"], blue=["b1 infantry c4 s"], dice=[6, 1, 1, 1])
    table.play("move", "r1", path=["c2"])
    assert table.state["activations-left"] == 0
    assert table.why("move", "r2", path=["a2"]) == {"modern.activation.total"}
    assert table.targets("fire", "r1") == {"c4"}
