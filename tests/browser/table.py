"""A game on the page, driven as a player drives it: by clicks, taps and keys."""

from typing import Any

from playwright.sync_api import Locator, Page, expect

Tree = dict[str, Any]

MAKE = """async (wanted) => {
    const answer = await fetch("/api/games", {
        method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(wanted)});
    const made = await answer.json();
    if (!answer.ok) throw new Error(made.message);
    const people = Object.entries(made.seats).filter(([side]) => (wanted.seats[side] ?? "human") === "human");
    const key = "portable-wargame/seats";
    const seats = JSON.parse(localStorage.getItem(key) ?? "[]");
    localStorage.setItem(key, JSON.stringify([{game: made.game, tokens: Object.fromEntries(people)}, ...seats]));
    location.hash = "#/game/" + made.game;
}"""


class Table:
    def __init__(self, page: Page) -> None:
        self.page = page
        self.question: Locator = page.locator(".question")

    def sit(self, scenario: str | Tree, seed: int, seats: Tree | None = None, **settings: Any) -> None:
        """A game with known dice, as the lobby would make it."""
        wanted = {"scenario": scenario, "seed": seed, "seats": seats or {}, **settings}
        self.page.evaluate(MAKE, wanted)
        expect(self.page.locator("[data-cell]").first).to_be_attached()

    def asks(self, words: str) -> None:
        expect(self.question).to_contain_text(words)

    @property
    def seq(self) -> int:
        return int(self.question.get_attribute("data-seq") or -1)

    def cell(self, name: str) -> Locator:
        return self.page.locator(f'[data-cell="{name}"]')

    def choose(self, name: str) -> None:
        self.cell(name).click()

    def twice(self, name: str) -> None:
        """Choose a cell, and confirm what is shown for it."""
        before = self.seq
        self.choose(name)
        self.page.locator("#plan").wait_for()
        self.choose(name)
        self.moved_on(before)

    def press(self, name: str) -> None:
        before = self.seq
        self.page.get_by_role("button", name=name).first.click()
        self.moved_on(before)

    def moved_on(self, before: int) -> None:
        expect(self.question).not_to_have_attribute("data-seq", str(before))

    def tab(self, name: str) -> None:
        self.page.get_by_role("tab", name=name).click()
