"""Hostile books are data: whatever a file holds, it gives a book or sentences, never a traceback."""

import random

import pytest

from tests.rulesets.variants.mutants import mutant_trees, try_out


@pytest.mark.parametrize("seed", range(2))
def test_damaged_books_give_sentences(seed: int) -> None:
    luck = random.Random(seed)
    sound = sum(try_out(tree) for tree in mutant_trees(luck, 250))
    assert 0 < sound < 250
