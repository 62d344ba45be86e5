"""Every word of the page comes from its catalogue: with those marked, what is left is the server's."""

import random
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Error, Page, Response, WebSocket, expect

from .scenarios import LORRIES
from .table import Table
from .test_own_dice import sit, skirmish, throw

PROTOCOL = Path(__file__).parents[2] / "web" / "src" / "common" / "protocol.ts"  # made from the engine's vocabulary
# Whatever a person reads or hears: text that is shown, and the attributes that are read out or shown on pointing.
READ = """() => {
    const told = [];
    const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (node.parentElement.closest("script, style, noscript, textarea, kbd, code, [data-not-words]")) continue;
        told.push(node.data);
    }
    for (const one of document.querySelectorAll("*")) {
        for (const name of ["aria-label", "title", "placeholder", "alt", "aria-valuetext"]) {
            if (one.hasAttribute(name)) told.push(one.getAttribute(name));
        }
    }
    return told;
}"""
MARKED = re.compile("⟦[^⟦⟧]*⟧")
# What is counted, a place or an id after a name, and sizes on paper.
NUMBERS = re.compile(r"^\d+ | [a-z]{0,2}\d+$|^\d+(mm|in)$")
WORD = re.compile(r"[^\W\d_]{2,}")


class Overheard:
    """All that the server has said to a page, as one text."""

    def __init__(self, page: Page) -> None:
        self.said = [PROTOCOL.read_text("utf-8").lower()]
        page.on("response", self._answered)
        page.on("websocket", self._connected)

    def _answered(self, response: Response) -> None:
        if "/api/" in response.url and "json" in response.headers.get("content-type", ""):
            # What was on its way to a page that is left has not been said to the next one.
            with suppress(Error):
                self.said.append(plain(response.text()))

    def _connected(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.said.append(plain(str(frame))))

    def strangers(self, page: Page) -> set[str]:
        """Words on the page that are neither marked nor the server's."""
        found = set()
        for text in page.evaluate(READ):
            rest = str(text)
            while MARKED.search(rest):
                rest = MARKED.sub(" | ", rest)
            for part in re.split(r"[|,;:.()·→\u2212+/%“”…\n]", rest):
                words = NUMBERS.sub("", plain(part).strip())
                if WORD.search(words) and not any(words in said for said in self.said):
                    found.add(words)
        return found


def plain(text: str) -> str:
    """A name of the engine's is shown without its hyphens; JSON writes some letters as numbers."""
    text = re.sub(r"\\u([0-9a-f]{4})", lambda match: chr(int(match[1], 16)), text.replace('\\"', '"'))
    return re.sub(r"\s+", " ", text.lower().replace("-", " "))


@pytest.fixture
def heard(page: Page) -> Iterator[Overheard]:
    one = Overheard(page)
    page.goto(page.url.split("#")[0].split("?")[0] + "?language=pseudo")
    expect(page.get_by_text("⟦").first).to_be_visible()
    yield one


def test_no_word_of_the_lobby_is_written_elsewhere(page: Page, heard: Overheard) -> None:
    expect(page.get_by_role("button", name="Harrow Ridge")).to_be_visible()
    assert heard.strangers(page) == set()
    page.get_by_role("button", name="Harrow Ridge").click()
    dialog = page.get_by_role("dialog")
    for summary in dialog.locator("summary").all():
        summary.click()
    assert heard.strangers(page) == set()
    dialog.locator('input[type=radio][value="friend"]').or_(dialog.locator("input[type=radio]").last).first.check()
    assert heard.strangers(page) == set()


@pytest.mark.parametrize("place", ["rules", "dice", "first", "workshop", "editor", "laboratory", "game/nowhere"])
def test_no_word_of_a_page_is_written_elsewhere(page: Page, heard: Overheard, place: str) -> None:
    page.goto(page.url + "#/" + place)
    expect(page.get_by_role("heading", level=1).or_(page.locator("[data-cell]")).first).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert heard.strangers(page) == set()


