"""The terminal's manners: lines folded between words, names that can be typed, lists for programs, exit codes."""

import json
import re
from pathlib import Path
from typing import Any

import pexpect
import pytest

import portable_wargame as pw
from portable_wargame.cli import COMMANDS, run
from portable_wargame.cli.hosting import doctor
from portable_wargame.cli.playing.orders import NotUnderstood, read_order, unit_called
from portable_wargame.cli.terminal import folded
from portable_wargame.pictures.labels import called, label
from portable_wargame.pictures.marks import to_be_held
from portable_wargame.pictures.text_board import OBJECTIVE, board
from portable_wargame.record.keys import Seed
from portable_wargame.record.session import Session
from portable_wargame.scenario.library import load
from tests.cli import running

TOP = Path(__file__).parents[2]
LIBRARY = pw.scenarios()


def session(name: str) -> Session:
    return Session(load(name), Seed(1).dice())


# -- folding


def test_lines_are_folded_between_words_and_hang_under_their_head() -> None:
    assert folded("one two three four", 9) == ["one two", "three", "four"]
    assert folded("save FILE      a copy of the record; quit: put the game away", 40) == [
        "save FILE      a copy of the record;",
        "               quit: put the game away",
    ]
    assert folded("    Not allowed here", 16) == ["    Not allowed", "here"]  # too narrow to hang
    assert folded("a /very/long/path/that/is/never/broken", 12)[1] == "/very/long/path/that/is/never/broken"
    assert folded("", 80) == [""]


def test_no_word_is_broken_at_eighty_columns(tmp_path: Path) -> None:
    environment = {**running.environment(tmp_path), "TERM": "xterm", "COLUMNS": "80"}
    child = pexpect.spawn(
        running.COMMAND[0],
        [*running.COMMAND[1:], "play", "adlerbruck", "--red", "human", "--blue", "human"],
        env=environment,
        cwd=str(tmp_path),
        encoding="utf-8",
        timeout=60,
        dimensions=(60, 80),
    )
    child.expect_exact("> ")
    child.sendline("help")
    child.expect(r"always\s+saved\)")
    told = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", str(child.before))
    child.sendline("quit")
    child.expect_exact("--resume")
    child.close()
    assert max(len(line.rstrip("\r")) for line in told.split("\n")) <= 80
    assert "lay-mines" in told and "clear-mines" in told


# -- names on the board


@pytest.mark.parametrize("name", LIBRARY)
def test_labels_are_unique_and_can_be_typed(name: str) -> None:
    battle = session(name).game.battle
    for room in range(3, 8):
        for unit, id_ in enumerate(battle.roster.unit_ids):
            text = label(battle, unit, room)
            assert len(text) <= room
            assert called(battle, text) == [id_], text


def test_units_are_called_by_any_abbreviation_that_only_one_has() -> None:
    battle = session("harrow-ridge").game.battle
    for typed in ("staff-1", "STAFF1", "staff", "st1", "foot-1"):
        assert unit_called(battle, typed) == ("foot-1" if typed == "foot-1" else "staff-1")
    assert unit_called(battle, "Siege Battery") == unit_called(battle, "siege") == "guns-1"
    assert unit_called(battle, "2nd fus") == "foot-2"
    for taken in ("b3", "n", "f", "done", "end", "help", "3", "zebra"):
        assert unit_called(battle, taken) is None
    with pytest.raises(NotUnderstood, match="foot-1, foot-2, foot-3, foot-4"):
        unit_called(battle, "foot")


def test_an_order_takes_them_too() -> None:
    assert read_order(session("harrow-ridge"), "gu1 f b6") == {"do": "bombard", "unit": "guns-1", "target": "b6"}


@pytest.mark.parametrize("name", LIBRARY)
@pytest.mark.parametrize("width", [80, 200])
def test_what_must_be_held_is_on_the_board(name: str, width: int) -> None:
    battle = session(name).game.battle
    drawn, _, legend = board(battle, width).plain.rpartition(f"{OBJECTIVE} objective")
    held = to_be_held(battle)
    assert (drawn or legend).count(OBJECTIVE) == len(held)


