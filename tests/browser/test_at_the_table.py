"""What a player looks at and takes back: odds, dice, rules, hints, the log, the board from near and far, on paper."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from .scenarios import LORRIES, TWO_IN_A_CELL
from .table import Table
from .test_keeping import a_few_steps


def test_targets_bear_their_odds_and_dice_name_their_rules(page: Page, table: Table) -> None:
    table.sit(LORRIES, seed=4)
    table.choose("c2")
    expect(page.locator(".pill-text").first).to_contain_text("%")
    expect(page.locator(".offers .odds").first).to_be_visible()
    table.twice("c5")
    modifier = page.locator(".tray button").first
    modifier.click()
    expect(page.get_by_role("dialog")).to_contain_text("modern.")


def test_the_field_of_fire_is_shown_on_request(page: Page, table: Table) -> None:
    table.sit(LORRIES, seed=4)
    table.choose("c2")
    expect(page.locator("[data-surveyed]")).to_be_attached()
    expect(page.locator(".pw-board .arc")).to_have_count(0)
    page.get_by_label("Arc of fire").check()
    expect(page.locator(".pw-board .arc").first).to_be_attached()


def test_undo_goes_back_to_the_last_die(page: Page, table: Table) -> None:
    a_few_steps(table)
    undo = page.get_by_role("button", name="Undo")
    expect(undo).to_be_disabled()
    table.choose("f2")
    table.press("Unload Passengers")
    expect(page.locator(".mark", has_text="unload").first).to_be_visible()
    undo.click()
    expect(page.locator(".mark", has_text="unload")).to_have_count(0)
    expect(undo).to_be_disabled()
    table.tab("Log")
    expect(page.locator("li").last).to_have_text("Taken back: Lorry began to unload Passengers")


def test_a_hint_can_be_had(page: Page, table: Table) -> None:
    a_few_steps(table)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".hint")).to_contain_text("A captain")


def test_a_hint_goes_with_its_question(page: Page, table: Table) -> None:
    a_few_steps(table)
    table.choose("f2")
    expect(page.locator("[data-surveyed]")).to_be_attached()
    before = table.seq
    page.keyboard.press("h")
    page.keyboard.press("1")
    table.moved_on(before)
    page.wait_for_timeout(500)
    expect(page.locator(".hint")).to_have_count(0)


def test_the_log_is_searched_and_the_battle_run_through(page: Page, table: Table) -> None:
    a_few_steps(table)
    table.tab("Log")
    log = page.get_by_role("tabpanel")
    expect(log).to_contain_text("Turn 1")
    page.get_by_label("Search the log").fill("landed in")
    expect(log).to_contain_text("landed in c5")
    expect(log).not_to_contain_text("Turn 1")
    page.get_by_label("Search the log").fill("")
    page.get_by_role("button", name="turns", exact=True).click()
    expect(log).not_to_contain_text("Turn 1")
    page.get_by_label("Moment of the battle").fill("1")
    expect(page.locator(".where")).to_have_text(f"1 / {table.seq}")


def test_strength_and_luck_are_drawn(page: Page, table: Table) -> None:
    a_few_steps(table)
    table.tab("Battle")
    expect(page.get_by_role("slider", name="Strength")).to_be_visible()
    expect(page.locator(".luck")).to_contain_text("expected")


def test_house_rules_and_optional_rules_are_chosen_in_the_lobby(page: Page, table: Table) -> None:
    page.get_by_role("button", name="Brannock Heath").click()
    # Then nobody acts meanwhile, and no question about a unit takes the page back to its orders.
    page.get_by_label("Both sides").check()
    page.get_by_text("Optional rules").click()
    page.get_by_label("tank riders").check()
    page.get_by_text("House rules").click()
    page.get_by_label("battle ends").select_option("first-exhausted")
    page.get_by_role("button", name="Begin the battle").click()
    table.tab("Battle")
    expect(page.get_by_role("tabpanel")).to_contain_text("House rule: battle ends first exhausted")
    expect(page.get_by_role("tabpanel")).to_contain_text("tank riders")


def test_the_board_is_seen_from_near(new_page: Callable[..., Page]) -> None:
    page = new_page(has_touch=True)
    table = Table(page)
    table.sit(LORRIES, seed=4)
    table.cell("d4").hover()
    whole = width(table)
    page.mouse.wheel(0, -400)
    wait_for_width(page, f"> {whole + 1}")
    page.locator(".pw-board").press("0")
    wait_for_width(page, f"< {whole + 1}")
    spread_two_fingers(page, table)
    wait_for_width(page, f"> {whole + 1}")


def width(table: Table) -> float:
    box = table.cell("d4").bounding_box()
    assert box
    return box["width"]


def wait_for_width(page: Page, wanted: str) -> None:
    page.wait_for_function(f"document.querySelector('[data-cell=d4]').getBoundingClientRect().width {wanted}")


def spread_two_fingers(page: Page, table: Table) -> None:
    box = table.cell("d4").bounding_box()
    assert box
    touch = page.context.new_cdp_session(page)
    for kind, apart in (("touchStart", 10), ("touchMove", 40), ("touchMove", 90)):
        fingers = [{"x": box["x"] + way * apart, "y": box["y"], "id": id_} for id_, way in enumerate((-1, 1))]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_nothing_moves_for_those_who_want_it_still(new_page: Callable[..., Page]) -> None:
    page = new_page(reduced_motion="reduce")
    table = Table(page)
    table.sit(LORRIES, seed=4)
    table.choose("c2")
    table.twice("c5")
    running = (
        "document.getAnimations().filter((one) => one.playState === 'running' && one.effect.getTiming().duration > 1)"
    )
    assert page.evaluate(f"{running}.length") == 0


def test_the_board_is_what_goes_on_paper(page: Page, table: Table) -> None:
    a_few_steps(table)
    page.emulate_media(media="print")
    expect(page.locator(".pw-board")).to_be_visible()
    expect(page.get_by_role("tabpanel")).to_be_hidden()
    expect(page.get_by_role("button")).to_have_count(0)


def test_how_fair_it_is_can_be_asked_before_a_battle_and_does_not_hold_it_up(page: Page, table: Table) -> None:
    page.get_by_role("button", name="Harrow Ridge").click()
    page.get_by_role("button", name="How fair is this?").click()
    expect(page.get_by_role("img", name=re.compile("Assault division: .* battles won"))).to_be_visible(timeout=40_000)
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    page.get_by_role("button", name="Begin the battle").click()
    table.asks("targets")


def test_of_two_in_a_cell_the_one_that_is_pointed_at_is_taken_up(page: Page, table: Table) -> None:
    table.sit(TWO_IN_A_CELL, seed=1)
    table.asks("Redland: give your orders")
    for unit, name in (("r1", "Foot"), ("r2", "General"), ("r1", "Foot")):
        counter = page.locator(f"[data-unit={unit}]").bounding_box()
        assert counter
        page.mouse.click(counter["x"] + counter["width"] / 2, counter["y"] + counter["height"] / 2)
        expect(page.locator(f"[data-surveyed={unit}] h2")).to_contain_text(name)
    assert table.seq == 0


def test_a_double_click_is_one_answer(page: Page, table: Table) -> None:
    table.sit(LORRIES, seed=4)
    table.choose("c2")
    page.locator(".offers button").first.evaluate("(button) => { button.click(); button.click(); }")
    table.moved_on(0)
    page.wait_for_load_state("networkidle")
    expect(page.get_by_role("alert")).to_have_count(0)


def test_what_the_lobby_refuses_is_said_where_it_is_seen(page: Page) -> None:
    page.get_by_role("button", name="Harrow Ridge").click()
    page.get_by_text("House rules").click()
    page.get_by_label("exhaustion").first.fill("a third")
    page.get_by_role("button", name="Begin the battle").click()
    expect(page.get_by_role("alert")).to_contain_text("'a third' is not a fraction")
    expect(page.get_by_role("alert")).to_be_in_viewport()
    page.get_by_label("exhaustion").first.fill("1/2")
    page.get_by_text("The dice", exact=True).click()
    page.get_by_label("Seed").fill("chance")
    page.get_by_role("button", name="Begin the battle").click()
    expect(page.get_by_role("alert")).to_contain_text("must be a whole number of at most 15 digits, not “chance”")
