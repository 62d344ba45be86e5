"""Odds are exact: held against every fall of the dice, in random positions of every book and grid.

`python3 run.py oracle` does the same for as long as it is let.
"""

from collections import Counter

import pytest

from portable_wargame.rulesets import RULESETS
from tests.odds.enumeration import hunt
from tests.random_battles import RARE
from tests.table import draw, outcome

PAIRINGS = [(book.name, grid) for book in RULESETS.values() for grid in book.grids]
BATTLES = 12  # a third of them at arm's length, the rest in the thick of it
ACTIONS = 50
MOST_FALLS = 400  # of the dice of one action; longer ones are left to the longer run


@pytest.mark.parity
@pytest.mark.parametrize(("book", "grid"), PAIRINGS)
def test_odds_are_those_of_every_fall_of_the_dice(book: str, grid: str) -> None:
    tally: Counter[str] = Counter()
    hunt(book, grid, range(BATTLES), ACTIONS, MOST_FALLS, 1, tally)
    assert tally["positions"] > 300
    assert tally["bombard"] + tally["fire"] + tally["fight"] > 80
    assert tally["choices"] > (5 if RULESETS[book].strength is None else 100)


# What must have been seen of what is rare.
WANTED = {
    "air": {"bomb": 1, "strafe": 2, "at aircraft": 15},
    "gas": {"gas": 3, "bombard": 25},
    "tank riders": {"fire": 40, "retreat": 40},
    "Commanders": {"test-commander": 3, "fight": 5},
}


@pytest.mark.parametrize(
    ("rare", "grid"), [(rare, grid) for rare, row in RARE.items() for grid in RULESETS[row[0]].grids]
)
def test_odds_of_what_is_rare(rare: str, grid: str) -> None:
    book, about = RARE[rare]
    tally: Counter[str] = Counter()
    hunt(book, grid, range(8), 45, MOST_FALLS, 2, tally, about)
    assert all(tally[what] >= number for what, number in WANTED[rare].items()), tally


def test_a_choice_before_the_last_die_shows_both_ways() -> None:
    """Three dice at infantry with its back to the river: only one cell to go to, and none from there."""
    rows = """
        ~ ~ . ~ ~
        ~ ~ . ~ ~
        . . . . .
        . . . . .
    """
    table = draw(
        "modern", rows, red=["r1 machine-gun c1 n"], blue=["b1 infantry c3 s", "b2 infantry a2 n"], dice=[6, 1, 6]
    )
    odds = {outcome(one): one for one in table.session.odds({"do": "fire", "unit": "r1", "target": "c3"})}
    twice = odds["b1 retreats or loses sp, b1 hit to come"]
    assert twice["question"]["asks"] == "retreat or lose 1 SP"
    follows = {row["actions"][0]["do"]: {outcome(one) for one in row["odds"]} for row in twice["question"]["then"]}
    assert follows == {
        "retreat": {"b1 loses sp"},
        "lose-sp": {"b1 loses sp, b1 loses sp", "b1 loses sp, b1 retreats or loses sp"},
    }


def test_a_gun_that_hits_beside_a_commander_ends_at_the_attackers_choice() -> None:
    red = ["r1 infantry c2 n"]
    blue = ["b1 infantry c4 s", "b2 commander c4 s", "b3 infantry e5 s"]
    table = draw("classic", red=red, blue=blue, dice=[6, 1])
    odds = table.session.odds({"do": "fire", "unit": "r1", "target": "c4"})
    chosen = next(one for one in odds if "question" in one and one["question"]["asks"] == "test the Commander")
    assert outcome(chosen) == "b1 loses sp or commander tested"
    assert chosen["question"]["side"] == "red"
    then = {
        row["actions"][0]["do"]: [(outcome(one), one["exact"]) for one in row["odds"]]
        for row in chosen["question"]["then"]
    }
    assert then == {
        "stand": [("b1 loses sp", "1/1")],
        "test-commander": [("b2 unharmed, b1 unharmed", "5/6"), ("b2 killed, b1 loses sp", "1/6")],
    }
