"""What a unit is, or has done this turn: the conditions of rows that bar it from doing more."""

from ..battle.battle import Battle
from ..battle.terrain import TRENCH, in_river
from ..battle.unit import ACTIVATED, ADVANCED, ARTILLERY, CANNOT_MOVE, ENTERED, FIRED, FOUGHT, MOVED, MOVED_DOUBLE
from ..game.tables import Attack


def cannot_move(battle: Battle, unit: int) -> bool:
    return battle.type_of[unit].move == CANNOT_MOVE


def has_moved_this_turn(battle: Battle, unit: int) -> bool:
    return battle.has(unit, MOVED) and not battle.has(unit, ENTERED)


def has_moved_or_come_on_this_turn(battle: Battle, unit: int) -> bool:
    return battle.has(unit, MOVED)


def has_fired_this_turn(battle: Battle, unit: int) -> bool:
    return battle.has(unit, FIRED)


def has_its_target_already(battle: Battle, unit: int) -> bool:
    """Bombardments are declared first and thrown for when both sides are done."""
    for order in battle.orders:
        if order.gun == unit:
            return True
    return False


def has_fought_this_turn(battle: Battle, unit: int) -> bool:
    return battle.has(unit, FOUGHT)


def has_gone_on_to_close_combat(battle: Battle, unit: int) -> bool:
    return battle.has(unit, FOUGHT | ADVANCED)


def has_gone_on_to_fire_or_fight(battle: Battle, unit: int) -> bool:
    """Guns fire before anybody moves: their shot is no part of the activation."""
    fired = battle.has(unit, FIRED) and battle.type_of[unit].artillery_range == 0
    return fired or battle.has(unit, FOUGHT | ADVANCED)


def has_moved_fired_or_fought(battle: Battle, unit: int) -> bool:
    return battle.has(unit, MOVED | FIRED | FOUGHT)


def has_made_a_double_move(battle: Battle, unit: int) -> bool:
    return battle.has(unit, MOVED_DOUBLE)


def has_moved_too_far_to_fire(battle: Battle, unit: int) -> bool:
    return battle.has(unit, MOVED) and battle.spare[unit] < 1


def is_artillery_that_has_fired(battle: Battle, unit: int) -> bool:
    return battle.is_a(unit, ARTILLERY) and battle.has(unit, FIRED)


def is_artillery(battle: Battle, unit: int) -> bool:
    return battle.type_of[unit].artillery_range > 0


def is_not_artillery(battle: Battle, unit: int) -> bool:
    return battle.type_of[unit].artillery_range == 0


def has_no_weapon_to_fire(battle: Battle, unit: int) -> bool:
    return battle.type_of[unit].fire_range == 0


def is_in_a_river(battle: Battle, unit: int) -> bool:
    return in_river(battle.features[battle.at[unit]])


def is_carried(battle: Battle, unit: int) -> bool:
    return battle.is_carried(unit)


def side_is_exhausted(battle: Battle, unit: int) -> bool:
    return battle.exhausted[battle.side_of(unit)]


def has_not_moved(attack: Attack) -> bool:
    return not attack.battle.has(attack.unit, MOVED)


def has_been_activated(battle: Battle, unit: int) -> bool:
    return battle.has(unit, ACTIVATED) and not battle.has(unit, ENTERED)


def must_stay_in_the_ford(battle: Battle, unit: int) -> bool:
    """In on one turn, there for the next, on with the third."""
    return is_in_a_river(battle, unit) and battle.crossing[unit] > 0 and battle.turn < battle.crossing[unit] + 2


def is_fording_a_river(battle: Battle, unit: int) -> bool:
    """In the turn of staying."""
    return is_in_a_river(battle, unit) and 0 < battle.crossing[unit] == battle.turn - 1


def is_crossing_a_trench(battle: Battle, unit: int) -> bool:
    return battle.crossing[unit] > 0 and battle.features[battle.at[unit]] & TRENCH != 0


def always(attack: Attack) -> bool:
    return True
