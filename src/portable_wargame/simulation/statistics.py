"""How sure we can be. Every interval is for 95% unless it says otherwise.

`wilson` is for a number of battles fixed beforehand. You may look at `Sharpening` after every battle.
"""

import math
from dataclasses import dataclass
from statistics import NormalDist

ALPHA = 0.05
Z = 1.959964


def wilson(score: float, games: int, z: float = Z) -> tuple[float, float]:
    """The 95% interval of a share after this many games."""
    middle = score + z * z / (2 * games)
    spread = z * math.sqrt(score * (1 - score) / games + z * z / (4 * games * games))
    whole = 1 + z * z / games
    # Rounding must not leave the share itself outside.
    return max(0.0, min(score, (middle - spread) / whole)), min(1.0, max(score, (middle + spread) / whole))


@dataclass(frozen=True)
class Interval:
    """A share with its 95% interval."""

    value: float
    low: float
    high: float

    def width(self) -> float:
        """From the lowest value to the highest."""
        return self.high - self.low

    def holds(self, value: float) -> bool:
        """Whether a value is in it."""
        return self.low <= value <= self.high


class Tally:
    """Scores of one side: wins, draws, losses; a draw counts half."""

    def __init__(self) -> None:
        self.wins = 0
        self.draws = 0
        self.losses = 0

    def add(self, score: float) -> None:
        if score == 1:
            self.wins += 1
        elif score == 0:
            self.losses += 1
        else:
            self.draws += 1

    def games(self) -> int:
        return self.wins + self.draws + self.losses

    def rate(self, z: float = Z) -> Interval:
        """The rate with Wilson's interval; draws make that a little too wide, never too narrow."""
        games = self.games()
        if not games:
            return Interval(0.5, 0.0, 1.0)
        share = (self.wins + self.draws / 2) / games
        return Interval(share, *wilson(share, games, z))


def apart(first: Interval, second: Interval) -> Interval:
    """The first rate less the second, from independent battles: Newcombe's interval, built from Wilson's."""
    value = first.value - second.value
    below = math.hypot(first.value - first.low, second.high - second.value)
    above = math.hypot(first.high - first.value, second.value - second.low)
    return Interval(value, value - below, value + above)


def z_for_the_best_of(number: int) -> float:
    """For the intervals of many things, where only the most striking are shown: all hold at once with 95%
    (Bonferroni)."""
    return NormalDist().inv_cdf(1 - ALPHA / 2 / max(1, number))


def mean_interval(total: float, squares: float, number: int, z: float = Z, most: float = 1.0) -> Interval:
    """The mean of values, from their sum and the sum of their squares, with the normal interval, which goes no
    farther than `most` either way. For differences of pairs: the dice that both battles of a pair share drop out of
    the variance."""
    if number < 2:
        return Interval(total / number if number else 0.0, -most, most)
    mean = total / number
    variance = max(0.0, (squares - number * mean * mean) / (number - 1))
    # Three further pairs, one each of -1, 0 and +1, keep the interval honest where all pairs so far are alike.
    spread = z * math.sqrt((variance * (number - 1) + 2) / (number + 2) / number)
    return Interval(mean, max(-most, mean - spread), min(most, mean + spread))


class Sharpening:
    """A confidence sequence for the mean of values between `least` and `most`: with probability 95% the true mean is
    in every one of the intervals it ever gives, so you may look after every battle and stop when it is sharp enough.

    It is the empirical Bernstein sequence of Waudby-Smith and Ramdas (2024, "Estimating means of bounded random
    variables by betting", theorem 2): only what was known before a value decides its weight. The weights are the best
    for the width requested, which costs about twice as many battles as a number fixed beforehand by somebody who knew
    the variance.
    """

    def __init__(self, width: float, least: float = 0.0, most: float = 1.0) -> None:
        self.least = least
        self.range = most - least
        self.width = width / self.range
        self.log = math.log(2 / ALPHA)
        self.number = 0
        self.total = 0.0
        self.squares = 0.0  # of distances from the running mean
        self.weights = 0.0
        self.weighted = 0.0
        self.penalty = 0.0
        self.low, self.high = 0.0, 1.0

    def add(self, value: float) -> None:
        scaled = (value - self.least) / self.range
        mean = (0.5 + self.total) / (self.number + 1)
        variance = (0.25 + self.squares) / (self.number + 1)
        weight = min(self.width / (2 * variance), 0.5)
        self.weights += weight
        self.weighted += weight * scaled
        self.penalty += (scaled - mean) ** 2 * (-math.log(1 - weight) - weight)
        self.number += 1
        self.total += scaled
        self.squares += (scaled - (0.5 + self.total) / (self.number + 1)) ** 2
        middle, radius = self.weighted / self.weights, (self.log + self.penalty) / self.weights
        self.low, self.high = max(self.low, middle - radius), min(self.high, middle + radius)

    def interval(self) -> Interval:
        """The mean so far, and the overlap of all intervals up to now."""
        low, high = min(self.low, self.high), max(self.low, self.high)
        mean = min(max(self.total / self.number if self.number else 0.5, low), high)
        return Interval(*(self.least + self.range * one for one in (mean, low, high)))

    def is_sharp(self) -> bool:
        return self.high - self.low <= self.width
