"""A book that nobody has heard of, in the real page: chosen, drawn, edited and fought to the end."""

import sys
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.toy import book as toy

from .conftest import CLIENT
from .serving import Server
from .table import Table
from .test_battles import fight_on
from .test_editor import at_the_desk, begin, cell, tab

WITH_TOY = "from tests.toy.book import install; install(); from portable_wargame.cli import main; main()"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    if not CLIENT.is_file():
        pytest.skip("the client is not built: python3 run.py test builds it")
    one = Server(tmp_path_factory.mktemp("toy"), command=[sys.executable, "-c", WITH_TOY])
    yield one
    one.kill()


def test_a_battle_of_a_book_that_the_page_has_never_heard_of(page: Page, table: Table) -> None:
    table.sit(toy.SCENARIO, 3, {"blue": {"level": toy.LEVEL}})
    expect(page.locator(".counter .symbol-letters", has_text="WE")).to_have_count(2)
    expect(page.locator(".counter .symbol-letters", has_text="BP")).to_have_count(1)
    expect(page.locator(".land .other-letter", has_text="r")).to_have_count(4)
    expect(page.locator(".land .other-ground")).to_have_attribute("style", "fill: rgb(157, 181, 143);")
    fight_on(page, table)
    expect(page.locator(".result")).to_be_visible()


def test_it_is_edited_and_its_level_is_offered(page: Page) -> None:
    at_the_desk(page)
    begin(page, 6, 6, toy.NAME)
    tab(page, "Ground")
    page.get_by_role("button", name=toy.FEATURE).click()
    cell(page, "c3")
    expect(page.locator(".pw-board .other-letter", has_text="r")).to_have_count(1)
    tab(page, "Forces")
    expect(page.get_by_role("button", name="war elephant")).to_contain_text("WE")
    page.get_by_role("button", name="war elephant").click()
    cell(page, "b1")
    expect(page.locator(".counter .symbol-letters", has_text="WE")).to_have_count(1)
    page.goto(page.url.split("#")[0])
    page.get_by_role("button", name="Harrow Ridge").click()
    expect(page.get_by_label(toy.LEVEL)).to_be_visible()
