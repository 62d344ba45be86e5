"""The clause ledger: complete, free of slips, and easy to look things up in."""

import re
from pathlib import Path

import pytest

from portable_wargame.cli.designing.rules import rules
from portable_wargame.rulesets import RULESETS, ledger, whereabouts
from portable_wargame.rulesets.house_rules import HOUSE_RULES

FOLDER = Path(ledger.__file__).parent
# A clause file is a heading for each clause: what is read must be all of them.
COUNTS = {
    name: len(re.findall(r'^\["', (FOLDER / f"{name.replace('-', '_')}.toml").read_text("utf-8"), re.MULTILINE))
    for name in ledger.books()
}
COUNTS["shared"] += sum(rule.rule != "" for rule in HOUSE_RULES.values())


def test_a_book_is_a_file_of_tables_beside_a_file_of_clauses() -> None:
    beside = {path.stem.replace("_", "-") for path in FOLDER.glob("*.toml") if path.with_suffix(".py").exists()}
    assert beside == set(RULESETS)
    assert ledger.books() == (*RULESETS, "shared")


@pytest.mark.parametrize("book", ledger.books())
def test_a_book_is_complete(book: str) -> None:
    assert len(ledger.clauses_of(book)) == COUNTS[book] > 0


def test_no_id_is_used_twice() -> None:
    # Clauses of different books meet in one dictionary: a doubled id would swallow one of them.
    assert len(ledger.clauses()) == sum(COUNTS.values())


def test_ids_begin_with_their_book() -> None:
    of_book = {book: {clause.id.partition(".")[0] for clause in ledger.clauses_of(book)} for book in ledger.books()}
    assert all(len(prefixes) == 1 for prefixes in of_book.values()), of_book
    assert len(set.union(*of_book.values())) == len(of_book), "two books begin their ids alike"
    for clause in ledger.clauses().values():
        assert whereabouts.looks_like_an_id().fullmatch(clause.id)


@pytest.mark.parametrize("clause", ledger.clauses().values(), ids=list(ledger.clauses()))
def test_a_clause_is_written_in_whole_sentences(clause: ledger.Clause) -> None:
    for text in (clause.rule, *([clause.ruling] if clause.ruling else [])):
        assert text.endswith("."), text
        assert text == " ".join(text.split()), "stray spaces or line breaks"


def test_clauses_refer_only_to_clauses() -> None:
    for clause in ledger.clauses().values():
        for found in re.finditer(whereabouts.looks_like_an_id(), f"{clause.rule} {clause.ruling}"):
            assert found[0].rstrip(".") in ledger.clauses(), f"{clause.id} refers to {found[0]}"


def test_optional_clauses_name_their_switch() -> None:
    for book, ruleset in RULESETS.items():
        assert {clause.optional for clause in ledger.clauses_of(book) if clause.optional} == set(ruleset.options)


def test_settings_are_kept_with_the_ruling_they_change() -> None:
    assert ledger.clause("shared.exhaustion").settings == (
        "exhaustion = a fraction such as 1/3, or off",
        "battle-ends = both-exhausted or first-exhausted",
    )


def test_search_wants_every_word_in_any_case() -> None:
    found = ledger.search(["Commander", "ATTACHED"])
    assert [clause.id for clause in found] == [clause.id for clause in ledger.search("commander attached")]
    assert "classic.hits.commander" in [clause.id for clause in found]
    for clause in found:
        words = f"{clause.id} {clause.rule} {clause.ruling}".lower()
        assert "commander" in words
        assert "attached" in words


def test_search_puts_ids_first() -> None:
    in_id = ["river" in clause.id for clause in ledger.search("river")]
    assert True in in_id
    assert False in in_id
    assert in_id == sorted(in_id, reverse=True)


def test_search_finds_a_house_rule_by_its_name() -> None:
    assert [clause.id for clause in ledger.search("front-faces")] == ["shared.flank"]


def test_an_unknown_id_is_answered_with_the_nearest() -> None:
    with pytest.raises(KeyError, match=r"no clause 'modern\.fire\.mod-stil'.*modern\.fire\.mod-still"):
        ledger.clause("modern.fire.mod-stil")


def test_a_mistyped_word_is_answered_with_ids_that_have_it() -> None:
    assert all("cyclists" in clause_id for clause_id in ledger.nearest("ciclists"))
    assert ledger.nearest("ciclists")
    assert ledger.nearest("qqqq") == []


def test_an_unknown_book_is_answered_with_the_books() -> None:
    with pytest.raises(KeyError, match=r"no book 'napoleonic'.*late-19th-century"):
        ledger.clauses_of("napoleonic")


def test_whereabouts_points_at_lines_that_cite_the_clause() -> None:
    root = Path(whereabouts.__file__).resolve().parents[3]
    for clause_id in ledger.clauses():
        for place in whereabouts.implemented(clause_id):
            line = (root / place.path).read_text(encoding="utf-8").splitlines()[place.line - 1]
            assert clause_id in line or ledger.clause(clause_id).place.rpartition(".")[2] in line


def test_rules_without_words_sums_up(capsys: pytest.CaptureFixture[str]) -> None:
    assert rules() == 0
    output = capsys.readouterr().out
    for book, count in COUNTS.items():
        assert re.search(rf"\b{book}\b.*\b{count}\b", output)
    assert "pw rules --show" in output


def test_rules_lists_what_matches(capsys: pytest.CaptureFixture[str]) -> None:
    assert rules("river", book="colonial") == 0
    output = capsys.readouterr().out
    assert "colonial.rivers.ford" in output
    assert "colonial.rivers.no-fire\n  A unit in a river does not fire.\n" in output
    assert "modern." not in output


def test_rules_lists_a_whole_book(capsys: pytest.CaptureFixture[str]) -> None:
    assert rules(book="late-19th-century") == 0
    assert capsys.readouterr().out.count("\nlate19c.") == COUNTS["late-19th-century"] - 1


@pytest.mark.parametrize(
    ("words", "show"),
    [(["shared.flank"], None), (["front-faces"], None), ([], "shared.flank")],
    ids=["an id", "words that only one clause has", "--show"],
)
def test_rules_shows_one_clause_whole(words: list[str], show: str | None, capsys: pytest.CaptureFixture[str]) -> None:
    assert rules(*words, show=show) == 0
    output = capsys.readouterr().out
    assert output.startswith("shared.flank")
    for label in ("rule ", "settings ", "implemented ", "tested "):
        assert f"\n{label}" in output
    assert "front-faces = 3 or 1 (hex only)" in output


def test_rules_names_the_switch_of_an_optional_clause(capsys: pytest.CaptureFixture[str]) -> None:
    assert rules(show="modern.gas.shell") == 0
    assert 'options = ["gas"]' in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "book", "show", "hint", "code"),
    [
        ([], None, "modern.fire.mod-stil", "modern.fire.mod-still", 2),
        (["comander"], None, None, "commander", 1),
        (["gas", "cloud"], "classic", None, "No clause of classic", 1),
        (["river"], "napoleonic", None, "late-19th-century", 2),
    ],
)
def test_rules_says_in_one_sentence_what_it_did_not_find(
    words: list[str], book: str | None, show: str | None, hint: str, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert rules(*words, book=book, show=show) == code
    output = capsys.readouterr()
    assert output.out == ""
    assert hint in output.err
    assert output.err.count("\n") == 1
