"""Arrival: everything a client hears when it joins a game."""

from typing import Any, cast

import msgspec

from ...ai.judgement.personalities import PERSONALITIES
from ...ai.opponents.players import called, has_personality
from ..games.keeper import timestamp
from ..games.match import Match
from ..games.steps import Sides
from ..store.columns import Clock, Orders, Seat
from ..wire import messages as said
from ..wire.documents import GameCard
from . import clocks
from .situation import now
from .status import chat


def arrival(
    match: Match, sides: Sides, around: said.Around, number: int | None, since: int
) -> said.Waiting | said.Joined:
    """`number` is the request's; None if the client has not just asked."""
    common: dict[str, Any] = {
        "id": number,
        "game": match.id,
        "scenario": match.chronicle.board.tree,
        **match.chronicle.board.scene._asdict(),
        "sides": [match.sides[side] for side in sides],
        "players": {side: player_told(seat) for side, seat in zip(match.sides, match.players, strict=True)},
        "clock": clock_told(match.kept.clock),
        "watchable": not match.kept.spectators.none,
        "around": around,
        "chat": chat(match, sides),
        "time": timestamp(),
    }
    if not match.chronicle.has_begun():
        return said.Waiting(**common)
    return said.Joined(
        **common,
        orders={match.sides[side]: orders_told(match.kept.orders.get(match.sides[side], Orders())) for side in sides},
        replay=match.replay,
        steps=cast(Any, match.chronicle.sight(sides).written_since(since)),
        now=now(match, sides),
    )


def clock_told(clock: Clock | None) -> said.Clock | None:
    if clock is None:
        return None
    return said.Clock(per=clock.per, seconds=clock.seconds, increment=clock.increment)


def orders_told(orders: Orders) -> said.StandingOrders:
    return msgspec.convert({"when-hit": orders.when_hit, "when-won": orders.when_won}, said.StandingOrders)


def player_told(seat: Seat) -> said.Player:
    if seat.level is None:
        return said.Player(kind="human")
    temper = PERSONALITIES.get(seat.personality or "") if has_personality(seat.level) else None
    told = {"kind": "computer", "level": seat.level, "personality": seat.personality}
    return msgspec.convert({**told, "called": called(temper) if temper is not None else None}, said.Player)


def card(match: Match, tokens: list[str]) -> GameCard:
    """A game's card in the list of games to continue."""
    sides = match.sides_of(tokens)
    chronicle = match.chronicle
    sight = chronicle.sight(sides)
    state = sight.state(len(chronicle.steps) - 1)[0] if chronicle.has_begun() else None
    result = state["result"] if state is not None else None
    return GameCard(
        game=match.id,
        yours=[match.sides[side] for side in sides],
        title=chronicle.scenario.title,
        book=chronicle.scenario.ruleset,
        players={side: player_told(seat) for side, seat in zip(match.sides, match.players, strict=True)},
        sides={side.id: side.name for side in chronicle.scenario.sides},
        names={side: seat.name for side, seat in zip(match.sides, match.players, strict=True) if seat.name},
        turn=state["turn"] if state is not None else 0,
        phase=state["phase"] if state is not None else "waiting",
        decides=state["decides"] if state is not None else None,
        waits_for=match.waits_for(),
        winner=result["winner"] if result is not None else None,
        over=result is not None,
        reason=result["reason"] if result is not None else "",
        replay=match.replay,
        seq=sight.seq,
        clock=clocks.told(match),
        created=match.created,
        changed=(chronicle.steps[sight.seen[-1]].at if sight.seen else "") or match.created,
    )
