"""What was played stays: seen again, played on, and there after any mishap."""

import contextlib
import json
import re
import sqlite3
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from .scenarios import LORRIES
from .serving import Server
from .table import Table


def test_replay_and_play_on(page: Page, table: Table, axe: Callable[[Page], list[str]]) -> None:
    a_few_steps(table)
    last = table.seq
    page.get_by_role("button", name="A turn back").click()
    expect(page.get_by_role("button", name="Back to the present")).to_be_visible()
    page.keyboard.press(".")
    page.keyboard.press(",")
    expect(page.locator(".where")).to_have_text(f"0 / {last}")
    expect(page.locator('[data-unit="b1"]')).to_be_visible()
    table.tab("Log")
    page.get_by_role("button", name="The shell landed in c5").click()
    expect(page.locator("li.here")).to_contain_text("landed in c5")
    page.get_by_role("button", name="Play on from here").click()
    page.get_by_label("Recruit").check()
    assert axe(page) == []
    page.get_by_role("button", name="Play on", exact=True).click()
    expect(page.get_by_role("complementary")).to_contain_text("recruit")
    expect(page.locator("section.mine")).to_be_visible()


def test_a_record_is_opened_and_looked_at(page: Page, table: Table, tmp_path: Path) -> None:
    a_few_steps(table)
    table.tab("Battle")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the record").click()
    record = tmp_path / "lorries.pwg"
    saved.value.save_as(record)
    assert json.loads(record.read_text("utf-8").splitlines()[0])["scenario"]["title"] == "Lorries"
    page.get_by_role("link", name="Back to the lobby", exact=True).click()
    page.get_by_label("Open a record").set_input_files(record)
    table.asks("This is a record.")
    page.get_by_role("button", name="A step back").click()
    expect(page.locator(".where")).to_contain_text("/")


def test_reload_loses_nothing(page: Page, table: Table) -> None:
    a_few_steps(table)
    before = table.seq, table.question.inner_text()
    page.reload()
    table.asks("ive your orders")
    assert (table.seq, table.question.inner_text()) == before
    page.get_by_role("link", name=re.compile("Back to the")).click()
    page.get_by_role("link", name="Lorries").click()
    table.asks("ive your orders")


def test_a_battle_that_cannot_be_read_any_more_can_be_saved(page: Page, table: Table, server: Server) -> None:
    a_few_steps(table)
    game = page.url.rpartition("/")[2]
    server.kill()
    with contextlib.closing(sqlite3.connect(server.data / "games.sqlite")) as store, store:
        store.execute("UPDATE lines SET line = '{\"spoiled\": 1}' WHERE game = ? AND number = 0", [game])
    server.start()
    page.reload()
    expect(page.get_by_role("heading", name="This battle can’t be read")).to_be_visible()
    page.get_by_role("link", name=re.compile("Back to the")).click()
    page.get_by_role("link", name="One of your battles").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save what was kept").click()
    assert saved.value.path().read_text("utf-8").startswith('{"spoiled": 1}\n')


def test_the_server_may_die(page: Page, table: Table, server: Server) -> None:
    a_few_steps(table)
    before = table.seq
    server.kill()
    expect(page.get_by_text("Connection lost")).to_be_visible()
    server.start()
    expect(page.get_by_text("Connection lost")).to_have_count(0)
    assert table.seq == before
    table.choose("f2")
    page.get_by_role("button", name="Unload Passengers").click()
    table.moved_on(before)


def test_two_browsers_at_one_table(new_page: Callable[..., Page], page: Page, table: Table) -> None:
    """What one does the other sees, without asking."""
    table.sit(LORRIES, seed=4)
    other = new_page()
    seats = page.evaluate("localStorage.getItem('portable-wargame/seats')")
    other.evaluate("(seats) => localStorage.setItem('portable-wargame/seats', seats)", seats)
    other.goto(page.url)
    second = Table(other)
    second.asks("targets")
    table.choose("c2")
    table.twice("c5")
    expect(other.locator(".question")).to_have_attribute("data-seq", str(table.seq))


def a_few_steps(table: Table) -> None:
    table.sit(LORRIES, seed=4)
    table.choose("c2")
    table.twice("c5")
    if "guns" in table.question.inner_text():
        table.press("Hold fire")
    table.twice("c6")
    table.asks("Redland: give your orders")


def test_a_part_of_the_page_that_cannot_be_fetched_can_be_had_later(browser: Browser, server: Server) -> None:
    """A server that is away, or newer than the page: nothing happens silently, and one click mends it."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(server.url)
    card = page.get_by_role("button", name="Harrow Ridge")
    expect(card).to_be_visible()
    server.kill()
    card.click()
    expect(page.get_by_role("alert")).to_contain_text("could not be fetched")
    server.start()
    page.get_by_role("button", name="Reload the page").click()
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.get_by_role("heading", name="You command")).to_be_visible()
    context.close()


def test_a_damaged_address_is_read_as_far_as_it_goes(page: Page) -> None:
    page.goto(page.url + "#/rules/%")
    page.reload()
    expect(page.get_by_role("heading", name="The rules", exact=True)).to_be_visible()


def test_a_battle_is_taken_off_the_list_only_when_that_is_meant(page: Page, table: Table) -> None:
    table.sit(LORRIES, seed=4)
    page.get_by_role("link", name=re.compile("Back to the")).click()
    kept = page.get_by_role("link", name="Lorries")
    page.get_by_role("button", name="Remove Lorries").click()
    page.get_by_role("button", name="Cancel").click()
    expect(kept).to_be_visible()
    page.get_by_role("button", name="Remove Lorries").click()
    page.get_by_role("button", name="Remove", exact=True).click()
    expect(kept).to_have_count(0)


def test_a_battle_that_one_only_watches_is_found_again(page: Page) -> None:
    page.get_by_role("button", name="The Toll House").click()
    page.get_by_label("Neither").check()
    page.get_by_label("Recruit").check()
    page.get_by_role("button", name="Begin the battle").click()
    page.get_by_role("link", name=re.compile("Back to the")).click()
    page.get_by_role("link", name="The Toll House").click()
    expect(page.get_by_role("application")).to_be_visible()
