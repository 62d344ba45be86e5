"""Classic: movement."""

import pytest

from tests.table import OPEN, RED_FIRST, draw, of_kind, told

FACINGS = {"n", "e", "s", "w"}


@pytest.mark.clause("classic.movement.once")
def test_a_unit_moves_once_a_turn() -> None:
    table = draw("classic", red=["r1 cavalry c1 n", "r2 infantry a1 n"], blue=["b1 infantry f6 s"], dice=RED_FIRST)
    table.play("move", "r1", path=["c2"], facing="n")
    # Two of its three squares are left, but the move is made.
    assert table.legal("move", "r1") == []
    assert table.why("move", "r1", path=["c3"], facing="n") == {"classic.movement.once"}
    assert table.why("move", "r1", path=[], facing="e") == {"classic.movement.once"}


@pytest.mark.clause("classic.movement.artillery")
def test_a_gun_that_has_fired_does_not_even_turn() -> None:
    units = ["r1 artillery c1 n", "r2 artillery e1 s"]
    table = draw("classic", red=units, blue=["b1 infantry c6 s"], dice=[1, *RED_FIRST])
    table.play("bombard", "r1", target="c6")
    assert table.facings("r1") == set()
    assert table.why("move", "r1", path=[], facing="e") == {"classic.movement.artillery"}
    # The gun that was silent may turn, which is all it can do by itself.
    assert table.facings("r2") == {"n", "e", "w"}
    assert table.reach("r2") == set()


@pytest.mark.clause("classic.movement.artillery")
def test_a_gun_travels_only_behind_its_transport() -> None:
    units = ["r1 transport c1 n carrying=r2", "r2 artillery - n", "r3 artillery e1 n"]
    table = draw("classic", red=units, blue=["b1 infantry a6 s"], dice=RED_FIRST)
    assert table.reach("r3") == set()
    assert table.why("move", "r3", path=["e2"], facing="n") == {"classic.units.table"}
    table.play("move", "r1", path=["c2", "c3"], facing="n")
    assert (table.at("r1"), table.at("r2")) == ("c3", "c3")


@pytest.mark.clause("classic.movement.artillery", "classic.movement.road")
def test_a_road_does_not_move_a_gun_by_itself() -> None:
    rows = OPEN.replace(". . . . . .", "= = = = = =", 1)
    table = draw("classic", rows, red=["r1 artillery c6 e"], blue=["b1 infantry a1 s"], dice=RED_FIRST)
    assert table.reach("r1") == set()
    assert table.why("move", "r1", path=["d6"], facing="e") == {"classic.units.table"}


@pytest.mark.clause("classic.movement.facing")
def test_a_unit_turns_as_often_as_it_likes_on_its_way() -> None:
    table = draw("classic", red=["r1 cavalry c2 s"], blue=["b1 infantry f6 s"], dice=RED_FIRST)
    assert all(table.facings("r1", cell) == FACINGS for cell in ("c3", "b3", "b2", "d1"))
    # North, west and south again, and in the end to the east.
    events = table.play("move", "r1", path=["c3", "b3", "b2"], facing="e")
    assert of_kind(events, "moved")[0]["path"] == ["c3", "b3", "b2"]
    assert told(events) == [("moved", "r1", "classic.grid.edges"), ("turned", "r1", "classic.movement.facing")]
    unit = table.unit("r1")
    assert unit is not None
    assert unit["facing"] == "e"


@pytest.mark.clause("classic.movement.facing")
def test_without_a_word_it_faces_as_it_came() -> None:
    table = draw("classic", red=["r1 cavalry c2 s"], blue=["b1 infantry f6 s"], dice=RED_FIRST)
    events = table.play("move", "r1", path=["c3", "c4", "b4"])
    assert of_kind(events, "turned")[0]["facing"] == "w"


