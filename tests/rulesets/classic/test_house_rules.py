"""House rules, tried on the classic book."""

import pytest

from portable_wargame.scenario.problems import BadScenario
from tests.table import BLUE_FIRST, RED_FIRST, Table, draw, of_kind, rolls, told

SMALL_BLUE = ["b1 infantry c4 s sp=2", "b2 cavalry e5 s sp=1"]


@pytest.mark.clause("shared.exhaustion")
@pytest.mark.parametrize(
    ("strength", "third", "half"), [(26, 9, 13), (39, 13, 20), (24, 8, 12)], ids=["26 SP", "39 SP", "24 SP"]
)
def test_published_exhaustion_points(strength: int, third: int, half: int) -> None:
    # Infantry of 4, and one unit for the rest.
    units = [f"b{n} infantry {'abcdef'[n % 6]}{6 - n // 6} s" for n in range(strength // 4)]
    rest = [f"b9{n} infantry {'abcdef'[n]}4 s sp={strength % 4}" for n in range(1 if strength % 4 else 0)]
    for setting, point in [({}, third), ({"exhaustion": "1/3"}, third), ({"exhaustion": "1/2"}, half)]:
        table = draw("classic", red=["r1 infantry c1 n"], blue=units + rest, house_rules=setting)
        assert sum(unit["sp"] for unit in table.state["units"] if unit["side"] == "blue") == strength
        assert table.side("blue")["exhaustion-point"] == point


@pytest.mark.clause("shared.exhaustion")
def test_exhaustion_at_a_half_comes_later() -> None:
    # Blue has 3 strength points and loses one: a third, but not a half.
    dice = [*RED_FIRST, 6, 1, *RED_FIRST, 6, 1]
    table = draw("classic", red=["r1 infantry c2 n"], blue=SMALL_BLUE, dice=dice, house_rules={"exhaustion": "1/2"})
    table.play("fire", "r1", target="c4")
    assert of_kind(table.next_turn(), "exhausted") == []
    table.play("fire", "r1", target="c4")
    assert [event["side"] for event in of_kind(table.next_turn(), "exhausted")] == ["blue"]


@pytest.mark.clause("shared.exhaustion")
def test_exhaustion_may_be_off() -> None:
    dice = [*RED_FIRST, 6, 1, *BLUE_FIRST]
    table = draw("classic", red=["r1 infantry c2 n"], blue=SMALL_BLUE, dice=dice, house_rules={"exhaustion": "off"})
    table.play("fire", "r1", target="c4")
    events = table.next_turn()
    assert of_kind(events, "exhausted") == []
    assert "exhaustion" not in [event["phase"] for event in of_kind(events, "phase")]
    assert table.side("blue")["exhaustion-point"] is None
    assert table.why("move", "b2", path=["e4"], facing="s") == set()


@pytest.mark.clause("shared.exhaustion")
@pytest.mark.parametrize("value", ["0/3", "4/3", "half", "1/0", "-1/3", "1/1001", "1/" + "9" * 5000])
def test_only_fractions_will_do(value: str) -> None:
    with pytest.raises(BadScenario, match="exhaustion"):
        draw("classic", red=["r1 infantry c2 n"], blue=SMALL_BLUE, house_rules={"exhaustion": value})


@pytest.mark.clause("shared.exhaustion")
@pytest.mark.parametrize("setting", ["both-exhausted", "first-exhausted"])
def test_the_first_exhausted_side_may_end_the_battle(setting: str) -> None:
    table = draw(
        "classic",
        red=["r1 infantry c2 n"],
        blue=SMALL_BLUE,
        dice=[*RED_FIRST, 6, 1, *RED_FIRST],
        house_rules={"battle-ends": setting},
    )
    table.play("fire", "r1", target="c4")
    events = table.next_turn()
    if setting == "first-exhausted":
        assert [(event["winner"], event["clause"]) for event in of_kind(events, "over")] == [
            ("red", "shared.exhaustion")
        ]
    else:
        assert of_kind(events, "over") == []
        assert table.state["turn"] == 2


@pytest.mark.clause("shared.exhaustion")
def test_before_anybody_is_exhausted_it_goes_on() -> None:
    table = draw(
        "classic",
        red=["r1 infantry c1 n"],
        blue=SMALL_BLUE,
        dice=[*RED_FIRST] * 2,
        house_rules={"battle-ends": "first-exhausted"},
    )
    table.next_turn()
    assert (table.state["turn"], table.state["result"]) == (2, None)


def rolled(dice: list[int]) -> Table:
    return draw(
        "classic",
        red=["r1 infantry c1 n"],
        blue=["b1 infantry c6 s"],
        dice=dice,
        house_rules={"initiative": "winner-chooses"},
    )


@pytest.mark.clause("shared.initiative")
@pytest.mark.parametrize(
    ("verb", "first", "second"), [("first", "blue", "red"), ("stand", "red", "blue")], ids=["go first", "stand back"]
)
def test_the_winner_of_the_initiative_may_choose(verb: str, first: str, second: str) -> None:
    table = rolled([4, 4, 2, 5])
    assert of_kind(table.opening, "initiative") == []
    assert (table.state["phase"], table.state["decides"]) == ("initiative", "blue")
    assert table.legal() == [{"do": "first"}, {"do": "stand"}]
    assert table.why("move", "b1", path=["c5"], facing="s") == {"shared.initiative"}
    events = table.play(verb)
    assert [(event["side"], event["clause"]) for event in of_kind(events, "initiative")] == [
        (first, "shared.initiative")
    ]
    assert table.state["decides"] == first
    table.play("end")
    assert table.state["decides"] == second


@pytest.mark.clause("shared.initiative")
def test_usually_the_winner_is_not_asked() -> None:
    table = draw(
        "classic",
        red=["r1 infantry c1 n"],
        blue=["b1 infantry c6 s"],
        dice=[2, 5],
        house_rules={"initiative": "higher-first"},
    )
    assert (table.state["phase"], table.state["decides"]) == ("activation", "blue")


@pytest.mark.clause("shared.retreat")
def test_the_owner_may_choose_the_facing_of_a_retreat() -> None:
    table = draw(
        "classic",
        red=["r1 infantry c2 n"],
        blue=["b1 infantry c4 s"],
        dice=[*RED_FIRST, 6, 6],
        house_rules={"retreat-facing": "owner-chooses"},
    )
    table.play("fire", "r1", target="c4")
    assert {action["facing"] for action in table.legal("retreat") if action["to"] == "c5"} == {"n", "e", "s", "w"}
    events = table.play("retreat", "b1", to="c5", facing="e")
    assert told(events) == [("retreated", "b1", "shared.retreat"), ("turned", "b1", "shared.retreat")]
    assert (table.unit("b1") or {})["facing"] == "e"


@pytest.mark.clause("shared.retreat")
def test_without_a_word_it_keeps_its_facing_even_so() -> None:
    table = draw(
        "classic",
        red=["r1 infantry c2 n"],
        blue=["b1 infantry c4 s"],
        dice=[*RED_FIRST, 6, 6],
        house_rules={"retreat-facing": "owner-chooses"},
    )
    table.play("fire", "r1", target="c4")
    assert table.why("lose-sp", "b1") == set()
    assert told(table.play("retreat", "b1", to="c5")) == [("retreated", "b1", "shared.retreat")]
    assert (table.unit("b1") or {})["facing"] == "s"


FIVE = [f"r{n} infantry {'abcde'[n - 1]}1 n" for n in range(1, 6)]


@pytest.mark.clause("shared.activation")
@pytest.mark.parametrize(("setting", "clause"), [("ruleset", "classic.turn.options"), ("all", "shared.activation")])
def test_every_unit_acts_as_the_book_or_the_house_says(setting: str, clause: str) -> None:
    table = draw("classic", red=FIVE, blue=["b1 infantry c6 s"], dice=RED_FIRST, house_rules={"activation": setting})
    activations = of_kind(table.opening, "activations")[0]
    assert (activations["number"], activations["clause"]) == (5, clause)


@pytest.mark.clause("shared.activation")
def test_activation_by_dice() -> None:
    # One die for the commander, one for every five others, or part of five: six others make two.
    red = [*FIVE, "r6 infantry f1 n", "r7 commander a2 n"]
    table = draw(
        "classic",
        red=red,
        blue=["b1 infantry c6 s"],
        dice=[*RED_FIRST, 1, 1, 1],
        house_rules={"activation": "dice"},
    )
    throw = rolls(table.opening, "activation")[0]
    assert (throw["side"], throw["dice"], throw["clause"]) == ("red", [1, 1, 1], "shared.activation")
    assert table.state["activations-left"] == 3
    for number in (1, 2, 3):
        table.play("move", f"r{number}", path=[f"{'abcde'[number - 1]}2"], facing="n")
    # The third has moved and cannot fire at anybody: with the last activation spent, it is blue's turn.
    assert table.state["decides"] == "blue"


@pytest.mark.clause("shared.activation")
@pytest.mark.parametrize(("when", "dice"), [(1, 1), (2, 0)], ids=["now", "later"])
def test_a_side_that_begins_off_the_board_throws_dice_when_it_is_due(when: int, dice: int) -> None:
    red = [f"r{number} infantry - n arrives={when},south" for number in range(3)]
    rules = {"activation": "dice"}
    table = draw("classic", red=red, blue=["b1 infantry c6 s"], dice=[*RED_FIRST, 1], house_rules=rules)
    assert [len(roll["dice"]) for roll in rolls(table.opening, "activation") if roll["side"] == "red"] == [dice]
    assert ("enter" in {one["do"] for one in table.legal()}) == (when == 1)


@pytest.mark.clause("shared.activation")
def test_no_activation_is_left_when_the_dice_are_spent() -> None:
    table = draw(
        "classic",
        red=FIVE,
        blue=["b1 infantry a2 s"],
        dice=[*RED_FIRST, 1],
        house_rules={"activation": "dice"},
    )
    assert table.state["activations-left"] == 1
    table.play("move", "r2", path=["b2"], facing="w")
    # r2 may still fight; nobody else may do anything.
    assert table.targets("fight", "r2") == {"a2"}
    assert table.legal(unit="r3") == []
    assert table.why("move", "r3", path=["c2"], facing="n") == {"shared.activation"}


@pytest.mark.clause("shared.activation")
def test_activation_by_cards() -> None:
    """Two dice pick one of the thirteen cards: (first - 1) * 6 + second - 1, the joker lying first, red's cards next.

    Red's half is 3 (five units), so its cards are 2 2 3 3 4 4; blue's half is 1: 0 0 1 1 2 2.
    """
    table = draw(
        "classic",
        red=FIVE,
        blue=["b1 infantry c6 s"],
        # Card 1: red's first 2. Then, of the twelve left, card 9: blue's second 1. Then the joker.
        dice=[1, 2, 2, 4, 1, 1, 1, 2],
        house_rules={"activation": "cards"},
    )
    assert rolls(table.opening, "initiative") == []
    card = {"event": "card", "side": "red", "number": 2, "card": "card", "clause": "shared.activation"}
    assert of_kind(table.opening, "card") == [card]
    assert (table.state["decides"], table.state["activations-left"]) == ("red", 2)
    table.play("move", "r1", path=["a2"], facing="n")
    events = table.play("move", "r2", path=["b2"], facing="n")
    assert [(event["side"], event["number"]) for event in of_kind(events, "card")] == [("blue", 1)]
    assert table.state["decides"] == "blue"
    events = table.play("move", "b1", path=["c5"], facing="s")
    joker, again = of_kind(events, "card")
    assert (joker["card"], joker["clause"]) == ("joker", "shared.activation")
    assert of_kind(events, "turn")[0]["turn"] == 2, "the joker ends the turn"
    # The deck is whole again: the same throw draws the same card as in turn 1.
    assert again == card


@pytest.mark.clause("shared.order", "classic.turn.options")
def test_a_unit_may_fire_and_then_move_a_square_less() -> None:
    red, blue = ["r1 cavalry c2 n", "r2 infantry a1 n"], ["b1 infantry c4 s"]
    table = draw("classic", red=red, blue=blue, dice=[*RED_FIRST, 1], house_rules={"fire-then-move": "on"})
    table.play("fire", "r1", target="c4")
    assert table.why("move", "r1", path=["b2", "a2", "a3"], facing="n") == {"classic.turn.options"}
    table.play("move", "r1", path=["c3"])
    assert table.why("fight", "r1", target="c4") == {"classic.turn.options"}, "fire and close combat exclude each other"


@pytest.mark.clause("shared.empty-target")
@pytest.mark.parametrize("rule", ["bombard-empty", "light-weapons-drive-back"])
def test_some_house_rules_are_for_other_books(rule: str) -> None:
    with pytest.raises(BadScenario, match=f"house rule {rule}: .*; leave it out"):
        draw("classic", red=["r1 infantry a1 n"], blue=["b1 infantry c4 s"], house_rules={rule: "on"})
