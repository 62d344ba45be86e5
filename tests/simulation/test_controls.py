"""Luck as a control variate: exactly even on average, and an interval that is as honest as the plain one."""

import math
import random

import pytest

from portable_wargame.scenario import library
from portable_wargame.simulation.controls import Controls
from portable_wargame.simulation.report import findings
from portable_wargame.simulation.trials.battle_report import report
from portable_wargame.simulation.trials.summary import Summary
from portable_wargame.simulation.trials.trial import Trial
from tests.simulation.samples import mirror

GROUPS = 600


def battles(chance: random.Random, number: int, pull: float) -> Controls:
    """Battles that the dice decide by `pull` and chance by the rest; the sides are alike, so the answer is a half."""
    controls = Controls()
    for _ in range(number):
        lucks = [chance.choice((-2.5, -1.5, -0.5, 0.5, 1.5, 2.5)) for _ in range(3)]
        leaning = pull * (lucks[0] - lucks[1]) + chance.gauss(0.0, 1.0)
        controls.add(float(leaning > 0), {"fire": lucks[0], "hit": lucks[1], "drift": lucks[2]})
    return controls


@pytest.mark.parametrize("number", [70, 300])
def test_the_interval_holds_the_known_answer_as_often_as_it_says(number: int) -> None:
    chance = random.Random(number)
    held, wide = 0, 0.0
    for _ in range(GROUPS):
        found = battles(chance, number, 0.6).sharpened()
        assert found is not None
        held += found.rate.holds(0.5)
        wide += found.rate.width()
    error = math.sqrt(0.05 * 0.95 / GROUPS)
    assert abs(held / GROUPS - 0.95) < 3 * error
    assert wide / GROUPS < 0.8 * 2 * 1.96 * math.sqrt(0.25 / number)


def test_luck_that_decides_nothing_sharpens_nothing() -> None:
    gains = []
    for seed in range(20):
        found = battles(random.Random(seed), 400, 0.0).sharpened()
        gains.append(found.worth / 400 if found is not None else 1.0)
    assert max(gains) < 1.05


def test_few_battles_are_left_as_they_are() -> None:
    assert battles(random.Random(1), 15, 0.6).sharpened() is None
    assert Controls().sharpened() is None


def test_a_control_that_says_the_same_twice_does_no_harm() -> None:
    once, twice = Controls(), Controls()
    chance = random.Random(3)
    for _ in range(200):
        luck = chance.gauss(0, 1)
        score = float(luck + chance.gauss(0, 1) > 0)
        once.add(score, {"fire": luck})
        twice.add(score, {"fire": luck, "again": 2 * luck})
    one, other = once.sharpened(), twice.sharpened()
    assert one is not None and other is not None
    assert other.rate.value == pytest.approx(one.rate.value, abs=1e-9)


@pytest.mark.parametrize("name", ["harrow-ridge", "fort-solace", "spitzberg", "vaylen-line"])
def test_fortune_is_even_for_every_kind_of_throw(name: str) -> None:
    trial = Trial(library.load(name), ("eager", "eager"), 4)
    found: dict[str, list[float]] = {}
    for number in range(60):
        for kind, luck in report(trial, number).controls().items():
            found.setdefault(kind, [0.0] * 60)[number] = luck
    assert len(found) >= 4
    for kind, lucks in found.items():
        error = math.sqrt(sum(luck * luck for luck in lucks)) / len(lucks)
        assert abs(sum(lucks) / len(lucks)) <= 3.5 * error, kind


def test_a_mirror_battle_is_even_in_group_after_group() -> None:
    trial = Trial(mirror(), ("eager", "eager"), 8)
    held = groups = sharper = 0
    for group in range(16):
        summary = Summary(trial.scenario)
        for number in range(80 * group, 80 * (group + 1)):
            summary.add(report(trial, number))
        found = summary.controls.sharpened()
        if found is not None:
            groups += 1
            held += found.rate.holds(0.5)
            sharper += found.rate.width() < summary.rate(0).width()
    assert groups >= 14 and sharper == groups
    assert held >= groups - 2


def test_the_finding_says_what_it_was_worth() -> None:
    summary = Summary(mirror())
    assert findings.even_dice(summary) == []
    summary.controls = battles(random.Random(2), 500, 0.6)
    summary.tally.wins = 500
    words = findings.even_dice(summary)[0]
    assert words.startswith("With even dice, ") and "times as many" in words
