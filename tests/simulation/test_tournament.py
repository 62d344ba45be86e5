"""Tournaments: a file in, a cross-table out."""

from pathlib import Path

import pytest

from portable_wargame.cli import run
from portable_wargame.game.errors import Refusal
from portable_wargame.simulation.contest.arena import Result
from portable_wargame.simulation.contest.tournament import cross_table, read_tournament


def result(first: str, second: str, winner: int) -> Result:
    return Result("x", (first, second), 1, winner, "", 1, 1)


def test_the_cross_table_has_everybody_against_everybody_the_best_first() -> None:
    results = [result("a", "b", 1), result("b", "a", 0), result("b", "c", -1), result("c", "a", 0)]
    best, second, last = cross_table(results)
    assert (best.name, best.points, best.games, best.against) == ("b", 2.5, 3, [None, 0.5, 2.0])
    assert (second.name, second.points, second.games, second.against) == ("c", 1.5, 2, [0.5, None, 1.0])
    assert (last.name, last.points, last.games, last.against) == ("a", 0.0, 3, [0.0, 0.0, None])


def written(folder: Path, text: str) -> Path:
    path = folder / "cup.toml"
    path.write_text(text, "utf-8")
    return path


def test_a_tournament_is_fought_as_its_file_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(
        tmp_path,
        'title = "Cup"\nplayers = ["recruit", "sergeant", "captain"]\nscenarios = ["toll-house"]\nms = 1\nseed = 3',
    )
    file = tmp_path / "results.csv"
    assert run(["arena", "--tournament", str(path), "--workers", "1", "--csv", str(file)]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("Cup\n") and "points" in printed
    assert len(file.read_text("utf-8").splitlines()) == 1 + 6


def test_what_the_file_says_is_read(tmp_path: Path) -> None:
    path = written(tmp_path, 'games = 2\nbot-seconds = 0.5\n[bots]\nmine = "python mine.py --deep"\n')
    plan = read_tournament(path)
    assert (plan.title, plan.bots) == ("cup", ["mine=python mine.py --deep"])
    assert plan.settings == {"games": 2, "bot-seconds": 0.5}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("games = ", "cup.toml: "),
        ('player = ["a"]', "a tournament has no 'player'"),
        ('players = "recruit"', "players must be a list of names"),
        ("bots = 5", "bots must be a table of names and command lines"),
        ("bots = {mine = 5}", "bots must be a table of names and command lines"),
        ('games = "two"', "games must be a number"),
        ("games = true", "games must be a number"),
        ("title = 5", "title must be text"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(Refusal, match=words):
        read_tournament(written(tmp_path, text))


def test_a_file_that_is_not_there_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["arena", "--tournament", str(tmp_path / "nowhere.toml")]) == 2
    assert "no such file" in capsys.readouterr().err


def test_two_players_of_one_name_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["arena", "--bot", "twin=python3 one.py", "--bot", "twin=python3 two.py"]) == 2
    assert "two players are called 'twin'" in capsys.readouterr().err
    assert run(["arena", "recruit", "--bot", "captain=python3 one.py"]) == 2
    assert "a bot cannot be called 'captain'" in capsys.readouterr().err
