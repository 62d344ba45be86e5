"""`pw backup`, `pw restore`: all games of a server in one file, and back again."""

import asyncio
from pathlib import Path

from ...server.store import backup as backups
from ...server.store.base import open_store
from .place import USUAL_PLACE, Place


def backup(file: Path, /, *, place: Place = USUAL_PLACE) -> int:
    """
    Parameters
    ----------
    file
        The backup file. An older one is replaced only once the new one is complete.
    """
    return asyncio.run(_backup(file, place))


def restore(file: Path, /, *, place: Place = USUAL_PLACE) -> int:
    """
    Parameters
    ----------
    file
        The backup.
    """
    return asyncio.run(_restore(file, place))


async def _backup(file: Path, place: Place) -> int:
    # A mistyped place must not end in a backup of nothing.
    store = await open_store(place.address(), new=False)
    number = await backups.back_up(store, file)
    await store.close()
    print(f"{number} games from {store.name} are in {file}. It holds their secrets: keep it to yourself.")
    return 0


async def _restore(file: Path, place: Place) -> int:
    store = await open_store(place.address())
    restored, known = await backups.restore(store, file)
    await store.close()
    left = f"; {known} already existed and are unchanged" if known else ""
    print(f"{restored} games from {file} are now in {store.name}{left}.")
    return 0
