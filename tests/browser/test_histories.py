"""Three battles of history rebuilt from nothing in the editor, by mouse and keyboard: named places, deployment zones,
reinforcements on a die, victory by points. What is downloaded is what was meant, and opens again without a loss."""

import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from portable_wargame.scenario.model import Scenario
from portable_wargame.scenario.reading import read
from portable_wargame.scenario.writing import write
from portable_wargame.simulation.trials.battle_report import report
from portable_wargame.simulation.trials.trial import Trial

from .test_editor import at_the_desk, begin, cell, place, ready, tab


@dataclass(frozen=True)
class Force:
    """A side: what stands where, what its people are called, and where those deploy who stand nowhere yet."""

    name: str
    units: dict[str, tuple[str, ...]]  # cells by type
    named: dict[str, str] = field(default_factory=dict)  # by cell
    zone: tuple[str, str] | None = None  # its corners: painted by dragging from one to the other
    colour: str = ""


@dataclass(frozen=True)
class History:
    title: str
    book: str
    size: tuple[int, int]
    author: dict[str, str]
    lines: tuple[tuple[str, str, str], ...]  # feature, from, to
    patches: tuple[tuple[str, tuple[str, ...]], ...]  # feature, cells
    names: dict[str, str]
    forces: tuple[Force, Force]
    late: tuple[int, str, str, str, str]  # whose, its type, its name, the cell it comes by, and the score it needs
    points: tuple[tuple[int, str, str], ...]  # whose, how many, the place
    turns: str
    options: tuple[str, ...] = ()
    labels: tuple[tuple[str, str, str], ...] = ()


LANGENSALZA = History(
    title="Langensalza, 27 June 1866",
    book="late-19th-century",
    size=(9, 8),
    author={"Author": "A Designer", "Date of the battle": "27 June 1866", "Source": "The Prussian staff history, 1867"},
    lines=(("river", "a4", "i4"), ("road", "e1", "e8"), ("road", "h1", "h7")),
    patches=(("built up", ("e2", "e6")), ("hill 1", ("g6", "g7", "h7")), ("woods", ("b2", "b3"))),
    names={"e2": "Langensalza", "e6": "Merxleben", "g7": "Kirchberg"},
    forces=(
        Force(
            "Prussians",
            {"infantry rifles": ("c1", "d1", "f1"), "field artillery": ("g1",), "command": ("d2",)},
            {"c1": "11th Grenadiers", "d1": "Coburg-Gotha Regiment", "f1": "Landwehr"},
            colour="#1f3a5f",
        ),
        Force(
            "Hanoverians",
            {
                "infantry rifles": ("c7", "d7", "f7"),
                "mounted cavalry": ("a7",),
                "field artillery": ("g8",),
                "command": ("f8",),
            },
            {"c7": "Bülow's Brigade", "d7": "De Vaux's Brigade"},
            ("a8", "i7"),
        ),
    ),
    late=(1, "mounted cavalry", "Cambridge Dragoons", "b8", "5"),
    points=((0, "3", "e6"), (1, "3", "e2"), (1, "2", "g7")),
    turns="15",
    labels=(("Unstrut", "a4", "d4"),),
)
RORKES_DRIFT = History(
    title="Rorke's Drift, 22 January 1879",
    book="colonial",
    size=(10, 8),
    author={"Author": "A Designer", "Date of the battle": "22 January 1879", "Source": "Chard's report to the Queen"},
    lines=(("river", "a1", "a8"), ("road", "b3", "j3")),
    patches=(("fortification", ("e4", "f4", "g4")), ("hill 1", ("e7", "f7", "g8", "f8")), ("woods", ("d2",))),
    names={"e4": "Hospital", "g4": "Storehouse", "f7": "Oscarberg"},
    forces=(
        Force(
            "The garrison",
            {"infantry": ("e4", "f4", "g4"), "commander": ("f3",)},
            {"e4": "Private Hook's party", "g4": "Bourne's section", "f3": "Lieutenant Chard"},
            ("b1", "i2"),
        ),
        Force(
            "The Undi Corps",
            {"infantry": ("d8", "e8", "h7", "i7", "c7")},
            {"d8": "uThulwana", "h7": "uDloko", "i7": "inDlondlo"},
            colour="#5a4a2a",
        ),
    ),
    late=(1, "infantry", "inDluyengwe", "j6", "4"),
    points=((0, "2", "g4"), (0, "1", "e4"), (1, "4", "g4")),
    turns="12",
)
VILLERS_BOCAGE = History(
    title="Villers-Bocage, 13 June 1944",
    book="modern",
    size=(12, 8),
    author={"Author": "A Designer", "Date of the battle": "13 June 1944", "Source": "The regimental war diaries"},
    lines=(("road", "a4", "l4"), ("road", "d1", "d8"), ("river", "a2", "l2")),
    patches=(
        ("built up", ("c4", "d4", "d5", "e4")),
        ("hill 1", ("j4", "k4", "k5")),
        ("woods", ("g6", "h6", "h7", "f2")),
    ),
    names={"d4": "Villers-Bocage", "k4": "Point 213", "f2": "Bois de Villers"},
    forces=(
        Force(
            "22nd Armoured Brigade",
            {"tank": ("c3", "e3"), "infantry": ("d3",), "half-track": ("f3",), "commander": ("b3",)},
            {"c3": "A Squadron", "e3": "B Squadron", "d3": "Rifle Brigade"},
            ("a1", "f3"),
        ),
        Force(
            "Heavy Tank Battalion 101",
            {"tank": ("j7", "k7"), "infantry": ("i7",), "anti-tank gun": ("h8",)},
            {"j7": "2nd Company", "k7": "1st Company"},
            colour="#4a4a3a",
        ),
    ),
    late=(1, "tank", "Panzer-Lehr", "l6", "4"),
    points=((0, "3", "k4"), (1, "3", "d4"), (0, "1", "d4")),
    turns="14",
)


