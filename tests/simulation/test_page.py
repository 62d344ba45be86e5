"""The report: one file, nothing from elsewhere, every part there."""

import re
from xml.etree import ElementTree

import pytest

from portable_wargame.scenario import library
from portable_wargame.simulation.report.findings import between
from portable_wargame.simulation.report.page import page
from portable_wargame.simulation.trials.battle_report import report
from portable_wargame.simulation.trials.executors import InThisProcess
from portable_wargame.simulation.trials.running import Enough, run
from portable_wargame.simulation.trials.summary import Summary
from portable_wargame.simulation.trials.trial import Trial
from tests.simulation.samples import one_shot


def summed_up(trial: Trial, games: int) -> Summary:
    summary = Summary(trial.scenario)
    for number in range(games):
        summary.add(report(trial, number))
    return summary


@pytest.fixture(scope="module")
def html() -> str:
    trial = Trial(library.load("port-sabine"), ("recruit", "recruit"), 1)
    return page(trial, summed_up(trial, 25))


def test_every_part_is_there(html: str) -> None:
    headings = re.findall(r"<h2>(.*?)</h2>", html)
    assert headings == [
        "Who wins",
        "What decided it",
        "Strength over time",
        "How long it lasts",
        "Drama",
        "Turning points",
        "How much was luck",
        "Losses by unit",
        "Losses by cause",
        "Where units fell",
        "Where units went",
    ]
    assert html.count("<svg") == 10
    assert "colonial.fire" in html


def test_nothing_comes_from_elsewhere(html: str) -> None:
    assert not re.search(r"<(script|link|iframe|img)\b|@import|url\((?!#)|\b(src|srcset)=", html)
    assert set(re.findall(r"https?://[^\"'\s<]+", html)) <= {
        "http://www.w3.org/2000/svg",
        "http://www.w3.org/1999/xlink",
    }
    assert "prefers-color-scheme: dark" in html


def test_every_drawing_is_well_formed(html: str) -> None:
    for drawing in re.findall(r"<svg.*?</svg>", html, re.DOTALL):
        ElementTree.fromstring(drawing)


def test_names_are_shown_as_they_are_written() -> None:
    scenario = one_shot()
    scenario.title = "<b>Fire & Water</b>"
    scenario.sides[0].name = 'The "Reds" <i>'
    trial = Trial(scenario, ("recruit", "recruit"), 1)
    shown = page(trial, summed_up(trial, 3))
    assert "<b>" not in shown and "<i>" not in shown
    assert "&lt;b&gt;Fire &amp; Water" in shown


def test_a_run_until_it_is_sharp_goes_by_the_interval_for_that() -> None:
    trial = Trial(one_shot(), ("recruit", "recruit"), 1)
    enough = Enough(40, 0.01)
    shown = page(trial, run(trial, enough, InThisProcess(), 1))
    assert enough.sharpening is not None
    sharp = between(enough.sharpening.interval())
    assert f"({sharp})" in shown and f">{sharp}<" in shown
    assert "Wilson" not in shown
    assert "not yet as precise as you asked" in shown
    assert between(summed_up(trial, 40).rate(0)) not in shown
