"""The learned judge: no side is favoured, what is lost tells against its loser, and he has passed his gate."""

import pytest

from portable_wargame.ai.foresight.evidence import NAMES, SAME, evidence, mirrored
from portable_wargame.ai.foresight.learned import chance, doubts
from portable_wargame.ai.foresight.weights import FIGURES, NETS
from portable_wargame.ai.judgement.likely import Likely
from portable_wargame.game.dice import Dice
from portable_wargame.scenario import library
from portable_wargame.scenario.setup import new_game
from tests.playing import game_after
from tests.table import RED_FIRST, draw


@pytest.mark.parametrize("scenario", ("harrow-ridge", "port-sabine", "spitzberg", "sallow-wood", "last-wagon"))
def test_every_book_has_the_same_evidence_and_no_side_is_favoured(scenario: str) -> None:
    game = game_after(scenario, 4, 40)
    found = evidence(Likely(game), 0)
    assert len(found) == len(NAMES) + len(SAME) == len(NETS[0].past)
    assert chance(mirrored(found)) == pytest.approx(1 - chance(found))
    assert all(0 < one < 1 for one in (chance(found), *doubts(found)))


def test_a_side_that_has_lost_more_is_less_likely_to_win() -> None:
    red, blue = ["r1 infantry c2 n", "r2 infantry d2 n"], ["b1 infantry c5 s", "b2 infantry d5 s"]
    likely = Likely(draw("classic", red=red, blue=blue, dice=RED_FIRST, turns=9).session.game)
    before = chance(evidence(likely, 0))
    likely.strike(2, 2.0)
    assert chance(evidence(likely, 0)) > before + 0.05


def test_time_tells_for_whom_it_runs() -> None:
    """The garrison of Thorn Drift need only be there at nightfall."""
    game = new_game(library.load("thorn-drift"), Dice(1))
    early = chance(evidence(Likely(game), 0))
    game.battle.turn = game.battle.objectives.turns
    assert chance(evidence(Likely(game), 0)) > early


def test_he_foresees_more_than_the_base_rate_does() -> None:
    """The figures are those of battles that were held back, and of the gate (`benchmarks/judge.py`)."""
    assert FIGURES["brier"] < 0.8 * FIGURES["brier of the base rate"]
    assert FIGURES["gate, brier"] < 0.8 * FIGURES["gate, brier of the base rate"]
    assert 0 < FIGURES["share of luck"] <= 1 and FIGURES["variance taken out"] > 1.5
