"""The shared rulings on hexes, tried with the colonial book. Columns b, d and f stand half a hex further north."""

import pytest

from portable_wargame.scenario.problems import BadScenario
from tests.rulesets.colonial.drawing import guns_first, happened, red_to_act, terrain, throws
from tests.table import draw

WIDE = "\n".join([". . . . . . ."] * 7)


# -- distance and arc


@pytest.mark.clause("shared.distance")
def test_cells_at_hex_distance_one_and_two() -> None:
    table = red_to_act(
        "hex", WIDE, red=["r1 infantry d4 n", "r2 smoothbore-field-artillery a1 s"], blue=["b1 infantry a7 s"]
    )
    one = {"d5", "e5", "e4", "d3", "c4", "c5"}
    two = {"d6", "e6", "f5", "f4", "f3", "e3", "d2", "c3", "b3", "b4", "b5", "c6"}
    assert table.reach("r1") == one | two
    assert table.reach("r2") == {"a2", "b1"}


@pytest.mark.clause("shared.distance")
@pytest.mark.parametrize(
    ("cell", "away"), [("d7", 3), ("g6", 3), ("f6", 3), ("g5", 3), ("f7", 4), ("a6", 3), ("g7", 4)]
)
def test_range_in_hexes(cell: str, away: int) -> None:
    red = ["r1 infantry d4 n weapon=single-shot-rifle"]
    table = red_to_act("hex", WIDE, red=red, blue=[f"b1 infantry {cell} s"])
    assert (table.why("fire", "r1", target=cell) == {"colonial.fire.ranges"}) == (away > 3)


@pytest.mark.clause("shared.arc")
@pytest.mark.parametrize(
    ("facing", "ahead", "behind"),
    [
        ("n", {"d5", "c5", "e5", "d6", "b5", "f5", "a6", "g6"}, {"c4", "e4", "d3", "f4", "b4"}),
        ("ne", {"d5", "e5", "e4", "d7", "f5", "f3"}, {"c5", "d3", "c4", "e3", "e2", "b5"}),
        ("s", {"d3", "c4", "e4", "b3", "f3", "d2"}, {"c5", "e5", "d5", "f4", "b4"}),
    ],
)
def test_the_front_arc_is_two_sectors_with_their_border_rows(facing: str, ahead: set[str], behind: set[str]) -> None:
    """From d4: facing north, the rows that run north-east through e5 and north-west through c5 are the borders."""
    for cell in ahead | behind:
        table = red_to_act("hex", WIDE, red=[f"r1 infantry d4 {facing}"], blue=[f"b1 infantry {cell} s"])
        expected = set() if cell in ahead else {"colonial.fire.line-of-sight"}
        assert table.why("fire", "r1", target=cell) == expected, cell


# -- line of sight


def both_see(rows: str, near: str, far: str, red: str = "", blue: str = "") -> bool:
    """Whether r1, facing north, can fire at b1, which faces south; it must be so the other way round too."""
    reds = [f"r1 infantry {near} n weapon=magazine-rifle", red]
    blues = [f"b1 infantry {far} s weapon=magazine-rifle", blue]
    table = red_to_act("hex", rows, red=[one for one in reds if one], blue=[one for one in blues if one])
    there = far in table.targets("fire", "r1")
    table.play("end")
    back = near in table.targets("fire", "b1")
    assert there == back
    return there


@pytest.mark.clause("shared.line-of-sight")
@pytest.mark.parametrize(
    ("cells", "seen"),
    [
        ({}, True),
        ({"c3": "w"}, True),
        ({"d2": "w"}, True),
        ({"c3": "w", "d2": "w"}, False),
        ({"c3": "b", "d2": "f"}, False),
        ({"c3": "w", "d2": "t"}, True),
        ({"c3": "h", "d2": "h"}, False),
    ],
)
def test_a_line_along_an_edge_is_blocked_only_from_both_sides(cells: dict[str, str], seen: bool) -> None:
    """From c2 to d3 the line runs between c3 and d2."""
    assert both_see(terrain(**cells), "c2", "d3") == seen


@pytest.mark.clause("shared.line-of-sight")
@pytest.mark.parametrize(
    ("cells", "seen"),
    [
        ({"c2": "w", "e3": "w"}, True),
        ({"d1": "w", "d3": "w"}, True),
        ({"c2": "w", "d3": "w"}, True),
        ({"c2": "w", "d1": "w"}, False),
        ({"d3": "w", "e3": "w"}, False),
        ({"d2": "w"}, False),
    ],
)
def test_a_longer_line_passes_two_edges_and_a_cell(cells: dict[str, str], seen: bool) -> None:
    """From c1 to e4: between c2 and d1, through d2, between d3 and e3."""
    assert both_see(terrain(**cells), "c1", "e4") == seen


