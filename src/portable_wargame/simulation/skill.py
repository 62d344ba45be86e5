"""Skill against luck: how often the better player wins this battle, taking each side in turn with the same dice."""

from dataclasses import replace

from ..game.errors import Refusal
from .comparing import Comparison, Variant
from .report.findings import between, counted, per_cent
from .statistics import Interval
from .trials.trial import Trial


def refuse_one_level(trial: Trial, level: str) -> None:
    if trial.levels[0] != trial.levels[1] or level in trial.levels:
        raise Refusal("skill is measured between two levels: give both sides the same one, and name another")


def taking_sides(trial: Trial, level: str) -> Comparison:
    """The same battles with a player of this level on the first side, and then on the second."""
    first, second = trial.levels
    return Comparison(
        [
            Variant(f"{level} against {second}", replace(trial, levels=(level, second))),
            Variant(f"{first} against {level}", replace(trial, levels=(first, level))),
        ]
    )


def share(comparison: Comparison) -> Interval:
    """The better player's share. The first side's gain from having that player rather than facing it is twice the
    excess over a half: whatever the battle itself gives either side cancels out."""
    gain = comparison.difference()
    return Interval(0.5 - gain.value / 2, 0.5 - gain.high / 2, 0.5 - gain.low / 2)


def sentence(comparison: Comparison) -> str:
    found = share(comparison)
    better, other = comparison.variants[0].trial.levels
    fought = f"taking each side in turn in {counted(comparison.games(), 'pair')} of battles with the same dice"
    won = f"{article(better)} wins {per_cent(found.value)} ({between(found)}) against {article(other)}"
    return f"Skill: {won}, {fought}: {verdict(found)}."


def verdict(found: Interval) -> str:
    if found.low > 0.5:
        return "skill tells"
    return "the other does better" if found.high < 0.5 else "too few to show that skill tells"


def article(level: str) -> str:
    return f"an {level} player" if level[0] in "ae" else f"a {level}"
