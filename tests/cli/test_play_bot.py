"""`pw play` against a program from outside."""

import json
import sys
from pathlib import Path

import pytest

from tests.cli.running import pw, scenario_file

PROGRAM = str(Path(__file__).parents[2] / "examples" / "bot.py")
BOT = f'{sys.executable} -c "import random, runpy; random.seed(1); runpy.run_path({PROGRAM!r})"'


def players_of(path: Path) -> dict[str, str]:
    players: dict[str, str] = json.loads(path.read_text("utf-8").splitlines()[0])["players"]
    return players


def test_a_bot_is_an_opponent_and_the_game_can_be_put_away_and_gone_on_with(tmp_path: Path) -> None:
    wanted = ("--red", "human", "--bot", BOT, "--seed", "5", "--save", "game.pwg")
    begun = pw(tmp_path, "play", scenario_file(tmp_path), *wanted, typed="done\nquit\n")
    assert begun.returncode == 0, begun.stderr
    assert players_of(tmp_path / "game.pwg") == {"red": "human", "blue": "bot:Hothead"}
    refused = pw(tmp_path, "play", "--resume", "game.pwg")
    assert refused.returncode == 2
    assert "blue is played by the bot Hothead: say how to start it, with --bot" in refused.stderr
    # Nobody of ours does anything, whatever is asked; the orders answer for those who are hit.
    idle, orders = "done\nend\nstand\n" * 40, ("--standing-orders", "hold")
    ended = pw(tmp_path, "play", "--resume", "game.pwg", "--bot", f"mine={BOT}", *orders, typed=idle)
    assert "won with the smaller losses" in ended.stdout, ended.stdout + ended.stderr
    assert "charge!" in ended.stdout
    assert pw(tmp_path, "verify", "game.pwg").returncode == 0


def test_a_bot_that_fails_leaves_the_game_saved(tmp_path: Path) -> None:
    command = f'{sys.executable} -c "pass"'
    wanted = ("--red", "bot", "--blue", "recruit", "--bot", f"x={command}", "--save", "game.pwg")
    done = pw(tmp_path, "play", scenario_file(tmp_path), *wanted)
    assert done.returncode == 2
    assert "x has failed: it stopped instead of answering" in done.stderr
    assert (tmp_path / "game.pwg").is_file()


@pytest.mark.parametrize(
    ("words", "refusal"),
    [
        (["--blue", "bot"], "say how to start the bot"),
        (["--red", "bot", "--blue", "bot", "--bot", BOT], "a bot plays only one side"),
        (["--red", "human", "--blue", "recruit", "--bot", BOT], "both sides are taken"),
        (["--bot", "no-such-program"], "there is no program 'no-such-program'"),
    ],
)
def test_what_cannot_be_is_refused(tmp_path: Path, words: list[str], refusal: str) -> None:
    done = pw(tmp_path, "play", scenario_file(tmp_path), *words)
    assert done.returncode == 2 and refusal in done.stderr
