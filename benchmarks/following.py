"""Measure in a real Chromium how well a battle can be followed and played: clicks, stillness, speed, size, access.

Each figure is shown beside its target; a missed target makes the command fail.
"""

import gzip
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from playwright.sync_api import Browser, Page, Response, expect, sync_playwright

from benchmarks.browser import CLIENT, TYPES, bundle, clicks, first_page
from tests.browser import chromium
from tests.browser.serving import Server
from tests.browser.table import MAKE, Table
from tests.browser.test_following import DUEL, drag

AXE = chromium.WEB / "node_modules" / "axe-core" / "axe.min.js"
ORDERS = 60
LARGEST = 40
# The limit of each figure.
ASKED = {
    "clicks to move and fire": 3,
    "clicks to move and fire, dragging": 2,
    "board moved over 60 orders, px": 0,
    "first page interactive, median ms": 1000,
    "click to highlights, p95 ms": 100,
    "40 x 40 opens, ms": 1500,
    "fetched from the lobby to the end of a battle, kB gzipped": 200,
    "whole client, kB gzipped": 200,
    "axe violations, light": 0,
    "axe violations, dark": 0,
    "axe violations, 200 %": 0,
}


def main() -> None:
    os.environ["PLAYWRIGHT_NODEJS_PATH"] = str(chromium.NODE)
    with tempfile.TemporaryDirectory(prefix="pw-following-") as scratch:
        executable = chromium.executable(Path(scratch) / "chromium")
        if executable is None or not (CLIENT / "index.html").is_file():
            sys.exit(
                "following.py: a Chromium and a built client are needed: python3 run.py setup, python3 run.py test"
            )
        server = Server(Path(scratch) / "games")
        try:
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=executable, args=chromium.ARGUMENTS)
                figures: dict[str, float] = {}
                for measure in MEASURES:
                    figures |= measure(browser, server.url)
                browser.close()
        finally:
            server.kill()
    figures |= bundle()
    missed = False
    for name, value in figures.items():
        most = ASKED.get(name)
        late = most is not None and value > most
        missed |= late
        print(f"{name:60} {value:10} {'' if most is None else f'asked: at most {most}'}{'  MISSED' if late else ''}")
    sys.exit(1 if missed else 0)


def at_the_table(browser: Browser, url: str, **settings: Any) -> Table:
    page = browser.new_page(bypass_csp=True, **{"viewport": {"width": 1280, "height": 860}, **settings})
    page.add_init_script("""localStorage.setItem("portable-wargame/preferences", '{"pace": "at once"}')""")
    page.goto(url)
    return Table(page)


def move_and_fire(browser: Browser, url: str) -> dict[str, float]:
    """Pick up a unit, move it, fire; then the same with the mouse button held from its cell to the next."""
    by_click, by_drag = 0, 0
    table = at_the_table(browser, url)
    table.sit(DUEL, seed=3)
    for cell in ("c3", "c4", "c6"):
        settled(table)
        table.choose(cell)
        by_click += 1
    expect(table.page.locator(".drama").first).to_be_attached()
    table.page.close()
    table = at_the_table(browser, url)
    table.sit(DUEL, seed=3)
    before = table.seq
    drag(table.page, table, "c3", "c4")
    by_drag += 1
    table.moved_on(before)
    settled(table)
    table.choose("c6")
    by_drag += 1
    expect(table.page.locator(".drama").first).to_be_attached()
    table.page.close()
    return {"clicks to move and fire": by_click, "clicks to move and fire, dragging": by_drag}


def settled(table: Table) -> None:
    table.page.wait_for_timeout(300)


def stillness(browser: Browser, url: str) -> dict[str, float]:
    """Sixty orders by hint against a recruit: how far any corner of the board has moved meanwhile."""
    table = at_the_table(browser, url)
    table.sit("harrow-ridge", seed=7, seats={"blue": {"level": "recruit"}})
    page = table.page
    start, farthest = table.cell("a1").bounding_box(), 0.0
    assert start
    for _ in range(ORDERS):
        expect(page.locator("section.mine")).to_be_visible(timeout=20_000)
        before = table.seq
        page.keyboard.press("h")
        page.locator(".hint").get_by_role("button").click()
        table.moved_on(before)
        now = table.cell("a1").bounding_box()
        assert now
        farthest = max(farthest, *(abs(now[side] - start[side]) for side in ("x", "y", "width", "height")))
    page.close()
    return {"board moved over 60 orders, px": round(farthest, 2)}


