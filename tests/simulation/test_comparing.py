"""Two settings, the same dice."""

from portable_wargame.simulation.comparing import Comparison, Variant, compare
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
    assert comparison.tallies[0].wins == comparison.tallies[1].wins


def test_a_better_player_makes_a_difference() -> None:
    comparison = Comparison(variants(("sergeant", "recruit")), until_width=0.5)
    compare(comparison, 400, InThisProcess(), 1, lambda _: None)
    assert comparison.is_sharp() and comparison.games() < 400
    assert comparison.difference().low > 0
