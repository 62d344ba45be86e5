"""A game in play: what `pw engine`, the terminal and any other front end talk to. It judges and takes back."""

from typing import Any

from ..battle.battle import NO_CELL
from ..game.agenda import Chance
from ..game.dice import Dice
from ..game.errors import Refusal
from ..game.events import Event
from ..game.game import Game, IllegalAction
from ..grid.names import cell_name
from ..scenario.scenario import Scenario
from ..scenario.setup import new_game
from .notation import NoSuchAction, action_from_tree, action_to_tree, event_to_tree
from .state import legal_tree, state_tree, view_tree


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
        return [self._chance(chance) for chance in self.game.chances(self.game.settle(action))]

    def _chance(self, chance: Chance) -> dict[str, Any]:
        ids = self.game.battle.roster.unit_ids
        effects = [{"unit": ids[unit], "effect": effect} for unit, effect in chance.effects]
        text = ", ".join(f"{one['unit']} {one['effect'].replace('-', ' ')}" for one in effects) or "no effect"
        if chance.lands == NO_CELL:
            return {"probability": chance.probability, "outcome": text, "effects": effects}
        cell = cell_name(self.game.battle.field.grid, chance.lands)
        return {
            "probability": chance.probability,
            "outcome": f"lands in {cell}: {text}",
            "effects": effects,
            "cell": cell,
        }

    def undo(self) -> None:
        if not self.past:
            raise CannotUndo("nothing can be taken back: dice have fallen or the other side has decided since")
        self.game = self.past.pop()

    def take_up(self, dice: Dice) -> None:
        """Go on with other dice; nothing before can be taken back."""
        self.dice = dice
        self.game.dice = dice
        self.past = []

    def _told(self) -> list[dict[str, Any]]:
        log: list[Event] = self.game.log or []
        self.game.log = None
        return [event_to_tree(self.game.battle, event) for event in log]
