"""House rules on this book, and how a battle ends when nobody can be activated any more."""

from typing import Any

import pytest

from portable_wargame.scenario.problems import BadScenario
from tests.rulesets.late_19th_century.drawing import happened, late, red_pinned, red_to_act, short, terrain, throws, why
from tests.table import Table, Tree, draw, of_kind

FAR = ["b9 infantry-close-combat h7 s"]

# -- pins


@pytest.mark.clause("shared.pins")
@pytest.mark.parametrize("setting", ["on", "off"])
@pytest.mark.parametrize(
    ("letter", "effects"),
    [
        (".", ["nothing", "pinned", "pinned", "pinned", "destroyed", "destroyed"]),
        ("w", ["nothing", "nothing", "nothing", "pinned", "pinned", "destroyed"]),
    ],
)
def test_without_pins_fire_destroys_or_does_nothing(setting: str, letter: str, effects: list[str]) -> None:
    for face, effect in enumerate(effects, 1):
        red = ["r1 infantry-rifles d3 n", "r2 infantry-rifles a1 n"]
        table = red_to_act(
            terrain(d6=letter),
            [face],
            red=red,
            blue=["b1 infantry-rifles d6 s", *FAR],
            house_rules={"pins": setting},
        )
        events = table.play("fire", "r1", target="d6")
        expected = "nothing" if setting == "off" and effect == "pinned" else effect
        assert f": {expected} [fire.effect-" in throws(events, "fire")[0]
        assert bool(of_kind(events, "pinned")) == (expected == "pinned")
        assert (table.unit("b1") is None) == (effect == "destroyed")


@pytest.mark.clause("shared.pins")
def test_nor_do_guns_pin() -> None:
    red = ["r1 light-artillery d3 n"]
    for setting, outcome in [("on", "pinned"), ("off", "nothing")]:
        table = late(dice=[4], red=red, blue=["b1 infantry-rifles d5 s", *FAR], house_rules={"pins": setting})
        assert f": {outcome} [" in throws(table.play("bombard", "r1", target="d5"), "artillery")[0]


@pytest.mark.clause("shared.pins")
def test_other_books_know_no_pins() -> None:
    with pytest.raises(BadScenario, match="has no pinning"):
        draw("classic", red=["r1 infantry a1 n"], blue=["b1 infantry a6 s"], house_rules={"pins": "off"})


# -- activation


@pytest.mark.clause("shared.activation")
def test_every_unit_may_act() -> None:
    red = [f"r{one} infantry-rifles {'abcd'[one]}1 n" for one in range(4)]
    table = late(dice=[6, 1], red=red, blue=FAR, house_rules={"activation": "all"})
    assert throws(table.opening, "activation") == []
    assert of_kind(table.opening, "activations")[0]["number"] == 4
    for unit in ("r0", "r1", "r2"):
        table.play("move", unit, path=[f"{'abcd'[int(unit[1])]}2"])
    assert table.state["activations-left"] == 1


@pytest.mark.clause("shared.activation", "late19c.pinning.cavalry-first")
def test_pinned_cavalry_decides_first_however_units_are_activated() -> None:
    for setting in ("all", "cards"):
        red = ["r1 mounted-cavalry d2 n regular=true", "r2 infantry-rifles a1 n"]
        thrown = [] if setting == "all" else [1, 4]
        table = red_pinned(
            ["d2"],
            red=red,
            blue=["b1 infantry-rifles d6 n"],
            thrown=thrown,
            first=(6, 1) if setting == "all" else (1, 4),
            house_rules={"activation": setting},
        )
        assert {one["do"] for one in table.legal()} == {"charge", "unpin"}


@pytest.mark.clause("shared.activation")
def test_dice_are_what_the_book_has_already() -> None:
    red = ["r1 infantry-rifles a1 n"]
    table = late(dice=[6, 1, 5], red=red, blue=FAR, house_rules={"activation": "dice"})
    assert throws(table.opening, "activation") == ["red: 5 = 2 [activation.faces]"]


def cards(events: list[Tree]) -> list[str]:
    return [f"{one['side']} {one['number']}" if "side" in one else one["card"] for one in of_kind(events, "card")]


def by_cards(dice: list[int], **words: Any) -> Table:
    red = ["r1 infantry-rifles a1 n", "r2 infantry-rifles b1 n", "r3 infantry-rifles c1 n"]
    words = {"red": red, "blue": ["b1 infantry-rifles h8 s"], **words}
    return late(dice=dice, house_rules={"activation": "cards"}, **words)


