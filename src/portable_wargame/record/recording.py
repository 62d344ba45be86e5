"""Game records, `*.pwg`: written line by line as a game goes, read back and replayed.

A record is JSON Lines: a header; the start (what was thrown before the first decision); one line per action with its
dice, its events and the hash of the state after it; lines for actions taken back; and a footer. Dice come from a key
that the header commits to and the footer reveals. A game that is put away reveals its key and commits to a new one when
it is taken up again. `verifying` says what a record proves.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

from .. import __version__
from ..game.dice import Dice
from ..game.errors import Refusal
from ..game.game import Game
from ..scenario.model import Scenario
from ..scenario.problems import BadScenario
from ..scenario.reading import read_tree
from ..scenario.setup import ruleset_of
from ..scenario.writing import tree as scenario_tree
from ..speech.state import has_hash
from .keys import Key, Seed
from .session import Session

FORMAT = "portable-wargame/record/1"
LARGEST_RECORD = 200_000_000  # characters

# The keys of every kind of line after the header.
KINDS = {
    frozenset(keys.split())
    for keys in (
        "side nonce",
        "start dice events hash",
        "side action dice events hash",
        "undo hash",
        "back-to side hash",
        "back-to side hash reveal dice",
        "resigned side events hash",
        "drawn events hash",
        "reveal",
        "resumed dice",
        "result reveal",
    )
}
PUT_AWAY = {"reveal"}
SEALING = {"back-to", "resumed"}  # lines whose `dice` are a commitment
ALWAYS_TRUE = ("start", "undo", "resigned", "drawn", "resumed")


class BadRecord(Refusal):
    pass


def header(scenario: Scenario, players: dict[str, str], key: Seed | Key) -> dict[str, Any]:
    ruleset = ruleset_of(scenario)
    return {
        "format": FORMAT,
        "version": __version__,
        "ruleset": {"name": ruleset.name, "edition": ruleset.edition},
        "scenario": scenario_tree(scenario),
        "house-rules": scenario.house_rules,
        "players": players,
        "dice": key.sealed(),
    }


class Recorder:
    """A session that is written down as it goes. Every line is on disk before play goes on."""

    def __init__(self, session: Session, key: Seed | Key, sink: TextIO) -> None:
        self.session = session
        self.key = key
        self.sink = sink
        self.state: dict[str, Any] = {}  # after the last line

    def begin(self, players: dict[str, str]) -> None:
        self._write(header(self.session.scenario, players, self.key))
        self.start()

    def start(self) -> None:
        session = self.session
        thrown = list(session.dice.thrown)
        self._write({"start": True, "dice": thrown, "events": session.opening, "hash": self._hash()})

    def play(self, tree: Any) -> list[dict[str, Any]]:
        session = self.session
        side = session.decides()
        thrown = len(session.dice.thrown)
        try:
            written = session.written(tree)
        except Refusal:
            written = tree
        events = session.play(tree)
        dice = session.dice.thrown[thrown:]
        self._write({"side": side, "action": written, "dice": dice, "events": events, "hash": self._hash()})
        if session.game.question() is None:
            self._end()
        return events

    def undo(self) -> None:
        self.session.undo()
        self._write({"undo": True, "hash": self._hash()})

    def resign(self, side: str) -> list[dict[str, Any]]:
        events = self.session.resign(side)
        self._write({"resigned": True, "side": side, "events": events, "hash": self._hash()})
        self._end()
        return events

    def agree_on_draw(self) -> list[dict[str, Any]]:
        events = self.session.agree_on_draw()
        self._write({"drawn": True, "events": events, "hash": self._hash()})
        self._end()
        return events

    def go_back(self, line: int, game: Game, side: str, key: Key | None) -> None:
        """As a side asked and the other agreed: to how the game stood after a line. A new key takes over the dice."""
        self.session.go_back(game)
        tree = {"back-to": line, "side": side, "hash": self._hash()}
        if key is not None:
            tree |= {"reveal": self.key.tree(), "dice": key.sealed()}
            self.key = key
        self._write(tree)

    def _end(self) -> None:
        self._write({"result": self.state["result"], "reveal": self.key.tree()})

    def put_away(self) -> None:
        """Reveal the key of a game that is not over, so that its dice can be verified."""
        if self.session.game.question() is not None:
            self._write({"reveal": self.key.tree()})

    def take_up(self) -> None:
        self._write({"resumed": True, "dice": self.key.sealed()})

    def _hash(self) -> str:
        self.state = self.session.state()
        return str(self.state["hash"])

    def _write(self, line: dict[str, Any]) -> None:
        self.sink.write(json.dumps(line, separators=(",", ":")) + "\n")
        self.sink.flush()


@dataclass
class Line:
    number: int
    tree: dict[str, Any]


@dataclass
class Record:
    header: dict[str, Any]
    scenario: Scenario
    lines: list[Line]  # all after the header
    name: str

    def dice(self) -> list[int]:
        """Every die of the record, in order."""
        return [die for line in self.lines if isinstance(line.tree.get("dice"), list) for die in line.tree["dice"]]

    def differs(self, line: Line, how: str) -> "BadRecord":
        """What to say of a line that the rules would have otherwise."""
        played, current = self.header["ruleset"]["edition"], ruleset_of(self.scenario).edition
        by = (
            ""
            if played == current
            else f" (it was played by edition {played} of the rules, and is checked by edition {current})"
        )
        return BadRecord(f"{self.name}:{line.number}: {how}{by}")


def read_record(path: str) -> Record:
    """Open a record; BadRecord says which line is wrong. A last line cut off in the writing is dropped."""
    try:
        # What is no ordinary file has no size that could be asked for, and perhaps no end.
        with Path(path).open(encoding="utf-8") as file:
            text = file.read(LARGEST_RECORD + 1)
    except (OSError, UnicodeDecodeError) as problem:
        reason = problem.strerror if isinstance(problem, OSError) else "it is not UTF-8 text"
        raise BadRecord(f"{path}: cannot be read: {reason}") from None
    if len(text) > LARGEST_RECORD:
        raise BadRecord(f"{path}: larger than {LARGEST_RECORD // 1_000_000} MB, which no battle's record is")
    return parse_record(text, path)


def parse_record(text: str, name: str) -> Record:
    """A record from its text; `name` is what messages call it."""
    complete = text.split("\n")[:-1]
    lines = [_parse(name, number, line) for number, line in enumerate(complete, 1)]
    if not lines or lines[0].tree.get("format") != FORMAT:
        raise BadRecord(f'{name}:1: the first line of a record has "format": "{FORMAT}"')
    header = lines[0].tree
    try:
        scenario = read_tree(header.get("scenario"))
    except BadScenario as problem:
        raise BadRecord(f"{name}:1: the scenario in the header is not valid: {problem}") from None
    _check_rules(name, header, scenario)
    scenario.edition = header["ruleset"]["edition"]
    _check_order(name, lines[1:])
    return Record(header, scenario, lines[1:], name)


def _check_rules(name: str, header: dict[str, Any], scenario: Scenario) -> None:
    """The header says once more by which rules the scenario is played: by no others."""
    ruleset = ruleset_of(scenario)
    played = header["ruleset"] if isinstance(header.get("ruleset"), dict) else {}
    edition = played.get("edition")
    if type(edition) is not int or not 1 <= edition <= ruleset.edition:
        rules = f"{scenario.ruleset} rules; here they are known up to {ruleset.edition}"
        raise BadRecord(f"{name}:1: played by edition {edition} of the {rules}")
    if played.get("name") != ruleset.name:
        raise BadRecord(f"{name}:1: the ruleset is {played.get('name')!r}, that of the scenario {ruleset.name!r}")
    if header.get("house-rules") != scenario.house_rules:
        raise BadRecord(f"{name}:1: the house rules are not those of the scenario")


def _check_order(name: str, lines: list[Line]) -> None:
    """Whether there are only lines that a record has, where it has them."""
    begun = False
    before: dict[str, Any] = {}
    for line in lines:
        tree = line.tree
        where = f"{name}:{line.number}"
        if not _is_line(tree):
            raise BadRecord(f"{where}: a record has no such line")
        if "result" in before:
            raise BadRecord(f"{where}: the line with the result is the last of a record")
        if before.keys() == PUT_AWAY and "resumed" not in tree:
            raise BadRecord(f"{where}: a game that was put away has to be taken up again before it goes on")
        if "start" in tree and begun:
            raise BadRecord(f"{where}: the battle has started already")
        begun = begun or "start" in tree
        if not begun and "nonce" not in tree:
            raise BadRecord(f"{where}: the battle has not started yet")
        before = tree


def _is_line(tree: dict[str, Any]) -> bool:
    """Whether it is a line of some kind, as one can tell without playing it."""
    dice = dict if SEALING & tree.keys() else list
    return (
        frozenset(tree) in KINDS
        and all(tree.get(key, True) is True for key in ALWAYS_TRUE)
        and ("dice" not in tree or isinstance(tree["dice"], dice))
    )


def _parse(path: str, number: int, line: str) -> Line:
    try:
        tree = json.loads(line)
    except (ValueError, RecursionError):
        raise BadRecord(f"{path}:{number}: not a line of JSON") from None
    if not isinstance(tree, dict):
        raise BadRecord(f"{path}:{number}: a line of a record is a JSON object")
    dice = tree.get("dice")
    if isinstance(dice, list) and not all(type(die) is int and 1 <= die <= 6 for die in dice):
        raise BadRecord(f"{path}:{number}: dice are numbers from 1 to 6")
    return Line(number, tree)


@dataclass
class Moment:
    """A point of a replay: what was done, what came of it, and the session as it then stands."""

    line: Line
    session: Session
    action: dict[str, Any] | None
    events: list[dict[str, Any]]


def replay(record: Record) -> Iterator[Moment]:
    """Play the record again with its own dice; BadRecord names the first line that differs."""
    session = Session(record.scenario, Dice(0, record.dice()))
    returns = {line.tree.get("back-to") for line in record.lines if type(line.tree.get("back-to")) is int}
    stood: dict[int, Game] = {}  # by line, where the game goes back to it
    for line in record.lines:
        tree = line.tree
        where = f"{record.name}:{line.number}"
        thrown = len(session.dice.thrown)
        action: dict[str, Any] | None = None
        events: list[dict[str, Any]] = []
        if "start" in tree:
            events, thrown = session.opening, 0
        elif "action" in tree:
            action = tree["action"]
            if tree.get("side") != session.state()["decides"]:
                raise record.differs(line, f"it was not for {tree.get('side')!r} to decide")
            try:
                events = session.play(action)
            except Refusal as refusal:
                raise record.differs(line, f"the action is not legal: {refusal}") from None
        elif ENDINGS & tree.keys():
            events = _ended(where, session, tree)
        elif "undo" in tree:
            try:
                session.undo()
            except Refusal as refusal:
                raise BadRecord(f"{where}: {refusal}") from None
        elif "back-to" in tree:
            if type(tree["back-to"]) is not int or tree["back-to"] not in stood:
                raise BadRecord(f"{where}: there is no line {tree['back-to']!r} before it to go back to")
            session.go_back(stood[tree["back-to"]])
        else:
            continue
        if session.dice.thrown[thrown:] != _thrown(tree):
            raise record.differs(line, "the rules throw other dice than the record has")
        if events != tree.get("events", []):
            raise record.differs(line, "other events follow from it than the record has")
        if not has_hash(session.game, tree.get("hash")):
            raise record.differs(line, "the state after it has another hash than the record has")
        if line.number in returns:
            stood[line.number] = session.game.copy(session.dice)
        yield Moment(line, session, action, events)


ENDINGS = {"resigned", "drawn"}


def _ended(where: str, session: Session, tree: dict[str, Any]) -> list[dict[str, Any]]:
    if session.game.question() is None:
        raise BadRecord(f"{where}: the battle was over already")
    if "drawn" in tree:
        return session.agree_on_draw()
    if tree.get("side") not in session.game.battle.roster.side_ids:
        raise BadRecord(f"{where}: there is no side {tree.get('side')!r} to resign")
    return session.resign(tree["side"])


def _thrown(tree: dict[str, Any]) -> list[int]:
    """The dice of a line; one that goes back has a commitment in their place."""
    dice = tree.get("dice", [])
    return dice if isinstance(dice, list) else []


def resume(record: Record, key: Seed) -> Session:
    """The session at the end of an unfinished record, to go on with dice of a new key."""
    session: Session | None = None
    for moment in replay(record):
        session = moment.session
    if session is None:
        raise BadRecord(f"{record.name}: the record ends before the battle begins")
    session.take_up(key.dice())
    return session
