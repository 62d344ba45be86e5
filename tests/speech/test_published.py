"""What is published is made from the rows and types: made anew, it is what is kept in the repository."""

from pathlib import Path

import pytest

from portable_wargame.speech.documents import renewed, tables
from portable_wargame.speech.schemas import text

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("name", ["book", "protocol", "record"])
def test_the_schemas_have_not_drifted(name: str) -> None:
    kept = (DOCS / "schemas" / f"{name}.schema.json").read_text("utf-8")
    assert kept == text(name), "make it anew: python -m portable_wargame.speech.schemas"


def test_the_tables_of_the_formats_have_not_drifted() -> None:
    page = (DOCS / "formats.md").read_text("utf-8")
    assert page == renewed(page), "make them anew: python -m portable_wargame.speech.documents"


@pytest.mark.parametrize("name", tables())
def test_every_table_has_its_place(name: str) -> None:
    page = (DOCS / "formats.md").read_text("utf-8")
    assert page.count(f"<!-- {name} -->\n") == page.count(f"\n<!-- /{name} -->") == 1
