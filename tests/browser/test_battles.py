"""Battles of every book, fought through the page."""

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.cli.running import COMMAND

from .scenarios import HUSSARS, LORRIES, TWO_BATTERIES
from .table import Table


def test_a_whole_battle_against_the_computer(
    page: Page, table: Table, axe: Callable[[Page], list[str]], tmp_path: Path
) -> None:
    page.get_by_role("button", name="Harrow Ridge").click()
    page.get_by_label("Sergeant").check()
    page.get_by_text("The dice", exact=True).click()
    page.get_by_label("Seed").fill("7")
    page.get_by_role("button", name="Begin the battle").click()
    fight_on(page, table)
    expect(page.locator(".track")).to_contain_text(re.compile(r"Turn \d+ of 10 over"))
    expect(page.locator(".result")).to_contain_text("won")
    assert axe(page) == []
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the record").click()
    record = tmp_path / saved.value.suggested_filename
    saved.value.save_as(record)
    verified = subprocess.run([*COMMAND, "verify", str(record)], capture_output=True, text=True, check=False)
    assert verified.returncode == 0, verified.stdout + verified.stderr


def fight_on(page: Page, table: Table) -> None:
    """Attack with whatever can attack, go north with the rest, until the battle is over."""
    for _ in range(600):
        expect(page.locator("section.mine, .result").first).to_be_visible()
        if page.locator(".result").count() > 0:
            return
        before = table.seq
        if page.locator(".chips [aria-pressed=true]").count() > 0:
            expect(page.locator("[data-surveyed]")).to_be_attached()
        if page.locator(".offers button:has(.odds)").count() > 0:
            page.locator(".offers button:has(.odds)").first.click()
        elif not table.asks_for_orders:
            page.locator(".offers button").first.click()
        else:
            order_next(page, table)
        table.moved_on(before)
    raise AssertionError("the battle does not end")


def order_next(page: Page, table: Table) -> None:
    """Take up the unit whose turn it is, and let it attack, or move, or be done."""
    chips = page.locator(".chips button")
    if chips.count() > 0 and page.locator(".chips [aria-pressed=true]").count() == 0:
        chips.first.click()
        expect(page.locator("[data-surveyed]")).to_be_attached()
    if page.locator(".offers button:has(.odds)").count() > 0:
        page.locator(".offers button:has(.odds)").first.click()
        return
    cells = page.locator(".cells button")
    if cells.count() > 0:
        page.get_by_text("As a list").click()
        cells.last.click()
        page.get_by_role("button", name="Go").first.click()
        return
    done = page.locator(".offers button:has-text('done'), .answers button.primary")
    if done.count() == 0:  # it could only turn on the spot
        done = page.locator(".answers button", has_text="End turn")
    done.first.click()
    confirm = page.get_by_role("dialog").get_by_role("button", name="End turn")
    if confirm.count() > 0:
        confirm.click()


def test_a_colonial_turn_at_one_screen(page: Page, table: Table) -> None:
    table.sit("red-gate-pass", seed=3)
    table.asks("Relief column: choose your guns’ targets")
    table.choose("e2")
    page.locator(".offers button").first.click()
    expect(page.get_by_role("heading", name="Hand over to the Hill tribe")).to_be_visible()
    expect(page.locator(".board")).not_to_be_visible()
    page.get_by_role("button", name="I command the Hill tribe").click()
    table.asks("Hill tribe: choose your guns’ targets")
    expect(page.locator(".ordered")).to_have_count(0)
    table.tab("Log")
    expect(page.get_by_role("tabpanel")).not_to_contain_text("Mountain Guns took aim")
    table.tab("Orders")
    table.press("Hold fire")
    table.tab("Log")
    expect(page.locator("li", has_text="Mountain Guns").first).to_be_visible()
    expect(table.question).to_contain_text("ive your orders")


def test_hussars_are_pinned_and_charge(page: Page, table: Table) -> None:
    table.sit(HUSSARS, seed=0)
    table.asks("Blueland: give your orders")
    table.choose("c4")
    table.twice("c2")
    expect(page.locator(".mark", has_text="pinned").or_(page.locator("[data-unit=r1] .pinned")).first).to_be_attached()
    table.end_turn()
    table.asks("Redland: Hussars are pinned: rally, or charge?")
    table.press("Charge")
    expect(page.locator('[data-unit="r1"]')).to_be_visible()
    table.tab("Log")
    expect(page.locator("li", has_text="Hussars moved to c3").first).to_be_visible()


def test_a_modern_turn_with_guns_lorries_and_a_retreat(page: Page, table: Table) -> None:
    table.sit(LORRIES, seed=4)
    table.asks("targets")
    table.choose("c2")
    table.twice("c5")
    if "guns" in table.question.inner_text():
        table.press("Hold fire")
    expect(page.get_by_role("region", name="Dice")).to_contain_text("Battery")
    table.asks("Picket are hit: fall back, or take the loss?")
    table.twice("c6")
    table.asks("Redland: give your orders")
    table.choose("f2")
    page.get_by_role("button", name="Unload Passengers").click()
    expect(page.locator(".mark", has_text="unload").first).to_be_visible()


def test_standing_orders_answer_for_a_side(page: Page, table: Table) -> None:
    table.sit(LORRIES, seed=4)
    table.tab("Battle")
    page.get_by_text("Standing orders for Blueland").click()
    page.get_by_label("When a unit is hit and may choose").last.select_option("fall-back")
    table.choose("c2")
    table.twice("c5")
    table.asks("Redland: give your orders")
    table.tab("Log")
    expect(page.get_by_role("tabpanel")).to_contain_text("Picket")


def test_the_computer_moves_at_the_pace_one_likes(page: Page, table: Table) -> None:
    table.sit("harrow-ridge", seed=7, seats={"blue": {"level": "sergeant"}})
    page.get_by_label("Pace").select_option("slow")
    table.press("Hold fire")
    for _ in range(40):
        expect(page.locator("section.mine").or_(page.get_by_role("button", name="Skip ahead")).first).to_be_visible()
        if page.get_by_role("button", name="Skip ahead").count() > 0:
            break
        if page.locator(".offers button").count() > 0 and not table.asks_for_orders:
            before = table.seq
            page.locator(".offers button").first.click()
            table.moved_on(before)
            continue
        before = table.seq
        table.end_turn()
        table.moved_on(before)
    expect(page.locator(".intent")).to_contain_text("Ridge brigade:")
    page.get_by_role("button", name="Skip ahead").click()
    expect(page.locator("section.mine")).to_be_visible()


def test_stepping_back_shows_no_secret_orders(page: Page, table: Table) -> None:
    table.sit(TWO_BATTERIES, seed=0)
    for gun in ("c2", "d2"):
        table.choose(gun)
        table.twice("c7")
    page.get_by_role("button", name="I command Blueland").click()
    table.asks("targets")
    page.keyboard.press(",")
    expect(page.get_by_role("alert")).to_contain_text("one of the enemy’s secret orders")
    expect(table.question).not_to_contain_text("took aim")
    expect(page.locator(".ordered")).to_have_count(0)


def test_no_key_answers_for_the_side_that_is_still_to_take_over(page: Page, table: Table) -> None:
    table.sit(TWO_BATTERIES, seed=0)
    table.asks("targets")
    page.keyboard.press("d")
    page.get_by_role("heading", name="Hand over to Blueland").wait_for()
    page.keyboard.press("d")
    page.keyboard.press("?")
    expect(page.locator("dialog")).to_have_count(0)
    page.get_by_role("button", name="I command Blueland").click()
    table.asks("targets")
