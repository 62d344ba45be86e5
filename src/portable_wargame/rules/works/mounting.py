"""Cavalry that mounts and dismounts: it takes the place of the move."""

from typing import Final

from ...battle.unit import ENTERED, MOUNTED, MOVED, UnitType
from ...game.actions import NO_ACTIONS, Action
from ...game.agenda import Activity, Reason
from ...game.changes import change_type, mark
from ...game.game import Game
from ...game.tables import is_barred
from ...grid.compiler import i64
from ..reasons import barring, because


class ChangeSaddle(Activity):
    def __init__(self, verb: str, from_arms: int) -> None:
        super().__init__(verb)
        self.from_arms = from_arms  # MOUNTED to dismount, 0 to mount

    def is_for(self, unit_type: UnitType) -> bool:
        return unit_type.becomes != ""

    def fits(self, game: Game, unit: i64) -> bool:
        unit_type = game.battle.type_of[unit]
        came_on = game.battle.has(unit, ENTERED)
        return unit_type.becomes != "" and unit_type.arms & MOUNTED == self.from_arms and not came_on

    def options(self, game: Game, unit: i64) -> list[Action]:
        if not self.fits(game, unit) or is_barred(game.ruleset.movement.barred, game.battle, unit):
            return NO_ACTIONS
        return [Action(self.verb, unit)]

    def why_not(self, game: Game, action: Action) -> list[Reason]:
        unit_type = game.battle.type_of[action.unit]
        if unit_type.becomes == "":
            return [because(game, game.ruleset.mounting, "no-cavalry", action.unit, words=self.verb)]
        if unit_type.arms & MOUNTED != self.from_arms:
            return [because(game, game.ruleset.mounting, "in-the-saddle", action.unit, words=self.verb)]
        if game.battle.has(action.unit, ENTERED):
            return [because(game, game.ruleset.mounting, "just-arrived", action.unit)]
        return barring(game, game.ruleset.movement.barred.rows, action.unit)

    def play(self, game: Game, action: Action) -> None:
        mark(game, action.unit, MOVED)
        change_type(game, action.unit, "mounted" if self.verb == "mount" else "dismounted", game.ruleset.mounting)


MOUNT: Final = ChangeSaddle("mount", 0)
DISMOUNT: Final = ChangeSaddle("dismount", MOUNTED)
