"""`pw games`: the battles that `pw play` has saved."""

from pathlib import Path

from ...record.folder import data_folder
from ...record.lines import Ended
from ...record.reading import BadRecord, read_record
from ..terminal import Terminal, in_shell


def own_folder() -> Path:
    """Where a game is saved if nobody says where."""
    return data_folder() / "games"


def games() -> int:
    console = Terminal()
    found = sorted(own_folder().glob("*.pwg"), key=_changed, reverse=True)
    for path in found:
        try:
            record = read_record(str(path))
        except BadRecord as problem:
            console.say(f"{problem}")
            continue
        over = any(isinstance(line, Ended) and line.result for line in record.lines)
        console.say(record.scenario.title + (" (over)" if over else ""), "bold")
        console.say(f"  {'pw replay' if over else 'pw play --resume'} {in_shell(path)}")
    if not found:
        console.say(f"No games are saved in {own_folder()}; pw play begins one.")
    return 0


def _changed(path: Path) -> float:
    return path.stat().st_mtime
