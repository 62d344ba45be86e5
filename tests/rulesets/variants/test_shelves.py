"""Books that do not come with the program are found where they lie; one that cannot be used is said, and left out."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from portable_wargame.game.outcomes import BY_NUMBER, OUTCOMES
from portable_wargame.game.tables import EFFECTS
from portable_wargame.rulesets import RULESETS, ledger, shelves
from portable_wargame.rulesets.books import OF_THE_PROGRAM, remove_book
from portable_wargame.testing import contract, words_missing

from .camels import forget_books

EXAMPLES = Path(__file__).parents[3] / "examples" / "books"


@pytest.fixture(autouse=True)
def tidy() -> Iterator[None]:
    effects = len(EFFECTS)
    yield
    for name in EFFECTS[effects:]:
        OUTCOMES.pop(name, None)
    del EFFECTS[effects:], BY_NUMBER[effects:]
    for name in set(RULESETS) - OF_THE_PROGRAM:
        remove_book(name)
    forget_books()
    shelves.unusable.clear()


def found(monkeypatch: pytest.MonkeyPatch, folder: Path) -> set[str]:
    monkeypatch.setenv("PW_BOOKS", str(folder))
    shelves.find()
    return set(RULESETS) - OF_THE_PROGRAM


def test_the_examples_are_found_by_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    assert found(monkeypatch, EXAMPLES) == {"ancients", "grim", "quick"}
    assert shelves.unusable == {}
    assert ledger.book("grim").title == "The Grim Game"


@pytest.mark.parametrize("name", ["ancients", "grim", "quick"])
def test_the_examples_keep_the_contract(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found(monkeypatch, EXAMPLES)
    assert contract(name) == []


def test_the_contract_says_what_is_wrong(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for file in EXAMPLES.glob("ancients.*"):
        shutil.copy(file, tmp_path)
    clauses = (tmp_path / "ancients.toml").read_text("utf-8")
    (tmp_path / "ancients.toml").write_text(clauses.replace("ancients.fire.roll", "ancients.fire.rolled"), "utf-8")
    found(monkeypatch, tmp_path)
    assert "a row of ancients cites ancients.fire.roll, which has no words" in list(words_missing("ancients"))
    assert contract("atlantis") == ["there is no book atlantis, in the program or in any books folder"]


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("bad.toml", 'format = "portable-wargame/book/1"\nname = "bad"', "; see pw check /"),
        ("torn.toml", "format = ", "it is not TOML"),
        ("odd.py", "1 / 0", "odd.py cannot be loaded (ZeroDivisionError: division by zero)"),
        ("none.py", "BOOK = None", "no ruleset in it is called none"),
    ],
)
def test_a_bad_book_keeps_no_other_from_being_played(
    name: str, text: str, sentence: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    shutil.copy(EXAMPLES / "quick.toml", tmp_path)
    (tmp_path / name).write_text(text, "utf-8")
    if name.endswith(".py"):
        (tmp_path / name).with_suffix(".toml").write_text('title = ""\nsource = ""', "utf-8")
    assert found(monkeypatch, tmp_path) == {"quick"}
    (told,) = shelves.unusable.values()
    assert sentence in told


def a_package_of_ancients(folder: Path) -> None:
    package = folder / "old_wars"
    package.mkdir()
    (package / "__init__.py").touch()
    for file in EXAMPLES.glob("ancients.*"):
        shutil.copy(file, package)
    metadata = folder / "old_wars-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: old-wars\nVersion: 1.0\n", "utf-8")
    (metadata / "entry_points.txt").write_text("[portable_wargame.books]\nancients = old_wars.ancients\n", "utf-8")


def test_a_package_brings_its_book_by_an_entry_point(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    a_package_of_ancients(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    assert found(monkeypatch, tmp_path / "nowhere") == {"ancients"}


VARIANT = """
format = "portable-wargame/book/1"
name = "my-ancients"
title = "My Ancients"
based-on = "ancients"
"""


def test_a_variant_may_be_based_on_any_whole_book_wherever_that_is(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    variants = tmp_path / "variants"
    variants.mkdir()
    (variants / "aaa.toml").write_text(VARIANT, "utf-8")
    monkeypatch.setenv("PW_BOOKS", f"{variants}{os.pathsep}{EXAMPLES}")
    shelves.find()
    assert set(RULESETS) - OF_THE_PROGRAM == {"my-ancients", "ancients", "grim", "quick"} and not shelves.unusable
    for name in set(RULESETS) - OF_THE_PROGRAM:
        remove_book(name)
    a_package_of_ancients(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    assert found(monkeypatch, variants) == {"my-ancients", "ancients"} and not shelves.unusable


def test_of_two_files_with_one_name_the_second_is_said_and_left_out(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for file, title in (("a.toml", "The First"), ("b.toml", "The Second")):
        text = VARIANT.replace('based-on = "ancients"', 'based-on = "classic"').replace("My Ancients", title)
        (tmp_path / file).write_text(text, "utf-8")
    assert found(monkeypatch, tmp_path) == {"my-ancients"}
    assert RULESETS["my-ancients"].title == "The First"
    told = f"{tmp_path / 'a.toml'} is called my-ancients too; give one of them another name"
    assert shelves.unusable == {str(tmp_path / "b.toml"): told}


def test_nobody_can_put_a_book_in_the_place_of_the_program_s(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "classic.py").write_text("from portable_wargame.rulesets.classic import CLASSIC", "utf-8")
    (tmp_path / "classic.toml").write_text('title = ""\nsource = ""', "utf-8")
    assert found(monkeypatch, tmp_path) == set()
    assert "the program already has a book called classic" in shelves.unusable.values()
