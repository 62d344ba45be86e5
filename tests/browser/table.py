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


MOVED_ON_OR_PLANNED = """(before) => document.querySelector("#plan")
    || document.querySelector(".question").dataset.seq !== before"""


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
        """Do what there is to do in a cell: at once where it is plain and a mouse points, else shown and confirmed."""
        before = self.seq
        self.choose(name)
        self.page.wait_for_function(MOVED_ON_OR_PLANNED, arg=str(before))
        if self.seq == before:
            self.choose(name)
        self.moved_on(before)

    def press(self, name: str) -> None:
        before = self.seq
        self.page.get_by_role("button", name=name).first.click()
        self.moved_on(before)

    @property
    def asks_for_orders(self) -> bool:
        """Whether any unit or gun may be given orders, not one unit asked about something."""
        return self.question.get_attribute("data-asks") in ("what the units do", "what the guns fire at")

    def end_turn(self) -> None:
        """By the key, although some units could still act."""
        self.page.keyboard.press("e")
        self.page.get_by_role("dialog").get_by_role("button", name="End turn").click()

    def reaches(self, seq: int) -> None:
        """What is asked is what is asked after this step, or a later one."""
        self.page.wait_for_function("(seq) => document.querySelector('.question')?.dataset.seq >= seq", arg=seq)

    def moved_on(self, before: int) -> None:
        expect(self.question).not_to_have_attribute("data-seq", str(before))

    def tab(self, name: str) -> None:
        self.page.get_by_role("tab", name=name).click()
