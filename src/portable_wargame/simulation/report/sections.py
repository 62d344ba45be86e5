"""Findings in sections: sentences, a chart, a table and a note each. The report prints them as cards, and the
laboratory's page shows the same ones."""

from dataclasses import dataclass

from ...scenario.setup import ruleset_of
from ..balancing import Option
from ..comparing import Comparison
from ..fairness import verdict as fair
from ..trials.summary import Summary
from ..trials.trial import Trial
from . import charts, compared, findings
from .heat import heat_map
from .plot import FIRST, NOBODY, SECOND


@dataclass(frozen=True)
class Table:
    """The first column is words, the others are numbers."""

    headings: list[str]
    rows: list[list[str]]
    folded: str = ""  # its title where readers see it only on request


@dataclass(frozen=True)
class Section:
    title: str
    sentences: tuple[str, ...] = ()
    drawing: str = ""
    table: Table | None = None
    note: str = ""
    is_map: bool = False


WILSON = "The 95% interval is Wilson's"
SEQUENCE = "The 95% interval holds at every look (empirical Bernstein)"
EVEN = (
    "With fair dice, luck averages nought, so it can be taken out of the win rate: by a regression of the outcome on"
    " the luck in each kind of throw, whose uncertainty is part of the interval."
)
UNITS = (
    "A unit's fate and its side's go together, but that does not say which caused which. A unit is listed only if"
    " chance is ruled out: the intervals allow for there being many units to choose from."
)
BANDS = (
    "The line is the median of the battles that lasted that long; half of them lie in the darker band, eight in"
    " ten in both."
)
LUCK = (
    "Every attack has exact odds. Luck is the hits scored, less the hits expected; a hit that leaves its victim a way"
    " out, drives back or pins counts a half."
)
LEAD = "A side leads if it has the greater share of its strength left. Halfway is half the turns played."
SAME_DICE = (
    "Every line has the same dice, battle by battle; options are measured in battles that had no part in choosing them."
)


def about(trial: Trial, summary: Summary) -> str:
    scenario, names = trial.scenario, findings.names(summary)
    book = ruleset_of(scenario)
    settings = "".join(f", {key} = {value}" for key, value in scenario.house_rules.items())
    return (
        f"{findings.counted(summary.games(), 'battle')}, seed {trial.seed}; {names[0]} ({trial.levels[0]}) against"
        f" {names[1]} ({trial.levels[1]}). {book.title}, edition {book.edition}{settings}."
    )


def headline(summary: Summary) -> str:
    rate = summary.rate(0)
    who = findings.names(summary)
    share = f"{who[0]} won {findings.per_cent(rate.value)} of the battles ({findings.between(rate)})."
    sharpness = f" {findings.sharpness(summary.sharpening)}" if summary.sharpening is not None else ""
    return f"{share} {findings.verdict(summary)}{sharpness}"


def sections(trial: Trial, summary: Summary, maps: bool = True, skill: str = "") -> list[Section]:
    even = findings.even_dice(summary)
    luck = (*findings.luck(summary), *([skill] if skill else []))
    found = [
        Section("Who wins", tuple(even), charts.win_rates(summary), rates(trial, summary), interval_note(summary)),
        Section("What decided it", tuple(findings.decided(summary)), "", units(summary), UNITS),
        Section("Strength over time", (), charts.strength_over_time(summary), None, BANDS),
        Section("How long it lasts", (findings.length(summary),), charts.lengths(summary)),
        Section("Drama", tuple(findings.drama(summary)), charts.lead_changes(summary), None, LEAD),
        Section("Turning points", (findings.turning(summary),), charts.turning_points(summary), moments(summary)),
        Section("How much was luck", luck, charts.luck_and_outcome(summary), None, LUCK),
        Section("Losses by unit", (), charts.losses_by_unit(summary)),
        Section("Losses by cause", (), charts.losses_by_cause(summary), clauses(summary)),
    ]
    if not maps:
        return found
    first, second = findings.names(summary)
    note = f"Left half-discs are {first}, right ones {second}. The area shows the number; hover to read it."
    fell = heat_map(trial.scenario, "Units destroyed", summary.deaths, summary.games())
    went = heat_map(trial.scenario, "Cells entered", summary.moves, summary.games())
    return [
        *found,
        Section("Where units fell", (), fell, None, note, is_map=True),
        Section("Where units went", (), went, None, note, is_map=True),
    ]


