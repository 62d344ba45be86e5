"""Two settings, the same dice."""

from pathlib import Path

import pytest

from portable_wargame.simulation.comparing import MEASURES, Comparison, Variant, compare
from portable_wargame.simulation.report.compared import verdict
from portable_wargame.simulation.report.page import compared_page
from portable_wargame.simulation.trials.executors import InThisProcess
from portable_wargame.simulation.trials.trial import Trial
from tests.simulation.samples import mirror


def variants(second: tuple[str, str]) -> list[Variant]:
    return [
        Variant("recruits", Trial(mirror(), ("recruit", "recruit"), 2)),
        Variant("other", Trial(mirror(), second, 2)),
    ]


def test_a_setting_compared_with_itself_differs_in_nothing() -> None:
    comparison = Comparison(variants(("recruit", "recruit")))
    compare(comparison, 30, InThisProcess(), 1, lambda _: None)
    difference = comparison.difference()
    assert comparison.games() == 30
    assert difference.value == 0 and difference.width() < 0.25
    assert comparison.tally(0).wins == comparison.tally(1).wins


def test_a_better_player_makes_a_difference() -> None:
    comparison = Comparison(variants(("sergeant", "recruit")), until_width=0.5)
    compare(comparison, 400, InThisProcess(), 1, lambda _: None)
    assert comparison.is_sharp() and comparison.games() < 400
    assert comparison.difference().low > 0


def shorter(turns: int) -> list[Variant]:
    scenario = mirror()
    scenario.turns = turns
    return [
        Variant("as it is", Trial(mirror(), ("recruit", "recruit"), 2)),
        Variant("short", Trial(scenario, ("recruit", "recruit"), 2), ("a hedge for a wall",)),
    ]


def test_length_losses_draws_and_decisiveness_are_compared_too() -> None:
    comparison = Comparison(shorter(1))
    compare(comparison, 40, InThisProcess(), 1, lambda _: None)
    found = {measure.name: (means.means(), interval) for measure, means, interval in comparison.differences(1)}
    assert list(found) == [one.name for one in MEASURES]
    (before, after), interval = found["length"]
    assert after == 1 < before and interval.high < 0
    assert interval.value == pytest.approx(after - before)
    assert found["losses"][1].value < 0  # fewer shots, fewer losses
    sentences = verdict(comparison)
    assert any(one.startswith("Length: ") and "turns less" in one for one in sentences)
    assert "a hedge for a wall" in compared_page(comparison, "")


def test_the_verdict_claims_nothing_where_nothing_differs() -> None:
    comparison = Comparison(variants(("recruit", "recruit")))
    compare(comparison, 30, InThisProcess(), 1, lambda _: None)
    (sentence,) = verdict(comparison)
    assert sentence.startswith("No difference in who wins has been shown; if there is one, it is at most")


def test_a_comparison_goes_on_where_it_stopped(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.jsonl", tmp_path / "parts.jsonl"
    compare(Comparison(shorter(2)), 6, InThisProcess(), 1, lambda _: None, path=whole)
    compare(Comparison(shorter(2)), 2, InThisProcess(), 1, lambda _: None, path=parts)
    ahead = tmp_path / "parts-1.jsonl"
    ahead.write_bytes(b"".join((tmp_path / "whole-1.jsonl").read_bytes().splitlines(keepends=True)[:4]))
    again = Comparison(shorter(2))
    compare(again, 6, InThisProcess(), 1, lambda _: None, path=parts)
    assert again.games() == 6
    for number in (1, 2):
        assert (tmp_path / f"parts-{number}.jsonl").read_bytes() == (tmp_path / f"whole-{number}.jsonl").read_bytes()