# -- lists for programs, and exit codes


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    assert run([*words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_lists_are_there_for_programs_as_well(capsys: pytest.CaptureFixture[str]) -> None:
    assert [row["name"] for row in printed(capsys, "scenarios")] == LIBRARY
    assert {row["book"] for row in printed(capsys, "rules", "--book", "colonial", "artillery")} == {"colonial"}
    assert [row["id"] for row in printed(capsys, "rules", "modern.fire.mod-still")] == ["modern.fire.mod-still"]
    arena = printed(capsys, "arena", "recruit", "sergeant", "--scenarios", "toll-house", "--workers", "1")
    assert {row["name"] for row in arena["ratings"]} == {"recruit", "sergeant"}
    assert sum(row["games"] for row in arena["ratings"]) == 4


def test_saved_games_say_when_what_turn_and_whose_move(tmp_path: Path) -> None:
    assert (
        running.pw(tmp_path, "play", "toll-house", "--red", "human", "--blue", "human", typed="quit\n").returncode == 0
    )
    (game,) = json.loads(running.pw(tmp_path, "games", "--json").stdout)
    assert game["title"] == load("toll-house").title and not game["over"] and game["turn"] == 1
    told = running.pw(tmp_path, "games").stdout
    assert re.search(rf"\d{{4}}-\d\d-\d\d \d\d:\d\d, turn 1 of {game['turns']}, {game['to-move']} to move", told)
    (tmp_path / "data/portable-wargame/games/broken.pwg").write_text("{}\n", "utf-8")
    assert sum("problem" in entry for entry in json.loads(running.pw(tmp_path, "games", "--json").stdout)) == 1


def test_exit_codes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad, game = tmp_path / "good.toml", tmp_path / "bad.toml", tmp_path / "game.pwg"
    pw.write_scenario(load("toll-house"), good)
    bad.write_text("title = 'Nothing else'\n", "utf-8")
    pw.battle("toll-house", 1).save(game)
    spoilt = tmp_path / "spoilt.pwg"
    spoilt.write_text(re.sub('"hash":"', '"hash":"0', game.read_text("utf-8")), "utf-8")
    expected = {
        ("check", str(good)): 0,
        ("check", str(bad)): 1,
        ("check", str(good), str(bad)): 1,
        ("check", str(tmp_path / "nowhere.toml")): 2,
        ("verify", str(game)): 0,
        ("verify", str(spoilt)): 1,
        ("verify", str(tmp_path / "nowhere.pwg")): 2,
        ("rules", "close", "combat"): 0,
        ("rules", "no", "such", "words", "anywhere"): 1,
        ("scenarios", "--nonsense"): 2,
        ("nonsense",): 2,
    }
    assert {words: run(list(words)) for words in expected} == expected
    capsys.readouterr()
    assert run(["check", str(good), str(bad), "--json"]) == 1
    sound, faulty = json.loads(capsys.readouterr().out)
    assert sound["ok"] and not faulty["ok"] and "format" in faulty["problems"][0]["words"]
    assert run(["verify", str(game), str(spoilt), "--json"]) == 1
    sound, faulty = json.loads(capsys.readouterr().out)
    assert sound["verified"] and sound["chained"] and not faulty["verified"] and faulty["problem"]


def test_the_page_on_the_terminal_lists_the_exit_codes_and_every_command() -> None:
    page = (TOP / "docs" / "terminal.md").read_text("utf-8")
    assert re.findall(r"^\| ([0-9]+) \|", page, re.MULTILINE) == ["0", "1", "2", "130", "141"]
    listed = re.findall(r"^\| `pw ([a-z-]+)` \| (.*) \|$", page, re.MULTILINE)
    assert listed == sorted((name, sentence) for name, (_, sentence) in COMMANDS.items())


# -- shells and ailments


def test_the_doctor_names_what_is_missing_and_the_remedy(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "index.html").touch()
    monkeypatch.setattr(doctor, "CLIENT", tmp_path / "index.html")
    found = {row["what"]: row for row in printed(capsys, "doctor")}
    assert found["engine"]["words"].startswith(("interpreted", "compiled"))
    assert found["extra 'print'"]["well"]
    monkeypatch.setattr(doctor, "find_spec", lambda name: None if name == "segno" else object())
    assert run(["doctor"]) == 0
    assert "a print pack needs the packages reportlab and segno; to add" in capsys.readouterr().out
    monkeypatch.setattr(doctor, "CLIENT", tmp_path / "nowhere.html")
    assert run(["doctor"]) == 1
    assert re.search(r"MISSING\s+page for the browser", capsys.readouterr().out)
