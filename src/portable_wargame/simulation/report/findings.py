"""What the battles of a trial show, in sentences: for the terminal and for the report."""

from dataclasses import dataclass

from ...battle.naming import place_called, with_article
from ...rulesets import ledger
from ...scenario.setup import places_of
from ...speech.results import result_sentence
from .. import fairness
from ..statistics import Interval, Sharpening, apart, wilson, z_for_the_best_of
from ..trials.summary import Summary, middle, quantile

MOST_ENDINGS = 8  # endings to name one by one
BATTLES_FOR_A_UNIT = 10  # battles, both fallen and alive, before we call a unit's fate telling


def per_cent(share: float) -> str:
    return f"{100 * share:.1f}%"


def counted(number: int, thing: str) -> str:
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def between(interval: Interval, signed: bool = False, digits: int = 1) -> str:
    form = f"{'+' if signed else ''}.{digits}f"
    return f"{100 * interval.low:{form}} to {100 * interval.high:{form}}"


def verdict(summary: Summary) -> str:
    """Whether the battle is fair, as far as we can tell."""
    return fairness.verdict(summary.rate(0), names(summary), summary.games()).sentence


def sharpness(sharpening: Sharpening) -> str:
    """For a run that ends when the win rate is sharp enough."""
    reached = (
        "as precise as you asked"
        if sharpening.is_sharp()
        else "not yet as precise as you asked, as the run ended first"
    )
    return f"The interval holds however early the run stops; it is {reached}."


def names(summary: Summary) -> tuple[str, str]:
    first, second = (side.name or side.id for side in summary.scenario.sides)
    return first, second


def length(summary: Summary) -> str:
    turns = summary.length()
    usual, least, most = middle(turns)
    low, high = (quantile(turns, share) for share in (0.1, 0.9))
    often = f"{low} to {high}" if low < high else "as long"
    return f"A typical battle lasts {usual} turns ({least} to {most}); eight in ten last {often}."


def drama(summary: Summary) -> list[str]:
    """How close it is, and whether a bad start loses it."""
    games = summary.games()
    usual = quantile(summary.leads, 0.5)
    known = {0: "never changes hands", 1: "changes hands once", 2: "changes hands twice"}
    often = known.get(usual, f"changes hands {usual} times")
    swings = summary.share(games - summary.leads[0])
    found = [
        f"In a typical battle the lead {often}; in {per_cent(swings.value)} ({between(swings)}) of"
        f" {counted(games, 'battle')} it changes at least once."
    ]
    if summary.behind:
        back = summary.comeback()
        found.append(
            f"The side that is behind halfway through still wins {per_cent(back.value)} of the time"
            f" ({between(back)}; {counted(summary.behind, 'battle')})."
        )
    margin = summary.margin()
    found.append(
        f"At the end the sides are {100 * margin.value:.0f} points of strength apart on average"
        f" ({between(margin, digits=0)}): {decisiveness(margin.value)}."
    )
    return found


def decisiveness(apart: float) -> str:
    return "a narrow affair" if apart < 0.15 else "a clear decision" if apart < 0.4 else "a rout, more often than not"


def luck(summary: Summary) -> list[str]:
    found = summary.luck
    if not found.decided:
        return ["Luck: too few battles with a winner to tell."]
    luckier = found.luckier_won / found.decided
    whole = Interval(luckier, *wilson(luckier, found.decided))
    return [
        f"The luckier side won {per_cent(luckier)} ({between(whole)}) of {counted(found.decided, 'battle')} with a"
        f" winner; luck in hits explains about {100 * found.share():.0f}% of the outcome"
        f" ({between(found.explained(), digits=0)}).",
        f"In two battles of three the dice favour a side by no more than {found.deviation():.1f} hits.",
    ]


def even_dice(summary: Summary) -> list[str]:
    """The win rate without luck; nothing where that adds nothing."""
    found = summary.controls.sharpened()
    if found is None:
        return []
    factor = found.worth / summary.games()
    return [
        f"With even dice, {names(summary)[0]} would win {per_cent(found.rate.value)} ({between(found.rate)}):"
        f" as precise as {found.worth:,} plain battles ({factor:.1f} times as many)."
    ]


@dataclass(frozen=True)
class Telling:
    """A unit whose fate goes with its side's: how much better the side does when it survives, and on how many battles
    that rests. The interval allows for the choice among all units."""

    unit: str
    weight: Interval
    survived: int  # battles
    fell: int


def telling_units(summary: Summary, most: int = 5) -> list[Telling]:
    """The surest first; units that the battles do not show to matter are left out."""
    z = z_for_the_best_of(len(summary.units))
    found = [
        Telling(unit, story.weight(z), story.living.games(), story.fallen.games())
        for unit, story in summary.units.items()
        if min(story.fallen.games(), story.living.games()) >= BATTLES_FOR_A_UNIT
    ]
    sure = [one for one in found if one.weight.low > 0]
    return sorted(sure, key=lambda one: (-one.weight.low, one.unit))[:most]


