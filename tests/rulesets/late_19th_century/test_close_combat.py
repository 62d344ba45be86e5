"""Close combat: who attacks whom, in which order, and every way in which a fight can end."""

from typing import Any

import pytest

from tests.rulesets.late_19th_century.drawing import OPEN, facing, happened, red_to_act, terrain, throws, why
from tests.table import Table

SPARE = ["r9 infantry-rifles a1 n"]
FAR = ["b9 infantry-close-combat h8 s"]
# The hexes around d5, with the facing that looks at it.
AROUND = {"d4": "n", "c5": "ne", "e5": "nw", "d6": "s", "c6": "se", "e6": "sw"}


def ring(number: int, kind: str = "infantry-rifles") -> list[str]:
    """r1, r2 ... around d5, all turned to it."""
    return [f"r{one + 1} {kind} {cell} {look}" for one, (cell, look) in enumerate(list(AROUND.items())[:number])]


def fighting(
    red: list[str] | None = None, blue: str = "b1 infantry-rifles d5 s", dice: list[int] | None = None, **words: Any
) -> Table:
    """Red's close combats, nobody having moved."""
    blues = [blue, *words.pop("blues", []), *FAR]
    table = red_to_act(words.pop("rows", OPEN), dice, red=[*(red or ring(1)), *SPARE], blue=blues, **words)
    table.play("end")
    return table


def attack(table: Table, unit: str = "r1", target: str = "d5") -> list[dict[str, Any]]:
    return table.play("fight", unit, target=target)


# -- when


@pytest.mark.clause("late19c.close-combat.when")
def test_every_enemy_that_is_faced_is_attacked_without_an_activation() -> None:
    table = red_to_act(thrown=[1], dice=[6, 6], red=ring(1), blue=["b1 infantry-rifles d5 n", *FAR])
    assert table.state["phase"] == "close-combat"
    assert table.legal() == [{"do": "fight", "unit": "r1", "target": "d5"}]
    assert why(table, "end") == why(table, "stand") == {"close-combat.when"}


@pytest.mark.clause("late19c.close-combat.when")
@pytest.mark.parametrize("looks", ["ne", "nw", "s"])
def test_who_looks_elsewhere_does_not_attack(looks: str) -> None:
    """Facing is the one side it is turned to, even if the enemy looks at it."""
    red = [f"r1 infantry-rifles d4 {looks}", *SPARE]
    table = red_to_act(dice=[6], red=red, blue=["b1 infantry-rifles d5 s", *FAR])
    table.play("end")
    assert (table.state["phase"], table.state["decides"]) == ("activation", "blue")


@pytest.mark.clause("late19c.close-combat.when")
def test_nobody_attacks_an_enemy_two_hexes_away() -> None:
    table = red_to_act(dice=[6], red=["r1 infantry-rifles d3 n"], blue=["b1 infantry-rifles d5 s", *FAR])
    table.play("end")
    assert table.state["decides"] == "blue"


@pytest.mark.clause("late19c.close-combat.when")
def test_the_other_side_attacks_in_its_own_turn() -> None:
    table = fighting(red=["r1 infantry-rifles d4 s"], dice=[6, 1, 6])
    assert (table.state["phase"], table.state["decides"]) == ("activation", "blue")
    table.play("end")
    assert table.legal() == [{"do": "fight", "unit": "b1", "target": "d4"}]
    assert throws(table.play("fight", "b1", target="d4"), "close-combat") == [
        "b1: 1 = 1, needs 4: hits [close-combat.roll]",
        "r1: 6 = 6, needs 4: misses [close-combat.roll]",
    ]


@pytest.mark.clause("late19c.close-combat.when")
@pytest.mark.parametrize("order", [["d5", "g5"], ["g5", "d5"]])
def test_the_active_side_settles_the_order(order: list[str]) -> None:
    red = [*ring(1), "r2 infantry-rifles g4 n"]
    table = fighting(red, blues=["b2 infantry-rifles g5 n"], dice=[1, 6, 1, 6])
    who = {"d5": ("r1", "b1"), "g5": ("r2", "b2")}
    assert [(one["unit"], one["target"]) for one in table.legal("fight")] == [("r1", "d5"), ("r2", "g5")]
    for number, cell in enumerate(order):
        attacker, defender = who[cell]
        assert happened(attack(table, attacker, cell)) == [f"destroyed {defender} close-combat.roll"]
        assert table.state["decides"] == "red"
        table.play("stand", attacker)
        assert len(table.legal("fight")) == 1 - number
    assert table.state["decides"] == "blue"


