"""Game records, `*.pwg`: written line by line as a game goes, read back, replayed and verified.

A record is JSON Lines: a header; the start (what was thrown before the first decision); one line per action with its
dice, its events and the hash of the state after it; `undo` lines for actions taken back; and a footer. Dice come from a
key that the header commits to and the footer reveals. A game that is put away reveals its key and commits to a new one
when it is taken up again.
"""

import hashlib
import json
import secrets
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TextIO

from .. import __version__
from ..game.dice import Dice
from ..game.errors import Refusal
from ..scenario.problems import BadScenario
from ..scenario.reading import read_tree
from ..scenario.scenario import Scenario
from ..scenario.setup import ruleset_of
from ..scenario.writing import tree as scenario_tree
from .session import Session

FORMAT = "portable-wargame/record/1"
LARGEST_RECORD = 200_000_000  # bytes


class BadRecord(Refusal):
    pass


@dataclass
class Key:
    """What the dice of a game come from. The salt keeps a small seed from being guessed from its commitment."""

    seed: int
    script: list[int] = field(default_factory=list)
    salt: str = field(default_factory=lambda: secrets.token_hex(16))

    def dice(self) -> Dice:
        return Dice(self.seed, self.script)

    def tree(self) -> dict[str, Any]:
        return {"seed": self.seed, "script": self.script, "salt": self.salt}

    def commitment(self) -> str:
        text = json.dumps(self.tree(), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()


def new_key() -> Key:
    return Key(secrets.randbits(60))


class Recorder:
    """A session that is written down as it goes. Every line is on disk before play goes on."""

    def __init__(self, session: Session, key: Key, sink: TextIO) -> None:
        self.session = session
        self.key = key
        self.sink = sink
        self.state: dict[str, Any] = {}  # after the last line

    def begin(self, players: dict[str, str]) -> None:
        session = self.session
        ruleset = ruleset_of(session.scenario)
        self._write(
            {
                "format": FORMAT,
                "version": __version__,
                "ruleset": {"name": ruleset.name, "edition": ruleset.edition},
                "scenario": scenario_tree(session.scenario),
                "house-rules": session.scenario.house_rules,
                "players": players,
                "dice": {"commitment": self.key.commitment()},
            }
        )
        self._write(
            {
                "start": True,
                "dice": list(session.dice.thrown),
                "events": session.opening,
                "hash": self._hash(),
            }
        )

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
            self._write({"result": self.state["result"], "reveal": self.key.tree()})
        return events

    def undo(self) -> None:
        self.session.undo()
        self._write({"undo": True, "hash": self._hash()})

    def put_away(self) -> None:
        """Reveal the key of a game that is not over, so that its dice can be verified."""
        if self.session.game.question() is not None:
            self._write({"reveal": self.key.tree()})

    def take_up(self) -> None:
        self._write({"resumed": True, "dice": {"commitment": self.key.commitment()}})

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
        """Every die of the record, in order. Taken-back actions threw none."""
        return [die for line in self.lines if isinstance(line.tree.get("dice"), list) for die in line.tree["dice"]]

    def is_finished(self) -> bool:
        return any("result" in line.tree for line in self.lines)


def read_record(path: str) -> Record:
    """Open a record; BadRecord says which line is wrong. A last line cut off in the writing is dropped."""
    try:
        if Path(path).stat().st_size > LARGEST_RECORD:
            raise BadRecord(f"{path}: larger than {LARGEST_RECORD // 1_000_000} MB, which no battle's record is")
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        reason = problem.strerror if isinstance(problem, OSError) else "it is not UTF-8 text"
        raise BadRecord(f"{path}: cannot be read: {reason}") from None
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
    edition = header.get("ruleset", {}).get("edition") if isinstance(header.get("ruleset"), dict) else None
    current = ruleset_of(scenario).edition
    if edition != current:
        raise BadRecord(
            f"{name}:1: played by edition {edition} of the {scenario.ruleset} rules; this is edition {current}"
        )
    return Record(header, scenario, lines[1:], name)


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
    for line in record.lines:
        tree = line.tree
        thrown = len(session.dice.thrown)
        action: dict[str, Any] | None = None
        events: list[dict[str, Any]] = []
        if "start" in tree:
            events, thrown = session.opening, 0
        elif "action" in tree:
            action = tree["action"]
            if tree.get("side") != session.state()["decides"]:
                raise BadRecord(f"{record.name}:{line.number}: it was not for {tree.get('side')!r} to decide")
            try:
                events = session.play(action)
            except Refusal as refusal:
                raise BadRecord(f"{record.name}:{line.number}: the action is not legal: {refusal}") from None
        elif "undo" in tree:
            try:
                session.undo()
            except Refusal as refusal:
                raise BadRecord(f"{record.name}:{line.number}: {refusal}") from None
        else:
            continue
        if session.dice.thrown[thrown:] != tree.get("dice", []):
            raise BadRecord(f"{record.name}:{line.number}: the rules throw other dice than the record has")
        if events != tree.get("events", []):
            raise BadRecord(f"{record.name}:{line.number}: other events follow from it than the record has")
        if session.state()["hash"] != tree.get("hash"):
            raise BadRecord(f"{record.name}:{line.number}: the state after it has another hash than the record has")
        yield Moment(line, session, action, events)


@dataclass
class Verdict:
    actions: int
    finished: bool
    dice_checked: int
    dice_unrevealed: int


def verify(record: Record) -> Verdict:
    """Recompute every hash, compare the result, and check the dice against the keys that were revealed."""
    actions = 0
    result: Any = None
    for moment in replay(record):
        actions += moment.action is not None
        result = moment.session.state()["result"]
    for line in record.lines:
        if "result" in line.tree and line.tree["result"] != result:
            raise BadRecord(f"{record.name}:{line.number}: the result is not the one the battle came to")
    checked, unrevealed = _check_dice(record)
    return Verdict(actions, record.is_finished(), checked, unrevealed)


def _check_dice(record: Record) -> tuple[int, int]:
    """Between a commitment and the reveal that answers it, all dice come from that key."""
    commitment = _commitment(record.header)
    segment: list[int] = []
    checked = 0
    unrevealed = 0
    for line in record.lines:
        where = f"{record.name}:{line.number}"
        tree = line.tree
        if isinstance(tree.get("dice"), list):
            segment += tree["dice"]
        if "resumed" in tree:
            unrevealed += len(segment)
            segment = []
            commitment = _commitment(tree)
        if "reveal" in tree:
            key = _key(where, tree["reveal"])
            if key.commitment() != commitment:
                raise BadRecord(f"{where}: the key revealed is not the one that was committed to")
            dice = key.dice()
            if [dice.throw() for _ in segment] != segment:
                raise BadRecord(f"{where}: the dice are not those of the key that was revealed")
            checked += len(segment)
            segment = []
    return checked, unrevealed + len(segment)


def _commitment(tree: dict[str, Any]) -> Any:
    dice = tree.get("dice")
    return dice.get("commitment") if isinstance(dice, dict) else None


def _key(where: str, tree: Any) -> Key:
    if (
        not isinstance(tree, dict)
        or type(tree.get("seed")) is not int
        or not isinstance(tree.get("script"), list)
        or not all(type(die) is int and 1 <= die <= 6 for die in tree["script"])
        or not isinstance(tree.get("salt"), str)
    ):
        raise BadRecord(f"{where}: a revealed key has a seed, a script and a salt")
    return Key(tree["seed"], tree["script"], tree["salt"])


def resume(record: Record, key: Key) -> Session:
    """The session at the end of an unfinished record, to go on with dice of a new key."""
    session: Session | None = None
    for moment in replay(record):
        session = moment.session
    if session is None:
        raise BadRecord(f"{record.name}: the record ends before the battle begins")
    session.take_up(key.dice())
    return session
