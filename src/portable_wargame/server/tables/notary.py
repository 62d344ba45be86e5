"""The notary: signs what the server has kept, with short-lived keys that it publishes."""

import contextlib
import datetime

from ...record.signing import SigningKey, new_key
from ..edge.metrics import metrics
from ..store.base import Store, StoreFailed, now
from ..wire.documents import ServerKey, ServerKeys

LIFETIME = datetime.timedelta(days=90)  # life of a key; its signatures can be checked for ever


class Notary:
    def __init__(self, store: Store) -> None:
        self.store = store

    async def key(self) -> SigningKey | None:
        """The key to sign with; None if the store can't keep one just now: then nothing is signed."""
        try:
            keys = await self._keys()
        except StoreFailed:
            metrics.count("store_failures_total")
            return None
        return next((key for key in keys if not key.retired), None)

    async def published(self) -> ServerKeys:
        return ServerKeys(
            keys=[ServerKey(key=one.public, made=one.made, retired=one.retired or None) for one in await self._keys()]
        )

    async def _keys(self) -> list[SigningKey]:
        """All the keys; the newest is never too old."""
        keys = await self.store.signing_keys()
        in_use = [key for key in keys if not key.retired]
        if any(not _is_old(key) for key in in_use):
            return keys
        try:
            await self.store.add_signing_keys([new_key(now())])
        except StoreFailed:
            if in_use:
                return keys  # an old key is better than none when the disk is full
            raise
        return await self.store.signing_keys()


def _is_old(key: SigningKey) -> bool:
    """A key from far in the future comes from a wrong clock: nobody knows its age, so it counts as old."""
    age = datetime.timedelta.max
    with contextlib.suppress(ValueError):
        age = datetime.datetime.now(datetime.UTC) - datetime.datetime.fromisoformat(key.made)
    return abs(age) >= LIFETIME
