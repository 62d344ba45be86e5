"""What a server says of its records: a chain that everybody is told, and its own signature under it."""

import datetime
from pathlib import Path

import pytest

from portable_wargame.record.chain import Chain
from portable_wargame.record.reading import parse_record
from portable_wargame.record.signing import SigningKey, new_key
from portable_wargame.record.verifying import verify
from portable_wargame.server.games.match import Match
from portable_wargame.server.store import backup
from portable_wargame.server.store.base import open_store
from portable_wargame.server.tables import notary
from portable_wargame.server.tables.hall import Hall
from portable_wargame.server.tables.notary import Notary
from portable_wargame.server.wire.documents import NewGame
from portable_wargame.server.wire.lobby import Library
from tests.cli.running import pw

from .running import Server, sit_down
from .scenes import duel, gun_duel
from .test_dice import play


def links(text: str) -> dict[int, str]:
    """By line, the link that a record has there."""
    chain, found = Chain(), {}
    for line in text.splitlines():
        assert chain.fits(line)
        found[chain.lines] = chain.head
    return found


def test_everybody_is_told_the_links_that_the_record_then_has(server: Server) -> None:
    made, red, blue = sit_down(server, scenario=duel())
    told = {}
    with red, blue, server.join(made["game"]) as watching:
        for _ in range(5):
            play(red, blue, 1)
            watching.hear_of("step")
            assert red.now["chain"] == blue.now["chain"] == watching.now["chain"]
            told[red.now["chain"]["lines"]] = red.now["chain"]["head"]
        blue.ask("resign", side="blue")
        red.hear_of("step")
        told[red.now["chain"]["lines"]] = red.now["chain"]["head"]
        record = server.record(made["game"], made["seats"]["red"])
    assert len(told) == 6
    assert told.items() <= links(record).items()
    assert max(told) == len(record.splitlines()) - 1


def test_a_record_is_signed_with_a_key_that_the_server_publishes(server: Server, tmp_path: Path) -> None:
    made, red, blue = sit_down(server, scenario=duel())
    with red, blue:
        play(red, blue, 3)
        record = server.record(made["game"], made["seats"]["red"])
    keys = server.http.get("/api/keys").json()["keys"]
    verdict = verify(parse_record(record, "it"))
    assert verdict.signed_by([one["key"] for one in keys if one["retired"] is None]) == verdict.lines
    (tmp_path / "it.pwg").write_text(record, "utf-8")
    (tmp_path / "keys.json").write_text('{"keys": []}', "utf-8")
    for place, words in (
        ((), "with the key"),
        (("--keys", server.url), f"signed by {server.url}"),
        (("--keys", "keys.json"), "not signed by keys.json"),
    ):
        done = pw(tmp_path, "verify", "it.pwg", *place)
        assert (done.returncode, words in done.stdout, "proved" in done.stdout) == (0, True, False)
    assert pw(tmp_path, "verify", "it.pwg", "--keys", "nowhere.json").returncode == 2


def test_what_was_brought_to_a_server_is_not_vouched_for(server: Server, tmp_path: Path) -> None:
    """Anyone can invent a record, open it and play on: the server signs that it kept all of it, which is true."""
    made = server.make(scenario=duel(), seed=1)
    with server.join(made["game"], *made["seats"].values()) as both:
        both.act(**both.choices()[0])
    invented = server.record(made["game"], made["seats"]["red"])
    opened = server.http.post("/api/records", content=invented).json()
    on = server.make(play_on={"game": opened["game"], "seq": 1}, seed=2)
    with server.join(on["game"], *on["seats"].values()) as both:
        both.ask("resign", side="red")
    (tmp_path / "it.pwg").write_text(server.record(on["game"], on["seats"]["red"]), "utf-8")
    done = pw(tmp_path, "verify", "it.pwg", "--keys", server.url)
    assert done.returncode == 0
    assert "; the battle was taken up at line 4, and the lines before may come from elsewhere" in done.stdout
    (tmp_path / "own.pwg").write_text(invented, "utf-8")
    assert "from elsewhere" not in pw(tmp_path, "verify", "own.pwg", "--keys", server.url).stdout


