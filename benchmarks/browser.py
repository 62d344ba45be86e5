"""Time the page in a real Chromium: when you can first use it, how long a click waits, how large the client is.

The server and the browser share the machine, as they do when somebody plays.
"""

import argparse
import gzip
import json
import os
import platform
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser import chromium
from tests.browser.serving import Server
from tests.browser.table import Table

TOP = Path(__file__).resolve().parents[1]
CLIENT = TOP / "src" / "portable_wargame" / "server" / "client"
RESULTS = TOP / "benchmarks" / "browser.json"
SIZE = 24
UNITS = 30  # of each side
VISITS = 9

# You can use the page once you can choose the first scenario.
WATCH_LOBBY = """
new MutationObserver((_, watcher) => {
    if (!document.querySelector("h3 button")) return;
    watcher.disconnect();
    requestAnimationFrame(() => { window.usable = performance.now(); });
}).observe(document, {childList: true, subtree: true});
"""
# A click is answered in the frame after the survey has reached the page.
WATCH_CLICKS = """
window.answers = [];
addEventListener("pointerdown", (event) => { window.clicked = event.timeStamp; }, true);
new MutationObserver((changes) => {
    if (!changes.some((one) => one.target.querySelector?.("[data-surveyed]") || one.target.dataset?.surveyed)) return;
    if (window.clicked === undefined) return;
    const clicked = window.clicked;
    window.clicked = undefined;
    requestAnimationFrame(() => window.answers.push(performance.now() - clicked));
}).observe(document, {childList: true, subtree: true, attributes: true, attributeFilter: ["data-surveyed"]});
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="keep the figures in benchmarks/browser.json")
    arguments = parser.parse_args()
    os.environ["PLAYWRIGHT_NODEJS_PATH"] = str(chromium.NODE)
    with tempfile.TemporaryDirectory(prefix="pw-browser-") as scratch:
        executable = chromium.executable(Path(scratch) / "chromium")
        if executable is None or not (CLIENT / "index.html").is_file():
            sys.exit("browser.py: a Chromium and a built client are needed: python3 run.py setup, python3 run.py test")
        server = Server(Path(scratch) / "games")
        try:
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=executable, args=chromium.ARGUMENTS)
                figures = {**first_page(browser, server.url), **clicks(browser, server.url), **bundle()}
                browser.close()
        finally:
            server.kill()
    for name, value in figures.items():
        print(f"{name:45} {value}")
    if arguments.write:
        tree = {"machine": f"{platform.machine()}, {os.cpu_count()} cores", "figures": figures}
        RESULTS.write_text(json.dumps(tree, indent=2) + "\n", "utf-8")


def first_page(browser: Browser, url: str) -> dict[str, float]:
    """From asking for the page to being able to choose a scenario; a new visitor every time."""
    times = []
    for _ in range(VISITS):
        context = browser.new_context(bypass_csp=True)
        context.add_init_script(WATCH_LOBBY)
        page = context.new_page()
        page.goto(url)
        times.append(page.wait_for_function("window.usable").json_value())
        context.close()
    return {"first page interactive, median ms": round(statistics.median(times), 1)}


def clicks(browser: Browser, url: str) -> dict[str, float]:
    """From the finger on a unit to its highlights, unit after unit."""
    page = browser.new_page(bypass_csp=True, viewport={"width": 1440, "height": 900})
    page.goto(url)
    Table(page).sit(large_battle(), seed=1)
    skip_to_units(page)
    page.evaluate(WATCH_CLICKS)
    for number, cell in enumerate(places("red")):
        page.locator(f'[data-cell="{cell}"]').click()
        page.wait_for_function(f"window.answers.length > {number}")
    times = sorted(page.evaluate("window.answers"))
    page.close()
    return {
        f"click to highlights, {SIZE} x {SIZE} hexes, {2 * UNITS} units, median ms": round(statistics.median(times), 1),
        "click to highlights, p95 ms": round(times[int(0.95 * (len(times) - 1))], 1),
    }


def skip_to_units(page: Page) -> None:
    table = Table(page)
    while table.question.get_attribute("data-asks") != "what the units do":
        before = table.seq
        page.keyboard.press("d")
        table.moved_on(before)


def bundle() -> dict[str, float]:
    """The size of the first page's files, compressed; the editor loads only when somebody opens it."""
    index = (CLIENT / "index.html").read_text("utf-8")
    loaded = [
        path for path in CLIENT.rglob("*") if path.is_file() and (path.name in index or path.name == "index.html")
    ]
    everything = [path for path in CLIENT.rglob("*") if path.is_file()]
    return {
        "bundle of the first page, kB gzipped": kilobytes(loaded),
        "whole client, kB gzipped": kilobytes(everything),
    }


def kilobytes(paths: list[Path]) -> float:
    return round(sum(len(gzip.compress(path.read_bytes())) for path in paths) / 1000, 1)


def large_battle() -> dict[str, Any]:
    pattern = ". . w . h h . . b . . = . . w w . . h . . b . ."
    rows = "\n".join(pattern if row % 3 else " ".join("." * SIZE) for row in range(SIZE))
    sides = []
    for side, edge, facing in (("red", "south", "n"), ("blue", "north", "s")):
        units = [
            {"id": f"{side[0]}{number}", "type": TYPES[number % len(TYPES)], "at": cell, "facing": facing}
            for number, cell in enumerate(places(side))
        ]
        sides.append({"id": side, "edge": edge, "units": units})
    return {
        "format": "portable-wargame/scenario/1",
        "title": "A large battle",
        "ruleset": "modern",
        "grid": "hex",
        "house-rules": {"activation": "all"},
        "map": {"rows": rows},
        "sides": sides,
    }


TYPES = ("infantry", "tank", "infantry", "machine-gun", "light-tank")


def places(side: str) -> list[str]:
    """Two lines, with a gap between the sides that some units can shoot across."""
    lines = (11, 10) if side == "red" else (14, 15)
    return [f"{chr(ord('a') + column)}{row}" for row in lines for column in range(3, 18)]


if __name__ == "__main__":
    main()
