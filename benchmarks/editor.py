"""How long a stroke of the editor's brush takes on the largest board, in a real browser.

    python benchmarks/editor.py [--cells 200]

Every cell of the stroke is one event of the pointer; what is measured is the time from the event until the page has
drawn the frame after it. A stroke has no lag if nearly all of its cells are on the screen within a frame or two.
"""

import argparse
import os
import statistics
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import Page, sync_playwright

from tests.browser import chromium
from tests.browser.serving import Server

STROKE = """async (cells) => {
    const board = document.querySelector('[role=application]');
    const centre = (name) => {
        const box = document.querySelector(`[data-cell="${name}"]`).getBoundingClientRect();
        return {clientX: box.x + box.width / 2, clientY: box.y + box.height / 2};
    };
    const frame = () => new Promise((done) => requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = done;
        channel.port2.postMessage(0);
    }));
    const point = (kind, name, buttons) => board.dispatchEvent(new PointerEvent(kind, {
        ...centre(name), pointerId: 1, isPrimary: true, button: 0, buttons, bubbles: true, cancelable: true}));
    const work = [], whole = [];
    point('pointerdown', cells[0], 1);
    for (const name of cells) {
        await frame();
        const before = performance.now();
        point('pointermove', name, 1);
        await Promise.resolve();
        work.push(performance.now() - before);
        await frame();
        whole.push(performance.now() - before);
    }
    point('pointerup', cells.at(-1), 0);
    return {work, whole};
}"""


def main() -> None:
    options = argparse.ArgumentParser(description="a brush stroke on a board of 40 by 40")
    options.add_argument("--cells", type=int, default=200)
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
    """A stroke over a random battle on the largest board, 60 units and all."""
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
    names = [f"{column}{row}" for row in (10, 20, 30) for column in columns()]
    told: dict[str, list[float]] = page.evaluate(STROKE, (names * 4)[:cells])
    return told


def columns() -> list[str]:
    letters = "abcdefghijklmnopqrstuvwxyz"
    return [*letters, *("a" + letter for letter in letters[:14])]


def report(grid: str, told: dict[str, list[float]]) -> None:
    for what, words in (("work", "the page's own work"), ("whole", "until the frame is drawn")):
        times = told[what]
        p95 = statistics.quantiles(times, n=20)[-1]
        print(
            f"{grid:6} 40x40, {words}: median {statistics.median(times):.1f} ms, p95 {p95:.1f} ms ({len(times)} cells)"
        )


if __name__ == "__main__":
    main()
