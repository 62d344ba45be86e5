"""The cost of a stroke of the editor's brush on the largest board, in a real browser.

    python benchmarks/editor.py [--cells 120]

The mouse goes from cell to cell; after each the page draws two frames. We measure the processor time of the page's main
thread, which is the same on a busy machine, and the time on the clock until those frames are drawn.
"""

import argparse
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import CDPSession, Page, sync_playwright

from tests.browser import chromium
from tests.browser.serving import Server

FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def main() -> None:
    options = argparse.ArgumentParser(description="a brush stroke on a board of 40 by 40")
    options.add_argument("--cells", type=int, default=120)
    cells = options.parse_args().cells
    os.environ["PLAYWRIGHT_NODEJS_PATH"] = str(chromium.NODE)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder) / "games")
        executable = chromium.executable(Path(folder))
        try:
            browser = playwright.chromium.launch(executable_path=executable, args=chromium.ARGUMENTS)
            page = browser.new_page(viewport={"width": 1280, "height": 860})
            for grid in ("square", "hex"):
                report(grid, measure(page, server.url, grid, cells))
            browser.close()
        finally:
            server.kill()


def measure(page: Page, address: str, grid: str, cells: int) -> dict[str, list[float]]:
    """A stroke over a random battle on the largest board, units and all; milliseconds for each cell."""
    page.goto(address + "#/editor/(random)")
    page.reload()
    page.get_by_label("Book").select_option(value="modern")
    page.get_by_label("Grid").last.select_option(value=grid)
    page.get_by_label("Columns").last.fill("40")
    page.get_by_label("Rows").last.fill("40")
    page.get_by_label("Seed").fill("7")
    page.get_by_role("button", name="Make the battle").click()
    page.get_by_role("tab", name="ground").click()
    page.locator('[data-cell="an40"]').wait_for(state="attached")
    middles = [middle(page, f"{column}{row}") for row in (10, 20, 30) for column in columns()][:cells]
    meter = page.context.new_cdp_session(page)
    meter.send("Performance.enable", {"timeDomain": "threadTicks"})
    told: dict[str, list[float]] = {"processor": [], "clock": []}
    page.mouse.move(*middles[0])
    page.mouse.down()
    for at in middles:
        worked, begun = task_time(meter), time.perf_counter()
        page.mouse.move(*at)
        page.evaluate(FRAMES)
        told["clock"].append(1000 * (time.perf_counter() - begun))
        told["processor"].append(1000 * (task_time(meter) - worked))
    page.mouse.up()
    return told


def middle(page: Page, cell: str) -> tuple[float, float]:
    box = page.locator(f'[data-cell="{cell}"]').bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def task_time(meter: CDPSession) -> float:
    """Seconds that the main thread has worked."""
    metrics = {one["name"]: one["value"] for one in meter.send("Performance.getMetrics")["metrics"]}
    return float(metrics["TaskDuration"])


def columns() -> list[str]:
    letters = "abcdefghijklmnopqrstuvwxyz"
    return [*letters, *("a" + letter for letter in letters[:14])]


def report(grid: str, told: dict[str, list[float]]) -> None:
    for what, words in (("processor", "main thread"), ("clock", "two frames on the clock")):
        times = told[what]
        p95 = statistics.quantiles(times, n=20)[-1]
        print(
            f"{grid:6} 40x40, {words}: median {statistics.median(times):.1f} ms, p95 {p95:.1f} ms ({len(times)} cells)"
        )


if __name__ == "__main__":
    main()
