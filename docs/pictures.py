"""The pictures of the pages, taken from the program itself: `python docs/pictures.py [NAME...]`.

It starts a server and the Chromium that the tests use, sits down at battles with known dice, and writes docs/NAME.jpg.
Build the client first: `python3 run.py play` or `run.py test` does.
"""

import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, ViewportSize, sync_playwright

import portable_wargame as pw

TOP = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(TOP))

from tests.browser import chromium  # noqa: E402
from tests.browser.conftest import PREFERENCES  # noqa: E402
from tests.browser.serving import Server  # noqa: E402
from tests.browser.table import MAKE, Table  # noqa: E402

SIZE: ViewportSize = {"width": 1280, "height": 800}
OPEN = "async (body) => (await (await fetch('/api/records', {method: 'POST', body})).json()).game"


def playing(page: Page) -> None:
    """A unit in hand: where it can go, what it can fire at and with what odds."""
    game = begun("kessel-crossroads")
    sit_down(page, game)
    fires = next((action for action in game.options() if action.verb == "fire"), None)
    mover = fires or game.options()[0]
    cell = next(unit.cell for unit in game.units() if unit.id == mover.unit)
    Table(page).choose(str(cell))


def hexes(page: Page) -> None:
    """A modern battle on hexes."""
    sit_down(page, begun("road-to-orlec"))


def afterwards(page: Page) -> None:
    """After the battle: strength over time, luck, every step to look at again."""
    game = pw.battle("harrow-ridge", seed=3)
    while not game.over:
        game.play(game.choose("sergeant"))
    open_record(page, game)


def editor(page: Page) -> None:
    page.evaluate("location.hash = '#/editor/harrow-ridge'")


PICTURES: dict[str, Callable[[Page], None]] = {
    "playing": playing,
    "hexes": hexes,
    "afterwards": afterwards,
    "editor": editor,
}


def begun(scenario: str) -> pw.Game:
    """A battle a few turns old, with somebody to move who has something to shoot at."""
    game = pw.battle(scenario, seed=1)
    while not game.over and (game.turn < 3 or len({"fire", "move"} & {action.verb for action in game.options()}) < 2):
        game.play(game.choose("sergeant"))
    return game


def open_record(page: Page, game: pw.Game) -> str:
    """Look at a game as it was recorded; the number that the server gives it."""
    number = str(page.evaluate(OPEN, game.record()))
    page.evaluate("(number) => { location.hash = '#/game/' + number }", number)
    page.locator("[data-cell]").first.wait_for(state="attached")
    return number


def sit_down(page: Page, game: pw.Game) -> None:
    """Play on from where a game stands."""
    number = open_record(page, game)
    settle(page)
    page.evaluate(MAKE, {"play-on": {"game": number, "seq": Table(page).seq}, "seats": {}})
    settle(page)


def settle(page: Page) -> None:
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(800)
    # A busy machine may still be setting out the table.
    page.locator("[data-cell]").first.wait_for(state="attached", timeout=60_000)
    page.wait_for_timeout(800)


def main() -> None:
    wanted = sys.argv[1:] or list(PICTURES)
    with tempfile.TemporaryDirectory() as scratch:
        executable = chromium.executable(Path(scratch))
        if executable is None:
            sys.exit("there is no Chromium here: neither the system's nor npm's")
        os.environ["PLAYWRIGHT_NODEJS_PATH"] = str(chromium.NODE)
        server = Server(Path(scratch, "games"))
        try:
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=executable, args=chromium.ARGUMENTS)
                for name in wanted:
                    context = browser.new_context(viewport=SIZE)
                    context.add_init_script(PREFERENCES)
                    page = context.new_page()
                    page.goto(server.url)
                    PICTURES[name](page)
                    settle(page)
                    page.screenshot(path=str(TOP / "docs" / f"{name}.jpg"), type="jpeg", quality=85)
                    print(f"docs/{name}.jpg", flush=True)
                    context.close()
                browser.close()
        finally:
            server.kill()


if __name__ == "__main__":
    main()
