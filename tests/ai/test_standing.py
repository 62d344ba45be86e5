"""How likely a side is to win: by what is lost, by what is likely to be lost, and by what the scenario asks for."""

import pytest

from portable_wargame.ai.judgement.likely import Likely
from portable_wargame.ai.judgement.standing import WEIGHTS, features, outcome, standing
from tests.playing import game_after
from tests.table import RED_FIRST, draw


def table(**more: object) -> Likely:
    red, blue = ["r1 infantry c3 n", "r2 infantry d3 n"], ["b1 infantry c5 s", "b2 infantry d5 s sp=1"]
    return Likely(draw("classic", red=red, blue=blue, dice=RED_FIRST, **more).session.game)  # type: ignore[arg-type]


def test_a_unit_keeps_the_odds_of_its_strength() -> None:
    likely = table()
    likely.strike(0, 0.5)
    likely.strike(0, 0.5)
    assert likely.odds[0] == [0.0, 0.0, 0.25, 0.5, 0.25]
    assert likely.alive[0] == 1.0
    assert likely.points[0] == 3.0
    likely.strike(3, 0.5)
    assert likely.alive[3] == 0.5
    assert likely.destroyed(1) == 0.5


def test_the_odds_of_a_tally_are_exact() -> None:
    likely = table()
    likely.strike(2, 0.5)
    likely.strike(3, 0.5)
    assert likely.how_likely_lost(1, 1, units=False) == 0.75
    assert likely.how_likely_lost(1, 2, units=False) == 0.25
    assert likely.how_likely_lost(1, 1, units=True) == 0.5
    assert likely.how_likely_lost(1, 0, units=True) == 1.0


def test_what_one_side_stands_to_lose_the_other_stands_to_win() -> None:
    likely = table()
    before = standing(likely, 0, 0)
    assert standing(likely, 1, 0) == pytest.approx(1 - before)
    likely.strike(2, 1.0)
    assert standing(likely, 0, 0) > before


def test_what_is_likely_to_be_destroyed_is_as_likely_to_win() -> None:
    likely = table(victory=[{"side": "red", "destroy": {"units": 1}}])
    open_yet = standing(likely, 0, 0)
    likely.strike(3, 0.5)
    assert 0.5 + 0.5 * open_yet < standing(likely, 0, 0) < 1.0


def test_whoever_is_likely_destroyed_on_the_way_off_the_board_is_not_off_it() -> None:
    likely = table(victory=[{"side": "red", "exit": {"edge": "north", "units": 1}}])
    before = features(likely, 0)["exit"]
    likely.alive[0] = 0.5
    assert features(likely, 0)["exit"] == pytest.approx(0.75 * before)


def test_every_weight_is_of_something_that_a_battle_has_about_it() -> None:
    found: set[str] = set()
    for scenario in ("market-day", "last-wagon", "mbara-ford", "sallow-wood"):
        found |= features(Likely(game_after(scenario, 4, 30)), 0).keys()
    assert found == WEIGHTS.keys()


def test_a_battle_that_is_over_goes_to_who_has_lost_less() -> None:
    likely = table()
    assert outcome(likely, 0) == pytest.approx(0.5)
    likely.strike(2, 1.0)
    assert outcome(likely, 0) > 0.5 > outcome(likely, 1)
