"""Dice that nobody has to trust: a key is sealed, people give nonces, the battle begins; in the end all is proved."""

import io
from pathlib import Path
from typing import Any

import pytest

from portable_wargame.record.chain import unlinked
from portable_wargame.record.keys import Key, Seed, new_nonce
from portable_wargame.record.reading import parse_record
from portable_wargame.record.recording import record_in
from portable_wargame.record.session import Session
from portable_wargame.record.verifying import Verdict, verify
from portable_wargame.scenario.reading import read_tree
from portable_wargame.server.store.base import Line, Stored, open_store
from portable_wargame.server.store.columns import Seat
from portable_wargame.server.tables.hall import Hall
from portable_wargame.server.wire.documents import NewGame
from portable_wargame.server.wire.lobby import Library

from .running import Client, Server, by_turn, sit_down
from .scenes import duel


def verified(server: Server, game: str) -> Verdict:
    text = server.http.get(f"/api/games/{game}/record").text
    return verify(parse_record(text, "the record"))


def play(red: Client, blue: Client, steps: int) -> None:
    """So many actions, shots where there are any; both hear of them."""
    for _ in range(steps):
        decides, waits = by_turn(red, blue)
        choices = decides.choices()
        shots = [action for action in choices if action["do"] == "fire"]
        assert decides.act(**(shots or choices)[0])["type"] == "accepted"
        waits.hear_of("step")


def test_a_battle_begins_when_everybody_has_given_a_nonce(server: Server) -> None:
    made = server.make(scenario=duel(), names={"blue": "Bea"})
    with server.join(made["game"], made["seats"]["red"], nonces=False) as red:
        assert red.joined["type"] == "waiting"
        assert red.joined["board"]["columns"] == 5
        assert (red.joined["sides"], red.around["owner"]) == (["red"], "red")
        dice = red.around["dice"]
        assert (dice["scheme"], dice["commitment"]) == ("nonces", made["commitment"])
        assert (dice["nonces"], dice["wanted"]) == ({}, ["red", "blue"])
        assert red.act_on(0, do="end")["code"] == "waiting"
        assert red.ask("moment", seq=0)["code"] == "waiting"
        red.give_nonces()
        assert red.around["dice"]["wanted"] == ["blue"]
        assert red.around["seats"]["red"] == {"name": "", "taken": True, "present": True, "hurried": False}
        assert red.around["seats"]["blue"] == {"name": "Bea", "taken": False, "present": False, "hurried": False}
        with server.join(made["game"], made["seats"]["blue"], nonces=False) as blue:
            assert blue.joined["around"]["dice"]["nonces"].keys() == {"red"}
            blue.give_nonces()
            assert blue.joined["type"] == "joined"
            assert blue.joined["id"] is None
            red.hear_of("joined")
            assert red.now["state"]["hash"] == blue.now["state"]["hash"]
            assert [step["kind"] for step in red.steps] == ["start"]
            play(red, blue, 4)
            before = verified(server, made["game"])
            assert (before.from_nonces, before.unrevealed > 0) == (0, True)
            assert red.ask("resign", side="red")["type"] == "accepted"
            assert red.now["state"]["result"] == {"winner": "blue", "reason": "Red has resigned"}
            after = verified(server, made["game"])
            assert (after.actions, after.from_nonces, after.unrevealed) == (4, before.unrevealed, 0)
            assert after.nonces_of == ["red", "blue"]


def test_a_nonce_is_given_once_by_its_own_side_and_as_it_should_be(server: Server) -> None:
    made = server.make(scenario=duel())
    with (
        server.join(made["game"], made["seats"]["red"], nonces=False) as red,
        server.join(made["game"]) as watching,
    ):
        assert watching.joined["type"] == "waiting"
        for nonce in ("", "0" * 31, "0" * 33, "g" * 32, "A" * 32, 5):
            assert red.ask("nonce", side="red", nonce=nonce)["code"] == "bad-message"
        assert red.ask("nonce", side="blue", nonce=new_nonce())["code"] == "not-yours"
        assert watching.ask("nonce", side="blue", nonce=new_nonce())["code"] == "not-yours"
        assert red.ask("nonce", side="red", nonce="1" * 32)["type"] == "accepted"
        assert red.ask("nonce", side="red", nonce="2" * 32)["code"] == "stale"
        assert red.around["dice"]["nonces"] == {"red": "1" * 32}


