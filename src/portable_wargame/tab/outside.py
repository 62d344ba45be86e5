"""The page's worker, outside: it keeps things in the browser's storage, and has other workers think.

Only text crosses, because text passes between the two languages unchanged.
"""

from collections.abc import Awaitable
from typing import Protocol

KEPT = "kept"
BEHIND = "behind"
FULL = "full"


class Outside(Protocol):
    # -- to the page

    def told(self, line: int, text: str) -> None:
        """Hand a message to the page, on one of its open lines."""

    def closed(self, line: int, code: int) -> None: ...

    # -- the browser's storage; each call answers once it is written for good: KEPT, BEHIND, FULL or the error

    def keep(self, game: str, revision: int, rows: str) -> Awaitable[str]:
        """Keep all of `rows`, or nothing: BEHIND unless this is the kept revision; -1 stands for no game."""

    def kept(self, game: str, lines: int, notes: int) -> Awaitable[str]:
        """The rows of a game, with its lines and notes from these numbers on; empty if there is no such game."""

    def games(self) -> Awaitable[str]:
        """A list of their names."""

    def shelve(self, name: str, text: str) -> Awaitable[str]:
        """A scenario of the player's own; one without text is deleted."""

    # -- the other workers

    def think(self, question: str) -> Awaitable[str]: ...

    def fight(self, work: str) -> Awaitable[str]: ...
