"""Seats by secret link: who may sit down, who is there, what they are called, and who may only watch."""

import datetime
import socket
import time

import pytest
from websockets.exceptions import ConnectionClosed

from portable_wargame.record.keys import new_nonce
from portable_wargame.record.reading import parse_record
from portable_wargame.record.verifying import verify
from portable_wargame.server.games.permission import NotAllowed
from portable_wargame.server.games.seats import new_token
from portable_wargame.server.store.base import open_store
from portable_wargame.server.tables import claims
from portable_wargame.server.tables.hall import Hall
from portable_wargame.server.wire.documents import NewGame
from portable_wargame.server.wire.lobby import Library
from portable_wargame.server.wire.messages import Reissue

from .running import Client, Server, Tree, Watching, sit_down
from .scenes import duel, gun_duel


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
    made = server.make(scenario=duel())
    game, link, token = made["game"], made["seats"]["blue"], new_token()
    with server.join(game, link) as blue:
        blue.say({"type": "reissue", "id": 9, "side": "blue", "token": token})
        blue.socket.socket.shutdown(socket.SHUT_RDWR)  # without a word, as when a telephone loses the network
    while server.join(game, link).joined["type"] != "refused":
        time.sleep(0.05)
    with server.join(game, token) as again:
        assert again.joined["sides"] == ["blue"]


def test_the_owner_replaces_a_lost_link_and_nobody_else_does(server: Server) -> None:
    made = server.make(scenario=duel(), owner="blue")
    with server.join(made["game"], made["seats"]["blue"]) as blue:
        assert blue.around["owner"] == "blue"
        token = new_token()
        assert server.join(made["game"]).ask("reissue", side="red", token=token)["code"] == "not-yours"
        assert blue.ask("reissue", side="green", token=token)["code"] == "not-yours"
        assert blue.ask("reissue", side="red", token="too-short")["code"] == "bad-message"
        assert blue.ask("reissue", side="red", token=token)["type"] == "accepted"
        assert server.join(made["game"], made["seats"]["red"]).joined["code"] == "no-seat"
        with server.join(made["game"], token) as red:
            assert red.ask("reissue", side="blue", token=new_token())["code"] == "not-yours"
            blue.hear_of("joined")
            assert red.now["state"]["hash"] == blue.now["state"]["hash"]
            assert red.joined["sides"] == ["red"]


def seated(server: Server, scenario: Tree) -> tuple[Tree, Client, Client, str]:
    """Red owns the game; blue has come by a link and has a token of his own."""
    made, red, blue = sit_down(server, scenario=scenario)
    own = new_token()
    assert blue.ask("reissue", side="blue", token=own)["type"] == "accepted"
    return made, red, blue, own


def test_the_owner_cannot_take_a_seat_that_somebody_has_taken(server: Server) -> None:
    made, red, blue, own = seated(server, duel())
    token = new_token()
    with red, blue:
        assert red.ask("reissue", side="blue", token=token)["type"] == "accepted"
        assert red.around["claim"]["side"] == "blue"
        blue.hear_of("around")
        assert blue.around["claim"] == red.around["claim"]
        assert server.join(made["game"], token).joined["code"] == "no-seat"
        assert red.ask("reissue", side="blue", token=token)["code"] == "waiting"
        assert red.ask("yield", side="blue", accept=True)["code"] == "not-yours"
        assert blue.ask("yield", side="blue", accept=False)["type"] == "accepted"
        assert blue.around["claim"] is None
        assert blue.ask("yield", side="blue", accept=True)["code"] == "stale"
        red.ask("reissue", side="blue", token=token)
    with red.opened, server.join(made["game"], made["seats"]["red"]) as red:
        assert red.ask("reissue", side="blue", token=token)["code"] == "waiting"
        with server.join(made["game"], own) as blue:
            while blue.around["claim"] is not None:  # he is there again
                blue.hear()


def test_who_agrees_gives_his_seat_away_and_the_record_says_so(server: Server) -> None:
    made, red, blue, _ = seated(server, duel())
    token = new_token()
    with red, blue:
        red.ask("reissue", side="blue", token=token)
        blue.hear_of("around")
        blue.say({"type": "yield", "id": 99, "side": "blue", "accept": True})
        assert is_sent_away(blue)
        assert blue.steps[-1]["kind"] == "reseated"
        red.hear_of("step")
        assert (red.steps[-1]["kind"], red.steps[-1]["side"]) == ("reseated", "blue")
        assert "Somebody else took command of Blue" in red.steps[-1]["text"]
        with server.join(made["game"], token) as other:
            assert other.joined["sides"] == ["blue"]
        # Nobody has made it his own yet: a link that is lost can be replaced at once.
        assert red.ask("reissue", side="blue", token=new_token())["type"] == "accepted"
        assert red.around["claim"] is None
        red.ask("resign", side="red")
        record = server.record(made["game"], made["seats"]["red"])
    assert '"reseated":true,"side":"blue","because":"consent"' in record
    assert verify(parse_record(record, "it")).finished


