"""A siege: every message and document that the contract knows, damaged by chance, against the real application.

The contract itself says what there is to damage: messages and documents are made from the JSON schemas of their types.
"""

import asyncio
import json
import random
from collections import Counter
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar

import httpx
import msgspec
from starlette.websockets import WebSocket

from portable_wargame.record.reading import parse_record
from portable_wargame.record.verifying import verify
from portable_wargame.server.edge.application import application
from portable_wargame.server.games.match import Match
from portable_wargame.server.store.sqlite import SQLiteStore
from portable_wargame.server.tables.hall import Hall
from portable_wargame.server.wire import messages
from portable_wargame.server.wire.conversation import Conversation
from portable_wargame.server.wire.documents import NewGame
from portable_wargame.server.wire.lobby import Library
from portable_wargame.server.workshop import drafts
from portable_wargame.server.workshop.shelf import Shelf
from portable_wargame.server.workshop.workshop import workshop_routes

from .scenes import duel

Tree = dict[str, Any]
Found = TypeVar("Found")
REPLIES = msgspec.json.Decoder(messages.Reply)
# Words that mean something somewhere, and so go further than any others.
WORDS = [
    "red",
    "blue",
    "r1",
    "b1",
    "b3",
    "c2",
    "e",
    "fire",
    "move",
    "end",
    "fight",
    "shared.victory",
    "duel",
    "classic",
]
INTERNAL = ["next-turn", "advance", "hit", "lose-sp", "destroy", "place", "throw", "start", "resolve", "__class__", ""]
ODD: list[Any] = [
    None,
    -1,
    0,
    2**63,
    2**70,
    -0.5,
    1e308,
    "",
    "x" * 300,
    "\u0000",
    "\ud83d\ude00",
    [],
    {},
    True,
    [["a"]],
]
CHANGING = {"act", "undo", "nonce", "name", "reissue", "say", "propose", "answer", "withdraw", "resign", "subscribe"}
CHANGING |= {"set-orders"}


class Maker:
    """Trees of a type, made by chance from its schema: most of them as it says, with something wrong here and there."""

    def __init__(self, luck: random.Random, *types: Any) -> None:
        self.luck = luck
        self.schemas, self.parts = msgspec.json.schema_components(types, ref_template="{name}")

    def any(self) -> Any:
        return self.of(self.luck.choice(self.schemas))

    def of(self, schema: Tree, depth: int = 0) -> Any:
        luck = self.luck
        if "$ref" in schema:
            schema = self.parts.get(schema["$ref"], {"type": "object"})  # trees have schemas of their own
        if "anyOf" in schema:
            return self.of(luck.choice(schema["anyOf"]), depth)
        if luck.random() < 0.04:
            return luck.choice([*ODD, *WORDS])
        if "enum" in schema or "const" in schema:
            return luck.choice(schema.get("enum") or [schema["const"]])
        kind = schema.get("type")
        if kind == "object":
            return self._object(schema, depth)
        if kind == "array":
            inner = schema.get("items", {})
            return [self.of(inner, depth + 1) for _ in range(luck.randint(0, 3))] if depth < 6 else []
        if kind == "integer":
            return luck.choice([0, 1, 2, 5, 7, schema.get("minimum", 3), schema.get("maximum", 3)])
        if kind == "number":
            return luck.random()
        if kind == "boolean":
            return luck.random() < 0.5
        if kind == "null":
            return None
        if kind == "string" and schema.get("pattern"):
            return "".join(luck.choice("0123456789abcdef") for _ in range(32))
        if kind == "string" and schema.get("minLength", 0) > 1:
            return luck.choice("xyz") * schema["minLength"]
        return luck.choice(WORDS) if kind == "string" else luck.choice([*ODD, *WORDS, {"do": "end"}])

    def _object(self, schema: Tree, depth: int) -> Tree:
        luck = self.luck
        given = schema.get("properties", {})
        tree = {
            key: self.of(inner, depth + 1)
            for key, inner in given.items()
            if key in schema.get("required", []) or luck.random() < 0.7
        }
        if not given and depth < 6:
            inner = schema.get("additionalProperties", {})
            keys = luck.sample([*WORDS, "do", "unit", "target", "path", "facing"], luck.randint(0, 3))
            tree = {key: self.of(inner if isinstance(inner, dict) else {}, depth + 1) for key in keys}
        if luck.random() < 0.05:
            tree[luck.choice(["surplus", "type", "id"])] = luck.choice(ODD)
        if tree and luck.random() < 0.05:
            tree.pop(luck.choice(list(tree)))
        return tree


