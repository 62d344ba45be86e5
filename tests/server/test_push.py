"""Knocking at the browser of somebody who is away: a push service of our own hears when, and what."""

import asyncio
import base64
import http.server
import json
import queue
import socket
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from portable_wargame.game.errors import Refusal
from portable_wargame.record.keys import new_nonce
from portable_wargame.server.edge.push import Knocker, new_keys
from portable_wargame.server.store.base import open_store
from portable_wargame.server.tables import table as tables
from portable_wargame.server.tables.hall import Hall
from portable_wargame.server.wire.documents import NewGame
from portable_wargame.server.wire.lobby import Library
from portable_wargame.server.wire.messages import Propose, Withdraw

from .running import SECONDS, Client, Server, Tree, Watching
from .scenes import duel


class Service:
    """A push service on loopback: it remembers every knock and answers with `status`."""

    def __init__(self) -> None:
        self.knocks: queue.Queue[tuple[str, dict[str, str], bytes]] = queue.Queue()
        self.status = 201
        service = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                service.knocks.put((self.path, dict(self.headers), body))
                self.send_response(service.status)
                self.end_headers()

            def log_message(self, *words: Any) -> None: ...

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.origin = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def next(self) -> tuple[str, dict[str, str], bytes]:
        return self.knocks.get(timeout=SECONDS)


@pytest.fixture
def service() -> Iterator[Service]:
    one = Service()
    yield one
    one.server.shutdown()
    one.server.server_close()


def keys(folder: Path, *trusted: str) -> Path:
    path = folder / "push.json"
    path.write_text(json.dumps({**json.loads(new_keys("mailto:host@example.org")), "trusted": trusted}))
    return path


@pytest.fixture
def knocking(tmp_path: Path, service: Service) -> Iterator[Server]:
    one = Server(tmp_path, "--push-keys", str(keys(tmp_path, service.origin)))
    yield one
    one.kill()


@pytest.fixture(scope="module")
def with_keys(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """For those who knock at nobody: they can share it."""
    folder = tmp_path_factory.mktemp("with_keys")
    one = Server(folder, "--push-keys", str(keys(folder)))
    yield one
    one.kill()


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def check_signature(authorization: str, public: str, origin: str) -> Tree:
    """As a push service does, with the public key that the page was given; the claims."""
    assert authorization.startswith("vapid t=")
    token, _, key = authorization.removeprefix("vapid t=").partition(", k=")
    assert key == public
    text, _, signature = token.rpartition(".")
    point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(public))
    pair = decoded(signature)
    r, s = int.from_bytes(pair[:32], "big"), int.from_bytes(pair[32:], "big")
    point.verify(encode_dss_signature(r, s), text.encode(), ec.ECDSA(SHA256()))
    with pytest.raises(InvalidSignature):
        point.verify(encode_dss_signature(r, s), text.encode() + b"x", ec.ECDSA(SHA256()))
    claims: Tree = json.loads(decoded(text.partition(".")[2]))
    assert claims["aud"] == origin
    return claims


def first_and_second(server: Server, made: Tree) -> tuple[Client, str]:
    """Whoever decides, at his page; and the other side, who is away."""
    side = server.http.get(f"/api/games/{made['game']}").json()["decides"]
    return server.join(made["game"], made["seats"][side]), "blue" if side == "red" else "red"


def end_turn(client: Client) -> None:
    assert client.act(do="end")["type"] == "accepted"


def test_a_player_who_is_away_hears_that_it_is_his_move(knocking: Server, service: Service) -> None:
    public = knocking.http.get("/api/lobby").json()["push-key"]
    made = knocking.make(scenario=duel(), seed=3)
    mover, away = first_and_second(knocking, made)
    with mover:
        with knocking.join(made["game"], made["seats"][away]) as other:
            endpoint = f"{service.origin}/knock/me?now=1"
            assert other.ask("subscribe", side=away, endpoint=endpoint)["type"] == "accepted"
        while mover.around["seats"][away]["present"]:
            mover.hear_of("around")
        mover.act(do="move", unit=f"{mover.joined['sides'][0][0]}2", path=[], facing="e")
        end_turn(mover)
        path, headers, body = service.next()
        assert (path, body) == ("/knock/me?now=1", b"")
        assert int(headers["TTL"]) > 3600
        assert check_signature(headers["Authorization"], public, service.origin)["sub"] == "mailto:host@example.org"
        assert service.knocks.empty()
        assert not any("knock/me" in text for text in mover.heard)
        # He is waited for already: another reason to come is no reason to knock again.
        mover.ask("propose", side=mover.joined["sides"][0], what="draw")
        assert service.knocks.empty()