def test_no_word_of_a_battle_is_written_elsewhere(page: Page, table: Table, heard: Overheard) -> None:
    table.sit(LORRIES, seed=4, seats={"blue": {"level": "recruit"}})
    table.choose("c2")
    expect(page.locator("[data-surveyed]")).to_be_attached()
    table.cell("c5").hover()
    assert heard.strangers(page) == set()
    table.twice("c5")
    for key, seen in (("?", "dialog"), ("q", "dialog"), ("h", ".hint")):
        expect(page.locator("section.mine")).to_be_visible()
        page.keyboard.press(key)
        page.locator(seen).first.wait_for()
        assert heard.strangers(page) == set(), key
        page.keyboard.press("Escape")
    table.choose("f2")
    expect(page.locator("[data-surveyed]")).to_be_attached()
    page.keyboard.press("b")
    page.keyboard.press("w")
    for tab in page.get_by_role("tab").all():
        tab.click()
        page.locator("summary").evaluate_all("(all) => all.forEach((one) => { one.parentElement.open = true; })")
        assert heard.strangers(page) == set()


def test_no_word_of_the_end_is_written_elsewhere(page: Page, table: Table, heard: Overheard) -> None:
    table.sit("toll-house", seed=3, seats={side: {"level": "sergeant"} for side in ("red", "blue")})
    expect(page.locator(".result")).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert heard.strangers(page) == set()


def test_no_word_between_friends_is_written_elsewhere(
    new_page: Callable[..., Page], page: Page, heard: Overheard
) -> None:
    page.evaluate(INVITE, {"scenario": LORRIES, "owner": "red"})
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert heard.strangers(page) == set()


def test_no_word_of_table_mode_is_written_elsewhere(page: Page, table: Table, heard: Overheard) -> None:
    """Own dice, the ledger, all that an umpire may set, and the table set up by taps."""
    sit(page, skirmish("classic"))
    expect(page.locator(".pad")).to_be_visible()
    assert heard.strangers(page) == set()
    throw(page, random.Random(1))
    table.tab("Table")
    assert heard.strangers(page) == set()
    page.get_by_role("button", name="Overrule…").click()
    dialog = page.get_by_role("dialog")
    kinds = dialog.get_by_label("What")
    for kind in kinds.locator("option").evaluate_all("(all) => all.map((one) => one.value)"):
        kinds.select_option(kind)
        assert heard.strangers(page) == set(), kind
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Set up from the table…").click()
    page.locator(".next").wait_for()
    assert heard.strangers(page) == set()


def test_no_word_of_the_report_is_written_elsewhere(page: Page, table: Table, heard: Overheard) -> None:
    table.sit("toll-house", seed=3, seats={side: {"level": "sergeant"} for side in ("red", "blue")})
    page.get_by_role("button", name="Write the report").click()
    expect(page.get_by_role("dialog").get_by_label("Paragraph").first).to_be_visible()
    assert heard.strangers(page) == set()


def test_no_word_of_the_editor_is_written_elsewhere(page: Page, heard: Overheard) -> None:
    page.goto(page.url + "#/editor/harrow-ridge")
    expect(page.locator("[data-cell]").first).to_be_visible()
    for tab in page.get_by_role("tab").all():
        tab.click()
        page.locator("summary").evaluate_all("(all) => all.forEach((one) => { one.parentElement.open = true; })")
        assert heard.strangers(page) == set(), tab.inner_text()
    for name in ("New…", "Save…", "Export…", "Share…", "Versions…", "Keys"):
        page.get_by_role("button", name=name).click()
        expect(page.get_by_role("dialog")).to_be_visible()
        assert heard.strangers(page) == set(), name
        page.keyboard.press("Escape")


@pytest.mark.parametrize("place", ["workshop/classic", "battle/toll-house"])
def test_no_word_of_a_book_or_a_pack_is_written_elsewhere(page: Page, heard: Overheard, place: str) -> None:
    page.goto(page.url + "#/" + place)
    expect(page.get_by_role("heading").nth(1)).to_be_visible()
    page.wait_for_load_state("networkidle")
    if place.startswith("battle"):
        page.get_by_role("button", name="Print…").click()
        expect(page.get_by_role("button", name="Make the PDF")).to_be_visible()
    assert heard.strangers(page) == set()


INVITE = """async (wanted) => {
    const answer = await fetch("/api/games", {
        method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(wanted)});
    const made = await answer.json();
    const seat = {game: made.game, tokens: {red: made.seats.red}, links: {blue: made.seats.blue}};
    localStorage.setItem("portable-wargame/seats", JSON.stringify([seat]));
    location.hash = "#/game/" + made.game;
}"""
