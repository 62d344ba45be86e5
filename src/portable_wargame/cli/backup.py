"""`pw backup`, `pw restore`: all games of a server in one file, and back again."""

import asyncio
from pathlib import Path

from ..record.folder import data_folder
from ..server import backup as backups
from ..server.store import Store, open_store


def backup(file: Path, /, *, data: Path | None = None, store: str | None = None) -> int:
    """
    Parameters
    ----------
    file
        The backup; what was there before is replaced when the new one is whole.
    data
        The folder in which games are kept; without it, your own data folder.
    store
        Another place of the games, as for pw serve.
    """
    return asyncio.run(_backup(file, data, store))


def restore(file: Path, /, *, data: Path | None = None, store: str | None = None) -> int:
    """
    Parameters
    ----------
    file
        The backup.
    data
        The folder in which games are kept; without it, your own data folder.
    store
        Another place for the games, as for pw serve.
    """
    return asyncio.run(_restore(file, data, store))


async def _backup(file: Path, data: Path | None, address: str | None) -> int:
    store = await _opened(data, address)
    number = await backups.back_up(store, file)
    await store.close()
    print(f"{number} games of {store.name} are in {file}. It holds their secrets: keep it to yourself.")
    return 0


async def _restore(file: Path, data: Path | None, address: str | None) -> int:
    store = await _opened(data, address)
    restored, known = await backups.restore(store, file)
    await store.close()
    left = f"; {known} were there already and are as they were" if known else ""
    print(f"{restored} games of {file} are now in {store.name}{left}.")
    return 0


async def _opened(data: Path | None, address: str | None) -> Store:
    return await open_store(address or (data or data_folder()) / "games.sqlite")
