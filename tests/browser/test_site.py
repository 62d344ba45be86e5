"""The page that needs no server, in a real Chromium: it starts, plays, survives, and goes without a network."""

import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page, expect

from portable_wargame.record.reading import parse_record
from portable_wargame.record.verifying import verify
from portable_wargame.scenario import library

from .conftest import PREFERENCES
from .site import PLACE, SITE, Host, is_ready, played
from .table import Table
from .test_ways_in import test_keyboard_only as keyboard_only

START = 120_000  # milliseconds: on a machine that does much else
SCENARIO = "harrow-ridge"
SIDES = tuple(side.id for side in library.load(SCENARIO).sides)


@pytest.fixture(scope="module")
def host() -> Iterator[Host]:
    if not (SITE / "index.html").is_file():
        pytest.skip("the site is not built: python3 run.py test builds it")
    one = Host()
    yield one
    one.stop()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    one = browser.new_context(viewport={"width": 1280, "height": 860})
    one.set_default_timeout(START)
    yield one
    one.close()


@pytest.fixture
def visit(context: BrowserContext, host: Host) -> Iterator[Callable[[], Page]]:
    """The page in a new tab; an error in its own code fails the test, and so does anything that its policy forbids."""
    errors: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if "Content Security Policy" in message.text:
            errors.append(message.text)

    def opened() -> Page:
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", note)
        page.goto(host.url)
        return page

    yield opened
    assert errors == []


def test_it_plays_without_a_server_and_goes_on_without_a_network(
    visit: Callable[[], Page], context: BrowserContext, host: Host
) -> None:
    page = visit()
    expect(page.get_by_text("Harrow Ridge").first).to_be_visible(timeout=START)
    is_ready(page)
    assert {path for path in host.sent if "/api/" in path and "/answers/" not in path} == set()
    begun = played(page, SCENARIO, (SIDES[0], SIDES[1]), most=6)
    verify(parse_record(begun["record"], "record"))
    # The network is cut, and the tab killed in the middle of the battle.
    context.set_offline(True)
    asked = len(host.sent)
    page.close()
    page = visit()
    page.evaluate(f"() => {{ location.hash = '#/game/{begun['game']}'; }}")
    expect(page.locator("[data-cell]").first).to_be_attached(timeout=START)
    Table(page).reaches(begun["seq"])
    battle = played(page, SCENARIO, (SIDES[0], SIDES[1]))
    assert battle["over"]
    verify(parse_record(battle["record"], "record"))
    # Whether there is a newer one is the browser's own question, which it asks behind the page's back.
    assert set(host.sent[asked:]) <= {f"{PLACE}service-worker.js"}


def test_a_second_tab_is_told_and_can_take_over(visit: Callable[[], Page]) -> None:
    first = visit()
    is_ready(first)
    second = visit()
    expect(second.get_by_text("open in another tab")).to_be_visible()
    second.get_by_role("button", name="Play here instead").click()
    expect(second.get_by_text("Harrow Ridge").first).to_be_visible(timeout=START)
    expect(first.get_by_text("open in another tab")).to_be_visible(timeout=START)


def test_a_full_browser_refuses_and_a_tab_that_dies_loses_nothing(
    visit: Callable[[], Page], context: BrowserContext, host: Host
) -> None:
    page = visit()
    is_ready(page)
    browser = context.new_cdp_session(page)
    origin = {"origin": host.url.removesuffix(PLACE)}
    browser.send("Storage.overrideQuotaForOrigin", {**origin, "quotaSize": 1})
    with pytest.raises(Error, match="storage is full, so that was not saved"):
        played(page, SCENARIO, (SIDES[0], SIDES[1]), most=1)
    browser.send("Storage.overrideQuotaForOrigin", origin)
    begun = played(page, SCENARIO, (SIDES[0], SIDES[1]), most=2)
    with pytest.raises(Error):
        page.goto("chrome://crash", timeout=10_000)
    page.close()
    page = visit()
    is_ready(page)
    page.evaluate(f"() => {{ location.hash = '#/game/{begun['game']}'; }}")
    expect(page.locator("[data-cell]").first).to_be_attached(timeout=START)
    assert Table(page).seq >= begun["seq"]


def test_all_that_is_kept_goes_to_another_browser_as_one_file(
    browser: Browser, visit: Callable[[], Page], host: Host, tmp_path: Path
) -> None:
    page = visit()
    is_ready(page)
    begun = played(page, SCENARIO, (SIDES[0], SIDES[1]), most=2)
    with page.expect_download() as saving:
        page.get_by_role("button", name="Export my games").click()
    file = tmp_path / "games.json"
    saving.value.save_as(file)
    other = browser.new_context()
    try:
        page = other.new_page()
        page.goto(host.url)
        with page.expect_navigation():
            page.locator("footer input[type=file]").set_input_files(file)
        page.evaluate(f"() => {{ location.hash = '#/game/{begun['game']}'; }}")
        expect(page.locator("[data-cell]").first).to_be_attached(timeout=START)
        Table(page).reaches(begun["seq"])
    finally:
        other.close()


