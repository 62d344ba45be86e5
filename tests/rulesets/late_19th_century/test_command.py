"""Command units: what they are worth to the units beside them."""

import pytest

from tests.rulesets.late_19th_century.drawing import late, red_to_act, throws


def combat(red: str = "", blue: str = "") -> list[str]:
    """r1 in d4 attacks b1 in d5."""
    reds = ["r1 infantry-rifles d4 n", "r9 infantry-rifles a1 n", red]
    blues = ["b1 infantry-rifles d5 s", "b9 infantry-rifles h8 s", blue]
    table = red_to_act(dice=[6, 6], red=[one for one in reds if one], blue=[one for one in blues if one])
    table.play("end")
    return throws(table.play("fight", "r1", target="d5"), "close-combat")


@pytest.mark.clause("late19c.command.close-combat")
def test_a_unit_next_to_its_command_has_one_more_power() -> None:
    plain = ["r1: 6 = 6, needs 4: misses [close-combat.roll]", "b1: 6 = 6, needs 4: misses [close-combat.roll]"]
    led = "6 = 6, needs 5 (+1 command.close-combat): misses [close-combat.roll]"
    assert combat() == plain
    assert combat(red="r2 command d3 n") == [f"r1: {led}", plain[1]]
    assert combat(blue="b2 command d6 s") == [plain[0], f"b1: {led}"]
    assert combat(red="r2 command d2 n", blue="b2 command d7 s") == plain


@pytest.mark.clause("late19c.command.close-combat")
def test_the_enemys_command_or_another_friend_is_worth_nothing() -> None:
    """The command unit in e5 is next to both."""
    assert [line.split(":")[1] for line in combat(blue="b2 command e5 n")] == [
        " 6 = 6, needs 4",
        " 6 = 6, needs 5 (+1 command.close-combat)",
    ]
    assert "command" not in combat(red="r2 infantry-rifles d3 n")[0]


@pytest.mark.clause("late19c.command.close-combat")
def test_a_command_unit_is_not_next_to_itself() -> None:
    table = red_to_act(
        dice=[6, 6], red=["r1 command d4 n"], blue=["b1 infantry-rifles d5 s", "b2 infantry-rifles h8 s"]
    )
    table.play("end")
    assert throws(table.play("fight", "r1", target="d5"), "close-combat")[0].startswith("r1: 6 = 6, needs 5: misses")


@pytest.mark.clause("late19c.command.fire")
@pytest.mark.parametrize(
    ("command", "throw"),
    [
        ("r2 command c3 n", "r1: 4 +1 command.fire = 5: destroyed [fire.effect-open]"),
        ("r2 command d1 n", "r1: 4 = 4: pinned [fire.effect-open]"),
        ("r2 infantry-rifles c3 n", "r1: 4 = 4: pinned [fire.effect-open]"),
    ],
)
def test_a_unit_next_to_its_command_adds_1_to_its_fire(command: str, throw: str) -> None:
    table = red_to_act(
        dice=[4],
        red=["r1 infantry-rifles d3 n", command],
        blue=["b1 infantry-rifles d6 s", "b2 command h8 s"],
    )
    assert throws(table.play("fire", "r1", target="d6"), "fire") == [throw]


@pytest.mark.clause("late19c.command.fire")
@pytest.mark.parametrize(
    ("command", "throw"),
    [
        ("r2 command c3 n", "r1: 4 +1 command.fire = 5: destroyed [artillery.effect-direct]"),
        ("r2 command d1 n", "r1: 4 = 4: pinned [artillery.effect-direct]"),
    ],
)
def test_so_does_a_battery_to_its_effect_not_to_where_it_lands(command: str, throw: str) -> None:
    """A four would fall in front of the target: the command unit does not turn it into a five."""
    blue = ["b1 infantry-rifles d6 s", "b2 infantry-rifles d5 s"]
    table = late(dice=[4, 4], red=["r1 light-artillery d3 n", command], blue=blue)
    events = table.play("bombard", "r1", target="d6")
    assert throws(events, "landing") == ["r1: 4 = 4: in-front [artillery.scatter]"]
    assert throws(events, "artillery") == [throw]
