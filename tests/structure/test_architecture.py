"""The page that a stranger reads first names only what is there."""

import re
from pathlib import Path

import pytest

TOP = Path(__file__).parents[2]
SOURCE = TOP / "src" / "portable_wargame"
PAGE = (TOP / "ARCHITECTURE.md").read_text("utf-8")
# A path of the package, of the client or of the repository: it has a slash, and no gap to be filled in.
PATHS = sorted({path for path in re.findall(r"`([\w./-]+/[\w./-]*)`", PAGE) if "NAME" not in path})


@pytest.mark.parametrize("path", PATHS)
def test_every_path_is_there(path: str) -> None:
    assert any((root / path).exists() for root in (SOURCE, TOP)), f"ARCHITECTURE.md names {path}"


def test_every_package_has_its_row() -> None:
    packages = {path.parent.name for path in SOURCE.glob("*/__init__.py")}
    assert packages <= set(re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE))
