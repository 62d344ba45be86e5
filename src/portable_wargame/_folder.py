"""Where games and books are kept by default."""

import os
from pathlib import Path

from .game.errors import Refusal


def data_folder() -> Path:
    """The program's own folder among the user's data."""
    home = os.environ.get("XDG_DATA_HOME")
    try:
        return (Path(home) if home else Path.home() / ".local" / "share") / "portable-wargame"
    except RuntimeError:
        # This happens in a container, for a user without a name.
        raise Refusal("you have no home folder to keep games in: set HOME or XDG_DATA_HOME to a folder") from None


BOOKS = "PW_BOOKS"


def book_folders() -> list[Path]:
    """Where to look for books: where PW_BOOKS says, or in the user's own folder."""
    named = os.environ.get(BOOKS)
    if named is not None:
        return [Path(one) for one in named.split(os.pathsep) if one]
    try:
        return [data_folder() / "books"]
    except Refusal:
        return []
