"""Where a server keeps its games: the options of every command that touches them."""

from dataclasses import dataclass
from pathlib import Path

from cyclopts import Parameter

from ...record.folder import data_folder


@Parameter(name="*")
@dataclass(frozen=True)
class Place:
    data: Path | None = None
    """The folder in which games are kept; without it, your own data folder."""
    store: str | None = None
    """Another place for the games: a SQLite file, or a PostgreSQL database such as postgresql://user@host/name."""

    def folder(self) -> Path:
        return self.data or data_folder()

    def address(self) -> str:
        """Of the store."""
        return self.store or str(self.folder() / "games.sqlite")


USUAL_PLACE = Place()
