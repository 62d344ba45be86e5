"""Seats that anybody on the server may take, and another battle when one is over."""

import pytest

from portable_wargame.server.store.base import open_store
from portable_wargame.server.tables.hall import Hall
from portable_wargame.server.tables.openings import open_seats
from portable_wargame.server.wire.documents import NewGame
from portable_wargame.server.wire.lobby import Library

from .running import Server, sit_down
from .scenes import duel


def offered(server: Server, game: str) -> list[dict[str, object]]:
    seats: list[dict[str, object]] = server.http.get("/api/open-seats").json()["seats"]
    return [seat for seat in seats if seat["game"] == game]


def test_an_open_seat_is_listed_until_somebody_has_taken_it(server: Server) -> None:
    clock = {"per": "game", "seconds": 600, "increment": 10}
    wanted = {"scenario": duel(), "owner": "blue", "names": {"blue": "Ada"}, "open": True, "clock": clock}
    made = server.http.post("/api/games", json=wanted).json()
    [seat] = offered(server, made["game"])
    assert seat["token"] == made["seats"]["red"]
    told = {key: seat[key] for key in ("side", "title", "book", "side-name", "host", "clock")}
    assert told == {
        "side": "red",
        "title": "Two Companies",
        "book": "classic",
        "side-name": "Red",
        "host": "Ada",
        "clock": clock,
    }
    with server.join(made["game"], str(seat["token"])) as red:
        assert red.ask("reissue", side="red", token="t" * 22)["type"] == "accepted"
    assert offered(server, made["game"]) == []


def test_a_seat_is_open_only_where_somebody_wants_it_so(server: Server) -> None:
    closed = server.http.post("/api/games", json={"scenario": duel()}).json()
    alone = {"scenario": duel(), "open": True, "seats": {"blue": {"level": "recruit"}}}
    solo = server.http.post("/api/games", json=alone).json()
    assert offered(server, closed["game"]) == offered(server, solo["game"]) == []


def test_no_seat_is_open_that_nobody_can_take(server: Server) -> None:
    wanted = {"scenario": duel(), "open": True}
    for unsealed in ({"seed": 3}, {"dice": "table"}):
        refused = server.http.post("/api/games", json={**wanted, **unsealed})
        assert (refused.status_code, "open" in refused.json()["message"]) == (400, True)
    on = {"play-on": {"game": server.make(scenario=duel(), seed=3)["game"], "seq": 0}}
    assert server.http.post("/api/games", json={**on, "open": True, "seed": 3}).status_code == 400
    assert server.http.post("/api/games", json={**on, "open": True}).status_code == 201


@pytest.mark.anyio
async def test_every_store_knows_its_open_seats(address: str) -> None:
    store = await open_store(address)
    hall = Hall(store, Library())
    made = await hall.make(NewGame(scenario="toll-house", open=True, owner="red"))
    [seat] = (await open_seats(store)).seats
    assert (seat.game, seat.side, seat.title) == (made.game, "blue", "The Toll House")
    await hall.close()
    await store.close()


def test_a_rematch_is_for_the_other_player_alone_and_only_after_the_battle(server: Server) -> None:
    made, red, blue = sit_down(server, scenario=duel())
    again = server.http.post("/api/games", json={"scenario": duel(), "owner": "blue"}).json()
    asked = {"side": "red", "what": "rematch", "game": again["game"], "token": again["seats"]["red"]}
    with red, blue, server.join(made["game"]) as watching:
        assert red.ask("propose", **asked)["code"] == "illegal"
        assert red.ask("resign", side="red")["type"] == "accepted"
        assert red.ask("propose", **{**asked, "token": ""})["code"] == "bad-message"
        assert red.ask("propose", **asked)["type"] == "accepted"
        for one in (blue, watching):
            while one.around["proposal"] is None:
                one.hear_of("around")
        assert blue.around["proposal"]["token"] == again["seats"]["red"]
        assert red.around["proposal"]["token"] == watching.around["proposal"]["token"] == ""
        assert blue.answer("blue", accept=False)["type"] == "accepted"
        assert blue.around["proposal"] is None
