"""Game records, `*.pwg`, as they are written: line by line as a game goes.

A record is JSON Lines: a header; the start (what was thrown before the first decision); one line per action with its
dice, its events and the hash of the state after it; lines for actions taken back; and a footer. Dice come from a key
that the header commits to and the footer reveals. A game that is put away reveals its key and commits to a new one when
it is taken up again. `verifying` says what a record proves.
"""

import json
from collections.abc import Callable, Mapping
from typing import TextIO

from .. import __version__
from ..game.actions import Action
from ..game.game import Game
from ..scenario.model import Scenario
from ..scenario.setup import ruleset_of
from ..scenario.writing import tree as scenario_tree
from ..speech.notation import action_to_tree
from ..speech.records import Header
from ..speech.trees import Event, Json, State
from .keys import Key, Seed
from .lines import Acted, Drawn, Ended, Line, PutAway, Resigned, Start, TakenUp, Undone, WentBack
from .session import Done, Session

Sink = Callable[[Line], None]

FORMAT = "portable-wargame/record/1"


def header(scenario: Scenario, players: dict[str, str], key: Seed | Key, tree: Json = None) -> Header:
    """`tree` is the scenario's, if it is in writing already."""
    ruleset = ruleset_of(scenario)
    return {
        "format": "portable-wargame/record/1",
        "version": __version__,
        "ruleset": {"name": ruleset.name, "edition": ruleset.edition},
        "scenario": tree if tree is not None else scenario_tree(scenario),
        "house-rules": scenario.house_rules,
        "players": players,
        "dice": key.sealed(),
    }


def header_text(first: Mapping[str, object]) -> str:
    return json.dumps(first, separators=(",", ":"))


def in_file(file: TextIO) -> Sink:
    """Every line is on its way to the disk before play goes on."""

    def write(line: Line) -> None:
        file.write(line.text() + "\n")
        file.flush()

    return write


class Recorder:
    """A session whose lines go somewhere as it goes on: into a file, or to a server that keeps them."""

    def __init__(self, session: Session, key: Seed | Key, sink: Sink) -> None:
        self.session = session
        self.key = key
        self.sink = sink
        self.state: State | None = None  # after the last line

    def start(self) -> None:
        session = self.session
        events = session.in_writing(session.begun)
        self.sink(Start(thrown=list(session.dice.thrown), events=events, hash=self._hash()))

    def play(self, tree: Json) -> list[Event]:
        """An action in writing, and its events in writing."""
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
        """As a side asked and the other agreed: to how the game stood after a line. A new key takes over the dice."""
        self.session.go_back(game)
        back = WentBack(back_to=line, side=side, hash=self._hash())
        if key is not None:
            back.reveal, back.sealed = self.key.tree(), key.sealed()
            self.key = key
        self.sink(back)

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


def record_in(file: TextIO, session: Session, key: Seed | Key, players: dict[str, str]) -> Recorder:
    """A new record in a file, from its header to the start of the battle."""
    file.write(header_text(header(session.scenario, players, key)) + "\n")
    recorder = Recorder(session, key, in_file(file))
    recorder.start()
    return recorder
