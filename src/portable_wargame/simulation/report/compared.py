"""A comparison in words and numbers: for the terminal and for its report."""

from ..comparing import MEASURES, Comparison
from ..statistics import Interval
from .findings import between, per_cent

REPLACED = (
    "Replaced: units and ground that the other book or grid does not have, for which the nearest thing stands in."
)
HEADINGS = ["measure", "first", "this", "difference", "95%"]
MEANINGS = "; ".join(f"{one.name}: {one.meaning}" for one in MEASURES)
NOTE = f"{MEANINGS[0].upper()}{MEANINGS[1:]}; luck: how much of the outcome it explains, and the 95% interval of that."


def side_name(comparison: Comparison, number: int) -> str:
    side = comparison.variants[number].trial.scenario.sides[0]
    return side.name or side.id


def rows(comparison: Comparison, number: int) -> list[list[str]]:
    """Variant `number` beside the first: win rate, the other measures, and luck."""
    rates = [comparison.tally(one).rate().value for one in (0, number)]
    apart = comparison.difference(number)
    found = [["win rate", *(per_cent(rate) for rate in rates), points(apart.value), between(apart, signed=True)]]
    for measure, differences, interval in comparison.differences(number):
        means = differences.means()
        if measure.is_share:
            shown = [*(per_cent(mean) for mean in means), points(interval.value), between(interval, signed=True)]
        else:
            shown = [*(f"{mean:.1f}" for mean in means), f"{interval.value:+.1f}", plain(interval)]
        found.append([measure.name, *shown])
    lucks = [comparison.summaries[one].luck.explained() for one in (0, number)]
    shares = [f"{100 * luck.value:.0f}% ({between(luck, digits=0)})" for luck in lucks]
    return [*found, ["luck", *shares, "", ""]]


def points(share: float) -> str:
    return f"{100 * share:+.1f}"


def plain(interval: Interval) -> str:
    return f"{interval.low:+.1f} to {interval.high:+.1f}"


def verdict(comparison: Comparison, number: int = 1) -> list[str]:
    """What the setting changes, as far as the pairs show; the win rate first."""
    sharpening = comparison.sharpening
    apart = comparison.difference(number) if sharpening is None else sharpening.interval()
    side = side_name(comparison, number)
    found = [f"{won(apart, side)} ({between(apart, signed=True)})."]
    for measure, _, interval in comparison.differences(number):
        if not interval.holds(0):
            more = "more" if interval.value > 0 else "less"
            amount = (
                f"{100 * abs(interval.value):.1f} points" if measure.is_share else f"{abs(interval.value):.1f} turns"
            )
            spread = between(interval, signed=True) if measure.is_share else plain(interval)
            found.append(f"{measure.name.capitalize()}: {amount} {more} ({spread}).")
    return found


def won(apart: Interval, side: str) -> str:
    if apart.low > 0:
        return f"It helps {side}: {100 * apart.value:.1f} points on the win rate"
    if apart.high < 0:
        return f"It hurts {side}: {100 * -apart.value:.1f} points off the win rate"
    most = 100 * max(apart.high, -apart.low)
    return f"No difference in who wins has been shown; if there is one, it is at most {most:.1f} points"
