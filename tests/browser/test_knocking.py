"""Whoever is away is told that it is his move. Neither the browser's push service nor its notifications are to be had
in a browser without a screen: those two ends are held by the test, all between them is real."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.server.test_push import Service, keys, service  # noqa: F401

from .pair import Pair
from .scenarios import LORRIES
from .serving import Server

SUBSCRIBED = """(origin) => {
    PushManager.prototype.subscribe = async (wanted) => ({endpoint: `${origin}/${wanted.applicationServerKey}`});
}"""
PUSHED = """() => {
    const shown = [];
    self.registration.showNotification = async (title, {body}) => void shown.push([title, body]);
    self.dispatchEvent(new PushEvent("push"));
    return shown;
}"""


@pytest.fixture
def knocking(tmp_path: Path, service: Service) -> Iterator[Server]:  # noqa: F811
    one = Server(tmp_path, "--push-keys", str(keys(tmp_path, service.origin)))
    yield one
    one.kill()


def test_a_player_who_is_away_is_told_that_it_is_his_move(
    new_page: Callable[..., Page],
    knocking: Server,
    service: Service,  # noqa: F811
) -> None:
    def page_there() -> Page:
        page = new_page()
        page.goto(knocking.url)
        return page

    pair = Pair(page_there, LORRIES, seed=4)
    ben = pair.ben.page
    ben.evaluate(SUBSCRIBED, service.origin)
    pair.ben.tab("Battle")
    ben.get_by_role("button", name="Tell me when it is my move").click()
    expect(ben.get_by_text("You’ll be told when it is your move")).to_be_visible()
    assert ben.context.service_workers[0].evaluate(PUSHED) == [["The Portable Wargame", "It is your move."]]
    key = ben.evaluate("fetch('/api/lobby').then((answer) => answer.json()).then((lobby) => lobby['push-key'])")
    ben.close()
    pair.ada.choose("c2")
    pair.ada.twice("c5")
    path, _, body = service.next()
    assert (path, body) == (f"/{key}", b"")


def test_without_keys_nothing_is_promised(new_page: Callable[..., Page]) -> None:
    pair = Pair(new_page, LORRIES, seed=4)
    pair.ben.tab("Battle")
    expect(pair.ben.page.get_by_role("button", name="Resign…")).to_be_visible()
    expect(pair.ben.page.get_by_role("button", name="Tell me when it is my move")).to_have_count(0)
