"""The laboratory's commands, run as their user runs them."""

import csv
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pexpect
import pytest

from portable_wargame.cli import run
from portable_wargame.scenario import library
from portable_wargame.scenario.reading import read
from tests.cli.running import COMMAND, environment, pw, terminal
from tests.simulation.samples import MIRROR

TOP = Path(__file__).parents[2]
SOURCES = TOP / "src" / "portable_wargame"


@pytest.fixture
def mirror_file(tmp_path: Path) -> str:
    path = tmp_path / "mirror.toml"
    path.write_text(MIRROR, encoding="utf-8")
    return str(path)


def test_simulate_gives_table_lines_rows_and_report(mirror_file: str, tmp_path: Path) -> None:
    files = ["--jsonl", "r.jsonl", "--csv", "r.csv", "--html", "r.html"]
    done = pw(tmp_path, "simulate", mirror_file, "--games", "12", "--red", "recruit", "--blue", "sergeant", *files)
    assert (done.returncode, done.stderr.strip()) == (0, "")
    assert "Mirror: 12 battles, seed 1" in done.stdout
    lines = [json.loads(line) for line in (tmp_path / "r.jsonl").read_text("utf-8").splitlines()]
    assert lines[0]["levels"] == {"north": "recruit", "south": "sergeant"}
    assert [line["battle"] for line in lines[1:]] == list(range(12))
    rows = list(csv.DictReader((tmp_path / "r.csv").read_text("utf-8").splitlines()))
    assert [row["winner"] for row in rows] == [line["winner"] or "" for line in lines[1:]]
    assert (tmp_path / "r.html").read_text("utf-8").startswith("<!doctype html>")


def test_skill_is_measured_on_both_sides_and_kept(mirror_file: str, tmp_path: Path) -> None:
    files = ["--jsonl", "r.jsonl", "--html", "r.html"]
    words = ["simulate", mirror_file, "--games", "4", "--red", "recruit", "--blue", "recruit", "--workers", "1", *files]
    done = pw(tmp_path, *words, "--skill", "eager")
    assert (done.returncode, done.stderr.strip()) == (0, "")
    (line,) = [one for one in done.stdout.splitlines() if one.startswith("Skill: an eager player wins ")]
    assert "in 4 pairs of battles" in line
    assert "Skill: an eager player wins " in (tmp_path / "r.html").read_text("utf-8")
    for number in (1, 2):
        assert len((tmp_path / f"r-skill-{number}.jsonl").read_text("utf-8").splitlines()) == 5
    assert line in pw(tmp_path, *words, "--skill", "eager").stdout
    refused = pw(tmp_path, *words, "--skill", "recruit")
    assert (
        refused.stderr.strip()
        == "pw: skill is measured between two levels: give both sides the same one, and name another"
    )


def test_a_long_name_cuts_no_number_off(tmp_path: Path) -> None:
    path = tmp_path / "long.toml"
    path.write_text(MIRROR.replace('id = "north"', f'id = "north"\nname = "{"Army " * 20}"', 1), encoding="utf-8")
    done = pw(tmp_path, "simulate", str(path), "--games", "2", "--red", "eager", "--blue", "eager", "--workers", "1")
    assert "…" not in done.stdout
    assert re.search(r"Army +eager +\d +\d +\d +[\d.]+% +[\d.]+ to [\d.]+", done.stdout)


def test_ctrl_c_keeps_what_was_fought_and_the_same_command_goes_on(mirror_file: str, tmp_path: Path) -> None:
    words = ("simulate", mirror_file, "--red", "sergeant", "--blue", "sergeant", "--workers", "2", "--jsonl", "r.jsonl")
    screen = terminal(tmp_path, *words, "--games", "100000")
    screen.expect(r"north \d")
    screen.sendintr()
    screen.expect(
        "Interrupted after ([0-9]+) of 100000 battles, saved in r.jsonl: the same command picks up from there"
    )
    assert isinstance(screen.match, re.Match)
    fought = int(screen.match[1])
    screen.expect(pexpect.EOF)
    screen.close()
    assert screen.exitstatus == 130
    path = tmp_path / "r.jsonl"
    before = path.read_bytes()
    assert before.count(b"\n") == fought + 1
    done = pw(tmp_path, *words, "--games", str(fought + 2))
    assert done.returncode == 0
    assert path.read_bytes().startswith(before)
    assert path.read_bytes().count(b"\n") == fought + 3


