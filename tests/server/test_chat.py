"""Words between the two players: kept with the game, and for nobody else."""

import pytest

from portable_wargame.server.store import base, sqlite
from portable_wargame.server.store.base import open_store
from portable_wargame.server.tables.hall import Hall
from portable_wargame.server.tables.status import chat
from portable_wargame.server.wire.documents import NewGame
from portable_wargame.server.wire.lobby import Library

from .running import Server, sit_down
from .scenes import duel


def test_what_is_said_is_heard_by_the_players_alone_and_kept(server: Server) -> None:
    made, red, blue = sit_down(server, scenario=duel())
    with red, blue, server.join(made["game"]) as watching:
        assert red.ask("say", side="red", text="Good luck, <b>Bea</b>!\n\x07")["type"] == "accepted"
        blue.hear_of("said")
        assert blue.ask("say", side="blue", text="And you")["type"] == "accepted"
        red.hear_of("said")
        assert [(one["number"], one["side"], one["text"]) for one in red.chat] == [
            (0, "red", "Good luck, <b>Bea</b>!"),
            (1, "blue", "And you"),
        ]
        assert red.chat == blue.chat
        assert watching.hears_nothing()
        assert watching.joined["chat"] == server.join(made["game"]).joined["chat"] == []
        assert server.join(made["game"], made["seats"]["blue"]).joined["chat"] == red.chat
        assert "luck" not in server.record(made["game"], made["seats"]["red"])


def test_who_may_speak_and_how_much(server: Server) -> None:
    made, red, blue = sit_down(server, scenario=duel())
    with red, blue, server.join(made["game"]) as watching:
        assert watching.ask("say", side="red", text="Hello")["code"] == "not-yours"
        assert blue.ask("say", side="red", text="Hello")["code"] == "not-yours"
        assert red.ask("say", side="red", text="")["code"] == "bad-message"
        assert red.ask("say", side="red", text=" \n ")["code"] == "bad-message"
        assert red.ask("say", side="red", text="x" * 501)["code"] == "bad-message"
        assert red.ask("say", side="red", text="x" * 500)["type"] == "accepted"


def test_one_may_talk_before_the_battle(server: Server) -> None:
    made = server.make(scenario=duel())
    with server.join(made["game"], made["seats"]["red"]) as red:
        assert red.ask("say", side="red", text="I am waiting")["type"] == "accepted"
    with server.join(made["game"], made["seats"]["blue"], nonces=False) as blue:
        assert [remark["text"] for remark in blue.chat] == ["I am waiting"]


@pytest.mark.anyio
async def test_the_oldest_remarks_go_first_and_nobody_is_silenced(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (base, sqlite):
        monkeypatch.setattr(module, "MOST_NOTES", 5)
    store, other = await open_store(address), await open_store(address)
    hall = Hall(store, Library())
    made = await hall.make(NewGame(scenario=duel()))
    match = (await hall.table(made.game)).match
    late = await Hall(other, Library()).table(made.game)
    for number in range(12):
        await match.keeper.say("red", f"{number}")
    await match.keeper.say("blue", "at last")
    told = chat(match, (0, 1))
    assert [(one.number, one.text) for one in told][-2:] == [(11, "11"), (12, "at last")]
    await late.catch_up()
    assert chat(late.match, (0, 1))[-2:] == told[-2:]
    await late.match.keeper.say("blue", "and again")
    again = (await Hall(store, Library()).table(made.game)).match
    assert chat(again, (0, 1))[-1].number == 13
    if "postgres" not in address:  # its statements were written with the number that counts elsewhere
        assert len(told) == len(chat(again, (0, 1))) == 5
    for one in (store, other):
        await one.close()
