"""Classic: exhaustion, its effect and the end it brings."""

import pytest

from tests.table import BLUE_FIRST, RED_FIRST, Table, brief, draw, of_kind, rolls, told

EFFECT = "classic.exhaustion.effect"
END = "classic.exhaustion.end"


def with_blue_exhausted(red: list[str], blue: list[str], dice: list[int]) -> Table:
    """Blue has three strength points: in turn 1 r1's fire takes one of b1's. It is turn 2, and blue acts first."""
    table = draw("classic", red=red, blue=blue, dice=[*RED_FIRST, 6, 1, *BLUE_FIRST, *dice])
    table.play("fire", "r1", target="c4")
    table.next_turn()
    assert (table.state["turn"], table.state["decides"]) == (2, "blue")
    assert table.side("blue")["exhausted"]
    return table


@pytest.mark.clause("classic.exhaustion.effect")
def test_it_is_checked_at_the_end_of_the_turn() -> None:
    blue = ["b1 infantry c4 s sp=2", "b2 cavalry e5 s sp=1"]
    table = draw("classic", red=["r1 infantry c2 n", "r2 infantry a1 n"], blue=blue, dice=[*RED_FIRST, 6, 1])
    table.play("fire", "r1", target="c4")
    table.play("end")
    blue_side = table.side("blue")
    assert (blue_side["sp-lost"], blue_side["exhaustion-point"], blue_side["exhausted"]) == (1, 1, False)
    assert table.why("move", "b2", path=["e4"], facing="s") == set(), "this turn blue still comes on"
    events = of_kind(table.play("end"), "exhausted")
    assert events == [{"event": "exhausted", "side": "blue", "sp-lost": 1, "clause": EFFECT}]
    assert table.side("blue")["exhausted"]
    assert not table.side("red")["exhausted"]


@pytest.mark.clause("classic.exhaustion.effect")
@pytest.mark.parametrize(
    ("strength", "point"), [(1, 1), (2, 1), (3, 1), (4, 2), (6, 2), (7, 3), (24, 8), (26, 9), (39, 13)]
)
def test_a_third_is_rounded_up(strength: int, point: int) -> None:
    table = draw("classic", red=["r1 infantry c2 n"], blue=[f"b1 infantry c5 s sp={strength}"])
    assert table.side("blue")["exhaustion-point"] == point


@pytest.mark.clause("classic.exhaustion.effect")
def test_one_point_short_of_it_nothing_happens() -> None:
    table = draw("classic", red=["r1 infantry c2 n"], blue=["b1 infantry c4 s"], dice=[*RED_FIRST, 6, 1, *RED_FIRST])
    table.play("fire", "r1", target="c4")
    events = table.next_turn()
    assert table.side("blue")["sp-lost"] == 1
    assert of_kind(events, "exhausted") == []
    assert table.why("move", "b1", path=["c3"], facing="s") != {EFFECT}


@pytest.mark.clause("classic.exhaustion.effect")
def test_an_exhausted_side_does_not_come_nearer() -> None:
    red, blue = ["r1 infantry c2 n", "r2 infantry a1 n"], ["b1 infantry c4 s sp=2", "b2 cavalry e5 s sp=1"]
    table = with_blue_exhausted(red, blue, [])
    for cell in ("e4", "d5"):
        assert table.why("move", "b2", path=[cell], facing="s") == {EFFECT}
    assert table.reach("b2") == {"e6", "f5", "f6"}, "away from the enemy it may go"
    assert table.facings("b2") == {"n", "e", "w"}, "and turn"


@pytest.mark.clause("classic.exhaustion.effect")
def test_a_side_is_exhausted_once_and_for_all() -> None:
    red, blue = ["r1 infantry c2 n", "r2 infantry a1 n"], ["b1 infantry c4 s sp=2", "b2 cavalry e5 s sp=1"]
    table = with_blue_exhausted(red, blue, [])
    assert of_kind(table.next_turn(), "exhausted") == []
    assert table.side("blue")["exhausted"]


