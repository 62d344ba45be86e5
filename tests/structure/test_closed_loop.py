"""The closed loop: every id in code is in the ledger; every clause there is in code and has a marked test."""

from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path

import pytest

from portable_wargame.game.ruleset import Ruleset
from portable_wargame.game.tables import Modifier
from portable_wargame.rulesets import RULESETS, ledger, places
from portable_wargame.rulesets.whereabouts import Places, cited_in, marked_in

ROOT = Path(__file__).resolve().parents[2]


@cache
def cited() -> Places:
    return cited_in(ROOT / "src" / "portable_wargame", ROOT)


@cache
def marked() -> Places:
    return marked_in(ROOT / "tests", ROOT)


def unknown(places: Places) -> list[str]:
    return [f"{text} at {found[0]}" for text, found in places.items() if text not in ledger.clauses()]


def missing(book: str, found: Places) -> list[str]:
    return [clause.id for clause in ledger.clauses_of(book) if clause.id not in found]


def test_every_id_in_code_is_in_the_ledger() -> None:
    strays = unknown(cited())
    assert not strays, f"not in the ledger: {', '.join(strays)}"


def test_every_id_in_a_mark_is_in_the_ledger() -> None:
    strays = unknown(marked())
    assert not strays, f"not in the ledger: {', '.join(strays)}"


@pytest.mark.parametrize("book", ledger.books())
def test_every_clause_of_a_book_is_in_code(book: str) -> None:
    lost = [lost for lost in missing(book, cited()) if not ledger.clause(lost).place]
    assert not lost, f"cited nowhere in src, and with no place of its own: {', '.join(lost)}"


@pytest.mark.parametrize("book", ledger.books())
def test_every_clause_of_a_book_has_a_marked_test(book: str) -> None:
    lost = missing(book, marked())
    assert not lost, f"no test is marked with: {', '.join(lost)}"


PLACED = [clause for clause in ledger.clauses().values() if clause.place]


@pytest.mark.parametrize("clause", PLACED, ids=lambda clause: clause.id)
def test_a_clause_is_decided_where_its_file_says(clause: ledger.Clause) -> None:
    assert places.find(clause.place)


def test_a_place_that_is_not_there_is_said_to_be_missing() -> None:
    assert places.find("rulesets.modern.MODERN.hits.proof_arms")
    for place in ("rules.fire.shooting.fire_at_will", "rulesets.modern.MODERN.hits.luck", "rules.nowhere.at_all"):
        with pytest.raises(LookupError):
            places.find(place)


@pytest.mark.parametrize("book", RULESETS.values(), ids=lambda book: book.name)
def test_every_modifier_has_words_of_its_own(book: Ruleset) -> None:
    rows = modifiers(book) + [row for option in book.options.values() for row in modifiers(option.apply(book))]
    assert [row.clause for row in rows if not ledger.clause(row.clause).short] == []


def modifiers(table: object) -> list[Modifier]:
    """Every modifier in a ruleset, under whatever heading."""
    if isinstance(table, Modifier):
        return [table]
    if isinstance(table, tuple):
        return [row for part in table for row in modifiers(part)]
    if is_dataclass(table):
        return [row for heading in fields(table) for row in modifiers(getattr(table, heading.name))]
    return []


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
