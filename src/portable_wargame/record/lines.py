"""The lines of a record, one type for each kind: how to write it, what dice it has, and how to follow it.

What a line means is what its `follow` does. A reader of a record, to replay it, to verify it or to play on from it,
has a `Course` and follows its lines.
"""

import json
from typing import TYPE_CHECKING, ClassVar, Literal

import msgspec
from msgspec import Struct, field

from ..game.errors import Refusal
from ..speech.trees import Json, Sent
from ..speech.umpire.rulings import VERSION
from .session import CannotUndo, Done

if TYPE_CHECKING:
    from ..speech.records import Commitment, Revealed, TableDice
    from ..speech.trees import Action, Event, Result, Ruling
    from .course import Course
else:
    # Reading a line does not check them: following it compares them with what the rules make of the line.
    Action = Event = Result = Ruling = Commitment = Revealed = TableDice = dict

StepName = Literal["start", "action", "ruling", "undo", "take-back", "reseated", "resigned", "drawn"]

encoder = msgspec.json.Encoder()


class Differs(Refusal):
    """The rules disagree with the line."""


class BadLine(Refusal):
    """A line that could not be there under any rules."""


class NoLine(Refusal):
    """Not a line of a record at all."""


class Line(Struct, kw_only=True):
    """Fields are in the order that they are written in."""

    # The battle's name for this step; None for a line that is not a step.
    step: ClassVar[StepName | None] = None

    @property
    def events(self) -> list[Event]:
        return []

    @property
    def thrown(self) -> list[int]:
        """The dice that fell."""
        return []

    @property
    def hash(self) -> str:
        """Of the state after it."""
        return ""

    @property
    def sealed(self) -> Commitment | TableDice | None:
        """The commitment to the key of all dice to come."""
        return None

    @property
    def reveal(self) -> Revealed | None:
        """The key of the dice that have fallen since the last commitment."""
        return None

    def text(self) -> str:
        return written(self)

    def follow(self, course: "Course") -> Done | None:
        """Replay what it says; by default nothing, since not every line is a step."""
        return None


class Nonce(Line):
    """What a side adds to the dice."""

    side: str
    nonce: str


class Start(Line, kw_only=True):
    """What was thrown before the first decision."""

    step: ClassVar[StepName | None] = "start"
    start: bool = True
    thrown: list[int] = field(name="dice")
    events: list[Event]
    hash: str

    def follow(self, course: "Course") -> Done:
        return Done(course.begin().begun)


class Acted(Line):
    step: ClassVar[StepName | None] = "action"
    side: str
    action: Action
    thrown: list[int] = field(name="dice")
    events: list[Event]
    hash: str

    def follow(self, course: "Course") -> Done:
        session = course.under_way()
        if self.side != session.decides():
            raise Differs(f"it was not {self.side!r}'s move")
        try:
            return session.carry_out(session.action(self.action))
        except Refusal as refusal:
            raise Differs(f"the action is not legal: {refusal}") from None


class Ruled(Line):
    """An umpire has set something by hand; `ruling` is the version of what can be set."""

    step: ClassVar[StepName | None] = "ruling"
    ruling: int
    changes: list[Ruling]
    reason: str
    thrown: list[int] = field(name="dice")
    events: list[Event]
    hash: str

    def follow(self, course: "Course") -> Done:
        if self.ruling != VERSION:
            raise BadLine(f"a ruling of version {self.ruling}; this program knows them up to version {VERSION}")
        try:
            return course.going_on().overrule(self.changes, self.reason)
        except Refusal as refusal:
            raise Differs(f"the ruling leaves an impossible table: {refusal}") from None


class Undone(Line, kw_only=True):
    step: ClassVar[StepName | None] = "undo"
    undo: bool = True
    hash: str

    def follow(self, course: "Course") -> Done:
        try:
            return course.under_way().undo()
        except CannotUndo as refusal:
            raise BadLine(str(refusal)) from None


class WentBack(Line, omit_defaults=True):
    """By consent, back to how things stood after a line. Where dice have nonces, a new key takes over."""

    step: ClassVar[StepName | None] = "take-back"
    back_to: Json = field(name="back-to")
    side: str
    hash: str
    reveal: Revealed | None = None
    sealed: Commitment | TableDice | None = field(name="dice", default=None)

    def follow(self, course: "Course") -> Done:
        check_side(course, self.side)
        return went_back(course, self.back_to)