def interval_note(summary: Summary) -> str:
    kind = WILSON if summary.sharpening is None else SEQUENCE
    even = f" {EVEN}" if findings.even_dice(summary) else ""
    return f"A draw counts half. {kind}; the grey band is what passes for fair, 45 to 55%.{even}"


def rates(trial: Trial, summary: Summary) -> Table:
    tally = summary.tally
    rows = []
    for side, name in enumerate(findings.names(summary)):
        rate = summary.rate(side)
        won = tally.wins if side == 0 else tally.losses
        numbers = [f"{won:,}", f"{tally.draws:,}", findings.per_cent(rate.value), findings.between(rate)]
        rows.append([f"{name} ({trial.levels[side]})", *numbers])
    return Table(["side", "won", "drawn", "win rate", "95%"], rows)


def units(summary: Summary) -> Table | None:
    rows = [
        [
            findings.unit_name(summary, one.unit),
            f"{100 * one.weight.value:+.0f} points",
            findings.between(one.weight, signed=True, digits=0),
            f"{one.survived:,}",
            f"{one.fell:,}",
        ]
        for one in findings.telling_units(summary)
    ]
    return Table(["unit", "win rate if it survives", "95%", "survived", "fell"], rows) if rows else None


def moments(summary: Summary) -> Table | None:
    rows = [
        [
            findings.unit_name(summary, unit),
            verb,
            findings.per_cent(count / summary.games()),
            findings.between(summary.share(count)),
        ]
        for (unit, verb), count in summary.moments.most_common(5)
    ]
    return Table(["heaviest blow of a battle struck by", "with", "in", "95%"], rows) if rows else None


def clauses(summary: Summary) -> Table | None:
    """The rules behind the causes, in words."""
    totals = summary.causes[0] + summary.causes[1]
    rows = [
        [findings.cause_words(clause), clause, findings.rule_of(clause)]
        for clause, _ in totals.most_common(charts.MOST_ROWS)
    ]
    return Table(["cause", "rule", "in words"], rows, "These rules in words") if rows else None


# -- comparisons


def compared_sections(comparison: Comparison) -> list[Section]:
    variants = comparison.variants
    rows = [
        (one.words, comparison.tally(number).rate(), NOBODY if number == 0 else SECOND)
        for number, one in enumerate(variants)
    ]
    side = compared.side_name(comparison, 0)
    overview = charts.intervals("Win rates", f"win rate of {side}, with its 95% interval", rows)
    return [
        Section("Who wins", (), overview, None, "The grey band is what passes for fair, 45 to 55%."),
        *(
            Section(
                one.words,
                (*compared.verdict(comparison, number), *one.substitutions),
                "",
                Table(compared.HEADINGS, compared.rows(comparison, number)),
                compared.REPLACED if one.substitutions else "",
            )
            for number, one in enumerate(variants)
            if number
        ),
        Section("What the measures mean", (compared.NOTE,)),
    ]


# -- balancing


def balanced_sections(as_it_is: Option, options: list[Option], games: int) -> list[Section]:
    first, second = (side.name or side.id for side in as_it_is.scenario().sides)
    lines, rows = [], []
    for number, option in enumerate([as_it_is, *options]):
        for trial, rate in zip(option.trials, option.rates, strict=True):
            who = " against ".join(dict.fromkeys(trial.levels))
            label = f"{number} {who}" if number else f"as it is, {who}"
            lines.append((label, rate, FIRST if number == 0 else SECOND))
            brief = fair(rate, (first, second), games).brief
            words = f"{number}. {option.words}" if number else "as it is"
            rows.append([words, who, findings.per_cent(rate.value), findings.between(rate), brief])
    overview = charts.intervals("Win rates", f"win rate of {first}, with its 95% interval", lines)
    table = Table(["change", "played by", "win rate", "95%", "verdict"], rows)
    return [
        Section(
            "Changes that bring it nearer to even",
            balanced_sentences(as_it_is, options, games),
            overview,
            table,
            SAME_DICE,
        )
    ]


def balanced_sentences(as_it_is: Option, options: list[Option], games: int) -> tuple[str, ...]:
    first, second = (side.name or side.id for side in as_it_is.scenario().sides)
    sentence = fair(as_it_is.worst(), (first, second), games).sentence
    if as_it_is.is_settled():
        return (f"{sentence} Nothing to balance.",)
    if not options:
        return (f"{sentence} No small change allowed brings it nearer to even.",)
    return (sentence, f"The fairest change tried: {options[0].words}.")
