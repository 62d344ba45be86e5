"""What a command makes: to a file, or to standard output."""

import sys
from pathlib import Path


def put(text: str, output: Path | None, summary: str) -> int:
    """Write the text; if it goes to a file, say on standard error what is in it."""
    if output is None:
        sys.stdout.write(text)
    else:
        output.write_text(text, encoding="utf-8")
        print(f"{output}: {summary}", file=sys.stderr)
    return 0
