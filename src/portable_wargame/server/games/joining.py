"""Arrival: all that a client is told when it joins a game."""

from typing import Any

import msgspec

from ...grid.grid import grid_of
from ...grid.names import cell_name
from ...scenario.setup import ruleset_of
from ...scenario.victory import victory_words
from ..wire import messages as said
from ..wire.looks import looks_of, type_look
from .match import Match, Seat, timestamp
from .status import chat
from .steps import Sides


def arrival(
    match: Match, sides: Sides, around: said.Around, number: int | None, since: int
) -> said.Waiting | said.Joined:
    """`number` is that of the request; None if the client has not asked just now."""
    scenario = match.scenario
    grid = grid_of(scenario.grid, scenario.columns, scenario.rows)
    features = {cell_name(grid, cell): names for cell, names in enumerate(scenario.features) if names}
    common: dict[str, Any] = {
        "id": number,
        "game": match.id,
        "scenario": match.header["scenario"],
        "board": said.Board(
            grid="hex" if grid.kind == "hex" else "square",
            columns=grid.columns,
            rows=grid.rows,
            terrain=features,
            features=looks_of(scenario.features),
        ),
        "types": {one.name: type_look(one) for one in ruleset_of(scenario).unit_types},
        "objectives": [
            said.Objective(side=entry.side, text=victory_words(entry), cells=entry.cells) for entry in scenario.victory
        ],
        "sides": [match.sides[side] for side in sides],
        "players": {side: player_told(seat) for side, seat in zip(match.sides, match.players, strict=True)},
        "clock": msgspec.convert(match.kept.clock, said.Clock) if match.kept.clock else None,
        "watchable": not match.kept.spectators.get("none"),
        "around": around,
        "chat": chat(match, sides),
        "time": timestamp(),
    }
    if not match.has_begun():
        return said.Waiting(**common)
    return said.Joined(
        **common,
        orders={
            match.sides[side]: msgspec.convert(
                {"when-hit": match.orders[side].when_hit, "when-won": match.orders[side].when_won},
                said.StandingOrders,
            )
            for side in sides
        },
        replay=match.replay,
        steps=match.told_since(since, sides),
        now=match.now(sides),
    )


def player_told(seat: Seat) -> said.Player:
    if seat.level is None:
        return said.Player(kind="human")
    return msgspec.convert({"kind": "computer", "level": seat.level, "personality": seat.personality}, said.Player)