def damaged(text: str, luck: random.Random) -> str:
    """A text in which characters are lost, doubled or changed; one time in five."""
    if luck.random() < 0.8:
        return text
    for _ in range(luck.randint(1, 3)):
        cut = luck.randrange(len(text) + 1)
        text = (
            text[:cut]
            + luck.choice(["", "}", '"', "\\u0000", "9", "\ud800", text[cut : cut + 1] * 2])
            + text[cut + 1 :]
        )
    return text


class Message:
    """What a page sends: a message of the contract, whose action may be a real one that is not its to do."""

    def __init__(self, luck: random.Random, match: Match) -> None:
        self.luck = luck
        self.maker = Maker(luck, messages.Request)
        self.match = match

    def any(self) -> str:
        luck = self.luck
        tree = self.maker.any()
        if isinstance(tree, dict):
            if isinstance(tree.get("action"), dict) and luck.random() < 0.7:
                options = self.match.game.options()
                tree["action"] = self.match.tree_of(luck.choice(options)) if options else {"do": "end"}
                if luck.random() < 0.3:
                    tree["action"]["do"] = luck.choice(INTERNAL)
            if "seq" in tree and luck.random() < 0.8:
                tree["seq"] = self.match.chronicle.sight((0,)).seq + luck.choice([0, 0, 0, -1, 1])
        return damaged(json.dumps(tree), luck)


class Intruder(Conversation):
    """A conversation without a socket: what is sent to it is looked at, and counted."""

    def __init__(self, hall: Hall, game: str, outcomes: Counter[str]) -> None:
        super().__init__(hall, WebSocket({"type": "websocket"}, _nothing, _nothing), game)
        self.outcomes = outcomes

    async def _while_here(self, work: Coroutine[Any, Any, Found]) -> Found:
        return await work  # there is no line that could break

    async def hears(self, text: str) -> None:
        await self.answer(text)
        assert self.outbox, f"no reply to {text}"
        assert not self.leaving, f"sent away by {text}"
        while self.outbox:
            told = REPLIES.decode(self.outbox.popleft())
            code = told.code if isinstance(told, messages.Refused) else type(told).__name__
            assert code != "internal", f"{text}: {told}"
            self.outcomes[code] += 1


async def _nothing(*_: Any) -> Any:
    raise AssertionError("there is no socket")


