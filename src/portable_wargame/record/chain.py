"""The chain: a running hash binds every line of a record to all the lines before it.

The link of a line is the SHA-256 of the link before it and of the line's own text. Change a character anywhere, and
every link from there on is another. docs/formats.md says it byte for byte.
"""

import hashlib
import re
from collections.abc import Iterable

ENDING = re.compile(r',"chain":"([0-9a-f]{64})"\}')
LENGTH = len(',"chain":""}') + 64
# A signature is about the chain, not a link of it.
SIGNATURE = '{"signed":'


class Chain:
    def __init__(self, lines: int = 0, head: str = "") -> None:
        self.lines = lines  # lines in the chain
        self.head = head  # the link of the last line

    def add(self, text: str) -> str:
        """The line as it stands in a record, with its link at its end."""
        if text.startswith(SIGNATURE):
            return text
        self.head = hashlib.sha256(f"{self.head}{text}".encode()).hexdigest()
        self.lines += 1
        return f'{text[:-1]},"chain":"{self.head}"}}'

    def fits(self, text: str) -> bool:
        """Whether a line of a record is the next in this chain; if so, add it."""
        if text.startswith(SIGNATURE):
            return True
        found = ENDING.fullmatch(text, len(text) - LENGTH) if len(text) > LENGTH else None
        if found is None:
            return False
        self.add(unlinked(text))
        return self.head == found[1]


def unlinked(text: str) -> str:
    """A line without its link."""
    return f"{text[:-LENGTH]}}}"


def chained(texts: Iterable[str]) -> str:
    """A whole record from its lines without links."""
    chain = Chain()
    return "".join(f"{chain.add(text)}\n" for text in texts)
