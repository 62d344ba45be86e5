"""The fire of units that are not artillery."""

from ..battle.unit import FIRED
from ..game.actions import Action
from ..game.agenda import Activity, Chance, Reason
from ..game.changes import mark
from ..game.game import Game
from .hits import push_blows
from .shooting import chances, targets, throw, why_no_target


class Fire(Activity):
    def options(self, game: Game, unit: int) -> list[Action]:
        return [Action("fire", unit, cell) for cell in targets(game.battle, game.ruleset.fire, unit)]

    def why_not(self, game: Game, action: Action) -> list[Reason]:
        return why_no_target(game, game.ruleset.fire, action.unit, action.target)

    def play(self, game: Game, action: Action) -> None:
        unit = action.unit
        fire = game.ruleset.fire
        dice = game.battle.type_of[unit].fire_dice
        blows = throw(game, fire, "fire", unit, action.target, dice)
        mark(game, unit, FIRED)
        push_blows(game, blows)

    def chances(self, game: Game, action: Action) -> list[Chance]:
        dice = game.battle.type_of[action.unit].fire_dice
        return chances(game, game.ruleset.fire, action.unit, action.target, dice)


FIRE = Fire("fire")
