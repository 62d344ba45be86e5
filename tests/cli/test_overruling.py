"""`set` in `pw play`: the umpire overrules at the terminal."""

from pathlib import Path

import pytest

from portable_wargame.cli.playing.orders import NotUnderstood
from portable_wargame.cli.playing.overruling import read_changes
from portable_wargame.record.lines import Ruled
from portable_wargame.record.reading import read_record
from tests.cli.running import pw, scenario_file
from tests.table import Table, draw

HOT_SEAT = ("--red", "human", "--blue", "human", "--save", "game.pwg")


@pytest.fixture
def table() -> Table:
    return draw("classic", red=["r1 infantry b2 n"], blue=["b1 infantry b5 s"])


@pytest.mark.parametrize(
    ("typed", "changes"),
    [
        ("r1 c4", [{"set": "place", "unit": "r1", "at": "c4"}]),
        ("r1 c4 n", [{"set": "place", "unit": "r1", "at": "c4", "facing": "n"}]),
        ("r1 facing e", [{"set": "facing", "unit": "r1", "facing": "e"}]),
        ("r1 load r1", [{"set": "load", "unit": "r1", "cargo": "r1"}]),
        ("red points 5", [{"set": "points", "side": "red", "points": 5}]),
        ("r1 sp 2", [{"set": "strength", "unit": "r1", "sp": 2}]),
        ("r1 gone", [{"set": "remove", "unit": "r1"}]),
        ("r1 left north", [{"set": "remove", "unit": "r1", "edge": "north"}]),
        ("r1 acted", [{"set": "mark", "unit": "r1", "mark": "acted"}]),
        ("r1 moved off", [{"set": "mark", "unit": "r1", "mark": "moved", "off": True}]),
        ("red exhausted", [{"set": "exhausted", "side": "red"}]),
        ("red exhausted off", [{"set": "exhausted", "side": "red", "off": True}]),
        ("c4 woods, road", [{"set": "ground", "cell": "c4", "features": ["woods", "road"]}]),
        ("c4 wood, hill", [{"set": "ground", "cell": "c4", "features": ["woods", "hill 1"]}]),
        ("c4 open", [{"set": "ground", "cell": "c4", "features": []}]),
        ("turn 5", [{"set": "turn", "turn": 5}]),
        ("turn 5 begin", [{"set": "turn", "turn": 5, "begin": True}]),
        ("activations 3", [{"set": "activations", "number": 3}]),
        (
            "r1 c4; set b1 sp 1",
            [{"set": "place", "unit": "r1", "at": "c4"}, {"set": "strength", "unit": "b1", "sp": 1}],
        ),
    ],
)
def test_what_is_typed_is_a_change(table: Table, typed: str, changes: list[object]) -> None:
    assert read_changes(table.session.game.battle, typed) == changes


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "r1",
        "r1 sp",
        "r1 sp many",
        "r1 drunk",
        "c4 lava",
        "c4 f",
        "zz",
        "turn",
        "r1 c4 ne",
        "r1 load",
        "r1 load x",
        "red points x",
    ],
)
def test_what_is_no_change_is_said(table: Table, typed: str) -> None:
    with pytest.raises(NotUnderstood):
        read_changes(table.session.game.battle, typed)


def test_a_ruling_is_on_record_and_the_battle_goes_on(tmp_path: Path) -> None:
    rulings = "set r1 c3 n; b1 sp 2 because the dog ran across the table\nset r1 c5\nsorry\nset r1 a1\nthe cat too\n"
    typed = f"done\ndone\n{rulings}quit\n"
    done = pw(tmp_path, "play", scenario_file(tmp_path), *HOT_SEAT, "--seed", "4", typed=typed)
    assert (done.returncode, done.stderr) == (0, "")
    assert "The umpire ruled: the dog ran across the table" in done.stdout
    assert "c5 is occupied" in done.stdout
    ruled = [line for line in read_record(str(tmp_path / "game.pwg")).lines if isinstance(line, Ruled)]
    assert [line.reason for line in ruled] == ["the dog ran across the table", "the cat too"]
    told = pw(tmp_path, "verify", "game.pwg").stdout
    assert "the umpire overruled 2 times" in told
    assert "overruled" in pw(tmp_path, "replay", "game.pwg").stdout
    pw(tmp_path, "report", "game.pwg", "--out", "report.md")
    assert "The umpire ruled: the dog ran across the table. The 1st Foot" in (tmp_path / "report.md").read_text()


def test_with_real_dice_a_ruling_asks_for_those_that_fall_after_it(tmp_path: Path) -> None:
    typed = "done\ndone\n6\n1\nset turn 2 begin\nwe lost count\nquit\ndone\ndone\n6\n2\nquit\n"
    done = pw(tmp_path, "play", scenario_file(tmp_path), *HOT_SEAT, "--dice", "ask", typed=typed)
    assert (done.returncode, done.stderr) == (0, "")
    assert pw(tmp_path, "verify", "game.pwg").returncode == 0
    pw(tmp_path, "report", "game.pwg", "--out", "report.md")
    assert "The players threw their own dice." in (tmp_path / "report.md").read_text()
