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

from portable_wargame.record.keys import new_nonce
from portable_wargame.server.edge.limits import NOBODY, Visitor
from portable_wargame.server.games.steps import Sides
from portable_wargame.server.wire import messages
from tests.cli.running import COMMAND

Tree = dict[str, Any]
SECONDS = 60  # that are waited for anything on a busy machine
REPLIES = msgspec.json.Decoder(messages.Reply)


class Server:
    """`pw serve`; started again, it has the same address and the same games."""

    def __init__(self, data: Path, *options: str) -> None:
        self.data = data
        self.options = options
        self.port = 0
        self.http = httpx.Client()
        self.start()

    def start(self) -> None:
        self.http.close()
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

    def join(self, game: str, *tokens: str, since: int = -1, nonces: bool = True) -> "Client":
        return Client(self, game, list(tokens), since, nonces)


class Client:
    """One page at one game. It remembers how things stand and every step that it was told."""

    def __init__(self, server: Server, game: str, tokens: list[str], since: int, nonces: bool) -> None:
        address = server.url.replace("http", "ws", 1) + f"api/games/{game}"
        self.opened = ExitStack()
        self.socket: ClientConnection = self.opened.enter_context(connect(address, open_timeout=SECONDS, max_size=None))
        self.number = 0
        self.steps: list[Tree] = []
        self.heard: list[str] = []  # every message, as it came
        self.around: Tree = {}
        self.chat: list[Tree] = []
        try:
            self.joined = self.ask("join", tokens=tokens, since=since)
            if nonces and self.joined["type"] in ("waiting", "joined"):
                self.give_nonces()
        except BaseException:
            self.opened.close()
            raise

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *problem: object) -> None:
        self.opened.close()

    def ask(self, kind: str, **words: Any) -> Tree:
        """Send a request, and give its reply."""
        self.number += 1
        self.say({"type": kind, "id": self.number, **{key.replace("_", "-"): value for key, value in words.items()}})
        reply = self.hear_reply()
        assert reply["id"] == self.number, reply
        return reply

    def hear_reply(self) -> Tree:
        """The next message that was asked for."""
        while (reply := self.hear()).get("id") is None and reply["type"] != "refused":
            pass
        return reply

    def give_nonces(self) -> None:
        """What a page does by itself when it is told of a commitment."""
        for side in self.joined["sides"]:
            if side in self.around["dice"]["wanted"]:
                assert self.ask("nonce", side=side, nonce=new_nonce())["type"] == "accepted"

    def hear_of(self, kind: str) -> Tree:
        """The next message of a kind."""
        while (message := self.hear())["type"] != kind:
            pass
        return message

    def say(self, message: object) -> None:
        self.socket.send(message if isinstance(message, (str, bytes)) else json.dumps(message))

    def hear(self) -> Tree:
        """The next message, which is one of those that the contract knows."""
        text = self.socket.recv(timeout=SECONDS)
        assert isinstance(text, str)
        REPLIES.decode(text)
        self.heard.append(text)
        reply: Tree = json.loads(text)
        if reply["type"] in ("waiting", "joined"):
            self.joined = reply
            self.chat = reply["chat"]
        if reply["type"] == "joined":
            self.now: Tree = reply["now"]
            self.steps += reply["steps"]
        if "around" in reply:
            self.around = reply["around"]
        if reply["type"] == "said":
            self.chat.append(reply["remark"])
        if reply["type"] == "step":
            assert reply["step"]["seq"] == self.now["seq"] + 1
            self.now = reply["now"]
            self.steps.append(reply["step"])
        return reply

    def hears_nothing(self, seconds: float = 0.3, but: str = "around") -> bool:
        """But perhaps who else is there, which has nothing to do with the battle."""
        try:
            while json.loads(self.socket.recv(timeout=seconds))["type"] == but:
                pass
        except TimeoutError:
            return True
        return False

    def act(self, **action: Any) -> Tree:
        return self.act_on(self.now["seq"], **action)

    def act_on(self, seq: int, **action: Any) -> Tree:
        return self.ask("act", seq=seq, action=action)

    def answer(self, side: str, accept: bool) -> Tree:
        """To the proposal that it was told of last; to a draw, if there is none."""
        seen = self.around["proposal"] or {"what": "draw", "seq": None}
        return self.ask("answer", side=side, accept=accept, what=seen["what"], seq=seen["seq"])

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


class Watching:
    """Somebody at a table, in this process."""

    sides: Sides = ()
    around = b""
    visitor: Visitor = NOBODY

    def __init__(self) -> None:
        self.tokens: list[str] = []

    def send(self, message: bytes) -> None: ...

    def leave(self) -> None: ...


def sit_down(server: Server, **wanted: Any) -> tuple[Tree, Client, Client]:
    """A game whose two people have both come, each with a page of their own, and given their nonces."""
    made = server.make(**wanted)
    red = server.join(made["game"], made["seats"]["red"])
    blue = server.join(made["game"], made["seats"]["blue"])
    for client in (red, blue):
        while client.joined["type"] == "waiting":
            client.hear()
    return made, red, blue


def by_turn(red: Client, blue: Client) -> tuple[Client, Client]:
    """Whoever decides, and the other."""
    return (red, blue) if red.now["question"]["side"] == "red" else (blue, red)
