"""Movement: once a turn, through hex sides, into contact and out of it."""

import pytest

from tests.rulesets.late_19th_century.drawing import OPEN, facing, happened, red_to_act, terrain, why
from tests.table import of_kind

FAR = ["b1 infantry-close-combat h8 s"]
FACINGS = {"n", "ne", "se", "s", "sw", "nw"}


@pytest.mark.clause("late19c.movement.once")
def test_a_unit_moves_once_a_turn() -> None:
    red = ["r1 mounted-cavalry d2 n", "r2 infantry-rifles a1 n"]
    table = red_to_act(dice=[6, 6, 1, 6], red=red, blue=FAR)
    table.play("move", "r1", path=["d3"])
    assert table.legal("move", "r1") == []
    assert why(table, "move", "r1", path=["d4"]) == {"movement.once", "activation.choice"}
    table.next_turn()
    assert "d4" in table.reach("r1")


@pytest.mark.clause("late19c.movement.once", "late19c.activation.faces")
def test_a_unit_moves_only_if_activated() -> None:
    """Without activations nobody moves."""
    table = red_to_act(thrown=[1], dice=[6], red=["r1 infantry-rifles d2 n"], blue=FAR)
    assert table.state["decides"] == "blue"
    assert why(table, "move", "r1", path=["d3"]) == {"turn.sequence"}


@pytest.mark.clause("late19c.movement.sides")
def test_movement_goes_through_sides_and_may_change_direction() -> None:
    red = ["r1 infantry-rifles d3 n", "r2 mounted-cavalry d5 n"]
    table = red_to_act(red=red, blue=FAR)
    assert table.reach("r1") == {"d4", "e4", "e3", "d2", "c3", "c4"}
    assert why(table, "move", "r1", path=["e5"]) == {"movement.sides"}
    assert why(table, "move", "r2", path=["e6", "d6"]) == set()
    assert table.facings("r2", "d6") == FACINGS
    assert happened(table.play("move", "r2", path=["e6", "d6"], facing="s")) == [
        "moved r2 movement.sides",
        "turned r2 movement.sides",
    ]


@pytest.mark.clause("late19c.movement.sides", "shared.turning")
def test_turning_on_the_spot_is_a_move() -> None:
    table = red_to_act(red=["r1 infantry-rifles d3 n", "r2 infantry-rifles a1 n"], blue=FAR)
    assert table.facings("r1") == FACINGS - {"n"}
    assert happened(table.play("move", "r1", path=[], facing="s")) == ["turned r1 movement.sides"]
    assert why(table, "move", "r1", path=["d4"]) == {"movement.once", "activation.choice"}


@pytest.mark.clause("late19c.movement.through-friends")
@pytest.mark.parametrize("friend", ["infantry-rifles", "command"])
def test_a_unit_passes_through_a_friend_but_does_not_stay(friend: str) -> None:
    lane = terrain(**{f"{column}{row}": "~" for column in "ce" for row in range(1, 6)})
    red = ["r1 mounted-cavalry d1 n", f"r2 {friend} d2 n"]
    table = red_to_act(lane, red=red, blue=FAR)
    assert table.reach("r1") == {"d3"}
    assert why(table, "move", "r1", path=["d2"]) == {"movement.through-friends"}
    assert why(table, "move", "r1", path=["d2", "d3"]) == set()


@pytest.mark.clause("late19c.movement.through-friends")
def test_not_even_a_command_unit_shares_a_hex() -> None:
    table = red_to_act(red=["r1 command d1 n", "r2 infantry-rifles d2 n"], blue=FAR)
    assert why(table, "move", "r1", path=["d2"]) == {"movement.through-friends"}


@pytest.mark.clause("late19c.movement.through-friends")
def test_nobody_enters_an_enemys_hex() -> None:
    table = red_to_act(red=["r1 infantry-rifles d4 n", "r2 infantry-rifles a1 n"], blue=["b1 infantry-rifles d5 n"])
    assert "d5" not in table.reach("r1")
    assert why(table, "move", "r1", path=["d5"]) == {"movement.through-friends"}


