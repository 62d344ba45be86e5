"""Classic: the order of a turn, and what one unit may do in it."""

import pytest

from tests.table import BLUE_FIRST, RED_FIRST, Tree, brief, clauses, draw, of_kind, rolls


def phases(events: list[Tree]) -> list[tuple[str, str | None]]:
    return [(event["phase"], event.get("side")) for event in of_kind(events, "phase")]


@pytest.mark.clause("classic.turn.sequence")
def test_a_turn_is_guns_then_initiative_then_each_side_then_exhaustion() -> None:
    table = draw(
        "classic",
        red=["r1 artillery a1 n", "r2 infantry c1 n"],
        blue=["b1 artillery f6 s", "b2 infantry a6 s"],
        dice=[1, *BLUE_FIRST],
    )
    assert of_kind(table.opening, "turn")[0]["turn"] == 1
    assert phases(table.opening) == [("artillery", None)]
    assert (table.state["phase"], table.state["decides"]) == ("artillery", "red")
    assert table.why("move", "r2", path=["c2"], facing="n") == {"classic.turn.sequence"}

    # No other gun has a target in reach: the shot is thrown at once, then the initiative.
    events = table.play("bombard", "r1", target="a6")
    assert [event["for"] for event in of_kind(events, "roll")] == ["artillery", "initiative", "initiative"]
    assert phases(events) == [("initiative", None), ("activation", "blue")]
    assert table.state["decides"] == "blue"
    assert table.why("move", "r2", path=["c2"], facing="n") == {"classic.turn.sequence"}

    events = table.play("end")
    assert phases(events) == [("activation", "red")]
    assert table.state["decides"] == "red"

    events = table.play("end")
    assert phases(events) == [("exhaustion", None), ("artillery", None)]
    assert of_kind(events, "turn")[0]["turn"] == 2
    assert clauses(of_kind(events, "phase") + of_kind(events, "turn")) == {"classic.turn.sequence"}


@pytest.mark.clause("classic.turn.sequence")
def test_artillery_fire_is_simultaneous() -> None:
    # Each gun has one strength point and is destroyed; both shots are thrown before either falls silent.
    table = draw(
        "classic",
        red=["r1 artillery c1 n sp=1", "r2 infantry f1 n"],
        blue=["b1 artillery c6 s sp=1", "b2 infantry a6 s"],
        dice=[3, 3, 1, 1, *RED_FIRST],
    )
    assert table.play("bombard", "r1", target="c6") == []
    assert table.state["decides"] == "blue"
    # Blue names its target without having seen red's.
    assert table.session.state("red")["orders"] == [{"unit": "r1", "target": "c6"}]
    assert table.session.state("blue")["orders"] == []
    events = table.play("bombard", "b1", target="c1")
    assert [(event["for"], event.get("unit")) for event in of_kind(events, "roll")][:4] == [
        ("artillery", "r1"),
        ("artillery", "b1"),
        ("hit", "b1"),
        ("hit", "r1"),
    ]
    assert [event["unit"] for event in of_kind(events, "destroyed")] == ["b1", "r1"]


@pytest.mark.clause("classic.turn.options")
def test_a_unit_that_moves_one_square_less_may_fire() -> None:
    table = draw("classic", red=["r1 infantry c1 n"], blue=["b1 infantry c4 n"], dice=[*RED_FIRST, 5, 1])
    table.play("move", "r1", path=["c2"], facing="n")
    assert table.targets("fire", "r1") == {"c4"}
    events = table.play("fire", "r1", target="c4")
    # It has moved: the +1 for firing without moving is not there.
    assert brief(rolls(events, "fire")[0]) == ([5], {}, [5], 5, ["hit"])


@pytest.mark.clause("classic.turn.options")
def test_a_unit_that_moves_its_whole_rate_does_not_fire() -> None:
    table = draw("classic", red=["r1 infantry b1 n", "r2 infantry f1 n"], blue=["b1 infantry c4 n"], dice=RED_FIRST)
    table.play("move", "r1", path=["c1", "c2"], facing="n")
    assert table.targets("fire", "r1") == set()
    assert table.why("fire", "r1", target="c4") == {"classic.turn.options"}


