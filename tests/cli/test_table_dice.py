"""`pw play --dice ask`: real dice, typed in."""

import random
from pathlib import Path

import pytest

from portable_wargame.record.keys import Seed
from portable_wargame.record.lines import Acted, Start
from portable_wargame.record.reading import read_record
from portable_wargame.record.session import Session
from portable_wargame.scenario.library import load
from tests.cli.running import pw, scenario_file

HOT_SEAT = ("--red", "human", "--blue", "human", "--dice", "ask", "--save", "game.pwg")
COMPUTERS = ("--red", "sergeant", "--blue", "sergeant", "--dice", "ask", "--save", "game.pwg")


@pytest.mark.parametrize("scenario", ["toll-house", "fort-amaranth", "checkpoint-nine", "last-wagon", "red-gate-pass"])
def test_a_battle_with_typed_dice_is_the_same_as_with_those_dice_scripted(tmp_path: Path, scenario: str) -> None:
    luck = random.Random(4)
    typed = "".join(f"{luck.randint(1, 6)}\n" for _ in range(4000))
    done = pw(tmp_path, "play", scenario, *COMPUTERS, typed=typed)
    assert (done.returncode, done.stderr) == (0, "")
    record = read_record(str(tmp_path / "game.pwg"))
    fallen = [die for line in record.lines for die in line.thrown]
    assert fallen == [int(face) for face in typed.split()[: len(fallen)]]
    session = Session(load(scenario), Seed(0, fallen).dice())
    for line in record.lines:
        if isinstance(line, Acted):
            session.play(line.action)
        if isinstance(line, Start | Acted):
            assert session.state()["hash"] == line.hash
    assert session.game.question() is None
    told = pw(tmp_path, "verify", "game.pwg").stdout
    assert f"{len(fallen)} dice by hand" in told and "come from" not in told


def test_the_throw_is_announced_with_its_needs_and_modifiers(tmp_path: Path) -> None:
    printed = play(tmp_path, "done\ndone\n6\n1\nr1 f b4\n5\n6\nquit\n")
    assert "Initiative, Redland: 1 die." in printed
    assert "1 die, needs" in printed


def test_targets_are_called_out_round_a_real_table(tmp_path: Path) -> None:
    printed = play(tmp_path, "r2 f b4\nquit\n")
    assert "Blueland: choose your guns" in printed and "Hand over" not in printed


def test_a_throw_can_be_taken_back_and_an_order_cancelled(tmp_path: Path) -> None:
    printed = play(tmp_path, "done\ndone\n6\nback\n5\nseven\n1 1\n1\nquit\n")
    assert printed.count("Initiative, Redland") == 2
    assert "Type the faces" in printed and "You typed 2 faces; this roll takes 1." in printed
    assert read_record(str(tmp_path / "game.pwg")).lines[2].thrown == [5, 1]


def test_an_order_that_is_cancelled_was_never_given(tmp_path: Path) -> None:
    printed = play(tmp_path, "done\ndone\n6\n1\nr1 f b4\ncancel\nquit\n")
    assert "Order taken back." in printed
    assert not any(line.thrown for line in read_record(str(tmp_path / "game.pwg")).lines[3:])


def test_a_battle_put_away_asks_for_dice_again(tmp_path: Path) -> None:
    play(tmp_path, "done\ndone\n6\n1\nquit\n")
    done = pw(tmp_path, "play", "--resume", "game.pwg", typed="r1 f b4\n5\nquit\n")
    assert "1 die, needs" in done.stdout
    assert pw(tmp_path, "verify", "game.pwg").returncode == 0


def test_a_seed_and_real_dice_do_not_go_together(tmp_path: Path) -> None:
    done = pw(tmp_path, "play", "toll-house", "--dice", "ask", "--seed", "1")
    assert done.returncode != 0 and "leave out --seed" in done.stderr


def play(home: Path, typed: str) -> str:
    done = pw(home, "play", scenario_file(home), *HOT_SEAT, typed=typed)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout
