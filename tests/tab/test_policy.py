"""What the page without a server may load: everything of its own, and nothing from elsewhere."""

import re
from pathlib import Path

WEB = Path(__file__).parents[2] / "web"


def test_all_that_the_page_brings_may_be_loaded() -> None:
    (policy,) = re.findall(r'content="(default-src[^"]*)"', (WEB / "site.html").read_text("utf-8"))
    allowed = {name: sources for name, *sources in (rule.split() for rule in policy.split("; "))}
    assert allowed["default-src"] == ["'none'"]
    own = {"script-src", "worker-src", "connect-src", "style-src", "font-src", "img-src", "manifest-src"}
    assert own <= allowed.keys()
    for name in own:
        assert allowed[name][0] == "'self'"
        assert set(allowed[name][1:]) <= {"'wasm-unsafe-eval'", "data:", "blob:"}
