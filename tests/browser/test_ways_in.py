"""The same table by keyboard, by finger, and for those who cannot see it."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from .scenarios import LORRIES
from .table import Table
from .test_keeping import a_few_steps


def test_keyboard_only(page: Page) -> None:
    page.get_by_role("button", name="Harrow Ridge").focus()
    page.keyboard.press("Enter")
    page.get_by_text("The dice", exact=True).press("Enter")
    page.get_by_label("Seed").focus()
    page.keyboard.type("7")
    page.get_by_role("button", name="Begin the battle").focus()
    page.keyboard.press("Enter")
    table = Table(page)
    table.asks("targets")
    page.keyboard.press("?")
    expect(page.get_by_role("heading", name="Settings and keys")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("n")
    expect(page.get_by_role("heading", name=re.compile("Siege Battery"))).to_be_visible()
    expect(page.locator("[data-surveyed]")).to_be_attached()
    before = table.seq
    page.keyboard.press("1")
    table.moved_on(before)
    if "guns" in table.question.inner_text():
        page.keyboard.press("d")
    answer_until_my_units(page, table)
    page.keyboard.press("n")
    expect(page.locator("[data-surveyed]")).to_be_attached()
    page.keyboard.press("b")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.locator("#plan, .why")).to_be_visible()
    page.keyboard.press("w")
    expect(page.locator(".why")).to_be_visible()
    page.keyboard.press("e")
    expect(page.get_by_role("heading", name="End your turn?")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("heading", name="End your turn?")).to_have_count(0)


def answer_until_my_units(page: Page, table: Table) -> None:
    for _ in range(20):
        expect(page.locator("section.mine")).to_be_visible()
        if "ive your orders" in table.question.inner_text():
            return
        before = table.seq
        page.keyboard.press("1")
        table.moved_on(before)
    raise AssertionError(table.question.inner_text())


def test_by_finger_on_a_small_screen(new_page: Callable[..., Page]) -> None:
    page = new_page(360, 740, has_touch=True, is_mobile=True)
    expect(page.get_by_role("button", name="Harrow Ridge")).to_be_visible()
    assert overflow(page) <= 0
    table = Table(page)
    table.sit(LORRIES, seed=4)
    assert overflow(page) <= 0
    table.cell("c2").tap()
    expect(page.locator("[data-surveyed]")).to_be_attached()
    before = table.seq
    table.cell("c5").tap()
    page.locator("#plan").wait_for()
    table.cell("c5").tap()
    table.moved_on(before)
    page.get_by_role("tab", name="Log").tap()
    expect(page.get_by_role("tabpanel")).to_be_visible()
    assert overflow(page) <= 0


def test_why_not_comes_into_sight_and_a_plan_leaves_the_board_alone(new_page: Callable[..., Page]) -> None:
    page = new_page(360, 640, has_touch=True, is_mobile=True)
    table = Table(page)
    table.sit(LORRIES, seed=4)
    table.cell("c2").tap()
    expect(page.locator("[data-surveyed]")).to_be_attached()
    top = page.evaluate("scrollY")
    table.cell("c5").tap()
    page.locator("#plan").wait_for()
    assert page.evaluate("scrollY") == top
    assert_in_sight(page, "c5")
    table.cell("b4").tap()
    expect(page.locator(".why")).to_be_in_viewport(ratio=0.95)


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 640)])
def test_a_plan_is_in_sight_and_does_not_hide_its_cell(new_page: Callable[..., Page], width: int, height: int) -> None:
    page = new_page(width, height, has_touch=True, is_mobile=True)
    table = Table(page)
    table.sit(LORRIES, seed=4)
    table.press("Hold fire")
    table.asks("Redland: give your orders")
    table.cell("f2").tap()
    expect(page.locator("[data-surveyed]")).to_be_attached()
    table.cell("f1").tap()
    assert_in_sight(page, "f1")
    expect(page.locator("#plan").get_by_role("button", name="Go")).to_be_in_viewport(ratio=1)
    before = table.seq
    table.cell("f1").tap()
    table.moved_on(before)
    expect(page.locator("#plan")).to_have_count(0)


def assert_in_sight(page: Page, cell: str) -> None:
    """The plan for a cell, and the cell."""
    expect(page.locator("#plan")).to_be_in_viewport(ratio=0.95)
    plan, chosen = page.locator("#plan").bounding_box(), page.locator(f'[data-cell="{cell}"]').bounding_box()
    assert plan is not None
    assert chosen is not None
    assert chosen["y"] >= 0
    assert chosen["y"] + chosen["height"] <= plan["y"] + 1


def overflow(page: Page) -> int:
    """How far the page reaches beyond the right edge of the screen."""
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert isinstance(wide, int)
    return wide


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_nothing_is_wrong_for_assistive_technology(
    new_page: Callable[..., Page], axe: Callable[[Page], list[str]], colours: str
) -> None:
    page = new_page(color_scheme=colours)
    page.get_by_role("button", name="Harrow Ridge").click()
    expect(page.get_by_role("heading", name="You command")).to_be_visible()
    expect(page.locator(".briefing")).to_have_count(1)
    assert axe(page) == []
    page.get_by_role("button", name="Cancel").click()
    assert axe(page) == []
    page.goto(page.url.split("#")[0] + "#/rules")
    expect(page.get_by_role("status")).to_contain_text("clauses")
    expect(page.get_by_role("heading", name="Close combat").first).to_be_visible()
    assert axe(page) == []
    page.get_by_label("Search").fill("mod-still")
    assert axe(page) == []
    table = Table(page)
    table.sit("red-gate-pass", seed=3)
    table.choose("e2")
    expect(page.locator("[data-surveyed]")).to_be_attached()
    assert axe(page) == []
    page.locator(".offers button").first.click()
    page.get_by_role("heading", name="Hand over").wait_for()
    assert axe(page) == []
    page.get_by_role("button", name="I command the Hill tribe").click()
    table.press("Hold fire")
    for name in ("Orders", "Log", "Battle"):
        table.tab(name)
        assert axe(page) == []
    table.tab("Log")
    page.get_by_role("button", name="The rule:").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert axe(page) == []


def test_events_are_announced(page: Page, table: Table) -> None:
    table.sit(LORRIES, seed=4)
    table.choose("c2")
    table.twice("c5")
    if "guns" in table.question.inner_text():
        table.press("Hold fire")
    expect(page.locator("[role=log]")).to_contain_text("Battery")


@pytest.mark.parametrize(("width", "height"), [(1280, 860), (390, 844)])
def test_the_guide_leads_through_the_first_battle(
    new_page: Callable[..., Page], axe: Callable[[Page], list[str]], width: int, height: int
) -> None:
    page = new_page(width, height)
    page.get_by_role("link", name="Your first battle").click()
    guide = page.get_by_role("region", name="The guide")
    expect(guide).to_contain_text("hold the farm, c5, when the sixth and last turn ends")
    assert axe(page) == []
    table = Table(page)
    learned(page, "welcome", '[data-cell="c5"]')
    learned(page, "pips", '[data-unit="r2"]')
    expect(guide).to_have_attribute("data-lesson", "guns")
    table.choose("d1")
    expect(guide).to_have_attribute("data-lesson", "target")
    page.reload()
    # Nothing is in hand any more, and what was seen is not said again.
    expect(guide).to_have_attribute("data-lesson", "guns")
    table.choose("d1")
    expect(guide).to_contain_text("buildings are cover")
    table.twice("c5")
    # The dice are known: the shell hits by exactly what the lesson says.
    learned(page, "dice", ".tray" if width > 1000 else "")
    learned(page, "loss", "")
    expect(guide).to_have_attribute("data-lesson", "choose")
    table.choose("b2")
    learned(page, "reach", '[data-unit="r1"]')
    table.choose("b3")
    expect(guide).to_have_attribute("data-lesson", "go")
    guide.get_by_role("button", name="Stop tips").click()
    expect(guide).to_have_count(0)


def learned(page: Page, lesson: str, meant: str) -> None:
    """A lesson is shown, points at what is meant and does not lie over it; and is put aside."""
    guide = page.get_by_role("region", name="The guide")
    expect(guide).to_have_attribute("data-lesson", lesson)
    if meant:
        page.wait_for_timeout(400)
        thing = page.locator(meant).first.bounding_box()
        card = guide.bounding_box()
        ring = page.locator("div.ring").bounding_box()
        assert thing is not None
        assert card is not None
        assert ring is not None
        apart_across = card["x"] + card["width"] <= thing["x"] + 1 or thing["x"] + thing["width"] <= card["x"] + 1
        apart_down = card["y"] + card["height"] <= thing["y"] + 1 or thing["y"] + thing["height"] <= card["y"] + 1
        assert apart_across or apart_down, (lesson, thing, card)
        assert abs(ring["x"] + ring["width"] / 2 - thing["x"] - thing["width"] / 2) < 3
    guide.get_by_role("button", name="Got it").click()


def test_what_is_taken_up_chosen_and_asked_is_said_aloud(page: Page, table: Table) -> None:
    table.sit(LORRIES, seed=4)
    said = page.locator("[data-said]")
    page.keyboard.press("n")
    expect(said).to_contain_text("Battery, Redland, field artillery, 2 SP, facing north, at c2")
    page.keyboard.press("b")
    for _ in range(3):
        page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(said).to_contain_text("c5 is chosen")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("w")
    expect(said).to_contain_text("This is the artillery phase")
    page.keyboard.press("h")
    expect(said).to_contain_text("A captain’s suggestion:")


def test_the_keyboard_is_never_left_nowhere(page: Page, table: Table) -> None:
    """Where one comes from a dialog, from a choice that was dropped, or from the slider."""
    card = page.get_by_role("button", name="Harrow Ridge")
    card.press("Enter")
    expect(page.get_by_role("heading", name="You command")).to_be_visible()
    page.keyboard.press("Escape")
    expect(card).to_be_focused()
    a_few_steps(table)
    board = page.get_by_role("application")
    page.keyboard.press("b")
    table.choose("f2")
    expect(page.locator("[data-surveyed=r2]")).to_be_attached()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    page.locator("#plan").wait_for()
    page.keyboard.press("f")
    expect(page.get_by_role("button", name="Go")).to_be_focused()
    page.keyboard.press("Escape")
    expect(board).to_be_focused()
    page.get_by_label("Moment of the battle").press("Home")
    expect(page.get_by_role("button", name="Back to the present")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Back to the present")).to_have_count(0)


def test_going_back_leaves_no_rule_open(page: Page, table: Table) -> None:
    table.sit(LORRIES, seed=4)
    table.tab("Log")
    page.get_by_role("button", name="The rule:").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", name="Choose your battle")).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_clauses_go_under_the_search_not_over_it(page: Page) -> None:
    page.goto(page.url + "#/rules/classic.turn.sequence")
    expect(page.locator(".wanted")).to_be_in_viewport()
    box = page.locator("search").bounding_box()
    assert box
    heights = [box["y"] + box["height"] * part / 40 for part in range(40)]
    seen = "([x, heights]) => heights.map((y) => document.elementFromPoint(x, y).closest('search') !== null)"
    assert all(page.evaluate(seen, [box["x"] + box["width"] / 4, heights]))


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_what_was_just_pressed_can_be_read_under_the_pointer(
    new_page: Callable[..., Page], axe: Callable[[Page], list[str]], colours: str
) -> None:
    page = new_page(color_scheme=colours)
    page.get_by_role("button", name="Classic", exact=True).click()
    expect(page.get_by_role("button", name="Classic", exact=True)).to_have_attribute("aria-pressed", "true")
    assert axe(page) == []
