"""What goes between the server and a worker: questions and answers, each with its length before it."""

from typing import Any

from msgspec import Struct, msgpack

LENGTH = 4  # bytes


class Position(Struct):
    """A game, told by the lines of its record. `known` of them the worker has followed already."""

    game: str
    known: int
    lines: list[str]


class Question(Struct):
    name: str  # of a row of `questions`
    seconds: int  # of processor time
    words: bytes
    position: Position | None = None
    forget: list[str] = []  # games that will not be asked about any more
    books: list[dict[str, Any]] = []  # that the server was given since it was asked last


class Reason(Struct):
    clause: str
    text: str


class Answer(Struct):
    words: bytes = b""
    seconds: float = 0.0  # of processor time that it took
    refused: str | None = None
    code: str = ""
    reasons: list[Reason] = []
    fault: str = ""  # a traceback
    too_large: bool = False


# -- the words of some


class OpenedRecord(Struct):
    lines: list[str]
    sides: list[str]


class Thought(Struct):
    """What a computer opponent is asked, and by whose luck."""

    player: str
    side: int
    luck: str
    milliseconds: int


class Chosen(Struct):
    action: dict[str, Any]
    intent: str
    hurried: bool = False


class LookBack(Struct):
    """A battle that is over: its lines as they are kept, and its record as these sides may have it."""

    lines: list[str]
    record: str
    sides: tuple[int, ...]


class AnalysisAsked(Struct):
    battle: LookBack
    decisions: bool  # whether they are looked into


class Battles(Struct):
    """Of one trial or of several side by side, which are pickled."""

    trials: bytes
    first: int
    end: int


questions = msgpack.Decoder(Question)
answers = msgpack.Decoder(Answer)


def packed(message: Question | Answer) -> bytes:
    data = msgpack.encode(message)
    return len(data).to_bytes(LENGTH, "big") + data
