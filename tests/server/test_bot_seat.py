"""`pw bot`: a program at a seat of a real server, by the link that a player would open."""

import json
import sys
from pathlib import Path

import pytest

from tests.cli.running import pw
from tests.server.running import Server

PROGRAM = str(Path(__file__).parents[2] / "examples" / "bot.py")
BOT = f'{sys.executable} -c "import random, runpy; random.seed(1); runpy.run_path({PROGRAM!r})"'


@pytest.mark.parametrize("side", ["red", "blue"])
def test_a_bot_plays_a_battle_at_a_seat(server: Server, tmp_path: Path, side: str) -> None:
    """As blue it declares after the recruit, whose targets are secret till both fire."""
    other = {"red": "blue", "blue": "red"}[side]
    made = server.make(scenario="toll-house", seats={side: "human", other: {"level": "recruit"}}, names={})
    token = made["seats"][side]
    done = pw(tmp_path, "bot", f"{server.url}#/seat/{made['game']}/{token}", "--bot", BOT, "--ms", "10")
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert f"Hothead has taken command of {side}." in done.stdout
    assert "The battle is over: " in done.stdout
    card = server.http.get(f"/api/games/{made['game']}").json()
    assert "Hothead" in json.dumps(card)
    again = pw(tmp_path, "bot", f"{server.url}#/seat/{made['game']}/{token}", "--bot", BOT)
    assert again.returncode == 2  # the link was for one
    assert "does not open a seat" in again.stderr, again.stderr


@pytest.mark.parametrize("link", ["nonsense", "http://127.0.0.1:1/#/game/abc", "http://127.0.0.1:1/#/seat/abc/short"])
def test_what_is_no_link_is_refused(tmp_path: Path, link: str) -> None:
    done = pw(tmp_path, "bot", link, "--bot", BOT)
    assert done.returncode == 2 and "that is not the link for a seat" in done.stderr


def test_a_server_that_is_not_there_is_named(tmp_path: Path) -> None:
    done = pw(tmp_path, "bot", f"http://127.0.0.1:1/#/seat/abc/{'x' * 30}", "--bot", BOT)
    assert done.returncode == 2 and "http://127.0.0.1:1/: " in done.stderr
