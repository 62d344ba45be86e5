"""Random battles of every book and grid, with everything checked after every action: the fuzzer's trials, seeded.

A battle that fails leaves its record, which `pw replay` opens; the message says where.
"""

from pathlib import Path

import pytest

from benchmarks.fuzz import Tally, Trial
from portable_wargame.rulesets import RULESETS

PAIRINGS = [(book.name, grid) for book in RULESETS.values() for grid in book.grids]
PARTS = 4  # of each pairing, so that two cores share the work
REFUSALS = 4_500  # wanted of each part: more than 100,000 in all


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize(("book", "grid"), PAIRINGS)
def test_random_battles(book: str, grid: str, part: int, tmp_path: Path) -> None:
    tally = Tally()
    seed = 1000 * (part + 1)
    while tally.counts["refused"] < REFUSALS:
        record = tmp_path / f"{book}-{grid}-{seed}.pwg"
        trial = Trial(book, grid, seed, tally, options=6, mutations=25)
        with record.open("w", encoding="utf-8") as sink:
            failed = trial.run(sink)
        failed = failed or trial.check_record(record)
        assert not failed, f"{failed}\nrecord: {record}"
        seed += 1
    assert tally.counts["battles"] > 0
