"""The boards in play here: each scenario is checked, built and laid out once, however many games it has."""

import json
import threading
from typing import NamedTuple

from ...game.game import Game
from ...rulesets.books import clauses_of
from ...rulesets.ledger import Book
from ...scenario.checking.schema import visible
from ...scenario.model import Scenario
from ...scenario.reading import read_kept
from ...scenario.setup import laid_out, ruleset_of
from ...scenario.writing import tree as scenario_tree
from ...speech.trees import Sent
from ..wire.looks import Scene, scene_of

REMEMBERED = 100  # boards; the one used longest ago is forgotten first


class Board(NamedTuple):
    scenario: Scenario
    tree: Sent  # as the record's header gives it, or would give it today
    says: Book | None  # the clauses of its book, if the book came with the scenario
    table: Game  # before anything has happened on it; what we work out about its ground serves every game on it
    scene: Scene


class Laid(NamedTuple):
    """The header of a game, read, and the board that it is played on."""

    header: Sent
    board: Board


class Boards:
    def __init__(self) -> None:
        self.known: dict[str, Board] = {}
        self.lock = threading.Lock()  # because games are opened beside the loop

    def of(self, header: Sent) -> Board:
        """The board of a record's header, by the edition of the rules that it names; BadScenario if something is wrong
        with it."""
        tree, edition = header["scenario"], header["ruleset"]["edition"]
        key = _text(tree, edition)
        found = self._known(key)
        if found is None:
            scenario = read_kept(tree)
            scenario.edition = edition
            found = self._remember(key, _board(scenario, visible(tree)))
        return found

    def laid(self, first: str) -> Laid:
        """The same, from the first line of a game."""
        header = json.loads(first)
        return Laid(header, self.of(header))

    def of_scenario(self, scenario: Scenario) -> Board:
        """The board of a scenario that has been checked."""
        tree = scenario_tree(scenario)
        key = _text(tree, ruleset_of(scenario).edition)
        board = self._known(key)
        return board or self._remember(key, _board(scenario, tree))

    def _known(self, key: str) -> Board | None:
        with self.lock:
            found = self.known.pop(key, None)
            if found is not None:
                self.known[key] = found
        return found

    def _remember(self, key: str, board: Board) -> Board:
        with self.lock:
            self.known[key] = board
            if len(self.known) > REMEMBERED:
                del self.known[next(iter(self.known))]
        return board


def _board(scenario: Scenario, tree: Sent) -> Board:
    return Board(scenario, tree, clauses_of(scenario.book), laid_out(scenario), scene_of(scenario))


def _text(tree: Sent, edition: int) -> str:
    return json.dumps([edition, tree], separators=(",", ":"))
