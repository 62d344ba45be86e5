"""An attacker: somebody at one address behind the proxy, with as many lines as the server allows."""

import asyncio
import contextlib
import json
import os
from collections import Counter
from collections.abc import Coroutine
from typing import Any

import httpx

from benchmarks.wire import Wire, opened

Address = tuple[str, int]
Tree = dict[str, Any]
SECONDS = 30  # seconds to wait for an answer
POLITE = 15


class Visitor:
    def __init__(self, server: Address, address: str) -> None:
        self.server = server
        self.headers = {"X-Forwarded-For": address}
        base = f"http://{server[0]}:{server[1]}"
        self.http = httpx.AsyncClient(base_url=base, headers=self.headers, timeout=SECONDS, trust_env=False)
        self.outcomes: Counter[str] = Counter()  # of what it asked
        self.begun = False

    def begin(self) -> None:
        """Attackers have their own machines: once they are ready, they must not take processor time from the server."""
        if not self.begun:
            self.begun = True
            os.nice(POLITE)

    async def post(self, path: str, body: bytes | Tree) -> Any:
        """The answer, or None if it is refused; an attacker does not care."""
        self.begin()
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        with contextlib.suppress(httpx.HTTPError):
            answer = await self.http.post(path, content=content)
            self.outcomes[str(answer.status_code)] += 1
            return answer.json() if answer.status_code < 300 else None
        self.outcomes["no answer"] += 1
        return None

    async def get(self, path: str, token: str = "") -> None:
        self.begin()
        with contextlib.suppress(httpx.HTTPError):
            answer = await self.http.get(path, headers={"Authorization": f"Bearer {token}"} if token else None)
            self.outcomes[str(answer.status_code)] += 1
            return
        self.outcomes["no answer"] += 1

    async def line(self, path: str) -> Wire:
        """A WebSocket that counts what it hears."""
        self.begin()

        def heard(wire: Wire, message: bytes) -> None:
            self.outcomes[message[:40].split(b'"')[3].decode() if message.startswith(b'{"type"') else "heard"] += 1

        return await opened(self.server, path, True, heard, self.headers)

    async def joined(self, game: str, *tokens: str) -> Wire:
        wire = await self.line(f"/api/games/{game}")
        wire.say(json.dumps({"type": "join", "id": 0, "tokens": list(tokens)}).encode())
        await asyncio.sleep(0.3)
        return wire


async def at_once(*works: Coroutine[Any, Any, Any]) -> None:
    """Run all of them at once, whatever happens to each."""
    await asyncio.gather(*works, return_exceptions=True)


async def again_and_again(work: Any, pause: float = 0.0) -> None:
    while True:
        with contextlib.suppress(OSError, httpx.HTTPError, asyncio.TimeoutError):
            await work()
        await asyncio.sleep(pause)