@pytest.mark.clause("late19c.close-combat.when")
def test_naming_the_only_opponent_says_nothing_new() -> None:
    table = fighting(dice=[6, 6])
    assert why(table, "fight", "r1", target="d5", opponent="b1") == set()
    assert why(table, "fight", "r1", target="d5", opponent="b9") == {"close-combat.when"}
    assert throws(table.play("fight", "r1", target="d5", opponent="b1"), "close-combat")


# -- the attacking unit


@pytest.mark.clause("late19c.close-combat.attacker")
def test_of_several_the_last_that_came_is_the_attacking_unit() -> None:
    """Its power is used, and it is the one destroyed."""
    red = ["r1 mounted-cavalry d4 n", "r2 infantry-close-combat b4 n", "r3 command e4 n", *SPARE]
    table = red_to_act(dice=[6, 1], red=red, blue=["b1 infantry-rifles d5 s", *FAR])
    table.play("move", "r3", path=["e5"])
    table.play("move", "r2", path=["c5"])
    table.play("end")
    assert table.legal() == [{"do": "fight", "unit": "r2", "target": "d5"}]
    assert why(table, "fight", "r1", target="d5") == {"close-combat.attacker"}
    assert why(table, "fight", "r3", target="d5") == {"close-combat.attacker"}
    assert why(table, "fight", "r9", target="d5") == {"close-combat.when"}
    events = attack(table, "r2")
    assert throws(events, "close-combat") == [
        "r2: 6 = 6, needs 3: misses [close-combat.roll]",
        "b1: 1 = 1, needs 2 (-2 close-combat.outnumbered): hits [close-combat.roll]",
    ]
    assert happened(events) == ["destroyed r2 close-combat.roll"]


@pytest.mark.clause("late19c.close-combat.attacker")
@pytest.mark.parametrize(("picked", "power"), [("r1", 4), ("r2", 3)])
def test_if_none_moved_in_the_active_side_picks_it(picked: str, power: int) -> None:
    red = ["r1 infantry-rifles d4 n", "r2 infantry-close-combat c5 ne"]
    table = fighting(red, dice=[6, 1])
    assert [one["unit"] for one in table.legal("fight")] == ["r1", "r2"]
    events = attack(table, picked)
    assert throws(events, "close-combat")[0] == f"{picked}: 6 = 6, needs {power}: misses [close-combat.roll]"
    assert happened(events) == [f"destroyed {picked} close-combat.roll"]
    assert table.state["decides"] == "blue"  # an enemy is attacked once


@pytest.mark.clause("late19c.close-combat.attacker", "late19c.hills.no-attack")
def test_the_last_that_came_and_may_attack() -> None:
    """b1 stands two contours above c5 and one above e5: who came to c5 last does not attack."""
    rows = terrain(d5="H", e5="h", d4="h")
    red = ["r1 infantry-rifles d4 n", "r2 infantry-rifles e4 n", "r3 infantry-rifles c4 n", *SPARE]
    table = red_to_act(rows, [6, 6], red=red, blue=["b1 infantry-rifles d5 s", *FAR])
    table.play("move", "r2", path=["e5"])
    table.play("move", "r3", path=["c5"])
    assert facing(table, "b1") == "sw"
    table.play("end")
    assert [one["unit"] for one in table.legal("fight")] == ["r2"]
    assert throws(attack(table, "r2"), "close-combat")[1] == (
        "b1: 6 = 6, needs 3 (-1 close-combat.outnumbered): misses [close-combat.roll]"
    )


