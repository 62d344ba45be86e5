"""Where games are kept when nobody says where."""

import os
from pathlib import Path


def data_folder() -> Path:
    """The program's own folder among the user's data."""
    home = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(home) / "portable-wargame"
