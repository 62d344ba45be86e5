"""Battles whose answer is known: symmetry, exact odds, and luck that is even in the long run."""

import math

import pytest

from portable_wargame.game.dice import Dice
from portable_wargame.scenario import library
from portable_wargame.scenario.setup import new_game
from portable_wargame.simulation.statistics import Tally
from portable_wargame.simulation.trials.battle_report import report
from portable_wargame.simulation.trials.trial import Trial, score
from tests.simulation.samples import mirror, one_shot


def test_a_battle_that_mirrors_itself_is_even() -> None:
    trial = Trial(mirror(), ("sergeant", "sergeant"), 3)
    tally = Tally()
    for number in range(150):
        tally.add(score(trial, number))
    assert tally.rate().holds(0.5)
    assert tally.wins and tally.losses


def test_one_attack_has_its_exact_odds() -> None:
    game = new_game(one_shot(), Dice(0))
    shot = game.options()[0]
    odds = {effects[0][1]: chance.probability for chance in game.chances(shot) if (effects := chance.effects)}
    assert odds == {"destroyed": pytest.approx(1 / 3), "retreats-or-loses-sp": pytest.approx(1 / 3)}
    trial = Trial(one_shot(), ("sergeant", "sergeant"), 5)
    tally = Tally()
    for number in range(900):
        tally.add(score(trial, number))
    # Won where a strength point is lost outright; the transport always retreats where it may, and that is a draw.
    deviations = (tally.wins - 300) / math.sqrt(900 * 1 / 3 * 2 / 3)
    assert abs(deviations) < 3
    assert tally.losses == 0
    assert report(trial, 0).expected == [0.0, 0.5]  # a third of a whole hit, and a third of a half


@pytest.mark.parametrize("name", ["millford-bridge", "fort-solace", "spitzberg", "vaylen-line"])
def test_luck_is_even_in_the_long_run(name: str) -> None:
    """Hits less expected hits: were some attack counted on one side only, the mean would run away."""
    trial = Trial(library.load(name), ("recruit", "recruit"), 9)
    strays: list[float] = []
    fallen = 0.0
    for number in range(12):
        found = report(trial, number)
        strays += [found.hits[side] - found.expected[side] for side in (0, 1)]
        fallen += sum(found.hits)
    mean = sum(strays) / len(strays)
    error = math.sqrt(sum((stray - mean) ** 2 for stray in strays)) / len(strays)
    assert fallen > 25
    assert abs(mean) < 3 * error