@pytest.mark.clause("late19c.close-combat.outnumbered")
@pytest.mark.parametrize(
    ("number", "needs"),
    [
        (1, "4"),
        (2, "3 (-1 close-combat.outnumbered)"),
        (3, "2 (-2 close-combat.outnumbered)"),
        (4, "1 (-3 close-combat.outnumbered)"),
        (5, "1 (-4 close-combat.outnumbered +1 units.min-power)"),
        (6, "1 (-5 close-combat.outnumbered +2 units.min-power)"),
    ],
)
def test_each_further_attacker_takes_1_off_the_defenders_power(number: int, needs: str) -> None:
    table = fighting(ring(number), dice=[6, 6])
    assert throws(attack(table), "close-combat") == [
        "r1: 6 = 6, needs 4: misses [close-combat.roll]",
        f"b1: 6 = 6, needs {needs}: misses [close-combat.roll]",
    ]


@pytest.mark.clause("late19c.close-combat.outnumbered")
def test_neighbours_that_look_elsewhere_do_not_count() -> None:
    red = [*ring(2), "r3 infantry-rifles e5 n", "r4 infantry-rifles d3 n"]
    assert "needs 3 (-1 close-combat.outnumbered)" in throws(attack(fighting(red, dice=[6, 6])), "close-combat")[1]


@pytest.mark.clause("late19c.close-combat.outnumbered", "late19c.hills.no-attack")
def test_those_too_far_below_do_not_count() -> None:
    """b1 on a hill of two contours: r1 is one below, r2 two."""
    table = fighting(ring(2), dice=[6, 6], rows=terrain(d5="H", d4="h"))
    assert [one["unit"] for one in table.legal("fight")] == ["r1"]
    assert throws(attack(table), "close-combat")[1] == "b1: 6 = 6, needs 4: misses [close-combat.roll]"


@pytest.mark.clause("late19c.close-combat.outnumbered")
def test_the_attacker_is_never_outnumbered() -> None:
    """Three enemies around r1, one of them attacked."""
    table = fighting(dice=[6, 6], blues=["b2 infantry-rifles c4 ne", "b3 infantry-rifles e4 nw"])
    assert throws(attack(table), "close-combat")[0] == "r1: 6 = 6, needs 4: misses [close-combat.roll]"


# -- the roll, and how it ends


@pytest.mark.clause("late19c.close-combat.roll", "shared.dice-order")
@pytest.mark.parametrize(
    ("dice", "outcomes", "destroyed"),
    [
        ([4, 5], ("hits", "misses"), ["b1"]),
        ([5, 4], ("misses", "hits"), ["r1"]),
        ([4, 4], ("hits", "hits"), ["b1", "r1"]),
        ([5, 5], ("misses", "misses"), []),
    ],
)
def test_a_score_up_to_its_power_destroys_the_other(
    dice: list[int], outcomes: tuple[str, str], destroyed: list[str]
) -> None:
    table = fighting(dice=dice)
    events = attack(table)
    assert throws(events, "close-combat") == [
        f"r1: {dice[0]} = {dice[0]}, needs 4: {outcomes[0]} [close-combat.roll]",
        f"b1: {dice[1]} = {dice[1]}, needs 4: {outcomes[1]} [close-combat.roll]",
    ]
    assert happened(events) == [f"destroyed {unit} close-combat.roll" for unit in destroyed]


@pytest.mark.clause("late19c.close-combat.roll", "late19c.close-combat.draw")
def test_the_odds_of_a_fight() -> None:
    odds = fighting().odds("fight", "r1", target="d5")
    assert odds == pytest.approx(
        {
            "b1 destroyed": 4 / 6 * 2 / 6,
            "r1 destroyed": 2 / 6 * 4 / 6,
            "b1 destroyed, r1 destroyed": 4 / 6 * 4 / 6,
            "r1 withdraws": 2 / 6 * 2 / 6,
        }
    )
    hemmed_in = fighting(rows=terrain(d3="~", c4="~", e4="~")).odds("fight", "r1", target="d5")
    assert hemmed_in["r1 destroyed"] == pytest.approx(2 / 6 * 4 / 6 + 2 / 6 * 2 / 6)