async def besiege_game(folder: Path, seed: int, number: int) -> Counter[str]:
    """So many messages by those who have no say change nothing; a tenth as many by whoever has keep to the rules."""
    luck = random.Random(seed)
    store = SQLiteStore(folder / "games.sqlite")
    hall = Hall(store, Library())
    made = await hall.make(NewGame(scenario=duel(turns=30), seed=3))
    match = (await hall.table(made.game)).match
    waits = match.sides[1 - match.game.decider()]
    outcomes: Counter[str] = Counter()
    stranger, watcher, waiting = (Intruder(hall, made.game, outcomes) for _ in range(3))
    await watcher.hears(json.dumps({"type": "join", "id": 1, "tokens": []}))
    await waiting.hears(json.dumps({"type": "join", "id": 1, "tokens": [made.seats[waits]]}))
    revision, record = match.kept.revision, match.record((0, 1))
    message = Message(luck, match)
    for _ in range(number):
        text = message.any()
        intruder = luck.choice((stranger, watcher, waiting))
        if intruder is waiting and not _is_no_business_of(waits, text):
            continue
        await intruder.hears(text)
        if luck.random() < 0.1:
            await intruder.hears(text)
        assert match.kept.revision == revision, f"the game has changed by {text}"
        if stranger.table is not None:
            stranger = Intruder(hall, made.game, outcomes)
    assert match.record((0, 1)) == record
    kept = await store.load(made.game)
    assert kept == match.kept
    player = Intruder(hall, made.game, outcomes)
    await player.hears(json.dumps({"type": "join", "id": 1, "tokens": list(made.seats.values())}))
    for _ in range(number // 10):
        await player.hears(message.any())
    await asyncio.sleep(0)
    verify(parse_record(match.record((0, 1)), "the record"))
    assert await store.load(made.game) == match.kept
    await hall.close()
    await store.close()
    return outcomes


def _is_no_business_of(side: str, text: str) -> bool:
    """Whether a player may not do this: it is for the other side to decide, and its own seat is left alone here."""
    try:
        tree = json.loads(text)
    except ValueError:
        return True
    if not isinstance(tree, dict) or not isinstance(tree.get("type"), str):
        return True
    return tree["type"] in ("act", "undo") or tree["type"] not in CHANGING or tree.get("side") != side


# -- over HTTP

POSTS: dict[str, Any] = {
    "/api/games": NewGame,
    "/api/check": drafts.DraftWanted,
    "/api/read": drafts.TextWanted,
    "/api/write": drafts.DraftWanted,
    "/api/convert": drafts.ConversionWanted,
    "/api/generate": drafts.BattleWanted,
}
GETS = ["/api/lobby", "/api/rules", "/api/scenarios/{}", "/api/scenarios/{}.svg", "/api/games/{}", "/api/drafts/{}"]
GETS += ["/api/games/{}/record", "/{}", "/health", "/metrics", "/api/workshop"]
NAMES = [
    "duel",
    "..",
    "%2e%2e%2f",
    "x" * 500,
    "a%00b",
    "yours-x",
    "harrow-ridge",
    "%ff",
    "\u2603",
    "'; DROP TABLE games",
]


async def besiege_http(folder: Path, seed: int, number: int) -> Counter[str]:
    """So many requests: none may be answered by a fault of the server."""
    luck = random.Random(seed)
    shelf = Shelf(folder / "scenarios")
    store = SQLiteStore(folder / "games.sqlite")
    app = application(store, shelf, workshop_routes(shelf))
    makers = {path: Maker(luck, kind) for path, kind in POSTS.items()}
    saved = Maker(luck, drafts.ToSave)
    outcomes: Counter[str] = Counter()
    transport = httpx.ASGITransport(app=app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        for _ in range(number):
            chance = luck.random()
            headers = {"Authorization": luck.choice(["Bearer x", "Basic y", "Bearer " + "z" * 500, "Bearer"])}
            if chance < 0.6:
                path, maker = luck.choice(list(makers.items()))
                text = damaged(json.dumps(_sometimes_sound(maker.any(), luck)), luck)
                method = "POST"
            elif chance < 0.7:
                method, path = "PUT", f"/api/drafts/{luck.choice(NAMES)}"
                text = damaged(json.dumps(_sometimes_sound(saved.any(), luck)), luck)
            elif chance < 0.8:
                method, path, text = (
                    "POST",
                    "/api/records",
                    damaged('{"format":"portable-wargame/record/1"}\n' * 3, luck),
                )
            else:
                method, path, text = luck.choice(["GET", "DELETE", "HEAD", "PATCH"]), luck.choice(GETS), ""
                path = path.format(luck.choice(NAMES))
            body = text.encode("utf-8", "surrogatepass")
            answer = await client.request(method, path, content=body, headers=headers)
            not_built = answer.status_code == 503 and path in ("/", "/..")  # the page itself, that is
            assert answer.status_code < 500 or not_built, (method, path, text, answer.text)
            outcomes[str(answer.status_code)] += 1
    await store.close()
    return outcomes


def _sometimes_sound(tree: Any, luck: random.Random) -> Any:
    """With a scenario that is one, so that what comes after it is looked at too."""
    if isinstance(tree, dict) and luck.random() < 0.5:
        kept = {key: tree[key] for key in luck.sample(sorted(tree), min(len(tree), luck.randint(0, 2)))}
        tree = kept | {"scenario": luck.choice([duel(), "harrow-ridge", duel(turns=-1)])}
    return tree
