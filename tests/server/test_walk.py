"""The walk of an action through the server: nothing is done twice, and nobody's questions keep others waiting."""

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any, cast

import pytest
from starlette.websockets import WebSocket, WebSocketDisconnect

from portable_wargame.record import lines, recording, session
from portable_wargame.scenario import reading
from portable_wargame.server.games import boards
from portable_wargame.server.games.steps import OPEN
from portable_wargame.server.store.base import Store, open_store
from portable_wargame.server.tables import driver
from portable_wargame.server.tables.hall import Hall
from portable_wargame.server.wire.conversation import Conversation
from portable_wargame.server.wire.documents import NewGame
from portable_wargame.server.wire.lobby import Library

from .scenes import duel, gun_duel

Tree = dict[str, Any]


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    one = await open_store(tmp_path / "games.sqlite")
    yield one
    await one.close()


class Line:
    """A client's end: what it says comes at once, and what it hears is noted with its name."""

    def __init__(self, name: str, says: list[Tree], heard: list[tuple[str, Tree]]) -> None:
        self.name = name
        self.says = [json.dumps(tree) for tree in says]
        self.heard = heard
        self.scope: Tree = {"type": "websocket"}
        self.expected = len(says)

    async def accept(self) -> None: ...

    async def receive_text(self) -> str:
        if self.says:
            return self.says.pop(0)
        while sum(name == self.name and "id" in tree for name, tree in self.heard) < self.expected:
            await asyncio.sleep(0.001)
        raise WebSocketDisconnect(1000)

    async def send(self, message: Tree) -> None:
        self.heard.append((self.name, json.loads(message["text"])))


def joining(token: str) -> Tree:
    return {"type": "join", "id": 0, "tokens": [token]}


def counted(monkeypatch: pytest.MonkeyPatch, places: list[tuple[Any, str]]) -> Counter[str]:
    """How often each of these functions is called from now on."""
    counts: Counter[str] = Counter()

    def listening(name: str, called: Callable[..., Any]) -> Callable[..., Any]:
        def listened(*words: Any, **named: Any) -> Any:
            counts[name] += 1
            return called(*words, **named)

        return listened

    for module, name in places:
        monkeypatch.setattr(module, name, listening(name, getattr(module, name)))
    return counts


@pytest.mark.anyio
async def test_an_action_is_read_settled_written_and_hashed_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    hall = Hall(store, Library())
    made = await hall.make(NewGame(scenario=duel(), seed=3))
    heard: list[tuple[str, Tree]] = []
    for side in ("red", "blue"):
        end = cast(WebSocket, Line(side, [], heard))
        client = Conversation(hall, end, made.game)
        await client.answer(json.dumps(joining(made.seats[side])))
    table = await hall.table(made.game)
    actor = next(one for one in table.clients if table.match.game.decider() in one.sides)
    counts = counted(
        monkeypatch,
        [
            (session, "action_from_tree"),
            (recording, "action_to_tree"),
            (session, "state_tree"),
            (json, "loads"),
            (lines, "written"),
        ],
    )
    action = table.match.tree_of(table.match.game.options()[0])
    seq = table.match.chronicle.sight(actor.sides).seq
    await cast(Conversation, actor).answer(json.dumps({"type": "act", "id": 1, "seq": seq, "action": action}))
    assert len(table.match.chronicle.steps) == 2
    assert counts == {"action_from_tree": 1, "action_to_tree": 1, "state_tree": 1, "written": 1}