@pytest.mark.clause("classic.movement.facing")
def test_turning_to_where_one_looks_is_no_move() -> None:
    table = draw("classic", red=["r1 cavalry c2 s"], blue=["b1 infantry f6 s"], dice=RED_FIRST)
    assert table.facings("r1") == {"n", "e", "w"}
    assert table.why("move", "r1", path=[], facing="s") == {"classic.movement.facing"}


@pytest.mark.clause("classic.movement.stacking")
def test_a_unit_ends_its_move_only_with_transports_and_commanders() -> None:
    red = [
        "r1 infantry c3 n",
        "r2 infantry c4 n",
        "r3 cavalry b3 n",
        "r4 artillery d3 s",
        "r5 transport c2 n",
        "r6 commander a3 n",
    ]
    table = draw("classic", red=red, blue=["b1 infantry f6 s"], dice=RED_FIRST)
    reach = table.reach("r1")
    assert {"c2", "a3"} <= reach  # with the transport, with the commander
    assert reach.isdisjoint({"c4", "b3", "d3"})
    for cell in ("c4", "b3", "d3"):
        assert table.why("move", "r1", path=[cell], facing="n") == {"classic.movement.stacking"}
    # Friends are no obstacle on the way: these squares lie just behind them.
    assert {"c5", "e3"} <= reach


@pytest.mark.clause("classic.movement.stacking")
def test_transports_and_commanders_join_anybody() -> None:
    red = ["r1 transport c3 n", "r2 commander d2 n", "r3 infantry c2 n", "r4 artillery b3 s", "r5 cavalry d3 n"]
    table = draw("classic", red=red, blue=["b1 infantry f6 s"], dice=RED_FIRST)
    for mover in ("r1", "r2"):
        assert {"c2", "b3", "d3"} <= table.reach(mover)


@pytest.mark.clause("classic.movement.stacking")
def test_a_towed_gun_takes_no_room_of_its_own() -> None:
    red = ["r1 infantry c2 n", "r2 transport c3 n carrying=r3", "r3 artillery - n", "r4 artillery b2 s"]
    table = draw("classic", red=red, blue=["b1 infantry f6 s"], dice=RED_FIRST)
    assert "c3" in table.reach("r1")
    assert "b2" not in table.reach("r1")


@pytest.mark.clause("classic.movement.stacking")
def test_nobody_goes_through_an_enemy() -> None:
    table = draw("classic", red=["r1 cavalry c3 n"], blue=["b1 transport c4 n"], dice=RED_FIRST)
    assert "c4" not in table.reach("r1")
    assert table.why("move", "r1", path=["c4"], facing="n") == {"classic.movement.stacking"}
    assert table.why("move", "r1", path=["c4", "c5"], facing="s") == {"classic.movement.stacking"}


ROAD = """
. . . . . .
. . . . . .
= = = = = =
. . = . . .
. . . . . .
"""


@pytest.mark.clause("classic.movement.road")
def test_a_road_gives_one_square_more() -> None:
    table = draw("classic", ROAD, red=["r1 infantry a3 e"], blue=["b1 infantry f5 s"], dice=RED_FIRST)
    on_the_road = {"b3", "c3", "d3", "c2"}  # three squares, along either branch
    beside_it = {"a1", "a2", "a4", "a5", "b2", "b4"}
    assert table.reach("r1") == on_the_road | beside_it
    assert table.why("move", "r1", path=["b3", "c3", "d3", "e3"], facing="e") == {"classic.units.table"}
    events = table.play("move", "r1", path=["b3", "c3", "d3"], facing="e")
    assert told(events) == [("moved", "r1", "classic.movement.road")]


@pytest.mark.clause("classic.movement.road")
def test_a_move_within_the_rate_owes_nothing_to_the_road() -> None:
    table = draw("classic", ROAD, red=["r1 infantry a3 e"], blue=["b1 infantry f5 s"], dice=RED_FIRST)
    events = table.play("move", "r1", path=["b3", "c3"], facing="e")
    assert told(events) == [("moved", "r1", "classic.grid.edges")]


