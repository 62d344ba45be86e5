"""The lobby: a battle on show, shelves to choose from, a table set in a minute, and one's own battles."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from .scenarios import LORRIES
from .table import Table


def test_the_lobby_invites(page: Page, axe: Callable[[Page], list[str]]) -> None:
    show = page.get_by_role("figure")
    # It goes on by itself: what stands on the board changes.
    board = show.locator("svg").first
    expect(board).to_be_visible()
    before = show.inner_html()
    page.wait_for_function("(before) => document.querySelector('figure').innerHTML !== before", arg=before)
    show.get_by_role("button", name="Pause").click()
    for heading in ("First steps", "Twenty minutes", "Big boards"):
        expect(page.get_by_role("heading", name=heading)).to_be_visible()
    ridge = page.get_by_role("listitem").filter(has_text="Harrow Ridge")
    expect(ridge).to_contain_text("20 min")
    expect(ridge).to_contain_text("Easy")
    expect(ridge).to_contain_text("of 400 battles between captains")
    assert axe(page) == []
    page.get_by_label("Search").fill("gas flight")
    expect(page.get_by_role("heading", level=3)).to_have_text(["Big boards", "Sallow Wood"])
    page.get_by_label("Search").fill("")
    page.get_by_label("Arrange").select_option("Shortest first")
    cards = page.get_by_role("region", name="The library").get_by_role("listitem")
    expect(cards.first).to_contain_text("10 min")
    # Somebody's own battles, of which nothing was measured, come behind those of the library.
    expect(cards.filter(has_text=re.compile(r"\d min")).last).to_contain_text("40 min")


def test_a_battle_is_set_up_with_its_map_and_back_closes_it(page: Page) -> None:
    page.get_by_role("button", name="The Toll House").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("img", name="Map of The Toll House")).to_be_visible()
    expect(dialog).to_contain_text("To win: hold the Toll Bridge (b2) at the end of turn 9 or destroy 14 enemy SP")
    expect(dialog.get_by_role("button", name="Begin the battle")).to_be_focused()
    page.go_back()
    expect(dialog).to_have_count(0)
    expect(page.get_by_role("heading", name="Choose your battle")).to_be_visible()
    # The address of a battle can be sent, and closing it leads to the lobby.
    page.goto(page.url.split("#")[0] + "#/battle/harrow-ridge")
    page.reload()
    dialog.get_by_role("button", name="Cancel").click()
    expect(dialog).to_have_count(0)


def test_a_random_battle_is_size_book_and_go(page: Page) -> None:
    random = page.get_by_role("region", name="Random battle")
    random.get_by_role("button", name="Small").click()
    random.get_by_label("Rulebook").select_option("Colonial")
    random.get_by_role("button", name="Go").click()
    expect(page.locator("[data-cell]")).to_have_count(64)
    expect(page.locator(".question")).to_be_visible()


@pytest.mark.parametrize("side", ["red", "blue"])
def test_ones_battles_say_against_whom_and_whose_move_it_is(page: Page, table: Table, side: str) -> None:
    other = {"red": "blue", "blue": "red"}[side]
    table.sit(LORRIES, seed=4, seats={other: {"level": "recruit"}})
    table.page.locator("section.mine").wait_for()
    page.get_by_role("link", name="Back to the lobby").click()
    battle = page.get_by_role("region", name="Your battles").get_by_role("listitem").filter(has_text="Lorries")
    expect(battle).to_contain_text("your move")
    expect(battle).to_contain_text("against the recruit · now")
    expect(battle.get_by_role("link").locator("img")).to_be_visible()
