"""What is said of the battles: it adds up, and nothing is claimed that they do not show."""

import random
import re
from collections import Counter

import pytest

from portable_wargame.scenario import library
from portable_wargame.simulation.report.findings import (
    MOST_ENDINGS,
    decided,
    drama,
    endings,
    length,
    luck,
    shares,
    telling_cells,
    telling_units,
    turning,
)
from portable_wargame.simulation.statistics import Tally, apart, z_for_the_best_of
from portable_wargame.simulation.trials.battle_report import report
from portable_wargame.simulation.trials.summary import Summary, middle
from portable_wargame.simulation.trials.trial import Trial
from tests.simulation.samples import mirror


def per_cents(sentences: list[str]) -> list[float]:
    return [float(found[1]) for one in sentences if (found := re.match(r"([\d.]+)%", one))]


@pytest.mark.parametrize("counts", [[1], [1, 1, 1], [2, 2, 2, 1], [3333, 3333, 3334], [999, 1], [7] * 13])
def test_shares_add_up(counts: list[int]) -> None:
    printed = [float(one.removesuffix("%")) for one in shares(counts)]
    assert sum(printed) == pytest.approx(100)
    assert all(abs(one - 100 * count / sum(counts)) < 0.1 for one, count in zip(printed, counts, strict=True))


@pytest.mark.parametrize("kinds", [1, 3, 20])
def test_endings_add_up_to_all_battles_however_many_there_are(kinds: int) -> None:
    summary = Summary(mirror())
    for winner, score in enumerate((1.0, 0.0, 0.5)):
        for kind in range(kinds):
            for _ in range(kind + winner + 1):
                summary.reasons[winner][f"way {kind}"] += 1
                summary.tally.add(score)
    found = endings(summary)
    assert len(found) == min(3 * kinds, MOST_ENDINGS)
    assert sum(per_cents(found)) == pytest.approx(100)
    assert ("other endings" in found[-1]) == (3 * kinds > MOST_ENDINGS)


def fates(luck: random.Random, battles: int, better: float) -> Summary:
    """Every unit falls in half of the battles; the side of the first does better by so much where it survives."""
    summary = Summary(library.load("harrow-ridge"))
    first = next(iter(summary.units))
    for _ in range(battles):
        for unit, story in summary.units.items():
            falls = luck.random() < 0.5
            chance = 0.5 + (better / 2 if not falls else -better / 2) * (unit == first)
            (story.fallen if falls else story.living).add(float(luck.random() < chance))
    return summary


def test_units_that_do_not_matter_are_not_said_to() -> None:
    luck = random.Random("no unit matters")
    named = sum(bool(telling_units(fates(luck, 60, 0.0))) for _ in range(100))
    assert named <= 8  # of 100; far more if the choice were not allowed for


def test_a_unit_that_matters_is_named_with_what_it_rests_on() -> None:
    summary = fates(random.Random("one does"), 400, 0.5)
    summary.tally.add(1.0)
    one, *others = telling_units(summary)
    assert not others and one.unit == next(iter(summary.units))
    assert one.weight.low < 0.5 < one.weight.high
    assert one.survived + one.fell == 400
    sentence = decided(summary)[-1]
    assert re.search(
        r"survives, the win rate of .* points higher \(\d+ to \d+; survived \d+, fell \d+ times\)", sentence
    )


def test_the_interval_of_a_difference_of_rates_holds_the_truth() -> None:
    luck = random.Random("newcombe")
    held = 0
    for _ in range(600):
        first, second = Tally(), Tally()
        for _ in range(40):
            first.add(float(luck.random() < 0.8))
        for _ in range(15):
            second.add(float(luck.random() < 0.3))
        held += apart(first.rate(), second.rate()).holds(0.5)
    assert 0.92 <= held / 600 <= 0.98
    assert z_for_the_best_of(1) == pytest.approx(1.96, abs=0.001)
    assert z_for_the_best_of(20) == pytest.approx(3.02, abs=0.01)


def test_endings_read_as_at_the_end_of_a_battle() -> None:
    summary = Summary(library.load("toll-house"))
    for winner, reason in (
        (0, "Coast Brigade has reached its objective: held b2 at the end of turn 9"),
        (1, "the battle's 9 turns are over"),
        (2, "both sides are exhausted"),
    ):
        summary.reasons[winner][reason] += 1
    assert sorted(one.partition(": ")[2] for one in endings(summary)) == [
        "A draw when both sides were exhausted.",
        "The Coast Brigade won by holding the Toll Bridge (b2) at the end of turn 9.",
        "The Hill Brigade won when the 9 turns were up.",
    ]


def test_a_cell_that_matters_is_named_and_none_that_does_not() -> None:
    dice = random.Random("cells")

    def fought(battles: int, better: float) -> Summary:
        summary = Summary(library.load("harrow-ridge"))
        for _ in range(battles):
            entered = {cell for cell in ("c5", "d6", "e4") if dice.random() < 0.5}
            score = float(dice.random() < 0.5 + (better / 2 if "d6" in entered else -better / 2))
            summary.tally.add(score)
            for cell in entered:
                summary.entered[0, cell].add(score)
        return summary

    assert sum(bool(telling_cells(fought(60, 0.0))) for _ in range(100)) <= 8
    (one,) = telling_cells(fought(400, 0.5))
    assert (one.side, one.cell, one.entered + one.kept_out) == (0, "d6", 400)
    assert one.weight.low < 0.5 < one.weight.high
    sentence = decided(fought(400, 0.5))[-1]
    assert re.fullmatch(
        r"If the Assault division gets into .*\(?d6\)?, its win rate is \d+ points higher"
        r" \(\d+ to \d+; it did in \d+ battles, but not in \d+\)\.",
        sentence,
    )


def test_entering_a_cell_is_counted_by_battle_for_either_side() -> None:
    trial = Trial(mirror(), ("recruit", "recruit"), 5)
    summary = Summary(trial.scenario)
    for number in range(12):
        summary.add(report(trial, number))
    assert summary.entered
    for side, cell in list(summary.entered):
        entered, out = summary.entered[side, cell], summary.elsewhere(side, cell)
        assert entered.games() + out.games() == 12
        won = summary.tally.wins if side == 0 else summary.tally.losses
        assert entered.wins + out.wins == won


def test_the_interval_of_a_median_holds_the_truth() -> None:
    dice = random.Random("median")
    held = 0
    for _ in range(400):
        counts = Counter(dice.randrange(21) for _ in range(60))  # a median of 10
        usual, low, high = middle(counts)
        assert low <= usual <= high
        held += low <= 10 <= high
    assert held >= 0.95 * 400
    assert middle(Counter({7: 1})) == (7, 7, 7)
    assert middle(Counter({3: 1, 9: 2})) == (9, 3, 9)


def test_every_figure_has_its_interval_and_one_is_not_many() -> None:
    trial = Trial(mirror(), ("recruit", "recruit"), 5)
    summary = Summary(trial.scenario)
    battles = (report(trial, number) for number in range(50))
    summary.add(next(one for one in battles if one.winner is not None))
    said = " ".join([length(summary), turning(summary), *drama(summary), *luck(summary)])
    assert not re.search(r"\b1 (battles|winners)", said)
    for _ in range(8):
        summary.add(next(battles))
    between = r"\([\d.]+ to [\d.]+\)"
    assert re.match(rf"A typical battle lasts \d+ turns {between}; eight in ten", length(summary))
    assert re.search(rf"Of \d+ winners, [\d.]+% {between} had the smaller share", turning(summary))
    assert re.match(rf"The luckier side won [\d.]+% {between} of \d+ battles with a winner", luck(summary)[0])
