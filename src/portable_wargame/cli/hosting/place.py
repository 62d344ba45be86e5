"""Where a server keeps its games: the options of every command that touches them."""

from dataclasses import dataclass
from pathlib import Path

from cyclopts import Parameter

from ..._folder import data_folder


@Parameter(name="*")
@dataclass(frozen=True)
class Place:
    data: Path | None = None
    """The folder where games are kept. By default, your data folder."""
    store: str | None = None
    """Keep games elsewhere: a SQLite file, or a PostgreSQL database such as postgresql://user@host/name."""

    def folder(self) -> Path:
        return self.data or data_folder()

    def address(self) -> str:
        """The address of the store."""
        return self.store or str(self.folder() / "games.sqlite")


USUAL_PLACE = Place()