def test_nobody_knocks_at_who_is_there(knocking: Server, service: Service) -> None:
    made = knocking.make(scenario=duel(), seed=3)
    mover, here = first_and_second(knocking, made)
    with mover, knocking.join(made["game"], made["seats"][here]) as other:
        other.ask("subscribe", side=here, endpoint=f"{service.origin}/a")
        end_turn(mover)
        other.hear_of("step")
        other.ask("moment", seq=0)
        assert service.knocks.empty()


def test_a_line_that_was_dead_when_it_became_his_move_is_knocked_for_when_it_is_found_dead(
    knocking: Server, service: Service
) -> None:
    made = knocking.make(scenario=duel(), seed=3)
    mover, asleep = first_and_second(knocking, made)
    with mover, knocking.join(made["game"], made["seats"][asleep]) as other:
        other.ask("subscribe", side=asleep, endpoint=f"{service.origin}/a")
        end_turn(mover)
        assert service.knocks.empty()
        other.socket.socket.shutdown(socket.SHUT_RDWR)  # without a word of parting
        assert service.next()[0] == "/a"


@pytest.mark.parametrize("heard", [False, True])
def test_nobody_knocks_at_who_leaves_knowing_that_it_is_his_move(
    knocking: Server, service: Service, heard: bool
) -> None:
    made = knocking.make(scenario=duel(), seed=3)
    mover, side = first_and_second(knocking, made)
    with mover, knocking.join(made["game"], made["seats"][side]) as other:
        other.ask("subscribe", side=side, endpoint=f"{service.origin}/a")
        end_turn(mover)
        other.hear_of("step")
        if heard:
            other.ask("moment", seq=0)
            other.socket.socket.shutdown(socket.SHUT_RDWR)
        else:
            other.socket.close(1001)  # as a page that is closed
        while mover.around["seats"][side]["present"]:
            mover.hear_of("around")
        mover.ask("moment", seq=0)
        assert service.knocks.empty()


@pytest.mark.parametrize(("status", "stays"), [(410, False), (404, False), (500, True), (302, True)])
def test_an_address_where_nobody_lives_any_more_is_forgotten(
    knocking: Server, service: Service, status: int, stays: bool
) -> None:
    service.status = status
    made = knocking.make(scenario=duel(turns=8), seed=3)
    mover, away = first_and_second(knocking, made)
    with knocking.join(made["game"], made["seats"][away]) as other:
        other.ask("subscribe", side=away, endpoint=f"{service.origin}/a")
    with mover:
        end_turn(mover)
        service.next()
        with knocking.join(made["game"], made["seats"][away]) as other:
            while other.now["question"]["side"] == away:
                end_turn(other)
        while mover.around["seats"][away]["present"]:
            mover.hear_of("around")
        mover.wait_for_turn()
        end_turn(mover)
        mover.ask("moment", seq=0)
        # He was knocked at less than a minute ago.
        assert service.knocks.empty()
    with sqlite3.connect(knocking.data / "games.sqlite") as store:
        [(players,)] = store.execute("SELECT players FROM games WHERE id = ?", (made["game"],)).fetchall()
    store.close()
    assert (json.loads(players)[away]["endpoint"] is not None) == stays


