"""The fire of units that are not artillery."""

from typing import Final

from ...battle.unit import FIRED
from ...game.actions import NO_ACTIONS, Action
from ...game.agenda import Activity, Chance, Reason
from ...game.changes import mark
from ...game.game import Game
from ...game.odds import foresee
from ...grid.compiler import i64
from ..air.anti_aircraft import aircraft_meant, aircraft_targets, fire_at_aircraft, why_no_aircraft
from ..combat.hits import push_blows
from ..deeds import is_artillery
from ..reasons import because
from .shooting import targets, throw, why_no_target


class Fire(Activity):
    def options(self, game: Game, unit: i64) -> list[Action]:
        reach = game.battle.type_of[unit].fire_range
        cells = targets(game.battle, game.ruleset.fire, unit, reach)
        shots = [Action("fire", unit, cell) for cell in cells] if cells else NO_ACTIONS
        if game.ruleset.air is None:
            return shots
        return shots + [Action("fire", unit, cell, air=True) for cell in aircraft_targets(game, unit)]

    def settle(self, game: Game, action: Action) -> Action:
        return aircraft_meant(game, action)

    def why_not(self, game: Game, action: Action) -> list[Reason]:
        if action.air:
            return why_no_aircraft(game, action.unit, action.target, game.ruleset.fire.barred)
        unit_type = game.battle.type_of[action.unit]
        if unit_type.artillery_range and not unit_type.fire_range:
            fire = game.ruleset.fire
            clauses = [row.clause for row in fire.barred.rows if row.forbids is is_artillery] or [fire.unarmed.clause]
            return [because(game, clause, "is_artillery", action.unit) for clause in clauses]
        return why_no_target(game, game.ruleset.fire, action.unit, action.target)

    def play(self, game: Game, action: Action) -> None:
        unit = action.unit
        if action.air:
            blows = fire_at_aircraft(game, "air", unit, action.target)
            mark(game, unit, FIRED)
            push_blows(game, blows)
            return
        fire = game.ruleset.fire
        dice = game.battle.type_of[unit].fire_dice
        blows = throw(game, fire, "fire", unit, action.target, dice)
        mark(game, unit, FIRED)
        push_blows(game, blows)

    def chances(self, game: Game, action: Action) -> list[Chance]:
        return foresee(game, action)


FIRE: Final = Fire("fire", attacks=True)
