"""Several servers on one store: whoever plays on one of them is heard at all, and nothing is decided twice."""

import asyncio
import random
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from portable_wargame.record.reading import parse_record
from portable_wargame.record.verifying import verify
from portable_wargame.server.store.base import Stored, StoreFailed, open_store
from portable_wargame.server.tables.hall import Hall
from portable_wargame.server.wire.documents import NewGame
from portable_wargame.server.wire.lobby import Library

from .postgres import new_store
from .running import Client, Server, Tree
from .scenes import duel


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def servers(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Server, Server]]:
    """Each test has a game of its own there."""
    folder = tmp_path_factory.mktemp("servers")
    address = new_store(request, folder)
    here = Server(folder, "--store", address)
    there = Server(folder, "--store", address)
    yield here, there
    here.kill()
    there.kill()


def until(client: Client, seq: int) -> None:
    while client.now["seq"] < seq:
        client.hear()


def test_players_at_different_servers_hear_each_other(servers: tuple[Server, Server]) -> None:
    here, there = servers
    luck = random.Random(5)
    made = here.make(scenario=duel(turns=3), seed=11)
    with (
        here.join(made["game"], made["seats"]["red"]) as red,
        there.join(made["game"], made["seats"]["blue"]) as blue,
        there.join(made["game"]) as watching,
    ):
        while red.now["question"] is not None:
            mover, other = (red, blue) if red.now["question"]["side"] == "red" else (blue, red)
            assert mover.act(**luck.choice(mover.choices()))["type"] == "accepted"
            until(other, mover.now["seq"])
            assert other.now["state"] == mover.now["state"]
        until(watching, red.now["seq"])
        assert [step["events"] for step in watching.steps] == [step["events"] for step in red.steps]
    record = there.record(made["game"], made["seats"]["red"])
    assert record == here.record(made["game"], made["seats"]["blue"])
    verdict = verify(parse_record(record, "the record"))
    assert verdict.finished
    assert verdict.unrevealed == 0


def test_players_at_different_servers_see_each_other(servers: tuple[Server, Server]) -> None:
    here, there = servers
    made = here.make(scenario=duel(), seed=11)
    with here.join(made["game"], made["seats"]["red"]) as red:
        assert not red.around["seats"]["blue"]["present"]
        with there.join(made["game"], made["seats"]["blue"]) as blue, there.join(made["game"]):
            while not red.around["seats"]["blue"]["present"] or red.around["spectators"] != 1:
                red.hear()
            while not blue.around["seats"]["red"]["present"]:
                blue.hear()
        while red.around["seats"]["blue"]["present"] or red.around["spectators"]:
            red.hear()


def test_of_two_who_act_at_once_one_wins_and_the_other_is_told(servers: tuple[Server, Server]) -> None:
    here, there = servers
    made = here.make(scenario=duel(turns=8), seed=3)
    tokens = made["seats"].values()
    with here.join(made["game"], *tokens) as one, there.join(made["game"], *tokens) as two:
        for _ in range(10):
            action = one.choices()[-1]
            answers: dict[Client, Tree] = {}

            def act(client: Client, action: Tree = action, answers: dict[Client, Tree] = answers) -> None:
                answers[client] = client.ask("act", seq=client.now["seq"], action=action)

            before = one.now["seq"]
            both = [threading.Thread(target=act, args=(client,)) for client in (one, two)]
            for thread in both:
                thread.start()
            for thread in both:
                thread.join()
            outcomes = sorted(str(answer.get("code", answer["type"])) for answer in answers.values())
            assert outcomes == ["accepted", "stale"]
            until(one, before + 1)
            until(two, before + 1)
            assert one.now == two.now


def test_the_computer_answers_once(servers: tuple[Server, Server]) -> None:
    here, there = servers
    luck = random.Random(6)
    made = here.make(scenario=duel(turns=3), seed=2, seats={"blue": {"level": "recruit"}})
    token = made["seats"]["red"]
    with here.join(made["game"], token) as one, there.join(made["game"], token) as two:
        one.wait_for_turn()
        while one.now["question"] is not None:
            assert one.act(**luck.choice(one.choices()))["type"] == "accepted"
            one.wait_for_turn()
        until(two, one.now["seq"])
        assert two.steps == one.steps
    verify(parse_record(there.record(made["game"], token), "the record"))


def test_processes_of_one_server_share_its_games(tmp_path: Path) -> None:
    server = Server(tmp_path, "--processes", "2")
    try:
        made = server.make(scenario=duel(), seed=3)
        clients = [server.join(made["game"], *made["seats"].values()) for _ in range(8)]
        action = clients[0].choices()[0]
        assert clients[0].act(**action)["type"] == "accepted"
        for client in clients[1:]:
            until(client, 1)
            assert client.now == clients[0].now
            with client:
                pass
    finally:
        server.process.terminate()
        assert server.process.wait(20) == 0
        server.kill()


@pytest.mark.anyio
async def test_a_step_that_could_not_be_read_at_once_is_heard_later(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = await open_store(address), await open_store(address)
    near, far = Hall(here, Library()), Hall(there, Library())
    made = await near.make(NewGame(scenario=duel(), seed=1))
    ours, theirs = (await near.table(made.game)).match, (await far.table(made.game)).match
    listening = asyncio.create_task(far.listen())
    await asyncio.sleep(0.5)
    load, failed = there.load, asyncio.Event()

    async def load_at_last(game: str, lines: int = 0, notes: int = 0) -> Stored | None:
        if failed.is_set():
            return await load(game, lines, notes)
        failed.set()
        raise StoreFailed("not just now")

    monkeypatch.setattr(there, "load", load_at_last)
    await ours.play(ours.game.options()[0])
    async with asyncio.timeout(10):
        await failed.wait()
        while theirs.kept.revision < ours.kept.revision:
            await asyncio.sleep(0.05)
    listening.cancel()
    await here.close()
    await there.close()
