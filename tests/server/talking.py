"""Clients without a socket: a conversation with a real hall, and all that a page would remember of it."""

import json
from collections.abc import Coroutine
from typing import Any, TypeVar

from starlette.websockets import WebSocket

from portable_wargame.server.tables.hall import Hall
from portable_wargame.server.wire.conversation import Conversation

Tree = dict[str, Any]
Found = TypeVar("Found")


class Talker(Conversation):
    """A client without a socket. It remembers all that a page would."""

    def __init__(self, hall: Hall, game: str, seats: tuple[str, ...], tokens: list[str]) -> None:
        super().__init__(hall, WebSocket({"type": "websocket"}, _nothing, _nothing), game)
        self.seats = seats
        self.own_tokens = tokens
        self.steps: list[Tree] = []
        self.now: Tree = {}
        self.company: Tree = {}
        self.chat: list[str] = []
        self.number = 0

    async def _while_here(self, work: Coroutine[Any, Any, Found]) -> Found:
        return await work

    async def ask(self, kind: str, **words: Any) -> Tree:
        self.number += 1
        await self.answer(json.dumps({"type": kind, "id": self.number, **words}))
        replies = [tree for tree in self.listen() if tree.get("id") == self.number]
        assert len(replies) == 1, replies
        return replies[0]

    def listen(self) -> list[Tree]:
        """All that has been sent since."""
        heard = []
        while self.outbox:
            tree = json.loads(self.outbox.popleft())
            heard.append(tree)
            if tree["type"] == "joined":
                self.steps = (self.steps if tree["id"] is None else []) + tree["steps"]
                self.now = tree["now"]
                self.chat = [remark["text"] for remark in tree["chat"]]
            if tree["type"] == "step":
                self.steps.append(tree["step"])
                self.now = tree["now"]
            if tree["type"] == "said":
                self.chat.append(tree["remark"]["text"])
            if "around" in tree:
                self.company = tree["around"]
        return heard


async def _nothing(*_: Any) -> Any:
    raise AssertionError("there is no socket")
