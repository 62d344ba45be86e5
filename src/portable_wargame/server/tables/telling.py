"""Telling of a step: everybody at the table hears of it as they may, and what several hear alike is written once."""

from typing import Any, cast

import msgspec
from msgspec import Raw

from ...speech.state import orders_tree
from ..games.match import Match
from ..games.steps import Sides
from ..wire.messages import Received, Stepped
from .situation import now

encoder = msgspec.json.Encoder()


def encoded(message: Received) -> bytes:
    return encoder.encode(message)


class Telling:
    def __init__(self, match: Match, number: int) -> None:
        self.match = match
        self.number = number
        self.messages: dict[Sides, bytes | None] = {}
        self.steps: dict[tuple[Any, ...], Raw] = {}  # by what may differ in them
        self.public = b""

    def to(self, sides: Sides) -> bytes | None:
        """The message to a client of these sides; None if it is not told of the step."""
        if sides not in self.messages:
            self.messages[sides] = self._message(sides)
        return self.messages[sides]

    def _message(self, sides: Sides) -> bytes | None:
        chronicle = self.match.chronicle
        sight = chronicle.sight(sides)
        # The start comes with the welcome.
        if not sight.seen or sight.seen[-1] != self.number or chronicle.steps[self.number].kind == "start":
            return None
        step = sight.told(self.number)
        how = (step.seq, step.kind, step.secret, step.undoes, step.back_to)
        if how not in self.steps:
            self.steps[how] = Raw(encoder.encode(step))
        situation = now(self.match, sides)
        message = Stepped(step=cast(Any, self.steps[how]), now=situation)
        situation.state = cast(Any, self._state(situation.view))
        return encoder.encode(message)

    def _state(self, view: str | None) -> Raw:
        """The public state, and after it what one side has ordered."""
        chronicle = self.match.chronicle
        if not self.public:
            self.public = encoder.encode(chronicle.public_state(len(chronicle.steps) - 1))
        if view is None:
            return Raw(self.public)
        orders = orders_tree(self.match.game.battle, self.match.sides.index(view))
        return Raw(b"".join((self.public[:-1], b',"orders":', encoder.encode(orders), b"}")))
