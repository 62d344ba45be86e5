"""Two players who share nothing but a link."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from .table import Table

Tree = dict[str, Any]

# As the lobby makes it: the maker keeps the one token, and a link for the other.
INVITE = """async (wanted) => {
    const answer = await fetch("/api/games", {
        method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(wanted)});
    const made = await answer.json();
    if (!answer.ok) throw new Error(made.message);
    const of = (mine) => Object.fromEntries(Object.entries(made.seats).filter(([side]) => (side === "red") === mine));
    const seat = {game: made.game, tokens: of(true), links: of(false)};
    localStorage.setItem("portable-wargame/seats", JSON.stringify([seat]));
    location.hash = "#/game/" + made.game;
    return `${location.origin}/#/seat/${made.game}/${made.seats.blue}`;
}"""
SIT = """([game, token]) => {
    localStorage.setItem("portable-wargame/seats", JSON.stringify([{game, tokens: {blue: token}, links: {}}]));
    location.hash = "#/game/" + game;
}"""


class Pair:
    """Ada plays red and has made the battle; Ben plays blue and comes by her link."""

    def __init__(self, new_page: Callable[..., Page], scenario: str | Tree, **settings: Any) -> None:
        self.ada = Table(new_page())
        names = {"red": "Ada", "blue": "Ben"}
        wanted = {"scenario": scenario, "owner": "red", "names": names, "spectators": True, **settings}
        self.link = str(self.ada.page.evaluate(INVITE, wanted))
        self.ben = Table(new_page())
        if "seed" in settings:
            # Nobody is invited to dice that the maker knows: for a test, Ben's browser simply has the token.
            game, _, token = self.link.rpartition("/seat/")[2].partition("/")
            self.ben.page.evaluate(SIT, [game, token])
        else:
            sit_down(self.ben.page, self.link, "Ben")
        for one in (self.ada, self.ben):
            expect(one.page.locator("[data-cell]").first).to_be_attached()

    @property
    def address(self) -> str:
        """Of the game: who only watches needs no more."""
        return self.ada.page.url

    def agree(self) -> None:
        """Both have seen the same steps."""
        expect(self.ben.question).to_have_attribute("data-seq", str(self.ada.seq))


def sit_down(page: Page, link: str, name: str) -> None:
    page.goto(link)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Take command").click()