@pytest.mark.clause("classic.movement.road")
@pytest.mark.parametrize(
    ("start", "path"),
    [("a2", ["a3", "b3", "c3"]), ("a3", ["b3", "c3", "c4"]), ("a3", ["a4", "b4", "b3"])],
    ids=["onto the road", "off the road at the end", "off it and on again"],
)
def test_the_whole_move_must_be_along_the_road(start: str, path: list[str]) -> None:
    table = draw("classic", ROAD, red=[f"r1 infantry {start} e"], blue=["b1 infantry f5 s"], dice=RED_FIRST)
    assert table.why("move", "r1", path=path, facing="e") == {"classic.units.table"}
    assert table.why("move", "r1", path=path[:2], facing="e") == set()


@pytest.mark.clause("classic.movement.road")
def test_a_bridge_carries_the_road_on() -> None:
    rows = """
    . . ~ . . .
    = = B = = =
    = = ~ = = =
    """
    table = draw("classic", rows, red=["r1 infantry a2 e"], blue=["b1 infantry f3 s"], dice=RED_FIRST)
    assert table.why("move", "r1", path=["b2", "c2", "d2"], facing="e") == set()
    table = draw("classic", rows, red=["r1 infantry a1 e"], blue=["b1 infantry f3 s"], dice=RED_FIRST)
    assert table.why("move", "r1", path=["b1", "c1", "d1"], facing="e") == {"classic.rivers.ford"}


@pytest.mark.clause("classic.movement.road")
@pytest.mark.parametrize(("path", "fires"), [(["b3", "c3"], True), (["b3", "c3", "d3"], False)])
def test_one_square_less_than_the_road_allows_leaves_time_to_fire(path: list[str], fires: bool) -> None:
    red, blue = ["r1 infantry a3 e", "r2 infantry a1 n"], ["b1 infantry e3 w" if fires else "b1 infantry f3 w"]
    table = draw("classic", ROAD, red=red, blue=blue, dice=RED_FIRST)
    table.play("move", "r1", path=path, facing="e")
    assert bool(table.targets("fire", "r1")) == fires


@pytest.mark.clause("classic.movement.road")
def test_of_two_ways_the_one_by_road_is_offered() -> None:
    rows = """
    . . . .
    . = . .
    = = . .
    """
    table = draw("classic", rows, red=["r1 infantry a1 n"], blue=["b1 infantry d3 s"], dice=RED_FIRST)
    paths = {tuple(action["path"]) for action in table.legal("move", "r1") if action["path"][-1:] == ["b2"]}
    assert paths == {("b1", "b2")}


@pytest.mark.clause("classic.movement.contact")
def test_a_unit_stops_next_to_an_enemy_and_faces_it() -> None:
    table = draw("classic", red=["r1 cavalry b2 n"], blue=["b1 infantry c3 w"], dice=RED_FIRST)
    # b3 and c2 are next to b1. From there it goes no further.
    assert table.why("move", "r1", path=["b3", "b4"], facing="n") == {"classic.movement.contact"}
    assert "c1" in table.reach("r1"), "round the corner, without contact"
    assert table.facings("r1", "b3") == {"e"}
    assert table.facings("r1", "c2") == {"n"}
    assert table.why("move", "r1", path=["b3"], facing="n") == {"classic.movement.contact"}
    events = table.play("move", "r1", path=["b3"])
    assert told(events) == [
        ("moved", "r1", "classic.grid.edges"),
        ("stopped", "r1", "classic.movement.contact"),
        ("turned", "r1", "classic.movement.contact"),
    ]
    unit = table.unit("r1")
    assert unit is not None
    assert unit["facing"] == "e"


@pytest.mark.clause("classic.movement.contact")
def test_corners_are_no_contact() -> None:
    table = draw("classic", red=["r1 cavalry b1 n"], blue=["b1 infantry c3 w"], dice=RED_FIRST)
    # b2 touches c3 with a corner only: the unit goes on, and may face as it likes.
    assert table.facings("r1", "b2") == FACINGS
    assert {"a2", "a3"} <= table.reach("r1")
    assert table.why("move", "r1", path=["b2", "a2", "a3"], facing="n") == set()


