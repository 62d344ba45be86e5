"""The page's types are those of the server: made anew, they are what is kept in the repository."""

from pathlib import Path

from portable_wargame.server.wire.typescript import typescript

PROTOCOL = Path(__file__).parents[2] / "web" / "src" / "common" / "protocol.ts"


def test_the_types_of_the_page_have_not_drifted() -> None:
    remedy = "python -m portable_wargame.server.wire.typescript > web/src/common/protocol.ts"
    assert PROTOCOL.read_text("utf-8") == typescript(), f"make it anew: {remedy}"


def test_types_say_what_the_schemas_say() -> None:
    text = typescript()
    assert '  "can-undo": boolean;\n' in text
    assert "  since?: number;\n" in text
    assert "  stops: Reason | null;\n" in text
    assert "export type Request = Join | Act |" in text
    assert '    do: "fire";\n    unit: Id;\n    target: Cell;\n' in text
