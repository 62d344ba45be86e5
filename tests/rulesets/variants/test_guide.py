"""The guide tells the truth: what it prints is a sound book, and everything a book may say stands in it."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from portable_wargame.rulesets.variants.building import KEYS
from portable_wargame.rulesets.variants.ground import KEYS as FEATURE_KEYS
from portable_wargame.rulesets.variants.units import COLUMNS
from portable_wargame.rulesets.variants.variant import FORMAT

from .camels import forget_books, variant

GUIDE = (Path(__file__).parents[3] / "docs" / "books.md").read_text("utf-8")
BLOCKS = [
    tree for text in re.findall(r"^```toml\n(.*?)^```", GUIDE, re.DOTALL | re.MULTILINE)
    if "project" not in (tree := tomllib.loads(text))
]  # fmt: skip


@pytest.mark.parametrize("block", BLOCKS)
def test_what_the_guide_prints_is_a_sound_book(block: dict[str, Any]) -> None:
    start = {"format": FORMAT, "name": "mine", "title": "Mine", "based-on": "classic", **block}
    rows = start.pop("rows", {})
    try:
        for base in ("classic", "modern"):
            own = {key: to for key, to in rows.items() if key.startswith(f"{base}.")}
            if own or base == "classic":
                variant({**start, "based-on": base, "rows": own})
    finally:
        forget_books()


def test_the_guide_names_everything_that_a_book_may_say() -> None:
    assert len(BLOCKS) == 3
    named = set(re.findall(r"[a-z][a-z-]+", GUIDE))
    assert set(KEYS) <= named
    assert {column.key for column in COLUMNS} <= named
    assert set(FEATURE_KEYS) <= named
