"""A state that is written with the help of the one before it says the same as one that is written from nothing."""

import random

import pytest

from portable_wargame.game.dice import Dice, LaidOut
from portable_wargame.record.session import Session
from portable_wargame.rulesets import RULESETS
from portable_wargame.scenario.reading import read_tree
from portable_wargame.speech.state import state_tree
from tests.random_battles import random_scenario


@pytest.mark.parametrize(("book", "grid"), [(book.name, grid) for book in RULESETS.values() for grid in book.grids])
def test_nothing_is_left_over_from_the_state_before(book: str, grid: str) -> None:
    for seed in range(4):
        session = Session(read_tree(random_scenario(book, grid, seed)), Dice(LaidOut([], seed).die))
        luck = random.Random(seed)
        for _ in range(120):
            assert session.state() == state_tree(session.game)
            if session.game.question() is None:
                break
            session.carry_out(luck.choice(session.game.options()))