@pytest.mark.clause("shared.line-of-sight")
@pytest.mark.parametrize(
    ("red", "blue", "seen"),
    [
        ("r2 infantry c3 n", "", True),
        ("", "b2 infantry d2 s", True),
        ("r2 infantry c3 n", "b2 infantry d2 s", False),
    ],
)
def test_units_block_as_woods_do(red: str, blue: str, seen: bool) -> None:
    assert both_see(terrain(), "c2", "d3", red, blue) == seen


@pytest.mark.clause("shared.line-of-sight")
@pytest.mark.parametrize(
    ("letter", "seen"), [("w", False), ("b", False), ("f", False), ("t", True), ("F", True), ("=", True)]
)
def test_what_blocks_a_line_straight_through_a_cell(letter: str, seen: bool) -> None:
    assert both_see(terrain(c3=letter), "c2", "c4") == seen


@pytest.mark.clause("shared.line-of-sight")
def test_the_cells_at_either_end_do_not_block() -> None:
    assert both_see(terrain(c2="w", c4="w"), "c2", "c4")


@pytest.mark.clause("shared.hills")
@pytest.mark.parametrize(
    ("near", "between", "far", "seen"),
    [
        (".", "h", ".", False),
        ("h", ".", "h", True),
        ("h", "h", "h", True),
        ("h", "H", "h", False),
        ("H", "h", "H", True),
        ("H", "H", "H", True),
        ("h", "h", ".", False),
        (".", "h", "H", True),
        ("h", "h", "H", True),
        ("H", "h", "h", True),
        (".", "H", "H", False),
        ("h", "H", "H", False),
        ("H", ".", ".", True),
        ("h", "*", "h", False),
    ],
)
def test_hills_between(near: str, between: str, far: str, seen: bool) -> None:
    """A hill between blocks unless both stand at one same height and it is no higher, or one looks down on it from
    height 2; woods on it block anyway."""
    rows = terrain(c2=near, c3=between, c4=far)
    table = red_to_act(
        "hex", rows, red=["r1 infantry c2 n"], blue=["b1 infantry c4 s"], legend={"*": ["hill 1", "woods"]}
    )
    assert ("c4" in table.targets("fire", "r1")) == seen
    table.play("end")
    assert ("c2" in table.targets("fire", "b1")) == seen


# -- front, flank and rear

AROUND_D4 = {"n": "d5", "ne": "e5", "se": "e4", "s": "d3", "sw": "c4", "nw": "c5"}
OPPOSITE = {"n": "s", "ne": "sw", "se": "nw", "s": "n", "sw": "ne", "nw": "se"}


@pytest.mark.clause("shared.flank")
@pytest.mark.parametrize(
    ("facing", "front", "rear"),
    [
        ("n", {"n", "ne", "nw"}, "s"),
        ("ne", {"n", "ne", "se"}, "sw"),
        ("se", {"ne", "se", "s"}, "nw"),
        ("s", {"se", "s", "sw"}, "n"),
        ("sw", {"s", "sw", "nw"}, "ne"),
        ("nw", {"sw", "nw", "n"}, "se"),
    ],
)
def test_three_edges_are_front_two_are_flank_one_is_rear(facing: str, front: set[str], rear: str) -> None:
    """Infantry attacked in front needs 3, elsewhere 6."""
    assert rear not in front
    for edge, cell in AROUND_D4.items():
        red = [f"r1 infantry {cell} {OPPOSITE[edge]}"]
        table = red_to_act("hex", WIDE, [6, 6], red=red, blue=[f"b1 infantry d4 {facing}"])
        needs = 3 if edge in front else 6
        assert (
            throws(table.play("fight", "r1", target="d4"), "close-combat")[1] == f"b1: 6 = 6, needs {needs}: survives"
        )


# -- retreat


def ways_back(rows: str, red: list[str], blue: list[str]) -> set[str]:
    """Where b1 in d4 may go when r1 has hit it from d2, in the modern book."""
    table = draw(
        "modern",
        rows,
        dice=[6, 1, 6, 6, 6],
        grid="hex",
        red=["r1 infantry d2 n", *red],
        blue=["b1 infantry d4 s", *blue],
    )
    table.play("fire", "r1", target="d4")
    return {one["to"] for one in table.legal("retreat", "b1")}


