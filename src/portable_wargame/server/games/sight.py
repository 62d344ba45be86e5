"""What a client may know of a game's steps: all its own sides' steps, and whatever the others have disclosed."""

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

import msgspec
from msgspec import Raw

from ...game.game import Game
from ...speech.state import view_tree
from ...speech.trees import State
from ..wire.messages import Step
from .permission import NotAllowed
from .steps import BY_STANDING_ORDERS, HIDDEN, OPEN, Aspect, Played, Sides

if TYPE_CHECKING:
    from .chronicle import Chronicle

AT_A_TIME = 100  # steps
encoder = msgspec.json.Encoder()


class Sight:
    """The sight of one set of sides. Its `seq` counts the steps it knows of."""

    def __init__(self, chronicle: "Chronicle", sides: Sides) -> None:
        self.chronicle = chronicle
        self.sides = sides
        self.written: list[bytes] = []  # the first of the steps that it knows about, as it sees them
        self.secret: list[int] = []  # the steps that were still secret then
        self.seen = [number for number, step in enumerate(chronicle.steps) if self._is_visible(step)]

    def _is_visible(self, step: Played) -> bool:
        return step.veil != HIDDEN or (step.side in self.sides and step.side not in step.closed_to)

    def note(self, step: Played) -> None:
        """Note the step that was just added."""
        if self._is_visible(step):
            self.seen.append(len(self.chronicle.steps) - 1)

    @property
    def seq(self) -> int:
        """The `seq` of the last step; -1 before the battle has begun."""
        return len(self.seen) - 1

    def step_at(self, seq: int) -> int:
        """The step that the client calls `seq`."""
        if not 0 <= seq < len(self.seen):
            raise NotAllowed("stale", f"there is no step {seq}; the last one is {self.seq}")
        return self.seen[seq]

    def seq_of(self, number: int) -> int:
        """The client's number for a step; the next number, if it does not know of the step."""
        return bisect_left(self.seen, number)

    def aspect(self, number: int) -> Aspect:
        """How the client sees a step."""
        step = self.chronicle.steps[number]
        is_own = step.side in self.sides and step.side not in step.closed_to
        sees = step.veil == OPEN or is_own
        return Aspect(
            seq=bisect_right(self.seen, number) - 1,
            sees=sees,
            knows_why=is_own or step.intent != BY_STANDING_ORDERS,
            secret=step.veil != OPEN and sees and self.chronicle.is_undisclosed(number),
            undoes=self.seq_of(step.undoes) if step.undoes is not None else None,
            back_to=self.seq_of(step.back_to) if step.back_to is not None else None,
        )

    def told(self, number: int) -> Step:
        return self.chronicle.steps[number].step(self.aspect(number))

    def written_since(self, since: int) -> Raw:
        """The steps after this one, in a list."""
        first = since + 1 if 0 <= since < len(self.seen) else 0
        while self.write_some():
            pass
        return Raw(b"".join((b"[", b",".join(self.written[first:]), b"]")))

    def write_some(self) -> bool:
        """Write a few steps; returns whether there are more. Each is written once, however many clients join, and once
        more when it is no longer secret."""
        secret = self.chronicle.undisclosed()
        disclosed = set(self.secret).difference(secret)
        if disclosed:
            del self.written[self.seq_of(min(disclosed)) :]
        self.secret = secret
        some = self.seen[len(self.written) : len(self.written) + AT_A_TIME]
        self.written += [encoder.encode(self.told(number)) for number in some]
        return len(self.written) < len(self.seen)

    def state(self, number: int) -> tuple[State, int | None]:
        """After a step, as the deciding side of the client sees it, else its first side, else anybody; and which."""
        game = self.chronicle.steps[number].game
        public = self.chronicle.public_state(number)
        side = self.viewpoint(game)
        if side in self.chronicle.steps[number].closed_to:
            return public, None
        return (view_tree(public, game.battle, side), side) if side is not None else (public, None)

    def viewpoint(self, game: Game) -> int | None:
        """The side whose orders the client is shown."""
        decides = game.decider()
        return decides if decides in self.sides else self.sides[0] if self.sides else None