def hold_down(page: Page, start: str, end: str) -> None:
    page.locator(f'[data-cell="{start}"]').hover(force=True)
    page.mouse.down()
    page.locator(f'[data-cell="{end}"]').hover(force=True)
    page.mouse.up()


def ground(page: Page, history: History) -> None:
    tab(page, "ground")
    page.get_by_role("button", name="Line").click()
    for feature, start, end in history.lines:
        page.get_by_role("button", name=feature, exact=True).click()
        hold_down(page, start, end)
    page.get_by_role("button", name="Brush").click()
    for feature, cells in history.patches:
        page.get_by_role("button", name=feature, exact=True).click()
        for name in cells:
            cell(page, name)
    page.get_by_role("button", name="Names").click()
    for name, words in history.names.items():
        cell(page, name)
        page.get_by_label(f"Name of {name}").fill(words)
        page.keyboard.press("Enter")
    for number, (text, start, end) in enumerate(history.labels):
        page.get_by_role("button", name="Add lettering").click()
        page.get_by_label("Text", exact=True).nth(number).fill(text)
        page.get_by_label("From", exact=True).nth(number).fill(start)
        page.get_by_label("To", exact=True).nth(number).fill(end)


def force(page: Page, side: int, told: Force) -> None:
    for kind, cells in told.units.items():
        place(page, side, kind, *cells)
    details = page.get_by_text("Name, edge, colours and briefing")
    details.click()
    page.locator("details").get_by_label("Name", exact=True).fill(told.name)
    if told.colour:
        page.get_by_label("Colour", exact=True).fill(told.colour)
    if told.zone:
        page.locator("details").get_by_role("button", name="Choose on the board").click()
        across(page, *told.zone)
        page.locator("details").get_by_role("button", name="Done").click()
    details.click()
    for name, words in told.named.items():
        cell(page, name)
        page.locator("li .form").get_by_label("Name", exact=True).first.fill(words)
        page.keyboard.press("Tab")
    page.locator("h1").click()
    page.keyboard.press("Escape")


def across(page: Page, start: str, end: str) -> None:
    """Row by row, each with one stroke."""
    rows = range(min(int(start[1:]), int(end[1:])), max(int(start[1:]), int(end[1:])) + 1)
    for row in rows:
        page.locator(f'[data-cell="{start[0]}{row}"]').hover(force=True)
        page.mouse.down()
        for column in range(ord(start[0]), ord(end[0]) + 1):
            page.locator(f'[data-cell="{chr(column)}{row}"]').hover(force=True)
        page.mouse.up()


def reinforcement(page: Page, history: History) -> None:
    side, kind, name, entry, score = history.late
    tab(page, "forces")
    page.locator(".sides button").nth(side).click()
    page.locator(".types").get_by_role("button", name=kind, exact=True).click()
    page.get_by_role("button", name="Add off the board").click()
    page.keyboard.press("Escape")
    page.locator("button.unit").last.click()
    form = page.locator("li .form").first
    form.get_by_label("Name", exact=True).fill(name)
    form.get_by_label("Starts").select_option("arrives")
    form.get_by_label("From turn").fill("3")
    form.get_by_label("Comes", exact=True).select_option("cells")
    cell(page, entry)
    form.get_by_role("button", name="Done").click()
    form.get_by_label("Die").select_option(score)


