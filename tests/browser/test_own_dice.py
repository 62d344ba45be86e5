"""Table mode: real dice entered by keys and taps, the clerk's ledger, the umpire, a table set up in mid-battle."""

import random
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from portable_wargame.record.keys import Seed
from portable_wargame.record.lines import Acted, Ruled, Start
from portable_wargame.record.reading import Record, parse_record
from portable_wargame.record.session import Session
from portable_wargame.record.verifying import verify

from .scenarios import Tree, battle
from .table import MAKE, Table

FOOT = {"classic": "infantry", "colonial": "infantry", "late-19th-century": "infantry-rifles", "modern": "infantry"}
GRIDS = {"classic": "square", "colonial": "square", "late-19th-century": "hex", "modern": "hex"}
GONE_ON = """(before) => document.querySelector(".pad, .result")
    || document.querySelector(".question")?.dataset.seq !== before"""
ENDED_OR_ASKED = """(before) => document.querySelector(".pad, .result, dialog[open], [role=dialog]")
    || document.querySelector(".question")?.dataset.seq !== before"""
RECORD = """async () => {
    const game = location.hash.split("/")[2];
    const seat = JSON.parse(localStorage.getItem("portable-wargame/seats")).find((one) => one.game === game);
    const headers = {Authorization: "Bearer " + Object.values(seat.tokens)[0]};
    return (await fetch(`/api/games/${game}/record`, {headers})).text();
}"""


def skirmish(book: str) -> Tree:
    def foot(side: str, number: int, cell: str, facing: str) -> Tree:
        name = f"{('First', 'Second', 'Third')[number]} {side}"
        return {"id": f"{side[0].lower()}{number}", "type": FOOT[book], "at": cell, "facing": facing, "name": name}

    red = [foot("Reds", number, cell, "n") for number, cell in enumerate(("c3", "e3", "g3"))]
    blue = [foot("Blues", number, cell, "s") for number, cell in enumerate(("c5", "e5", "g5"))]
    return {**battle("The Skirmish", book, GRIDS[book], red, blue), "historical": True}


def sit(page: Page, scenario: Tree) -> None:
    page.evaluate(MAKE, {"scenario": scenario, "seats": {}, "dice": "table"})
    expect(page.locator(".pad, [data-cell]").first).to_be_visible()


def throw(page: Page, luck: random.Random) -> None:
    """Enter whatever is asked for by the keys, and count it."""
    expect(page.locator(".pad")).to_be_visible()
    while page.locator(".pad").is_visible():
        throws, dice = page.locator(".earlier li").count(), page.locator(".slot").count()
        for _ in range(dice):
            page.keyboard.press(str(luck.randint(1, 6)))
        expect(page.locator(".earlier li")).to_have_count(throws + 1)
    page.keyboard.press("Enter")
    expect(page.locator("dialog")).to_have_count(0)


def record_of(page: Page) -> Record:
    return parse_record(page.evaluate(RECORD), "the record")


@pytest.mark.parametrize("book", FOOT)
def test_a_whole_battle_with_typed_dice(page: Page, table: Table, book: str) -> None:
    luck = random.Random(f"{book}, long")
    sit(page, skirmish(book))
    throw(page, luck)
    for _ in range(200):
        if page.locator(".result").count():
            break
        before = table.seq
        step(page, table)
        page.wait_for_function(GONE_ON, arg=str(before))
        if page.locator(".pad").count():
            throw(page, luck)
            table.moved_on(before)
    expect(page.locator(".result")).to_be_visible()
    record = record_of(page)
    fallen = [die for line in record.lines for die in line.thrown]
    verdict = verify(record)
    assert verdict.finished and verdict.by_hand == len(fallen) > 10
    session = Session(record.scenario, Seed(0, fallen).dice())
    for line in record.lines:
        if isinstance(line, Acted):
            session.play(line.action)
        if isinstance(line, Start | Acted):
            assert session.state()["hash"] == line.hash


def step(page: Page, table: Table) -> None:
    """The first order of the next unit, or none."""
    if not table.asks_for_orders:
        page.keyboard.press("1")
        return
    page.keyboard.press("n")
    expect(page.locator("[data-surveyed]")).to_be_attached()
    if page.locator(".offers .odds").count():
        page.keyboard.press("1")
        return
    before = table.seq
    page.keyboard.press("e")
    page.wait_for_function(ENDED_OR_ASKED, arg=str(before))
    if page.get_by_role("dialog").get_by_role("button", name="End turn").count():
        page.get_by_role("dialog").get_by_role("button", name="End turn").click()