def test_the_key_is_nowhere_before_the_end(server: Server) -> None:
    made, red, blue = sit_down(server, scenario=duel())
    with red, blue:
        play(red, blue, 3)
        blue.ask("resign", side="blue")
        red.hear_of("step")
        record = server.record(made["game"], made["seats"]["red"])
        revealed: Any = parse_record(record, "it").lines[-2].reveal
        key = revealed["key"]
        assert not any(key in text for text in (*red.heard, *blue.heard))
        assert record.count(key) == 1


def test_against_the_computer_one_nonce_is_enough(server: Server) -> None:
    made = server.make(scenario=duel(turns=1), seats={"blue": {"level": "recruit"}})
    with server.join(made["game"], made["seats"]["red"]) as red:
        assert red.joined["type"] == "joined"
        while red.now["question"] is not None:
            red.wait_for_turn()
            if red.now["question"] is not None:
                red.act(**red.choices()[0])
        verdict = verified(server, made["game"])
        assert (verdict.nonces_of, verdict.finished, verdict.unrevealed) == (["red"], True, 0)


def test_who_plays_both_sides_gives_both_nonces(server: Server) -> None:
    made = server.make(scenario=duel())
    with server.join(made["game"], *made["seats"].values()) as both:
        assert both.joined["type"] == "joined"
        assert both.around["dice"]["nonces"].keys() == {"red", "blue"}
        assert len(set(both.around["dice"]["nonces"].values())) == 2


def test_a_seed_wants_no_nonces_and_the_record_says_so(server: Server) -> None:
    made = server.make(scenario=duel(), seed=3)
    with server.join(made["game"], made["seats"]["red"], nonces=False) as red:
        assert red.joined["type"] == "joined"
        assert (red.around["dice"]["scheme"], red.around["dice"]["wanted"]) == ("seed", [])
        assert red.ask("nonce", side="red", nonce=new_nonce())["code"] == "stale"
        assert '"scheme":"seed"' in server.record(made["game"], made["seats"]["red"]).splitlines()[0]


def test_a_game_played_on_has_dice_of_its_own(server: Server) -> None:
    made, red, blue = sit_down(server, scenario=duel())
    with red, blue:
        play(red, blue, 3)
        start = {"game": made["game"], "seq": 2, "token": made["seats"]["red"]}
        other = server.make(play_on=start)
        assert other["commitment"] != made["commitment"]
        with server.join(other["game"], other["seats"]["red"], nonces=False) as first:
            assert first.joined["type"] == "joined"
            assert first.around["dice"]["wanted"] == ["red", "blue"]
            assert not first.around["seats"]["red"]["taken"]
            assert first.now["question"]["units"] == first.now["question"]["answers"] == []
            with server.join(other["game"], *other["seats"].values()) as both:
                assert both.joined["id"] is None
                first.hear_of("joined")
                assert [step["seq"] for step in first.steps] == [0, 1, 2]
                both.act(**both.choices()[0])
                both.ask("resign", side="blue")
        verdict = verified(server, other["game"])
        assert (verdict.finished, verdict.nonces_of) == (True, ["red", "blue"])
        # Those from before belong to the other game, which goes on.
        assert verdict.unrevealed > 0
        assert "reveal" not in server.record(made["game"], made["seats"]["red"])


