"""The report: one HTML file that needs nothing else, neither scripts nor a network."""

from html import escape

from ...rulesets import RULESETS
from ..trials.summary import Summary
from ..trials.trial import Trial
from . import charts, findings
from .charts import can_draw
from .heat import heat_map

__all__ = ["can_draw", "page"]

STYLE = """
:root { color-scheme: light dark; }
:root { --paper: #fbfaf5; --ink: #2b2820; --faint: #716b5c; --line: #ddd8c8; --card: #ffffff; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #1b1a17; --ink: #e9e5d8; --faint: #a49d8b; --line: #3a372f; --card: #242320; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 1120px; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 .25rem; }
h2 { font-size: 1.15rem; margin: 0 0 .5rem; }
.faint { color: var(--faint); }
.verdict { font-size: 1.25rem; margin: 1rem 0 1.5rem; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 500px), 1fr)); gap: 1rem; }
section { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 1rem; min-width: 0; }
section > svg { display: block; max-width: 100%; height: auto; margin: .25rem auto; overflow: visible; }
p { margin: .4rem 0; }
ul { margin: .4rem 0; padding-left: 1.2rem; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: .25rem .5rem .25rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
th { font-weight: 600; } td.n, th.n { text-align: right; } td.n { white-space: nowrap; }
code { font-size: .85em; }
details summary { cursor: pointer; color: var(--faint); }
@media print { section { break-inside: avoid; } }
"""


def page(trial: Trial, summary: Summary) -> str:
    scenario = trial.scenario
    names = findings.names(summary)
    book = RULESETS[scenario.ruleset]
    settings = "".join(f", {key} = {value}" for key, value in scenario.house_rules.items())
    about = (
        f"{summary.games():,} battles, seed {trial.seed}; {names[0]} played by the {trial.levels[0]},"
        f" {names[1]} by the {trial.levels[1]}. {book.title}, edition {book.edition}{settings}."
    )
    cards = [
        card("Who wins", charts.win_rates(summary), rates(trial, summary), note(interval_note(summary))),
        card("What decided it", bullets(findings.decided(summary)), units(summary), note(UNITS)),
        card("Strength over time", charts.strength_over_time(summary), note(BANDS)),
        card("How long it lasts", paragraph(findings.length(summary)), charts.lengths(summary)),
        card("Turning points", paragraph(findings.turning(summary)), charts.turning_points(summary), moments(summary)),
        card("How much was luck", bullets(findings.luck(summary)), charts.luck_and_outcome(summary), note(LUCK)),
        card("Losses by unit", charts.losses_by_unit(summary)),
        card("Losses by cause", charts.losses_by_cause(summary), clauses(summary)),
        card("Where units fell", heat_map(scenario, "Units destroyed", summary.deaths, summary.games()), note(HEAT)),
        card("Where units went", heat_map(scenario, "Cells entered", summary.moves, summary.games()), note(HEAT)),
    ]
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(scenario.title)}: {summary.games()} battles</title><style>{STYLE}</style></head>\n<body><main>"
        f'<h1>{escape(scenario.title)}</h1><p class="faint">{escape(about)}</p>'
        f'<p class="verdict">{escape(headline(summary))}</p>\n<div class="cards">\n' + "\n".join(cards) + "\n</div>"
        "</main></body></html>\n"
    )


WILSON = "The interval is Wilson's, for 95 %"
SEQUENCE = "The interval, for 95 %, is of a sequence of which all hold at once (empirical Bernstein)"
UNITS = (
    "A unit's fate and its side's go together; that does not say which brought the other about. Only units are listed"
    " for which chance is ruled out: the intervals allow for there being many units to choose from."
)
BANDS = (
    "The line is the middle of all battles that got so far; half of them lie in the darker band, eight in ten in all."
)
LUCK = (
    "Every attack has exact odds. Luck is the hits that fell, less those to be expected, dealt out and suffered; one"
    " that leaves its victim a way out, drives back or pins counts a half."
)
HEAT = (
    "Left half discs are the first side's, right ones the second's. Areas go with the numbers; point at one to read it."
)


def headline(summary: Summary) -> str:
    rate = summary.rate(0)
    who = findings.names(summary)
    share = f"{who[0]} wins {findings.per_cent(rate.value)} ({findings.between(rate)})."
    sharpness = f" {findings.sharpness(summary.sharpening)}" if summary.sharpening is not None else ""
    return f"{share} {findings.verdict(summary)}{sharpness}"


def interval_note(summary: Summary) -> str:
    kind = WILSON if summary.sharpening is None else SEQUENCE
    return f"A draw counts half. {kind}; the grey band is what passes for fair, 45 to 55 %."


def card(title: str, *parts: str) -> str:
    return f"<section><h2>{escape(title)}</h2>{''.join(parts)}</section>"


def paragraph(words: str) -> str:
    return f"<p>{escape(words)}</p>"


def note(words: str) -> str:
    return f'<p class="faint">{escape(words)}</p>'


def bullets(sentences: list[str]) -> str:
    return f"<ul>{''.join(f'<li>{escape(sentence)}</li>' for sentence in sentences)}</ul>"


def table(headings: list[str], rows: list[list[str]]) -> str:
    """The first column is words, the others are numbers."""
    kinds = ["", *[' class="n"'] * (len(headings) - 1)]
    head = "".join(f"<th{kind}>{escape(words)}</th>" for kind, words in zip(kinds, headings, strict=True))
    body = "".join(
        "<tr>" + "".join(f"<td{kind}>{escape(words)}</td>" for kind, words in zip(kinds, row, strict=True)) + "</tr>"
        for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def rates(trial: Trial, summary: Summary) -> str:
    tally = summary.tally
    rows = []
    for side, name in enumerate(findings.names(summary)):
        rate = summary.rate(side)
        won = tally.wins if side == 0 else tally.losses
        numbers = [f"{won:,}", f"{tally.draws:,}", findings.per_cent(rate.value), findings.between(rate)]
        rows.append([f"{name} ({trial.levels[side]})", *numbers])
    return table(["side", "won", "drawn", "win rate", "95 %"], rows)


def units(summary: Summary) -> str:
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
    return table(["unit", "its side's win rate if it survives", "95 %", "survived", "fell"], rows) if rows else ""


def moments(summary: Summary) -> str:
    rows = [
        [
            findings.unit_name(summary, unit),
            verb,
            findings.per_cent(count / summary.games()),
            findings.between(summary.share(count)),
        ]
        for (unit, verb), count in summary.moments.most_common(5)
    ]
    return table(["the greatest blow of a battle is struck by", "with", "in", "95 %"], rows) if rows else ""


def clauses(summary: Summary) -> str:
    """The rules behind the causes, in words."""
    totals = summary.causes[0] + summary.causes[1]
    rows = "".join(
        f"<tr><td><code>{escape(clause)}</code></td><td>{escape(findings.rule_of(clause))}</td></tr>"
        for clause, _ in totals.most_common(charts.MOST_ROWS)
    )
    return f"<details><summary>These rules in words</summary><table><tbody>{rows}</tbody></table></details>"
