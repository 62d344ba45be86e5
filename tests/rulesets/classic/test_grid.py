"""Classic: squares and what covers them."""

import pytest

from tests.table import RED_FIRST, brief, draw, rolls, told


@pytest.mark.clause("classic.grid.edges")
def test_movement_goes_through_edges() -> None:
    table = draw("classic", red=["r1 infantry c3 n"], blue=["b1 infantry f6 s"], dice=RED_FIRST)
    assert table.why("move", "r1", path=["d4"], facing="n") == {"classic.grid.edges"}
    assert table.reach("r1") == {"c4", "c5", "b3", "a3", "c2", "c1", "d3", "e3", "b4", "d4", "b2", "d2"}
    events = table.play("move", "r1", path=["c4", "d4"], facing="n")
    assert told(events) == [("moved", "r1", "classic.grid.edges")]


@pytest.mark.clause("classic.grid.edges")
@pytest.mark.parametrize(("target", "in_range"), [("d4", True), ("c5", True), ("d5", False), ("c6", False)])
def test_ranges_are_counted_through_edges(target: str, in_range: bool) -> None:
    # Infantry fires two squares: one ahead and one aside is two, two ahead and one aside is three.
    table = draw("classic", red=["r1 infantry c3 n"], blue=[f"b1 infantry {target} s"], dice=RED_FIRST)
    assert table.targets("fire", "r1") == ({target} if in_range else set())


@pytest.mark.clause("classic.grid.terrain")
@pytest.mark.parametrize(("start", "facing"), [("c1", "n"), ("a3", "e"), ("c5", "s"), ("e3", "w"), ("b2", "n")])
def test_terrain_covers_its_square_on_every_side(start: str, facing: str) -> None:
    rows = """
    . . . . .
    . . . . .
    . . w . .
    . . . . .
    . . . . .
    """
    table = draw(
        "classic", rows, red=[f"r1 infantry {start} {facing}"], blue=["b1 infantry c3 n"], dice=[*RED_FIRST, 1]
    )
    shot = rolls(table.play("fire", "r1", target="c3"), "fire")[0]
    assert brief(shot)[1] == {"classic.fire.mod-still": 1, "classic.fire.mod-cover": -1}


@pytest.mark.clause("classic.grid.terrain")
@pytest.mark.parametrize(
    ("wood", "seen"), [("b2", False), ("c2", False), ("a2", True), ("d2", True), ("b3", True), ("c1", True)]
)
def test_terrain_fills_its_square_to_the_rim(wood: str, seen: bool) -> None:
    # The line from b1 to c3 runs through one half of b2 and one half of c2, far from the middle of either.
    rows = "\n".join(" ".join("w" if f"{column}{row}" == wood else "." for column in "abcd") for row in (3, 2, 1))
    table = draw("classic", rows, red=["r1 artillery b1 n"], blue=["b1 infantry c3 s"], dice=[1, *RED_FIRST])
    shot = rolls(table.play("bombard", "r1", target="c3"), "artillery")[0]
    assert brief(shot)[1] == ({"classic.artillery.mod-seen": 2} if seen else {})


@pytest.mark.clause("classic.terrain.types")
@pytest.mark.parametrize(
    ("ground", "covers", "hides"),
    [
        ("w", True, True),
        ("b", True, True),
        ("f", True, True),
        ("t", True, False),
        ("h", False, True),
        ("H", False, True),
        ("~", False, False),
        ("F", False, False),
        ("B", False, False),
        ("=", False, False),
        ("x", False, False),
    ],
)
def test_what_gives_cover_and_what_hides(ground: str, covers: bool, hides: bool) -> None:
    rows = """
    . . . . .
    . . . . .
    . . g . .
    . . . . .
    . . . . .
    """.replace("g", ground)
    fire = draw("classic", rows, red=["r1 infantry c2 n"], blue=["b1 infantry c3 s"], dice=[*RED_FIRST, 1])
    cover = {"classic.fire.mod-cover": -1} if covers else {}
    shot = rolls(fire.play("fire", "r1", target="c3"), "fire")[0]
    assert brief(shot)[1] == {"classic.fire.mod-still": 1, **cover}
    behind = draw("classic", rows, red=["r1 infantry c2 n"], blue=["b1 infantry c4 s"], dice=RED_FIRST)
    assert behind.targets("fire", "r1") == (set() if hides else {"c4"})
    assert behind.why("fire", "r1", target="c4") == ({"classic.fire.line-of-sight"} if hides else set())
