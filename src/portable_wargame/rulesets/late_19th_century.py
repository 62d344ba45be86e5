"""The Portable Wargame, late 19th century: hexes, activation dice, pins, close combats after the activations."""

from ..battle.terrain import BUILT_UP, ROAD
from ..battle.unit import ARTILLERY, CAVALRY, COMMANDER, INFANTRY, MACHINE_GUN, MOUNTED, UnitType
from ..game.ruleset import (
    Activation,
    Advance,
    CloseCombat,
    Deployment,
    DoubleMove,
    Hits,
    Initiative,
    Landing,
    Movement,
    Muster,
    Pinning,
    Ruleset,
    Shooting,
    Weapon,
    Withdrawal,
)
from ..game.tables import (
    BEHIND_LEFT,
    BEHIND_RIGHT,
    DESTROYED,
    FRONT_LEFT,
    FRONT_RIGHT,
    ON_TARGET,
    PINNED,
    Modifier,
    Restriction,
    ResultTable,
    TerrainRow,
    UnitRestriction,
    bars,
)
from ..rules.combat.close_combat import its_power
from ..rules.combat.combat_phase import CLOSE_COMBATS, attackers_beyond_the_first, target_is_more_than_a_contour_away
from ..rules.combat.commanders import commander_adjacent
from ..rules.combat.pinning import PINNED_CAVALRY, UNPIN, firer_is_pinned, is_halted_by_a_pin, is_pinned
from ..rules.deeds import (
    after_deeds,
    cannot_move,
    has_been_activated,
    has_fired_this_turn,
    has_its_target_already,
    has_no_weapon_to_fire,
    has_used_its_move_or_come_on_this_turn,
    has_used_its_move_this_turn,
    is_artillery,
    is_artillery_that_has_fired,
    is_fording_a_river,
    is_not_artillery,
    must_stay_in_the_ford,
)
from ..rules.fire.artillery import ARTILLERY_PHASE
from ..rules.fire.cover import (
    attacking_a_wood,
    attacking_buildings_or_works,
    attacking_downhill,
    attacking_uphill,
    is_attacking_in_river,
    is_not_at_the_edge_of_its_cover,
    target_is_in_the_open,
)
from ..rules.fire.firing import FIRE
from ..rules.fire.line_of_sight import target_is_out_of_sight
from ..rules.fire.shooting import (
    is_out_of_range_of_its_fire,
    is_out_of_range_of_its_guns,
    target_is_out_of_arc_even_if_it_turns,
)
from ..rules.movement.arrival import ENTER, LEAVE
from ..rules.movement.facing import next_to_another_enemy
from ..rules.movement.march import MOVE
from ..rules.movement.terrain import enters_river, enters_river_without_crossing, rides_into_wood, rides_out_of_wood
from ..rules.turn.activation import ACTIVATION_DICE
from ..rules.turn.initiative import INITIATIVE_ROLL
from ..rules.works.mounting import DISMOUNT, MOUNT
from .common import TERRAIN

WEAPONS = {
    "firearms": Weapon(2, stands_for=("musket",)),
    "rifles": Weapon(3, stands_for=("single-shot-rifle",)),
}