@pytest.mark.clause("classic.movement.contact")
def test_between_two_enemies_it_faces_either() -> None:
    table = draw("classic", red=["r1 infantry c1 n"], blue=["b1 infantry b3 n", "b2 infantry c4 n"], dice=RED_FIRST)
    assert table.facings("r1", "c3") == {"n", "w"}
    assert table.facings("r1", "c2") == FACINGS
    # Without a word it faces the one it came upon.
    table = draw("classic", red=["r1 infantry d3 n"], blue=["b1 infantry b3 n", "b2 infantry c4 n"], dice=RED_FIRST)
    assert of_kind(table.play("move", "r1", path=["c3"]), "turned")[0]["facing"] == "w"


@pytest.mark.clause("classic.movement.contact")
def test_in_contact_one_turns_only_towards_an_enemy() -> None:
    table = draw("classic", red=["r1 infantry c3 s"], blue=["b1 infantry c4 s", "b2 infantry d3 n"], dice=RED_FIRST)
    assert table.facings("r1") == {"n", "e"}
    assert table.why("move", "r1", path=[], facing="w") == {"classic.movement.contact"}


@pytest.mark.clause("classic.movement.withdraw")
def test_a_unit_that_is_faced_moves_only_out_of_reach_of_every_enemy() -> None:
    # b1 faces r1. b2, further off, makes b3 and c2 no way out either.
    table = draw("classic", red=["r1 cavalry c3 n"], blue=["b1 infantry c4 s", "b2 infantry b2 n"], dice=RED_FIRST)
    assert table.reach("r1") == {"d3", "e3", "f3", "d2", "d1", "e2", "e4"}
    for cell in ("b3", "c2"):
        assert table.why("move", "r1", path=[cell], facing="n") == {"classic.movement.withdraw"}
    assert table.why("move", "r1", path=["d3", "d4"], facing="w") == {"classic.movement.withdraw"}


@pytest.mark.clause("classic.movement.withdraw")
def test_a_unit_that_is_not_faced_may_stay_close() -> None:
    table = draw("classic", red=["r1 cavalry c3 n"], blue=["b1 infantry c4 e", "b2 infantry b2 w"], dice=RED_FIRST)
    assert {"b3", "c2"} <= table.reach("r1")
    assert table.why("move", "r1", path=["d3", "d4"], facing="w") == set()


@pytest.mark.clause("classic.movement.contact")
@pytest.mark.clause("classic.movement.withdraw")
def test_an_enemy_in_the_corner_of_the_board_is_an_enemy() -> None:
    table = draw("classic", red=["r1 cavalry b3 n"], blue=["b1 infantry a1 n"], dice=RED_FIRST)
    assert table.facings("r1", "a2") == {"s"}
    table = draw("classic", red=["r1 cavalry a2 s"], blue=["b1 infantry a1 n", "b2 infantry c1 w"], dice=RED_FIRST)
    assert table.why("move", "r1", path=["b2", "b1"], facing="w") == {"classic.movement.withdraw"}


@pytest.mark.clause("classic.movement.withdraw")
def test_it_counts_where_the_move_starts() -> None:
    # b1 faces c3, and r1 does not start there.
    table = draw("classic", red=["r1 cavalry c2 n"], blue=["b1 infantry c4 s"], dice=[*RED_FIRST, *RED_FIRST])
    assert "c3" in table.reach("r1")
    table.play("move", "r1", path=["c3"], facing="n")
    table.next_turn()
    assert table.state["decides"] == "red"
    # Now it does.
    assert table.why("move", "r1", path=["b3", "b4"], facing="e") == {"classic.movement.withdraw"}
    assert table.why("move", "r1", path=["b3", "a3"], facing="e") == set()