@pytest.mark.clause("shared.activation")
def test_the_deck() -> None:
    """Three units: cards of 1, 2 and 3; one unit: 0, 1 and 2; two of each, and a joker, which here comes last."""
    table = by_cards([1, 2] * 13)
    drawn = cards(table.opening)
    while table.state["turn"] == 1:
        drawn += cards(table.play("end"))
    red = ["red 1", "red 1", "red 2", "red 2", "red 3", "red 3"]
    assert drawn[:13] == [*red, "blue 0", "blue 0", "blue 1", "blue 1", "blue 2", "blue 2", "joker"]


@pytest.mark.clause("shared.activation")
def test_with_cards_a_unit_acts_once_a_turn_and_the_joker_ends_it() -> None:
    table = by_cards([1, 2, 1, 3, 1, 1, 1, 2])
    assert throws(table.opening, "initiative") == throws(table.opening, "activation") == []
    assert (cards(table.opening), table.state["activations-left"]) == (["red 1"], 1)
    events = table.play("move", "r1", path=["a2"])
    assert [one["phase"] for one in of_kind(events, "phase")] == ["close-combat", "activation"]
    assert (cards(events), table.state["activations-left"]) == (["red 2"], 2)
    assert table.legal("move", "r1") == []
    assert why(table, "move", "r1", path=["a3"]) == {"activation.faces"}
    table.play("move", "r2", path=["b2"])
    events = table.play("move", "r3", path=["c2"])
    assert cards(events) == ["joker", "red 1"]
    assert table.state["turn"] == 2
    assert "a3" in table.reach("r1")


@pytest.mark.clause("shared.activation", "late19c.turn.close-combat-last")
def test_after_each_card_its_side_fights() -> None:
    red = ["r1 infantry-rifles d4 n", "r2 infantry-rifles b1 n", "r3 infantry-rifles c1 n"]
    table = by_cards([1, 2, 1, 6, 1, 1], red=red, blue=["b1 infantry-rifles d5 n", "b2 infantry-rifles h8 s"])
    table.play("end")
    assert table.legal() == [{"do": "fight", "unit": "r1", "target": "d5"}]
    table.play("fight", "r1", target="d5")
    assert cards(table.play("stand", "r1"))[0] == "joker"


@pytest.mark.clause("shared.activation")
@pytest.mark.parametrize(("book", "grid"), [("classic", "square"), ("colonial", "square"), ("colonial", "hex")])
def test_cards_in_other_books(book: str, grid: str) -> None:
    red = [f"r{one} infantry {'abc'[one - 1]}1 n" for one in (1, 2, 3)]
    table = draw(
        book,
        grid=grid,
        dice=[1, 2, 1, 3, 1, 1, 1, 2],
        red=red,
        blue=["b1 infantry f6 s"],
        house_rules={"activation": "cards"},
    )
    assert cards(table.opening) == ["red 1"]
    assert cards(table.play("move", "r1", path=["a2"])) == ["red 2"]
    assert table.legal("move", "r1") == []
    table.play("move", "r2", path=["b2"])
    events = table.play("move", "r3", path=["c2"])
    assert cards(events) == ["joker", "red 1"]
    assert table.state["turn"] == 2
    assert "a3" in table.reach("r1")


# -- initiative, retreat


@pytest.mark.clause("shared.initiative")
def test_the_winner_may_choose() -> None:
    red, blue = ["r1 infantry-rifles a1 n"], ["b1 infantry-rifles a8 s"]
    table = late(dice=[1, 6, 6], red=red, blue=blue, house_rules={"initiative": "winner-chooses"})
    assert (table.state["phase"], table.state["decides"]) == ("initiative", "blue")
    table.play("stand")
    assert (table.state["phase"], table.state["decides"]) == ("activation", "red")


@pytest.mark.clause("shared.retreat")
def test_the_owner_may_choose_the_facing_of_a_withdrawal() -> None:
    red = ["r1 infantry-rifles d4 n", "r2 infantry-rifles a1 n"]
    table = red_to_act(
        dice=[6, 6],
        red=red,
        blue=["b1 infantry-rifles d5 n", *FAR],
        house_rules={"retreat-facing": "owner-chooses"},
    )
    table.play("end")
    table.play("fight", "r1", target="d5")
    assert happened(table.play("retreat", "r1", to="d3", facing="s")) == [
        "retreated r1 shared.retreat",
        "turned r1 shared.retreat",
    ]


@pytest.mark.clause("shared.flank")
@pytest.mark.parametrize("faces", ["1", "3"])
def test_facing_is_one_side_whatever_counts_as_front(faces: str) -> None:
    """b1 looks past r1, which therefore is not faced and may go round it."""
    red = ["r1 infantry-rifles d4 n", "r2 infantry-rifles a1 n"]
    table = red_to_act(red=red, blue=["b1 infantry-rifles d5 se", *FAR], house_rules={"front-faces": faces})
    assert {"c5", "e5"} <= table.reach("r1")
    table = red_to_act(red=red, blue=["b1 infantry-rifles d5 s", *FAR], house_rules={"front-faces": faces})
    assert why(table, "move", "r1", path=["c5"]) == {"movement.withdraw"}


