"""A game in play: what `pw engine`, the terminal and any other front end talk to. It judges actions and undoes them.

A game that stands is never altered: an action is carried out on a copy, which then takes its place. An
earlier game can be kept, to go back to or to look at.
"""

import random
from typing import NamedTuple

from ..battle.battle import NOBODY
from ..game.actions import Action
from ..game.course import end_battle
from ..game.dice import Dice
from ..game.errors import Refusal
from ..game.events import Event
from ..game.game import Game, IllegalAction
from ..game.views import view
from ..rules.turn.umpire import overrule
from ..rules.turn.victory import CLAUSE
from ..scenario.model import Scenario
from ..scenario.setup import begun, laid_out
from ..speech import trees
from ..speech.chances import odds_tree
from ..speech.notation import NoSuchAction, action_from_tree, action_to_tree, event_to_tree
from ..speech.state import Portraits, legal_tree, state_tree, view_tree
from ..speech.umpire.rulings import reason_from, ruling_from_tree


class CannotUndo(Refusal):
    pass


class Done(NamedTuple):
    """What was done, with its defaults filled in, and what came of it."""

    events: list[Event]
    action: Action | None = None


class Session:
    def __init__(self, scenario: Scenario, dice: Dice, table: Game | None = None) -> None:
        """`table` if the scenario is already laid out: one serves any number of games."""
        self.scenario = scenario
        self.dice = dice
        self.past: list[Game] = []  # games to go back to, until a die falls or the other side decides
        self.game = begun(table if table is not None else laid_out(scenario), dice, [])
        self.portraits = Portraits()
        self.begun = _told(self.game)

    @property
    def opening(self) -> list[trees.Event]:
        """What happened before the first decision."""
        return self.in_writing(self.begun)

    def in_writing(self, events: list[Event]) -> list[trees.Event]:
        return [event_to_tree(self.game.battle, event) for event in events]

    def state(self, side: str | None = None) -> trees.State:
        ids = self.game.battle.roster.side_ids
        state = state_tree(self.game, self.portraits)
        return state if side is None else view_tree(state, self.game.battle, ids.index(side))

    def decides(self) -> str | None:
        """The side that does."""
        game = self.game
        return game.battle.roster.side_ids[game.decider()] if game.agenda else None

    def legal(self) -> trees.Legal:
        return legal_tree(self.game)

    def action(self, tree: trees.Json) -> Action:
        """The action that was written; NoSuchAction if it is not one."""
        return action_from_tree(self.game.battle, tree)

    def play(self, tree: trees.Json) -> list[trees.Event]:
        """Carry out an action and return its events, both in writing; on IllegalAction or NoSuchAction nothing
        changes."""
        return self.in_writing(self.carry_out(self.action(tree)).events)

    def carry_out(self, action: Action) -> Done:
        """Carry out an action; on IllegalAction nothing changes."""
        before = self.game
        settled = before.settle(action)
        if not before.allows(settled):
            raise IllegalAction(before.why_not(action))
        thrown = len(self.dice.thrown)
        after = before.copy(self.dice)
        after.log = []
        after.perform(settled)
        found = len(after.battle.concealed) < len(before.battle.concealed)
        if len(self.dice.thrown) > thrown or after.decider() != before.decider() or found:
            self.past = []
        else:
            self.past.append(before)
        before.forget_options()
        self.game = after
        return Done(_told(after), settled)

    def written(self, tree: trees.Json) -> trees.Action:
        """The action with its defaults filled in, as a record keeps it."""
        return action_to_tree(self.game.battle, self.game.settle(self.action(tree)))

    def why_not(self, tree: trees.Json) -> list[trees.Reason]:
        """Every reason against an action, with its clause; none if it is legal."""
        try:
            action = self.action(tree)
        except NoSuchAction as problem:
            return [{"clause": self.game.ruleset.sequence, "text": str(problem)}]
        return [{"clause": reason.clause, "text": reason.text} for reason in self.game.why_not(action)]

    def odds(self, tree: trees.Json) -> list[trees.Chance]:
        """The exact chances of a legal action's dice."""
        action = self.action(tree)
        reasons = self.game.why_not(action)
        if reasons:
            raise IllegalAction(reasons)
        game = self.game
        if game.battle.concealed:  # the odds must not give away what the enemy has hidden
            game = view(game, game.decider(), random.Random(0))
        return odds_tree(game, game.chances(game.settle(action)))

    def undo(self) -> Done:
        if not self.past:
            raise CannotUndo(
                "there is nothing to take back: no order has been given since dice were last rolled, "
                "the umpire last ruled or it became this side’s turn to decide"
            )
        self.game = self.past.pop()
        return Done([])

    def overrule(self, tree: trees.Json, reason: trees.Json) -> Done:
        """Apply what an umpire sets by hand; on IllegalAction or NoSuchRuling nothing changes."""
        changes, why = ruling_from_tree(self.game.battle, tree), reason_from(reason)
        after = self.game.copy(self.dice.copy())
        after.log = []
        against = overrule(after, changes, why)
        if against:
            raise IllegalAction(against)
        self.dice = after.dice
        self.game = after
        self.past = []
        return Done(_told(after))

    def copy(self) -> "Session":
        """An independent session that rolls what this one would roll."""
        twin = Session.__new__(Session)
        twin.scenario, twin.begun, twin.portraits, twin.game = self.scenario, self.begun, self.portraits, self.game
        twin.dice = self.dice.copy()
        twin.past = self.past.copy()
        return twin

    def go_back(self, game: Game) -> Done:
        """Go back to how things once stood. Dice that have fallen since stay fallen."""
        self.game = game
        self.past = []
        return Done([])

    def resign(self, side: str) -> Done:
        roster = self.game.battle.roster
        number = roster.side_ids.index(side)
        return self._end(1 - number, f"{roster.side_names[number]} has resigned")

    def agree_on_draw(self) -> Done:
        return self._end(NOBODY, "the players have agreed on a draw")

    def _end(self, winner: int, reason: str) -> Done:
        """The players end the battle."""
        self.game = self.game.copy(self.dice)
        self.game.log = []
        end_battle(self.game, winner, reason, CLAUSE)
        self.game.agenda = []
        self.past = []
        return Done(_told(self.game))

    def take_up(self, dice: Dice) -> None:
        """Go on with other dice; nothing before this can be taken back."""
        self.dice = dice
        self.game.dice = dice
        self.past = []


def _told(game: Game) -> list[Event]:
    """The events collected so far; they are returned only once."""
    log: list[Event] = game.log or []
    game.log = None
    return log
