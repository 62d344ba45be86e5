"""The end of a battle: who has won and why, another one at once, and a replay for anybody who has the link."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.server.test_computer import hopeless

from .pair import Pair
from .scenarios import LORRIES
from .table import Table


def over(table: Table) -> None:
    """A battle that the computer fights alone."""
    table.sit("toll-house", seed=3, seats={side: {"level": "sergeant"} for side in ("red", "blue")})
    expect(table.question).to_contain_text("The battle is over.")


def test_one_concedes_to_the_computer_and_has_a_rematch_with_swapped_sides(page: Page, table: Table) -> None:
    table.sit(LORRIES, seed=4, seats={"blue": {"level": "recruit"}})
    page.locator("section.mine").wait_for()
    table.tab("Battle")
    page.get_by_role("button", name="Concede…").click()
    page.get_by_role("dialog").get_by_role("button", name="Concede").click()
    # The button was far down the panel; what comes of it is at the top.
    expect(page.get_by_role("heading", name="You have lost")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("tabpanel")).to_contain_text("Redland gave up the battle")
    before = page.url
    page.get_by_role("button", name="Swap sides").click()
    expect(page).not_to_have_url(before)
    expect(page.locator("section.mine")).to_be_visible()
    table.tab("Battle")
    expect(page.get_by_role("button", name="Concede…")).to_be_visible()
    expect(page.get_by_role("complementary").get_by_role("listitem").filter(has_text="Blueland")).to_contain_text("you")


@pytest.mark.parametrize("answer", ["Decline", "Accept"])
def test_a_computer_that_has_as_good_as_lost_offers_to_give_up(page: Page, table: Table, answer: str) -> None:
    table.sit(hopeless(), seed=3, seats={"blue": {"level": "captain"}})
    offer = page.get_by_text("Blue offers to give up.")
    expect(page.get_by_role("button", name="Turn 1", exact=True)).to_have_attribute("aria-current", "step")
    table.asks("Give your orders")
    before = table.seq
    table.end_turn()
    table.reaches(before + 1)
    expect(offer).to_be_visible()
    page.get_by_role("button", name=answer).click()
    expect(offer).not_to_be_visible()
    if answer == "Accept":
        expect(page.get_by_role("heading", name="You have won")).to_be_visible()
    else:
        table.asks("Give your orders")


def test_a_finished_battle_is_told_and_played_again_for_whoever_has_the_link(
    new_page: Callable[..., Page], page: Page, table: Table, axe: Callable[[Page], list[str]]
) -> None:
    over(table)
    panel = page.get_by_role("tabpanel")
    expect(panel.get_by_role("heading", level=2).first).to_contain_text("Victory for ")
    expect(panel).to_contain_text("It cost")
    expect(panel).to_contain_text("chances:")
    assert axe(page) == []
    page.get_by_text("Share this battle").click()
    link = page.get_by_label("Link to watch this battle").input_value()
    stranger = new_page()
    stranger.goto(link)
    expect(stranger.get_by_role("tabpanel")).to_contain_text("Victory for ")
    stranger.get_by_role("button", name="Watch the replay").click()
    slider = stranger.get_by_label("Moment of the battle")
    expect(stranger.get_by_role("button", name="Pause")).to_be_visible()
    stranger.get_by_label("Speed").select_option("4×")
    expect(slider).not_to_have_value("0")
    stranger.get_by_role("button", name="Pause").click()
    at = slider.input_value()
    stranger.get_by_role("button", name="Turn 3", exact=True).click()
    expect(slider).not_to_have_value(at)
    assert stranger.locator(".slider path").count() > 5
    # A moment that decided it is one click away.
    stranger.locator("ol button .small-caps").first.click()
    expect(stranger.get_by_role("button", name="To the end")).to_be_visible()


def test_whoever_wonders_hears_whether_it_was_the_dice(
    page: Page, table: Table, axe: Callable[[Page], list[str]]
) -> None:
    over(table)
    page.get_by_role("button", name="Weigh the dice").click()
    panel = page.get_by_role("tabpanel")
    expect(panel).to_contain_text("at the outset, ", timeout=60_000)
    assert page.locator("svg circle title").count() > 5
    assert axe(page) == []
    # Whichever way one comes: what is on the board is how it stood before the order, with the better one marked.
    page.get_by_role("button", name="Look into the orders").click()
    expect(panel).to_contain_text("Orders that clearly gave something away")
    moment = panel.get_by_role("button", name=re.compile("would have ordered “.*: (move|fire|attack)")).first
    mark = page.locator("#board .way, #board .target.lit")
    slider = page.get_by_label("Moment of the battle")
    moment.click()
    expect(mark).to_be_attached()
    before = slider.input_value()
    page.get_by_role("button", name="Turn 1", exact=True).click()
    expect(slider).not_to_have_value(before)
    expect(mark).to_have_count(0)
    moment.click()
    expect(slider).to_have_value(before)
    expect(mark).to_be_attached()
    expect(page.get_by_role("button", name="To the end")).to_be_visible()
    page.get_by_role("button", name="Play on from here").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Play on from step")
    # Computers alone fought it: there is no seat that one would have to hold.
    dialog.get_by_role("radio", name="Coast Brigade").check()
    dialog.get_by_role("button", name="Play on").click()
    expect(dialog).not_to_be_visible()
    expect(page.locator("section.mine")).to_be_visible()


def test_friends_fight_again(new_page: Callable[..., Page]) -> None:
    pair = Pair(new_page, LORRIES)
    pair.ada.tab("Battle")
    pair.ada.page.get_by_role("button", name="Resign…").click()
    pair.ada.page.get_by_role("dialog").get_by_role("button", name="Resign", exact=True).click()
    expect(pair.ben.page.get_by_role("heading", name="You have won")).to_be_visible()
    first = pair.ada.page.url
    pair.ada.page.get_by_role("button", name="Swap sides").click()
    expect(pair.ada.page).not_to_have_url(first)
    expect(pair.ben.page.get_by_text("Ada wants a rematch.")).to_be_visible()
    pair.ben.page.get_by_role("button", name="Accept").click()
    pair.ben.page.get_by_role("button", name="Take command of Redland").click()
    for one in (pair.ada, pair.ben):
        expect(one.page.locator("[data-cell]").first).to_be_attached()
    expect(pair.ben.page.locator("section.mine")).to_be_visible()
    assert pair.ada.page.url == pair.ben.page.url
