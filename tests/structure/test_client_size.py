"""What a visitor fetches can only grow when somebody decides so. The limits are what it is now, and a little room."""

import gzip
from pathlib import Path

import pytest

TOP = Path(__file__).parents[2]
CLIENT = TOP / "src" / "portable_wargame" / "server" / "client"
FACES = TOP / "web" / "src" / "styles" / "fonts"
built = pytest.mark.skipif(not (CLIENT / "index.html").is_file(), reason="the page has not been built")


def compressed(paths: list[Path]) -> float:
    return sum(len(gzip.compress(path.read_bytes())) for path in paths) / 1000


def test_the_typefaces_carry_only_kerning_that_can_be_seen() -> None:
    assert compressed(list(FACES.glob("*.woff2"))) < 40.5


@built
def test_the_whole_client_does_not_grow_unnoticed() -> None:
    assert compressed([path for path in CLIENT.rglob("*") if path.is_file()]) < 310


@built
def test_a_scoped_class_has_a_short_name() -> None:
    for path in (CLIENT / "assets").glob("*.css"):
        assert "svelte-" not in path.read_text("utf-8"), path.name