def test_the_chain_tells_nothing_of_secret_orders_and_withdrawn_ones_are_in_no_record(server: Server) -> None:
    made = server.make(scenario=gun_duel(), seed=11)
    red, blue = (server.join(made["game"], made["seats"][side]) for side in ("red", "blue"))
    with red, blue:
        before = red.now["chain"]
        red.act(do="bombard", unit="r1", target="d5")
        assert red.now["chain"] == before
        own = server.record(made["game"], made["seats"]["red"])
        assert '"target":"d5"' in own
        assert verify(parse_record(own, "it")).signatures[0].lines == before["lines"]
        red.ask("undo", seq=red.now["seq"])
        red.act(do="bombard", unit="r1", target="b5")
        red.act(do="done")
        blue.wait_for_turn()
        assert blue.now["chain"] == before
        blue.act(do="done")
        red.wait_for_turn()
        for token in (*made["seats"].values(), None):
            headers = {"Authorization": f"Bearer {token}"} if token else {}
            record = server.http.get(f"/api/games/{made['game']}/record", headers=headers).text
            assert '"target":"b5"' in record
            assert '"target":"d5"' not in record
            assert '"undo"' not in record
            assert verify(parse_record(record, "it")).signatures[0].lines == len(record.splitlines()) - 1
        on = server.make(play_on={"game": made["game"], "seq": blue.now["seq"], "token": made["seats"]["blue"]}, seed=1)
        with server.join(on["game"], *on["seats"].values()) as both:
            assert "d5" not in [step["action"]["target"] for step in both.steps if "target" in (step["action"] or {})]


@pytest.mark.anyio
async def test_keys_do_not_last_and_stay_published(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    store = await open_store(address)
    one, other = Notary(store), Notary(store)
    first = await one.key()
    assert first is not None and first == await other.key()
    monkeypatch.setattr(notary, "LIFETIME", datetime.timedelta(0))
    second = await one.key()
    assert second is not None and second != first
    monkeypatch.undo()
    assert second == await other.key()
    published = (await one.published()).keys
    assert [(key.key, key.retired is None) for key in published if key.key in (first.public, second.public)] in (
        [(second.public, True), (first.public, False)],
        [(first.public, False), (second.public, True)],
    )
    kept = {key.public: key.private for key in await store.signing_keys()}
    assert (kept[first.public], kept[second.public]) == ("", second.private)
    await store.add_signing_keys([SigningKey(new_key("then").public, "", "then", "later")])
    assert await one.key() == second
    assert len((await one.published()).keys) == 3
    await store.close()


@pytest.mark.anyio
@pytest.mark.parametrize("begun", [False, True])
async def test_a_backup_that_is_put_back_throws_new_dice(address: str, tmp_path: Path, begun: bool) -> None:
    """Also if whoever gave a nonce after the backup gives the same one again."""
    store = await open_store(address)
    hall = Hall(store, Library())
    made = await hall.make(NewGame(scenario=duel(turns=30)))
    match = (await hall.table(made.game)).match
    await match.give_nonce("red", "1" * 32)
    if begun:
        await match.give_nonce("blue", "2" * 32)
    signer = await Notary(store).key()
    assert signer is not None
    await backup.back_up(store, tmp_path / "all.backup")
    if not begun:
        await match.give_nonce("blue", "2" * 32)
    then = await fired(match)
    other = await open_store(tmp_path / "other.sqlite")
    assert await backup.restore(other, tmp_path / "all.backup") == (1, 0)
    again = (await Hall(other, Library()).table(made.game)).match
    assert again.chronicle.seal.wanted() == ["red", "blue"]
    for side, nonce in (("red", "1" * 32), ("blue", "2" * 32)):
        await again.give_nonce(side, nonce)
    assert await fired(again) != then
    await again.resign("red")
    verdict = verify(parse_record(again.record((0, 1), await Notary(other).key()), "it"))
    assert (verdict.unrevealed, verdict.finished, len(verdict.signatures)) == (0, True, 1)
    known = {key.public: key.private for key in await other.signing_keys()}
    assert (len(known), known[signer.public]) == (2, "")
    for one in (store, other):
        await one.close()


async def fired(match: Match) -> list[int]:
    """Twenty dice and more."""
    dice: list[int] = []
    while len(dice) < 20:
        options = match.game.options()
        step = await match.play(next((one for one in options if one.verb == "fire"), options[0]))
        dice += match.chronicle.steps[step].told_by.thrown
    return dice
