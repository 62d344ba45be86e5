"""The browser's Python comes to the same battle as ours: the site's own program, in Pyodide, without a browser."""

import asyncio
import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.browser.chromium import NODE
from tests.browser.site import SITE

from .browser import Browser, Page
from .test_room import advised, joined

DECISIONS = 10  # each as a captain would
WANTED = {"scenario": "harrow-ridge", "seed": 23}


async def natively(folder: Path) -> list[str]:
    browser = Browser()
    page = Page(browser, await browser.room(folder))
    _, made = await page.ask("/api/games", "POST", WANTED)
    talk = await joined(page, made)
    for _ in range(DECISIONS):
        await advised(talk)
    record: str = (await page.ask(f"/api/games/{made['game']}/record"))[1]
    return record.splitlines()


class Pyodide:
    def __init__(self, folder: Path) -> None:
        command = [str(NODE), str(Path(__file__).with_name("pyodide.mjs")), str(folder)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps([method, path, body]) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def say(self, number: int, **message: Any) -> Any:
        heard = self.ask("SAY", "", {"id": number, **message})["heard"]
        return next(one for one in heard if one.get("id") == number)

    def close(self) -> None:
        self.process.kill()
        self.process.communicate()


def test_the_browsers_python_throws_and_thinks_as_ours_does(tmp_path: Path) -> None:
    if not (SITE / "index.html").is_file():
        pytest.skip("the site is not built: python3 run.py test builds it")
    [folder] = (SITE / "python").iterdir()
    pyodide = Pyodide(folder)
    try:
        made = json.loads(pyodide.ask("POST", "/api/games", WANTED)["answer"].split("\n", 2)[2])
        pyodide.ask("OPEN", f"/api/games/{made['game']}")
        pyodide.say(1, type="join", tokens=list(made["seats"].values()))
        for number in range(DECISIONS):
            hint = pyodide.say(2 + 2 * number, type="hint")
            pyodide.say(3 + 2 * number, type="act", seq=hint["seq"], action=hint["action"])
        record = pyodide.ask("GET", f"/api/games/{made['game']}/record")["answer"].split("\n", 2)[2]
    finally:
        pyodide.close()
    there = [without_time(line) for line in record.splitlines()[1:]]
    here = [without_time(line) for line in asyncio.run(natively(tmp_path))[1:]]
    assert len(here) > DECISIONS
    assert there == here


def without_time(line: str) -> Any:
    """Nor the chain, which covers it."""
    return {key: value for key, value in json.loads(line).items() if key not in ("time", "chain")}
