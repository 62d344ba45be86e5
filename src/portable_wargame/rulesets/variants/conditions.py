"""Conditions by their words: each is a function of the rules, found by what it is called, with what it means."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ...game.tables import phrase
from ...rules.air.aircraft import is_an_aircraft, is_not_an_aircraft
from ...rules.combat.close_combat import attacked_in_flank_or_rear, attacks_flank_or_rear, is_transport
from ...rules.combat.combat_phase import attackers_beyond_the_first, target_is_more_than_a_contour_away
from ...rules.combat.commanders import (
    commander_adjacent,
    commander_attached,
    commander_with_or_next_to_it,
    is_a_commander_with_a_unit,
)
from ...rules.combat.pinning import firer_is_pinned, is_halted_by_a_pin, is_pinned
from ...rules.conditions import IsWithin, is_attacking, is_defending
from ...rules.deeds import (
    always,
    cannot_move,
    has_been_activated,
    has_fired_this_turn,
    has_fought_this_turn,
    has_gone_on_to_close_combat,
    has_gone_on_to_fire_or_fight,
    has_its_target_already,
    has_made_a_double_move,
    has_moved_fired_or_fought,
    has_no_movement_left_to_fire,
    has_no_weapon_to_fire,
    has_not_moved,
    has_used_its_move_or_come_on_this_turn,
    has_used_its_move_this_turn,
    is_artillery,
    is_artillery_that_has_fired,
    is_carried,
    is_crossing_a_trench,
    is_fording_a_river,
    is_in_a_river,
    is_not_artillery,
    must_stay_in_the_ford,
    side_is_exhausted,
)
from ...rules.fire.cover import (
    attacking_a_wood,
    attacking_buildings_or_works,
    attacking_downhill,
    attacking_out_of_river,
    attacking_uphill,
    fires_more_than_one_cell_within_a_wood,
    is_attacking_in_river,
    is_not_at_the_edge_of_its_cover,
    stays_in_the_wood,
    target_in_cover,
    target_in_hard_cover,
    target_in_soft_cover,
    target_is_deep_in_cover,
    target_is_in_the_open,
    unit_crossing_a_trench,
    unit_in_cover,
    unit_in_hard_cover,
    unit_in_river,
    unit_in_soft_cover,
    unit_in_woods,
)
from ...rules.fire.line_of_sight import (
    cannot_fire_unseen,
    target_in_sight,
    target_is_not_spotted_for_it,
    target_is_out_of_sight,
    target_is_out_of_sight_of_its_guns,
    unit_or_spotter_sees_target,
)
from ...rules.fire.shooting import (
    is_out_of_range_of_its_fire,
    is_out_of_range_of_its_guns,
    repeats_last_target,
    target_is_out_of_arc,
    target_is_out_of_arc_even_if_it_turns,
    target_is_out_of_arc_of_its_guns,
)
from ...rules.movement.terrain import (
    enters_gas,
    enters_minefield,
    enters_river,
    enters_river_without_crossing,
    enters_trench,
    enters_wire,
    enters_wood,
    is_caught_in_wire,
    leaves_river,
    leaves_trench,
    moves_within_wood,
    rides_into_wood,
    rides_out_of_wood,
)

# What a condition applies to.
ATTACK, SHOT, COMBAT, UNIT, STEP = "attack", "shot", "combat", "unit", "step"
KINDS = {
    ATTACK: "any attack",
    SHOT: "a shot",
    COMBAT: "a close combat",
    UNIT: "a unit, at any time; in an attack, the unit that rolls",
    STEP: "a step from one cell to the next",
}


@dataclass(frozen=True)
class Condition:
    kind: str
    function: Callable[..., Any]
    meaning: str

    @property
    def words(self) -> str:
        return phrase(self.function)


ROWS = (
    Condition(ATTACK, always, "whatever happens"),
    Condition(ATTACK, is_attacking, "the unit that rolls began the attack"),
    Condition(ATTACK, is_defending, "the unit that rolls was attacked"),
    Condition(ATTACK, has_not_moved, "the unit that rolls has not moved this turn"),
    Condition(ATTACK, target_in_cover, "the target stands in terrain that covers it, or mans a trench"),
    Condition(ATTACK, target_in_soft_cover, "its only cover is woods"),
    Condition(ATTACK, target_in_hard_cover, "it is in buildings or works"),
    Condition(ATTACK, target_is_in_the_open, "it is in plain sight, out of cover and not pinned"),
    Condition(ATTACK, target_in_sight, "nothing stands between the two"),
    Condition(ATTACK, target_is_out_of_sight, "something hides the target"),
    Condition(ATTACK, target_is_more_than_a_contour_away, "the target is two contours up or down"),
    Condition(ATTACK, IsWithin("within two cells", 2), "the target is one or two cells away"),
    Condition(ATTACK, unit_in_cover, "the unit that rolls stands in cover, or mans a trench"),
    Condition(ATTACK, unit_in_soft_cover, "its only cover is woods"),
    Condition(ATTACK, unit_in_hard_cover, "it is in buildings or works"),
    Condition(ATTACK, unit_in_woods, "it is in woods"),
    Condition(ATTACK, unit_in_river, "it is in a river and not on a bridge"),
    Condition(ATTACK, unit_crossing_a_trench, "it has just climbed into a trench"),
    Condition(ATTACK, attacking_uphill, "it attacks, and the target is higher"),
    Condition(ATTACK, attacking_downhill, "it attacks, and the target is lower"),
    Condition(ATTACK, attacking_out_of_river, "it attacks somebody on dry land from a river"),
    Condition(ATTACK, is_attacking_in_river, "it attacks while in a river"),
    Condition(ATTACK, attacking_a_wood, "it attacks somebody in woods"),
    Condition(ATTACK, attacking_buildings_or_works, "it attacks somebody in hard cover"),
    Condition(ATTACK, commander_attached, "a Commander is in its cell"),
    Condition(ATTACK, commander_adjacent, "a Commander is next to it"),
    Condition(ATTACK, commander_with_or_next_to_it, "a Commander is in its cell or next to it"),
    Condition(ATTACK, is_transport, "the unit that rolls is transport"),
    Condition(ATTACK, firer_is_pinned, "the unit that rolls is pinned"),
    Condition(SHOT, repeats_last_target, "a gun fires where it fired last"),
    Condition(SHOT, unit_or_spotter_sees_target, "the gun sees the target, or a friendly spotter does"),
    Condition(SHOT, target_is_deep_in_cover, "the target is not at the near edge of its cover"),
    Condition(SHOT, is_not_at_the_edge_of_its_cover, "the firer is not at the edge of its own cover"),
    Condition(SHOT, stays_in_the_wood, "the whole line of fire lies in woods"),
    Condition(SHOT, fires_more_than_one_cell_within_a_wood, "it does, and the target is not adjacent"),
    Condition(SHOT, cannot_fire_unseen, "a direct-fire gun cannot see the target"),
    Condition(SHOT, target_is_out_of_sight_of_its_guns, "the target is hidden from a unit that fires directly"),
    Condition(SHOT, target_is_not_spotted_for_it, "nobody spots for a mortar"),
    Condition(SHOT, is_out_of_range_of_its_fire, "the target is beyond its fire range"),
    Condition(SHOT, is_out_of_range_of_its_guns, "the target is beyond its artillery range"),
    Condition(SHOT, target_is_out_of_arc, "the target is not in front of the firer"),
    Condition(SHOT, target_is_out_of_arc_of_its_guns, "the same, unless the firer fires all round"),
    Condition(SHOT, target_is_out_of_arc_even_if_it_turns, "the same, even after a turn by one face"),
    Condition(COMBAT, attacks_flank_or_rear, "it attacks the enemy's flank or rear"),
    Condition(COMBAT, attacked_in_flank_or_rear, "it is attacked in flank or rear"),
    Condition(COMBAT, attackers_beyond_the_first, "counts once for each attacker after the first"),
    Condition(UNIT, cannot_move, "its type never moves"),
    Condition(UNIT, has_been_activated, "it has been activated this turn"),
    Condition(UNIT, has_used_its_move_this_turn, "it has moved this turn, other than onto the board"),
    Condition(UNIT, has_used_its_move_or_come_on_this_turn, "it has moved this turn"),
    Condition(UNIT, has_made_a_double_move, "it has moved twice as far this turn"),
    Condition(UNIT, has_fired_this_turn, "it has fired this turn"),
    Condition(UNIT, has_fought_this_turn, "it has fought this turn"),
    Condition(UNIT, has_gone_on_to_close_combat, "it has fought or advanced this turn"),
    Condition(UNIT, has_gone_on_to_fire_or_fight, "it has fired, fought or advanced in its activation"),
    Condition(UNIT, has_moved_fired_or_fought, "it has done anything this turn"),
    Condition(UNIT, has_no_movement_left_to_fire, "it has moved, with no cell of its move to spare"),
    Condition(UNIT, has_no_weapon_to_fire, "its fire range is 0"),
    Condition(UNIT, has_its_target_already, "it has declared a bombardment this turn"),
    Condition(UNIT, is_artillery, "it has an artillery range"),
    Condition(UNIT, is_not_artillery, "it has none"),
    Condition(UNIT, is_artillery_that_has_fired, "it is a gun that has fired this turn"),
    Condition(UNIT, is_carried, "it is carried or towed"),
    Condition(UNIT, is_in_a_river, "it is in a river and not on a bridge"),
    Condition(UNIT, is_fording_a_river, "it is on its second turn in a ford"),
    Condition(UNIT, must_stay_in_the_ford, "it came into the ford this turn or last"),
    Condition(UNIT, is_crossing_a_trench, "it has just climbed into a trench"),
    Condition(UNIT, is_pinned, "it is pinned"),
    Condition(UNIT, is_halted_by_a_pin, "it is pinned and may not go on"),
    Condition(UNIT, is_a_commander_with_a_unit, "it is a Commander who shares the cell of another unit"),
    Condition(UNIT, is_an_aircraft, "it flies"),
    Condition(UNIT, is_not_an_aircraft, "it does not"),
    Condition(UNIT, side_is_exhausted, "its side has reached its exhaustion point"),
    Condition(STEP, enters_wood, "into woods from outside"),
    Condition(STEP, moves_within_wood, "from woods into woods"),
    Condition(STEP, rides_into_wood, "a mounted unit goes into woods"),
    Condition(STEP, rides_out_of_wood, "a mounted unit leaves woods"),
    Condition(STEP, enters_river, "into a river, not over a bridge"),
    Condition(STEP, leaves_river, "out of a river, not over a bridge"),
    Condition(STEP, enters_river_without_crossing, "into a river where there is neither ford nor bridge"),
    Condition(STEP, enters_wire, "into wire"),
    Condition(STEP, is_caught_in_wire, "into wire, by anything without armour"),
    Condition(STEP, enters_trench, "into a trench"),
    Condition(STEP, leaves_trench, "out of a trench"),
    Condition(STEP, enters_minefield, "into a minefield"),
    Condition(STEP, enters_gas, "into gas"),
)
# By kind and words: some apply both to an attack and to a unit.
CONDITIONS: dict[str, dict[str, Condition]] = {
    kind: {row.words: row for row in ROWS if row.kind == kind} for kind in KINDS
}
# Those that name something; `phrases` reads them.
NAMING = (
    ("is a TYPE", UNIT, "it is of this unit type, or of this arm: infantry, cavalry, artillery ..."),
    ("target is a TYPE", ATTACK, "the opponent is, or a unit in the cell that is shot at"),
    ("is elite, is average, is poor", UNIT, "its quality"),
    ("target is elite, is average, is poor", ATTACK, "the opponent's"),
    ("in FEATURE", UNIT, "it stands in this terrain: in marsh, in built-up"),
    ("target in FEATURE", ATTACK, "the cell attacked has this terrain"),
    ("within N", ATTACK, "the target is no more than N cells away"),
    ("enters FEATURE", STEP, "the cell entered has this terrain"),
    ("leaves FEATURE", STEP, "the cell left has it"),
    ("is a TYPE", STEP, "who makes the step"),
)
