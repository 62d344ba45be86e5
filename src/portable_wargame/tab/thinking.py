"""Thinking in another worker: it follows the record as we write it, and we ask it for the next decision.

A game can't cross from one worker to another, because its steps are compared by identity, not by contents. Its record
can: so the thinker has its own table, and keeps what it learns about the ground.
"""

import random

import msgspec

from ..ai.opponents.choice import Choice
from ..ai.opponents.players import BRAKE, Player, choose, player
from ..record.course import Course
from ..record.lines import read
from ..server.games.boards import Boards
from ..server.games.match import Match
from ..server.tables.thinking import advice, seed
from ..speech.notation import action_to_tree
from ..speech.trees import Sent
from .outside import Outside

REMEMBERED = 8  # games that the thinker follows at once; it forgets the one asked about longest ago first


class Question(msgspec.Struct):
    """What would this player do? The record comes from line `first` on; earlier lines were sent before."""

    game: str
    name: str
    side: int | None
    luck: str
    first: int
    lines: list[str]
    milliseconds: int = BRAKE


class Thought(msgspec.Struct):
    """`missing`: it needs earlier lines as well, and has thought nothing."""

    action: Sent = {}
    intent: str = ""
    hurried: bool = False
    missing: bool = False


class Elsewhere:
    """A thinker for one table."""

    def __init__(self, outside: Outside) -> None:
        self.outside = outside
        self.sent = 0  # lines of the record

    async def consider(self, match: Match, name: str, side: int | None = None) -> Choice:
        lines = [line.text for line in match.kept.lines]
        question = Question(match.id, name, side, seed(match), self.sent, lines[self.sent :])
        thought = await self._asked(question)
        if thought.missing:
            question.first, question.lines = 0, lines
            thought = await self._asked(question)
        self.sent = len(lines)
        return Choice(match.chronicle.session.action(thought.action), thought.intent, thought.hurried)

    async def _asked(self, question: Question) -> Thought:
        answer = await self.outside.think(msgspec.json.encode(question).decode())
        return msgspec.json.decode(answer, type=Thought)


class Followed:
    """A game as the thinker knows it: how far, and who thinks there."""

    def __init__(self, header: Sent, boards: Boards) -> None:
        board = boards.of(header)
        self.course = Course(board.scenario, table=board.table)
        self.lines = 1
        self.players: dict[int, Player] = {}

    def follow(self, text: str) -> None:
        self.lines += 1
        self.course.follow(self.lines, read(text))


class Thinker:
    """The thinker in the other worker."""

    def __init__(self) -> None:
        self.boards = Boards()
        self.games: dict[str, Followed] = {}

    def think(self, asked: str) -> str:
        question = msgspec.json.decode(asked, type=Question)
        return msgspec.json.encode(self._thought(question)).decode()

    def _thought(self, question: Question) -> Thought:
        known = self.games.pop(question.game, None)
        if question.first == 0 or known is None or known.lines != question.first:
            if question.first:
                return Thought(missing=True)
            known = Followed(msgspec.json.decode(question.lines[0]), self.boards)
            question.lines = question.lines[1:]
        self.games[question.game] = known
        if len(self.games) > REMEMBERED:
            del self.games[next(iter(self.games))]
        for line in question.lines:
            known.follow(line)
        game = known.course.under_way().game
        name, side = question.name, question.side
        own, luck = game.copy(game.dice.copy()), random.Random(question.luck)
        if side is None:
            choice = advice(player(name), own, luck, question.milliseconds)
        else:
            choice = choose(known.players.setdefault(side, player(name)), own, luck, question.milliseconds)
        return Thought(dict(action_to_tree(game.battle, choice.action)), choice.intent, choice.hurried)
