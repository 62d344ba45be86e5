"""House rules on the colonial book."""

from typing import Any

import pytest

from portable_wargame.rulesets.colonial import COLONIAL
from portable_wargame.rulesets.house_rules import with_house_rules
from portable_wargame.scenario.problems import BadScenario
from tests.rulesets.colonial.drawing import FACINGS, TALL, happened, red_to_act, throws
from tests.table import Table, Tree, draw, of_kind


def played_with(grid: str, settings: dict[str, Any], dice: list[int], rows: str = TALL, **words: Any) -> Table:
    return draw("colonial", rows, dice=dice, grid=grid, house_rules=settings, **words)


# -- front-faces


@pytest.mark.clause("shared.flank", "colonial.close-combat.flank")
@pytest.mark.parametrize(
    ("front_faces", "needs"),
    [
        ("1", {"s": 3, "se": 6, "sw": 6, "ne": 6, "nw": 6, "n": 6}),
        ("3", {"s": 3, "se": 3, "sw": 3, "ne": 6, "nw": 6, "n": 6}),
    ],
)
def test_on_hexes_the_front_may_be_the_faced_edge_alone(front_faces: str, needs: dict[str, int]) -> None:
    """What b1 in c4 needs when it is attacked from c3, by its facing."""
    for facing, needed in needs.items():
        table = played_with(
            "hex",
            {"front-faces": front_faces},
            [6, 1, 6, needed],
            red=["r1 infantry c3 n"],
            blue=[f"b1 infantry c4 {facing}"],
        )
        events = table.play("fight", "r1", target="c4")
        assert throws(events, "close-combat")[1] == f"b1: {needed} = {needed}, needs {needed}: survives"


# -- initiative

FAR_APART: dict[str, Any] = {"red": ["r1 infantry c1 n"], "blue": ["b1 infantry c12 s"]}


@pytest.mark.clause("shared.initiative")
@pytest.mark.parametrize(("answer", "first"), [("first", "blue"), ("stand", "red")])
def test_the_winner_of_the_roll_may_choose_who_acts_first(grid: str, answer: str, first: str) -> None:
    table = played_with(grid, {"initiative": "winner-chooses"}, [2, 2, 1, 6], **FAR_APART)
    assert (table.state["phase"], table.state["decides"]) == ("initiative", "blue")
    assert table.legal() == [{"do": "first"}, {"do": "stand"}]
    assert table.why("end") == {"shared.initiative"}
    events = table.play(answer)
    assert of_kind(events, "initiative") == [{"event": "initiative", "side": first, "clause": "shared.initiative"}]
    assert (table.state["phase"], table.state["decides"]) == ("activation", first)
    table.play("end")
    assert table.state["decides"] != first


@pytest.mark.clause("shared.initiative")
def test_by_default_the_higher_acts_first_unasked(grid: str) -> None:
    for settings in ({}, {"initiative": "higher-first"}):
        table = played_with(grid, settings, [1, 6], **FAR_APART)
        assert (table.state["phase"], table.state["decides"]) == ("activation", "blue")


# -- retreat-facing


def retreating(grid: str, settings: dict[str, Any]) -> Table:
    table = played_with(grid, settings, [6, 1, 6, 6], red=["r1 infantry c1 n"], blue=["b1 infantry c4 s"])
    table.play("fire", "r1", target="c4")
    return table


@pytest.mark.clause("shared.retreat")
def test_the_owner_may_choose_the_facing_of_a_retreat(grid: str) -> None:
    table = retreating(grid, {"retreat-facing": "owner-chooses"})
    assert {one["facing"] for one in table.legal("retreat") if one["to"] == "c5"} == FACINGS[grid]
    events = table.play("retreat", "b1", to="c5", facing="n")
    assert happened(events) == [("retreated", "b1", "shared.retreat"), ("turned", "b1", "shared.retreat")]
    assert (table.unit("b1") or {})["facing"] == "n"