@pytest.mark.clause("late19c.movement.once", "shared.victory")
def test_a_unit_leaves_the_board_as_its_move() -> None:
    red = ["r1 infantry-rifles d8 n", "r2 infantry-rifles a1 n"]
    goal = [{"side": "red", "exit": {"edge": "north", "units": 1}}]
    table = red_to_act(dice=[6], red=red, blue=["b1 infantry-close-combat h1 s"], victory=goal)
    assert [one["unit"] for one in table.legal("leave")] == ["r1"]
    assert why(table, "leave", "r2") == {"shared.victory"}
    table.play("leave", "r1")
    assert table.state["result"]["winner"] == "red"
    table = red_to_act(dice=[6], red=red, blue=["b1 infantry-close-combat h1 s"], victory=goal)
    table.play("move", "r1", path=[], facing="s")
    assert "movement.once" in why(table, "leave", "r1")


# -- contact


@pytest.mark.clause("late19c.movement.contact")
def test_a_unit_stops_next_to_an_enemy_and_both_turn_to_face() -> None:
    red = ["r1 mounted-cavalry d2 n", "r2 infantry-rifles a1 n"]
    table = red_to_act(red=red, blue=["b1 infantry-rifles e5 n", "b2 infantry-rifles h8 s"])
    assert why(table, "move", "r1", path=["d3", "d4", "c4"]) == {"movement.contact"}
    assert table.facings("r1", "d4") == {"ne"}
    assert why(table, "move", "r1", path=["d3", "d4"], facing="n") == {"movement.contact"}
    events = table.play("move", "r1", path=["d3", "d4"])
    assert happened(events) == [
        "moved r1 movement.sides",
        "stopped r1 movement.contact",
        "turned r1 movement.contact",
        "turned b1 movement.contact",
    ]
    assert (facing(table, "r1"), facing(table, "b1")) == ("ne", "sw")


@pytest.mark.clause("late19c.movement.contact")
def test_two_hexes_away_nobody_stops_or_turns() -> None:
    red = ["r1 mounted-cavalry d2 n", "r2 infantry-rifles a1 n"]
    table = red_to_act(red=red, blue=["b1 infantry-rifles e6 n"])
    assert happened(table.play("move", "r1", path=["d3", "d4"])) == ["moved r1 movement.sides"]
    assert facing(table, "b1") == "n"


@pytest.mark.clause("late19c.movement.contact")
@pytest.mark.parametrize(("chosen", "other"), [("n", "ne"), ("ne", "n")])
def test_between_two_enemies_the_mover_picks_the_one_that_turns(chosen: str, other: str) -> None:
    blue = ["b1 infantry-rifles d5 n", "b2 infantry-rifles e5 n"]
    table = red_to_act(red=["r1 infantry-rifles d3 n", "r2 infantry-rifles a1 n"], blue=blue)
    assert table.facings("r1", "d4") == {"n", "ne"}
    table.play("move", "r1", path=["d4"], facing=chosen)
    assert facing(table, "r1") == chosen
    assert (facing(table, "b1"), facing(table, "b2")) == (("s", "n") if chosen == "n" else ("n", "sw"))


@pytest.mark.clause("late19c.movement.contact")
def test_who_turns_on_the_spot_does_not_turn_the_enemy() -> None:
    """Only entering a hex makes contact."""
    red = ["r1 infantry-rifles d4 s", "r2 infantry-rifles a1 n"]
    table = red_to_act(red=red, blue=["b1 infantry-rifles d5 n", "b2 infantry-rifles h8 s"])
    assert table.facings("r1") == {"n"}
    table.play("move", "r1", path=[], facing="n")
    assert (facing(table, "r1"), facing(table, "b1")) == ("n", "n")


