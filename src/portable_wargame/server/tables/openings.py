"""Open seats: battles that wait for anybody. A player takes one by its link, and gets a token of their own."""

from collections import Counter

from ...speech.trees import Sent
from ..edge.limits import Visitor
from ..games.seats import hashed
from ..store.base import MOST_OFFERED, Store, Stored
from ..store.columns import Offer, Seat
from ..wire.documents import OpenSeat, OpenSeats
from .joining import clock_told

MOST_SHOWN = 50


def offer_of(scenario: Sent, tokens: dict[str, str], players: dict[str, Seat], visitor: Visitor) -> Offer | None:
    """The seat of the person who is not the owner; None if there is none. `tokens` are the people's."""
    free = [side for side in tokens if not players[side].owner]
    if not free:
        return None
    side = free[0]
    names = {one["id"]: one.get("name") or one["id"] for one in scenario["sides"]}
    by = visitor.party if visitor.is_limited() else ""
    return Offer(side, tokens[side], scenario["title"], scenario["ruleset"], names[side], by)


async def open_seats(store: Store) -> OpenSeats:
    """Only a few for each visitor, so that nobody can bury others' seats under their own."""
    seats: list[OpenSeat] = []
    offered: Counter[str] = Counter()
    for game in await store.open_games():
        if game.open is None or not is_free(game) or len(seats) >= MOST_SHOWN:
            continue
        offered[game.open.by] += 1
        if not game.open.by or offered[game.open.by] <= MOST_OFFERED:
            seats.append(told(game, game.open))
    return OpenSeats(seats=seats)


def is_free(game: Stored) -> bool:
    """Nobody has exchanged the token yet."""
    offer = game.open
    return offer is not None and game.seats.get(offer.side) == hashed(offer.token)


def told(game: Stored, offer: Offer) -> OpenSeat:
    hosts = [seat.name for side, seat in game.players.items() if side != offer.side]
    return OpenSeat(
        game=game.id,
        token=offer.token,
        side=offer.side,
        title=offer.title,
        book=offer.book,
        side_name=offer.side_name,
        host=hosts[0] if hosts else "",
        clock=clock_told(game.clock),
        created=game.created,
    )