@pytest.mark.clause("shared.retreat")
def test_who_says_nothing_keeps_the_facing(grid: str) -> None:
    table = retreating(grid, {"retreat-facing": "owner-chooses"})
    assert happened(table.play("retreat", "b1", to="c5")) == [("retreated", "b1", "shared.retreat")]
    assert (table.unit("b1") or {})["facing"] == "s"


@pytest.mark.clause("shared.retreat")
def test_by_default_the_facing_is_kept(grid: str) -> None:
    table = retreating(grid, {})
    assert all("facing" not in one for one in table.legal("retreat"))
    assert table.why("retreat", "b1", to="c5", facing="n") == {"shared.retreat"}


# -- activation

COMPANY: dict[str, Any] = {
    "red": ["r1 commander a1 n", *(f"r{2 + index} infantry {cell} n" for index, cell in enumerate(["b1", "c1", "d1"]))],
    "blue": ["b1 infantry c12 s"],
}


def activations(events: list[Tree]) -> list[tuple[str, int, str]]:
    return [(one["side"], one["number"], one["clause"]) for one in of_kind(events, "activations")]


@pytest.mark.clause("shared.activation")
def test_activation_all_is_every_unit(grid: str) -> None:
    table = played_with(grid, {"activation": "all"}, [6, 1], **COMPANY)
    assert activations(table.opening) == [("red", 4, "shared.activation")]
    assert activations(played_with(grid, {}, [6, 1], **COMPANY).opening) == [("red", 4, "colonial.turn.sequence")]


@pytest.mark.clause("shared.activation", "shared.dice-order")
def test_activation_by_dice_is_a_die_for_the_commander_and_one_for_every_five_others(grid: str) -> None:
    """Three others make one more die. The dice come after the initiative, all of a side at once."""
    table = played_with(grid, {"activation": "dice"}, [6, 1, 1, 1, 5], **COMPANY)
    assert throws(table.opening, "activation") == ["red: 1 1 = 1 1"]
    assert activations(table.opening) == [("red", 2, "shared.activation")]
    table.play("move", "r2", path=["b2"])
    table.play("move", "r3", path=["c2"])
    assert table.state["decides"] == "blue"  # Red's activations are spent
    assert table.state["activations-left"] == 5


@pytest.mark.clause("shared.activation")
def test_no_activation_is_left_for_a_third_unit(grid: str) -> None:
    red = [*COMPANY["red"][:2], "r3 infantry c3 n", "r4 infantry d1 n"]
    table = played_with(grid, {"activation": "dice"}, [6, 1, 1, 1], red=red, blue=["b1 infantry c6 s"])
    table.play("move", "r2", path=["b2"])
    table.play("move", "r3", path=["c4"])
    assert table.state["activations-left"] == 0
    assert {one.get("unit") for one in table.legal()} == {"r3", None}  # it may still fire
    assert table.why("move", "r4", path=["d2"]) == {"shared.activation"}


def cards(events: list[Tree]) -> list[str]:
    return [f"{one['side']} {one['number']}" if "side" in one else one["card"] for one in of_kind(events, "card")]


@pytest.mark.clause("shared.activation")
def test_the_deck_has_two_cards_each_around_half_of_either_sides_units_and_a_joker(grid: str) -> None:
    """Four units: 1, 2 and 3; one unit: 0, 1 and 2. With 1 and 2 on the dice the joker always comes last."""
    table = played_with(grid, {"activation": "cards"}, [1, 2] * 12, **COMPANY)
    assert throws(table.opening, "initiative") == []
    drawn = cards(table.opening)
    while table.state["turn"] == 1:
        drawn += cards(table.play("end"))
    red = ["red 1", "red 1", "red 2", "red 2", "red 3", "red 3"]
    blue = ["blue 0", "blue 0", "blue 1", "blue 1", "blue 2", "blue 2"]
    assert drawn[:13] == [*red, *blue, "joker"]


