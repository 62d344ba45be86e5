"""Sensitivity: every number of a book one step up and one step down, with the same dice, and who wins then."""

from dataclasses import dataclass

from ..scenario.model import Scenario
from .comparing import Comparison, Variant
from .statistics import Interval, z_for_the_best_of
from .trials.trial import Trial
from .what_if import StepOf, steps

BASE = "as it is"


@dataclass(frozen=True)
class Bar:
    """One number of the book: how the first side fares with it a step lower, and a step higher."""

    number: str
    down: Interval | None
    up: Interval | None

    def reach(self) -> float:
        return max(abs(one.value) for one in (self.down, self.up) if one is not None)

    def matters(self) -> bool:
        """Whether either step has been shown to make a difference."""
        return any(one is not None and not one.holds(0) for one in (self.down, self.up))


class Sensitivity:
    """The battle as it is, and once for every step of every number."""

    def __init__(self, scenario: Scenario, levels: tuple[str, str], seed: int, only: str = "") -> None:
        self.steps: list[StepOf] = [one for one in steps(scenario) if only in one.words or only in one.number]
        trials = [Trial(one, levels, seed) for one in (scenario, *(step.scenario for step in self.steps))]
        words = [BASE, *(step.words for step in self.steps)]
        self.comparison = Comparison([Variant(text, trial) for text, trial in zip(words, trials, strict=True)])

    def bars(self) -> list[Bar]:
        """Those that matter most first. The intervals hold for all numbers at once."""
        z = z_for_the_best_of(max(1, len(self.steps)))
        found: dict[str, dict[bool, Interval]] = {}
        for number, step in enumerate(self.steps, 1):
            found.setdefault(step.number, {})[step.up] = self.comparison.score[number].interval(z)
        bars = [Bar(number, ends.get(False), ends.get(True)) for number, ends in found.items()]
        return sorted(bars, key=lambda bar: (not bar.matters(), -bar.reach()))

    def verdict(self) -> list[str]:
        bars = self.bars()
        side = self.comparison.variants[0].trial.scenario.sides[0]
        name = side.name or side.id
        shown = [bar for bar in bars if bar.matters()]
        if not shown:
            return [f"No single step has been shown to change how often {name} win; more battles might."]
        most = f"{shown[0].number} ({100 * shown[0].reach():.0f} points on the win rate of {name})"
        rest = len(bars) - len(shown)
        return [
            f"What matters most: {most}.",
            f"{len(shown)} of {len(bars)} numbers have been shown to matter; the other {rest} have not.",
        ]