def largest_board(browser: Browser, url: str) -> dict[str, float]:
    """From asking for a game of forty by forty to a frame with its board."""
    table = at_the_table(browser, url)
    page = table.page
    page.evaluate(MAKE, {"scenario": large_battle(), "seed": 1, "seats": {}})
    expect(page.locator("[data-cell]").first).to_be_attached(timeout=20_000)
    begun = page.evaluate(OPEN_AGAIN)
    expect(page.locator("[data-cell]").first).to_be_attached(timeout=20_000)
    took = page.evaluate(
        "(begun) => new Promise((done) => requestAnimationFrame(() => done(Date.now() - begun)))", begun
    )
    page.close()
    return {"40 x 40 opens, ms": took}


def fetched(browser: Browser, url: str) -> dict[str, float]:
    """All files of the page that one visit asks for: lobby, setting up, a battle conceded, its end; fonts too."""
    sizes: dict[str, int] = {}

    def weigh(response: Response) -> None:
        path = CLIENT / urlsplit(response.url).path.lstrip("/")
        if path == CLIENT:
            path /= "index.html"
        if path.is_file():
            sizes[path.name] = len(gzip.compress(path.read_bytes()))

    table = at_the_table(browser, "about:blank")
    page = table.page
    page.on("response", weigh)
    page.goto(url)
    page.get_by_role("button", name="Harrow Ridge").click()
    page.get_by_role("button", name="Begin the battle").click()
    expect(page.locator("section.mine")).to_be_visible()
    table.tab("Battle")
    page.get_by_role("button", name="Concede…").click()
    page.get_by_role("dialog").get_by_role("button", name="Concede").click()
    expect(page.get_by_role("heading", name="You have lost")).to_be_visible()
    page.close()
    assert any(name.endswith(".woff2") for name in sizes)
    return {"fetched from the lobby to the end of a battle, kB gzipped": round(sum(sizes.values()) / 1000, 1)}


OPEN_AGAIN = """() => new Promise((done) => {
    const game = location.hash;
    location.hash = "#/";
    setTimeout(() => { location.hash = game; done(Date.now()); }, 600);
})"""


def large_battle() -> dict[str, Any]:
    pattern = " ".join((". . w . h h . . b . . = . . w w . . h . " * 2).split()[:LARGEST])
    rows = "\n".join(pattern if row % 3 else " ".join("." * LARGEST) for row in range(LARGEST))
    columns = "bcdefghijklmnopqrstuvwxyz"
    sides = [
        {
            "id": side,
            "edge": edge,
            "units": [
                {"id": f"{side[0]}{number}", "type": TYPES[number % len(TYPES)], "at": f"{column}{row}"}
                for number, column in enumerate(columns)
            ],
        }
        for side, edge, row in (("red", "south", 10), ("blue", "north", 30))
    ]
    return {
        "format": "portable-wargame/scenario/1",
        "title": "The largest battle",
        "ruleset": "modern",
        "grid": "hex",
        "map": {"rows": rows},
        "sides": sides,
    }


def access(browser: Browser, url: str) -> dict[str, float]:
    """Problems that axe-core finds in a battle under way, a unit in hand: by day, by night, and at twice the size."""
    ways: dict[str, dict[str, Any]] = {
        "light": {"color_scheme": "light"},
        "dark": {"color_scheme": "dark"},
        "200 %": {"viewport": {"width": 640, "height": 430}, "device_scale_factor": 2},
    }
    found: dict[str, float] = {}
    for way, settings in ways.items():
        table = at_the_table(browser, url, **settings)
        table.sit("harrow-ridge", seed=7)
        table.page.locator(".chips button").first.click()
        settled(table)
        found[f"axe violations, {way}"] = violations(table.page)
        table.page.close()
    return found


def violations(page: Page) -> int:
    page.evaluate(AXE.read_text("utf-8"))
    wrong = page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]
    for one in wrong:
        print(f"  {one['id']}: {one['nodes'][0]['target']} {one['nodes'][0]['failureSummary']}")
    return len(wrong)


MEASURES: tuple[Callable[[Browser, str], dict[str, float]], ...] = (
    move_and_fire,
    stillness,
    first_page,
    clicks,
    largest_board,
    access,
    fetched,
)

if __name__ == "__main__":
    main()
