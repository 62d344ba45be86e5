"""One standard of what is fair, and it goes by the interval."""

from pathlib import Path

import pytest

from portable_wargame.scenario.figures import figures
from portable_wargame.scenario.library import names
from portable_wargame.simulation.fairness import Standing, standing, verdict
from portable_wargame.simulation.measuring import table
from portable_wargame.simulation.statistics import Interval, Tally


@pytest.mark.parametrize(
    ("low", "high", "found"),
    [
        (0.45, 0.55, Standing.FAIR),
        (0.51, 0.54, Standing.FAIR),  # not even, but near enough
        (0.366, 0.557, Standing.OPEN),
        (0.49, 0.56, Standing.OPEN),
        (0.51, 0.56, Standing.FAVOURED),
        (0.42, 0.49, Standing.FAVOURED),
        (0.56, 0.7, Standing.UNFAIR),
        (0.1, 0.44, Standing.UNFAIR),
    ],
)
def test_the_verdict_goes_by_the_whole_interval(low: float, high: float, found: Standing) -> None:
    assert standing(Interval((low + high) / 2, low, high)) == found


def test_the_words_name_the_side_that_is_favoured_and_own_up_to_what_is_not_known() -> None:
    sides = ("Reds", "Blues")
    assert verdict(Interval(0.6, 0.56, 0.7), sides, 50).sentence == "Not fair: it favours Reds."
    assert verdict(Interval(0.3, 0.2, 0.4), sides, 50).sentence == "Not fair: it favours Blues."
    assert "Blues, but 1,200 battles are too few" in verdict(Interval(0.46, 0.43, 0.49), sides, 1200).sentence
    assert "1 battle is too few" in verdict(Interval(0.5, 0.0, 1.0), sides, 1).sentence
    assert verdict(Interval(0.46, 0.43, 0.49), sides, 1200).brief == "favours Blues"


@pytest.mark.parametrize(("games", "found"), [(380, Standing.OPEN), (382, Standing.FAIR)])
def test_fewer_than_400_battles_prove_nothing_fair(games: int, found: Standing) -> None:
    tally = Tally()
    for number in range(games):
        tally.add(float(number % 2))
    assert standing(tally.rate()) == found


def test_the_table_in_the_arena_is_what_the_lobby_shows() -> None:
    arena = (Path(__file__).resolve().parents[2] / "benchmarks" / "ARENA.md").read_text("utf-8")
    assert table(figures()) in arena
    assert set(figures()) == set(names())