def test_until_width_stops_when_it_is_sharp(mirror_file: str, capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--red", "recruit", "--blue", "recruit", "--workers", "1", "--games", "5000", "--until-width", "0.5"]
    assert run(["simulate", mirror_file, *options]) == 0
    printed = capsys.readouterr().out
    games = int(printed.split("Mirror: ")[1].split(" ")[0])
    assert 10 < games < 300
    assert "holds however early the run stops; it is as precise as you asked" in printed


def test_when_the_battles_run_out_before_it_is_sharp_that_is_said(
    mirror_file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--red", "recruit", "--blue", "recruit", "--workers", "1", "--games", "5", "--until-width", "0.1"]
    assert run(["simulate", mirror_file, *options]) == 0
    assert "not yet as precise as you asked" in capsys.readouterr().out


@pytest.mark.parametrize("reason", ["another trial", "no scheduler", "a spoilt line"])
def test_a_run_that_is_refused_leaves_an_older_table_alone(mirror_file: str, tmp_path: Path, reason: str) -> None:
    table, lines = tmp_path / "r.csv", tmp_path / "r.jsonl"
    words = ["simulate", mirror_file, "--red", "eager", "--blue", "eager", "--workers", "1", "--jsonl", str(lines)]
    assert run([*words, "--games", "2"]) == 0
    table.write_text("older")
    if reason == "a spoilt line":
        lines.write_text(lines.read_text("utf-8") + "{}\n", encoding="utf-8")
    more = {"another trial": ["--seed", "2"], "no scheduler": ["--engine", "dask"], "a spoilt line": []}[reason]
    assert run([*words, "--games", "4", "--csv", str(table), *more]) == 2
    assert table.read_text() == "older"


def test_one_file_is_not_used_for_two_things(
    mirror_file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "r.out"
    file.write_text("older")
    for first, second in (("--jsonl", "--csv"), ("--csv", "--html"), ("--jsonl", "--html")):
        other = tmp_path / ".." / tmp_path.name / "r.out"
        assert run(["simulate", mirror_file, first, str(file), second, str(other)]) == 2
        assert f"{first} and {second} both name" in capsys.readouterr().err
    assert file.read_text() == "older"


def test_a_file_that_cannot_be_written_is_refused_before_any_battle(
    mirror_file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("portable_wargame.cli.laboratory.shared.engine", lambda *_: pytest.fail("battles were begun"))
    nowhere = str(tmp_path / "nonesuch" / "file")
    for words in (["simulate", "--html"], ["simulate", "--csv"], ["balance", "--write"]):
        assert run([words[0], mirror_file, words[1], nowhere]) == 2
        assert capsys.readouterr().err == f"pw: {nowhere}: No such file or directory\n"
    assert run(["simulate", mirror_file, "--html", str(tmp_path)]) == 2
    assert "Is a directory" in capsys.readouterr().err


def test_compare_names_side_and_levels_of_each_setting(mirror_file: str, capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--games", "2", "--workers", "1"]
    assert run(["compare", f"{mirror_file},level=eager", "last-wagon,level=recruit", *options]) == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert "win rates of the side named" in printed
    assert "north eager against eager" in printed
    assert library.load("last-wagon").sides[0].name in printed
    assert "recruit against" in printed


def test_compare_house_rules_levels_and_scenarios(mirror_file: str, capsys: pytest.CaptureFixture[str]) -> None:
    printed = ""
    for second in ("exhaustion=off", "red=sergeant", f"{mirror_file},level=recruit"):
        options = ["--level", "recruit", "--games", "6", "--workers", "1"]
        assert run(["compare", mirror_file, second, *options]) == 0
        printed = capsys.readouterr().out
        assert "6 pairs with the same dice; win rates of north" in printed
        assert "difference" in printed
    assert "+0.0" in printed  # the last compared a thing with itself


def test_compare_books_and_grids(mirror_file: str, capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--level", "recruit", "--games", "2", "--workers", "1"]
    assert run(["compare", mirror_file, "book=modern,grid=hex", *options]) == 0
    assert "Replaced: units and ground that the other book or grid does not have" in capsys.readouterr().out
    assert run(["compare", mirror_file, "--matrix", *options]) == 0
    printed = capsys.readouterr().out
    for setting in ("classic, square", "colonial, hex", "colonial, square", "modern, hex", "late-19th-century"):
        assert setting in printed


def test_balance_writes_the_chosen_option(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    uneven = tmp_path / "uneven.toml"
    weak = MIRROR.replace('at = "d5"', 'at = "d5", quality = "poor", sp = 1').replace('at = "c5"', 'at = "c5", sp = 1')
    uneven.write_text(weak, encoding="utf-8")
    fairer = tmp_path / "fairer.toml"
    options = ["--red", "eager", "--blue", "eager", "--games", "12", "--workers", "1"]
    assert run(["balance", str(uneven), *options, "--choose", "1", "--write", str(fairer)]) == 0
    printed = capsys.readouterr().out
    assert f"Written to {fairer}" in printed
    assert "Warning: It" in printed  # 12 battles prove nothing fair
    changed = printed.split(f"Written to {fairer}: ")[1].split(".\n")[0]
    assert read(fairer.read_text("utf-8")).title == f"Mirror — {changed}"
    assert run(["check", str(fairer)]) == 0
    kept = ["--keep", "North,turns", "--keep", "units", "--levels", "eager,recruit"]
    assert run(["balance", str(uneven), "--games", "12", "--workers", "1", *kept]) == 0
    printed = capsys.readouterr().out
    assert "recruit" in printed and "eager" in printed
    assert " n1 " not in printed and "turns, not" not in printed and "one more" not in printed
    assert run(["balance", str(uneven), *options, "--write", str(fairer)]) == 2
    assert "already exists" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        ["simulate", "harrow-ridge", "--red", "emperor"],
        ["simulate", "harrow-ridge", "--games", "0"],
        ["simulate", "harrow-ridge", "--until-width", "2"],
        ["simulate", "harrow-ridge", "--engine", "dask"],
        ["simulate", "harrow-ridge", "--scheduler", "tcp://127.0.0.1:1"],
        ["simulate", "nonesuch"],
        ["compare", "harrow-ridge"],
        ["compare", "harrow-ridge", "colour=red"],
        ["compare", "harrow-ridge", "exhaustion=2/1"],
        ["compare", "harrow-ridge", "front-faces=1"],
        ["compare", "harrow-ridge", "exhaustion=1/2,exhaustion=off"],
        ["compare", "harrow-ridge", "book=chess"],
        ["compare", "exhaustion=off", "harrow-ridge"],
        ["compare", "harrow-ridge", "--matrix", "--until-width", "0.1"],
        ["balance", "harrow-ridge", "--choose", "1"],
        ["balance", "harrow-ridge", "--keep", "the weather"],
        ["balance", "harrow-ridge", "--levels", "sergeant,sergeant"],
        ["balance", "harrow-ridge", "--levels", "sergeant", "--red", "captain"],
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(words) == 2
    captured = capsys.readouterr()
    assert captured.err.startswith("pw: ") and captured.err.count("\n") == 1


def test_the_example_bot_fights(mirror_file: str, tmp_path: Path) -> None:
    file = tmp_path / "results.csv"
    command = f"{sys.executable} {TOP / 'examples' / 'bot.py'}"
    options = ["--scenarios", mirror_file, "--workers", "1", "--csv", str(file), "--bot", command]
    assert run(["arena", "recruit", *options]) == 0
    results = list(csv.DictReader(file.read_text("utf-8").splitlines()))
    assert len(results) == 2
    assert not any("failed" in one["reason"] for one in results)


def test_names_that_look_like_formulas_are_quoted_in_tables(mirror_file: str, tmp_path: Path) -> None:
    file = tmp_path / "=1+1.toml"
    file.write_text(Path(mirror_file).read_text("utf-8"), encoding="utf-8")
    table = tmp_path / "a.csv"
    done = pw(
        tmp_path, "arena", "recruit", "sergeant", "--scenarios", "=1+1.toml", "--workers", "1", "--csv", str(table)
    )
    assert done.returncode == 0, done.stderr
    rows = list(csv.DictReader(table.read_text("utf-8").splitlines()))
    assert {row["scenario"] for row in rows} == {"'=1+1.toml"}
    assert all(-1 <= float(row["luck"]) <= 1 for row in rows)


def test_compare_writes_lines_rows_and_report(mirror_file: str, tmp_path: Path) -> None:
    files = ["--jsonl", "c.jsonl", "--csv", "c.csv", "--html", "c.html"]
    done = pw(tmp_path, "compare", mirror_file, "exhaustion=off", "--level", "eager", "--games", "5", *files)
    assert (done.returncode, done.stderr.strip()) == (0, "")
    for word in ("win rate", "draws", "length", "losses", "decisiveness", "luck"):
        assert word in done.stdout
    assert "replaced" not in done.stdout
    lines = [(tmp_path / f"c-{number}.jsonl").read_text("utf-8").splitlines() for number in (1, 2)]
    assert [len(one) for one in lines] == [6, 6]
    rows = list(csv.DictReader((tmp_path / "c.csv").read_text("utf-8").splitlines()))
    assert [row["setting"] for row in rows] == [mirror_file, "exhaustion=off"] * 5
    assert (tmp_path / "c.html").read_text("utf-8").startswith("<!doctype html>")
    again = pw(tmp_path, "compare", mirror_file, "exhaustion=off", "--level", "eager", "--games", "5", *files[:2])
    assert again.stdout.strip() in done.stdout


@pytest.mark.parametrize(
    "words", [["simulate", "{}", "--games", "2"], ["arena", "recruit", "turtle", "--scenarios", "{}"]]
)
def test_at_a_terminal_an_interpreted_engine_is_compiled_for_the_next_run(
    mirror_file: str, tmp_path: Path, words: list[str]
) -> None:
    """By the checkout's own script, which only says here that it was started."""
    checkout = tmp_path / "checkout"
    shutil.copytree(SOURCES, checkout / "src" / SOURCES.name, ignore=shutil.ignore_patterns("client", "__pycache__"))
    (checkout / "compile_engine.py").write_text("import sys\nprint('-- compiling', *sys.argv[1:])\n", "utf-8")
    words = [word.format(mirror_file) for word in words]
    child = terminal(tmp_path, *words, PYTHONPATH=str(checkout / "src"), PW_ENGINE="")
    child.expect_exact("-- compiling --background")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    # A script has no use for it.
    asked = {**environment(tmp_path), "PYTHONPATH": str(checkout / "src"), "PW_ENGINE": ""}
    done = subprocess.run([*COMMAND, *words], capture_output=True, text=True, env=asked, cwd=tmp_path, check=True)
    assert "compiling" not in done.stdout + done.stderr
