"""The workshop in a real browser, as somebody would go who has read the first page of the guide: "my artillery hits on
4, and I want camels"."""

import tomllib
from collections.abc import Callable

from playwright.sync_api import Page, expect


def test_guns_that_hit_on_4_and_camels_are_in_play_at_once(new_page: Callable[..., Page]) -> None:
    page = new_page()
    page.get_by_role("link", name="Workshop").click()
    expect(page.get_by_role("status").first).to_contain_text("Nothing changed yet")
    guns = page.locator("li", has=page.get_by_role("button", name="classic.artillery.roll", exact=True))
    guns.get_by_role("textbox").fill("hit on for")
    guns.get_by_role("textbox").press("Tab")
    expect(guns.locator(".problem")).to_contain_text('write it as "hit on 4"')
    expect(page.get_by_role("button", name="Play now")).to_be_disabled()
    guns.get_by_role("textbox").fill("hit on 4")
    guns.get_by_role("textbox").press("Tab")
    expect(guns.locator("small")).to_have_text("was hit on 5")
    page.get_by_label("Add a unit").fill("Camel riders")
    page.get_by_label("like").select_option("cavalry")
    page.get_by_role("button", name="Add", exact=True).click()
    move = page.get_by_role("spinbutton", name="camel riders: move")
    move.fill("4")
    move.press("Tab")
    expect(page.get_by_text("Camel riders: as cavalry, move 4")).to_be_visible()

    page.reload()  # what is in the making is kept
    expect(page.get_by_role("spinbutton", name="camel riders: move")).to_have_value("4")
    page.get_by_role("button", name="Share as a link").click()
    link = page.get_by_role("dialog").get_by_role("textbox").input_value()
    page.get_by_role("button", name="Close").last.click()
    other = new_page()
    other.goto(link)
    expect(other.get_by_role("spinbutton", name="camel riders: move")).to_have_value("4")

    with page.expect_download() as downloaded:
        page.get_by_role("button", name="Download").click()
    assert 'like = "cavalry"' in downloaded.value.path().read_text("utf-8")

    page.get_by_role("button", name="Play now").click()
    page.get_by_role("dialog").locator("button.primary").click()
    expect(page.locator("[data-cell]").first).to_be_attached()
    expect(page.get_by_text("(camel riders)").first).to_be_attached()
    page.go_back()
    page.get_by_role("button", name="Open in the editor").click()
    page.get_by_role("tab", name="Forces").click()
    expect(page.get_by_role("tabpanel", name="Forces").get_by_text("(camel riders)").first).to_be_attached()
    page.go_back()
    page.get_by_role("button", name="Start again").click()
    expect(page.get_by_role("status").first).to_contain_text("Nothing changed yet")


def test_what_a_change_does_is_measured_while_one_watches(
    new_page: Callable[..., Page], axe: Callable[[Page], list[str]]
) -> None:
    page = new_page()
    page.goto(page.url.split("#")[0] + "#/workshop/classic")
    page.get_by_role("spinbutton", name="infantry: move").fill("4")
    page.get_by_role("spinbutton", name="infantry: move").press("Tab")
    expect(page.get_by_role("status").first).to_contain_text("No problems")
    assert axe(page) == []
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0
    page.get_by_role("button", name="What does this do?").click()
    expect(page.get_by_text("points, 95% sure")).to_be_visible(timeout=60_000)
    page.get_by_role("button", name="Stop", exact=True).click()
    expect(page.get_by_role("button", name="What does this do?")).to_be_enabled()


def test_a_modifier_and_terrain_are_added_on_the_page(
    new_page: Callable[..., Page], axe: Callable[[Page], list[str]]
) -> None:
    page = new_page(390, 844)
    page.goto(page.url.split("#")[0] + "#/workshop/classic")
    page.get_by_label("New terrain").fill("Marsh")
    page.get_by_role("button", name="Add it").click()
    marsh = page.get_by_role("group", name="marsh")
    marsh.get_by_label("Letter on the map").fill("w")
    marsh.get_by_label("Letter on the map").press("Tab")
    expect(page.get_by_text("on a map it is woods").first).to_be_visible()
    marsh.get_by_label("Letter on the map").fill("s")
    marsh.get_by_label("ends a move").check()
    marsh.get_by_label("Closed to").fill("artillery, transport")
    marsh.get_by_label("Closed to").press("Tab")
    page.get_by_label("A rule about").select_option(label="close combat")
    page.get_by_role("button", name="Add the rule").click()
    rule = page.get_by_role("group", name="close combat")
    rule.get_by_label("if", exact=True).fill("is attacking and in mersh")
    rule.get_by_label("if", exact=True).press("Tab")
    expect(rule.get_by_text("no terrain is called 'mersh'; did you mean marsh?")).to_be_visible()
    rule.get_by_label("if", exact=True).fill("is attacking and in marsh")
    rule.get_by_label("What it adds").fill("-1")
    rule.get_by_label("What it adds").press("Tab")
    expect(rule.get_by_label("In words")).to_have_value("Close combat: -1 if is attacking and in marsh.")
    cover = page.locator("li", has=page.get_by_role("button", name="classic.fire.mod-cover", exact=True))
    cover.get_by_role("button", name="Change the condition: target in cover").click()
    cover.get_by_label("Instead of").fill("target in woods or target in marsh")
    cover.get_by_label("Instead of").press("Tab")
    cover.get_by_label("In the log").fill("among the reeds")
    cover.get_by_label("In the log").press("Tab")
    rule.get_by_label("In the log").fill("bogged down")
    rule.get_by_label("In the log").press("Tab")
    expect(page.get_by_role("status").first).to_have_text("No problems.")
    assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0
    assert axe(page) == []

    with page.expect_download() as downloaded:
        page.get_by_role("button", name="Download").click()
    book = tomllib.loads(downloaded.value.path().read_text("utf-8"))
    assert book["features"] == {"marsh": {"letter": "s", "stops": True, "closed-to": ["artillery", "transport"]}}
    assert book["modifiers"][0]["amount"] == -1
    assert book["modifiers"][0]["short"] == "bogged down"
    assert next(iter(book["rows"].values()))["short"] == "among the reeds"
    page.get_by_role("button", name="Open in the editor").click()
    expect(page.get_by_role("button", name="marsh", exact=True)).to_be_visible()


def test_a_weapon_reaches_farther_and_another_is_added(new_page: Callable[..., Page]) -> None:
    page = new_page()
    page.goto(page.url.split("#")[0] + "#/workshop/colonial")
    musket = page.get_by_role("spinbutton", name="musket", exact=True)
    musket.fill("44")
    musket.press("Tab")
    expect(page.get_by_role("button", name="Play now")).to_be_disabled()
    musket.fill("3")
    musket.press("Tab")
    expect(page.get_by_role("listitem").filter(has=musket)).to_contain_text("was 2")
    page.get_by_label("New weapon").fill("Long bow")
    page.get_by_role("button", name="Add the weapon").click()
    expect(page.get_by_role("spinbutton", name="long bow")).to_have_value("2")
    expect(page.get_by_role("button", name="Play now")).to_be_enabled()
    with page.expect_download() as downloaded:
        page.get_by_role("button", name="Download").click()
    assert tomllib.loads(downloaded.value.path().read_text("utf-8"))["weapons"] == {"musket": 3, "long-bow": 2}
    page.get_by_role("button", name="Remove long bow").click()
    expect(page.get_by_role("spinbutton", name="long bow")).to_have_count(0)