def test_a_die_is_taken_back_before_it_counts_and_the_order_too(page: Page, table: Table) -> None:
    sit(page, skirmish("classic"))
    expect(page.get_by_role("dialog")).to_contain_text("Initiative")
    expect(page.locator(".slot").first).to_be_focused()
    page.keyboard.press("6")
    expect(page.locator(".earlier")).to_contain_text("6")
    page.keyboard.press("Backspace")
    expect(page.locator(".earlier")).to_have_count(0)
    page.get_by_role("button", name="Enter a 5").click()
    # What is wanted next may depend on the die, and is asked for first.
    expect(page.locator(".earlier")).to_contain_text("5")
    expect(page.locator(".slot").first).to_be_focused()
    page.get_by_role("button", name="Enter a 2").click()
    expect(page.get_by_role("button", name="Count the dice")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".question")).to_be_visible()
    before = table.seq
    table.choose("c3")
    table.choose("c5")
    expect(page.get_by_role("dialog")).to_contain_text("Needs 5+")
    expect(page.get_by_role("dialog")).to_contain_text("+1 stood still")
    page.keyboard.press("4")
    page.get_by_role("button", name="Cancel the order").click()
    expect(page.locator("dialog")).to_have_count(0)
    assert table.seq == before
    assert [line.thrown for line in record_of(page).lines if isinstance(line, Start | Acted)] == [[5, 2]]


def test_targets_are_called_out_and_no_screen_comes_between(page: Page, table: Table) -> None:
    page.evaluate(MAKE, {"scenario": "red-gate-pass", "seats": {}, "dice": "table"})
    table.asks("Relief column: choose your guns’ targets")
    table.choose("e2")
    page.locator(".offers button").first.click()
    table.asks("Hill tribe: choose your guns’ targets")
    expect(page.get_by_role("heading", name="Hand over")).to_have_count(0)
    table.tab("Log")
    expect(page.get_by_role("tabpanel")).to_contain_text("Mountain Guns took aim")


def test_two_taps_say_whether_a_may_fire_at_b(new_page: Callable[..., Page]) -> None:
    page = new_page(390, 800, has_touch=True)
    luck = random.Random(1)
    sit(page, skirmish("classic"))
    throw(page, luck)
    page.get_by_role("tab", name="Table").click()
    page.get_by_role("button", name="Large view").click()
    first, second = ("First Reds", "First Blues")
    if "Blueland" in page.locator(".asks").inner_text():
        first, second = second, first
    page.get_by_role("button", name=re.compile(first)).click()
    page.get_by_role("button", name=re.compile(second)).click()
    answer = page.locator(".answer")
    expect(answer).to_contain_text("Yes")
    expect(answer).to_contain_text("needs 5+")
    expect(page.locator(".ledger")).to_contain_text("exhausted at 4")
    expect(page.locator(".ledger")).to_contain_text("Turn 1 of 3")
    far = "Third Blues" if "Reds" in first else "Third Reds"
    page.get_by_role("button", name=re.compile(far)).click()
    expect(answer).to_contain_text("No")


def test_table_mode_is_for_everybody(page: Page, table: Table, axe: Callable[[Page], list[str]]) -> None:
    sit(page, skirmish("classic"))
    assert axe(page) == []
    throw(page, random.Random(5))
    table.tab("Table")
    assert axe(page) == []
    page.get_by_role("button", name="Large view").click()
    assert axe(page) == []
    page.get_by_role("button", name="Overrule").click()
    assert axe(page) == []


def test_the_umpire_overrules_and_is_refused(page: Page, table: Table) -> None:
    sit(page, skirmish("classic"))
    throw(page, random.Random(2))
    table.tab("Table")
    page.get_by_role("button", name="Overrule").click()
    dialog = page.get_by_role("dialog")
    dialog.locator("select").nth(1).select_option(label="First Reds")
    dialog.get_by_label("Square").fill("c5")
    dialog.get_by_label("Reason").fill("Knocked over by the cat")
    dialog.get_by_role("button", name="Overrule", exact=True).click()
    expect(dialog.get_by_role("alert")).to_have_text("c5 is occupied")
    dialog.get_by_label("Square").fill("a1")
    dialog.get_by_role("button", name="Overrule", exact=True).click()
    expect(dialog).to_have_count(0)
    table.tab("Log")
    expect(page.get_by_role("tabpanel")).to_contain_text("The umpire ruled: Knocked over by the cat")
    ruled = [line for line in record_of(page).lines if isinstance(line, Ruled)]
    assert ruled[0].changes == [{"set": "place", "unit": "r0", "at": "a1"}]