@pytest.mark.clause("late19c.close-combat.mutual")
def test_both_can_be_destroyed_and_then_nobody_advances() -> None:
    table = fighting(dice=[1, 1])
    attack(table)
    assert table.unit("r1") is None and table.unit("b1") is None
    assert table.state["decides"] == "blue"


@pytest.mark.clause("late19c.close-combat.mutual", "shared.victory")
def test_mutual_destruction_of_the_last_units_is_a_draw() -> None:
    table = red_to_act(dice=[1, 1], red=ring(1), blue=["b1 infantry-rifles d5 s"])
    table.play("end")
    attack(table)
    assert table.state["result"] == {"winner": None, "reason": "neither side has a unit left"}


# -- advance


@pytest.mark.clause("late19c.close-combat.advance")
def test_the_attacker_may_advance_or_stand() -> None:
    table = fighting(dice=[1, 6])
    attack(table)
    assert table.legal() == [{"do": "advance", "unit": "r1", "facing": "n"}, {"do": "stand", "unit": "r1"}]
    assert why(table, "advance", "r1", facing="s") == {"close-combat.advance"}
    assert why(table, "end") == {"close-combat.advance"}
    assert happened(table.play("stand", "r1")) == ["stood r1 close-combat.advance"]
    assert table.at("r1") == "d4"


@pytest.mark.clause("late19c.close-combat.advance")
def test_the_defender_does_not_advance() -> None:
    table = fighting(dice=[6, 1])
    assert happened(attack(table)) == ["destroyed r1 close-combat.roll"]
    assert (table.state["phase"], table.state["decides"], table.at("b1")) == ("activation", "blue", "d5")


@pytest.mark.clause("late19c.close-combat.advance", "late19c.movement.contact")
@pytest.mark.parametrize(("chosen", "turned"), [("n", ("s", "n")), ("ne", ("n", "sw"))])
def test_an_advance_into_contact_turns_both(chosen: str, turned: tuple[str, str]) -> None:
    table = fighting(dice=[1, 6], blues=["b2 infantry-rifles d6 n", "b3 infantry-rifles e6 n"])
    attack(table)
    assert {one["facing"] for one in table.legal("advance")} == {"n", "ne"}
    events = table.play("advance", "r1", facing=chosen)
    assert happened(events)[0] == "advanced r1 close-combat.advance"
    assert happened(events)[-1] == f"turned {'b2' if chosen == 'n' else 'b3'} movement.contact"
    assert (facing(table, "b2"), facing(table, "b3")) == turned


@pytest.mark.clause("late19c.close-combat.no-second")
def test_after_an_advance_there_is_no_second_attack_this_turn() -> None:
    table = fighting(dice=[1, 6, 6], blues=["b2 infantry-rifles d6 n"])
    attack(table)
    table.play("advance", "r1", facing="n")
    assert (table.state["phase"], table.state["decides"]) == ("activation", "blue")
    table.play("end")
    assert table.legal() == [{"do": "fight", "unit": "b2", "target": "d5"}]  # it was turned, and so attacks


@pytest.mark.clause("late19c.close-combat.no-second", "late19c.close-combat.outnumbered")
def test_nor_does_it_count_in_another_units_attack() -> None:
    red = [*ring(1), "r2 infantry-rifles c6 ne"]
    table = fighting(red, dice=[1, 6, 6, 6], blues=["b2 infantry-rifles d6 n"])
    attack(table)
    table.play("advance", "r1", facing="n")
    assert why(table, "fight", "r1", target="d6") == {"close-combat.no-second"}
    assert table.legal() == [{"do": "fight", "unit": "r2", "target": "d6"}]
    assert throws(attack(table, "r2", "d6"), "close-combat")[1] == "b2: 6 = 6, needs 4: misses [close-combat.roll]"


