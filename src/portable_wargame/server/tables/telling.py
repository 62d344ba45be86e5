"""Announcing a step: everybody at the table hears what they may, and what several hear alike is written once."""

from typing import Any, cast

import msgspec
from msgspec import Raw

from ...speech.state import orders_tree, view_tree
from ..games.match import Match
from ..games.steps import Aspect, Sides
from ..wire.messages import Received, Stepped
from .situation import situation

encoder = msgspec.json.Encoder()


def encoded(message: Received) -> bytes:
    return encoder.encode(message)


class Telling:
    def __init__(self, match: Match, number: int) -> None:
        self.match = match
        self.number = number
        self.messages: dict[Sides, bytes | None] = {}
        self.steps: dict[Aspect, Raw] = {}
        self.public = b""

    def to(self, sides: Sides) -> bytes | None:
        """The message to a client of these sides; None if it is not told about the step."""
        if sides not in self.messages:
            self.messages[sides] = self._message(sides)
        return self.messages[sides]

    def _message(self, sides: Sides) -> bytes | None:
        chronicle = self.match.chronicle
        sight = chronicle.sight(sides)
        # The start comes with the welcome.
        if not sight.seen or sight.seen[-1] != self.number or chronicle.steps[self.number].kind == "start":
            return None
        aspect = sight.aspect(self.number)
        if aspect not in self.steps:
            self.steps[aspect] = Raw(encoder.encode(chronicle.steps[self.number].step(aspect)))
        state = self._state(sight.viewpoint(self.match.game))
        return encoder.encode(Stepped(step=cast(Any, self.steps[aspect]), now=situation(self.match, sight, state)))

    def _state(self, side: int | None) -> Raw:
        """The public state, and after it what one side has ordered; with what it has placed in secret in its place."""
        chronicle = self.match.chronicle
        if not self.public:
            self.public = encoder.encode(chronicle.public_state(len(chronicle.steps) - 1))
        if side is None:
            return Raw(self.public)
        battle = self.match.game.battle
        if any(placement.side == side for placement in battle.concealed):
            return Raw(encoder.encode(view_tree(chronicle.public_state(len(chronicle.steps) - 1), battle, side)))
        orders = encoder.encode(orders_tree(battle, side)) if battle.orders else b"[]"
        return Raw(b"".join((self.public[:-1], b',"orders":', orders, b"}")))
