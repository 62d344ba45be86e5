"""The book's words: adjacent, cover, fortifications, line of sight."""

import pytest

from tests.rulesets.modern.ground import board, red_to_act, throws


@pytest.mark.clause("modern.definitions.adjacent")
@pytest.mark.parametrize(
    ("on", "near", "apart"),
    [
        ("square", {"c4", "d3", "c2", "b3"}, {"b4", "d4", "d2", "b2"}),
        ("hex", {"c4", "d3", "d2", "c2", "b2", "b3"}, {"b4", "d4", "b1", "e3"}),
    ],
)
def test_adjacent_is_sharing_an_edge(on: str, near: set[str], apart: set[str]) -> None:
    """A Commander in such a cell is beside the unit in c3, and an enemy in it is in contact."""
    for cell in near | apart:
        red, blue = ["r1 infantry c3 n", f"r2 commander {cell} n"], ["b1 infantry c6 s"]
        table = red_to_act(on, red=red, blue=blue, dice=[1])
        (throw,) = throws(table.play("fire", "r1", target="c6"), "fire") if cell != "c4" else ["mod-commander"]
        assert ("mod-commander" in throw) == (cell in near)
        table = red_to_act(on, red=["r1 infantry c3 n"], blue=[f"b1 infantry {cell} n"])
        assert (len(table.facings("r1")) < {"square": 3, "hex": 5}[on]) == (cell in near)


@pytest.mark.clause("modern.definitions.cover", "modern.definitions.fortifications")
def test_cover_is_woods_built_up_areas_and_fortifications_with_trenches(grid: str) -> None:
    covered = set()
    for letter in ".whHbft=FBxm":
        table = red_to_act(
            grid,
            board(c4=letter),
            dice=[1],
            red=["r1 infantry c2 n"],
            blue=["b1 infantry c4 s", "b9 infantry f6 n"],
        )
        (throw,) = throws(table.play("fire", "r1", target="c4"), "fire")
        if "-1 modern.fire.mod-cover" in throw:
            covered.add(letter)
    assert covered == {"w", "b", "f", "t"}


@pytest.mark.clause("modern.definitions.line-of-sight", "shared.line-of-sight")
@pytest.mark.parametrize(("blocked", "seen"), [({"c4"}, True), ({"d3"}, True), ({"c4", "d3"}, False)])
@pytest.mark.parametrize("letter", ["w", "b", "f"])
def test_a_line_between_two_cells_is_blocked_only_if_both_block(
    grid: str, letter: str, blocked: set[str], seen: bool
) -> None:
    """From centre to centre, c3 to d4, the line runs between c4 and d3."""
    rows = board(**dict.fromkeys(blocked, letter))
    table = red_to_act(grid, rows, red=["r1 infantry c3 n"], blue=["b1 infantry d4 s", "b9 infantry f6 n"])
    assert table.why("fire", "r1", target="d4") == (set() if seen else {"modern.fire.line-of-sight"})


@pytest.mark.clause("modern.definitions.line-of-sight", "shared.hills")
@pytest.mark.parametrize(
    ("ends", "between", "seen"),
    [("h", "h", True), ("H", "h", True), ("h", "H", False), (".", "h", False), ("h", ".", True), ("h", "w", False)],
)
def test_hills_on_the_way(grid: str, ends: str, between: str, seen: bool) -> None:
    rows = board(c2=ends, c3=between, c4=ends)
    table = red_to_act(grid, rows, red=["r1 infantry c2 n"], blue=["b1 infantry c4 s", "b9 infantry f6 n"])
    assert table.why("fire", "r1", target="c4") == (set() if seen else {"modern.fire.line-of-sight"})
