"""Exhaustion: a third of the strength gone, and what a side then no longer does."""

import pytest

from tests.rulesets.modern.ground import board, guns_first, red_to_act, throws
from tests.table import Table, of_kind


def weakened(grid: str, at: str = "c1", dice: list[int] | None = None, rows: str = board()) -> Table:
    """Blue, which has lost 1 SP of 3 by the fire of r1, is exhausted; in the second turn it acts first."""
    red = [f"r1 infantry {at} n", "r2 infantry f1 n"]
    thrown = [6, 1, 1, 1, 6, 1, *(dice or [])]
    table = red_to_act(grid, rows, dice=thrown, red=red, blue=["b1 infantry c4 s sp=3"])
    table.play("fire", "r1", target="c4")
    table.next_turn()
    assert (table.state["turn"], table.state["decides"]) == (2, "blue")
    assert table.side("blue")["exhausted"]
    return table


@pytest.mark.clause("modern.exhaustion.point", "shared.exhaustion")
@pytest.mark.parametrize(("strength", "point"), [(26, 9), (39, 13), (24, 8), (1, 1), (3, 1), (4, 2)])
def test_the_point_is_a_third_rounded_up(grid: str, strength: int, point: int) -> None:
    red = [f"r1 infantry a1 n sp={strength - strength // 2}", f"r2 infantry b1 n sp={strength // 2}"]
    red = red[: 2 if strength > 1 else 1]
    table = guns_first(grid, red=red, blue=["b1 infantry f6 n"])
    assert table.side("red")["exhaustion-point"] == point


@pytest.mark.clause("modern.exhaustion.point", "shared.exhaustion")
@pytest.mark.parametrize(("strength", "point"), [(26, 13), (39, 20), (24, 12)])
def test_at_a_half_by_house_rule(grid: str, strength: int, point: int) -> None:
    red = [f"r1 infantry a1 n sp={strength - 4}", "r2 infantry b1 n"]
    table = guns_first(grid, red=red, blue=["b1 infantry f6 n"], house_rules={"exhaustion": "1/2"})
    assert table.side("red")["exhaustion-point"] == point


@pytest.mark.clause("modern.exhaustion.point")
def test_carried_units_and_those_still_to_come_are_counted(grid: str) -> None:
    red = ["r1 infantry a1 n", "r2 truck b1 n carrying=r3", "r3 infantry - n", "r4 infantry - n arrives=3,south"]
    table = guns_first(grid, red=red, blue=["b1 infantry f6 n"])
    assert table.side("red")["exhaustion-point"] == 5  # of 4 + 2 + 4 + 4


@pytest.mark.clause("modern.exhaustion.point", "modern.turn.sequence")
@pytest.mark.parametrize(("strength", "exhausted"), [(3, True), (4, False)])
def test_it_is_reached_when_so_many_are_lost_and_checked_at_the_end_of_the_turn(
    grid: str, strength: int, exhausted: bool
) -> None:
    """Blue loses 1 SP: of 3 that is the point, of 4 one short of it. In this turn it still comes on."""
    table = red_to_act(
        grid, dice=[6, 1, 1], red=["r1 infantry c1 n", "r2 infantry a1 n"], blue=[f"b1 infantry c4 s sp={strength}"]
    )
    table.play("fire", "r1", target="c4")
    assert not table.side("blue")["exhausted"]
    table.play("end")
    assert "c3" in table.reach("b1")
    events = table.play("end")
    found = [(one["side"], one["sp-lost"], one["clause"]) for one in of_kind(events, "exhausted")]
    assert found == ([("blue", 1, "modern.exhaustion.point")] if exhausted else [])
    assert table.side("blue")["exhausted"] == exhausted
    assert not table.side("red")["exhausted"]


@pytest.mark.clause("modern.exhaustion.effect", "modern.hits.retreat")
def test_a_unit_of_an_exhausted_side_does_not_retreat_towards_the_enemy(grid: str) -> None:
    table = weakened(grid, dice=[1, 6, 6])
    table.play("end")
    table.play("fire", "r1", target="c4")
    back = {one["to"] for one in table.legal("retreat", "b1")}
    assert "c5" in back and "c3" not in back
    assert "the side is exhausted" in table.reasons("retreat", "b1", to="c3")[0]