@pytest.mark.clause("late19c.movement.last-contact")
def test_an_enemy_faces_the_last_that_came() -> None:
    red = ["r1 infantry-rifles d3 n", "r2 infantry-rifles b4 n", "r3 infantry-rifles a1 n"]
    table = red_to_act(red=red, blue=["b1 infantry-rifles d5 n", "b2 infantry-rifles h8 s"])
    table.play("move", "r1", path=["d4"])
    assert facing(table, "b1") == "s"
    events = table.play("move", "r2", path=["c5"])
    assert happened(events)[-1] == "turned b1 movement.last-contact"
    assert facing(table, "b1") == "sw"


# -- withdrawing


@pytest.mark.clause("late19c.movement.withdraw")
def test_a_unit_that_is_faced_breaks_contact_with_its_first_step() -> None:
    red = ["r1 infantry-rifles d4 n", "r2 infantry-rifles a1 n"]
    table = red_to_act(red=red, blue=["b1 infantry-close-combat d5 s"])
    assert table.reach("r1") == {"d3", "c4", "e4"}
    assert why(table, "move", "r1", path=["e5"]) == {"movement.withdraw"}
    assert why(table, "move", "r1", path=["e4"]) == set()


@pytest.mark.clause("late19c.movement.withdraw")
def test_it_does_not_go_next_to_another_enemy() -> None:
    red = ["r1 mounted-cavalry d4 n", "r2 infantry-rifles a1 n"]
    blue = ["b1 infantry-close-combat d5 s", "b2 infantry-close-combat f3 s"]
    table = red_to_act(red=red, blue=blue)
    for path in (["e4"], ["d3", "e3"]):
        assert why(table, "move", "r1", path=path) == {"movement.withdraw"}
    assert why(table, "move", "r1", path=["d3", "d2"]) == set()


@pytest.mark.clause("late19c.movement.withdraw")
@pytest.mark.parametrize("looks", ["n", "sw", "se", "ne"])
def test_a_unit_that_no_enemy_is_turned_to_moves_as_it_likes(looks: str) -> None:
    """It is next to b1, which looks past it: it may go round it, and next to others."""
    red = ["r1 infantry-rifles d4 n", "r2 infantry-rifles a1 n"]
    blue = [f"b1 infantry-close-combat d5 {looks}", "b2 infantry-close-combat f3 s"]
    table = red_to_act(red=red, blue=blue)
    assert table.reach("r1") == {"e5", "e4", "d3", "c4", "c5"}


@pytest.mark.clause("late19c.movement.withdraw")
def test_the_enemy_left_behind_is_not_another_enemy() -> None:
    """Two enemies face it: a step away from both is a withdrawal; a second step back next to one of them is allowed."""
    red = ["r1 mounted-cavalry d4 n", "r2 infantry-rifles a1 n"]
    blue = ["b1 infantry-close-combat d5 s", "b2 infantry-close-combat c5 se"]
    table = red_to_act(OPEN, red=red, blue=blue)
    assert why(table, "move", "r1", path=["c4"]) == {"movement.withdraw"}
    assert why(table, "move", "r1", path=["d3"]) == set()
    assert why(table, "move", "r1", path=["d3", "c4"]) == set()
    events = table.play("move", "r1", path=["d3", "c4"])
    assert [one["unit"] for one in of_kind(events, "stopped")] == ["r1"]


@pytest.mark.clause("late19c.movement.withdraw", "late19c.activation.faces")
def test_withdrawing_is_a_move_and_takes_an_activation() -> None:
    red = ["r1 infantry-rifles d4 n", "r2 infantry-rifles a1 n"]
    table = red_to_act(red=red, blue=["b1 infantry-close-combat d5 s"])
    left = table.state["activations-left"]
    assert happened(table.play("move", "r1", path=["d3"]))[0] == "moved r1 movement.sides"
    assert table.state["activations-left"] == left - 1
