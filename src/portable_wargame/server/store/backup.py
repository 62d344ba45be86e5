"""Backups: all games of a store in one file that any store can read, whatever it is kept in.

The file is JSON Lines, compressed: what it is, then a line for each game, then how many there are. It holds the keys of
dice and the hashes of tokens, so nobody but its owner may read it.
"""

import gzip
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from ...game.errors import Refusal
from ...speech.trees import Sent
from .base import Behind, Line, Note, Store, Stored, now
from .columns import COLUMNS, Beside

FORMAT = "portable-wargame/backup/1"


async def back_up(store: Store, path: Path) -> int:
    """Write every game, as all are at one moment; how many there are. The file is there when it is whole."""
    unfinished = path.with_name(f"{path.name}.part")
    number = 0
    descriptor = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as raw:
        with gzip.open(raw, "wt", encoding="utf-8") as file:
            _write(file, {"format": FORMAT, "time": now()})
            async for game in store.all():
                _write(file, _tree(game))
                number += 1
            _write(file, {"games": number})
        raw.flush()
        os.fsync(raw.fileno())
    unfinished.replace(path)
    return number


async def restore(store: Store, path: Path) -> tuple[int, int]:
    """Put the games of a backup into a store; how many, and how many were there already and were left as they are."""
    # It is read to its end before anything is written: half a backup is none.
    for _ in games_of(path):
        pass
    restored = known = 0
    for game in games_of(path):
        try:
            await store.create(game)
            restored += 1
        except Behind:
            known += 1
    return restored, known


def games_of(path: Path) -> Iterator[Stored]:
    number = 0
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            first = json.loads(file.readline())
            if not isinstance(first, dict) or first.get("format") != FORMAT:
                raise Refusal(f'{path}: the first line of a backup has "format": "{FORMAT}"')
            for line in file:
                tree = json.loads(line)
                if "games" in tree:
                    if tree["games"] != number:
                        raise Refusal(f"{path}: {tree['games']} games were backed up, and {number} are in the file")
                    return
                yield _game(tree)
                number += 1
    except (OSError, EOFError, ValueError, TypeError, KeyError, AttributeError) as problem:
        raise Refusal(f"{path}: this is no backup, or a damaged one: {problem}") from None
    raise Refusal(f"{path}: the backup is not complete: its last line is missing")


PLAIN = ("id", "replay", "created", "changed", "revision")


def _tree(game: Stored) -> Sent:
    return {
        **{name: getattr(game, name) for name in PLAIN},
        **{name: column.tree(getattr(game, name)) for name, column in COLUMNS.items()},
        "lines": [{"text": line.text, "beside": msgspec.to_builtins(line.beside)} for line in game.lines],
        "notes": [{"time": note.time, "side": note.side, "text": note.text} for note in game.notes],
    }


def _game(tree: Sent) -> Stored:
    lines = [Line(line["text"], msgspec.convert(line["beside"], Beside)) for line in tree["lines"]]
    notes = [Note(**note) for note in tree["notes"]]
    columns = {name: column.of(tree[name]) for name, column in COLUMNS.items()}
    return Stored(lines=lines, notes=notes, **{name: tree[name] for name in PLAIN}, **columns)


def _write(file: Any, tree: Sent) -> None:
    file.write(json.dumps(tree, separators=(",", ":")) + "\n")
