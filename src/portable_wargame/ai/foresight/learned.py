"""The learned judge: how likely the first side wins, by the evidence. `benchmarks/judge.py` teaches it.

A small net, asked twice, the second time with the sides exchanged: the difference is the logarithm of the odds. A few
other judges have learned from other battles: how far they all disagree shows how sure this one can be.
"""

import math
from typing import Final

from .evidence import NAMES
from .weights import NETS, Weights

DIFFERENT: Final = len(NAMES)  # pieces of evidence that change sign with the sides; the others stay the same


class Net:
    def __init__(self, weights: Weights) -> None:
        self.different = [row[:DIFFERENT] for row in weights.inward]
        self.same = [row[DIFFERENT:] for row in weights.inward]
        self.bias = weights.bias
        self.outward = weights.outward
        self.past = weights.past[:DIFFERENT]

    def chance(self, found: list[float]) -> float:
        odds = 0.0
        for place in range(DIFFERENT):
            odds += 2.0 * self.past[place] * found[place]
        for unit in range(len(self.bias)):
            different, same = 0.0, self.bias[unit]
            row = self.different[unit]
            for place in range(DIFFERENT):
                different += row[place] * found[place]
            alike = self.same[unit]
            for place in range(len(alike)):
                same += alike[place] * found[DIFFERENT + place]
            odds += self.outward[unit] * (math.tanh(same + different) - math.tanh(same - different))
        return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, odds))))


JUDGE: Final = Net(NETS[0])
DOUBTERS: Final = [Net(weights) for weights in NETS[1:]]


def chance(found: list[float]) -> float:
    """How likely the first side is to win."""
    return JUDGE.chance(found)


def doubts(found: list[float]) -> list[float]:
    """The opinions of the judges that learned from other battles."""
    return [net.chance(found) for net in DOUBTERS]
