"""What a command prints, and what it writes to a file or to standard output."""

import json
import sys
from pathlib import Path
from typing import Any
from unicodedata import category

UNSEEN = ("Cc", "Cf", "Cs", "Zl", "Zp")


def harmless(words: str) -> str:
    """Characters that could control the terminal, or reverse a sentence, are shown as a mark."""
    if words.isprintable():
        return words
    return "".join("\ufffd" if category(one) in UNSEEN and one not in "\n\t" else one for one in words)


def put(text: str, output: Path | None, summary: str) -> int:
    """Write the text; if it goes to a file, describe it on standard error."""
    if output is None:
        sys.stdout.write(text)
    else:
        output.write_text(text, encoding="utf-8")
        print(f"{output}: {summary}", file=sys.stderr)
    return 0


def put_json(value: Any) -> int:
    """Print for programs what a command would list for people."""
    print(json.dumps(value, indent=2, ensure_ascii=False))
    return 0
