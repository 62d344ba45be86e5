"""The post between the server and a worker: questions and answers, each with its length in front; long parts follow
separately, so that they need not be written all at once."""

import asyncio
from typing import Any

from msgspec import Struct, msgpack, structs

LENGTH = 4  # bytes
A_PIECE = 250_000  # bytes that are sent at a time


class Position(Struct):
    """A game, told by the lines of its record. The worker has already followed `known` of them."""

    game: str
    known: int
    lines: list[str]


class Question(Struct):
    name: str  # of a row of `questions`
    seconds: int  # of processor time
    words: bytes
    position: Position | None = None
    forget: list[str] = []  # games that nobody will ask about any more
    books: list[dict[str, Any]] = []  # books that the server was given since the last question
    body: bytes = b""  # of a request, just as it came


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


# -- the words of some questions


class OpenedRecord(Struct):
    lines: list[str]
    sides: list[str]


class Thought(Struct):
    """A question to a computer opponent, and the seed of its luck."""

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


def packed(message: Question | Answer) -> tuple[bytes, ...]:
    """A message and then its long parts, each with its length before it."""
    long: tuple[bytes, ...]
    if isinstance(message, Question):
        long = (message.words, message.body)
        message = structs.replace(message, words=b"", body=b"")
    else:
        long = (message.words,)
        message = structs.replace(message, words=b"")
    parts = (msgpack.encode(message), *long)
    return tuple(one for part in parts for one in (len(part).to_bytes(LENGTH, "big"), part))


async def send(stream: asyncio.StreamWriter, message: Question) -> None:
    """Piece by piece: others have their turn between them."""
    for part in packed(message):
        for start in range(0, len(part), A_PIECE):
            stream.write(part[start : start + A_PIECE])
            await stream.drain()


async def receive(stream: asyncio.StreamReader) -> Answer:
    answer = answers.decode(await _part(stream))
    answer.words = await _part(stream)
    return answer


async def _part(stream: asyncio.StreamReader) -> bytes:
    left = int.from_bytes(await stream.readexactly(LENGTH), "big")
    pieces: list[bytes] = []
    while left:
        piece = await stream.read(min(left, A_PIECE))
        if not piece:
            raise asyncio.IncompleteReadError(b"", left)
        pieces.append(piece)
        left -= len(piece)
    return b"".join(pieces)
