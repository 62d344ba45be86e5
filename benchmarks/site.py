"""Time the page that needs no server in a real Chromium, and fight a battle of every book there with the network cut.

`python3 run.py site build/tab` builds it. Each record is then verified by `pw verify`, on the engine of this machine.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from playwright.sync_api import BrowserContext, Page, sync_playwright

from portable_wargame.rulesets import RULESETS
from portable_wargame.scenario import library
from portable_wargame.scenario.generating.generator import Request, generate
from portable_wargame.scenario.writing import tree
from tests.browser import chromium
from tests.browser.site import SITE, Host, downloaded, is_ready, played

PW = Path(sys.executable).with_name("pw")
LOBBY = "h3 button"
PATIENCE = 300_000  # milliseconds
LARGE = 12  # cells a side
DECISIONS = 12  # decisions of ours, on the large board

# Figures, and their limits.
MOST = {
    "cold start to the lobby": (8, "s"),
    "second start to the lobby": (2, "s"),
    "download, gzipped": (9, "MB"),
    "captain on 12 by 12, worst": (400, "ms"),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--books", nargs="*", default=list(RULESETS), help="whose battles are fought")
    asked = parser.parse_args()
    os.environ["PLAYWRIGHT_NODEJS_PATH"] = str(chromium.NODE)
    host = Host()
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        executable = chromium.executable(Path(scratch))
        browser = playwright.chromium.launch(executable_path=executable, args=chromium.ARGUMENTS)
        context = browser.new_context()
        context.set_default_timeout(PATIENCE)
        found = {"download, gzipped": downloaded(SITE)}
        page, found["cold start to the lobby"], found["cold start until it plays"] = started(context, host)
        page.close()
        page, found["second start to the lobby"], found["second start until it plays"] = started(context, host)
        times = captains(page)
        found["captain on 12 by 12, mean"] = sum(times) / len(times)
        found["captain on 12 by 12, worst"] = max(times)
        context.set_offline(True)
        for book in asked.books:
            page.close()
            page, _, _ = started(context, host)  # in a new tab, from the kept games
            print(f"| {book}, offline, against the captain | {fought(page, book, Path(scratch))} |", flush=True)
        browser.close()
    host.stop()
    for name, value in found.items():
        most, unit = MOST.get(name, (None, "ms" if name.startswith("captain") else "s"))
        wanted = f"at most {most} {unit}" if most is not None else ""
        print(f"| {name} | {wanted} | {value:.{1 if unit != 'ms' else 0}f} {unit} |")


def started(context: BrowserContext, host: Host) -> tuple[Page, float, float]:
    """A visit; seconds until you can use the lobby, and until you can begin a battle."""
    page = context.new_page()
    begun = time.monotonic()
    page.goto(host.url)
    page.locator(LOBBY).first.wait_for()
    lobby = time.monotonic() - begun
    page.evaluate("() => portableWargame.ready")
    plays = time.monotonic() - begun
    is_ready(page)
    return page, lobby, plays


def captains(page: Page) -> list[float]:
    """Milliseconds of each of the captain's decisions, until the page knew of it."""
    request = Request(book="modern", grid="square", columns=LARGE, rows=LARGE, seed=5)
    scenario = tree(generate(request))
    sides = [side["id"] for side in scenario["sides"]]
    times: list[float] = played(page, scenario, (sides[0], sides[1]), most=DECISIONS)["times"]
    return times[1:]  # the first one only starts the thinker


def fought(page: Page, book: str, scratch: Path) -> str:
    scenarios = {name: library.load(name) for name in library.names()}
    name = min((one.columns * one.rows * one.turns, name) for name, one in scenarios.items() if one.ruleset == book)[1]
    first, second = (side.id for side in scenarios[name].sides)
    battle: Any = played(page, name, (first, second))
    record = scratch / f"{book}.pwg"
    record.write_text(battle["record"], "utf-8")
    judged = subprocess.run([str(PW), "verify", str(record)], capture_output=True, text=True, check=False)
    verdict = "verified" if judged.returncode == 0 else f"NOT VERIFIED: {judged.stdout}{judged.stderr}"
    return f"{name}: {'over' if battle['over'] else 'NOT OVER'} after {battle['seq']} steps, {verdict}"


if __name__ == "__main__":
    main()
