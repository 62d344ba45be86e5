"""The boards that are played on here: each scenario is checked, built and laid out once, however many games it has."""

import json
import threading
from typing import Any, NamedTuple

from ...game.game import Game
from ...scenario.model import Scenario
from ...scenario.reading import read_tree
from ...scenario.setup import laid_out
from ...scenario.writing import tree as scenario_tree

Tree = dict[str, Any]

REMEMBERED = 100  # boards; the one used longest ago is forgotten first


class Board(NamedTuple):
    scenario: Scenario
    tree: Tree  # as the header of a record has it
    table: Game  # before anything has happened on it; what is found out about its ground serves every game on it


class Boards:
    def __init__(self) -> None:
        self.known: dict[str, Board] = {}
        self.lock = threading.Lock()  # games are opened beside the loop

    def of(self, tree: Tree) -> Board:
        """That of a record's header; BadScenario if there is something wrong with it."""
        return self._known(_text(tree)) or self._remember(tree, read_tree(tree))

    def of_scenario(self, scenario: Scenario) -> Board:
        """Of a scenario that has been checked."""
        tree = scenario_tree(scenario)
        return self._known(_text(tree)) or self._remember(tree, scenario)

    def _known(self, text: str) -> Board | None:
        with self.lock:
            found = self.known.pop(text, None)
            if found is not None:
                self.known[text] = found
        return found

    def _remember(self, tree: Tree, scenario: Scenario) -> Board:
        board = Board(scenario, tree, laid_out(scenario))
        with self.lock:
            self.known[_text(tree)] = board
            if len(self.known) > REMEMBERED:
                del self.known[next(iter(self.known))]
        return board


def _text(tree: Tree) -> str:
    return json.dumps(tree, separators=(",", ":"))
