"""What counts as fair, decided once, for `pw simulate`, `pw balance`, the report and the page.

The verdict goes by the interval, never by the estimate alone: a battle is fair when the whole interval lies in the fair
band, and unfair when all of it lies outside. Anything in between is not known yet, and we say so.
"""

from dataclasses import dataclass
from enum import IntEnum

from .statistics import Interval

FAIR = (0.45, 0.55)  # the first side's win rate


class Standing(IntEnum):
    """From best to worst."""

    FAIR = 0
    OPEN = 1  # the interval holds an even chance, but not only fair ones
    FAVOURED = 2  # it leaves out an even chance, though perhaps not all fair ones
    UNFAIR = 3


BRIEFLY = {
    Standing.FAIR: "fair",
    Standing.OPEN: "may be fair",
    Standing.FAVOURED: "favours {side}",
    Standing.UNFAIR: "not fair",
}


@dataclass(frozen=True)
class Verdict:
    standing: Standing
    brief: str  # for a table
    sentence: str


def standing(rate: Interval) -> Standing:
    low, high = FAIR
    if low <= rate.low and rate.high <= high:
        return Standing.FAIR
    if rate.low > high or rate.high < low:
        return Standing.UNFAIR
    return Standing.OPEN if rate.holds(0.5) else Standing.FAVOURED


def verdict(rate: Interval, names: tuple[str, str], battles: int) -> Verdict:
    """`rate` is the win rate of the first of these sides, after this many battles."""
    found = standing(rate)
    side = names[0] if rate.value > 0.5 else names[1]
    fought = f"{battles:,} battle{'s are' if battles != 1 else ' is'}"
    sentences = {
        Standing.FAIR: "Fair: the win rate lies between 45 and 55%.",
        Standing.OPEN: f"It may be fair: neither side is clearly favoured, but {fought} too few to be sure.",
        Standing.FAVOURED: f"It favours {side}, but {fought} too few to say whether by much.",
        Standing.UNFAIR: f"Not fair: it favours {side}.",
    }
    return Verdict(found, BRIEFLY[found].format(side=side), sentences[found])
