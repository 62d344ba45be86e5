"""Twelve screens of the page at three widths, by day and by lamplight: `python docs/screens.py [NAME...]`.

Each becomes one small sheet, docs/screens/NAME.webp, to be looked at as a whole when the page looks different. Build
the client first: `python3 run.py play` or `run.py test` does.
"""

import base64
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

TOP = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(TOP))

from docs.pictures import afterwards, begun, open_record, sit_down  # noqa: E402
from tests.browser import chromium  # noqa: E402
from tests.browser.conftest import PREFERENCES  # noqa: E402
from tests.browser.pair import INVITE  # noqa: E402
from tests.browser.serving import Server  # noqa: E402
from tests.browser.table import Table  # noqa: E402

FOLDER = TOP / "docs" / "screens"
SIZES: tuple[ViewportSize, ...] = (
    {"width": 1280, "height": 800},
    {"width": 834, "height": 1112},
    {"width": 390, "height": 844},
)
THEMES = ("light", "dark")
HEIGHT = 400  # of each picture on the sheet, in pixels
QUALITY = 0.7

# Pictures side by side, a row for each theme, as a data URL.
COMPOSE = """async ([rows, height, quality]) => {
    const load = (source) => new Promise((resolve) => {
        const picture = new Image();
        picture.onload = () => resolve(picture);
        picture.src = source;
    });
    const drawn = await Promise.all(rows.map((row) => Promise.all(row.map(load))));
    const wide = (picture) => Math.round((picture.width * height) / picture.height);
    const sheet = document.createElement("canvas");
    sheet.width = Math.max(...drawn.map((row) => row.reduce((sum, one) => sum + wide(one) + 8, 0)));
    sheet.height = drawn.length * (height + 8);
    const pen = sheet.getContext("2d");
    pen.imageSmoothingQuality = "high";
    drawn.forEach((row, number) => {
        let x = 0;
        for (const one of row) {
            pen.drawImage(one, x, number * (height + 8), wide(one), height);
            x += wide(one) + 8;
        }
    });
    return sheet.toDataURL("image/webp", quality);
}"""


def lobby(page: Page) -> None:
    page.get_by_role("button", name="Pause").click()


def setup(page: Page) -> None:
    page.evaluate("location.hash = '#/battle/kaltenbach-crossing'")
    page.get_by_role("dialog").wait_for()


def waiting(page: Page) -> None:
    page.evaluate(INVITE, {"scenario": "harrow-ridge", "owner": "red", "names": {"red": "Ada"}})


def invitation(page: Page) -> None:
    link = page.evaluate(INVITE, {"scenario": "harrow-ridge", "owner": "red", "names": {"red": "Ada"}})
    page.evaluate("localStorage.removeItem('portable-wargame/seats')")
    page.goto(link)
    page.reload()


def guide(page: Page) -> None:
    page.evaluate("location.hash = '#/first-battle'")
    page.get_by_role("region", name="The guide").wait_for()


def orders(page: Page) -> None:
    game = begun("harrow-ridge")
    sit_down(page, game)
    mover = next((action for action in game.options() if action.verb == "fire"), game.options()[0])
    Table(page).choose(str(next(unit.cell for unit in game.units() if unit.id == mover.unit)))


def log(page: Page) -> None:
    sit_down(page, begun("mbara-ford"))
    Table(page).tab("Log")


def replay(page: Page) -> None:
    open_record(page, begun("road-to-orlec"))
    page.get_by_role("button", name="A turn back").click()


def rules(page: Page) -> None:
    page.evaluate("location.hash = '#/rules'")


def editor(page: Page) -> None:
    page.evaluate("location.hash = '#/editor/harrow-ridge'")


def dice(page: Page) -> None:
    page.evaluate("location.hash = '#/dice'")


SCREENS: dict[str, Callable[[Page], None]] = {
    "lobby": lobby,
    "setup": setup,
    "waiting": waiting,
    "invitation": invitation,
    "guide": guide,
    "orders": orders,
    "log": log,
    "end": afterwards,
    "replay": replay,
    "rules": rules,
    "editor": editor,
    "dice": dice,
}


def taken(browser: Browser, server: Server, screen: str, size: ViewportSize, theme: str) -> str:
    """One picture, as a data URL."""
    context = browser.new_context(viewport=size, color_scheme="dark" if theme == "dark" else "light")
    context.add_init_script(PREFERENCES)
    page = context.new_page()
    page.goto(server.url)
    SCREENS[screen](page)
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(1200)
    shot = page.screenshot(type="jpeg", quality=92)
    context.close()
    return "data:image/jpeg;base64," + base64.b64encode(shot).decode()


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        executable = chromium.executable(Path(scratch))
        if executable is None:
            sys.exit("there is no Chromium here: neither the system's nor npm's")
        os.environ["PLAYWRIGHT_NODEJS_PATH"] = str(chromium.NODE)
        server = Server(Path(scratch, "games"))
        try:
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=executable, args=chromium.ARGUMENTS)
                sheet = browser.new_page()
                for name in sys.argv[1:] or list(SCREENS):
                    rows = [[taken(browser, server, name, size, theme) for size in SIZES] for theme in THEMES]
                    url = str(sheet.evaluate(COMPOSE, [rows, HEIGHT, QUALITY]))
                    picture = base64.b64decode(url.partition(",")[2])
                    (FOLDER / f"{name}.webp").write_bytes(picture)
                    print(f"docs/screens/{name}.webp", len(picture) // 1000, "kB", flush=True)
                browser.close()
        finally:
            server.kill()


if __name__ == "__main__":
    main()