@pytest.mark.clause("late19c.close-combat.no-second", "late19c.close-combat.attacker")
def test_an_advance_does_not_change_who_came_last() -> None:
    """r2 came to b2 this turn, r1 stood there; r3 only advances to it."""
    red = ["r1 infantry-rifles c6 ne", "r2 infantry-rifles f6 sw", "r3 infantry-rifles d4 n"]
    blue = ["b1 infantry-rifles d5 s", "b2 infantry-rifles d6 s", *FAR]
    table = red_to_act(dice=[1, 6, 6, 1], red=red, blue=blue)
    table.play("move", "r2", path=["e6"], facing="nw")
    table.play("end")
    attack(table, "r3")
    table.play("advance", "r3", facing="n")
    assert facing(table, "b2") == "s"  # it is turned to who came next to it
    assert table.legal() == [{"do": "fight", "unit": "r2", "target": "d6"}]
    assert why(table, "fight", "r1", target="d6") == {"close-combat.attacker"}


@pytest.mark.clause("late19c.close-combat.no-second")
def test_who_stood_has_no_second_attack_either_but_next_turn_it_fights_again() -> None:
    table = fighting(dice=[1, 6, 6, 6, 6, 6, 1, 6], blues=["b2 infantry-rifles d6 n"])
    attack(table)
    table.play("advance", "r1", facing="n")
    table.play("end")
    table.play("fight", "b2", target="d5")
    table.play("retreat", "b2", to="d7")
    assert table.state["turn"] == 2


# -- draw


@pytest.mark.clause("late19c.close-combat.draw", "shared.retreat")
def test_after_a_draw_the_attacker_withdraws() -> None:
    table = fighting(dice=[5, 6])
    attack(table)
    assert {one["to"] for one in table.legal()} == {"d3", "c4", "e4"}
    assert {one["do"] for one in table.legal()} == {"retreat"}
    assert why(table, "retreat", "r1", to="c5") == {"shared.retreat"}
    assert why(table, "stand", "r1") == {"close-combat.draw"}
    assert happened(table.play("retreat", "r1", to="d3")) == ["retreated r1 shared.retreat"]
    assert (table.at("r1"), facing(table, "r1"), table.at("b1")) == ("d3", "n", "d5")


@pytest.mark.clause("late19c.close-combat.draw")
def test_it_withdraws_to_an_empty_hex_next_to_no_enemy() -> None:
    red = [*ring(1), "r2 infantry-rifles d3 n"]
    table = fighting(red, dice=[5, 6], blues=["b2 infantry-rifles f4 n"])
    attack(table)
    assert {one["to"] for one in table.legal()} == {"c4"}


@pytest.mark.clause("late19c.close-combat.draw", "late19c.rivers.crossing")
@pytest.mark.parametrize(
    ("rows", "friends", "blues"),
    [
        (terrain(d3="~", c4="~", e4="~"), [], []),
        (OPEN, ["r2 infantry-rifles d3 n", "r3 infantry-rifles c4 n", "r4 infantry-rifles e4 n"], []),
        (OPEN, [], ["b2 infantry-rifles c3 n", "b3 infantry-rifles f3 n"]),
    ],
    ids=["river", "friends", "enemies"],
)
def test_with_no_way_out_it_is_destroyed(rows: str, friends: list[str], blues: list[str]) -> None:
    table = fighting([*ring(1), *friends], dice=[5, 6], rows=rows, blues=blues)
    assert happened(attack(table)) == ["destroyed r1 close-combat.draw"]
    assert table.unit("b1") is not None


@pytest.mark.clause("late19c.close-combat.draw", "shared.retreat")
def test_siege_artillery_cannot_withdraw() -> None:
    table = fighting(["r1 siege-artillery d4 n"], dice=[5, 6])
    assert happened(attack(table)) == ["destroyed r1 close-combat.draw"]


@pytest.mark.clause("late19c.close-combat.draw", "late19c.close-combat.attacker")
def test_of_several_only_the_attacking_unit_withdraws() -> None:
    table = fighting(ring(2), dice=[5, 6])
    attack(table, "r2")
    assert {one["unit"] for one in table.legal()} == {"r2"}
    assert {one["to"] for one in table.legal()} == {"b4", "b5", "c4"}
    table.play("retreat", "r2", to="b4")
    assert table.at("r1") == "d4"
    assert table.state["decides"] == "blue"
