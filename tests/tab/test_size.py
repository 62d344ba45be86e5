"""What the first visit fetches, as a host that compresses sends it."""

from pathlib import Path

import pytest

from tests.browser.site import SITE, downloaded

TOP = Path(__file__).parents[2]
MOST = 9  # megabytes


def test_the_first_visit_fetches_no_more_than_the_page_says() -> None:
    if not (SITE / "index.html").is_file():
        pytest.skip("the site is not built: python3 run.py test builds it")
    size = downloaded()
    assert size < MOST
    for page in ("docs/browser.md", "web/src/words/english/site.ts"):
        assert f"about {size:.0f} MB" in (TOP / page).read_text("utf-8")
