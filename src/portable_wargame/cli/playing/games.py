"""`pw games`: the battles that `pw play` has saved."""

import datetime
from pathlib import Path
from typing import Any

from ..._folder import data_folder
from ...record.reading import BadRecord, read_record, replay
from ..output import put_json
from ..terminal import Terminal, in_shell


def own_folder() -> Path:
    """Where games are saved by default."""
    return data_folder() / "games"


def games(*, json: bool = False) -> int:
    """
    Parameters
    ----------
    json
        As JSON, for programs.
    """
    console = Terminal()
    found = [_entry(path) for path in sorted(own_folder().glob("*.pwg"), key=_changed, reverse=True)]
    if json:
        return put_json(found)
    for game in found:
        if "problem" in game:
            console.say(game["problem"])
            continue
        console.say(game["title"], "bold")
        console.say(f"  {game['saved'].replace('T', ' ')}, turn {game['turn']} of {game['turns']}, {_how(game)}")
        console.say(f"  {'pw replay' if game['over'] else 'pw play --resume'} {in_shell(Path(game['file']))}")
    if not found:
        console.say(f"No games are saved in {own_folder()}; pw play begins one.")
    return 0


def _how(game: dict[str, Any]) -> str:
    if game["over"]:
        return f"won by {game['winner']}" if game["winner"] else "a draw"
    return f"{game['to-move']} to move"


def _entry(path: Path) -> dict[str, Any]:
    """A game's entry in the list. Playing its record again is the only way to tell whose move it is."""
    saved = datetime.datetime.fromtimestamp(_changed(path)).isoformat(timespec="minutes")
    entry: dict[str, Any] = {"file": str(path), "saved": saved}
    try:
        record = read_record(str(path))
        session = None
        for moment in replay(record):
            session = moment.session
        if session is None:
            raise BadRecord(f"{path}: the record ends before the battle begins")
    except BadRecord as problem:
        return entry | {"problem": str(problem)}
    names = {side.id: side.name for side in record.scenario.sides}
    result = session.state()["result"]
    return entry | {
        "title": record.scenario.title,
        "turn": session.game.battle.turn,
        "turns": record.scenario.turns,
        "over": result is not None,
        "to-move": names.get(session.decides() or ""),
        "winner": names.get(result["winner"] or "") if result else None,
    }


def _changed(path: Path) -> float:
    return path.stat().st_mtime
