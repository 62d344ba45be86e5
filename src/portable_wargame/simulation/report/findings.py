"""What the battles of a trial show, in sentences: for the terminal and for the report."""

from ...rulesets import ledger
from .. import fairness
from ..statistics import Interval, Sharpening
from ..trials.summary import Summary, quantile

TELLING = 0.05  # a difference that is worth a sentence
BATTLES_FOR_A_UNIT = 10  # fallen and alive, before its fate is called telling


def per_cent(share: float) -> str:
    return f"{100 * share:.1f} %"


def between(interval: Interval, signed: bool = False) -> str:
    form = "+.1f" if signed else ".1f"
    return f"{100 * interval.low:{form}} to {100 * interval.high:{form}}"


def verdict(summary: Summary) -> str:
    """Whether the battle is fair, as far as can be told."""
    return fairness.verdict(summary.rate(0), names(summary), summary.games()).sentence


def sharpness(sharpening: Sharpening) -> str:
    """For a run that was to end when the win rate is sharp enough."""
    reached = (
        "as precise as you asked" if sharpening.is_sharp() else "not yet as precise as you asked: the run ended first"
    )
    return f"The interval holds however early the run stops; it is {reached}."


def names(summary: Summary) -> tuple[str, str]:
    first, second = (side.name or side.id for side in summary.scenario.sides)
    return first, second


def length(summary: Summary) -> str:
    turns = summary.length()
    middle, low, high = (quantile(turns, share) for share in (0.5, 0.1, 0.9))
    return f"Length: {middle} turns in the middle, {low} to {high} in eight battles of ten."


def luck(summary: Summary) -> list[str]:
    found = summary.luck
    if not found.decided:
        return ["Luck: too few battles with a winner to tell."]
    return [
        f"The luckier side won {per_cent(found.luckier_won / found.decided)} of the battles;"
        f" {per_cent(found.share())} of the differences in outcome go with luck in hits.",
        f"In two battles of three the dice favour a side by no more than {found.deviation():.1f} hits.",
    ]


def decisive_units(summary: Summary, most: int = 5) -> list[tuple[str, float, int]]:
    """Units whose fate tells most about their side's: unit, how much better the side does when it lives, how often it
    fell."""
    telling = [
        (unit, story.weight(), story.fallen.games())
        for unit, story in summary.units.items()
        if min(story.fallen.games(), story.living.games()) >= BATTLES_FOR_A_UNIT
    ]
    return sorted(telling, key=lambda one: (-one[1], one[0]))[:most]


def unit_name(summary: Summary, unit: str) -> str:
    for side in summary.scenario.sides:
        for entry in side.units:
            if entry.id == unit:
                return f"{entry.name} ({unit})" if entry.name else f"{entry.type.replace('-', ' ')} {unit}"
    return unit


def decided(summary: Summary) -> list[str]:
    """How it was won, the most frequent way first; then whose fate tells most."""
    ways = [
        (count, f"{names(summary)[winner]} wins" if winner < len(names(summary)) else "a draw", reason)
        for winner, reasons in enumerate(summary.reasons)
        for reason, count in reasons.most_common(2)
    ]
    ways.sort(key=lambda way: -way[0])
    found = [f"{per_cent(count / summary.games())}: {what}: {reason}." for count, what, reason in ways]
    for unit, weight, _ in decisive_units(summary, 2):
        if weight >= TELLING:
            side = names(summary)[summary.side_of[unit]]
            found.append(f"{side} wins {100 * weight:.0f} points more where {unit_name(summary, unit)} lives.")
    return found


def turning(summary: Summary) -> str:
    won = summary.turning.total() + summary.from_behind
    if not won:
        return "Turning points: no battle was won."
    sentence = f"{per_cent(summary.from_behind / won)} of the winners had the smaller share of their strength left."
    if not summary.turning:
        return sentence
    middle = quantile(summary.turning, 0.5)
    return f"The winner is ahead for good from turn {middle} on, in the middle. {sentence}"


def cause_words(clause: str) -> str:
    """A clause by its heading: `modern.fire.roll` is fire."""
    heading = clause.split(".")[1] if "." in clause else clause
    return heading.replace("-", " ")


def rule_of(clause: str) -> str:
    found = ledger.clauses().get(clause)
    return found.rule if found is not None else ""
