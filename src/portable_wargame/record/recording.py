"""Game records, `*.pwg`, as they are written: line by line as the game goes on.

A record is JSON Lines: a header; the start (what was thrown before the first decision); one line per action with its
dice, its events and the hash of the state after it; lines for actions taken back; and a footer. Every line ends in its
link of the chain. Dice come from a key that the header commits to and the footer reveals. A saved game reveals its key,
and commits to a new one when it is resumed. `verifying` says what a record shows.
"""

import json
from collections.abc import Callable, Mapping
from typing import Literal, TextIO

from .. import __version__
from ..game.actions import Action
from ..game.game import Game
from ..rulesets.variants.variant import hash_of_text
from ..scenario.model import Scenario
from ..scenario.setup import ruleset_of
from ..scenario.writing import tree as scenario_tree
from ..speech.notation import action_to_tree
from ..speech.records import Edition, Header
from ..speech.trees import Event, Json, State
from ..speech.umpire.rulings import VERSION, reason_from
from .chain import Chain
from .keys import AnyKey, Key
from .lines import Acted, Drawn, Ended, Line, PutAway, Reseated, Resigned, Ruled, Start, TakenUp, Undone, WentBack
from .session import Done, Session

Sink = Callable[[Line], None]

FORMAT = "portable-wargame/record/1"


def header(scenario: Scenario, players: dict[str, str], key: AnyKey, tree: Json = None) -> Header:
    """`tree` is the scenario's, if it has already been written out."""
    return {
        "format": "portable-wargame/record/1",
        "version": __version__,
        "chained": True,
        "ruleset": edition_of(scenario),
        "scenario": tree if tree is not None else scenario_tree(scenario),
        "house-rules": scenario.house_rules,
        "players": players,
        "dice": key.sealed(),
    }


def edition_of(scenario: Scenario) -> Edition:
    """Which rules a battle is played by; with the hash of a book that the scenario brings along."""
    ruleset = ruleset_of(scenario)
    edition: Edition = {"name": ruleset.name, "edition": ruleset.edition}
    if scenario.book:
        edition["book"] = hash_of_text(scenario.book)
    return edition


def is_chained(first: Mapping[str, object]) -> bool:
    """Whether every line is bound to those before it; in older records none is."""
    return first.get("chained") is True


def header_text(first: Mapping[str, object]) -> str:
    return json.dumps(first, separators=(",", ":"))


def in_file(file: TextIO, chain: Chain | None) -> Sink:
    """Every line is on its way to the disk before play goes on. `chain` holds the lines so far;
    None for a record without one."""

    def write(line: Line) -> None:
        text = line.text()
        file.write((chain.add(text) if chain is not None else text) + "\n")
        file.flush()

    return write


class Recorder:
    """A session whose lines go somewhere as it goes on: into a file, or to a server that keeps them."""

    def __init__(self, session: Session, key: AnyKey, sink: Sink) -> None:
        self.session = session
        self.key = key
        self.sink = sink
        self.state: State | None = None  # after the last line

    def start(self) -> None:
        session = self.session
        events = session.in_writing(session.begun)
        self.sink(Start(thrown=list(session.dice.thrown), events=events, hash=self._hash()))

    def play(self, tree: Json) -> list[Event]:
        """Carry out an action in writing; its events, in writing too."""
        return self.carry_out(self.session.action(tree))[0].events

    def carry_out(self, action: Action) -> tuple[Acted, Done]:
        session = self.session
        side = session.decides()
        thrown = len(session.dice.thrown)
        done = session.carry_out(action)
        assert side is not None and done.action is not None
        line = Acted(
            side=side,
            action=action_to_tree(session.game.battle, done.action),
            thrown=session.dice.thrown[thrown:],
            events=session.in_writing(done.events),
            hash=self._hash(),
        )
        self.sink(line)
        if session.game.question() is None:
            self._end()
        return line, done

    def overrule(self, tree: Json, reason: Json) -> tuple[Ruled, Done]:
        """Carry out what an umpire sets by hand, in writing."""
        session = self.session
        thrown = len(session.dice.thrown)
        done = session.overrule(tree, reason)
        line = Ruled(
            ruling=VERSION,
            changes=tree,
            reason=reason_from(reason),
            thrown=session.dice.thrown[thrown:],
            events=session.in_writing(done.events),
            hash=self._hash(),
        )
        self.sink(line)
        if session.game.question() is None:
            self._end()
        return line, done

    def undo(self) -> None:
        self.session.undo()
        self.sink(Undone(hash=self._hash()))

    def resign(self, side: str) -> list[Event]:
        events = self.session.in_writing(self.session.resign(side).events)
        self.sink(Resigned(side=side, events=events, hash=self._hash()))
        self._end()
        return events

    def agree_on_draw(self) -> list[Event]:
        events = self.session.in_writing(self.session.agree_on_draw().events)
        self.sink(Drawn(events=events, hash=self._hash()))
        self._end()
        return events

    def go_back(self, line: int, game: Game, side: str, key: Key | None) -> None:
        """At one side's request, with the other's consent: back to how the game stood after a line. A new key takes
        over the dice."""
        self.session.go_back(game)
        back = WentBack(back_to=line, side=side, hash=self._hash())
        if key is not None:
            back.reveal, back.sealed = self.key.tree(), key.sealed()
            self.key = key
        self.sink(back)

    def reseat(self, side: str, because: Literal["consent", "absence"], line: int, game: Game) -> None:
        """Somebody else sits there from now on, and play goes on from how the game stood after a line."""
        self.session.go_back(game)
        self.sink(Reseated(side=side, because=because, back_to=line, hash=self._hash()))

    def _end(self) -> None:
        assert self.state is not None
        self.sink(Ended(result=self.state["result"], reveal=self.key.tree()))

    def put_away(self) -> None:
        """Reveal the key of a game that is not over, so that its dice can be verified."""
        if self.session.game.question() is not None:
            self.sink(PutAway(reveal=self.key.tree()))

    def take_up(self) -> None:
        self.sink(TakenUp(sealed=self.key.sealed()))

    def _hash(self) -> str:
        self.state = self.session.state()
        return self.state["hash"]


def record_in(file: TextIO, session: Session, key: AnyKey, players: dict[str, str]) -> Recorder:
    """A new record in a file, from its header to the start of the battle."""
    chain = Chain()
    file.write(chain.add(header_text(header(session.scenario, players, key))) + "\n")
    recorder = Recorder(session, key, in_file(file, chain))
    recorder.start()
    return recorder
