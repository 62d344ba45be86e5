"""Classic: fire of units other than artillery."""

import pytest

from tests.table import OPEN, RED_FIRST, Tree, brief, draw, rolls, told

COVER = pytest.mark.parametrize("cover", ["w", "b", "f"], ids=["woods", "built-up", "fortification"])

STILL = {"classic.fire.mod-still": 1}

# The book's own figure: F faces up the page and may fire at every X.
ARC = """
X X X X X X X
. X X X X X .
. . X X X . .
. . . F . . .
. . . . . . .
. . . . . . .
. . . . . . .
"""


def marked(figure: str, sign: str) -> set[str]:
    rows = [line.split() for line in figure.strip().splitlines()]
    return {
        f"{'abcdefg'[x]}{len(rows) - y}" for y, row in enumerate(rows) for x, letter in enumerate(row) if letter == sign
    }


def turned(cell: str, quarters: int) -> str:
    """The cell after so many quarter turns clockwise of the seven-by-seven board about its middle."""
    x, y = "abcdefg".index(cell[0]), int(cell[1]) - 1
    for _ in range(quarters):
        x, y = y, 6 - x
    return f"{'abcdefg'[x]}{y + 1}"


def fire(dice: list[int], rows: str, red: list[str], blue: list[str], target: str) -> list[Tree]:
    """The events of r1's fire, first thing in red's turn."""
    return draw("classic", rows, red=red, blue=blue, dice=[*RED_FIRST, *dice]).play("fire", "r1", target=target)


@pytest.mark.clause("classic.fire.arc")
@pytest.mark.parametrize(("facing", "quarters"), [("n", 0), ("e", 1), ("s", 2), ("w", 3)])
def test_the_arc_widens_by_one_square_on_each_side_in_every_row(facing: str, quarters: int) -> None:
    # Enemies everywhere: a gun, which needs to see nobody, may fire at those in its arc.
    everywhere = sorted(marked(ARC, "X") | marked(ARC, "."))
    table = draw(
        "classic",
        "\n".join([". . . . . . ."] * 7),
        red=[f"r1 artillery d4 {facing}"],
        blue=[f"b-{cell} infantry {cell} s" for cell in everywhere],
    )
    in_arc = {turned(cell, quarters) for cell in marked(ARC, "X")}
    assert table.targets("bombard", "r1") == in_arc
    for cell in set(everywhere) - in_arc:
        assert table.why("bombard", "r1", target=cell) == {"classic.fire.arc"}


@pytest.mark.clause("classic.fire.arc")
@pytest.mark.parametrize(
    ("target", "in_arc"), [("c4", True), ("b4", True), ("d4", True), ("c5", True), ("b3", False), ("d3", False)]
)
def test_infantry_has_the_same_arc(target: str, in_arc: bool) -> None:
    table = draw("classic", red=["r1 infantry c3 n"], blue=[f"b1 infantry {target} n"], dice=RED_FIRST)
    assert table.targets("fire", "r1") == ({target} if in_arc else set())
    assert table.why("fire", "r1", target=target) == (set() if in_arc else {"classic.fire.arc"})


@pytest.mark.clause("classic.fire.once")
def test_a_unit_fires_once_a_turn() -> None:
    table = draw(
        "classic",
        red=["r1 infantry c2 n", "r2 infantry f1 n"],
        blue=["b1 infantry c4 s", "b2 infantry d3 s"],
        dice=[*RED_FIRST, 1, *RED_FIRST],
    )
    assert table.targets("fire", "r1") == {"c4", "d3"}
    table.play("fire", "r1", target="c4")
    for target in ("c4", "d3"):
        assert table.why("fire", "r1", target=target) == {"classic.fire.once"}
    assert table.targets("fire", "r1") == set()
    table.next_turn()
    assert table.targets("fire", "r1") == {"c4", "d3"}


@pytest.mark.clause("classic.fire.line-of-sight")
@pytest.mark.parametrize("in_between", ["r2 infantry c3 n", "r2 commander c3 n"])
def test_fire_needs_a_line_of_sight_and_guns_do_not(in_between: str) -> None:
    table = draw(
        "classic", red=["r1 infantry c2 n", in_between, "r3 artillery c1 n"], blue=["b1 infantry c4 s"], dice=RED_FIRST
    )
    assert table.targets("bombard", "r3") == {"c4"}
    table.play("done")
    assert table.targets("fire", "r1") == set()
    assert table.why("fire", "r1", target="c4") == {"classic.fire.line-of-sight"}
    table.play("move", "r2", path=["b3"], facing="n")
    assert table.targets("fire", "r1") == {"c4"}