@pytest.mark.clause("classic.turn.options")
def test_a_unit_that_moves_its_whole_rate_may_fight() -> None:
    table = draw("classic", red=["r1 infantry c1 n", "r2 infantry a1 n"], blue=["b1 infantry c4 n"], dice=RED_FIRST)
    table.play("move", "r1", path=["c2", "c3"], facing="n")
    assert table.targets("fight", "r1") == {"c4"}


@pytest.mark.clause("classic.turn.options")
def test_a_close_combat_may_follow_no_move_at_all() -> None:
    table = draw("classic", red=["r1 infantry c3 n"], blue=["b1 infantry c4 s"], dice=RED_FIRST)
    assert table.targets("fight", "r1") == {"c4"}


@pytest.mark.clause("classic.turn.options")
def test_after_firing_a_unit_neither_moves_nor_fights() -> None:
    table = draw("classic", red=["r1 infantry c3 n"], blue=["b1 infantry c4 n"], dice=[*RED_FIRST, 1])
    assert table.why("move", "r1", path=["c2"], facing="n") == set()
    assert table.why("fight", "r1", target="c4") == set()
    events = table.play("fire", "r1", target="c4")
    # One and the same bonus: +1 for not moving, once.
    assert brief(rolls(events, "fire")[0]) == ([1], {"classic.fire.mod-still": 1}, [2], 5, ["nothing"])
    assert table.state["decides"] == "blue", "nothing is left for red to do"


@pytest.mark.clause("classic.turn.options")
def test_why_a_unit_that_has_fired_does_no_more() -> None:
    # A second unit keeps red's turn open.
    table = draw(
        "classic", red=["r1 infantry c3 n", "r2 infantry a1 n"], blue=["b1 infantry c4 n"], dice=[*RED_FIRST, 1]
    )
    table.play("fire", "r1", target="c4")
    assert table.legal(unit="r1") == [{"do": "done", "unit": "r1"}]
    assert table.why("move", "r1", path=["c2"], facing="n") == {"classic.turn.options"}
    assert table.why("move", "r1", path=[], facing="e") == {"classic.turn.options", "classic.movement.contact"}
    assert table.why("fight", "r1", target="c4") == {"classic.turn.options"}


@pytest.mark.clause("classic.turn.options")
def test_after_a_close_combat_a_unit_neither_moves_nor_fires() -> None:
    table = draw(
        "classic", red=["r1 infantry c3 n", "r2 infantry a1 n"], blue=["b1 infantry c4 n"], dice=[*RED_FIRST, 1, 1]
    )
    table.play("fight", "r1", target="c4")
    assert table.legal(unit="r1") == [{"do": "done", "unit": "r1"}]
    assert table.why("move", "r1", path=["c2"], facing="n") == {"classic.turn.options"}
    assert table.why("fire", "r1", target="c4") == {"classic.turn.options"}


@pytest.mark.clause("classic.turn.options")
def test_every_unit_may_act_and_only_once() -> None:
    table = draw(
        "classic",
        red=["r1 cavalry a1 n", "r2 infantry c1 n", "r3 commander e1 n"],
        blue=["b1 infantry f6 s"],
        dice=RED_FIRST,
    )
    activations = of_kind(table.opening, "activations")[0]
    assert (activations["side"], activations["number"], activations["clause"]) == ("red", 3, "classic.turn.options")
    assert table.state["activations-left"] == 3
    table.play("move", "r1", path=[], facing="e")
    assert table.state["activations-left"] == 2
    table.play("move", "r2", path=["c2"], facing="n")
    # Acting with the second unit has finished the first.
    assert table.why("move", "r1", path=["a2"], facing="n") == {"classic.turn.options"}
    table.play("done", "r2")
    assert table.why("fire", "r2", target="f6") == {"classic.turn.options"}
    table.play("move", "r3", path=["e2"], facing="n")
    # All three have acted and r3 has nothing left to do: blue's turn comes by itself.
    assert table.state["decides"] == "blue"
    table.play("end")
    assert table.state["turn"] == 2
