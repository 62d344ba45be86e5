"""The modern book's optional rules: each a function from ruleset to ruleset, switched on by the scenario."""

from dataclasses import replace

from ..battle.unit import AIRCRAFT, INFANTRY, MACHINE_GUN, TANK, UnitType
from ..game.ruleset import Air, Gas, Option, Ruleset
from ..game.tables import (
    BEHIND_LEFT,
    BEHIND_RIGHT,
    FRONT_LEFT,
    FRONT_RIGHT,
    HIT,
    LOSES_SP,
    ON_TARGET,
    Modifier,
    ResultTable,
    TerrainRow,
    UnitRestriction,
    bars,
)
from ..rules.air.aircraft import BOMB, SPEND_ENDURANCE, STRAFE, is_an_aircraft, is_not_an_aircraft
from ..rules.combat.commanders import commander_with_or_next_to_it
from ..rules.deeds import after_deeds, always, has_fired_this_turn, has_no_movement_left_to_fire, has_not_moved
from ..rules.fire.cover import target_in_cover
from ..rules.movement.terrain import enters_gas
from ..rules.turn.exhaustion import CHECK_EXHAUSTION

# For a shell where it lands, and for a cloud where it drifts.
SCATTER = ((5, ON_TARGET), (4, FRONT_RIGHT), (3, BEHIND_RIGHT), (2, FRONT_LEFT), (1, BEHIND_LEFT))


def cyclists(ruleset: Ruleset) -> Ruleset:
    """Infantry that moves as cavalry: modern.cyclists."""
    infantry = ruleset.type_named("infantry")
    assert infantry is not None
    rider = replace(infantry, name="cyclists", move=3, carriable=False, stands_for=("infantry", "infantry-rifles"))
    return replace(ruleset, unit_types=(*ruleset.unit_types, rider))


def tank_riders(ruleset: Ruleset) -> Ruleset:
    """A tank unit carries an infantry unit, for better or worse."""
    types = tuple(
        replace(unit_type, cargo=INFANTRY) if unit_type.arms & TANK else unit_type for unit_type in ruleset.unit_types
    )
    assert ruleset.transport is not None
    transport = replace(
        ruleset.transport,
        riders_on=TANK,
        riders="modern.tank-riders.carry",
        riders_hit="modern.tank-riders.hit",
        riders_lost="modern.tank-riders.destroyed",
    )
    movement = replace(ruleset.movement, boards=INFANTRY)
    return replace(ruleset, unit_types=types, movement=movement, transport=transport)


def gas(ruleset: Ruleset) -> Ruleset:
    """Gas shells, and the clouds they leave."""
    drift = ResultTable("modern.gas.drift", SCATTER)
    perils = (*ruleset.movement.perils, TerrainRow("modern.gas.hit", enters_gas))
    return replace(
        ruleset,
        gas=Gas(shell="modern.gas.shell", drift=drift, hit="modern.gas.hit", turns=3),
        movement=replace(ruleset.movement, perils=perils),
    )


def air(ruleset: Ruleset) -> Ruleset:
    """Aircraft: they enter over their own edge, must be activated every turn, and have to get home in time."""
    aircraft = (
        UnitType("reconnaissance-aircraft", AIRCRAFT, strength=2, move=8, rear_guns=1, points=3),
        UnitType("single-seat-fighter", AIRCRAFT, strength=3, move=12, front_guns=2, strafes=True, points=5),
        UnitType("two-seat-fighter", AIRCRAFT, strength=4, move=10, front_guns=1, rear_guns=1, strafes=True, points=6),
        UnitType("bomber", AIRCRAFT, strength=4, move=8, rear_guns=1, bombs=3, points=6),
    )
    cover = Modifier("modern.air.to-ground-score", -1, target_in_cover)
    rules = Air(
        movement="modern.air.movement",
        no_shared_cell="modern.air.no-shared-cell",
        endurance="modern.air.endurance",
        turns=6,
        must_activate="modern.air.must-activate",
        guns="modern.air.guns",
        reach=4,
        air_to_air=ResultTable("modern.air.air-to-air", ((5, LOSES_SP),)),
        strafe="modern.air.strafe",
        bomb="modern.air.bomb",
        to_ground=ResultTable("modern.air.to-ground-score", ((5, HIT),)),
        to_ground_modifiers=(cover,),
        bomb_modifiers=(cover, Modifier("modern.air.bomb", +1, always)),
        anti_aircraft=ResultTable("modern.air.anti-aircraft", ((5, LOSES_SP),)),
        anti_aircraft_modifiers=(
            Modifier("modern.air.anti-aircraft-mods", +1, has_not_moved),
            Modifier("modern.air.anti-aircraft-mods", +1, commander_with_or_next_to_it),
        ),
        guns_at_aircraft=MACHINE_GUN,
        spends_endurance=SPEND_ENDURANCE,
        barred=bars(
            UnitRestriction("modern.air.guns", is_not_an_aircraft),
            after_deeds("modern.air.air-to-air", has_fired_this_turn),
            after_deeds("modern.air.firing-cost", has_no_movement_left_to_fire),
        ),
    )
    combat = replace(
        ruleset.close_combat,
        barred=bars(*ruleset.close_combat.barred.rows, UnitRestriction("modern.air.no-contact", is_an_aircraft)),
    )
    return replace(
        ruleset,
        unit_types=(*ruleset.unit_types, *aircraft),
        activities=(*ruleset.activities, STRAFE, BOMB),
        close_combat=combat,
        turn=tuple(
            step for one in ruleset.turn for step in ((SPEND_ENDURANCE, one) if one is CHECK_EXHAUSTION else (one,))
        ),
        air=rules,
    )


OPTIONS = {
    option.name: option
    for option in (
        Option("cyclists", "infantry on bicycles", cyclists),
        Option("tank-riders", "infantry carried on tanks", tank_riders),
        Option("gas", "gas shells, and clouds that drift", gas),
        Option("air", "aircraft that reconnoitre, fight, strafe and bomb", air),
    )
}