@pytest.mark.clause("shared.retreat")
def test_a_retreat_is_to_an_adjacent_cell_next_to_no_enemy() -> None:
    assert ways_back(terrain(), [], []) == {"d5", "e5", "e4", "c4", "c5"}
    assert ways_back(terrain(), ["r2 infantry f4 n"], []) == {"d5", "c4", "c5"}


@pytest.mark.clause("shared.retreat")
def test_a_retreat_is_to_a_free_and_passable_cell() -> None:
    assert ways_back(terrain(d5="~"), [], ["b2 infantry e5 s"]) == {"e4", "c4", "c5"}
    assert ways_back(terrain(d5="F"), [], ["b2 machine-gun e5 s"]) == {"d5", "e4", "c4", "c5"}


@pytest.mark.clause("shared.retreat")
def test_a_retreat_keeps_the_facing_and_stays_on_the_board() -> None:
    table = red_to_act("hex", terrain(), [6, 6], red=["r1 infantry f4 n"], blue=["b1 infantry f6 s"])
    table.play("fire", "r1", target="f6")
    assert {one["to"] for one in table.legal("retreat")} == {"e6", "f5"}
    assert happened(table.play("retreat", "b1", to="e6")) == [("retreated", "b1", "shared.retreat")]
    assert (table.unit("b1") or {})["facing"] == "s"


@pytest.mark.clause("shared.retreat")
def test_a_unit_whose_type_cannot_move_cannot_retreat() -> None:
    blue = ["b1 smoothbore-siege-artillery d4 n elite", "b2 infantry f6 s"]
    table = red_to_act("hex", terrain(), [6, 6], red=["r1 infantry d2 n"], blue=blue)
    table.play("fire", "r1", target="d4")
    assert table.unit("b1") is None


# -- terrain

BRIDGED = terrain(a3="~", b3="~", c3="B", d3="~", e3="F", f3="~")


@pytest.mark.clause("shared.terrain")
def test_a_unit_on_a_bridge_is_not_in_the_river() -> None:
    red = ["r1 infantry c3 n", "r2 infantry e3 n"]
    table = red_to_act("hex", BRIDGED, red=red, blue=["b1 infantry c5 s", "b2 infantry e5 s"])
    assert "c5" in table.targets("fire", "r1")
    assert table.targets("fire", "r2") == set()
    assert table.why("fire", "r2", target="e5") == {"colonial.rivers.no-fire"}


@pytest.mark.clause("shared.terrain")
def test_a_trench_is_a_fortification() -> None:
    """It gives hard cover against fire, guns and close combat."""
    trench = terrain(c4="t")
    table = red_to_act("hex", trench, red=["r1 infantry c2 n"], blue=["b1 infantry c4 s"])
    assert table.why("fire", "r1", target="c4") == {"colonial.fire.hard-cover"}
    table = guns_first("hex", trench, [6], red=["r1 rifled-field-artillery c1 n"], blue=["b1 infantry c4 s"])
    events = table.play("bombard", "r1", target="c4")
    assert throws(events, "artillery") == ["r1: 6 -2 colonial.artillery.mod-hard = 4, needs 5: nothing"]


@pytest.mark.clause("shared.terrain")
@pytest.mark.parametrize(("letter", "name"), [("x", "wire"), ("m", "minefield")])
def test_wire_and_mines_are_no_part_of_a_book_that_lacks_them(letter: str, name: str) -> None:
    with pytest.raises(BadScenario, match=name):
        red_to_act("hex", terrain(c4=letter), red=["r1 infantry c2 n"], blue=["b1 infantry c5 s"])


@pytest.mark.clause("shared.retreat")
def test_a_retreat_does_not_lead_straight_back_where_the_one_before_began() -> None:
    red, blue = ["r1 machine-gun d1 n", "r2 infantry a1 n"], ["b1 infantry d4 s", "b9 infantry a6 s"]
    table = draw("modern", terrain(), red=red, blue=blue, grid="hex", dice=[6, 1, 6, 6, 6, 6, 6, 6, 6])
    table.play("fire", "r1", target="d4")
    table.play("retreat", "b1", to="d5")
    assert "d4" not in {one["to"] for one in table.legal("retreat", "b1")}
    table.play("retreat", "b1", to="e5")
    ways = {one["to"] for one in table.legal("retreat", "b1")}
    assert "d5" not in ways and "d4" in ways, "round in a ring it may come back"
