"""The browser's Python comes to the same battle as ours: the site's own program, in Pyodide, without a browser."""

import asyncio
import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.chromium import NODE
from tests.browser.site import SITE

from .browser import Browser, Page, read
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

    def answer(self, method: str, path: str, body: Any = None) -> Any:
        status, told = read(self.ask(method, path, body)["answer"])
        assert status in (200, 201), f"{path}: {told}"
        return told

    def say(self, number: int, **message: Any) -> Any:
        heard = self.ask("SAY", "", {"id": number, **message})["heard"]
        return next(one for one in heard if one.get("id") == number)

    def close(self) -> None:
        self.process.kill()
        self.process.communicate()


@pytest.fixture(scope="module")
def pyodide() -> Iterator[Pyodide]:
    if not (SITE / "index.html").is_file():
        pytest.skip("the site is not built: python3 run.py test builds it")
    [folder] = (SITE / "python").iterdir()
    one = Pyodide(folder)
    yield one
    one.close()


@pytest.fixture(scope="module")
def fought(pyodide: Pyodide) -> tuple[str, str]:
    """A battle there: its game, and its record."""
    made = pyodide.answer("POST", "/api/games", WANTED)
    pyodide.ask("OPEN", f"/api/games/{made['game']}")
    pyodide.say(1, type="join", tokens=list(made["seats"].values()))
    for number in range(DECISIONS):
        hint = pyodide.say(2 + 2 * number, type="hint")
        pyodide.say(3 + 2 * number, type="act", seq=hint["seq"], action=hint["action"])
    return made["game"], pyodide.answer("GET", f"/api/games/{made['game']}/record")


def test_the_browsers_python_throws_and_thinks_as_ours_does(fought: tuple[str, str], tmp_path: Path) -> None:
    there = [without_time(line) for line in fought[1].splitlines()[1:]]
    here = [without_time(line) for line in asyncio.run(natively(tmp_path))[1:]]
    assert len(here) > DECISIONS
    assert there == here


def test_it_has_all_that_the_page_may_ask_for(pyodide: Pyodide, fought: tuple[str, str]) -> None:
    """Python comes there without what nobody was thought to need."""
    replay = pyodide.answer("POST", "/api/records", fought[1])["game"]
    for page in ("report", "animation", "picture"):
        assert pyodide.answer("GET", f"/api/games/{replay}/{page}")
    sections = [{"heading": "One", "blocks": [{"kind": "picture"}]}]
    wanted = {"title": "A battle", "under": "", "sections": sections, "form": "markdown"}
    assert pyodide.answer("POST", f"/api/games/{replay}/report", wanted).startswith(b"PK")
    battle = pyodide.answer("POST", "/api/generate", {"book": "modern", "seed": 4})
    for path in ("check", "write", "whole"):
        assert pyodide.answer("POST", f"/api/{path}", battle)
    assert pyodide.answer("POST", "/api/sheet", {**battle, "kind": "svg"})["data"]
    for path in ("lobby", "rules", "workshop", "showcase", "books/classic", "reference/colonial"):
        assert pyodide.answer("GET", f"/api/{path}")


def without_time(line: str) -> Any:
    """Nor the chain, which covers it."""
    return {key: value for key, value in json.loads(line).items() if key not in ("time", "chain")}
