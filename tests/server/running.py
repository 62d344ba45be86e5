"""A real server in a process of its own, and clients that talk to it as a page does."""

import json
import re
import subprocess
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.sync.client import ClientConnection, connect

from portable_wargame.server import messages
from tests.cli.running import COMMAND

Tree = dict[str, Any]
SECONDS = 20
REPLIES = msgspec.json.Decoder(messages.Reply)


class Server:
    """`pw serve`; started again, it has the same address and the same games."""

    def __init__(self, data: Path, *options: str) -> None:
        self.data = data
        self.options = options
        self.port = 0
        self.start()

    def start(self) -> None:
        command = [*COMMAND, "serve", "--port", str(self.port), "--data", str(self.data), *self.options]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://[^/]+:(\d+)/", line)
        assert found, f"the server says: {line!r}"
        self.url, self.port = found[0], int(found[1])
        self.http = httpx.Client(base_url=self.url, timeout=SECONDS)

    def kill(self) -> None:
        self.http.close()
        self.process.kill()
        self.process.communicate()

    def make(self, **wanted: Any) -> Tree:
        answer = self.http.post("/api/games", json={key.replace("_", "-"): value for key, value in wanted.items()})
        assert answer.status_code == 201, answer.text
        made: Tree = answer.json()
        return made

    def record(self, game: str, token: str) -> str:
        answer = self.http.get(f"/api/games/{game}/record", headers={"Authorization": f"Bearer {token}"})
        assert answer.status_code == 200, answer.text
        return answer.text

    def join(self, game: str, *tokens: str, since: int = -1) -> "Client":
        return Client(self, game, list(tokens), since)


class Client:
    """One page at one game. It remembers how things stand and every step that it was told."""

    def __init__(self, server: Server, game: str, tokens: list[str], since: int) -> None:
        address = server.url.replace("http", "ws", 1) + f"api/games/{game}"
        self.opened = ExitStack()
        self.socket: ClientConnection = self.opened.enter_context(connect(address, open_timeout=SECONDS, max_size=None))
        self.number = 0
        self.steps: list[Tree] = []
        self.heard: list[str] = []  # every message, as it came
        self.joined = self.ask("join", tokens=tokens, since=since)
        if self.joined["type"] == "joined":
            self.now: Tree = self.joined["now"]
            self.steps = self.joined["steps"]

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *problem: object) -> None:
        self.opened.close()

    def ask(self, kind: str, **words: Any) -> Tree:
        """Send a request, and give its reply."""
        self.number += 1
        self.say({"type": kind, "id": self.number, **{key.replace("_", "-"): value for key, value in words.items()}})
        while True:
            reply = self.hear()
            if reply["type"] != "step":
                assert reply["id"] == self.number, reply
                return reply

    def say(self, message: object) -> None:
        self.socket.send(message if isinstance(message, (str, bytes)) else json.dumps(message))

    def hear(self) -> Tree:
        """The next message, which is one of those that the contract knows."""
        text = self.socket.recv(timeout=SECONDS)
        assert isinstance(text, str)
        REPLIES.decode(text)
        self.heard.append(text)
        reply: Tree = json.loads(text)
        if reply["type"] == "step":
            assert reply["step"]["seq"] == self.now["seq"] + 1
            self.now = reply["now"]
            self.steps.append(reply["step"])
        return reply

    def hears_nothing(self, seconds: float = 0.3) -> bool:
        try:
            self.socket.recv(timeout=seconds)
        except TimeoutError:
            return True
        return False

    def act(self, **action: Any) -> Tree:
        return self.ask("act", seq=self.now["seq"], action=action)

    def wait_for_turn(self) -> None:
        """Until it is for this client to decide, or the battle is over."""
        while self.now["question"] is not None and self.now["question"]["side"] not in self.joined["sides"]:
            self.hear()

    def choices(self) -> list[Tree]:
        """Everything that this client may do, as a page finds it out."""
        question = self.now["question"]
        found = [offer["action"] for offer in question["answers"]]
        for unit in question["units"]:
            surveyed = self.ask("survey", unit=unit)
            found += [offer["action"] for offer in surveyed["offers"]]
            for place in surveyed["destinations"]:
                found += [place["action"] | {"facing": facing} for facing in place["facings"]]
        return found
