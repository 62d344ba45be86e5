"""Intervals hold the truth as often as they say, also when one stops as soon as they are sharp."""

import random
from collections import Counter

import pytest

from portable_wargame.simulation.statistics import Sharpening, Tally, mean_interval
from portable_wargame.simulation.trials.summary import Luck, quantile, turning_point

RUNS = 600


@pytest.mark.parametrize("truth", [0.5, 0.2, 0.9])
def test_wilsons_interval_holds_the_truth(truth: float) -> None:
    luck = random.Random(f"wilson {truth}")
    held = 0
    for _ in range(RUNS):
        tally = Tally()
        for _ in range(100):
            tally.add(float(luck.random() < truth))
        held += tally.rate().holds(truth)
    assert 0.92 <= held / RUNS <= 0.98


def test_draws_count_half_and_never_make_the_interval_too_narrow() -> None:
    luck = random.Random("draws")
    held = 0
    for _ in range(RUNS):
        tally = Tally()
        for _ in range(80):
            tally.add(luck.choice((0.0, 0.5, 0.5, 1.0)))
        held += tally.rate().holds(0.5)
    assert held / RUNS >= 0.95


def pair(luck: random.Random, together: float, shift: float) -> float:
    """The difference of two scores that have their luck in common so often."""
    common = luck.random()
    other = common if luck.random() < together else luck.random()
    return float(other < 0.5 + shift) - float(common < 0.5)


@pytest.mark.parametrize("together", [0.0, 0.6, 0.95])
def test_the_interval_of_paired_differences_holds_the_truth(together: float) -> None:
    luck = random.Random(f"pairs {together}")
    held = 0
    for _ in range(RUNS):
        values = [pair(luck, together, 0.1) for _ in range(150)]
        held += mean_interval(sum(values), sum(value * value for value in values), len(values)).holds(0.1)
    assert 0.92 <= held / RUNS <= 0.99


def test_pairing_makes_the_interval_narrower() -> None:
    luck = random.Random("narrower")
    widths = []
    for together in (0.0, 0.9):
        values = [pair(luck, together, 0.1) for _ in range(400)]
        widths.append(mean_interval(sum(values), sum(value * value for value in values), len(values)).width())
    assert widths[1] < 0.6 * widths[0]


def test_pairs_that_are_all_alike_still_leave_some_doubt() -> None:
    assert mean_interval(0.0, 0.0, 50).width() > 0.02
    assert mean_interval(0.0, 0.0, 1).width() == 2


@pytest.mark.parametrize("truth", [0.5, 0.15])
def test_a_sequence_of_intervals_holds_the_truth_at_every_look(truth: float) -> None:
    """Looked at after every one of a thousand values; a fixed interval so looked at fails far more often."""
    luck = random.Random(f"sequence {truth}")
    failed = naive = 0
    for _ in range(200):
        sequence, tally = Sharpening(0.1), Tally()
        strayed = False
        for number in range(1000):
            value = float(luck.random() < truth)
            sequence.add(value)
            tally.add(value)
            if number >= 20 and number % 10 == 0:
                strayed = strayed or not tally.rate().holds(truth)
        failed += not sequence.interval().holds(truth)  # what it gives is what all intervals so far have in common
        naive += strayed
    assert failed / 200 <= 0.05
    assert naive / 200 > 0.1


def test_stopping_when_sharp_holds_the_truth_and_is_not_wasteful() -> None:
    luck = random.Random("stopping")
    held, needed = 0, []
    for _ in range(100):
        sequence = Sharpening(0.1)
        while not sequence.is_sharp():
            sequence.add(float(luck.random() < 0.4))
        held += sequence.interval().holds(0.4)
        needed.append(sequence.number)
    assert held / 100 >= 0.95
    fixed = 4 * 1.96**2 * 0.24 / 0.1**2
    assert sum(needed) / 100 < 2.4 * fixed


def test_a_sequence_serves_differences_too() -> None:
    luck = random.Random("differences")
    sequence = Sharpening(0.1, -1, 1)
    while not sequence.is_sharp():
        sequence.add(pair(luck, 0.9, 0.1))
    interval = sequence.interval()
    assert interval.holds(0.1) and interval.width() <= 0.1 + 1e-9
    assert interval.low <= interval.value <= interval.high


def test_a_turning_point_is_the_turn_from_which_the_winner_leads_for_good() -> None:
    strength = [[10, 20], [10, 18], [7, 18], [7, 10], [6, 8]]
    assert turning_point(strength, 0) == 3
    assert turning_point(strength, 1) is None
    assert turning_point([[10, 10], [10, 9]], 0) == 1
    assert turning_point([[10, 10], [10, 10]], 0) is None


def test_quantiles() -> None:
    counts = Counter({1: 1, 2: 2, 9: 1})
    assert [quantile(counts, share) for share in (0.1, 0.5, 0.75, 0.9)] == [1, 2, 2, 9]
    assert quantile(Counter(), 0.5) == 0


@pytest.mark.parametrize(("pull", "truth"), [(0.0, 0.0), (0.5, 0.123), (1.0, 0.313)])
def test_the_interval_of_what_luck_explains_holds_the_truth(pull: float, truth: float) -> None:
    chance = random.Random(f"explained {pull}")
    held = 0
    for _ in range(300):
        luck = Luck()
        for _ in range(80):
            one = chance.gauss(0, 1)
            luck.add(one, float(pull * one + chance.gauss(0, 1) > 0.3))
        held += luck.explained().holds(truth)
    assert held / 300 >= 0.92
    assert Luck().explained().width() == 1
