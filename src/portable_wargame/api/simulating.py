"""One battle fought many times."""

from collections.abc import Sequence
from dataclasses import dataclass

from ..game.errors import Refusal
from ..scenario.wording import check_word
from ..simulation.report import findings
from ..simulation.statistics import Interval
from ..simulation.trials.executors import engine
from ..simulation.trials.running import Enough, run
from ..simulation.trials.summary import Summary
from ..simulation.trials.trial import Trial
from .arguments import kind_of, two, whole
from .files import Source, read_scenario


@dataclass(frozen=True)
class Findings:
    """The findings of many battles; `str` reports them as `pw simulate` does. `summary` has all the counts."""

    summary: Summary

    @property
    def games(self) -> int:
        """How many battles were fought."""
        return self.summary.games()

    @property
    def wins(self) -> dict[str, int]:
        """Battles won, by the id of the side; the rest of `games` were drawn."""
        first, second = self.summary.ids
        return {first: self.summary.tally.wins, second: self.summary.tally.losses}

    def rate(self, side: str) -> Interval:
        """How much of the points a side takes: the value, with its 95% interval from `low` to `high`."""
        check_word("side", side, self.summary.ids)
        return self.summary.rate(self.summary.ids.index(side))

    def __str__(self) -> str:
        summary = self.summary
        told = [findings.verdict(summary), findings.length(summary)]
        return "\n".join([*told, findings.turning(summary), *findings.luck(summary), *findings.decided(summary)])

    def __repr__(self) -> str:
        won = ", ".join(f"{side} {wins}" for side, wins in self.wins.items())
        return f"<Findings: {self.summary.scenario.title}, {self.games} battles, won: {won}>"


def simulate(
    scenario: Source,
    games: int = 100,
    levels: Sequence[str] = ("sergeant", "sergeant"),
    seed: int = 1,
    workers: int = 1,
) -> Findings:
    """Fight a battle many times over. `levels` play the first side and the second: recruit, sergeant, captain,
    general, marshal, adaptive, or eager, who has no plan and is very quick. With more than one worker, call it under
    `if __name__ == "__main__":`, because each starts Python once more.

    >>> simulate("harrow-ridge", games=4, levels=("eager", "eager")).games
    4
    """
    for what, number in (("games", games), ("workers", workers)):
        if whole(what, number) < 1:
            raise Refusal(f"{what} is {number}; it must be at least 1")
    first, second = two("levels", levels, "who plays the first side, and who the second")
    for level in levels:
        kind_of("level", level, str, 'a word, such as "captain"')
    trial = Trial(read_scenario(scenario), (first, second), whole("seed", seed))
    with engine(workers=workers) as (executor, hands):
        return Findings(run(trial, Enough(games), executor, hands))
