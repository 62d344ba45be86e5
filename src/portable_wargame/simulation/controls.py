"""Fewer battles for the same answer: control variates.

What the dice gave a side beyond its due has a known mean: nought. That tells the battles in which the first side was
lucky from the others, and gives the win rate it would have had with even dice. A regression over the same battles
learns how much of the scatter goes with luck; the interval allows for that.
"""

import math
from dataclasses import dataclass

from .statistics import Interval, wilson

BATTLES_FOR_EACH = 20  # a control has its price: learning its worth takes this many battles
SINGULAR = 1e-9


@dataclass(frozen=True)
class Sharpened:
    """A share, with its interval, and how many battles without controls would have told us as much."""

    rate: Interval
    worth: int


class Controls:
    """Sums over battles: of their scores, of the controls, and of the products of all these."""

    def __init__(self) -> None:
        self.names: dict[str, int] = {}
        self.battles = 0
        self.score = 0.0
        self.squares = 0.0
        self.seen: list[int] = []  # battles where a control was not zero
        self.sums: list[float] = []
        self.with_score: list[float] = []
        self.products: list[list[float]] = []

    def add(self, score: float, controls: dict[str, float]) -> None:
        self.battles += 1
        self.score += score
        self.squares += score * score
        here: list[tuple[int, float]] = []
        for name, value in controls.items():
            if value:
                here.append((self._place(name), value))
        for place, value in here:
            self.seen[place] += 1
            self.sums[place] += value
            self.with_score[place] += score * value
            row = self.products[place]
            for other, another in here:
                row[other] += value * another

    def _place(self, name: str) -> int:
        if name not in self.names:
            self.names[name] = len(self.names)
            self.seen.append(0)
            self.sums.append(0.0)
            self.with_score.append(0.0)
            for row in self.products:
                row.append(0.0)
            self.products.append([0.0] * len(self.names))
        return self.names[name]

    def sharpened(self) -> Sharpened | None:
        """The rate with even dice; None if that is no sharper, or there are too few battles to tell."""
        number = self.battles
        places = self._commonest(number // BATTLES_FOR_EACH)
        spread = self.squares - self.score * self.score / number if number else 0.0
        if not places or spread <= 0.0:
            return None
        # Deviations from the means of these battles.
        square = [[self.products[a][b] - self.sums[a] * self.sums[b] / number for b in places] for a in places]
        goes_with = [self.with_score[a] - self.sums[a] * self.score / number for a in places]
        means = [self.sums[a] / number for a in places]
        slopes, leverage = _solved(square, goes_with), _solved(square, means)
        left = spread - _product(slopes, goes_with)
        # What is left, spread over the battles that the slopes do not use up; and how far the slopes may be wrong where
        # the dice of all these battles together were not even.
        variance = max(left, 0.0) / (number - len(places) - 1) * (1 / number + _product(means, leverage))
        worth = spread / (number - 1) / number / variance if variance > 0.0 else math.inf
        if worth <= 1.0:
            return None
        rate = min(1.0, max(0.0, self.score / number - _product(slopes, means)))
        as_many = int(min(number * worth, 1e12))
        return Sharpened(Interval(rate, *wilson(rate, as_many)), as_many)

    def _commonest(self, most: int) -> list[int]:
        """The commonest controls, as many as there are battles to learn from. Picking those that explain the most would
        be picking by chance."""
        places = sorted(range(len(self.seen)), key=lambda place: -self.seen[place])[:most]
        return [place for place in places if self.seen[place] >= BATTLES_FOR_EACH]


def _product(one: list[float], other: list[float]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


def _solved(square: list[list[float]], right: list[float]) -> list[float]:
    """Gaussian elimination, with the largest remaining number as the pivot; dependent rows are left out."""
    rows = [[*row, value] for row, value in zip(square, right, strict=True)]
    size = len(rows)
    scale = max(abs(rows[place][place]) for place in range(size))
    for place in range(size):
        best = max(range(place, size), key=lambda row: abs(rows[row][place]))
        rows[place], rows[best] = rows[best], rows[place]
        pivot = rows[place][place]
        if abs(pivot) <= SINGULAR * scale:
            rows[place] = [0.0] * (size + 1)
            rows[place][place] = 1.0
            continue
        for other in range(size):
            if other != place and rows[other][place]:
                factor = rows[other][place] / pivot
                rows[other] = [a - factor * b for a, b in zip(rows[other], rows[place], strict=True)]
    return [row[size] / row[place] for place, row in enumerate(rows)]
