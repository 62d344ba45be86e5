"""Backups: all games of a store in one file that any kind of store can read.

The file is compressed JSON Lines: a header, then a line for each game, then the number of games. It holds the keys of
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
from ...record.keys import Key, key_from
from ...record.lines import PutAway, TakenUp
from ...record.recording import is_chained
from ...record.signing import SigningKey
from ...speech.trees import Sent
from .base import Behind, Line, Note, Store, Stored, now
from .columns import COLUMNS, Beside

FORMAT = "portable-wargame/backup/1"


async def back_up(store: Store, path: Path) -> int:
    """Write every game as it is at one moment; returns how many. The file appears only when it is complete."""
    unfinished = path.with_name(f"{path.name}.part")
    number = 0
    descriptor = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as raw:
        with gzip.open(raw, "wt", encoding="utf-8") as file:
            keys = [[key.public, key.made, key.retired or now()] for key in await store.signing_keys()]
            _write(file, {"format": FORMAT, "time": now(), "keys": keys})
            async for game in store.all():
                _write(file, _tree(game))
                number += 1
            _write(file, {"games": number})
        raw.flush()
        os.fsync(raw.fileno())
    unfinished.replace(path)
    return number


async def restore(store: Store, path: Path) -> tuple[int, int]:
    """Put the games of a backup into a store; returns how many, and how many already existed and were left alone. An
    unfinished battle continues with dice from a new key: somebody may have seen the old key's dice fall."""
    # Read it all before writing anything: half a backup is no backup.
    for _ in games_of(path):
        pass
    await store.add_signing_keys(list(keys_of(path)))
    restored = known = 0
    for game in games_of(path):
        try:
            await store.create(with_new_dice(game))
            restored += 1
        except Behind:
            known += 1
    return restored, known


def with_new_dice(game: Stored) -> Stored:
    trees = [json.loads(line.text) for line in game.lines]
    sealed = [tree["dice"] for tree in trees if isinstance(tree.get("dice"), dict)]
    is_over = any("result" in tree for tree in trees)
    has_begun = any("start" in tree for tree in trees)
    # The player who chose a seed knows it anyway; a record without a chain has no room before the start.
    if game.replay or is_over or not sealed or sealed[-1].get("scheme") != "nonces":
        return game
    if not has_begun and not is_chained(trees[0]):
        return game
    key, beside = Key(game.id), Beside(at=now())
    old = key_from(dict(game.secret), sealed[-1])
    game.lines += [Line(line.text(), beside) for line in (PutAway(reveal=old.tree()), TakenUp(sealed=key.sealed()))]
    game.secret = key.tree()
    return game


def keys_of(path: Path) -> Iterator[SigningKey]:
    """The public halves of the keys with which the server of a backup signed."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for public, made, retired in json.loads(file.readline()).get("keys", []):
            yield SigningKey(public, "", made, retired)


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
        raise Refusal(f"{path}: this is not a backup, or it is damaged: {problem}") from None
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
    columns = {name: column.of(tree.get(name, {})) for name, column in COLUMNS.items()}
    return Stored(lines=lines, notes=notes, **{name: tree[name] for name in PLAIN}, **columns)


def _write(file: Any, tree: Sent) -> None:
    file.write(json.dumps(tree, separators=(",", ":")) + "\n")
