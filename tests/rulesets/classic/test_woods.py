"""Classic: woods."""

import pytest

from tests.table import RED_FIRST, brief, draw, rolls, told

STOP = "classic.woods.stop"
RATE = "classic.woods.rate"
RANGE = "classic.woods.range"

WOOD = """
. . . . . .
. w w w w .
. w . . w .
. w w w w .
. . . . . .
. . . . . .
"""


@pytest.mark.clause("classic.woods.stop")
def test_a_unit_stops_on_entering_a_wood() -> None:
    table = draw("classic", WOOD, red=["r1 cavalry c1 n"], blue=["b1 infantry f6 s"], dice=RED_FIRST)
    assert "c3" in table.reach("r1")
    assert table.why("move", "r1", path=["c2", "c3", "d3"], facing="n") == {STOP}
    assert table.why("move", "r1", path=["c2", "c3", "c4"], facing="n") == {STOP}
    events = table.play("move", "r1", path=["c2", "c3"], facing="n")
    assert told(events) == [("moved", "r1", "classic.grid.edges"), ("stopped", "r1", STOP)]


@pytest.mark.clause("classic.woods.rate")
def test_within_a_wood_a_unit_moves_one_square() -> None:
    table = draw("classic", WOOD, red=["r1 cavalry b3 n"], blue=["b1 infantry f1 s"], dice=RED_FIRST)
    assert table.why("move", "r1", path=["b4", "b5"], facing="n") == {RATE}
    assert table.why("move", "r1", path=["b4", "a4"], facing="n") == {RATE}
    events = table.play("move", "r1", path=["b4"], facing="n")
    assert told(events) == [("moved", "r1", "classic.grid.edges"), ("stopped", "r1", RATE)]


@pytest.mark.clause("classic.woods.rate")
def test_out_of_a_wood_a_unit_moves_freely() -> None:
    table = draw("classic", WOOD, red=["r1 cavalry b3 n"], blue=["b1 infantry f1 s"], dice=RED_FIRST)
    assert table.why("move", "r1", path=["b2", "b1", "a1"], facing="n") == set()
    events = table.play("move", "r1", path=["a3", "a2", "a1"], facing="n")
    assert told(events) == [("moved", "r1", "classic.grid.edges")]


@pytest.mark.clause("classic.woods.range")
def test_within_a_wood_fire_reaches_one_square() -> None:
    table = draw("classic", WOOD, red=["r1 infantry b3 n"], blue=["b1 infantry b4 s"], dice=[*RED_FIRST, 1])
    assert table.targets("fire", "r1") == {"b4"}
    shot = rolls(table.play("fire", "r1", target="b4"), "fire")[0]
    assert brief(shot)[1] == {"classic.fire.mod-still": 1, "classic.fire.mod-cover": -1}
    table = draw("classic", WOOD, red=["r1 infantry b3 n"], blue=["b1 infantry b5 s"], dice=RED_FIRST)
    assert table.targets("fire", "r1") == set()
    assert RANGE in table.why("fire", "r1", target="b5")


@pytest.mark.clause("classic.woods.range")
def test_across_a_clearing_fire_leaves_the_wood() -> None:
    # From c3 over the clearing c4 to c5, in full view.
    table = draw("classic", WOOD, red=["r1 infantry c3 n"], blue=["b1 infantry c5 s"], dice=RED_FIRST)
    assert table.targets("fire", "r1") == {"c5"}
    # Past a corner, too, if one of the squares beside it is open.
    table = draw("classic", WOOD, red=["r1 infantry c3 n"], blue=["b1 infantry b4 s"], dice=RED_FIRST)
    assert table.targets("fire", "r1") == {"b4"}


@pytest.mark.clause("classic.woods.range")
def test_from_one_wood_to_another_the_whole_range_counts() -> None:
    two_woods = """
    . . . . . .
    . w w . . .
    . . . . . .
    . w w . . .
    . . . . . .
    """
    table = draw("classic", two_woods, red=["r1 infantry c2 n"], blue=["b1 infantry c4 s"], dice=RED_FIRST)
    assert table.targets("fire", "r1") == {"c4"}


@pytest.mark.clause("classic.woods.range")
def test_guns_are_bound_by_it_too() -> None:
    guns = ["r1 artillery b3 n", "r2 artillery c3 n", "r3 artillery d4 n"]
    table = draw("classic", WOOD, red=guns, blue=["b1 infantry b5 s", "b2 infantry c5 s"], dice=RED_FIRST)
    assert RANGE in table.why("bombard", "r1", target="b5")
    # Over the clearing, and from within it, they fire out of the wood.
    assert table.targets("bombard", "r2") == {"b5", "c5"}
    assert "c5" in table.targets("bombard", "r3")


@pytest.mark.clause("classic.woods.range")
@pytest.mark.parametrize("cover", ["b", "f"])
def test_villages_and_fortifications_have_no_such_rule(cover: str) -> None:
    rows = WOOD.replace("w", cover)
    table = draw("classic", rows, red=["r1 infantry c3 n"], blue=["b1 infantry c5 s"], dice=RED_FIRST)
    assert table.targets("fire", "r1") == {"c5"}


@pytest.mark.clause("classic.movement.road", "classic.woods.stop", "classic.rivers.ford")
@pytest.mark.parametrize("also", ["woods", "river", "ford", "hill 1"])
def test_a_road_is_a_road_whatever_else_the_square_holds(also: str) -> None:
    rows = "\n".join([". . . . . .", "= * * = . .", ". . . . . ."])
    legend = {"*": [also, "road"]}
    blue = ["b1 infantry f3 s"]
    table = draw("classic", rows, red=["r1 infantry a2 n"], blue=blue, dice=RED_FIRST, legend=legend)
    assert table.why("move", "r1", path=["b2", "c2", "d2"], facing="n") == set()
    table = draw("classic", rows, red=["r1 infantry b1 n"], blue=blue, dice=RED_FIRST, legend=legend)
    stopped = {"woods": {STOP}, "river": {"classic.rivers.ford"}, "ford": {"classic.rivers.ford"}, "hill 1": set()}
    assert table.why("move", "r1", path=["b2", "c2"], facing="n") == stopped[also]
