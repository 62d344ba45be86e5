"""The report: one HTML file that needs nothing else, neither scripts nor a network."""

from html import escape

from ..balancing import Option
from ..comparing import Comparison
from ..trials.summary import Summary
from ..trials.trial import Trial
from . import compared
from .sections import (
    Section,
    Table,
    about,
    balanced_sections,
    balanced_sentences,
    compared_sections,
    headline,
    sections,
)

STYLE = """
:root { color-scheme: light dark; }
:root { --paper: #f0e6d0; --ink: #2a2318; --faint: #6d6048; --line: #d5c7a6; --card: #fcf6e7; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #1b1a17; --ink: #e9e5d8; --faint: #a49d8b; --line: #3a372f; --card: #242320; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 Georgia, "Times New Roman", serif; }
main { max-width: 1160px; margin: 0 auto; padding: 2.2rem 1.25rem 4rem; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 .25rem; }
h1 { border-bottom: 3px double var(--line); padding-bottom: .5rem; }
h2 { font-size: 1.15rem; margin: 0 0 .5rem; }
.faint { color: var(--faint); font-size: .92rem; }
.verdict { font-size: 1.25rem; margin: 1rem 0 1.5rem; }
.cards { columns: 2 480px; column-gap: 1rem; }
section { background: var(--card); border: 1px solid var(--line); border-radius: 5px; }
section { padding: 1rem 1.1rem; margin: 0 0 1rem; break-inside: avoid; }
section > svg { display: block; max-width: 100%; height: auto; margin: .4rem auto; }
svg text { font-family: system-ui, sans-serif; }
p { margin: .4rem 0; }
ul { margin: .4rem 0; padding-left: 1.2rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font: .9rem/1.4 system-ui, sans-serif; }
table { font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: .25rem .6rem .25rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
th { font-weight: 600; } td.n { white-space: nowrap; }
td.n, th.n { text-align: right; padding-right: 0; padding-left: .6rem; }
details summary { cursor: pointer; color: var(--faint); }
@media print {
  :root { --paper: #fff; --card: #fff; --ink: #000; --faint: #444; --line: #bbb; color-scheme: light; }
  main { max-width: none; padding: 0; } .cards { columns: 1; }
  details { display: none; }
}
@page { margin: 16mm; }
"""


def page(trial: Trial, summary: Summary, skill: str = "") -> str:
    title = trial.scenario.title
    return written(title, about(trial, summary), headline(summary), sections(trial, summary, skill=skill))


def compared_page(comparison: Comparison, words: str) -> str:
    first = comparison.variants[0]
    title = f"{first.trial.scenario.title}: {first.words} compared"
    return written(title, words, compared.verdict(comparison)[0], compared_sections(comparison))


def balanced_page(as_it_is: Option, options: list[Option], games: int, words: str) -> str:
    title = f"{as_it_is.scenario().title}: how to make it fair"
    verdict = balanced_sentences(as_it_is, options, games)[-1]
    return written(title, words, verdict, balanced_sections(as_it_is, options, games))


def written(title: str, words: str, verdict: str, parts: list[Section], note: str = "") -> str:
    cards = "\n".join(card(part) for part in parts)
    said = f'<p class="verdict">{escape(verdict)}</p>' if verdict else ""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>\n<body><main>"
        f'<h1>{escape(title)}</h1><p class="faint">{escape(words)}</p>{said}\n<div class="cards">\n{cards}\n</div>'
        f"{faint(note) if note else ''}</main></body></html>\n"
    )


def card(part: Section) -> str:
    inner = [f"<h2>{escape(part.title)}</h2>"]
    if len(part.sentences) == 1:
        inner.append(f"<p>{escape(part.sentences[0])}</p>")
    elif part.sentences:
        inner.append(f"<ul>{''.join(f'<li>{escape(sentence)}</li>' for sentence in part.sentences)}</ul>")
    inner.append(part.drawing)
    if part.table is not None:
        inner.append(table(part.table))
    if part.note:
        inner.append(faint(part.note))
    return f"<section>{''.join(inner)}</section>"


def faint(words: str) -> str:
    return f'<p class="faint">{escape(words)}</p>'


def table(told: Table) -> str:
    kinds = ["" if told.folded or not column else ' class="n"' for column in range(len(told.headings))]
    head = "".join(f"<th{kind}>{escape(words)}</th>" for kind, words in zip(kinds, told.headings, strict=True))
    body = "".join(
        "<tr>" + "".join(f"<td{kind}>{escape(words)}</td>" for kind, words in zip(kinds, row, strict=True)) + "</tr>"
        for row in told.rows
    )
    made = f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'
    return f"<details><summary>{escape(told.folded)}</summary>{made}</details>" if told.folded else made