@pytest.mark.clause("modern.exhaustion.effect")
def test_an_exhausted_side_does_not_move_towards_the_enemy(grid: str) -> None:
    """Sideways and away it may; no step brings it nearer, not even after one away."""
    table = weakened(grid)
    assert "c3" not in table.reach("b1")
    assert table.why("move", "b1", path=["c3"]) == {"modern.exhaustion.effect"}
    assert table.why("move", "b1", path=["c5", "c4"]) == {"modern.exhaustion.effect"}
    beside = {one["path"][0] for one in table.legal("move", "b1") if len(one["path"]) == 1}
    # On hexes b3 and d3 are as near to c1 as c4 is.
    assert beside == {"square": {"c5", "b4", "d4"}, "hex": {"c5", "b4", "d4", "b3", "d3"}}[grid]
    assert table.why("move", "b1", path=["c5", "c6"]) == set()
    assert table.facings("b1")


@pytest.mark.clause("modern.exhaustion.effect")
def test_the_other_side_comes_on(grid: str) -> None:
    table = weakened(grid)
    table.play("end")
    assert "c2" in table.reach("r1")


@pytest.mark.clause("modern.exhaustion.effect")
def test_it_may_fire(grid: str) -> None:
    table = weakened(grid, dice=[6, 6])
    while table.state["decides"] != "blue":
        table.play("end")
    assert table.targets("fire", "b1") == {"c1"}


@pytest.mark.clause("modern.exhaustion.effect")
def test_it_attacks_nobody_but_fights_back(grid: str) -> None:
    table = weakened(grid, at="c3", dice=[6, 6, 6])
    assert table.legal("fight") == []
    assert table.why("fight", "b1", target="c3") == {"modern.exhaustion.effect"}
    assert table.targets("fire", "b1") == {"c3"}
    table.play("end")
    assert table.targets("fight", "r1") == {"c4"}
    assert len(throws(table.play("fight", "r1", target="c4"), "close-combat")) == 2


@pytest.mark.clause("modern.exhaustion.effect", "modern.movement.withdraw")
def test_it_may_withdraw(grid: str) -> None:
    table = weakened(grid, at="c3")
    assert {"c5", "c6"} <= table.reach("b1")


@pytest.mark.clause("modern.exhaustion.end")
def test_the_battle_ends_when_both_are_exhausted(grid: str) -> None:
    """Both lose 1 SP: Red of 3, Blue of 2."""
    red, blue = ["r1 infantry c2 n sp=3"], ["b1 infantry c4 s sp=2"]
    table = red_to_act(grid, dice=[6, 1, 1, 6, 1], red=red, blue=blue)
    table.play("fire", "r1", target="c4")  # all that Red can do: Blue is next
    assert (table.state["decides"], table.state["phase"]) == ("blue", "activation")
    events = table.play("fire", "b1", target="c2")
    assert [one["side"] for one in of_kind(events, "exhausted")] == ["red", "blue"]
    (over,) = of_kind(events, "over")
    assert (over["winner"], over["clause"]) == ("red", "modern.exhaustion.end")
    assert over["reason"] == "both sides are exhausted; losses 1 of 3 SP against 1 of 2"
    assert table.state["phase"] == "over"


@pytest.mark.clause("modern.exhaustion.end")
def test_one_exhausted_side_goes_on(grid: str) -> None:
    table = weakened(grid)
    assert table.state["result"] is None
    assert table.next_turn()
    assert (table.state["turn"], table.state["result"]) == (3, None)


@pytest.mark.clause("modern.exhaustion.end", "shared.victory")
def test_a_side_without_units_has_lost(grid: str) -> None:
    table = red_to_act(grid, dice=[6, 1], red=["r1 infantry c2 n"], blue=["b1 infantry c4 s sp=1"])
    (over,) = of_kind(table.play("fire", "r1", target="c4"), "over")
    assert (over["winner"], over["reason"]) == ("red", "Blue has no unit left")
