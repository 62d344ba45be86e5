"""`pw serve` itself: its port, its folder, its first line."""

import socket
import subprocess
from pathlib import Path

import pytest

from portable_wargame.cli.hosting import serve
from portable_wargame.game.errors import Refusal
from tests.cli.running import COMMAND


@pytest.fixture
def taken() -> socket.socket:
    other = socket.socket()
    other.bind(("127.0.0.1", 0))
    other.listen()
    return other


def test_a_port_that_is_taken_is_told_or_left_alone(taken: socket.socket, monkeypatch: pytest.MonkeyPatch) -> None:
    port = taken.getsockname()[1]
    monkeypatch.setattr(serve, "USUAL_PORT", port)
    with taken, serve.listen("127.0.0.1", None) as free:
        assert free.getsockname()[1] not in (0, port)
    busy = socket.socket()
    busy.bind(("127.0.0.1", 0))
    busy.listen()
    with busy, pytest.raises(Refusal, match="can't listen on"):
        serve.listen("127.0.0.1", busy.getsockname()[1])
    with pytest.raises(Refusal, match="no port 70000"):
        serve.listen("127.0.0.1", 70000)


def test_a_folder_that_cannot_be_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("here already", "utf-8")
    command = [*COMMAND, "serve", "--port", "0", "--data", str(tmp_path / "file")]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)
    assert ended.returncode == 2
    assert ended.stderr.startswith("pw: ")
    assert "games cannot be kept there" in ended.stderr
    assert "Traceback" not in ended.stderr