class Reseated(Line, kw_only=True):
    """A seat was given to somebody else: undisclosed orders are void, and play goes on from that line."""

    step: ClassVar[StepName | None] = "reseated"
    reseated: bool = True
    side: str
    because: Literal["consent", "absence"]
    back_to: Json = field(name="back-to")
    hash: str

    def follow(self, course: "Course") -> Done:
        course.going_on()
        check_side(course, self.side)
        return went_back(course, self.back_to)


class Resigned(Line, kw_only=True):
    step: ClassVar[StepName | None] = "resigned"
    resigned: bool = True
    side: str
    events: list[Event]
    hash: str

    def follow(self, course: "Course") -> Done:
        session = course.going_on()
        check_side(course, self.side)
        return session.resign(self.side)


class Drawn(Line, kw_only=True):
    step: ClassVar[StepName | None] = "drawn"
    drawn: bool = True
    events: list[Event]
    hash: str

    def follow(self, course: "Course") -> Done:
        return course.going_on().agree_on_draw()


class PutAway(Line):
    """The key of a game that is not over, so that its dice can be verified."""

    reveal: Revealed

    def follow(self, course: "Course") -> None:
        if course.session is not None:
            course.going_on()


class TakenUp(Line, kw_only=True):
    """A game that continues with dice from a new key."""

    resumed: bool = True
    sealed: Commitment | TableDice = field(name="dice")

    def follow(self, course: "Course") -> None:
        if course.session is not None:
            course.session.past = []


class Ended(Line):
    """The last line of the battle."""

    result: Result | None
    reveal: Revealed


class Signed(Line):
    """A server's word that it has kept the lines before it, the last of them `at` that time."""

    signed: str
    key: str
    game: str
    lines: int
    at: str


def check_side(course: "Course", side: str) -> None:
    if side not in course.under_way().game.battle.roster.side_ids:
        raise BadLine(f"there is no side {side!r}")


def went_back(course: "Course", line: Json) -> Done:
    game = course.stood.get(line) if type(line) is int else None
    if game is None:
        raise BadLine(f"there is no line {line!r} before it to go back to")
    return course.under_way().go_back(game)


def _keys(kind: type[Line], more: tuple[str, ...] = ()) -> frozenset[str]:
    return frozenset(one.encode_name for one in msgspec.structs.fields(kind) if one.required or one.name in more)


# The kind of a line, by its keys.
KINDS: dict[frozenset[str], type[Line]] = {
    _keys(Nonce): Nonce,
    _keys(Start, ("start",)): Start,
    _keys(Acted): Acted,
    _keys(Ruled): Ruled,
    _keys(Undone, ("undo",)): Undone,
    _keys(WentBack): WentBack,
    _keys(WentBack, ("reveal", "sealed")): WentBack,
    _keys(Reseated, ("reseated",)): Reseated,
    _keys(Resigned, ("resigned",)): Resigned,
    _keys(Drawn, ("drawn",)): Drawn,
    _keys(PutAway): PutAway,
    _keys(TakenUp, ("resumed",)): TakenUp,
    _keys(Ended): Ended,
    _keys(Signed): Signed,
}
LINK = {"chain"}  # which is nothing that a line says
ALWAYS_TRUE = ("start", "undo", "reseated", "resigned", "drawn", "resumed")


def line_of(tree: Sent) -> Line:
    """A line from its tree; NoLine if no record could have it, as far as can be seen without following it."""
    kind = KINDS.get(frozenset(tree) - LINK)
    if kind is None or not all(tree.get(key, True) is True for key in ALWAYS_TRUE):
        raise NoLine("a record has no such line")
    # What is written as a link of the chain has been checked as one, and not as a signature.
    if kind is Signed and not LINK.isdisjoint(tree):
        raise NoLine("a signature is not a link of the chain")
    try:
        return msgspec.convert(tree, kind)
    except (msgspec.ValidationError, RecursionError):
        raise NoLine("a record has no such line") from None


def read(text: str) -> Line:
    """A line that we wrote ourselves."""
    return line_of(msgspec.json.decode(text))


def written(value: object) -> str:
    """As JSON in ASCII, without spaces."""
    try:
        text = encoder.encode(value)
    except UnicodeEncodeError:
        text = b"\\"  # half a character: only the standard library writes it
    # The standard library escapes what needs it: there are several ways, and records have always used that one.
    if text.isascii() and b"\\" not in text and b"\x7f" not in text:
        return text.decode()
    return json.dumps(msgspec.to_builtins(value), separators=(",", ":"))
