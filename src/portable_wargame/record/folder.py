"""Where games are kept when nobody says where."""

import os
from pathlib import Path

from ..game.errors import Refusal


def data_folder() -> Path:
    """The program's own folder among the user's data."""
    home = os.environ.get("XDG_DATA_HOME")
    try:
        return (Path(home) if home else Path.home() / ".local" / "share") / "portable-wargame"
    except RuntimeError:
        # Such as in a container, for a user without a name.
        raise Refusal("you have no home folder to keep games in: set HOME or XDG_DATA_HOME to a folder") from None
