"""Seats: anyone who holds a side's token plays it. The server keeps only a hash of each."""

import hashlib
import hmac
import secrets
from collections.abc import Iterable

from ...scenario.checking.schema import unseen


def new_token() -> str:
    """128 bits, to be shown once."""
    return secrets.token_urlsafe(16)


def hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def held(seats: dict[str, str], tokens: Iterable[str]) -> list[str] | None:
    """The sides that the tokens open, in the order of the seats; None if one of them opens nothing.

    Every token is compared with every seat, each in constant time, so that timing tells nothing.
    """
    opened: set[str] = set()
    for token in tokens:
        found = [side for side, seat in seats.items() if hmac.compare_digest(seat, hashed(token))]
        if not found:
            return None
        opened.update(found)
    return [side for side in seats if side in opened]


def plain(text: str) -> str:
    """A visitor's text on one line, without control characters and what can't be seen."""
    seen = unseen().sub(" ", text)
    return " ".join("".join(one if one.isprintable() else " " for one in seen).split())