def test_a_table_is_set_up_in_mid_battle_a_tap_a_unit(page: Page, table: Table) -> None:
    sit(page, skirmish("classic"))
    throw(page, random.Random(3))
    table.tab("Table")
    page.get_by_role("button", name="Set up from the table").click()
    # On a phone, too, the board and the buttons are in reach together.
    page.set_viewport_size({"width": 390, "height": 844})
    page.evaluate("scrollTo(0, 0)")
    for what in (
        page.locator(".board"),
        *(page.get_by_role("button", name=name) for name in ("Undo the last", "Done")),
    ):
        expect(what).to_be_in_viewport(ratio=0.9)
    for cell in ("a1", "b1", "c1", "a8", "b8"):
        table.choose(cell)
    page.get_by_role("button", name="Not on the table").click()
    expect(page.get_by_role("tabpanel")).to_contain_text("Every unit has its place.")
    table.choose("b8")  # turns it
    page.get_by_label("Turn to play").fill("2")
    page.get_by_role("button", name="Done").click()
    throw(page, random.Random(4))
    expect(page.locator(".board")).to_be_visible()
    line = next(line for line in record_of(page).lines if isinstance(line, Ruled))
    assert [change.get("at") for change in line.changes] == ["a1", "b1", "c1", "a8", "b8", None, None]
    assert line.changes[-1] == {"set": "turn", "turn": 2, "begin": True}
    assert line.changes[4]["facing"] == "w"


def test_a_stack_a_load_and_what_was_lost_are_set_up_too(page: Page, table: Table) -> None:
    red = [
        {"id": "t1", "type": "tank", "at": "c3", "facing": "n", "name": "Tank", "carrying": "f1"},
        {"id": "f1", "type": "infantry", "name": "Rider"},
        {"id": "c1", "type": "commander", "at": "e3", "facing": "n", "name": "General"},
    ]
    blue = [{"id": "b1", "type": "infantry", "at": "c6", "facing": "s", "name": "Foe"}]
    riders = battle("Riders", "modern", "square", red, blue)
    sit(page, {**riders, "historical": True, "options": ["tank-riders"]})
    throw(page, random.Random(3))
    table.tab("Table")
    page.get_by_role("button", name="Set up from the table").click()
    expect(page.get_by_role("tabpanel")).to_contain_text("Rider, with Tank")
    table.choose("b2")
    page.get_by_role("button", name="General", exact=True).click()
    table.choose("b2")  # with the tank, which is not turned
    table.choose("b5")
    expect(page.get_by_role("tabpanel")).to_contain_text("Every unit has its place.")
    page.get_by_role("button", name="Foe: 1 SP less").click()
    expect(page.get_by_role("tabpanel")).to_contain_text("3 SP")
    page.get_by_role("button", name="Done").click()
    expect(page.get_by_role("button", name="Set up from the table")).to_be_visible()
    (line,) = [line for line in record_of(page).lines if isinstance(line, Ruled)]
    assert line.changes == [
        {"set": "place", "unit": "t1", "at": "b2", "facing": "n"},
        {"set": "place", "unit": "c1", "at": "b2", "facing": "n"},
        {"set": "place", "unit": "b1", "at": "b5", "facing": "s"},
        {"set": "strength", "unit": "b1", "sp": 3},
    ]


def test_the_ground_is_tapped_and_ticked(page: Page, table: Table) -> None:
    scenario = skirmish("classic")
    sit(page, scenario)
    throw(page, random.Random(2))
    table.tab("Table")
    page.get_by_role("button", name="Overrule").click()
    dialog = page.get_by_role("dialog")
    dialog.locator("select").first.select_option(label="Ground")
    dialog.get_by_role("button", name="Tap it on the board").click()
    expect(dialog).to_have_count(0)
    table.choose("a5")
    expect(dialog.get_by_label("Square")).to_have_value("a5")
    dialog.get_by_label("woods").check()
    dialog.get_by_label("road").check()
    dialog.get_by_role("button", name="Add").click()
    expect(dialog).to_contain_text("Ground: a5, woods and road")
    dialog.get_by_label("Reason").fill("The new trees have come")
    dialog.get_by_role("button", name="Overrule", exact=True).click()
    expect(dialog).to_have_count(0)
    table.cell("a5").hover()
    expect(page.locator(".glance")).to_contain_text("a5 woods, road")
    page.get_by_role("button", name="Overrule").click()
    dialog.locator("select").first.select_option(label="Ground")
    dialog.get_by_label("Square").fill("a5")
    expect(dialog.get_by_label("woods")).to_be_checked()
    expect(dialog.get_by_label("river")).not_to_be_checked()
    (line,) = [line for line in record_of(page).lines if isinstance(line, Ruled)]
    assert line.changes == [{"set": "ground", "cell": "a5", "features": ["woods", "road"]}]
