"""`pw replay` and `pw verify`: records gone through, and the smallest change found."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from portable_wargame.record import reading
from portable_wargame.record.reading import BadRecord
from tests.chaining import rechained
from tests.cli.running import pw, scenario_file, terminal
from tests.record.test_keys import Table


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    home = tmp_path_factory.mktemp("played")
    options = ("--red", "random", "--blue", "random", "--seed", "4", "--save", "game.pwg")
    assert pw(home, "play", scenario_file(home), *options).returncode == 0
    return (home / "game.pwg").read_bytes()


@pytest.fixture
def record(played: bytes, tmp_path: Path) -> Path:
    path = tmp_path / "game.pwg"
    path.write_bytes(played)
    return path


def test_a_replay_tells_everything_with_a_board_each_turn(record: Path) -> None:
    done = pw(record.parent, "replay", "game.pwg")
    assert done.returncode == 0
    for words in ("The Ford", "Turn 1.", "Turn 3.", "The 3 turns were up"):
        assert words in done.stdout
    assert done.stdout.count("CAPITALS Redland") == 3


def test_a_part_of_a_replay(record: Path) -> None:
    done = pw(record.parent, "replay", "game.pwg", "--from", "3", "--to", "4", "--step")
    numbered = [
        line[:4].strip() for line in done.stdout.splitlines() if line[4:6] == "  " and line[:4].strip().isdigit()
    ]
    assert numbered == ["3", "4"]


@pytest.mark.parametrize("words", [("--from", "999"), ("--from", "5", "--to", "2"), ("--to", "-1")])
def test_a_part_that_is_not_there_is_refused(record: Path, words: tuple[str, ...]) -> None:
    done = pw(record.parent, "replay", "game.pwg", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert "game.pwg: the record has" in done.stderr


def test_stepping_at_a_terminal(record: Path) -> None:
    child = terminal(record.parent, "replay", "game.pwg", "--step")
    child.expect("1 of [0-9]+: n")
    child.sendline("")
    child.expect("2 of [0-9]+: n")
    child.sendline("p")
    child.expect("1 of [0-9]+: n")
    child.sendline("q")
    child.wait()
    assert child.exitstatus == 0


def test_a_whole_record_is_verified(record: Path) -> None:
    done = pw(record.parent, "verify", "game.pwg")
    assert done.returncode == 0
    assert "game.pwg: consistent: " in done.stdout
    assert " dice. The 3 turns were up" in done.stdout
    assert "not been revealed" not in done.stdout


@pytest.mark.parametrize("left", [0, 20])
def test_a_battle_is_over_even_if_its_footer_was_cut_off(record: Path, left: int) -> None:
    lines = record.read_text("utf-8").splitlines(keepends=True)
    record.write_text("".join(lines[:-1]) + lines[-1][:left], "utf-8")
    done = pw(record.parent, "verify", "game.pwg")
    assert done.returncode == 0
    assert " dice. The 3 turns were up" in done.stdout
    assert "their key has not been revealed" in done.stdout
    assert "proved" not in done.stdout


def test_what_is_shown_of_the_dice_is_said_and_no_more(record: Path, tmp_path: Path) -> None:
    """From a seed; from nonces; and what cannot be thrown again yet."""
    seeded = pw(tmp_path, "verify", "game.pwg").stdout
    assert "from a seed that the record seals before the first die; its maker could have known them" in seeded
    table = Table()
    table.play(3)
    (tmp_path / "far.pwg").write_text(table.sink.getvalue(), "utf-8")
    thrown = sum(len(line["dice"]) for line in table.lines() if isinstance(line.get("dice"), list))
    done = pw(tmp_path, "verify", "far.pwg")
    assert f"{thrown} dice can't be checked: their key has not been revealed" in done.stdout
    table.go_back(4)
    table.recorder.resign("blue")
    (tmp_path / "far.pwg").write_text(table.sink.getvalue(), "utf-8")
    done = pw(tmp_path, "verify", "far.pwg")
    assert done.returncode == 0
    assert f"{thrown} dice come from a key that the record seals before any nonce" in done.stdout
    assert "not signed: anybody with a finished record could have written one like it" in done.stdout
    assert "proved" not in done.stdout
    assert "the nonces of red and blue" in done.stdout
    assert "Red won: Blue resigned" in done.stdout
    assert "taken back by agreement, to the position after line 4" in pw(tmp_path, "replay", "far.pwg").stdout


Change = Callable[[dict[str, Any]], None]


def change_dice(line: dict[str, Any]) -> None:
    line["dice"][0] = line["dice"][0] % 6 + 1


def change_event(line: dict[str, Any]) -> None:
    roll = next(event for event in line["events"] if event["event"] == "roll")
    roll["clause"] = roll["clause"][:-1] + "x"


def change_hash(line: dict[str, Any]) -> None:
    line["hash"] = ("0" if line["hash"][0] != "0" else "1") + line["hash"][1:]


def change_action(line: dict[str, Any]) -> None:
    line["action"]["do"] = line["action"]["do"][:-1] + "x"


def change_side(line: dict[str, Any]) -> None:
    line["side"] = "blux" if line["side"] == "blue" else "rex"


@pytest.mark.parametrize("change", [change_dice, change_event, change_hash, change_action, change_side])
def test_one_changed_byte_is_found_and_its_line_named(record: Path, change: Change) -> None:
    lines = [json.loads(line) for line in record.read_text("utf-8").splitlines()]
    number = next(
        number for number, line in enumerate(lines) if "action" in line and line["dice"] and line["events"][0]
    )
    change(lines[number])
    record.write_text(rechained(lines), "utf-8")
    done = pw(record.parent, "verify", "game.pwg")
    assert done.returncode == 1
    assert f"game.pwg:{number + 1}: " in done.stderr
    assert "Traceback" not in done.stderr


def test_a_changed_key_and_a_changed_result_are_found(record: Path) -> None:
    text = record.read_text("utf-8")
    for old, new in (('"seed":4', '"seed":5'), ('"reason":"', '"reason":"x')):
        record.write_text(rechained(text.replace(old, new).splitlines()), "utf-8")
        done = pw(record.parent, "verify", "game.pwg")
        assert done.returncode == 1
        assert "not verified: game.pwg:" in done.stderr


@pytest.mark.parametrize("dice", [[1], 7, None, "x"])
def test_a_header_with_strange_dice_is_no_crash(record: Path, dice: Any) -> None:
    header, _, rest = record.read_text("utf-8").partition("\n")
    tree = {**json.loads(header), "dice": dice}
    record.write_text(rechained([tree, *rest.splitlines()]), "utf-8")
    done = pw(record.parent, "verify", "game.pwg")
    assert done.returncode == 1
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("command", ["verify", "replay", "draw"])
def test_going_back_to_no_line_is_told_in_a_sentence(record: Path, command: str) -> None:
    first, start, *_ = record.read_text("utf-8").splitlines()
    back = {"back-to": [], "side": "red", "hash": "0"}
    record.write_text(rechained([first, start, back]), "utf-8")
    done = pw(record.parent, command, "game.pwg")
    assert done.returncode == (1 if command == "verify" else 2)
    assert "game.pwg:3: " in done.stderr
    assert "Traceback" not in done.stderr


def test_one_bad_record_among_good_ones_is_told(record: Path) -> None:
    (record.parent / "bad.pwg").write_text("{}\n", "utf-8")
    done = pw(record.parent, "verify", "bad.pwg", "game.pwg", "missing.pwg")
    assert done.returncode == 2
    assert "game.pwg: consistent" in done.stdout
    assert "bad.pwg:1: " in done.stderr
    assert "missing.pwg: cannot be read" in done.stderr


def test_a_replay_of_a_changed_record_stops_where_it_differs(record: Path) -> None:
    lines = record.read_text("utf-8").splitlines(keepends=True)
    lines[4] = lines[4].replace('"hash":"', '"hash":"x')
    record.write_text(rechained(lines), "utf-8")
    done = pw(record.parent, "replay", "game.pwg")
    assert done.returncode == 2
    assert "game.pwg:5: " in done.stderr
    assert "Turn 1." in done.stdout


def test_a_position_of_a_record_can_be_drawn(record: Path) -> None:
    assert pw(record.parent, "draw", "game.pwg", "--at", "3", "--output", "three.svg").returncode == 0
    assert (record.parent / "three.svg").read_text("utf-8").startswith("<svg")
    beyond = pw(record.parent, "draw", "game.pwg", "--at", "100000")
    assert beyond.returncode == 2
    assert "the record has only " in beyond.stderr


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no file without end here")
def test_a_file_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "LARGEST_RECORD", 1_000_000)
    with pytest.raises(BadRecord, match="larger than 1 MB"):
        reading.read_record("/dev/zero")
