"""Claims: the owner of a game may give a seat to somebody else, though not behind its player's back. It works at once
while nobody has sat down, or when the player agrees. Otherwise everybody hears about the claim, and it works when the
player has stayed away for `ABSENCE` since, on a server that was running to come back to; coming back ends it. The
record then shows it, and undisclosed orders are void, so that nobody reads or uses them.
"""

import datetime

from ...battle.naming import counted
from ..games.keeper import timestamp
from ..games.match import Match
from ..games.permission import NotAllowed
from ..games.seats import hashed
from ..games.steps import Sides
from ..store.columns import Claim
from ..wire import messages
from . import consent

ABSENCE = datetime.timedelta(hours=24)
HERE = 6  # hours of that, at least, when the server was running: by its own count, whatever the clock says
ON_THE_WAY = datetime.timedelta(minutes=1)  # to come back to a server that was away itself


def is_taken(match: Match, side: str) -> bool:
    sat = match.kept.players[side].sat
    return sat if sat is not None else side in match.chronicle.seated


async def claim(match: Match, side: str, token: str, present: list[Sides]) -> int | None:
    """The number of the step, if the seat goes to somebody else now."""
    consent.check_playing(match)
    standing = match.kept.claims
    if standing is None or standing.side != side:
        await _lay(match, side, hashed(token))
        return None
    name = match.game.battle.roster.side_names[match.sides.index(side)]
    if any(match.sides.index(side) in held for held in present):
        raise NotAllowed("waiting", f"the player of {name} is here, and has been asked")
    if datetime.datetime.now(datetime.UTC) < free_from(standing):
        when = free_from(standing).isoformat(" ", "minutes").removesuffix("+00:00")
        raise NotAllowed("waiting", f"the player of {name} has until {when} (UTC) to come back")
    if (left := standing.hours + HERE - await match.keeper.store.age()) > 0:
        hours = counted(left, "more hour")
        raise NotAllowed(
            "waiting", f"the server must run for {hours} first, so that the player of {name} can come back"
        )
    if datetime.datetime.now(datetime.UTC) < match.opened + ON_THE_WAY:
        raise NotAllowed("waiting", f"the game was just opened, and {name} may be on the way: ask again in a minute")
    return await match.reseat(side, hashed(token), "absence")


async def answer(match: Match, side: str, accept: bool) -> int | None:
    """By the player who sits there."""
    standing = match.kept.claims
    if standing is None or standing.side != side:
        raise NotAllowed("stale", "nobody wants your seat any more")
    if accept:
        consent.check_playing(match)
        return await match.reseat(side, standing.token, "consent")
    await match.keeper.claim(None)
    return None


async def seen(match: Match, sides: Sides, leaving: bool) -> None:
    """The seat's player has come, and keeps it; or leaves, and counts as away from now on."""
    standing = match.kept.claims
    if standing is not None and match.sides.index(standing.side) in sides:
        if leaving:
            await _lay(match, standing.side, standing.token)
        else:
            await match.keeper.claim(None)


async def _lay(match: Match, side: str, token: str) -> None:
    """Lay the claim, from now on."""
    await match.keeper.claim(Claim(side, token, timestamp(), await match.keeper.store.age()))


def told(match: Match) -> messages.Claim | None:
    standing = match.kept.claims
    if standing is None:
        return None
    return messages.Claim(side=standing.side, free=free_from(standing).isoformat(timespec="seconds"))


def free_from(claim: Claim) -> datetime.datetime:
    return datetime.datetime.fromisoformat(claim.at) + ABSENCE