@dataclass(frozen=True)
class TellingCell:
    """A cell that goes with victory: how much better a side does when it enters it, and on how many battles that
    rests. The interval allows for the choice among all cells."""

    side: int
    cell: str
    weight: Interval
    entered: int  # battles
    kept_out: int


def telling_cells(summary: Summary, most: int = 5) -> list[TellingCell]:
    """The surest first; cells that the battles do not show to matter are left out."""
    stories = [
        (side, cell, entered, summary.elsewhere(side, cell)) for (side, cell), entered in [*summary.entered.items()]
    ]
    enough = [story for story in stories if min(story[2].games(), story[3].games()) >= BATTLES_FOR_A_UNIT]
    z = z_for_the_best_of(len(enough))
    found = [
        TellingCell(side, cell, apart(entered.rate(z), out.rate(z)), entered.games(), out.games())
        for side, cell, entered, out in enough
    ]
    sure = [one for one in found if one.weight.low > 0]
    return sorted(sure, key=lambda one: (-one.weight.low, one.side, one.cell))[:most]


def unit_name(summary: Summary, unit: str) -> str:
    """A unit's name, with its id if others share the name; its type and id if it has none."""
    entries = [entry for side in summary.scenario.sides for entry in side.units]
    found = next((entry for entry in entries if entry.id == unit), None)
    if found is None:
        return unit
    if not found.name:
        return f"{found.type.replace('-', ' ')} {unit}"
    namesakes = sum(entry.name == found.name for entry in entries)
    return found.name if namesakes == 1 else f"{found.name} ({unit})"


def shares(counts: list[int]) -> list[str]:
    """The percentage of each, rounded so that the printed figures add up to 100%: the greatest remainders go up."""
    whole = sum(counts)
    tenths = [1000 * count // whole for count in counts]
    by_remainder = sorted(range(len(counts)), key=lambda number: -(1000 * counts[number] % whole))
    for number in by_remainder[: 1000 - sum(tenths)]:
        tenths[number] += 1
    return [f"{number // 10}.{number % 10}%" for number in tenths]


def endings(summary: Summary) -> list[str]:
    """The ways it was won, the most frequent first. They add up to all battles."""
    sides = {side.id: side.name or side.id for side in summary.scenario.sides}
    places = places_of(summary.scenario)
    ways = [
        (count, result_sentence(sides, {"winner": winner, "reason": reason}, places))
        for winner, reasons in zip([*sides, None], summary.reasons, strict=True)
        for reason, count in reasons.items()
    ]
    ways.sort(key=lambda way: (-way[0], way[1]))
    if len(ways) > MOST_ENDINGS:
        rest = ways[MOST_ENDINGS - 1 :]
        ways = [*ways[: MOST_ENDINGS - 1], (sum(count for count, _ in rest), f"{len(rest)} other endings")]
    parts = shares([count for count, _ in ways]) if ways else []
    return [f"{part}: {words}." for part, (_, words) in zip(parts, ways, strict=True)]


def decided(summary: Summary) -> list[str]:
    """How it was won; then the units and the cells that tell most."""
    found = endings(summary)
    for one in telling_units(summary, 2):
        side = with_article(names(summary)[summary.side_of[one.unit]])
        found.append(
            f"If {unit_name(summary, one.unit)} survives, the win rate of {side} is {100 * one.weight.value:.0f} points"
            f" higher ({between(one.weight, digits=0)}; survived {one.survived:,}, fell {one.fell:,} times)."
        )
    for cell in telling_cells(summary, 2):
        side, where = with_article(names(summary)[cell.side]), place_called(cell.cell, places_of(summary.scenario))
        found.append(
            f"If {side} gets into {where}, its win rate is {100 * cell.weight.value:.0f} points higher"
            f" ({between(cell.weight, digits=0)}; it did in {cell.entered:,} battles, but not in {cell.kept_out:,})."
        )
    return found


def turning(summary: Summary) -> str:
    won = summary.turning.total() + summary.from_behind
    if not won:
        return "Turning points: no battle was won."
    share = summary.from_behind / won
    behind = Interval(share, *wilson(share, won))
    short = f"{per_cent(share)} ({between(behind)}) had the smaller share of their strength left."
    sentence = f"Of {counted(won, 'winner')}, {short}"
    if not summary.turning:
        return sentence
    usual, least, most = middle(summary.turning)
    return f"Typically the winner is ahead for good from turn {usual} ({least} to {most}). {sentence}"


def cause_words(clause: str) -> str:
    """A clause by its heading: `modern.fire.roll` is fire."""
    heading = clause.split(".")[1] if "." in clause else clause
    return heading.replace("-", " ")


def rule_of(clause: str) -> str:
    found = ledger.find(clause)
    return found.rule if found is not None else ""