def test_a_server_that_is_killed_between_two_nonces_has_lost_neither(tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        made = server.make(scenario=duel())
        with server.join(made["game"], made["seats"]["red"]) as red:
            given = red.around["dice"]["nonces"]
        server.kill()
        server.start()
        with server.join(made["game"], made["seats"]["blue"]) as blue:
            assert blue.joined["type"] == "joined"
            assert blue.around["dice"]["nonces"]["red"] == given["red"]
            stood = blue.now
        server.kill()
        server.start()
        with server.join(made["game"], made["seats"]["blue"]) as blue:
            assert blue.now == stood
            assert blue.ask("resign", side="blue")["type"] == "accepted"
        assert verified(server, made["game"]).unrevealed == 0
    finally:
        server.kill()


@pytest.mark.anyio
async def test_two_servers_on_one_store_throw_the_same_dice(address: str) -> None:
    """Nonces come in at different servers; each then plays an action that the other has to follow."""
    stores = [await open_store(address) for _ in range(2)]
    halls = [Hall(store, Library()) for store in stores]
    made = await halls[0].make(NewGame(scenario=duel()))
    tables = [await hall.table(made.game) for hall in halls]
    one, other = (table.match for table in tables)
    await one.give_nonce("red", new_nonce())
    await tables[1].catch_up(one.kept.revision)
    await other.give_nonce("blue", new_nonce())
    await tables[0].catch_up(other.kept.revision)
    assert one.chronicle.has_begun()
    for here, there in ((0, 1), (1, 0), (0, 1)):
        options = tables[here].match.game.options()
        shots = [action for action in options if action.verb == "fire"]
        await tables[here].match.play((shots or options)[0])
        await tables[there].catch_up(tables[here].match.kept.revision)
    await one.go_back(1, "red")
    await tables[1].catch_up(one.kept.revision)
    assert one.chronicle.seal.wanted() == other.chronicle.seal.wanted() == ["red", "blue"]
    await other.give_nonce("red", new_nonce())
    await other.give_nonce("blue", new_nonce())
    await other.play(other.game.options()[0])
    await tables[0].catch_up(other.kept.revision)
    await one.resign("blue")
    await tables[1].catch_up(one.kept.revision)
    assert one.record((0, 1)) == other.record((0, 1))
    assert verify(parse_record(one.record((0, 1)), "it")).unrevealed == 0
    for store in stores:
        await store.close()


@pytest.mark.anyio
async def test_a_game_from_before_nonces_goes_on_with_its_dice(address: str) -> None:
    """As older versions kept it: no scheme, no times, nothing known of its players but who they are."""
    key = Seed(11)
    sink = io.StringIO()
    record_in(sink, Session(read_tree(duel()), key.dice()), key, {"red": "human", "blue": "human"})
    texts = [unlinked(text).replace(',"scheme":"seed"', "") for text in sink.getvalue().splitlines()]
    texts[0] = texts[0].replace('"chained": true, ', "").replace('"chained":true,', "")
    store = await open_store(address)
    players = dict.fromkeys(("red", "blue"), Seat())
    lines = [Line(text) for text in texts]
    await store.create(Stored("old", {"red": "", "blue": ""}, players, {}, key.tree(), False, lines))
    match = (await Hall(store, Library()).table("old")).match
    for _ in range(4):
        options = match.game.options()
        shots = [action for action in options if action.verb == "fire"]
        await match.play((shots or options)[0])
    await match.resign("red")
    verdict = verify(parse_record(match.record((0, 1)), "it"))
    assert (verdict.actions, verdict.unrevealed) == (4, 0)
    assert verdict.from_seed > 2
    assert not verdict.chained
    await store.close()


@pytest.mark.anyio
async def test_dice_are_asked_of_the_key_when_they_are_thrown_and_no_sooner(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    die = Key.die

    def listened(key: Key, number: int, nonces: list[str]) -> int:
        asked.append(number)
        return die(key, number, nonces)

    monkeypatch.setattr(Key, "die", listened)
    store = await open_store(address)
    hall = Hall(store, Library())
    made = await hall.make(NewGame(scenario=duel()))
    match = (await hall.table(made.game)).match
    for side in ("red", "blue"):
        await match.give_nonce(side, new_nonce())
    for _ in range(6):
        options = match.game.options()
        shots = [action for action in options if action.verb == "fire"]
        await match.play((shots or options)[0])
    await match.resign("red")
    verdict = verify(parse_record(match.record((0, 1)), "it"))
    assert (verdict.actions, verdict.from_nonces > 2, verdict.unrevealed) == (6, True, 0)
    # Once for the game, each as it fell, and once more by whoever verifies them.
    assert asked == [*range(verdict.from_nonces)] * 2
    await store.close()
