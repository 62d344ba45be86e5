"""Transport: limbering and unlimbering guns. It takes a turn, and happens at the end of it."""

from typing import Final

from ...battle.battle import LOAD, NOBODY, UNLOAD, Battle
from ...battle.unit import ACTIVATED, FINISHED, UnitType
from ...game.actions import NO_ACTIONS, Action
from ...game.agenda import Activity, Reason
from ...game.changes import drop_task, finish, mark, set_task, tell
from ...game.game import Game
from ...game.tables import is_barred
from ...grid.compiler import i64
from ..movement.stacking import may_stand_in
from ..reasons import barring, because


def may_be_loaded(battle: Battle, carrier: int, load: int) -> bool:
    """In the same cell, of an arm that is carried, and not yet acting this turn."""
    return (
        load != carrier
        and battle.at[load] == battle.at[carrier]
        and battle.is_a(load, battle.type_of[carrier].cargo)
        and battle.type_of[load].carriable
        and battle.carried_by[load] == NOBODY
        and not battle.has(load, ACTIVATED | FINISHED)
    )


class Load(Activity):
    def is_for(self, unit_type: UnitType) -> bool:
        return unit_type.cargo != 0

    def options(self, game: Game, unit: i64) -> list[Action]:
        battle = game.battle
        rule = game.ruleset.transport
        if rule is None or not battle.type_of[unit].cargo or battle.carrying[unit] != NOBODY:
            return NO_ACTIONS
        if not battle.on_board(unit) or is_barred(rule.barred, battle, unit):
            return NO_ACTIONS
        return [
            Action("load", unit, other=load)
            for load in battle.units(battle.side_of(unit))
            if may_be_loaded(battle, unit, load) and not is_barred(rule.barred, battle, load)
        ]

    def why_not(self, game: Game, action: Action) -> list[Reason]:
        """What the two are comes first, then where they are, then what they have done this turn."""
        rule = game.ruleset.transport
        assert rule is not None
        battle = game.battle
        if not battle.type_of[action.unit].cargo:
            return [because(game, rule.clause, "no-transport", action.unit)]
        if action.other == NOBODY:
            return [because(game, rule.clause, "what-to-load", action.unit)]
        clause = rule.clause_for(battle.type_of[action.unit], battle.type_of[action.other])
        load_type = battle.type_of[action.other]
        if battle.side_of(action.other) != battle.side_of(action.unit):
            return [because(game, clause, "other-side", action.other)]
        if action.other == action.unit or not (
            load_type.arms & battle.type_of[action.unit].cargo and load_type.carriable
        ):
            return [because(game, clause, "cannot-carry", action.unit, other=action.other)]
        if battle.carrying[action.unit] != NOBODY:
            return [because(game, clause, "loaded-already", action.unit)]
        if battle.carried_by[action.other] != NOBODY:
            return [because(game, clause, "is_carried", action.other)]
        if battle.at[action.other] != battle.at[action.unit]:
            return [because(game, clause, "elsewhere", action.other, other=action.unit)]
        reasons = [*barring(game, rule.barred.rows, action.unit), *barring(game, rule.barred.rows, action.other)]
        if not reasons and battle.has(action.other, ACTIVATED | FINISHED):
            reasons.append(because(game, clause, "has_been_activated", action.other))
        return [Reason(clause, reason.text) for reason in reasons]

    def play(self, game: Game, action: Action) -> None:
        set_task(game, action.unit, LOAD, action.other, 1)
        tell_order(game, "began-loading", action.unit, action.other)
        drop_task(game, action.other)
        mark(game, action.other, FINISHED)
        finish(game, action.unit)


class Unload(Activity):
    def is_for(self, unit_type: UnitType) -> bool:
        return unit_type.cargo != 0

    def options(self, game: Game, unit: i64) -> list[Action]:
        battle = game.battle
        rule = game.ruleset.transport
        load = battle.carrying[unit]
        if rule is None or load == NOBODY or is_barred(rule.barred, battle, unit):
            return NO_ACTIONS
        if not may_stand_in(battle, game.ruleset.movement, load, battle.at[unit]):
            return NO_ACTIONS
        return [Action("unload", unit, other=load)]

    def settle(self, game: Game, action: Action) -> Action:
        if action.other == NOBODY:
            return Action("unload", action.unit, other=game.battle.carrying[action.unit])
        return action

    def why_not(self, game: Game, action: Action) -> list[Reason]:
        rule = game.ruleset.transport
        assert rule is not None
        battle = game.battle
        if battle.carrying[action.unit] == NOBODY:
            return [because(game, rule.clause, "carries-nothing", action.unit)]
        if battle.carrying[action.unit] != action.other:
            return [because(game, rule.clause, "carries-another", action.unit, other=action.other)]
        reasons = barring(game, rule.barred.rows, action.unit)
        clause = rule.clause_for(battle.type_of[action.unit], battle.type_of[action.other])
        reasons = [Reason(clause, reason.text) for reason in reasons]
        if not may_stand_in(game.battle, game.ruleset.movement, action.other, game.battle.at[action.unit]):
            clause = game.ruleset.movement.stacking
            reasons.append(because(game, clause, "no-room", action.unit, battle.at[action.unit]))
        return reasons

    def play(self, game: Game, action: Action) -> None:
        set_task(game, action.unit, UNLOAD, action.other, 1)
        tell_order(game, "began-unloading", action.unit, action.other)
        mark(game, action.other, FINISHED)
        finish(game, action.unit)


def tell_order(game: Game, kind: str, carrier: i64, load: i64) -> None:
    battle = game.battle
    rule = game.ruleset.transport
    assert rule is not None
    if game.ruleset.tells_orders:
        tell(
            game,
            kind,
            rule.clause_for(battle.type_of[carrier], battle.type_of[load]),
            carrier,
            battle.at[carrier],
            load,
        )


LOAD_UP: Final = Load("load")
UNLOAD_IT: Final = Unload("unload")
