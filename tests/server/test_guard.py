"""Pages of other sites get nothing, and ours may do nothing but talk to us."""

import os
import socket
from pathlib import Path
from typing import Any

import pytest
from starlette.routing import Route
from starlette.testclient import TestClient
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from portable_wargame.server.edge.application import application
from portable_wargame.server.edge.guard import HEADERS
from portable_wargame.server.store.sqlite import SQLiteStore

from .running import SECONDS, Server
from .scenes import duel

EVIL = Origin("http://evil.example")


def test_every_answer_has_strict_headers(server: Server) -> None:
    for path, given in (
        ("/", {}),
        ("/api/lobby", {}),
        ("/api/nowhere", {}),
        ("/nothing.js", {}),
        ("/api/lobby", {"Host": "evil.example"}),
        ("/" + "x" * 3000, {}),
        ("/", {"X-Long": "x" * 17_000}),
    ):
        headers = server.http.get(path, headers=given).headers
        assert "default-src 'self'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["x-content-type-options"] == "nosniff"


HANDSHAKE = b"Host: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-"


@pytest.mark.parametrize(
    ("status", "request_"),
    [
        (400, b"nonsense\r\n\r\n"),
        (400, b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n"),
        (400, b"GET / HTTP/1.1\r\nX: " + b"x" * 17_000),
        (400, b"GET /api/games/x HTTP/1.1\r\n" + HANDSHAKE + b"Version: 13\r\nSec-WebSocket-Key: short\r\n\r\n"),
        (400, b"GET /api/games/x HTTP/1.1\r\n" + HANDSHAKE + b"Version: 12\r\n\r\n"),
        (400, b"GET /api/games/x HTTP/1.1\r\n" + HANDSHAKE + b"Version: 13\r\nContent-Length: 3\r\n\r\n"),
        (
            403,
            b"GET /api/nowhere HTTP/1.1\r\n"
            + HANDSHAKE
            + b"Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        ),
    ],
    ids=["nonsense", "two hosts", "long head", "key", "version", "body", "path"],
)
def test_what_no_page_would_send_gets_strict_headers_too(server: Server, status: int, request_: bytes) -> None:
    """It is refused before there is a request that the guard could see; and the line is closed."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=SECONDS) as line:
        line.sendall(request_)
        answer = b""
        while piece := line.recv(65536):
            answer += piece
    head, _, _ = answer.partition(b"\r\n\r\n")
    first, *rest = head.decode().split("\r\n")
    headers = {name.lower(): value for name, value in (row.split(": ", 1) for row in rest)}
    assert first.split()[1] == str(status)
    assert HEADERS.items() <= headers.items()


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://localhost:1"])
def test_other_origins_are_turned_away(server: Server, origin: str) -> None:
    made = server.make(scenario=duel())
    address = server.url.replace("http", "ws", 1) + f"api/games/{made['game']}"
    with pytest.raises(InvalidStatus, match="403"), connect(address, origin=Origin(origin)):
        pass
    assert server.http.post("/api/games", json={}, headers={"Origin": origin}).status_code == 403
    own = server.url.rstrip("/")
    with connect(address, origin=Origin(own)):
        pass


def test_a_name_that_leads_here_is_not_ours(server: Server) -> None:
    assert server.http.get("/api/lobby", headers={"Host": f"evil.example:{server.port}"}).status_code == 403
    assert server.http.get("/api/lobby", headers={"Host": f"127.0.0.1:{server.port}"}).status_code == 200


@pytest.mark.parametrize("path", ["/../store.py", "/%2e%2e/store.py", "/assets/../../store.py", "/..%2fstore.py"])
def test_no_file_outside_the_client_is_served(server: Server, path: str) -> None:
    answer = server.http.get(path)
    assert answer.status_code == 404
    assert "sqlite" not in answer.text


def test_what_is_too_large_is_refused(server: Server) -> None:
    assert server.http.post("/api/games", content=b" " * 1_300_000).status_code == 413


def test_a_token_is_asked_for_in_the_header_alone(server: Server) -> None:
    made = server.make(scenario=duel())
    path = f"/api/games/{made['game']}/record"
    assert server.http.get(path, headers={"Authorization": "Bearer " + "x" * 22}).status_code == 403
    assert server.http.get(path, headers={"Authorization": "Basic abc"}).status_code == 403
    assert server.http.get("/api/games/nowhere").status_code == 404
    kept = b"".join(file.read_bytes() for file in server.data.iterdir() if file.is_file())
    assert made["seats"]["red"].encode() not in kept
    assert os.listdir(server.data)


def test_an_origin_that_is_none_is_not_ours(server: Server) -> None:
    answer = server.http.post("/api/games", json={}, headers={"Origin": "http://[nonsense"})
    assert (answer.status_code, answer.json()["code"]) == (403, "refused")


def test_a_fault_and_a_refused_websocket_have_strict_headers_too(server: Server, tmp_path: Path) -> None:
    def fault(_: Any) -> Any:
        raise ZeroDivisionError

    store = SQLiteStore(tmp_path / "games.sqlite")
    app = application(store, routes=[Route("/fault", fault)])
    with TestClient(app, base_url="http://localhost", raise_server_exceptions=False) as client:
        answer = client.get("/fault")
    assert (answer.status_code, answer.json()["code"]) == (500, "internal")
    with pytest.raises(InvalidStatus) as refused, connect(f"ws://localhost:{server.port}/api/games/x", origin=EVIL):
        pass
    assert refused.value.response.status_code == 403
    for headers in (answer.headers, refused.value.response.headers):
        assert "default-src 'self'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
