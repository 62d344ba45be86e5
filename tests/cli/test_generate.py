"""`pw generate` and `pw convert`: files that `pw check` accepts, and a sentence for whatever cannot be."""

from pathlib import Path

import pytest

from portable_wargame.cli import run
from portable_wargame.scenario.reading import read, read_file


def test_a_battle_goes_to_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    wanted = ["generate", "--book", "colonial", "--grid", "hex", "--size", "9x8", "--kind", "relief", "--seed", "5"]
    assert run(wanted) == 0
    printed = capsys.readouterr().out
    scenario = read(printed)
    assert (scenario.ruleset, scenario.grid, scenario.columns, scenario.rows) == ("colonial", "hex", 9, 8)
    assert run(wanted) == 0
    assert capsys.readouterr().out == printed


def test_a_battle_goes_to_a_file_and_is_converted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made, converted = tmp_path / "made.toml", tmp_path / "converted.toml"
    armies = ["--red", "armoured-brigade", "--blue", "air-and-gas", "--options", "air,gas", "--points", "40"]
    assert run(["generate", "--book", "modern", "--size", "12x10", *armies, "--out", str(made)]) == 0
    told = capsys.readouterr().err
    assert "12 by 10" in told and "seed" in told
    assert run(["convert", str(made), "--book", "colonial", "--grid", "hex", "--out", str(converted)]) == 0
    told = capsys.readouterr().err
    assert "tank becomes mounted-cavalry; the colonial book has no tank" in told
    assert run(["check", str(made), str(converted)]) == 0
    assert read_file(converted).ruleset == "colonial"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["generate", "--size", "12"], "the size is '12'; it must be columns x rows, such as 12x10"),
        (["generate", "--size", "2x9"], "each must be 3 to 40"),
        (["generate", "--kind", "siege"], "there is no kind of battle 'siege'"),
        (["generate", "--book", "modern", "--grid", "triangle"], "it must be square or hex"),
        (["convert", "market-day", "--grid", "hex"], "the classic book is not played on the grid 'hex'"),
        (["convert", "nonesuch"], "the library has no scenario 'nonesuch'"),
    ],
)
def test_what_cannot_be_is_told_in_a_sentence(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments) == 2
    captured = capsys.readouterr()
    assert words in captured.err and captured.out == ""
    assert captured.err.count("\n") == 1
