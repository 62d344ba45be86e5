"""The command line itself: every command is there, and whatever is wrong is told in one sentence."""

import io
import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console

from portable_wargame import __version__, cli
from portable_wargame._folder import data_folder
from portable_wargame.cli import parsing, run
from portable_wargame.cli.parsing import unfolded
from portable_wargame.cli.playing.opening import chosen, scenario_table
from portable_wargame.game.errors import Refusal
from portable_wargame.scenario import library
from tests.cli.running import COMMAND, environment, pw, scenario_file


@pytest.mark.parity
def test_version_says_which_engine_runs_and_how_to_get_the_other(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--version"]) == 0
    said, how = capsys.readouterr().out.splitlines()
    engine = "compiled" if os.environ.get("PW_ENGINE") == "compiled" else "interpreted"
    assert said == f"portable-wargame {__version__}, {engine} engine"
    assert "PW_ENGINE=interpreted" in how
    assert run(["--version", "--help"]) == 0


def test_a_command_without_options_does_as_it_does_with_them(capsys: pytest.CaptureFixture[str]) -> None:
    """Called by its bare name, it is not told its defaults by the parser of options."""
    for command in ("scenarios", "schema"):
        assert run([command]) == 0
        bare = capsys.readouterr().out
        assert parsing.carry_out([command]) == 0
        assert capsys.readouterr().out == bare


def test_the_list_says_what_the_scenarios_say() -> None:
    for card in library.cards():
        scenario = library.load(card.name)
        assert card[1:] == (
            scenario.title,
            scenario.about,
            scenario.ruleset,
            scenario.grid,
            scenario.columns,
            scenario.rows,
        )


def test_help_names_the_commands(tmp_path: Path) -> None:
    printed = pw(tmp_path, "--help").stdout
    for command in (
        "play",
        "engine",
        "check",
        "rules",
        "replay",
        "verify",
        "draw",
        "scenarios",
        "schema",
        "generate",
        "convert",
        "games",
    ):
        assert f" {command} " in printed


@pytest.mark.parametrize(
    "command", ["play", "engine", "check", "rules", "replay", "verify", "draw", "generate", "convert"]
)
def test_every_command_explains_itself(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([command, "--help"]) == 0
    assert f"Usage: pw {command}" in capsys.readouterr().out


def test_help_is_folded_to_the_terminal_and_not_to_the_sources() -> None:
    doc = "Parameters\n----------\nred\n    Who plays\n    red.\nblue\n    Who plays blue."
    assert unfolded(doc) == "Parameters\n----------\nred\n    Who plays red.\nblue\n    Who plays blue."


def test_a_mistake_ends_the_real_command_with_2(tmp_path: Path) -> None:
    done = pw(tmp_path, "dance")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith('pw: Unknown command "dance".')


@pytest.mark.parametrize(
    "arguments",
    [
        ["dance"],
        ["play", "--colour", "red"],
        ["play", "a", "b", "c"],
        ["play", "nonesuch"],
        ["play", "no/such/file.toml"],
        ["play", "millford-bridge", "--red", "nobody"],
        ["play", "--seed", "many"],
        ["play", "--resume", "missing.pwg"],
        ["play", "."],
        ["replay"],
        ["replay", "missing.pwg"],
        ["replay", "."],
        ["replay", "x.pwg", "--from", "soon"],
        ["verify"],
        ["draw"],
        ["draw", "nonesuch"],
        ["draw", "missing.pwg"],
        ["draw", "millford-bridge", "--at", "3"],
        ["draw", "millford-bridge", "-o", "no/such/folder/x.svg"],
        ["play", "millford-bridge", "--red", "random", "--blue", "random", "--save", "/dev/null/x.pwg"],
        ["check"],
        ["rules", "--book", "cookery", "stew"],
        ["--nonsense"],
    ],
)
def test_mistakes_are_told_in_a_sentence(
    tmp_path: Path, arguments: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert run(arguments) == 2
    told = capsys.readouterr().err
    assert told.strip()
    assert len(told.strip().splitlines()) == 1


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("print harrow-ridge", "pw: print needs --out. Try: pw print --help"),
        ("replay", "pw: replay needs FILE. Try: pw replay --help"),
        ("simulate harrow-ridge --games", "pw: --games needs a value. Try: pw simulate --help"),
        ("simulate harrow-ridge dawn dusk", "pw: 'dawn' and 'dusk' are more than pw simulate takes. Try: pw simulate"),
        ("compare harrow-ridge a b", "pw: 'b' is more than pw compare takes. Try: pw compare --help"),
    ],
)
def test_what_is_missing_or_too_much_is_named(
    arguments: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments.split()) == 2
    assert capsys.readouterr().err.startswith(sentence)


def test_scenarios_lists_the_library(tmp_path: Path) -> None:
    done = pw(tmp_path, "scenarios")
    assert done.returncode == 0
    assert "millford-bridge  Millford Bridge" in done.stdout
    assert "  classic, 8 x 8 squares. A rearguard holds" in done.stdout


@pytest.mark.parametrize("width", [40, 80])
def test_the_library_to_choose_from_fits_on_a_screen(width: int) -> None:
    sink = io.StringIO()
    Console(file=sink, width=width).print(scenario_table(width))
    printed = sink.getvalue()
    for name in library.names():
        assert name in printed
        assert library.load(name).title.split()[0] in printed
    assert len(printed.splitlines()) < 40
    assert ("late-19th-century 9 x 8 hexes" in printed) == (width == 80)


def test_there_is_no_scenario_of_a_number_without_end() -> None:
    with pytest.raises(Refusal, match="there is no scenario 999999"):
        chosen("9" * 5000)


def test_schema_is_json(tmp_path: Path) -> None:
    assert "properties" in json.loads(pw(tmp_path, "schema").stdout)


def test_check_and_draw_take_a_file(tmp_path: Path) -> None:
    path = scenario_file(tmp_path)
    assert pw(tmp_path, "check", path).returncode == 0
    drawn = pw(tmp_path, "draw", path)
    assert drawn.returncode == 0
    assert drawn.stdout.startswith("<svg") and drawn.stdout.endswith("</svg>\n")


def test_rules_and_engine_are_reached(tmp_path: Path) -> None:
    assert "classic.fire.arc" in pw(tmp_path, "rules", "--show", "classic.fire.arc").stdout
    done = pw(tmp_path, "engine", typed='{"cmd":"hello"}\n{"cmd":"quit"}\n')
    assert json.loads(done.stdout.splitlines()[0])["ok"] is True


def test_a_closed_pipe_is_left_quietly(tmp_path: Path) -> None:
    path = scenario_file(tmp_path)
    arguments = [*COMMAND, "play", path, "--red", "random", "--blue", "random", "--seed", "1", "--save", "p.pwg"]
    with subprocess.Popen(
        arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(tmp_path), cwd=tmp_path
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 141


def test_a_terminal_without_the_signs_is_no_crash(tmp_path: Path) -> None:
    variables = {**environment(tmp_path), "PYTHONIOENCODING": "ascii"}
    path = scenario_file(tmp_path)
    arguments = [*COMMAND, "play", path, "--red", "random", "--blue", "random", "--save", "a.pwg"]
    done = subprocess.run(arguments, capture_output=True, env=variables, cwd=tmp_path, check=False)
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="a shell closes the stream")
@pytest.mark.parametrize(
    ("closed", "command", "code"),
    [("<&-", "engine", 0), (">&-", "scenarios", 0), ("2>&-", "nonsense", 2), ("<&-", "play toll-house", 0)],
)
def test_a_stream_may_be_closed(tmp_path: Path, closed: str, command: str, code: int) -> None:
    line = f"{shlex.join(COMMAND)} {command} {closed}"
    done = subprocess.run(line, shell=True, capture_output=True, text=True, env=environment(tmp_path), check=False)
    assert (done.returncode, done.stderr) == (code, "")


def test_without_a_home_folder_one_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setattr(Path, "home", nobody)
    with pytest.raises(Refusal, match="set HOME or XDG_DATA_HOME"):
        data_folder()


def test_by_its_long_name_and_without_a_word_it_opens_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[list[str]] = []
    monkeypatch.setattr(cli, "run", called.append)
    for words in ([], ["play", "toll-house"]):
        monkeypatch.setattr(sys, "argv", ["portable-wargame", *words])
        with pytest.raises(SystemExit):
            cli.open_the_game()
    assert called == [["serve", "--open"], ["play", "toll-house"]]


@pytest.mark.parametrize("command", ["check", "draw", "verify", "replay", ""])
def test_a_name_gives_a_terminal_no_orders(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Neither that of a file, whether it is there or not, nor that of a command."""
    there = tmp_path / "a\x9b31m\u202e.toml"
    there.write_text("title = 1\n", "utf-8")
    for name in (str(there), "nowhere\x9b31m\u202e"):
        assert run([command, name] if command else [name]) != 0
        told = "".join(capsys.readouterr())
        assert "31m" in told and not {"\x9b", "\u202e"} & set(told)
