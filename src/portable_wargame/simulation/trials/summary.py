"""All battles of a trial taken together: counts and histograms, so that a million battles need no more room than a
hundred."""

import math
from collections import Counter, defaultdict
from itertools import pairwise

from ...battle.side import SIDES
from ...scenario.model import Scenario
from ..controls import Controls
from ..statistics import Interval, Sharpening, Tally, Z, apart, mean_interval, wilson
from .battle_report import BattleReport


class UnitStory:
    """The fate of one unit, and of the battles in which it fell or lived."""

    def __init__(self) -> None:
        self.lost = 0
        self.fallen = Tally()
        self.living = Tally()

    def weight(self, z: float = Z) -> Interval:
        """How much better its own side does when it survives; the interval is everything if it always or never fell."""
        return apart(self.living.rate(z), self.fallen.rate(z))


class Summary:
    """With `sharpening`, the run ends when the win rate is sharp enough, and the interval is that sequence's."""

    def __init__(self, scenario: Scenario, sharpening: Sharpening | None = None) -> None:
        self.scenario = scenario
        self.sharpening = sharpening
        self.ids = [side.id for side in scenario.sides]
        self.side_of = {unit.id: number for number, side in enumerate(scenario.sides) for unit in side.units}
        self.tally = Tally()  # of the first side
        self.reasons: list[Counter[str]] = [Counter(), Counter(), Counter()]  # by winner; the last is for draws
        self.turns: list[Counter[int]] = [Counter(), Counter(), Counter()]
        self.decisions = 0
        self.strength: dict[tuple[int, int], Counter[int]] = defaultdict(Counter)  # by turn and side
        self.units = {unit: UnitStory() for unit in self.side_of}
        self.causes: list[Counter[str]] = [Counter(), Counter()]  # strength lost, by the side that lost it
        self.deaths: list[Counter[str]] = [Counter(), Counter()]  # by cell
        self.moves: list[Counter[str]] = [Counter(), Counter()]
        self.entered: dict[tuple[int, str], Tally] = defaultdict(Tally)  # how a side does when it enters a cell
        self.turning: Counter[int] = Counter()  # turns from which the winner led for good
        self.from_behind = 0  # battles won by the side that had lost more
        self.leads: Counter[int] = Counter()  # how often the lead changed hands
        self.comebacks = 0  # battles won by the side that was behind halfway through
        self.behind = 0  # battles in which a side was behind halfway through
        self.margins = [0.0, 0.0]  # how far apart the shares of strength left are at the end: sum, and of squares
        self.moments: Counter[tuple[str, str]] = Counter()  # greatest swings, by unit and verb
        self.luck = Luck()
        self.controls = Controls()

    def add(self, report: BattleReport) -> None:
        score = report.score(self.ids[0])
        winner = len(SIDES) if report.winner is None else self.ids.index(report.winner)
        self.tally.add(score)
        # The numbers after a semicolon belong to this one battle.
        self.reasons[winner][report.reason.partition(";")[0]] += 1
        self.turns[winner][report.turns] += 1
        self.decisions += report.decisions
        for turn, both in enumerate(report.strength):
            for side in SIDES:
                self.strength[turn, side][both[side]] += 1
        self._add_losses(report, score)
        for side in SIDES:
            self.moves[side].update(report.moves[side])
            for cell in report.moves[side]:
                self.entered[side, cell].add(score if side == 0 else 1 - score)
        self._add_drama(report, winner)
        if winner in SIDES:
            turned = turning_point(report.strength, winner)
            if turned is None:
                self.from_behind += 1
            else:
                self.turning[turned] += 1
        if report.moments:
            self.moments[report.moments[0].unit, report.moments[0].verb] += 1
        self.luck.add(report.luck(), score)
        self.controls.add(score, report.controls())

    def _add_drama(self, report: BattleReport, winner: int) -> None:
        leads = [leader(report.strength[0], left) for left in report.strength]
        known = [side for side in leads if side is not None]
        self.leads[sum(one != other for one, other in pairwise(known))] += 1
        halfway = leads[len(leads) // 2]
        if halfway is not None and winner in SIDES:
            self.behind += 1
            self.comebacks += winner != halfway
        shares = [
            now / whole if whole else 0.0 for now, whole in zip(report.strength[-1], report.strength[0], strict=True)
        ]
        apart = abs(shares[0] - shares[1])
        self.margins[0] += apart
        self.margins[1] += apart * apart

    def margin(self) -> Interval:
        found = mean_interval(self.margins[0], self.margins[1], self.games(), Z, 1.0)
        return Interval(found.value, max(0.0, found.low), found.high)

    def comeback(self) -> Interval:
        """How often the side that is behind halfway through still wins."""
        if not self.behind:
            return Interval(0.0, 0.0, 1.0)
        share = self.comebacks / self.behind
        return Interval(share, *wilson(share, self.behind))

    def _add_losses(self, report: BattleReport, score: float) -> None:
        fallen = set()
        for loss in report.losses:
            side = self.side_of[loss.unit]
            self.units[loss.unit].lost += loss.lost
            self.causes[side][loss.cause] += loss.lost
            if loss.destroyed:
                fallen.add(loss.unit)
                self.deaths[side][loss.cell] += 1
        for unit, story in self.units.items():
            own = score if self.side_of[unit] == 0 else 1 - score
            (story.fallen if unit in fallen else story.living).add(own)

    def elsewhere(self, side: int, cell: str) -> Tally:
        """How a side does when it does not enter a cell: all battles except those in which it does."""
        found, all_of_them, entered = Tally(), self.tally, self.entered[side, cell]
        won, lost = (all_of_them.wins, all_of_them.losses) if side == 0 else (all_of_them.losses, all_of_them.wins)
        found.wins, found.losses = won - entered.wins, lost - entered.losses
        found.draws = all_of_them.draws - entered.draws
        return found

    def games(self) -> int:
        return self.tally.games()

    def rate(self, side: int) -> Interval:
        rate = self.tally.rate() if self.sharpening is None else self.sharpening.interval()
        return rate if side == 0 else Interval(1 - rate.value, 1 - rate.high, 1 - rate.low)

    def share(self, count: int) -> Interval:
        games = self.games()
        return Interval(count / games, *wilson(count / games, games)) if games else Interval(0, 0, 1)

    def length(self) -> Counter[int]:
        return sum(self.turns, Counter())

    def whole(self, side: int) -> int:
        """The side's strength at the start."""
        return max(self.strength[0, side], default=0)


class Luck:
    """How far the dice went with the winner: sums for the correlation of luck and score."""

    def __init__(self) -> None:
        self.number = 0
        self.sums = [0.0] * 5  # luck, score, luck squared, score squared, both
        self.luckier_won = 0
        self.decided = 0  # battles with a winner, in which one side was luckier
        self.histogram: list[Counter[int]] = [Counter(), Counter()]  # luck in whole hits, by winner

    def add(self, luck: float, score: float) -> None:
        self.number += 1
        for place, value in enumerate((luck, score, luck * luck, score * score, luck * score)):
            self.sums[place] += value
        if score != 0.5:
            self.histogram[int(score == 0)][round(luck)] += 1
            if luck:
                self.decided += 1
                self.luckier_won += (luck > 0) == (score == 1)

    def share(self) -> float:
        """The share of the outcome's variance that luck explains: the squared correlation."""
        luck, score, luck2, score2, both = (value / self.number for value in self.sums) if self.number else (0.0,) * 5
        spread = (luck2 - luck * luck) * (score2 - score * score)
        return (both - luck * score) ** 2 / spread if spread > 1e-12 else 0.0

    def explained(self) -> Interval:
        """That share with its interval, by Fisher's transformation of the correlation; anything at first."""
        share = self.share()
        if self.number < 4:
            return Interval(share, 0.0, 1.0)
        middle, spread = math.atanh(min(math.sqrt(share), 1 - 1e-9)), Z / math.sqrt(self.number - 3)
        # If the correlation may have either sign, it may explain nothing.
        return Interval(share, math.tanh(max(0.0, middle - spread)) ** 2, math.tanh(middle + spread) ** 2)

    def deviation(self) -> float:
        """The standard deviation of a battle's luck, in hits."""
        if not self.number:
            return 0.0
        mean = self.sums[0] / self.number
        return math.sqrt(max(0.0, self.sums[2] / self.number - mean * mean))


def leader(whole: list[int], left: list[int]) -> int | None:
    """The side with the greater share of its strength left; nobody if even. Compared without fractions: exact."""
    first, second = left[0] * whole[1], left[1] * whole[0]
    return None if first == second else int(first < second)


def turning_point(strength: list[list[int]], winner: int) -> int | None:
    """The first turn after which the winner always had the greater share of its strength left; None if it did not have
    that even at the end."""
    whole = strength[0]
    found = None
    for turn in range(len(strength) - 1, -1, -1):
        left = strength[turn]
        # Shares compared without fractions: exact.
        if left[winner] * whole[1 - winner] <= left[1 - winner] * whole[winner]:
            break
        found = turn
    return found


def middle(counts: Counter[int]) -> tuple[int, int, int]:
    """The median of the counted values, and the least and greatest it may be (95%), whatever their distribution: by how
    far the number below it may be from half of them."""
    number = max(1, counts.total())
    apart = Z / 2 / math.sqrt(number)
    return (
        quantile(counts, 0.5),
        quantile(counts, max(0.0, 0.5 - apart)),
        quantile(counts, min(1.0, 0.5 + apart + 1 / number)),
    )


def quantile(counts: Counter[int], share: float) -> int:
    """The least value that this share of the counted values do not exceed."""
    wanted = share * counts.total()
    passed = 0
    for value in sorted(counts):
        passed += counts[value]
        if passed >= wanted:
            return value
    return max(counts, default=0)