@pytest.mark.clause("classic.exhaustion.effect")
def test_a_step_that_comes_no_nearer_is_allowed() -> None:
    # b2 is three squares from r1. A step east leads away from r1, and to three squares from r2.
    red, blue = ["r1 infantry c2 n", "r2 infantry f6 s"], ["b1 infantry c4 s sp=2", "b2 cavalry c5 s sp=1"]
    table = with_blue_exhausted(red, blue, [])
    assert table.why("move", "b2", path=["d5"], facing="s") == set()
    assert table.why("move", "b2", path=["d5", "e5"], facing="s") == {EFFECT}


@pytest.mark.clause("classic.exhaustion.effect")
def test_an_exhausted_side_still_fires() -> None:
    red, blue = ["r1 infantry c2 n", "r2 infantry a1 n"], ["b1 infantry c4 s sp=2", "b2 cavalry e5 s sp=1"]
    table = with_blue_exhausted(red, blue, [4, 1])
    events = table.play("fire", "b1", target="c2")
    assert brief(rolls(events, "fire")[0])[2:] == ([5], 5, ["hit"])


@pytest.mark.clause("classic.exhaustion.effect")
def test_an_exhausted_side_does_not_attack_but_fights_back() -> None:
    red, blue = ["r1 infantry c3 n sp=1", "r2 infantry a1 n"], ["b1 infantry c4 s sp=2", "b2 cavalry e5 s sp=1"]
    table = with_blue_exhausted(red, blue, [1, 6, 1])
    assert table.targets("fight", "b1") == set()
    assert table.why("fight", "b1", target="c3") == {EFFECT}
    table.play("end")
    events = table.play("fight", "r1", target="c4")
    assert [throw["unit"] for throw in rolls(events, "close-combat")] == ["r1", "b1"]
    assert ("destroyed", "r1", "classic.units.destroyed") in told(events)
    assert table.at("b1") == "c4"
    assert "advance" not in {action["do"] for action in table.legal()}, "advancing would be offensive"


@pytest.mark.clause("classic.exhaustion.effect")
def test_an_exhausted_side_still_retreats() -> None:
    red, blue = ["r1 infantry c2 n", "r2 infantry a1 n"], ["b1 infantry c4 s sp=2", "b2 cavalry e5 s sp=1"]
    table = with_blue_exhausted(red, blue, [6, 6])
    table.play("end")
    table.play("fire", "r1", target="c4")
    assert {action["to"] for action in table.legal("retreat", "b1")} == {"b4", "d4", "c5"}


@pytest.mark.clause("classic.exhaustion.end")
def test_the_battle_ends_when_both_are_exhausted() -> None:
    red, blue = ["r1 infantry c2 n", "r2 infantry a1 n"], ["b1 infantry c4 s sp=2", "b2 cavalry e5 s sp=1"]
    # Red has 8 strength points and loses 1, then 1, then 1: its third is 3. Blue loses 1 of 3.
    table = draw(
        "classic",
        red=red,
        blue=blue,
        dice=[*RED_FIRST, 6, 1, 6, 1, *BLUE_FIRST, 6, 1, *BLUE_FIRST, 6, 1],
    )
    table.play("fire", "r1", target="c4")
    table.play("end")
    table.play("fire", "b1", target="c2")
    table.play("end")
    events = []
    for turn in (2, 3):
        assert (table.state["turn"], table.state["result"]) == (turn, None), "one exhausted side ends nothing"
        assert table.side("blue")["exhausted"]
        table.play("fire", "b1", target="c2")
        table.play("end")
        events = table.play("end")
    assert of_kind(events, "over") == [
        {
            "event": "over",
            "winner": "blue",
            "reason": "both sides are exhausted; losses 3 of 8 SP against 1 of 3",
            "clause": END,
        }
    ]
    assert table.state["phase"] == "over"
    assert table.legal() == []
