"""Reinforcements that come on a die, or when something has happened: asked at the beginning of every turn."""

from typing import Final

from ...battle.battle import AWAITED, UNCALLED, WAITING, Battle
from ...battle.naming import counted
from ...battle.side import ENEMY_AT, OWN_AT, UNITS_LOST, Call
from ...game.agenda import Step, StepKind
from ...game.changes import roll_alike, tell_roll
from ...game.course import call_up
from ...game.dice import at_least
from ...game.game import Game
from ...grid.compiler import i64
from .points import units_destroyed

CLAUSE: Final = "shared.reinforcements"


class CallReinforcements(StepKind):
    """First check what they wait for, then roll, one die for each group."""

    def run(self, game: Game, step: Step) -> None:
        battle = game.battle
        thrown: dict[str, bool] = {}
        for unit, call in enumerate(battle.roster.calls):
            if call is None or battle.at[unit] != WAITING or battle.roster.arrival_turn[unit] > battle.turn:
                continue
            side = battle.roster.side_of[unit]
            if battle.due_from[unit] == UNCALLED and has_happened(battle, side, call):
                call_up(game, unit, AWAITED if call.roll else battle.turn, CLAUSE)
            if battle.due_from[unit] != AWAITED:
                continue
            group = f"{side}:{call.group}"
            comes = thrown[group] if call.group and group in thrown else throw(game, unit, call)
            thrown[group] = comes
            if comes:
                call_up(game, unit, battle.turn, CLAUSE)


def has_happened(battle: Battle, side: i64, call: Call) -> bool:
    if call.waits_for == ENEMY_AT:
        return any(battle.enemy_in(cell, side) for cell in call.cells)
    if call.waits_for == OWN_AT:
        return any(battle.friend_in(cell, side) for cell in call.cells)
    return units_destroyed(battle, side if call.waits_for == UNITS_LOST else 1 - side) >= call.amount


def awaited_event(call: Call, there: str) -> str:
    """What it waits for, in words; `there` are the cells where it is to happen."""
    if call.waits_for == ENEMY_AT:
        return f"an enemy is {there}"
    if call.waits_for == OWN_AT:
        return f"a unit of its side is {there}"
    if call.waits_for == UNITS_LOST:
        return f"its side has lost {counted(call.amount, 'unit')}"
    return f"the enemy has lost {counted(call.amount, 'unit')}"


def throw(game: Game, unit: i64, call: Call) -> bool:
    dice = roll_alike(game, 1, at_least(call.roll))
    comes = dice[0] >= call.roll
    outcome = "may-come" if comes else "not-yet"
    tell_roll(game, "arrival", CLAUSE, game.battle.side_of(unit), unit, dice, [], dice, call.roll, [outcome])
    return comes


CALL_REINFORCEMENTS: Final = CallReinforcements("reinforcements")