@pytest.mark.clause("shared.exhaustion")
def test_there_is_no_exhaustion() -> None:
    with pytest.raises(BadScenario, match="no strength points"):
        late(red=["r1 infantry-rifles a1 n"], blue=FAR, house_rules={"exhaustion": "1/2"})


# -- the end

NATIVES = ("native", "native")


def over(table: Table) -> tuple[str | None, str]:
    result = table.state["result"]
    return result["winner"], result["reason"]


@pytest.mark.clause("shared.victory")
def test_when_no_side_has_an_activation_die_left_the_battle_is_over() -> None:
    red, blue = ["r1 infantry-rifles a1 n", "r2 infantry-rifles b1 n"], ["b1 infantry-rifles a8 s"]
    table = late(dice=[6, 1], red=red, blue=blue, armies=NATIVES)
    assert table.state["turn"] == 1
    assert over(table) == (
        None,
        "neither side has an activation die left to throw; losses 0 of 2 units against 0 of 1",
    )
    assert [short(one["clause"]) for one in of_kind(table.opening, "over")] == ["shared.victory"]


@pytest.mark.clause("shared.victory")
def test_then_the_smaller_share_of_losses_wins() -> None:
    """A close combat is still fought; its winner has lost less."""
    red, blue = ["r1 infantry-rifles d4 n", "r2 infantry-rifles b1 n"], ["b1 machine-gun d5 s", "b2 machine-gun h8 s"]
    table = late(dice=[6, 1, 1, 6], red=red, blue=blue, armies=NATIVES)
    table.play("fight", "r1", target="d5")
    table.play("stand", "r1")
    assert over(table) == (
        "red",
        "neither side has an activation die left to throw; losses 0 of 2 units against 1 of 2",
    )


@pytest.mark.clause("shared.victory")
@pytest.mark.parametrize(
    ("red", "armies", "settings"),
    [
        (["r1 infantry-rifles a1 n"], ("european", "native"), {}),
        (["r1 command a1 n"], NATIVES, {}),
        ([f"r{one} infantry-rifles {'abc'[one]}1 n" for one in range(3)], NATIVES, {}),
        (["r1 infantry-rifles a1 n"], NATIVES, {"activation": "all"}),
        (["r1 infantry-rifles a1 n"], NATIVES, {"activation": "cards"}),
    ],
    ids=["a european", "a command unit", "three natives", "every unit acts", "cards"],
)
def test_while_one_side_can_act_it_goes_on(red: list[str], armies: tuple[str, str], settings: dict[str, str]) -> None:
    dice = [6, 1] if settings.get("activation") != "cards" else [1, 1, 1, 3]
    table = late(
        dice=[*dice, 6, 6, 6, 1], red=red, blue=["b1 infantry-rifles a8 s"], armies=armies, house_rules=settings
    )
    while table.state["turn"] == 1:
        table.play("end")
    assert table.state["result"] is None


@pytest.mark.clause("shared.victory")
def test_without_strength_points_the_share_is_counted_in_units() -> None:
    red = ["r1 infantry-rifles d3 n", "r2 infantry-rifles a1 n"]
    table = red_to_act(dice=[6, 6], red=red, blue=["b1 infantry-rifles d6 s", *FAR], turns=1)
    table.play("fire", "r1", target="d6")
    table.next_turn()
    assert over(table) == ("red", "the battle's 1 turns are over; losses 0 of 2 units against 1 of 2")


@pytest.mark.clause("shared.advance")
@pytest.mark.parametrize("setting", ["winner", "attacker"])
def test_who_advances_is_not_for_the_house_to_say(setting: str) -> None:
    with pytest.raises(BadScenario, match="a defender never advances"):
        late(red=["r1 infantry-rifles a1 n"], blue=FAR, house_rules={"advance": setting})


@pytest.mark.clause("shared.empty-target")
def test_guns_may_fire_at_an_empty_hex() -> None:
    red = ["r1 light-artillery d3 n"]
    table = late(dice=[4], red=red, blue=["b1 infantry-rifles d6 s", *FAR], house_rules={"bombard-empty": "on"})
    events = table.play("bombard", "r1", target="d5")
    assert [(one["unit"], one["cell"]) for one in of_kind(events, "landed")] == [("r1", "d5")]


@pytest.mark.clause("shared.order")
def test_nobody_fires_and_moves() -> None:
    with pytest.raises(BadScenario, match="a unit either moves or fires"):
        late(red=["r1 infantry-rifles a1 n"], blue=FAR, house_rules={"fire-then-move": "on"})