def test_a_finished_battle_is_told_reported_removed_and_opened_again_from_its_record(
    visit: Callable[[], Page], tmp_path: Path
) -> None:
    page = visit()
    is_ready(page)
    battle = played(page, "toll-house", ("red", "blue"), level="recruit")
    assert battle["over"]
    page.evaluate(f"() => {{ location.hash = '#/game/{battle['game']}'; }}")
    expect(page.get_by_role("tabpanel")).to_contain_text("It cost")
    page.get_by_role("button", name="Write the report").click()
    with page.expect_download() as saving:
        page.get_by_role("dialog").get_by_role("button", name="Save as Markdown with pictures").click()
    names = zipfile.ZipFile(saving.value.path()).namelist()
    assert "report.md" in names and any(name.endswith(".svg") for name in names)
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Another battle").click()
    # Nobody else keeps it: what is removed is gone.
    page.get_by_role("button", name="Remove The Toll House").first.click()
    expect(page.get_by_role("dialog")).to_contain_text("will be deleted")
    page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert page.evaluate("async () => (await portableWargame.database).games()") == []
    record = tmp_path / "toll-house.pwg"
    record.write_text(battle["record"], "utf-8")
    page.get_by_label("Open a record").set_input_files(record)
    expect(page.get_by_role("tabpanel")).to_contain_text("It cost")
    # What is kept and listed nowhere would take up room for ever.
    page.evaluate("() => { localStorage.removeItem('portable-wargame/seats'); location.hash = '#/'; }")
    expect(page.get_by_text("1 battle is kept here but no longer listed.")).to_be_visible()
    page.get_by_role("button", name="Delete them").click()
    expect(page.get_by_text("no longer listed")).to_have_count(0)
    assert page.evaluate("async () => (await portableWargame.database).games()") == []


def test_a_random_battle_is_drawn_without_a_server(visit: Callable[[], Page]) -> None:
    page = visit()
    is_ready(page)
    random = page.get_by_role("region", name="Random battle")
    random.get_by_role("button", name="Small").click()
    random.get_by_role("button", name="Go").click()
    expect(page.locator("[data-cell]")).to_have_count(64, timeout=START)


def test_a_newer_version_is_offered_and_waits(visit: Callable[[], Page], host: Host) -> None:
    page = visit()
    is_ready(page)
    expect(page.get_by_text("A new version is ready")).to_have_count(0)
    worker = (SITE / "service-worker.js").read_text("utf-8")
    host.instead["service-worker.js"] = worker.replace('VERSION = "', 'VERSION = "2')
    try:
        page.reload()
        expect(page.get_by_text("A new version is ready")).to_be_visible(timeout=START)
        page.evaluate("() => { document.body.dataset.older = ''; }")
        assert played(page, SCENARIO, (SIDES[0], SIDES[1]), most=1)["seq"] > 0
        expect(page.locator("[data-older]")).to_have_count(1)
        page.get_by_role("button", name="Update now").click()
        expect(page.locator("[data-older]")).to_have_count(0, timeout=START)
        is_ready(page)
        expect(page.get_by_text("A new version is ready")).to_have_count(0)
        [kept] = page.evaluate("() => caches.keys()")
        assert kept.startswith("portable-wargame-2")
    finally:
        host.instead.clear()


def test_keyboard_and_phone_serve_as_on_a_servers_page(
    visit: Callable[[], Page], axe: Callable[[Page], list[str]]
) -> None:
    page = visit()
    expect(page.get_by_text("Harrow Ridge").first).to_be_visible(timeout=START)
    assert axe(page) == []
    page.evaluate(PREFERENCES)
    page.reload()
    is_ready(page)
    page.get_by_role("button", name="Harrow Ridge").click()
    expect(page.get_by_text("To play a friend far away, or to print a battle for the table")).to_be_visible()
    expect(page.get_by_label("A friend, by link")).to_have_count(0)
    page.keyboard.press("Escape")
    # The browser goes back a page, which takes a moment, and would close what is opened meanwhile.
    page.wait_for_function("() => !location.hash.includes('battle')")
    expect(page.get_by_role("dialog")).to_have_count(0)
    keyboard_only(page)
    assert axe(page) == []
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0
    assert axe(page) == []
