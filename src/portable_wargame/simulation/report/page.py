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
from .style import STYLE


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
