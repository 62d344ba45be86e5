"""Settings that a scenario may add to its book, played on the page: secrets that each side keeps, reinforcements by die
and by condition, night and weather, points, n of m places, degrees of victory."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from .pair import Pair
from .scenarios import battle
from .table import Table

Tree = dict[str, Any]

RED: list[Tree] = [
    {"id": "r1", "type": "infantry", "at": "d4", "facing": "n", "name": "Guards"},
    {"id": "r2", "type": "cavalry", "arrives": {"turn": 1, "cells": ["c1", "d1"], "roll": 4}, "name": "Lancers"},
]
BLUE: list[Tree] = [
    {"id": "b1", "type": "infantry", "at": "g8", "facing": "s", "name": "Line"},
    {
        "id": "b2",
        "type": "infantry",
        "arrives": {"turn": 1, "edge": "north", "when": {"enemy-at": ["d4"]}},
        "name": "Reserve",
    },
]
EVENTFUL = battle("Eventful", "classic", "square", RED, BLUE) | {
    "turns": 2,
    "names": {"d4": "Merxleben", "g8": "Kirchberg"},
    "house-rules": {"night": "from 2", "weather": "mist"},
    "labels": [{"text": "Unstrut", "at": "a6", "to": "h6"}],
    "degrees": {"marginal": 1, "decisive": 3},
    "points": [
        {"side": "red", "hold": ["d4"], "points": 2, "each-turn": True},
        {"side": "blue", "hold": ["g8"], "points": 1},
    ],
    "victory": [{"side": "blue", "hold": ["d4", "e4", "g8"], "at-least": 2, "degree": "marginal"}],
}

EVENTFUL["sides"][0] |= {
    "colour": "#5a4a2a",
    "flag": {"pattern": "horizontal", "colours": ["#000000", "#ffffff", "#5a4a2a"]},
}


def test_reinforcements_points_night_and_degrees(page: Page, table: Table) -> None:
    table.sit(EVENTFUL, 3)
    expect(page.locator(".place-names")).to_contain_text("Merxleben")
    expect(page.locator(".place-names")).to_contain_text("Unstrut")
    # One is called by the enemy in Merxleben, the other by a die.
    expect(page.get_by_label("Dice")).to_contain_text("Reinforcements")
    expect(page.get_by_label("Units that can act")).to_contain_text("Reserve")
    expect(page.locator("aside")).to_contain_text("0 victory points")
    expect(page.locator("aside")).to_contain_text("1 victory point")
    # The side's own colour and flag.
    expect(page.locator('[data-unit="r1"] .counter')).to_have_attribute("style", re.compile("#5a4a2a"))
    expect(page.locator("aside .flag svg")).to_have_count(1)
    for _ in range(4):
        before = table.seq
        table.end_turn()
        table.moved_on(before)
    table.asks("The battle is over")
    table.tab("Log")
    expect(page.get_by_role("tabpanel")).to_contain_text("Lancers can come on")
    expect(page.get_by_role("tabpanel")).to_contain_text("Redland scored 2 points")
    table.tab("Battle")
    told = page.get_by_role("tabpanel")
    expect(told).to_contain_text("won by 4 points to 1")
    expect(told).to_contain_text("a decisive victory")
    expect(told).to_contain_text("Redland scores 2 points for Merxleben (d4) at the end of every turn.")
    expect(told).to_contain_text("Blueland wins by holding 2 of Merxleben (d4), e4 and Kirchberg (g8)")
    for rule in ("night from 2", "weather mist"):
        expect(told).to_contain_text(rule)


AMBUSH = battle(
    "Ambush",
    "colonial",
    "square",
    [
        {"id": "r1", "type": "infantry", "hidden": True, "name": "Guards"},
        {"id": "r2", "type": "infantry", "at": "h1", "name": "Rifles"},
    ],
    [{"id": "b1", "type": "infantry", "name": "Line"}, {"id": "b2", "type": "infantry", "at": "h8", "name": "Pickets"}],
) | {"secret-deployment": True}
AMBUSH["sides"][0] |= {"zone": ["a1", "b1", "a2", "b2"], "dummies": 1}
AMBUSH["sides"][1] |= {"zone": ["a8", "b8", "c8"]}


def test_each_side_deploys_in_secret_and_only_marks_are_seen(new_page: Callable[..., Page]) -> None:
    pair = Pair(new_page, AMBUSH, seed=4)
    ada, ben = pair.ada, pair.ben
    ada.page.get_by_role("button", name="Guards", exact=True).click()
    ada.choose("b2")
    expect(ada.page.locator('[data-unit="r1"] .hidden')).to_be_visible()
    # When all units are placed it is the dummy's turn.
    expect(ada.page.locator("aside")).to_contain_text("Now choose a place for a dummy")
    ada.choose("a1")
    ada.choose("a1")
    expect(ada.page.locator('[data-blind="a1"]')).to_be_visible()
    ada.press("Ready")
    expect(ben.question).to_contain_text("Deploy")
    expect(ben.page.locator('[data-unit="r1"]')).to_have_count(0)
    expect(ben.page.locator("[data-blind]")).to_have_count(0)
    ben.page.get_by_role("button", name="Line", exact=True).click()
    ben.choose("a8")
    ben.press("Ready")
    # Line is seen by everybody now; of the Guards and the dummy, that something is there.
    expect(ada.page.locator('[data-unit="b1"]')).to_be_visible()
    expect(ada.page.locator('[data-blind="a1"]')).to_be_visible()
    expect(ben.page.locator("[data-blind]")).to_have_count(2)
    expect(ben.page.locator('[data-unit="r1"]')).to_have_count(0)
