"""What a page's worker does for the room, without a browser: a storage that can be full, and somebody who thinks."""

import asyncio
import base64
import json
from pathlib import Path
from typing import Any

from portable_wargame.tab.fighting import fight
from portable_wargame.tab.outside import BEHIND, FULL, KEPT
from portable_wargame.tab.room import Room, opened
from portable_wargame.tab.thinking import Thinker


class Browser:
    """An Outside."""

    def __init__(self) -> None:
        self.thinker = Thinker()
        self.lines: dict[int, asyncio.Queue[Any]] = {}
        self.rows: dict[str, dict[str, Any]] = {}
        self.shelf: dict[str, str] = {}
        self.is_full = False
        self.asked: list[dict[str, Any]] = []  # of whoever thinks

    async def room(self, folder: Path) -> Room:
        return await opened(self, str(folder), json.dumps(self.shelf), 2)

    # -- to the page

    def told(self, line: int, text: str) -> None:
        self.lines[line].put_nowait(json.loads(text))

    def closed(self, line: int, code: int) -> None:
        self.lines[line].put_nowait(code)

    # -- the storage

    async def keep(self, game: str, revision: int, rows: str) -> str:
        await asyncio.sleep(0)
        if self.is_full:
            return FULL
        told = json.loads(rows)
        there = self.rows.get(game)
        if (there["row"]["revision"] if there else -1) != revision:
            return BEHIND
        before = there or {"lines": [], "notes": []}
        assert (told["first_line"], told["first_note"]) == (len(before["lines"]), len(before["notes"]))
        self.rows[game] = {"row": told["row"], **{key: before[key] + told[key] for key in ("lines", "notes")}}
        return KEPT

    async def kept(self, game: str, lines: int, notes: int) -> str:
        found = self.rows.get(game)
        if found is None:
            return ""
        rows = {"row": found["row"], "lines": found["lines"][lines:], "notes": found["notes"][notes:]}
        return json.dumps({**rows, "first_line": lines, "first_note": notes})

    async def games(self) -> str:
        return json.dumps(list(self.rows))

    async def shelve(self, name: str, text: str) -> str:
        if self.is_full:
            return FULL
        self.shelf = {**self.shelf, name: text} if text else {k: v for k, v in self.shelf.items() if k != name}
        return KEPT

    # -- the other workers

    async def think(self, question: str) -> str:
        await asyncio.sleep(0)
        self.asked.append(json.loads(question))
        return self.thinker.think(question)

    async def fight(self, work: str) -> str:
        await asyncio.sleep(0)
        return fight(work)


def read(answer: str) -> tuple[int, Any]:
    """The status, and a tree, a text or bytes."""
    status, kind, text = answer.split("\n", 2)
    if kind == "application/json":
        return int(status), json.loads(text)
    return int(status), base64.b64decode(text) if kind.endswith(";base64") else text


class Page:
    """The page's end of a room."""

    def __init__(self, browser: Browser, room: Room) -> None:
        self.browser = browser
        self.room = room

    async def ask(self, path: str, method: str = "GET", tree: Any = None, token: str = "") -> tuple[int, Any]:
        body = "" if tree is None else tree if isinstance(tree, str) else json.dumps(tree)
        answer = await self.room.ask(method, path, f"Bearer {token}" if token else "", body)
        return read(answer)

    def open(self, path: str) -> "Talk":
        number = len(self.browser.lines) + 1
        self.browser.lines[number] = asyncio.Queue()
        self.room.open(number, path)
        return Talk(self, number)


class Talk:
    def __init__(self, page: Page, number: int) -> None:
        self.page = page
        self.number = number
        self.last = 0
        self.now: Any = None  # how things stand, as far as was heard
        self.seq = -1

    def say(self, **message: Any) -> int:
        self.last += 1
        self.page.room.hear(self.number, json.dumps({"id": self.last, **message}))
        return self.last

    async def hear(self) -> Any:
        heard = await asyncio.wait_for(self.page.browser.lines[self.number].get(), 30)
        steps = heard.get("steps", []) + ([heard["step"]] if heard["type"] == "step" else [])
        self.now = heard.get("now", self.now)
        self.seq = steps[-1]["seq"] if steps else self.seq
        return heard

    async def reply(self, **message: Any) -> Any:
        """To this message; what is told meanwhile is passed over."""
        number = self.say(**message)
        while True:
            heard = await self.hear()
            if heard.get("id") == number:
                return heard
