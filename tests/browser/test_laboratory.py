"""The laboratory in a real browser: battles in the background, the report's charts, a card that can be shared."""

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from .test_editor import at_the_desk, ready

LONG = 90_000  # milliseconds


def in_the_laboratory(page: Page, battle: str = "market-day") -> Page:
    page.goto(page.url.split("#")[0] + f"#/laboratory/{battle}")
    expect(page.get_by_role("heading", name="The laboratory")).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("Start|Continue"))).to_be_enabled()
    return page


def recruits(page: Page, setting: int = 0) -> None:
    form = page.locator("form fieldset").nth(setting)
    for number in (0, 1):
        form.locator("select").nth(number).select_option("recruit")


def test_how_fair_a_battle_is_with_the_charts_of_the_report(
    new_page: Callable[..., Page], axe: Callable[[Page], list[str]], tmp_path: Path
) -> None:
    page = in_the_laboratory(new_page())
    recruits(page)
    page.get_by_label("How many battles").select_option("100")
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("status").filter(has_text="battles fought")).to_be_visible()
    # It goes on while other pages are looked at.
    page.get_by_role("link", name="Rules").click()
    page.get_by_role("link", name="Laboratory").click()
    result = page.get_by_role("region", name="Where units went")
    expect(result.locator("svg")).to_be_visible(timeout=LONG)
    expect(page.locator(".verdict")).to_contain_text("%")
    expect(page.get_by_role("region", name="Drama").locator("svg")).to_be_visible()
    assert axe(page) == []
    page.get_by_role("button", name="Share the result").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a picture").click()
    assert Path(download.value.path()).read_bytes().startswith(b"\x89PNG")
    link = page.get_by_role("textbox", name="Link")
    expect(link).to_have_value(re.compile("#/study/"))

    friend = new_page()
    friend.goto(link.input_value())
    expect(friend.get_by_role("img", name=re.compile("Result for"))).to_be_visible()
    friend.get_by_role("button", name="Run it again").click()
    # The server still has it: the same question is answered at once.
    expect(friend.locator(".verdict")).to_have_text(page.locator(".verdict").inner_text(), timeout=LONG)
    friend.reload()
    expect(friend.locator(".verdict")).to_be_visible()


def test_how_much_skill_tells(page: Page) -> None:
    in_the_laboratory(page)
    skill = page.get_by_label("How much skill tells")
    recruits(page)
    # Not the level that both sides play at already, and none while they differ.
    expect(skill.locator("option")).to_have_text(["not measured", "with a sergeant", "with a captain"])
    page.locator("form fieldset").first.locator("select").first.select_option("sergeant")
    expect(skill).to_be_disabled()
    expect(page.get_by_text("Give both sides the same level")).to_be_visible()
    recruits(page)
    skill.select_option("sergeant")
    page.get_by_label("How many battles").select_option("100")
    expect(page.get_by_text("100 pairs of battles more")).to_be_visible()
    page.get_by_role("button", name="Start").click()
    luck = page.get_by_role("region", name="How much was luck")
    expect(luck).to_contain_text(re.compile("Skill: a sergeant wins [0-9.]+%.* against a recruit"), timeout=LONG)
    # The form begins with the last question.
    page.reload()
    expect(skill).to_have_value("sergeant")
    expect(page.locator("form fieldset").first.locator("select").first).to_have_value("recruit")


def test_a_study_is_stopped_and_continued(page: Page) -> None:
    in_the_laboratory(page)
    recruits(page)
    page.get_by_label("How many battles").select_option("3000")
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("region", name="Who wins")).to_be_visible(timeout=LONG)
    page.get_by_role("button", name="Stop").click()
    expect(page.locator(".verdict")).to_contain_text("Stopped after")
    before = int(re.findall(r"[\d,]+", page.locator(".verdict").inner_text())[0].replace(",", ""))
    page.get_by_role("button", name="Continue").click()
    progress = page.get_by_role("status").filter(has_text="battles fought")
    expect(progress).to_contain_text("3,000")
    page.get_by_role("button", name="Stop").click()
    expect(page.locator(".verdict")).to_contain_text("Stopped after")
    after = int(re.findall(r"[\d,]+", page.locator(".verdict").inner_text())[0].replace(",", ""))
    assert after >= before > 0


def test_a_change_is_compared_with_the_same_dice(page: Page) -> None:
    in_the_laboratory(page, "toll-house")
    page.get_by_role("button", name="What does a change do?").click()
    recruits(page)
    recruits(page, 1)
    page.get_by_label("A number of the book").fill("infantry: wings 3")
    page.get_by_label("How many battles").select_option("100")
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("alert")).to_contain_text("wings")
    page.get_by_label("A number of the book").fill("infantry: move 3")
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("region", name=re.compile("infantry: move 3"))).to_be_visible(timeout=LONG)
    expect(page.locator(".verdict")).to_contain_text(re.compile("win rate|who wins"), timeout=LONG)


def test_a_house_rule_that_is_written_out_is_compared_too(page: Page) -> None:
    in_the_laboratory(page, "toll-house")
    page.get_by_role("button", name="What does a change do?").click()
    recruits(page)
    recruits(page, 1)
    page.get_by_label("House rule").select_option("exhaustion")
    page.get_by_label("exhaustion", exact=True).fill("most of them")
    page.get_by_label("How many battles").select_option("100")
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("alert")).to_contain_text("a fraction")
    page.get_by_label("exhaustion", exact=True).fill("1/2")
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("region", name=re.compile("exhaustion: 1"))).to_be_visible(timeout=LONG)


def test_a_draft_is_looked_at_from_the_editor(page: Page) -> None:
    at_the_desk(page, "/market-day")
    ready(page)
    page.get_by_role("tab", name="victory").click()
    page.get_by_role("link", name="Laboratory").last.click()
    expect(page.get_by_role("combobox", name="Battle", exact=True)).to_have_value("(draft)")


def test_it_fits_a_phone(new_page: Callable[..., Page], axe: Callable[[Page], list[str]]) -> None:
    page = in_the_laboratory(new_page(width=390, height=844))
    for name in ("What does a change do?", "How can it be made fair?", "How fair is it?"):
        page.get_by_role("button", name=name).click()
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, name
        assert axe(page) == []
