"""Books of one's own on the command line: checked, listed, and played by as those of the program are."""

import json
from pathlib import Path

from tests.cli.running import pw

EXAMPLES = str(Path(__file__).parents[2] / "examples" / "books")
WRONG = """\
format = "portable-wargame/book/1"
name = "camels"
title = "Camels"
based-on = "classic"
[units.camel-riders]
like = "cavalery"
move = 44
[rows]
"classic.artillery.rol" = "hit on 4"
"""


def test_a_sound_book_is_ok(tmp_path: Path) -> None:
    done = pw(tmp_path, "check", f"{EXAMPLES}/quick.toml")
    assert done.returncode == 0
    assert "ok, The Quick Game: a book based on classic, 7 clauses of its own" in done.stdout


def test_an_empty_file_may_be_meant_as_either(tmp_path: Path) -> None:
    file = tmp_path / "empty.toml"
    file.write_text("\n", "utf-8")
    told = pw(tmp_path, "check", str(file)).stderr
    assert "the text is empty; it must be a scenario or a book, in TOML or JSON" in told


def test_every_mistake_is_said_at_once_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "camels.toml"
    file.write_text(WRONG, "utf-8")
    done = pw(tmp_path, "check", str(file))
    assert done.returncode == 1
    lines = [line.removeprefix(f"{file}:") for line in done.stderr.splitlines()]
    assert [line.partition(":")[0] for line in lines] == ["6", "7", "9"]
    assert "did you mean cavalry?" in lines[0]
    assert "it must be a whole number from -1 to 20" in lines[1]
    assert "did you mean classic.artillery.roll?" in lines[2]


def test_a_wrong_heading_hides_nothing_that_stands_below_it(tmp_path: Path) -> None:
    file = tmp_path / "camels.toml"
    text = WRONG.replace('name = "camels"', 'name = "My Camels"').replace('"classic"\n', '"clasic"\n')
    file.write_text(
        text.replace('title = "Camels"\n', "") + '[[modifiers]]\nat = "fire"\nwhen = "target is a yeti"\n', "utf-8"
    )
    told = pw(tmp_path, "check", str(file)).stderr
    for sentence in (
        "the book has no title",
        "the name is 'My Camels'",
        "did you mean classic?",
        "did you mean cavalry?",
        "it must be a whole number from -1 to 20",
        "did you mean classic.artillery.roll?",
        "modifiers entry 1: clause is missing",
        "no unit type, arm or quality is called 'yeti'",
    ):
        assert sentence in told


def test_what_is_no_toml_hides_nothing_either(tmp_path: Path) -> None:
    file = tmp_path / "camels.toml"
    text = WRONG.replace('"Camels"', "Camels").replace("[units.camel-riders]", "[units.camel riders]")
    file.write_text(text + 'classic.fire.roll = "hit on 4"\n', "utf-8")
    told = [line.removeprefix(f"{file}:") for line in pw(tmp_path, "check", str(file)).stderr.splitlines()]
    for line, sentence in zip(
        told,
        (
            '3:9: this is not TOML: invalid value; did you mean title = "Camels"?',
            "5:14: this is not TOML: expected ']' at the end of a table declaration; did you mean [units.camel-",
            "6: units camel-riders: like 'cavalery' is unknown; did you mean cavalry?",
            "7: units camel-riders: move is the number 44",
            "9: no row has the clause 'classic.artillery.rol'",
            '10: the clause classic.fire.roll stands without quotes; write it as "classic.fire.roll" = ...',
        ),
        strict=True,
    ):
        assert line.startswith(sentence), told


def test_a_book_of_a_later_format_is_said_to_be_one(tmp_path: Path) -> None:
    file = tmp_path / "camels.toml"
    file.write_text(WRONG.replace("book/1", "book/2"), "utf-8")
    assert 'it must be "portable-wargame/book/1"' in pw(tmp_path, "check", str(file)).stderr


def test_nothing_is_run_to_be_checked(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text("open('run', 'w')", "utf-8")
    (tmp_path / "own.toml").write_text('title = "Own"', "utf-8")
    for name in ("own.py", "own.toml"):
        done = pw(tmp_path, "check", str(tmp_path / name))
        assert done.returncode == 2
        assert done.stderr.endswith("a book written in Python; try it with: python -m portable_wargame.testing own\n")
    assert not (tmp_path / "run").exists()


def test_books_in_a_folder_are_books(tmp_path: Path) -> None:
    done = pw(tmp_path, "--books", EXAMPLES, "engine", typed='{"cmd":"hello"}\n')
    assert {"quick", "grim", "ancients"} <= set(json.loads(done.stdout)["rulesets"])
    battle = str(tmp_path / "battle.toml")
    assert (
        pw(tmp_path, "generate", "--books", EXAMPLES, "--book", "grim", "--seed", "4", "--out", battle).returncode == 0
    )
    assert pw(tmp_path, "check", battle).returncode == 0  # it takes its book along
    assert "storm" in pw(tmp_path, "--books", EXAMPLES, "rules", "--book", "grim").stdout


def test_a_folder_that_is_not_there_is_said(tmp_path: Path) -> None:
    done = pw(tmp_path, "--books", "nowhere", "rules")
    assert (done.returncode, done.stderr) == (2, "pw: --books nowhere: no such folder\n")


def test_a_book_that_cannot_be_used_is_said_and_left_out(tmp_path: Path) -> None:
    (tmp_path / "camels.toml").write_text(WRONG, "utf-8")
    done = pw(tmp_path, "--books", str(tmp_path), "rules", "--book", "classic", "wire")
    assert done.returncode == 0
    assert "camels.toml is left out: units camel-riders: like" in done.stderr


def test_conditions_and_rows_are_listed(tmp_path: Path) -> None:
    told = json.loads(pw(tmp_path, "rules", "--conditions", "--json").stdout)
    assert {"of": "attack", "words": "target in hard cover", "meaning": "it is in buildings or works"} in told
    rows = json.loads(pw(tmp_path, "rules", "--rows", "--book", "classic", "--json").stdout)
    assert {"row": "classic.artillery.roll", "heading": "artillery fire", "now": "hit on 5"} in rows
    assert pw(tmp_path, "rules", "--rows").stderr.startswith("pw: name a book whose rows to list")
