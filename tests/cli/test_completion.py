"""`pw completion`, tried in the shells themselves where they are installed."""

import shutil
import subprocess
from pathlib import Path

import pytest

from portable_wargame.ai.opponents.players import LEVELS
from portable_wargame.ai.opponents.scripts import SCRIPTS
from portable_wargame.cli import COMMANDS, run
from portable_wargame.cli.hosting.completion import commands
from portable_wargame.cli.hosting.shells import WRITERS, Command
from portable_wargame.rulesets import RULESETS
from portable_wargame.scenario.library import names

# What is typed, up to the tab, and what is offered.
OFFERS = {
    "are": ["arena"],
    "arena ser": ["sergeant"],
    "arena sergeant tu": ["turtle"],
    "simulate harrow-ridge --red ca": ["captain"],
    "simulate --skill ge": ["general"],
    "balance --levels sergeant,ma": ["sergeant,marshal"],
    "compare --level ea": ["eager"],
    "exploits ma": ["marshal"],
    "exploits --scripts wo": ["wolves"],
    "generate --red hill": ["hill-clans"],
    "generate --kind re": ["rearguard", "relief"],
    "generate --with zones,r": ["zones,rolls"],
    "play --blue hu": ["human"],
    "play harrow": ["harrow-ridge"],
    "draw harrow": ["harrow-ridge"],
    "--books some/folder convert --gr": ["--grid"],
    "print harrow-ridge --parts map,ca": ["map,cards"],
    "rules --show modern.fire.di": ["modern.fire.dice"],
    "rules play --bo": ["--book", "--books"],
    "schema pro": ["protocol"],
    "verify --ke": ["--keys"],
    "simulate --games 1": [],
}
# Where words and files may stand, or files alone, which bash offers by itself.
FILES = {"play game": ["game.pwg"], "verify game": ["game.pwg"], "simulate --csv game": ["game.pwg"], "arena game": []}


@pytest.fixture(scope="module")
def rows() -> list[Command]:
    return commands()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "game.pwg").touch()
    return tmp_path


def printed(words: list[str], folder: Path) -> str:
    return subprocess.run(words, check=True, capture_output=True, text=True, cwd=folder).stdout


def in_bash(script: Path, typed: str, folder: Path, name: str = "pw") -> list[str]:
    line = [name, *typed.split(" ")]
    words = " ".join(f"'{word}'" for word in line)
    asked = f'COMP_WORDS=({words}); COMP_CWORD={len(line) - 1}; _pw; echo "${{COMPREPLY[@]}}"'
    return printed(["bash", "-c", f"source {script}; complete -p {name} > /dev/null && {asked}"], folder).split()


def in_fish(script: Path, typed: str, folder: Path, name: str = "pw") -> list[str]:
    offers = printed(["fish", "-N", "-c", f"source {script}; complete -C '{name} {typed}'"], folder)
    return [line.partition("\t")[0] for line in offers.splitlines()]


@pytest.mark.parametrize("name", ["pw", "portable-wargame"])
def test_bash_offers_commands_options_and_words(rows: list[Command], folder: Path, name: str) -> None:
    script = folder / "script"
    script.write_text(WRITERS["bash"](rows), "utf-8")
    assert {typed: in_bash(script, typed, folder, name) for typed in OFFERS} == OFFERS
    # bash breaks words at an equals sign
    assert in_bash(script, "simulate --red = ca", folder, name) == ["captain"]
    assert in_bash(script, "simulate --red =", folder, name) == [*LEVELS, "eager"]
    assert in_bash(script, "--books = some/folder generate --gr", folder, name) == ["--grid"]
    assert in_bash(script, "play game", folder, name) == ["game.pwg"]


@pytest.mark.skipif(shutil.which("fish") is None, reason="fish is not installed")
def test_fish_offers_the_same(rows: list[Command], folder: Path) -> None:
    script = folder / "script"
    script.write_text(WRITERS["fish"](rows), "utf-8")
    assert {typed: in_fish(script, typed, folder) for typed in OFFERS | FILES} == OFFERS | FILES
    assert in_fish(script, "simulate --red=ca", folder) == ["--red=captain"]
    assert in_fish(script, "arena tu", folder, "portable-wargame") == ["turtle"]


@pytest.mark.skipif(shutil.which("zsh") is None, reason="zsh is not installed")
def test_zsh_can_read_its_script(rows: list[Command], tmp_path: Path) -> None:
    script = tmp_path / "_pw"
    script.write_text(WRITERS["zsh"](rows), "utf-8")
    subprocess.run(["zsh", "-n", script], check=True)


@pytest.mark.parametrize("shell", WRITERS)
def test_every_shell_is_told_all_that_the_table_has(
    shell: str, rows: list[Command], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["completion", shell]) == 0
    script = capsys.readouterr().out
    assert script == WRITERS[shell](rows) + "\n"
    for words in ([*LEVELS, *SCRIPTS], [*LEVELS, "eager"], RULESETS, names()):
        assert " ".join(words) in script
    for command in rows:
        assert command.name in script
        for option in command.options:
            assert all(name.strip("-") in script for name in option.names)


def test_the_table_has_every_command_and_its_help(rows: list[Command]) -> None:
    assert [command.name for command in rows] == list(COMMANDS)
    assert all(option.help for command in rows for option in command.options)
    arena = next(command for command in rows if command.name == "arena")
    assert arena.itself.words == (*LEVELS, *SCRIPTS)