@pytest.mark.clause("shared.activation")
def test_a_card_lets_its_side_act_with_so_many_units_each_once_a_turn(grid: str) -> None:
    table = played_with(grid, {"activation": "cards"}, [1, 2, 1, 3, 1, 1, 1, 2], **COMPANY)
    assert of_kind(table.opening, "card") == [
        {"event": "card", "side": "red", "number": 1, "card": "card", "clause": "shared.activation"}
    ]
    assert (table.state["decides"], table.state["activations-left"]) == ("red", 1)
    events = table.play("move", "r2", path=["b2"])  # with which the card is spent
    assert cards(events) == ["red 2"]
    assert (table.state["decides"], table.state["activations-left"]) == ("red", 2)
    assert table.legal("move", "r2") == []
    assert table.why("move", "r2", path=["b3"]) == {"colonial.turn.sequence"}
    table.play("move", "r3", path=["c2"])
    events = table.play("move", "r4", path=["d2"])
    assert cards(events)[0] == "joker"
    assert of_kind(events, "turn") == [{"event": "turn", "turn": 2, "clause": "colonial.turn.sequence"}]
    assert cards(events) == ["joker", "red 1"]  # all cards are in the deck again
    assert table.reach("r2")


@pytest.mark.clause("shared.activation")
def test_dice_that_would_favour_some_cards_are_thrown_again(grid: str) -> None:
    """Of 36 throws the first 26 serve thirteen cards; two sixes are the last."""
    table = played_with(grid, {"activation": "cards"}, [6, 6, 5, 3, 1, 2], **COMPANY)
    assert cards(table.opening) == ["red 1"]
    table = played_with(grid, {"activation": "cards"}, [4, 2], **COMPANY)  # the twentieth throw, so the seventh card
    assert cards(table.opening) == ["red 3"]


# -- what the book does not have


@pytest.mark.clause("shared.exhaustion")
@pytest.mark.parametrize("setting", [{"exhaustion": "1/2"}, {"battle-ends": "first-exhausted"}])
def test_there_is_no_exhaustion_without_strength_points(grid: str, setting: dict[str, str]) -> None:
    ruleset, problems = with_house_rules(COLONIAL, setting)
    assert ruleset == COLONIAL
    (name,) = setting
    assert list(problems) == [name]
    assert problems[name].startswith("the colonial book")
    assert "exhaustion" in problems[name]
    with pytest.raises(BadScenario, match="the colonial book"):
        played_with(grid, dict(setting), [], **FAR_APART)


def test_a_setting_that_will_not_do_is_answered_with_those_that_will() -> None:
    settings = {"initiative": "lower-first", "front-faces": "2", "tea-break": "long"}
    ruleset, problems = with_house_rules(COLONIAL, settings)
    assert ruleset == COLONIAL
    assert problems == {
        "initiative": "'lower-first' won't do; it must be higher-first or winner-chooses",
        "front-faces": "'2' won't do; it must be 3 or 1",
        "tea-break": problems["tea-break"],
    }
    assert problems["tea-break"].startswith("there is no house rule 'tea-break'; choose from exhaustion, ")


@pytest.mark.clause("shared.order", "colonial.movement.firing-cost")
def test_a_unit_may_fire_and_then_move_a_cell_less_but_not_double(grid: str) -> None:
    red, blue = ["r1 infantry c2 n", "r2 infantry a1 n"], ["b1 infantry c5 s"]
    rules = {"fire-then-move": "on"}
    table = red_to_act(grid, dice=[1], red=red, blue=blue, armies=("native", "european"), house_rules=rules)
    table.play("fire", "r1", target="c5")
    assert "c3" in table.reach("r1")
    assert table.why("move", "r1", path=["c3", "b3"]) == {"colonial.movement.firing-cost"}
    assert table.reach("r1", double=True) == set()
