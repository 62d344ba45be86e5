"""A real server, a real Chromium, and the page as it is built."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Request, expect, sync_playwright

from . import chromium
from .serving import Server
from .table import Table

CLIENT = Path(__file__).parents[2] / "src" / "portable_wargame" / "server" / "client" / "index.html"
AXE = chromium.WEB / "node_modules" / "axe-core" / "axe.min.js"
SECONDS = 45  # that are waited for anything on a busy machine
expect.set_options(timeout=SECONDS * 1000)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    if not CLIENT.is_file():
        pytest.skip("the client is not built: python3 run.py test builds it")
    one = Server(tmp_path_factory.mktemp("games"))
    yield one
    one.kill()


# Not for the session: while it is there, Playwright's loop runs in this thread, and other tests can run none of theirs.
@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    executable = chromium.executable(tmp_path_factory.mktemp("chromium"))
    if executable is None:
        pytest.skip("there is no Chromium here: neither the system's nor npm's")
    # Playwright's own node needs a library that small machines lack.
    os.environ["PLAYWRIGHT_NODEJS_PATH"] = str(chromium.NODE)
    with sync_playwright() as playwright:
        one = playwright.chromium.launch(executable_path=executable, args=chromium.ARGUMENTS)
        yield one
        one.close()


@pytest.fixture
def new_page(browser: Browser, server: Server) -> Iterator[Callable[..., Page]]:
    """Pages of browsers that share nothing; an error in the page's own code fails the test, and so does
    anything that it asks of another server than its own."""
    contexts = []
    errors: list[str] = []
    strangers: list[str] = []

    def note(request: Request) -> None:
        address = urlsplit(request.url)
        if address.scheme not in ("data", "blob") and address.hostname not in ("localhost", "127.0.0.1"):
            strangers.append(request.url)

    def make(width: int = 1280, height: int = 860, **settings: object) -> Page:
        context = browser.new_context(viewport={"width": width, "height": height}, **settings)  # type: ignore[arg-type]
        # Nothing is learned from watching the computer move.
        context.add_init_script(PREFERENCES)
        context.on("request", note)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(SECONDS * 1000)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(server.url)
        return page

    yield make
    for context in contexts:
        context.close()
    assert errors == []
    assert strangers == []


PREFERENCES = """
localStorage.getItem("portable-wargame/preferences")
    ?? localStorage.setItem("portable-wargame/preferences", '{"pace": "at once"}')
"""


@pytest.fixture
def page(new_page: Callable[..., Page]) -> Page:
    return new_page()


@pytest.fixture
def table(page: Page) -> Table:
    return Table(page)


@pytest.fixture
def axe() -> Callable[[Page], list[str]]:
    """What axe-core finds wrong with the page as it stands."""

    def check(page: Page) -> list[str]:
        page.evaluate(AXE.read_text("utf-8"))
        found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        return [
            f"{one['id']}: {one['help']}: {one['nodes'][0]['target']} {one['nodes'][0]['failureSummary']}"
            for one in found["violations"]
        ]

    return check
