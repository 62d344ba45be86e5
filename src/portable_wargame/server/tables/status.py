"""Around a game: everything clients hear about it except the battle itself."""

from collections.abc import Iterable

from ..games.match import Match
from ..games.steps import Sides
from ..wire.messages import Around, Remark, SeatNow
from . import claims, clocks, consent


def around(match: Match, sides: Sides, present: Iterable[Sides]) -> Around:
    """As a client of these sides hears it; `present` are the sides of everybody who is connected."""
    connected = list(present)
    owners = [side for side, seat in zip(match.sides, match.players, strict=True) if seat.owner]
    return Around(
        seats={
            side: SeatNow(
                name=seat.name,
                taken=side in match.chronicle.seated or not match.chronicle.seal.has_nonces(),
                present=any(number in held for held in connected),
                hurried=number in match.hurried,
            )
            for number, (side, seat) in enumerate(zip(match.sides, match.players, strict=True))
        },
        owner=owners[0] if owners else None,
        spectators=sum(not held for held in connected),
        dice=match.chronicle.seal.told(),
        proposal=consent.told(match, sides),
        claim=claims.told(match),
        clock=clocks.told(match),
    )


def chat(match: Match, sides: Sides, since: int = 0) -> list[Remark]:
    """The players' messages to each other; none for spectators."""
    if not sides:
        return []
    first = max(since - match.kept.first_note, 0)
    return [
        Remark(number=number, side=note.side, text=note.text, at=note.time)
        for number, note in enumerate(match.kept.notes[first:], match.kept.first_note + first)
    ]