@COVER
@pytest.mark.clause("classic.fire.into-cover")
def test_fire_reaches_one_square_into_cover(cover: str) -> None:
    rows = """
    . . c . .
    . . c . .
    . . . . .
    . . . . .
    """.replace("c", cover)
    table = draw("classic", rows, red=["r1 infantry c1 n"], blue=["b1 infantry c3 s"], dice=RED_FIRST)
    assert table.targets("fire", "r1") == {"c3"}
    table = draw("classic", rows, red=["r1 infantry c2 n"], blue=["b1 infantry c4 s"], dice=RED_FIRST)
    assert table.targets("fire", "r1") == set()
    assert table.why("fire", "r1", target="c4") == {"classic.fire.into-cover", "classic.fire.line-of-sight"}
    # From beside it the same square is the first.
    table = draw("classic", rows, red=["r1 infantry a4 e"], blue=["b1 infantry c4 s"], dice=RED_FIRST)
    assert table.targets("fire", "r1") == {"c4"}


@COVER
@pytest.mark.clause("classic.fire.out-of-cover")
def test_fire_comes_out_of_cover_only_from_its_edge(cover: str) -> None:
    rows = """
    . . . . .
    . . c . .
    . . c . .
    . . . . .
    """.replace("c", cover)
    table = draw("classic", rows, red=["r1 infantry c3 n"], blue=["b1 infantry c4 s"], dice=RED_FIRST)
    assert table.targets("fire", "r1") == {"c4"}
    table = draw("classic", rows, red=["r1 infantry c2 n"], blue=["b1 infantry c4 s"], dice=RED_FIRST)
    assert table.targets("fire", "r1") == set()
    assert table.why("fire", "r1", target="c4") == {"classic.fire.out-of-cover", "classic.fire.line-of-sight"}
    # To the side its own square is the edge.
    table = draw("classic", rows, red=["r1 infantry c2 e"], blue=["b1 infantry e2 s"], dice=RED_FIRST)
    assert table.targets("fire", "r1") == {"e2"}


@pytest.mark.clause("classic.fire.out-of-cover")
def test_there_is_no_edge_between_a_wood_and_a_village() -> None:
    rows = """
    . . . . .
    . . b . .
    . . w w .
    . . . . .
    """
    table = draw("classic", rows, red=["r1 infantry c2 n"], blue=["b1 infantry c3 s"], dice=RED_FIRST)
    assert table.targets("fire", "r1") == set()
    assert table.why("fire", "r1", target="c3") == {"classic.fire.out-of-cover"}
    # Within the wood there is nothing to come out of.
    table = draw("classic", rows, red=["r1 infantry c2 e"], blue=["b1 infantry d2 s"], dice=RED_FIRST)
    assert table.targets("fire", "r1") == {"d2"}


@pytest.mark.clause("classic.fire.roll")
@pytest.mark.parametrize(("die", "hits"), [(5, True), (4, False)])
def test_five_or_more_hits(die: int, hits: bool) -> None:
    table = draw("classic", red=["r1 infantry c1 n"], blue=["b1 infantry c4 s"], dice=[*RED_FIRST, die, 1])
    table.play("move", "r1", path=["c2"], facing="n")
    events = table.play("fire", "r1", target="c4")
    shot = rolls(events, "fire")[0]
    assert brief(shot) == ([die], {}, [die], 5, ["hit" if hits else "nothing"])
    assert (shot["side"], shot["unit"], shot["target"], shot["clause"]) == ("red", "r1", "c4", "classic.fire.roll")
    assert told(events) == (
        [("hit", "b1", "classic.fire.roll"), ("lost-sp", "b1", "classic.hits.table")] if hits else []
    )