LATE_19TH_CENTURY = Ruleset(
    name="late-19th-century",
    title="The Portable Wargame: Late 19th Century",
    edition=3,
    palette="autumn",
    grids=("hex",),
    features=TERRAIN,
    armies=("european", "native"),
    muster=Muster(
        board="late19c.setup.board",
        smallest=8,
        army="late19c.setup.army-size",
        units_per_two_cells=3,
        one_of=COMMANDER,
    ),
    deployment=Deployment("late19c.setup.deploy-one-off", rows=2, campaign="late19c.setup.deploy-campaign"),
    overlooks_hills=False,
    unit_table="late19c.units.table",
    weapons=WEAPONS,
    unit_types=(
        UnitType("infantry-rifles", INFANTRY, move=1, power=4, fire_range=3, points=4, stands_for=("infantry",)),
        UnitType(
            "infantry-firearms",
            INFANTRY,
            move=1,
            power=4,
            fire_range=2,
            points=4,
            stands_for=("infantry musket", "infantry"),
        ),
        UnitType(
            "infantry-close-combat", INFANTRY, move=1, power=3, points=3, stands_for=("infantry none", "infantry")
        ),
        UnitType(
            "mounted-cavalry",
            CAVALRY | MOUNTED,
            move=2,
            power=4,
            becomes="dismounted-cavalry",
            points=4,
            stands_for=("cavalry",),
        ),
        UnitType(
            "dismounted-cavalry",
            CAVALRY,
            move=1,
            power=3,
            weapons=tuple(WEAPONS),
            becomes="mounted-cavalry",
            points=4,
            stands_for=("cavalry",),
        ),
        UnitType("machine-gun", MACHINE_GUN, move=1, power=4, fire_range=4, points=6, stands_for=("infantry",)),
        UnitType(
            "light-artillery",
            ARTILLERY,
            move=1,
            power=1,
            artillery_range=4,
            points=4,
            stands_for=("mountain-artillery", "rifled-mountain-artillery", "artillery"),
        ),
        UnitType(
            "field-artillery",
            ARTILLERY,
            move=1,
            power=1,
            artillery_range=6,
            points=5,
            stands_for=("rifled-field-artillery", "artillery"),
        ),
        UnitType(
            "siege-artillery",
            ARTILLERY,
            power=1,
            artillery_range=10,
            points=6,
            stands_for=("heavy-artillery", "rifled-siege-artillery", "artillery"),
        ),
        UnitType("command", COMMANDER, move=2, power=5, points=4, stands_for=("commander",)),
    ),
    sequence="late19c.turn.sequence",
    turn=(ARTILLERY_PHASE, INITIATIVE_ROLL),
    after_activations=(CLOSE_COMBATS,),
    initiative=Initiative("late19c.initiative.roll"),
    activation=Activation(
        "late19c.activation.faces",
        ACTIVATION_DICE,
        units_per_die=3,
        rounded_up=("european",),
        faces=(0, 1, 1, 2, 2, 3),
        counted={"european": "late19c.activation.european", "native": "late19c.activation.native"},
        first=PINNED_CAVALRY,
    ),
    activities=(ENTER, MOVE, FIRE, UNPIN, MOUNT, DISMOUNT, LEAVE),
    pinning=Pinning(
        unpin="late19c.activation.choice",
        charge="late19c.pinning.cavalry-charge",
        first="late19c.pinning.cavalry-first",
        regulars=("european",),
    ),
    mounting="late19c.units.dismounted",
    movement=Movement(
        edges="late19c.movement.sides",
        rates="late19c.units.table",
        facing="late19c.movement.sides",
        contact="late19c.movement.contact",
        contact_turns_both=True,
        last_contact="late19c.movement.last-contact",
        stacking="late19c.movement.through-friends",
        enemy_cell="late19c.movement.through-friends",
        shares_cell=0,
        barred=bars(
            UnitRestriction("late19c.units.table", cannot_move),
            after_deeds("late19c.movement.once", has_used_its_move_this_turn),
            after_deeds("late19c.units.artillery-no-move", is_artillery_that_has_fired),
            after_deeds("late19c.activation.artillery", is_artillery_that_has_fired),
            after_deeds("late19c.activation.choice", has_been_activated),
            UnitRestriction("late19c.pinning.halt", is_pinned),
            UnitRestriction("late19c.rivers.ford", must_stay_in_the_ford),
        ),
        may_not_enter=(TerrainRow("late19c.rivers.crossing", enters_river_without_crossing),),
        whole_move=(
            TerrainRow("late19c.woods.cavalry", rides_into_wood, off_road=True),
            TerrainRow("late19c.woods.cavalry", rides_out_of_wood, off_road=True),
        ),
        must_stop=(TerrainRow("late19c.rivers.ford", enters_river),),
        leaves_by_one=(),
        road="late19c.roads.half",
        road_halves=True,
        road_features=ROAD | BUILT_UP,
        contour="late19c.hills.one-contour",
        withdrawal=Withdrawal("late19c.movement.withdraw", banned=next_to_another_enemy, straight=True),
        double=DoubleMove("late19c.activation.double-move", army="native", arms=INFANTRY | CAVALRY, needs=0),
    ),
    artillery=Shooting(
        clause="late19c.artillery.any-unit",
        tables=(
            ResultTable("late19c.artillery.effect-direct", ((5, DESTROYED), (2, PINNED)), when=target_is_in_the_open),
            ResultTable("late19c.artillery.effect-indirect", ((6, DESTROYED), (4, PINNED))),
        ),
        modifiers=(
            Modifier("late19c.artillery.mod-pinned", -1, firer_is_pinned),
            Modifier("late19c.command.fire", +1, commander_adjacent),
        ),
        barred=bars(
            UnitRestriction("late19c.artillery.once", has_its_target_already),
            UnitRestriction("late19c.rivers.no-fire", is_fording_a_river),
        ),
        unarmed=UnitRestriction("late19c.units.table", is_not_artillery),
        range=Restriction("late19c.units.table", is_out_of_range_of_its_guns),
        restrictions=(
            Restriction("late19c.artillery.arc", target_is_out_of_arc_even_if_it_turns),
            Restriction("late19c.artillery.out-of-cover", is_not_at_the_edge_of_its_cover),
        ),
        landing=Landing(
            ResultTable(
                "late19c.artillery.scatter",
                ((5, ON_TARGET), (4, FRONT_RIGHT), (3, FRONT_LEFT), (2, BEHIND_RIGHT), (1, BEHIND_LEFT)),
            ),
            sure_within=2,
            sure="late19c.artillery.close-range",
        ),
        turns="late19c.artillery.turn",
        at_an_enemy="late19c.artillery.once",
    ),
    fire=Shooting(
        clause="late19c.fire.open-or-cover",
        tables=(
            ResultTable("late19c.fire.effect-open", ((5, DESTROYED), (2, PINNED)), when=target_is_in_the_open),
            ResultTable("late19c.fire.effect-cover", ((6, DESTROYED), (4, PINNED))),
        ),
        modifiers=(
            Modifier("late19c.fire.mod-pinned", -1, firer_is_pinned),
            Modifier("late19c.command.fire", +1, commander_adjacent),
        ),
        barred=bars(
            UnitRestriction("late19c.artillery.once", is_artillery),
            after_deeds("late19c.fire.once", has_fired_this_turn),
            after_deeds("late19c.fire.once", has_used_its_move_or_come_on_this_turn),
            after_deeds("late19c.activation.choice", has_been_activated),
            UnitRestriction("late19c.rivers.no-fire", is_fording_a_river),
        ),
        unarmed=UnitRestriction("late19c.units.table", has_no_weapon_to_fire),
        range=Restriction("late19c.units.table", is_out_of_range_of_its_fire),
        restrictions=(
            Restriction("late19c.fire.arc", target_is_out_of_arc_even_if_it_turns),
            Restriction("late19c.fire.out-of-cover", is_not_at_the_edge_of_its_cover),
            Restriction("late19c.fire.open-or-cover", target_is_out_of_sight),
        ),
        turns="late19c.fire.turn",
    ),
    close_combat=CloseCombat(
        clause="late19c.close-combat.roll",
        when="late19c.close-combat.when",
        needs=its_power,
        at_most=True,
        least=1,
        floor="late19c.units.min-power",
        attacker="late19c.close-combat.attacker",
        kills=True,
        hits_other_on_success=True,
        hits_self_on_failure=False,
        modifiers=(),
        handicaps=(
            Modifier("late19c.command.close-combat", +1, commander_adjacent),
            Modifier("late19c.close-combat.outnumbered", -1, attackers_beyond_the_first),
            Modifier("late19c.hills.uphill", -1, attacking_uphill),
            Modifier("late19c.hills.downhill", +1, attacking_downhill),
            Modifier("late19c.rivers.close-combat", -1, is_attacking_in_river),
            Modifier("late19c.woods.close-combat", -1, attacking_a_wood),
            Modifier("late19c.built-up.close-combat", -2, attacking_buildings_or_works),
        ),
        barred=bars(),
        no_attack=(Restriction("late19c.hills.no-attack", target_is_more_than_a_contour_away),),
        whole_cell=False,
        draw="late19c.close-combat.draw",
        second="late19c.close-combat.no-second",
        advance=Advance(
            "late19c.close-combat.advance",
            arms=INFANTRY | CAVALRY,
            defender_too=False,
            fights_on=False,
            others="late19c.units.advance",
            barred=bars(
                UnitRestriction("late19c.pinning.halt", is_halted_by_a_pin),
                UnitRestriction("late19c.rivers.ford", must_stay_in_the_ford),
            ),
        ),
    ),
    hits=Hits(tables=(), no_retreat="late19c.close-combat.draw"),
)
