"""What a unit is, or has done this turn: the conditions of rows that bar it from doing more."""

from collections.abc import Callable
from typing import Final

from ..battle.battle import Battle
from ..battle.terrain import TRENCH, in_river
from ..battle.unit import ACTIVATED, ADVANCED, ARTILLERY, CANNOT_MOVE, ENTERED, FIRED, FOUGHT, MOVED, MOVED_DOUBLE
from ..game.tables import Attack, UnitRestriction
from ..grid.compiler import i64


def cannot_move(battle: Battle, unit: i64) -> bool:
    return battle.type_of[unit].move == CANNOT_MOVE


def has_used_its_move_this_turn(battle: Battle, unit: i64) -> bool:
    return battle.activity[unit] & MOVED != 0 and battle.activity[unit] & ENTERED == 0


def has_used_its_move_or_come_on_this_turn(battle: Battle, unit: i64) -> bool:
    return battle.activity[unit] & MOVED != 0


def has_fired_this_turn(battle: Battle, unit: i64) -> bool:
    return battle.activity[unit] & FIRED != 0


def has_its_target_already(battle: Battle, unit: i64) -> bool:
    """Bombardments are declared first, and rolled for when both sides are done."""
    for order in battle.orders:
        if order.gun == unit:
            return True
    return False


def has_fought_this_turn(battle: Battle, unit: i64) -> bool:
    return battle.activity[unit] & FOUGHT != 0


def has_gone_on_to_close_combat(battle: Battle, unit: i64) -> bool:
    return battle.activity[unit] & (FOUGHT | ADVANCED) != 0


def has_gone_on_to_fire_or_fight(battle: Battle, unit: i64) -> bool:
    """Guns fire before anybody moves: their shot is not part of the activation."""
    fired = battle.activity[unit] & FIRED != 0 and battle.type_of[unit].artillery_range == 0
    return fired or battle.activity[unit] & (FOUGHT | ADVANCED) != 0


def has_moved_fired_or_fought(battle: Battle, unit: i64) -> bool:
    return battle.activity[unit] & (MOVED | FIRED | FOUGHT | ADVANCED) != 0


def has_made_a_double_move(battle: Battle, unit: i64) -> bool:
    return battle.activity[unit] & MOVED_DOUBLE != 0


def has_no_movement_left_to_fire(battle: Battle, unit: i64) -> bool:
    return battle.activity[unit] & MOVED != 0 and battle.spare[unit] < 1


def is_artillery_that_has_fired(battle: Battle, unit: i64) -> bool:
    return battle.is_a(unit, ARTILLERY) and battle.activity[unit] & FIRED != 0


def is_artillery(battle: Battle, unit: i64) -> bool:
    return battle.type_of[unit].artillery_range > 0


def is_not_artillery(battle: Battle, unit: i64) -> bool:
    return battle.type_of[unit].artillery_range == 0


def has_no_weapon_to_fire(battle: Battle, unit: i64) -> bool:
    return battle.type_of[unit].fire_range == 0


def is_in_a_river(battle: Battle, unit: i64) -> bool:
    return battle.on_board(unit) and in_river(battle.features[battle.at[unit]])


def is_carried(battle: Battle, unit: i64) -> bool:
    return battle.is_carried(unit)


def side_is_exhausted(battle: Battle, unit: i64) -> bool:
    return battle.exhausted[battle.side_of(unit)]


def has_not_moved(attack: Attack) -> bool:
    return attack.battle.activity[attack.unit] & MOVED == 0


def has_been_activated(battle: Battle, unit: i64) -> bool:
    return battle.activity[unit] & ACTIVATED != 0 and battle.activity[unit] & ENTERED == 0


def must_stay_in_the_ford(battle: Battle, unit: i64) -> bool:
    """Enters in one turn, stays for the next, and moves on in the third."""
    return is_in_a_river(battle, unit) and battle.crossing[unit] > 0 and battle.turn < battle.crossing[unit] + 2


def is_fording_a_river(battle: Battle, unit: i64) -> bool:
    """In the turn of staying."""
    return is_in_a_river(battle, unit) and 0 < battle.crossing[unit] == battle.turn - 1


def is_crossing_a_trench(battle: Battle, unit: i64) -> bool:
    return battle.crossing[unit] > 0 and battle.features[battle.at[unit]] & TRENCH != 0


def always(attack: Attack) -> bool:
    return True


# The deeds that a condition depends on: rows with it are not checked before one of them is done.
AFTER: Final[dict[Callable[[Battle, i64], bool], int]] = {
    has_used_its_move_this_turn: MOVED,
    has_used_its_move_or_come_on_this_turn: MOVED,
    has_no_movement_left_to_fire: MOVED,
    has_made_a_double_move: MOVED_DOUBLE,
    has_fired_this_turn: FIRED,
    is_artillery_that_has_fired: FIRED,
    has_fought_this_turn: FOUGHT,
    has_gone_on_to_close_combat: FOUGHT | ADVANCED,
    has_gone_on_to_fire_or_fight: FIRED | FOUGHT | ADVANCED,
    has_moved_fired_or_fought: MOVED | FIRED | FOUGHT | ADVANCED,
    has_been_activated: ACTIVATED,
}


def after_deeds(clause: str, forbids: Callable[[Battle, i64], bool]) -> UnitRestriction:
    """A row with one of these conditions."""
    return UnitRestriction(clause, forbids, AFTER[forbids])