@pytest.mark.clause("classic.fire.roll")
def test_targets_are_squares_with_enemies() -> None:
    # b3 is still to come, and r2 is a friend. The square of two enemies is one target.
    red = ["r1 infantry f4 n", "r2 infantry e4 n"]
    blue = ["b1 infantry f5 s", "b2 commander f5 s", "b3 infantry - s arrives=5,north"]
    table = draw("classic", red=red, blue=blue, dice=RED_FIRST)
    assert table.legal("fire", "r1") == [{"do": "fire", "unit": "r1", "target": "f5"}]
    for empty in ("e5", "f6"):
        assert table.why("fire", "r1", target=empty) == {"classic.fire.roll"}


@pytest.mark.clause("classic.fire.roll")
@pytest.mark.parametrize("cell", ["f4", "e4"])
def test_units_that_are_not_on_the_board_are_no_targets(cell: str) -> None:
    # One enemy is destroyed, the other still to come.
    red = ["r1 infantry c2 n", f"r2 infantry {cell} n"]
    blue = ["b1 infantry c4 s sp=1", "b2 infantry - s arrives=5,north"]
    table = draw("classic", red=red, blue=blue, dice=[*RED_FIRST, 6, 1])
    table.play("fire", "r1", target="c4")
    assert table.legal("fire") == []


@pytest.mark.clause("classic.fire.mod-still")
def test_one_more_for_a_unit_that_has_not_moved() -> None:
    events = fire([4, 1], OPEN, ["r1 infantry c2 n"], ["b1 infantry c4 s"], "c4")
    assert brief(rolls(events, "fire")[0]) == ([4], STILL, [5], 5, ["hit"])


@pytest.mark.clause("classic.fire.mod-still")
@pytest.mark.parametrize(
    ("start", "path"), [("c1 n", ["c2"]), ("c2 w", [])], ids=["moved a square", "turned on the spot"]
)
def test_nothing_more_for_one_that_has(start: str, path: list[str]) -> None:
    table = draw("classic", red=[f"r1 infantry {start}"], blue=["b1 infantry c4 s"], dice=[*RED_FIRST, 4])
    table.play("move", "r1", path=path, facing="n")
    assert brief(rolls(table.play("fire", "r1", target="c4"), "fire")[0]) == ([4], {}, [4], 5, ["nothing"])


@pytest.mark.clause("classic.fire.mod-commander")
def test_one_more_with_a_commander_in_the_square() -> None:
    events = fire([3, 1], OPEN, ["r1 infantry c2 n", "r2 commander c2 n"], ["b1 infantry c4 s"], "c4")
    assert brief(rolls(events, "fire")[0]) == ([3], {**STILL, "classic.fire.mod-commander": 1}, [5], 5, ["hit"])


@pytest.mark.clause("classic.fire.mod-commander")
@pytest.mark.parametrize(
    ("red", "blue"),
    [
        (["r1 infantry c2 n", "r2 commander b2 n"], ["b1 infantry c4 s"]),
        (["r1 infantry c2 n", "r2 transport c2 n"], ["b1 infantry c4 s"]),
        (["r1 infantry c2 n"], ["b1 infantry c4 s", "b2 commander c4 s"]),
    ],
    ids=["in the next square", "not a commander", "the enemy's"],
)
def test_nothing_more_without_one(red: list[str], blue: list[str]) -> None:
    assert brief(rolls(fire([3], OPEN, red, blue, "c4"), "fire")[0]) == ([3], STILL, [4], 5, ["nothing"])


@pytest.mark.clause("classic.fire.mod-cover")
@pytest.mark.parametrize("ground", ["w", "b", "f", "t"])
def test_one_less_at_a_target_in_cover(ground: str) -> None:
    rows = f"""
    . . {ground} . .
    . . . . .
    . . . . .
    """
    events = fire([4], rows, ["r1 infantry c1 n"], ["b1 infantry c3 s"], "c3")
    assert brief(rolls(events, "fire")[0]) == ([4], {**STILL, "classic.fire.mod-cover": -1}, [4], 5, ["nothing"])


@pytest.mark.clause("classic.fire.mod-cover")
def test_the_firer_own_cover_does_not_matter() -> None:
    rows = """
    . . . . .
    . . . . .
    . . w . .
    """
    events = fire([4, 1], rows, ["r1 infantry c1 n"], ["b1 infantry c3 s"], "c3")
    assert brief(rolls(events, "fire")[0]) == ([4], STILL, [5], 5, ["hit"])
