"""Seats by secret link: who may sit down, who is there, what they are called, and who may only watch."""

import socket
import time

import pytest
from websockets.exceptions import ConnectionClosed

from portable_wargame.server.games.seats import new_token

from .running import Client, Server, sit_down
from .scenes import duel


def is_sent_away(client: Client) -> bool:
    with pytest.raises(ConnectionClosed) as closed:
        while True:
            client.hear()
    return closed.value.rcvd is not None and closed.value.rcvd.code == 1012


def test_who_comes_by_a_link_gets_a_token_that_nobody_else_knows(server: Server) -> None:
    made = server.make(scenario=duel())
    game, link = made["game"], made["seats"]["blue"]
    with (
        server.join(game, *made["seats"].values(), nonces=False) as owner,
        server.join(game, link, nonces=False) as blue,
    ):
        token = new_token()
        assert blue.ask("reissue", side="blue", token=token)["type"] == "accepted"
        # The owner's page held the link too.
        assert is_sent_away(owner)
        assert server.join(game, link).joined["code"] == "no-seat"
        assert blue.ask("nonce", side="blue", nonce="0" * 32)["type"] == "accepted"
        with server.join(game, token) as again:
            assert again.joined["sides"] == ["blue"]
        with server.join(game, made["seats"]["red"], nonces=False) as back:
            assert back.around["seats"]["blue"]["taken"]


def test_a_line_that_is_cut_before_the_answer_takes_no_seat_away(server: Server) -> None:
    made = server.make(scenario=duel(), seed=3)
    game, link, token = made["game"], made["seats"]["blue"], new_token()
    with server.join(game, link) as blue:
        blue.say({"type": "reissue", "id": 9, "side": "blue", "token": token})
        blue.socket.socket.shutdown(socket.SHUT_RDWR)  # without a word, as when a telephone loses the network
    while server.join(game, link).joined["type"] == "joined":
        time.sleep(0.05)
    with server.join(game, token) as again:
        assert again.joined["sides"] == ["blue"]


def test_the_owner_replaces_a_lost_link_and_nobody_else_does(server: Server) -> None:
    made, red, blue = sit_down(server, scenario=duel(), owner="blue")
    with red, blue:
        assert red.around["owner"] == "blue"
        token = new_token()
        assert red.ask("reissue", side="blue", token=token)["code"] == "not-yours"
        assert server.join(made["game"]).ask("reissue", side="red", token=token)["code"] == "not-yours"
        assert blue.ask("reissue", side="green", token=token)["code"] == "not-yours"
        assert blue.ask("reissue", side="red", token="too-short")["code"] == "bad-message"
        assert blue.ask("reissue", side="red", token=token)["type"] == "accepted"
        assert is_sent_away(red)
        assert server.join(made["game"], made["seats"]["red"]).joined["code"] == "no-seat"
        with server.join(made["game"], token) as red:
            assert red.now["state"]["hash"] == blue.now["state"]["hash"]
            assert red.joined["sides"] == ["red"]


def test_a_computers_seat_has_no_link(server: Server) -> None:
    made = server.make(scenario=duel(), seats={"blue": {"level": "recruit"}})
    with server.join(made["game"], made["seats"]["red"]) as red:
        assert red.ask("reissue", side="blue", token=new_token())["code"] == "not-yours"


def test_everybody_sees_who_is_there(server: Server) -> None:
    made, red, blue = sit_down(server, scenario=duel())
    with red:
        with blue:
            assert [red.around["seats"][side]["present"] for side in ("red", "blue")] == [True, True]
            with server.join(made["game"]) as watching:
                while red.around["spectators"] != 1:
                    red.hear_of("around")
                assert watching.around["spectators"] == 1
            while red.around["spectators"] != 0:
                red.hear_of("around")
        while red.around["seats"]["blue"]["present"]:
            red.hear_of("around")
        with server.join(made["game"], made["seats"]["blue"]), server.join(made["game"], made["seats"]["blue"]):
            while not red.around["seats"]["blue"]["present"]:
                red.hear_of("around")


def test_names_are_kept_and_shown(server: Server) -> None:
    made, red, blue = sit_down(server, scenario=duel(), names={"red": "Ann"})
    with red, blue:
        assert blue.around["seats"]["red"]["name"] == "Ann"
        assert blue.ask("name", side="blue", name=" Bea\n\u202ethe   <b>Bold</b>\x00 ")["type"] == "accepted"
        red.hear_of("around")
        assert red.around["seats"]["blue"]["name"] == "Bea the <b>Bold</b>"
        assert blue.ask("name", side="red", name="Cid")["code"] == "not-yours"
        assert blue.ask("name", side="blue", name="x" * 41)["code"] == "bad-message"
    with server.join(made["game"]) as watching:
        assert watching.around["seats"]["blue"]["name"] == "Bea the <b>Bold</b>"


def test_a_game_may_be_for_its_players_alone(server: Server) -> None:
    made = server.make(scenario=duel(), seed=3, spectators=False)
    assert server.join(made["game"]).joined["code"] == "no-seat"
    for address in (f"/api/games/{made['game']}", f"/api/games/{made['game']}/record"):
        assert server.http.get(address).status_code == 403
        headers = {"Authorization": f"Bearer {made['seats']['blue']}"}
        assert server.http.get(address, headers=headers).status_code == 200
    with server.join(made["game"], made["seats"]["red"]) as red:
        assert red.joined["type"] == "joined"
        assert not red.joined["watchable"]


def test_two_pages_of_one_player_and_a_double_click(server: Server) -> None:
    """One of them is carried out; whoever was slower is told that the game has gone on."""
    made = server.make(scenario=duel(), seed=3)
    tokens = made["seats"].values()
    with server.join(made["game"], *tokens) as one, server.join(made["game"], *tokens) as other:
        side = one.now["question"]["side"]
        turn = {"do": "move", "unit": f"{side[0]}1", "path": [], "facing": "e"}
        for client in (one, other, one):
            client.say({"type": "act", "id": 50, "seq": 0, "action": turn})
        replies = [one.hear_reply(), one.hear_reply(), other.hear_reply()]
        assert sorted(reply.get("code", "accepted") for reply in replies) == ["accepted", "stale", "stale"]
        assert (one.now["seq"], other.now["seq"]) == (1, 1)