def victory(page: Page, history: History) -> None:
    tab(page, "victory")
    for number, (side, worth, where) in enumerate(history.points):
        page.get_by_role("button", name="Add points").click()
        row = page.get_by_role("region", name="Victory points").locator("li").nth(number)
        row.get_by_label("Side").select_option(("red", "blue")[side])
        row.get_by_label("Points", exact=True).fill(worth)
        cell(page, where)
        row.get_by_role("button", name="Done").click()
    page.get_by_label("Lead for a decisive one").fill("5")


def battle(page: Page, history: History) -> None:
    tab(page, "battle")
    page.get_by_label("Title").fill(history.title)
    page.get_by_text("Author, date, source and notes").click()
    for label, words in history.author.items():
        page.get_by_label(label, exact=True).fill(words)
    page.get_by_label("Turns").fill(history.turns)
    page.get_by_label("Historical: a refight").check()


def meant(history: History) -> dict[str, Any]:
    """What of the file is decided by the history alone."""
    side, kind, name, entry, score = history.late
    ids = ("red", "blue")
    return {
        "title": history.title,
        "author": history.author["Author"],
        "date": history.author["Date of the battle"],
        "names": history.names,
        "points": [
            {"side": ids[whose], "points": int(worth), "hold": [where]} for whose, worth, where in history.points
        ],
        "degrees": {"decisive": 5},
        "late": (name, kind.replace(" ", "-"), {"turn": 3, "cells": [entry], "roll": int(score)}, ids[side]),
        "zones": [sorted(zone_cells(told)) for told in history.forces],
        "sides": [told.name for told in history.forces],
        "colours": [told.colour for told in history.forces],
        "named": [sorted(told.named.values()) for told in history.forces],
        "labels": [{"text": text, "at": start, "to": end} for text, start, end in history.labels],
    }


def zone_cells(told: Force) -> set[str]:
    if told.zone is None:
        return set()
    (first, low), (last, high) = ((name[0], int(name[1:])) for name in told.zone)
    rows = range(min(low, high), max(low, high) + 1)
    return {f"{chr(column)}{row}" for column in range(ord(first), ord(last) + 1) for row in rows}


def built(text: str, history: History) -> dict[str, Any]:
    found = tomllib.loads(text)
    side, _, name, _, _ = history.late
    late = next(unit for unit in found["sides"][side]["units"] if unit.get("name") == name)
    return {
        **{key: found.get(key) for key in ("title", "author", "date", "names", "points", "degrees")},
        "late": (late["name"], late["type"], late["arrives"], found["sides"][side]["id"]),
        "zones": [sorted(one.get("zone", [])) for one in found["sides"]],
        "sides": [one["name"] for one in found["sides"]],
        "colours": [one.get("colour", "") for one in found["sides"]],
        "named": [
            sorted(unit["name"] for unit in one["units"] if "name" in unit and "arrives" not in unit)
            for one in found["sides"]
        ],
        "labels": found.get("labels", []),
    }


def read_back(scenario: Scenario) -> Scenario:
    return read(write(scenario))


@pytest.mark.parametrize("history", [LANGENSALZA, RORKES_DRIFT, VILLERS_BOCAGE], ids=lambda one: one.book)
def test_a_battle_of_history_is_rebuilt_from_nothing(page: Page, history: History, tmp_path: Path) -> None:
    at_the_desk(page)
    begin(page, *history.size, history.book)
    ground(page, history)
    for side, told in enumerate(history.forces):
        force(page, side, told)
    reinforcement(page, history)
    victory(page, history)
    battle(page, history)
    ready(page)
    page.get_by_role("button", name="Export…").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Scenario file").click()
    file = tmp_path / "history.toml"
    file.write_bytes(Path(download.value.path()).read_bytes())
    text = file.read_text("utf-8")
    assert built(text, history) == meant(history)
    page.get_by_role("button", name="Close").last.click()

    # Nothing is lost between file, checker and editor.
    scenario = read(text)
    assert read_back(scenario) == scenario
    begin(page, 4, 4)
    page.locator(".bar input[type=file]").set_input_files(file)
    expect(page.get_by_role("heading", name=history.title)).to_be_visible()
    ready(page)
    tab(page, "text")
    area = page.get_by_label("Text of the scenario")
    expect(area).to_have_value(re.compile("format"))
    assert tomllib.loads(area.input_value()) == tomllib.loads(text)

    # It is fought to an end, by opponents and at the table, and leads back here.
    trial = Trial(scenario, ("eager", "recruit"), 1)
    assert all(report(trial, number).turns > 0 for number in range(3))
    page.get_by_role("button", name="Play it").click()
    page.get_by_label("Both sides").check()
    page.get_by_role("button", name="Begin the battle").click()
    expect(page.locator(".place-names")).to_contain_text(next(iter(history.names.values())))
    page.get_by_role("link", name="Back to the editor").click()
    ready(page)
