"""`pw forget`: delete games that nobody has touched for a long time, once somebody has said yes."""

import asyncio
import sys
from typing import Annotated

from cyclopts import Parameter, validators

from ...battle.naming import counted
from ...game.errors import Refusal
from ...server.store.base import open_store
from .place import USUAL_PLACE, Place


def forget(
    *,
    days: Annotated[int, Parameter(validator=validators.Number(gte=1))] = 365,
    yes: bool = False,
    place: Place = USUAL_PLACE,
) -> int:
    """
    Parameters
    ----------
    days
        How many days a game must have been left alone. Days when no server was running do not count.
    yes
        Do not ask.
    """
    return asyncio.run(_forget(days, yes, place))


async def _forget(days: int, yes: bool, place: Place) -> int:
    store = await open_store(place.address(), new=False)
    try:
        number = await store.untouched(days * 24)
        if not number:
            print(f"Nothing to delete: every game in {store.name} has been touched within {days} days.")
            return 0
        if not yes and not _agreed(f"Delete {counted(number, 'game')} in {store.name}, untouched for {days} days?"):
            print("Nothing was deleted.")
            return 0
        print(f"Deleted {counted(await store.forget(days * 24), 'game')}.")
        return 0
    finally:
        await store.close()


def _agreed(question: str) -> bool:
    if not sys.stdin.isatty():
        raise Refusal(f"{question} Add --yes to skip the question.")
    return input(f"{question} [y/N] ").strip().lower() in ("y", "yes")
