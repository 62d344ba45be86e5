"""A game in play: what `pw engine`, the terminal and any other front end talk to. It judges and takes back."""

import copy
from typing import Any

from ..battle.battle import NOBODY
from ..game.course import end_battle
from ..game.dice import Dice
from ..game.errors import Refusal
from ..game.events import Event
from ..game.game import Game, IllegalAction
from ..rules.turn.victory import CLAUSE
from ..scenario.model import Scenario
from ..scenario.setup import new_game
from ..speech.chances import chance_tree
from ..speech.notation import NoSuchAction, action_from_tree, action_to_tree, event_to_tree
from ..speech.state import legal_tree, state_tree, view_tree


class CannotUndo(Refusal):
    pass


class Session:
    def __init__(self, scenario: Scenario, dice: Dice) -> None:
        self.scenario = scenario
        self.dice = dice
        self.past: list[Game] = []  # games to go back to, until a die falls or the other side decides
        self.game = new_game(scenario, dice, [])
        self.opening = self._told()

    def state(self, side: str | None = None) -> dict[str, Any]:
        ids = self.game.battle.roster.side_ids
        return state_tree(self.game) if side is None else view_tree(self.game, ids.index(side))

    def decides(self) -> str | None:
        """The side that does."""
        game = self.game
        return game.battle.roster.side_ids[game.decider()] if game.agenda else None

    def legal(self) -> dict[str, Any]:
        return legal_tree(self.game)

    def play(self, tree: Any) -> list[dict[str, Any]]:
        """Carry out an action and return its events; IllegalAction or NoSuchAction, and nothing changes."""
        action = action_from_tree(self.game.battle, tree)
        reasons = self.game.why_not(action)
        if reasons:
            raise IllegalAction(reasons)
        before = self.game.copy(self.dice)
        thrown = len(self.dice.thrown)
        decider = self.game.decider()
        self.game.log = []
        self.game.perform(self.game.settle(action))
        if len(self.dice.thrown) > thrown or self.game.decider() != decider:
            self.past = []
        else:
            self.past.append(before)
        return self._told()

    def written(self, tree: Any) -> dict[str, Any]:
        """The action with its defaults filled in, as a record keeps it."""
        game = self.game
        return action_to_tree(game.battle, game.settle(action_from_tree(game.battle, tree)))

    def why_not(self, tree: Any) -> list[dict[str, str]]:
        """Every reason against an action, with its clause; none if it is legal."""
        try:
            action = action_from_tree(self.game.battle, tree)
        except NoSuchAction as problem:
            return [{"clause": self.game.ruleset.sequence, "text": str(problem)}]
        return [{"clause": reason.clause, "text": reason.text} for reason in self.game.why_not(action)]

    def odds(self, tree: Any) -> list[dict[str, Any]]:
        """The exact chances of a legal action's dice."""
        action = action_from_tree(self.game.battle, tree)
        reasons = self.game.why_not(action)
        if reasons:
            raise IllegalAction(reasons)
        return [chance_tree(self.game.battle, chance) for chance in self.game.chances(self.game.settle(action))]

    def undo(self) -> None:
        if not self.past:
            raise CannotUndo("nothing can be taken back: dice have fallen or the other side has decided since")
        self.game = self.past.pop().copy(self.dice)

    def copy(self) -> "Session":
        """A session that goes on by itself, and throws what this one would throw."""
        twin = copy.copy(self)
        twin.dice = self.dice.copy()
        twin.game = self.game.copy(twin.dice)
        twin.past = self.past.copy()
        return twin

    def go_back(self, game: Game) -> None:
        """To how things stood once. Dice that have fallen since have fallen."""
        self.game = game.copy(self.dice)
        self.past = []

    def resign(self, side: str) -> list[dict[str, Any]]:
        roster = self.game.battle.roster
        number = roster.side_ids.index(side)
        return self._end(1 - number, f"{roster.side_names[number]} has resigned")

    def agree_on_draw(self) -> list[dict[str, Any]]:
        return self._end(NOBODY, "the players have agreed on a draw")

    def _end(self, winner: int, reason: str) -> list[dict[str, Any]]:
        """The battle is over by the will of the players."""
        self.game.log = []
        end_battle(self.game, winner, reason, CLAUSE)
        self.game.agenda = []
        self.past = []
        return self._told()

    def take_up(self, dice: Dice) -> None:
        """Go on with other dice; nothing before can be taken back."""
        self.dice = dice
        self.game.dice = dice
        self.past = []

    def _told(self) -> list[dict[str, Any]]:
        log: list[Event] = self.game.log or []
        self.game.log = None
        return [event_to_tree(self.game.battle, event) for event in log]
