"""Game records, `*.pwg`, as they are read: opened, gone through line by line, and taken up again."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from .._folder import book_folders
from .._wording import cut, listed, shown
from ..game.errors import Refusal
from ..rulesets import RULESETS
from ..rulesets.books import text_of
from ..rulesets.variants.variant import hash_of_text
from ..scenario.model import Scenario
from ..scenario.problems import BadScenario
from ..scenario.reading import read_kept
from ..scenario.setup import ruleset_of
from ..speech.state import has_hash
from ..speech.trees import Action, Event, Sent
from .chain import SIGNATURE, Chain
from .course import Course
from .keys import ByHand, Seed, is_by_hand
from .lines import (
    Acted,
    BadLine,
    Differs,
    Ended,
    Line,
    NoLine,
    Nonce,
    PutAway,
    Reseated,
    Signed,
    Start,
    TakenUp,
    WentBack,
    line_of,
    read,
)
from .recording import FORMAT, is_chained
from .session import Session

LARGEST_RECORD = 200_000_000  # characters


class BadRecord(Refusal):
    pass


@dataclass
class Record:
    header: Sent
    scenario: Scenario
    lines: list[Line]  # everything after the header, starting with line 2
    name: str
    chain: Chain | None = None  # None for a record from before there was one

    def numbered(self) -> Iterator[tuple[int, Line]]:
        return enumerate(self.lines, 2)

    def where(self, number: int) -> str:
        return f"{self.name}:{number}"

    def own_book(self) -> str:
        """One sentence, if the battle was played by another book of that name than the one here."""
        book, here = self.scenario.book, text_of(self.scenario.ruleset)
        if not book or not here or book == here:
            return ""
        return f"Played by {self.scenario.ruleset} as the record has it; the book of that name has changed here since."

    def differs(self, number: int, how: str) -> BadRecord:
        """What to say about a line that the rules disagree with."""
        played, current = self.header["ruleset"]["edition"], ruleset_of(self.scenario).edition
        by = (
            ""
            if played == current
            else f" (it was played by edition {played} of the rules, and is checked by edition {current})"
        )
        return BadRecord(f"{self.where(number)}: {how}{by}")


def read_record(path: str) -> Record:
    """Open a record; BadRecord says which line is wrong. A last line cut off in the writing is dropped."""
    try:
        # Anything but an ordinary file has no size to ask for, and perhaps no end.
        with Path(path).open(encoding="utf-8") as file:
            text = file.read(LARGEST_RECORD + 1)
    except (OSError, UnicodeDecodeError) as problem:
        reason = problem.strerror if isinstance(problem, OSError) else "it is not UTF-8 text"
        raise BadRecord(f"{path}: cannot be read: {reason}") from None
    if len(text) > LARGEST_RECORD:
        raise BadRecord(f"{path}: larger than {LARGEST_RECORD // 1_000_000} MB, too large for a record")
    return parse_record(text, path)


def parse_record(text: str, name: str) -> Record:
    """A record from its text; `name` is what messages call it."""
    complete = text.split("\n")[:-1]
    trees = [_parse(name, number, line) for number, line in enumerate(complete, 1)]
    if not trees or trees[0].get("format") != FORMAT:
        raise BadRecord(f'{name}:1: the first line of a record has "format": "{FORMAT}"')
    header = trees[0]
    _check_book(name, header)
    chain = None
    if is_chained(header) or "chain" in header:
        chain = _linked(name, complete)
        del header["chain"]
    try:
        scenario = read_kept(header.get("scenario"))
    except BadScenario as problem:
        raise BadRecord(f"{name}:1: the scenario in the header is not valid: {_first_of(problem)}") from None
    _check_rules(name, header, scenario)
    if chain is not None:
        _check_people(name, header)
    scenario.edition = header["ruleset"]["edition"]
    return Record(header, scenario, _in_order(name, trees[1:], chain is not None), name, chain)


def _linked(name: str, texts: list[str]) -> Chain:
    """The chain of all the lines, if none is broken; a signature among them has to cover those before it."""
    chain = Chain()
    for number, text in enumerate(texts, 1):
        if not chain.fits(text):
            what = "this line has been changed, or moved"
            raise BadRecord(f"{name}:{number}: the chain is broken: {what}")
        if text.startswith(SIGNATURE):
            from .signing import holds  # few records need what this loads

            try:
                line = read(text)
            except (NoLine, ValueError):
                line = None
            if not isinstance(line, Signed) or not holds(line, chain):
                raise BadRecord(f"{name}:{number}: this signature does not match the lines before it")
    return chain


def _parse(path: str, number: int, line: str) -> Sent:
    try:
        tree = json.loads(line)
    except (ValueError, RecursionError):
        raise BadRecord(f"{path}:{number}: not a line of JSON") from None
    if not isinstance(tree, dict):
        raise BadRecord(f"{path}:{number}: a line of a record is a JSON object")
    dice = tree.get("dice")
    if isinstance(dice, list) and not all(type(die) is int and 1 <= die <= 6 for die in dice):
        raise BadRecord(f"{path}:{number}: dice are numbers from 1 to 6")
    return tree


def _check_book(name: str, header: Sent) -> None:
    """A book that is neither here nor in the record, or one that the book in it is based on, is reported in one
    sentence, and not as a mistake in the scenario."""
    scenario = header.get("scenario")
    if not isinstance(scenario, dict):
        return
    wanted, book = scenario.get("ruleset"), scenario.get("book")
    how = ""
    if isinstance(book, dict):
        wanted, how = book.get("based-on"), f"a book based on {shown(book.get('based-on'))}"
    if isinstance(wanted, str) and wanted not in RULESETS:
        where = listed((str(folder) for folder in book_folders()), "or") or "a folder that PW_BOOKS names"
        played = how or f"the book {shown(wanted)}"
        raise BadRecord(f"{name}:1: it was played with {played}, which is not here; put it into {where}")


def _first_of(bad: BadScenario) -> str:
    """The problems of a scenario that nobody is going to put right."""
    more = len(bad.problems) - 1
    return f"{BadScenario(bad.problems[:1], bad.name)}{f' (and {more} more)' if more else ''}"


def _check_rules(name: str, header: Sent, scenario: Scenario) -> None:
    """The header repeats which rules the scenario is played by: the two have to agree."""
    ruleset = ruleset_of(scenario)
    played = header["ruleset"] if isinstance(header.get("ruleset"), dict) else {}
    edition = played.get("edition")
    if type(edition) is not int or not 1 <= edition <= ruleset.edition:
        rules = f"{scenario.ruleset} rules; this program knows them up to edition {ruleset.edition}"
        told = cut(str(edition)) if type(edition) is int else shown(edition)
        raise BadRecord(f"{name}:1: played by edition {told} of the {rules}")
    if played.get("name") != ruleset.name:
        raise BadRecord(f"{name}:1: the ruleset is {shown(played.get('name'))}, that of the scenario {ruleset.name!r}")
    if played.get("book", "") != (hash_of_text(scenario.book) if scenario.book else ""):
        raise BadRecord(f"{name}:1: the book {ruleset.name} in it is not the one the battle was played with")
    if header.get("house-rules") != scenario.house_rules:
        raise BadRecord(f"{name}:1: the house rules are not those of the scenario")


def _check_people(name: str, header: Sent) -> None:
    """Lines without consequences must at least be well formed."""
    players = header.get("players")
    if header.get("chained") is not True or not isinstance(header.get("version"), str):
        raise BadRecord(f"{name}:1: a record with a chain must say so, and name the version that wrote it")
    if not isinstance(players, dict) or not all(isinstance(one, str) for one in players.values()):
        raise BadRecord(f"{name}:1: players must be given by side, as text")


def _in_order(name: str, trees: list[Sent], has_chain: bool) -> list[Line]:
    """The lines, if they are of the right kind and in the right place."""
    begun = False
    before: Line | None = None
    lines: list[Line] = []
    for number, tree in enumerate(trees, 2):
        where = f"{name}:{number}"
        try:
            line = line_of(tree)
        except NoLine as problem:
            raise BadRecord(f"{where}: {problem}") from None
        lines.append(line)
        if isinstance(line, Signed):
            if not has_chain:
                raise BadRecord(f"{where}: a record without a chain has no signatures")
            continue
        if isinstance(before, Ended):
            raise BadRecord(f"{where}: the line with the result must be the last of a record")
        if isinstance(before, PutAway) and not isinstance(line, TakenUp):
            raise BadRecord(f"{where}: a game that was put away must be resumed before it goes on")
        if isinstance(line, Start) and begun:
            raise BadRecord(f"{where}: the battle has already started")
        begun = begun or isinstance(line, Start)
        # A game that came out of a backup before its battle began has other dice than the header sealed.
        if not begun and not isinstance(line, Nonce | PutAway | TakenUp if has_chain else Nonce):
            raise BadRecord(f"{where}: the battle has not started yet")
        before = line
    return lines


@dataclass
class Moment:
    """A point of a replay: what was done, what came of it, and how the session then stands."""

    number: int
    line: Line
    session: Session

    @property
    def action(self) -> Action | None:
        return self.line.action if isinstance(self.line, Acted) else None

    @property
    def events(self) -> list[Event]:
        return self.line.events


def replay(record: Record) -> Iterator[Moment]:
    """Play the record again with its own dice; BadRecord names the first line that differs."""
    returns = {
        line.back_to for line in record.lines if isinstance(line, WentBack | Reseated) and type(line.back_to) is int
    }
    course = Course(record.scenario, returns=returns)
    for number, line in record.numbered():
        thrown = len(course.session.dice.thrown) if course.session is not None else 0
        try:
            done = course.follow(number, line)
        except Differs as problem:
            raise record.differs(number, str(problem)) from None
        except BadLine as problem:
            raise BadRecord(f"{record.where(number)}: {problem}") from None
        if done is None:
            continue
        session = course.under_way()
        if session.dice.thrown[thrown:] != line.thrown:
            raise record.differs(number, "replaying it throws different dice")
        if session.in_writing(done.events) != line.events:
            raise record.differs(number, "replaying it gives different events")
        if not has_hash(session.game, line.hash):
            raise record.differs(number, "replaying it gives a different state")
        yield Moment(number, line, session)


def by_hand(record: Record) -> bool:
    """Whether its dice are thrown at a real table, as things stand at its end."""
    sealed = [record.header.get("dice"), *(line.sealed for line in record.lines if line.sealed is not None)]
    return is_by_hand(sealed[-1])


def resume(record: Record, key: Seed | ByHand) -> Session:
    """The session at the end of an unfinished record, to resume with dice of a new key."""
    session: Session | None = None
    for moment in replay(record):
        session = moment.session
    if session is None:
        raise BadRecord(f"{record.name}: the record ends before the battle begins")
    session.take_up(key.dice())
    return session
