"""The words we do not use: `docs/style.md` lists them, and nothing that anybody reads has them."""

import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

from portable_wargame.rules.words import REASONS
from portable_wargame.speech.happenings import HAPPENINGS
from portable_wargame.speech.throws import THROWS
from portable_wargame.speech.verbs import VERBS

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "portable_wargame"
STYLE = ROOT / "docs" / "style.md"
# Prose that is somebody's voice, or that quotes the words it is about.
SPARED = ("src/portable_wargame/scenario/library/", "docs/style.md", "src/portable_wargame/server/client/")


def unwanted() -> list[str]:
    """The first column of the table."""
    _, _, table = STYLE.read_text("utf-8").partition("## Words we do not use")
    rows = [line.split("|")[1] for line in table.splitlines() if line.startswith("|")]
    return [word.strip() for row in rows[2:] for word in row.split(",")]


def texts() -> Iterator[tuple[str, int, str]]:
    """Every file that speaks, line by line: of Python, its strings and comments."""
    programs = [found for place in ("", "docs", "examples") for found in (ROOT / place).glob("*.py")]
    for path in sorted([*PACKAGE.rglob("*.py"), *programs]):
        if not _is_spared(path):
            for token in tokenize.generate_tokens(io.StringIO(path.read_text("utf-8")).readline):
                if token.type in (tokenize.STRING, tokenize.COMMENT):
                    yield _name(path), token.start[0], token.string
    written = [
        *PACKAGE.rglob("*.toml"),
        *(ROOT / "docs").glob("*.md"),
        *(ROOT / ".github").rglob("*.md"),
        *(ROOT / name for name in DOCUMENTS),
    ]
    pages = [path for path in (ROOT / "web" / "src").rglob("*") if path.suffix in (".svelte", ".ts")]
    for path in sorted(written) + sorted(pages):
        if not _is_spared(path):
            for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
                yield _name(path), number, line


DOCUMENTS = ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "CODE_OF_CONDUCT.md", "SECURITY.md")


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def _is_spared(path: Path) -> bool:
    return _name(path).startswith(SPARED)


def test_nobody_uses_them() -> None:
    words = re.compile(r"(?<![\w-])(" + "|".join(re.escape(word) for word in unwanted()) + r")(?![\w-])", re.IGNORECASE)
    found = [f"{name}:{line}: {match[0]}" for name, line, text in texts() if (match := words.search(text))]
    assert found == []


def test_the_list_is_read() -> None:
    assert {"anew", "mended", "whoever"} <= set(unwanted())


# -- the rows


def given() -> set[str]:
    """The names of reasons that the rules give: those that `because` is called with, and the functions of rows."""
    found: set[str] = set()
    for path in PACKAGE.rglob("*.py"):
        if "client" not in path.parts and path.name != "words.py":
            text = path.read_text("utf-8")
            found |= set(re.findall(r'"([a-z_-]+)"', text)) | set(re.findall(r"def (\w+)", text))
    return found


def test_every_reason_is_given_somewhere() -> None:
    assert set(REASONS) - given() == set()


@pytest.mark.parametrize("name", sorted(VERBS))
def test_orders_are_imperatives_and_the_log_is_past(name: str) -> None:
    row = VERBS[name]
    assert row.order and not row.order.startswith("{unit}"), "an order is given, not told"
    assert row.order[0].isupper() or row.order.startswith("{")
    assert row.said.startswith(("{unit} ", "{side} ", "the "))


def test_sentences_of_the_log_end_with_a_full_stop() -> None:
    told = {row.name: row.told for row in HAPPENINGS.values()} | {row.name: row.told for row in THROWS.values()}
    assert [name for name, words in told.items() if not words.endswith((".", "}"))] == []
