"""A battle under way in an environment: the waiting question, in codes, and the report when it is over."""

import copy
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..battle.battle import NOBODY, UNDECIDED
from ..battle.side import SIDES
from ..game.actions import Action
from ..game.dice import Dice
from ..game.errors import Refusal
from ..pictures.colours import colours_of
from ..pictures.picture import picture
from ..pictures.text_board import board
from ..scenario import library
from ..scenario.model import Scenario
from ..scenario.reading import read_file
from ..scenario.setup import begun, laid_out
from .observing import Observation, Observer

RENDER_MODES = ["ansi", "svg"]
NO_CODES: NDArray[np.int64] = np.zeros(0, np.int64)


def scenario_called(wanted: Scenario | str) -> Scenario:
    """A Scenario, the name of one from the library, or the path of a file."""
    if isinstance(wanted, Scenario):
        return wanted
    return read_file(wanted) if wanted.endswith((".toml", ".json")) else library.load(wanted)


def refuse_unknown_mode(mode: str | None) -> None:
    if mode is not None and mode not in RENDER_MODES:
        raise Refusal(f"there is no render mode {mode!r}; choose from {' and '.join(RENDER_MODES)}")


class Engagement:
    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.table = laid_out(scenario)
        self.observer = Observer(self.table)
        self.sides = [side.id for side in scenario.sides]
        self.game = self.table
        self.options: list[Action] = []
        self.listed: Any = ()  # the codes of the options, in order
        self.codes = NO_CODES  # the same as an array

    def beside(self) -> "Engagement":
        """Another battle of the same scenario. What the engine learns about the ground serves both."""
        return copy.copy(self)

    def begin(self, seed: int) -> None:
        self.game = begun(self.table, Dice(seed))

    def is_over(self) -> bool:
        return self.game.question() is None

    def ask(self) -> None:
        """List the options of the side that decides."""
        game = self.game
        self.options = game.options()
        self.listed = self.observer.codes.codes(game.battle, self.options, game.decider())
        self.codes = np.array(self.listed, np.int64)

    def perform(self, code: Any) -> None:
        """Carry out what a code means; a ValueError, and nothing changes, if that is not allowed now."""
        try:
            number = int(code)
        except (TypeError, ValueError):
            raise ValueError(f"{code!r} is not an action: actions are numbers") from None
        action = self.observer.codes.meant(self.game.battle, self.options, self.listed, number)
        if action is None:
            words = self.observer.codes.words(number) if number >= 0 else {}
            meaning = ", ".join(f"{word} {value}" for word, value in words.items()) or "nothing"
            raise ValueError(f"action {number} ({meaning}) is not allowed now: its place in action_mask is 0")
        self.game.perform(action)

    def observed(self, side: int) -> Observation:
        """Only the side that decides has anything to choose from."""
        decides = not self.is_over() and self.game.decider() == side
        return self.observer.observed(self.game, side, self.codes if decides else NO_CODES)

    def reward(self, side: int) -> float:
        winner = self.game.battle.winner
        return 0.0 if winner in (NOBODY, UNDECIDED) else 1.0 if winner == side else -1.0

    def told(self, side: int) -> dict[str, Any]:
        """How the battle ended, for the side; nothing before it has."""
        battle = self.game.battle
        if battle.winner == UNDECIDED:
            return {}
        winner = self.sides[battle.winner] if battle.winner in SIDES else None
        result = "draw" if winner is None else "victory" if battle.winner == side else "defeat"
        return {"result": result, "winner": winner, "reason": battle.reason, "turn": battle.turn}

    def drawn(self, mode: str | None) -> str | None:
        """The board, as text or as an SVG picture."""
        battle = self.game.battle
        if mode == "svg":
            title = f"{self.scenario.title}, turn {battle.turn}"
            return picture(battle, self.game.ruleset.palette, title, (), colours_of(self.scenario))
        return board(battle).plain if mode == "ansi" else None
