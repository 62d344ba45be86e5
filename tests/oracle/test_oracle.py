"""The engine beside a slow, plain oracle that shares no code with it: moves, sight, odds and reasons.

`python3 run.py oracle` goes on for as long as it is let.
"""

from collections import Counter

import pytest

from portable_wargame.rulesets import RULESETS
from tests.oracle.comparing import compare

PAIRINGS = [(book.name, grid) for book in RULESETS.values() for grid in book.grids]
# Of modern's battles only those are taken that have no tank riders: one in two.
BATTLES = {"modern": 32}


@pytest.mark.parametrize(("book", "grid"), PAIRINGS)
def test_the_oracle_agrees(book: str, grid: str) -> None:
    tally: Counter[str] = Counter()
    compare(book, grid, range(BATTLES.get(book, 16)), 45, tally, pairs=4)
    assert tally["positions"] > 60 and tally["moves"] > 100 and tally["lines"] > 200
    assert tally["shots"] + tally["fights"] > 5 and tally["reasons"] > 200
    if book != "classic":
        assert tally["shells"] > 20
    if book in ("colonial", "late-19th-century"):
        assert tally["double moves"] > 10