@pytest.mark.anyio
@pytest.mark.parametrize("declared", [False, True])
async def test_who_stays_away_loses_his_seat_and_nobody_reads_his_orders(
    address: str, monkeypatch: pytest.MonkeyPatch, declared: bool
) -> None:
    """Before he has declared them, and after; those that he had taken back too."""
    store = await open_store(address)
    hall = Hall(store, Library())
    made = await hall.make(NewGame(scenario=gun_duel(), owner="blue"))
    table = await hall.table(made.game)
    match = table.match
    guest, owner = Watching(), Watching()
    guest.sides, owner.sides = (0,), (1,)
    guest.tokens, owner.tokens = [made.seats["red"]], [made.seats["blue"]]
    for side in ("red", "blue"):
        await match.give_nonce(side, new_nonce())
    assert match.game.decider() == 0
    await table.grant(guest, Reissue(id=1, side="red", token=new_token()))
    before = match.game
    shot = next(one for one in match.game.options() if one.verb == "bombard")
    await match.play(shot)
    await match.undo()
    await match.play(shot)
    if declared:
        await match.play(next(one for one in match.game.options() if one.verb == "done"))
    token = new_token()
    await table.grant(owner, Reissue(id=2, side="red", token=token))
    with pytest.raises(NotAllowed, match="to come back"):
        await table.grant(owner, Reissue(id=3, side="red", token=token))
    monkeypatch.setattr(claims, "ABSENCE", datetime.timedelta(0))
    now = time.time()
    for hours in range(claims.HERE):  # whatever the clock says: a jump counts as one
        with pytest.raises(NotAllowed, match=f"must run for {claims.HERE - hours} more hour"):
            await table.grant(owner, Reissue(id=3, side="red", token=token))
        monkeypatch.setattr(time, "time", lambda hours=hours: now + 3600 * (1 + hours + 1000 * (hours > 2)))
        await store.live()
    monkeypatch.setattr(time, "time", lambda: now)
    with pytest.raises(NotAllowed, match="on the way"):
        await table.grant(owner, Reissue(id=4, side="red", token=token))
    monkeypatch.setattr(claims, "ON_THE_WAY", datetime.timedelta(0))
    await table.grant(owner, Reissue(id=4, side="red", token=token))
    assert match.sides_of([token]) == (0,)
    assert match.game.battle.orders == [] and match.game.question() is before.question()
    sight = match.chronicle.sight((0,))
    shown = [sight.told(number) for number in sight.seen]
    states = [sight.state(number)[0] for number in sight.seen]
    assert not any(step.action and step.action.get("do") == "bombard" for step in shown)
    assert not any(state.get("orders") for state in states)
    assert shown[-1].kind == "reseated"
    again = (await Hall(store, Library()).table(made.game)).match
    await again.resign("red")
    for sides in ((), (0,), (1,)):
        record = again.record(sides)
        assert '"bombard"' not in record and '"because":"absence"' in record
        assert verify(parse_record(record, "it")).finished
    await store.close()


@pytest.mark.parametrize("owner", ["red", "blue"])
@pytest.mark.parametrize(
    ("scheme", "wanted", "reason"),
    [("seed", {"seed": 7}, "may know every one of them"), ("table", {"dice": "table"}, "rolled by hand")],
)
def test_a_seat_in_a_game_without_nonces_is_nobody_elses(
    server: Server, scheme: str, wanted: Tree, reason: str, owner: str
) -> None:
    """Its maker may know its dice, and says who owns it."""
    made = server.make(scenario=duel(), owner=owner, **wanted)
    with server.join(made["game"], made["seats"]["blue"]) as blue:
        assert blue.around["dice"]["scheme"] == scheme
        refused = blue.ask("reissue", side="blue", token=new_token())
        assert (refused["code"], reason in refused["message"]) == ("illegal", True)
    with server.join(made["game"], *made["seats"].values()) as both:
        assert both.ask("reissue", side="blue", token=new_token())["type"] == "accepted"


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
        assert blue.ask("say", side="blue", text="\u3164 \u115f\u200b")["code"] == "bad-message"  # nothing to see
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
