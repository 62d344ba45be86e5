"""The closed loop: every id in code is in the ledger; every clause there is in code and has a marked test."""

from functools import cache
from pathlib import Path
from pkgutil import resolve_name

import pytest

from portable_wargame.rulesets import SHARED, ledger
from portable_wargame.rulesets.whereabouts import Places, cited_in, marked_in

# A book is added when it is complete: from then on none of its clauses may lose its code or its test.
FINISHED = ("classic", "colonial", "late-19th-century", "modern", "shared")

ROOT = Path(__file__).resolve().parents[2]


@cache
def cited() -> Places:
    return cited_in(ROOT / "src" / "portable_wargame", ROOT)


@cache
def marked() -> Places:
    return marked_in(ROOT / "tests", ROOT)


def unknown(places: Places) -> list[str]:
    return [f"{text} at {found[0]}" for text, found in places.items() if text not in ledger.clauses()]


def missing(book: str, places: Places) -> list[str]:
    return [clause.id for clause in ledger.clauses_of(book) if clause.id not in places]


def test_every_id_in_code_is_in_the_ledger() -> None:
    strays = unknown(cited())
    assert not strays, f"not in the ledger: {', '.join(strays)}"


def test_every_id_in_a_mark_is_in_the_ledger() -> None:
    strays = unknown(marked())
    assert not strays, f"not in the ledger: {', '.join(strays)}"


@pytest.mark.parametrize("book", FINISHED)
def test_every_clause_of_a_finished_book_is_in_code(book: str) -> None:
    lost = missing(book, cited())
    assert not lost, f"cited nowhere in src: {', '.join(lost)}"


@pytest.mark.parametrize("book", FINISHED)
def test_every_clause_of_a_finished_book_has_a_marked_test(book: str) -> None:
    lost = missing(book, marked())
    assert not lost, f"no test is marked with: {', '.join(lost)}"


@pytest.mark.parametrize("place", SHARED.values())
def test_a_ruling_of_every_book_is_where_it_is_said_to_be(place: str) -> None:
    assert resolve_name(f"portable_wargame.{place}")


def written(folder: Path, *lines: str) -> Path:
    folder.mkdir()
    (folder / "scratch.py").write_text("\n".join(lines), encoding="utf-8")
    return folder


def test_only_whole_string_literals_count_as_code(tmp_path: Path) -> None:
    code = written(
        tmp_path / "scratch",
        '"""Not a citation: classic.fire.roll."""',
        '# Nor this: "classic.fire.arc".',
        'ROWS = ("classic.fire.mod-still", "classic.fire.mod-stil")',
    )
    places = cited_in(code, tmp_path)
    assert {text: [str(place) for place in found] for text, found in places.items()} == {
        "classic.fire.mod-still": ["scratch/scratch.py:3"],
        "classic.fire.mod-stil": ["scratch/scratch.py:3"],
    }
    assert unknown(places) == ["classic.fire.mod-stil at scratch/scratch.py:3"]


def test_only_marks_count_as_tests(tmp_path: Path) -> None:
    tests = written(
        tmp_path / "scratch",
        'pytestmark = [pytest.mark.slow, pytest.mark.clause("classic.fire.once")]',
        '@pytest.mark.clause("classic.fire.arc", "classic.fire.mod-still")',
        "def test_a(): ...",
        "@mark.clause(",
        '    "classic.fire.role",',
        ")",
        "def test_b():",
        '    ledger.clause("classic.fire.into-cover")',
        '    expect("classic.fire.out-of-cover")',
        "    text = '@pytest.mark.clause(\"classic.fire.line-of-sight\")'",
    )
    places = marked_in(tests, tmp_path)
    assert {text: found[0].line for text, found in places.items()} == {
        "classic.fire.once": 1,
        "classic.fire.arc": 2,
        "classic.fire.mod-still": 2,
        "classic.fire.role": 5,
    }
    assert unknown(places) == ["classic.fire.role at scratch/scratch.py:5"]


def test_the_loop_closes_when_every_clause_is_cited(tmp_path: Path) -> None:
    ids = [clause.id for clause in ledger.clauses_of("classic")]
    code = written(tmp_path / "complete", f"ROWS = {ids!r}")
    assert missing("classic", cited_in(code, tmp_path)) == []
    code = written(tmp_path / "one-short", f"ROWS = {ids[1:]!r}")
    assert missing("classic", cited_in(code, tmp_path)) == ids[:1]
