"""Roads: one cell more for a move that keeps to them."""

import pytest

from tests.rulesets.modern.ground import board, red_to_act
from tests.table import told

FAR = ["b1 infantry f9 n"]


@pytest.mark.clause("modern.roads.bonus")
@pytest.mark.parametrize(
    ("letters", "cells"),
    [
        ("====.", 3),
        ("=====", 3),
        ("====~", 3),
        ("=B==.", 3),
        ("B===.", 3),
        (".====", 2),
        ("=.===", 2),
        ("===..", 2),
        (".....", 2),
    ],
    ids=[
        "road",
        "longer",
        "to the river",
        "over a bridge",
        "from a bridge",
        "no start",
        "a gap",
        "off its end",
        "none",
    ],
)
def test_infantry_goes_3_cells_if_start_and_way_are_road(grid: str, letters: str, cells: int) -> None:
    rows = board(6, 9, **{f"c{row}": letter for row, letter in enumerate(letters, 1)})
    table = red_to_act(grid, rows, red=["r1 infantry c1 n"], blue=FAR)
    assert ("c3" in table.reach("r1"), "c4" in table.reach("r1")) == (True, cells == 3)
    path = ["c2", "c3", "c4"]
    assert table.why("move", "r1", path=path) == (set() if cells == 3 else {"modern.movement.rates"})
    assert "modern.roads.bonus" not in {clause for *_, clause in told(table.play("move", "r1", path=path[:2]))}


@pytest.mark.clause("modern.roads.bonus")
@pytest.mark.parametrize(("kind", "rate"), [("infantry", 2), ("tank", 3), ("truck", 4), ("commander", 3)])
def test_the_bonus_is_one_cell_for_every_type(grid: str, kind: str, rate: int) -> None:
    rows = board(6, 9, **{f"c{row}": "=" for row in range(1, 9)})
    table = red_to_act(grid, rows, red=[f"r1 {kind} c1 n"], blue=FAR)
    path = [f"c{row}" for row in range(2, 3 + rate)]
    assert table.why("move", "r1", path=[*path, f"c{3 + rate}"]) == {"modern.movement.rates"}
    assert told(table.play("move", "r1", path=path))[0] == ("moved", "r1", "modern.roads.bonus")