@pytest.mark.anyio
async def test_one_knock_until_he_has_come_and_then_at_most_one_a_minute(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However often somebody proposes something and takes it back."""
    monkeypatch.setattr(tables, "BETWEEN_KNOCKS", 3600)
    counting = Counting()
    store = await open_store(tmp_path / "games.sqlite")
    hall = Hall(store, Library(), cast(Knocker, counting))
    made = await hall.make(NewGame(scenario=duel()))
    table = await hall.table(made.game)
    for side in ("red", "blue"):
        await table.match.give_nonce(side, new_nonce())
    decides = table.match.game.decider()
    away, side = 1 - decides, table.match.sides[decides]
    await table.match.keeper.change_seat(table.match.sides[away], endpoint="https://push.example.org/a")
    pest, guest = Watching(), Watching()
    pest.sides, guest.sides = (decides,), (away,)

    async def pester() -> None:
        for _ in range(20):
            await table.grant(pest, Propose(id=1, side=side, what="draw"))
            await table.grant(pest, Withdraw(id=2, side=side))

    await pester()
    assert counting.knocks == 1
    table.join(guest, 1, -1)
    table.leave(guest)
    await pester()
    assert counting.knocks == 1
    # He comes and goes once more; this time the hour is over in a second.
    monkeypatch.setattr(tables, "BETWEEN_KNOCKS", 1)
    table.join(guest, 1, -1)
    table.leave(guest)
    await table.grant(pest, Propose(id=1, side=side, what="draw"))
    async with asyncio.timeout(60):
        while counting.knocks < 2:
            await asyncio.sleep(0.01)
    await table.grant(pest, Withdraw(id=2, side=side))
    await pester()
    assert counting.knocks == 2
    await hall.close()
    await store.close()


class Counting:
    """Knocks at nobody, and counts how often it should have."""

    knocks = 0

    async def knock(self, endpoint: str) -> bool:
        self.knocks += 1
        return True


def test_a_server_without_keys_says_so(server: Server) -> None:
    assert server.http.get("/api/lobby").json()["push-key"] is None
    made = server.make(scenario=duel(), seed=3)
    with server.join(made["game"], made["seats"]["red"]) as red:
        assert red.ask("subscribe", side="red", endpoint="https://push.example.org/a")["code"] == "illegal"


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.org/a",
        "ftp://push.example.org/a",
        "https://push.example.org",
        "https://user@push.example.org/a",
        "https://push.example.org/a b",
        "https://push.example.org/a\r\nX: y",
        "https:///a",
        "",
    ],
)
def test_what_is_no_address_of_a_push_service_is_refused(with_keys: Server, endpoint: str) -> None:
    made = with_keys.make(scenario=duel(), seed=3)
    with with_keys.join(made["game"], made["seats"]["red"]) as red:
        assert red.ask("subscribe", side="red", endpoint=endpoint)["code"] == "bad-message"
        assert red.ask("subscribe", side="blue", endpoint="https://push.example.org/a")["code"] == "not-yours"
        assert red.ask("subscribe", side="red", endpoint=None)["type"] == "accepted"


THROUGH_THE_SIXTH = [
    "[64:ff9b::a9fe:a9fe]",
    "[2002:7f00:1::]",
    "[::ffff:10.0.0.1]",
    "[::7f00:1]",
    "[ff0e::1]",
    "224.0.0.1",
]


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "localhost", "[::1]", "10.0.0.1", "192.168.1.1", "169.254.169.254", *THROUGH_THE_SIXTH]
)
def test_nobody_reaches_into_the_servers_own_network(tmp_path: Path, host: str) -> None:
    knocker = Knocker(keys(tmp_path))
    with pytest.raises(Refusal, match="not a public address"):
        asyncio.run(knocker._post(f"https://{host}/a"))
    assert asyncio.run(knocker.knock(f"https://{host}/a"))


def test_keys_are_read_or_refused_in_a_sentence(tmp_path: Path) -> None:
    for text in ("", "[]", "{}", '{"private": 5, "contact": "x"}', '{"private": "", "contact": "x"}'):
        (tmp_path / "keys").write_text(text)
        with pytest.raises(Refusal, match="no push keys there"):
            Knocker(tmp_path / "keys")
    with pytest.raises(Refusal, match="must be mailto:NAME@HOST"):
        new_keys("host@example.org")
