"""The questions a worker can answer: a row for each, from the words of the question to those of the answer."""

import json
import pickle
import random
from collections.abc import Callable
from typing import Any

import msgspec

from ...ai.opponents.players import Player, choose, player
from ...consultation.view import own_view
from ...game.errors import Refusal
from ...record.chain import SIGNATURE, unlinked
from ...record.course import Course
from ...record.lines import read
from ...rulesets.books import add_variant, made
from ...rulesets.variants.variant import Variant
from ...scenario.reading import read_tree
from ...speech.notation import action_to_tree
from ..games.afterwards import afterwards
from ..games.boards import Boards
from ..games.bringing import looked_through
from ..papers.prints import printed
from ..papers.reports import ReportAsked, answered
from ..wire.consulting import CONSULTATIONS, Asking
from ..wire.messages import Request
from ..workshop.books import BOOK_EDITING
from ..workshop.settings import STUDYING
from ..workshop.workshop import EDITING
from .battles import FIGHTING, trials_of
from .post import Chosen, LookBack, OpenedRecord, Position, Question, Thought

requests = msgspec.json.Decoder(Request)


class Followed:
    """A game as far as it is known here, and its computer players."""

    def __init__(self, course: Course) -> None:
        self.course = course
        self.players: dict[tuple[int, str], Player] = {}


class Desk:
    """Remembers games and boards from one question to the next."""

    def __init__(self) -> None:
        self.boards = Boards()
        self.games: dict[str, Followed] = {}

    def answer(self, question: Question) -> bytes:
        for game in question.forget:
            self.games.pop(game, None)
        for tree in question.books:
            take_in(tree)
        return QUESTIONS[question.name](self, question)

    def clear(self) -> None:
        """After it ran out of memory."""
        self.boards, self.games = Boards(), {}
        trials_of.cache_clear()

    def game(self, position: Position | None) -> Followed:
        """The game, brought up to the position in the question."""
        assert position is not None
        lines = position.lines
        if position.known:
            found = self.games.pop(position.game)
        else:
            board = self.boards.of(json.loads(lines[0]))
            found = Followed(Course(board.scenario, table=board.table))
            lines = lines[1:]
        for number, line in enumerate(lines, max(position.known, 1) + 1):
            found.course.follow(number, read(line))
        self.games[position.game] = found
        return found


def take_in(tree: dict[str, Any]) -> None:
    """Take in a book that the server has."""
    found = made(tree)
    if isinstance(found, Variant):
        add_variant(found)


def consulted(here: Desk, question: Question) -> bytes:
    asking, request = msgspec.msgpack.decode(question.words, type=tuple[Asking, bytes])
    asked = requests.decode(request)
    game = own_view(here.game(question.position).course.under_way().game, asking.sides)
    return msgspec.json.encode(CONSULTATIONS[type(asked)](game, asking, asked))


def thought(here: Desk, question: Question) -> bytes:
    wanted = msgspec.msgpack.decode(question.words, type=Thought)
    followed = here.game(question.position)
    key = (wanted.side, wanted.player)
    if key not in followed.players:
        followed.players[key] = player(wanted.player)
    game = followed.course.under_way().game
    copy = game.copy(game.dice.copy())
    choice = choose(followed.players[key], copy, random.Random(wanted.luck), wanted.milliseconds)
    chosen = Chosen({**action_to_tree(game.battle, choice.action)}, choice.intent, choice.hurried)
    return msgspec.msgpack.encode(chosen)


def opened_record(here: Desk, question: Question) -> bytes:
    """The lines of a record that is all right, as they are kept."""
    try:
        text = question.words.decode()
    except UnicodeDecodeError:
        raise Refusal("the record is not UTF-8 text") from None
    record = looked_through(text)
    lines = text.split("\n")[:-1]
    if record.chain is not None:
        lines = [one if one.startswith(SIGNATURE) else unlinked(one) for one in lines]
    return msgspec.msgpack.encode(OpenedRecord(lines, [side.id for side in record.scenario.sides]))


def checked_scenario(here: Desk, question: Question) -> bytes:
    """A scenario that is all right."""
    return pickle.dumps(read_tree(msgspec.json.decode(question.words)))


def edited(here: Desk, question: Question) -> bytes:
    """Answer the editor; the first line names the address."""
    address, _, body = question.words.partition(b"\n")
    return (EDITING | BOOK_EDITING)[address.decode()].answer(body)


def looked_back(here: Desk, question: Question) -> bytes:
    wanted = msgspec.msgpack.decode(question.words, type=LookBack)
    return msgspec.json.encode(afterwards(wanted, here.boards))


def battles(here: Desk, question: Question) -> bytes:
    return FIGHTING[question.name](question.words)


def studied(here: Desk, question: Question) -> bytes:
    """The question comes from the server's own process, though its contents may be anybody's."""
    what, words = pickle.loads(question.words)
    return pickle.dumps(STUDYING[what](*words))


def reported(here: Desk, question: Question) -> bytes:
    return answered(msgspec.msgpack.decode(question.words, type=ReportAsked), question.body)


def on_paper(here: Desk, question: Question) -> bytes:
    """The scenario has been checked; it comes from the server's own process."""
    return printed(*pickle.loads(question.words))


QUESTIONS: dict[str, Callable[[Desk, Question], bytes]] = {
    "consult": consulted,
    "hint": consulted,
    "opponent": thought,
    "record": opened_record,
    "scenario": checked_scenario,
    "draft": edited,
    "battles": battles,
    "reports": battles,
    "study": studied,
    "afterwards": looked_back,
    "analysis": battles,
    "decisions": battles,
    "report": reported,
    "print": on_paper,
}
