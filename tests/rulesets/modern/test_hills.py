"""Hills: uphill work, and what they hide."""

import pytest

from tests.rulesets.modern.ground import board, red_to_act, throws
from tests.table import Table


def duel(grid: str, own: str, other: str) -> Table:
    """r1 in c3 on one kind of ground, b1 in c4 on another."""
    red, blue = ["r1 infantry c3 n"], ["b1 infantry c4 s", "b9 infantry f6 n"]
    return red_to_act(grid, board(c3=own, c4=other), dice=[3, 3], red=red, blue=blue)


@pytest.mark.clause("modern.hills.uphill")
@pytest.mark.parametrize(
    ("own", "other", "uphill"),
    [
        (".", "h", True),
        (".", "H", True),
        ("h", "H", True),
        ("h", ".", False),
        ("h", "h", False),
        ("H", "h", False),
        (".", ".", False),
    ],
)
def test_a_unit_that_attacks_uphill_takes_1_away(grid: str, own: str, other: str, uphill: bool) -> None:
    first, second = throws(duel(grid, own, other).play("fight", "r1", target="c4"), "close-combat")
    assert first == ("r1: 3 -1 modern.hills.uphill = 2, needs 3: is-hit" if uphill else "r1: 3 = 3, needs 3: survives")
    assert second == "b1: 3 = 3, needs 3: survives"  # one that fights back uphill does not attack