@pytest.mark.anyio
async def test_a_new_game_is_not_read_from_the_store_when_its_players_come(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = Hall(store, Library())
    made = await hall.make(NewGame(scenario="harrow-ridge", seed=1))
    counts = counted(monkeypatch, [(json, "loads"), (boards, "read_kept")])
    match = (await hall.table(made.game)).match
    assert counts == {}
    assert match.kept == await store.load(made.game)
    assert json.dumps(match.chronicle.header) == json.dumps(json.loads(match.kept.lines[0].text))
    assert match.record((0, 1)) == (await Hall(store, Library()).table(made.game)).match.record((0, 1))
    assert counts["read_kept"] == 1  # for another server it is


@pytest.mark.anyio
async def test_games_of_one_scenario_are_checked_and_laid_out_once(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    counts = counted(monkeypatch, [(boards, "laid_out"), (reading, "read_tree")])
    hall = Hall(store, Library())
    games = [(await hall.make(NewGame(scenario="harrow-ridge", seed=seed))).game for seed in (1, 2)]
    tables = [await hall.table(game) for game in games]
    assert counts == {"laid_out": 1}
    fields = [table.match.game.battle.field for table in tables]
    assert fields[0] is fields[1]
    # Another server has to read it again, once.
    other = Hall(store, Library())
    for game in games:
        await other.table(game)
    assert counts == {"laid_out": 2, "read_tree": 1}


@pytest.mark.anyio
async def test_what_is_undisclosed_is_known_at_once(store: Store) -> None:
    """As many orders as somebody gives and takes back, what is still secret is not looked for step by step."""
    hall = Hall(store, Library())
    made = await hall.make(NewGame(scenario=gun_duel(), seed=3))
    match = (await hall.table(made.game)).match
    chronicle = match.chronicle
    for number in range(40):
        if match.game.question() is None:
            break
        if number % 3 == 2 and chronicle.session.past:
            await match.undo()
        else:
            await match.play(match.game.options()[0])
        walked = len(chronicle.steps)
        while chronicle.is_declaring() and walked > 0 and chronicle.steps[walked - 1].veil != OPEN:
            walked -= 1
        secret = range(walked, len(chronicle.steps)) if chronicle.is_declaring() else range(0)
        assert chronicle.undisclosed() == list(secret)
    assert any(step.veil != OPEN for step in chronicle.steps)


async def conversed(hall: Hall, game: str, seats: dict[str, list[Tree]]) -> list[tuple[str, Tree]]:
    heard: list[tuple[str, Tree]] = []
    ends = [Line(name, says, heard) for name, says in seats.items()]
    talks = [Conversation(hall, cast(WebSocket, end), game).run() for end in ends]
    await asyncio.wait_for(asyncio.gather(*talks), 60)
    return [(name, tree) for name, tree in heard if "id" in tree]


@pytest.mark.anyio
async def test_many_questions_at_once_keep_nobody_waiting(store: Store) -> None:
    hall = Hall(store, Library())
    made = await hall.make(NewGame(scenario=duel(), seed=3))
    await hall.table(made.game)
    many = [{"type": "survey", "id": number, "unit": "r1"} for number in range(1, 60)]
    one = {"type": "clause", "id": 1, "clause": "shared.victory"}
    seats = {"red": [joining(made.seats["red"]), *many], "blue": [joining(made.seats["blue"]), one]}
    heard = await conversed(hall, made.game, seats)
    answered = [(name, tree["id"]) for name, tree in heard if tree["type"] in ("surveyed", "clause")]
    assert len(answered) == 60
    assert answered.index(("blue", 1)) < 10


@pytest.mark.anyio
async def test_a_question_about_a_large_board_is_answered_apart(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a process of its own, and alike."""
    hall = Hall(store, Library())
    made = await hall.make(NewGame(scenario=duel(), seed=3))
    shot = {"do": "fire", "unit": "r1", "target": "b3"}
    questions: list[Tree] = [
        {"type": "survey", "id": 1, "unit": "r1"},
        {"type": "ask", "id": 2, "unit": "r1", "cell": "b3"},
        {"type": "odds", "id": 3, "action": shot},
        {"type": "hint", "id": 4},
        {"type": "survey", "id": 5, "unit": "nobody"},
        {"type": "odds", "id": 6, "action": shot | {"target": "e5"}},
    ]
    talk = {"red": [joining(made.seats["red"]), *questions]}
    usual = [tree for _, tree in await conversed(hall, made.game, talk) if tree.get("id")]
    monkeypatch.setattr(driver, "A_MOMENT", 0)
    assert [tree for _, tree in await conversed(hall, made.game, talk) if tree.get("id")] == usual
    assert len(usual) == len(questions)
    assert [process.knows for process in hall.workers.processes] == [{}]  # the last was refused
    assert hall.workers.processes[0].process is not None
    await hall.close()
