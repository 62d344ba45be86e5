"""Classic: the unit table, experience, and the end of a unit."""

import pytest

from portable_wargame.scenario.problems import BadScenario
from tests.table import RED_FIRST, brief, draw, of_kind, rolls, told

WIDE = "\n".join([". . . . . . . . ."] * 9)


def cells_within(steps: int) -> set[str]:
    """The cells of the wide board that so many steps through edges lead to from its middle, e5."""
    return {
        f"{'abcdefghi'[4 + x]}{5 + y}"
        for x in range(-steps, steps + 1)
        for y in range(-steps, steps + 1)
        if 0 < abs(x) + abs(y) <= steps
    }


@pytest.mark.clause("classic.units.table")
@pytest.mark.parametrize(
    ("kind", "strength"),
    [("infantry", 4), ("cavalry", 3), ("artillery", 2), ("transport", 1), ("commander", 1)],
)
def test_every_type_begins_with_its_strength(kind: str, strength: int) -> None:
    table = draw("classic", red=[f"r1 {kind} c1 n"], blue=["b1 infantry c6 n"])
    unit = table.unit("r1")
    assert unit is not None
    assert unit["sp"] == strength


@pytest.mark.clause("classic.units.table")
@pytest.mark.parametrize(
    ("kind", "move", "too_far"),
    [
        ("infantry", 2, ["e6", "e7", "e8"]),
        ("cavalry", 3, ["e6", "e7", "e8", "e9"]),
        ("artillery", 0, ["e6"]),
        ("transport", 2, ["e6", "e7", "e8"]),
        ("commander", 3, ["e6", "e7", "e8", "e9"]),
    ],
)
def test_every_type_moves_as_far_as_its_rate(kind: str, move: int, too_far: list[str]) -> None:
    table = draw("classic", WIDE, red=[f"r1 {kind} e5 n"], blue=["b1 infantry a1 n"], dice=RED_FIRST)
    assert table.reach("r1") == cells_within(move)
    assert table.why("move", "r1", path=too_far[:-1], facing="s") == set()
    assert table.why("move", "r1", path=too_far, facing="s") == {"classic.units.table"}


@pytest.mark.clause("classic.units.table")
@pytest.mark.parametrize(("kind", "reach"), [("infantry", 2), ("cavalry", 2), ("transport", 1)])
def test_fire_reaches_as_far_as_its_range(kind: str, reach: int) -> None:
    last, beyond = f"e{1 + reach}", f"e{2 + reach}"
    table = draw("classic", WIDE, red=[f"r1 {kind} e1 n"], blue=[f"b1 infantry {last} n"], dice=RED_FIRST)
    assert table.targets("fire", "r1") == {last}
    table = draw("classic", WIDE, red=[f"r1 {kind} e1 n"], blue=[f"b1 infantry {beyond} n"], dice=RED_FIRST)
    assert table.targets("fire", "r1") == set()
    assert table.why("fire", "r1", target=beyond) == {"classic.units.table"}


@pytest.mark.clause("classic.units.table")
def test_guns_reach_six_squares() -> None:
    table = draw("classic", WIDE, red=["r1 artillery e1 n"], blue=["b1 infantry e7 n", "b2 infantry e8 n"])
    assert table.targets("bombard", "r1") == {"e7"}
    assert table.why("bombard", "r1", target="e8") == {"classic.units.table"}


@pytest.mark.clause("classic.units.table")
def test_guns_bombard_and_others_fire() -> None:
    units = ["r1 infantry b2 n", "r2 artillery d2 n", "r3 commander f2 n"]
    table = draw(
        "classic", red=units, blue=["b1 infantry b3 n", "b2 infantry d3 n", "b3 infantry f3 n"], dice=RED_FIRST
    )
    assert {action["unit"] for action in table.legal("bombard")} == {"r2"}
    assert table.why("bombard", "r1", target="b3") == {"classic.units.table"}
    assert "Infantry r1 are not artillery" in table.reasons("bombard", "r1", target="b3")
    table.play("done")
    assert {action["unit"] for action in table.legal("fire")} == {"r1"}
    for unit, target, said in [
        ("r2", "d3", "Artillery r2 is artillery, and guns fire in the artillery phase"),
        ("r3", "f3", "Commander r3 has nothing to fire with"),
    ]:
        assert table.why("fire", unit, target=target) == {"classic.units.table"}
        assert said in table.reasons("fire", unit, target=target)


@pytest.mark.clause("classic.units.experience")
def test_veterans_begin_with_a_point_more_and_conscripts_with_one_fewer() -> None:
    # One hit and a roll of 1 cost each gun one strength point: the conscripts have no other.
    blue = ["b1 artillery b4 s sp=3", "b2 artillery d4 s", "b3 artillery f4 s sp=1"]
    red = ["r1 infantry b3 n", "r2 infantry d3 n", "r3 infantry f3 n"]
    table = draw("classic", red=red, blue=blue, dice=[*RED_FIRST, 5, 1, 5, 1, 5, 1])
    assert [unit["sp"] for unit in table.state["units"] if unit["side"] == "blue"] == [3, 2, 1]
    assert table.side("blue")["exhaustion-point"] == 2
    table.play("done")
    for unit, target in [("r1", "b4"), ("r2", "d4"), ("r3", "f4")]:
        table.play("fire", unit, target=target)
    assert [(unit["id"], unit["sp"]) for unit in table.state["units"] if unit["side"] == "blue"] == [
        ("b1", 2),
        ("b2", 1),
    ]
    assert table.side("blue")["destroyed"] == ["b3"]


@pytest.mark.clause("classic.units.destroyed")
def test_a_unit_without_strength_is_removed() -> None:
    table = draw(
        "classic",
        red=["r1 infantry c2 n", "r2 cavalry f1 n"],
        blue=["b1 infantry c4 s sp=1", "b2 infantry f6 s"],
        dice=[*RED_FIRST, 4, 3],
    )
    events = table.play("fire", "r1", target="c4")
    assert brief(rolls(events, "fire")[0])[2] == [5]
    assert told(events) == [
        ("hit", "b1", "classic.fire.roll"),
        ("lost-sp", "b1", "classic.hits.table"),
        ("destroyed", "b1", "classic.units.destroyed"),
    ]
    assert of_kind(events, "lost-sp")[0]["sp"] == 0
    assert table.unit("b1") is None
    assert table.side("blue")["destroyed"] == ["b1"]


@pytest.mark.clause("classic.units.destroyed")
def test_a_unit_with_a_point_left_stays() -> None:
    table = draw("classic", red=["r1 infantry c2 n"], blue=["b1 infantry c4 s sp=2"], dice=[*RED_FIRST, 4, 3])
    events = table.play("fire", "r1", target="c4")
    assert told(events) == [("hit", "b1", "classic.fire.roll"), ("lost-sp", "b1", "classic.hits.table")]
    unit = table.unit("b1")
    assert unit is not None
    assert (unit["at"], unit["sp"]) == ("c4", 1)


@pytest.mark.clause("classic.units.table")
def test_a_type_that_is_not_in_the_table_is_an_error() -> None:
    with pytest.raises(BadScenario) as caught:
        draw("classic", red=["r1 tank c1 n"], blue=["b1 infantry c6 s"])
    assert [problem.clause for problem in caught.value.problems] == ["classic.units.table"]
