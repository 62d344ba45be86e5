"""Initiative: who acts first this turn."""

from typing import Final

from ...battle.battle import INITIATIVE, NOBODY
from ...game.actions import Action
from ...game.agenda import Decision, Reason, Step, StepKind
from ...game.changes import begin_phase, roll, tell_roll
from ...game.course import take_initiative
from ...game.game import Game
from ..reasons import because


class RollInitiative(StepKind):
    def run(self, game: Game, step: Step) -> None:
        begin_phase(game, INITIATIVE)
        rule = game.ruleset.initiative
        faces = [0, 0]
        while faces[0] == faces[1]:
            faces = roll(game, 2)
            if game.log is not None:
                for side, face in enumerate(faces):
                    tell_roll(game, "initiative", rule.clause, side, NOBODY, [face], [], [face], 0, [])
        winner = 0 if faces[0] > faces[1] else 1
        if rule.winner_chooses:
            game.push(Step(WHO_GOES_FIRST, winner))
        else:
            take_turns(game, winner, rule.clause)


def take_turns(game: Game, first: int, clause: str) -> None:
    take_initiative(game, first, clause)
    for side in (1 - first, first):
        game.push_in_order(game.ruleset.after_activations, side)
        game.push(game.ruleset.activation.step.step(side))


class WhoGoesFirst(Decision):
    """A house rule: the winner of the roll chooses whether to act first."""

    def options(self, game: Game, step: Step) -> list[Action]:
        return [Action("first"), Action("stand")]

    def why_not(self, game: Game, step: Step, action: Action) -> list[Reason]:
        return [because(game, self.clause, "initiative")]

    def play(self, game: Game, step: Step, action: Action) -> None:
        take_turns(game, step.side if action.verb == "first" else 1 - step.side, self.clause)


INITIATIVE_ROLL: Final = RollInitiative("initiative")
WHO_GOES_FIRST: Final = WhoGoesFirst("whether to act first", "shared.initiative")
