"""Big Board Portable Wargame: Modern. Squares or hexes, strength points, activation dice, scattering artillery."""

from dataclasses import replace

from ..battle.battle import CLEAR_MINES, CLEAR_WIRE, LAY_MINES, LAY_WIRE
from ..battle.terrain import MINEFIELD, RIVER, TRENCH, WIRE
from ..battle.unit import (
    ARMOURED,
    ARTILLERY,
    CAVALRY,
    COMMANDER,
    ENGINEERS,
    INFANTRY,
    MACHINE_GUN,
    MORTAR,
    MOUNTED,
    SPOTTER,
    TANK,
    TRANSPORT,
    UnitType,
)
from ..game.ruleset import (
    Activation,
    Advance,
    CloseCombat,
    Exhaustion,
    Hits,
    Initiative,
    Landing,
    Movement,
    Ruleset,
    Shooting,
    Strength,
    Transport,
    Weapon,
    Withdrawal,
    Work,
)
from ..game.tables import (
    HIT,
    LOSES_SP,
    RETREATS_OR_LOSES_SP,
    Modifier,
    Restriction,
    ResultTable,
    TerrainRow,
    UnitRestriction,
    bars,
)
from ..rules.combat.close_combat import FIGHT, power_by_aspect
from ..rules.combat.commanders import commander_adjacent, commander_with_or_next_to_it
from ..rules.deeds import (
    after_deeds,
    has_fired_this_turn,
    has_fought_this_turn,
    has_gone_on_to_close_combat,
    has_gone_on_to_fire_or_fight,
    has_its_target_already,
    has_moved_fired_or_fought,
    has_no_movement_left_to_fire,
    has_no_weapon_to_fire,
    has_not_moved,
    has_used_its_move_this_turn,
    is_artillery,
    is_artillery_that_has_fired,
    is_carried,
    is_crossing_a_trench,
    is_in_a_river,
    is_not_artillery,
    side_is_exhausted,
)
from ..rules.fire.artillery import ARTILLERY_PHASE
from ..rules.fire.cover import (
    attacking_uphill,
    fires_more_than_one_cell_within_a_wood,
    is_not_at_the_edge_of_its_cover,
    target_in_cover,
    target_is_deep_in_cover,
    unit_crossing_a_trench,
    unit_in_cover,
    unit_in_river,
)
from ..rules.fire.firing import FIRE
from ..rules.fire.line_of_sight import (
    cannot_fire_unseen,
    target_is_not_spotted_for_it,
    target_is_out_of_sight_of_its_guns,
    unit_or_spotter_sees_target,
)
from ..rules.fire.shooting import (
    is_out_of_range_of_its_fire,
    is_out_of_range_of_its_guns,
    repeats_last_target,
    target_is_out_of_arc,
    target_is_out_of_arc_of_its_guns,
)
from ..rules.movement.arrival import ENTER, LEAVE
from ..rules.movement.facing import before_another_enemy
from ..rules.movement.march import MOVE
from ..rules.movement.terrain import (
    enters_minefield,
    enters_river,
    enters_river_without_crossing,
    enters_trench,
    enters_wood,
    is_caught_in_wire,
    leaves_river,
    leaves_trench,
    moves_within_wood,
)
from ..rules.turn.activation import ACTIVATION_DICE
from ..rules.turn.exhaustion import CHECK_EXHAUSTION
from ..rules.turn.initiative import INITIATIVE_ROLL
from ..rules.works.mounting import DISMOUNT, MOUNT
from ..rules.works.transport import LOAD_UP, UNLOAD_IT
from ..rules.works.work import WORK
from .common import TERRAIN, by_quality
from .modern_options import OPTIONS, SCATTER

FOOT = INFANTRY | ENGINEERS | CAVALRY | MACHINE_GUN | MORTAR | COMMANDER  # what a motor vehicle carries
GUNS = {
    "infantry-gun": 4,
    "field-artillery": 8,
    "mountain-artillery": 6,
    "medium-artillery": 10,
    "heavy-artillery": 12,
    "anti-tank-gun": 4,
    "anti-aircraft-gun": 4,
}
DIRECT_ONLY = ("anti-tank-gun", "anti-aircraft-gun")


def _gun(name: str, points: int, stands_for: tuple[str, ...]) -> UnitType:
    return UnitType(
        name,
        ARTILLERY,
        strength=2,
        move=2,
        artillery_range=GUNS[name],
        indirect=name not in DIRECT_ONLY,
        anti_aircraft=name == "anti-aircraft-gun",
        power=4,
        flank_power=5,
        points=points,
        stands_for=stands_for,
    )


def _on_foot(
    name: str, arms: int, strength: int, reach: int, points: int, stands_for: tuple[str, ...], light: bool = True
) -> UnitType:
    return UnitType(
        name,
        arms,
        strength=strength,
        move=2,
        fire_range=reach,
        light=light,
        power=3,
        flank_power=5,
        points=points,
        stands_for=stands_for,
    )


MODERN = Ruleset(
    name="modern",
    options=OPTIONS,
    title="Big Board Portable Wargame: Modern",
    edition=3,
    palette="heath",
    grids=("square", "hex"),
    features=(*TERRAIN, "wire", "minefield"),
    armies=(),
    unit_table="modern.strength.values",
    weapons={name: Weapon(reach) for name, reach in GUNS.items()},
    unit_types=(
        _on_foot("infantry", INFANTRY, strength=4, reach=3, points=4, stands_for=("infantry-rifles",)),
        _on_foot(
            "infantry-anti-tank",
            INFANTRY,
            strength=2,
            reach=2,
            light=False,
            points=3,
            stands_for=("infantry", "infantry-rifles"),
        ),
        _on_foot("engineers", ENGINEERS, strength=4, reach=3, points=4, stands_for=("infantry", "infantry-rifles")),
        replace(
            _on_foot("dismounted-cavalry", CAVALRY, strength=3, reach=3, points=3, stands_for=("cavalry",)),
            becomes="mounted-cavalry",
        ),
        UnitType(
            "mounted-cavalry",
            CAVALRY | MOUNTED,
            strength=3,
            move=3,
            power=2,
            flank_power=4,
            carriable=False,
            becomes="dismounted-cavalry",
            points=3,
            stands_for=("cavalry",),
        ),
        replace(
            _on_foot("machine-gun", MACHINE_GUN, strength=2, reach=3, points=5, stands_for=("infantry",)), fire_dice=3
        ),
        _on_foot(
            "mortar",
            MORTAR,
            strength=2,
            reach=4,
            light=False,
            points=3,
            stands_for=("light-artillery", "smoothbore-mountain-artillery", "artillery"),
        ),
        _gun("infantry-gun", points=3, stands_for=("light-artillery", "rifled-mountain-artillery", "artillery")),
        _gun("field-artillery", points=4, stands_for=("rifled-field-artillery", "artillery")),
        _gun("mountain-artillery", points=4, stands_for=("light-artillery", "rifled-mountain-artillery", "artillery")),
        _gun("medium-artillery", points=5, stands_for=("field-artillery", "rifled-field-artillery", "artillery")),
        _gun(
            "heavy-artillery",
            points=6,
            stands_for=(
                "siege-artillery",
                "rifled-siege-artillery",
                "field-artillery",
                "rifled-field-artillery",
                "artillery",
            ),
        ),
        _gun("anti-tank-gun", points=3, stands_for=("light-artillery", "rifled-mountain-artillery", "artillery")),
        _gun("anti-aircraft-gun", points=3, stands_for=("light-artillery", "rifled-mountain-artillery", "artillery")),
        UnitType(
            "armoured-car",
            0,
            strength=3,
            move=4,
            fire_range=3,
            all_round=True,
            power=3,
            flank_power=5,
            points=4,
            stands_for=("mounted-cavalry", "cavalry"),
        ),
        UnitType(
            "light-tank",
            TANK,
            strength=3,
            move=4,
            fire_range=3,
            all_round=True,
            power=3,
            flank_power=4,
            points=5,
            stands_for=("mounted-cavalry", "cavalry"),
        ),
        UnitType(
            "tank",
            TANK,
            strength=3,
            move=3,
            fire_range=4,
            all_round=True,
            power=3,
            flank_power=4,
            points=6,
            stands_for=("mounted-cavalry", "cavalry"),
        ),
        UnitType(
            "assault-gun",
            ARMOURED,
            strength=3,
            move=3,
            fire_range=GUNS["infantry-gun"],
            weapons=tuple(GUNS),
            power=3,
            flank_power=4,
            points=5,
            stands_for=("field-artillery", "rifled-field-artillery", "artillery"),
        ),
        UnitType(
            "self-propelled-artillery",
            ARMOURED,
            strength=2,
            move=3,
            artillery_range=GUNS["field-artillery"],
            indirect=True,
            weapons=("field-artillery", *(name for name in GUNS if name != "field-artillery")),
            power=3,
            flank_power=5,
            points=5,
            stands_for=("field-artillery", "rifled-field-artillery", "artillery"),
        ),
        UnitType(
            "half-track",
            TRANSPORT,
            strength=2,
            move=4,
            cargo=FOOT | ARTILLERY,
            power=3,
            flank_power=5,
            points=2,
            stands_for=("transport",),
        ),
        UnitType(
            "truck",
            TRANSPORT,
            strength=2,
            move=4,
            cargo=FOOT | ARTILLERY,
            power=4,
            flank_power=5,
            points=1,
            stands_for=("transport",),
        ),
        UnitType(
            "horse-transport",
            TRANSPORT,
            strength=1,
            move=2,
            cargo=ARTILLERY,
            power=5,
            flank_power=6,
            points=1,
            stands_for=("transport",),
        ),
        UnitType("spotter", SPOTTER, strength=2, move=2, power=3, flank_power=4, points=2),
        UnitType("commander", COMMANDER, strength=2, move=3, power=3, flank_power=3, points=4, stands_for=("command",)),
    ),
    strength=Strength(destroyed="modern.strength.destroyed", adjust="modern.strength.adjust"),
    sequence="modern.turn.sequence",
    turn=(ARTILLERY_PHASE, INITIATIVE_ROLL, CHECK_EXHAUSTION),
    initiative=Initiative("modern.initiative.roll"),
    activation=Activation(
        "modern.activation.total",
        ACTIVATION_DICE,
        units_per_die=5,
        rounded_up=("",),
        counted={"": "modern.activation.dice"},
    ),
    activities=(ENTER, MOVE, FIRE, FIGHT, MOUNT, DISMOUNT, LOAD_UP, UNLOAD_IT, WORK, LEAVE),
    mounting="modern.movement.rates",
    movement=Movement(
        edges="modern.movement.edges",
        rates="modern.movement.rates",
        facing="modern.movement.facing",
        contact="modern.movement.contact",
        stacking="modern.movement.stacking",
        enemy_cell="modern.movement.enemy-cell",
        shares_cell=TRANSPORT | SPOTTER | COMMANDER,
        barred=bars(
            after_deeds("modern.movement.once", has_used_its_move_this_turn),
            after_deeds("modern.artillery.no-move", is_artillery_that_has_fired),
            after_deeds("modern.turn.activation-order", has_gone_on_to_fire_or_fight),
        ),
        may_not_enter=(TerrainRow("modern.rivers.ford", enters_river_without_crossing),),
        must_stop=(
            TerrainRow("modern.woods.stop", enters_wood, off_road=True),
            TerrainRow("modern.woods.rate", moves_within_wood, off_road=True),
            TerrainRow("modern.rivers.ford", enters_river, off_road=True),
            TerrainRow("modern.wire.cross", is_caught_in_wire),
            TerrainRow("modern.trenches.cross", enters_trench, off_road=True),
        ),
        leaves_by_one=(
            TerrainRow("modern.rivers.ford", leaves_river, off_road=True),
            TerrainRow("modern.trenches.cross", leaves_trench, off_road=True),
        ),
        perils=(TerrainRow("modern.minefields.hit", enters_minefield),),
        crossings=RIVER | TRENCH,
        firing_cost="modern.movement.firing-cost",
        road="modern.roads.bonus",
        road_bonus=1,
        withdrawal=Withdrawal("modern.movement.withdraw", banned=before_another_enemy, leads_away=True),
    ),
    artillery=Shooting(
        clause="modern.artillery.hits",
        tables=(),
        modifiers=(),
        barred=bars(
            UnitRestriction("modern.artillery.once", has_its_target_already),
            UnitRestriction("modern.transport.limber", is_carried),
            UnitRestriction("modern.rivers.no-fire", is_in_a_river),
            UnitRestriction("modern.trenches.no-fire", is_crossing_a_trench),
        ),
        unarmed=UnitRestriction("modern.artillery.ranges", is_not_artillery),
        range=Restriction("modern.artillery.ranges", is_out_of_range_of_its_guns),
        restrictions=(
            Restriction("modern.artillery.arc", target_is_out_of_arc),
            Restriction("modern.artillery.out-of-cover", is_not_at_the_edge_of_its_cover),
            Restriction("modern.woods.range", fires_more_than_one_cell_within_a_wood),
            Restriction("modern.artillery.direct", cannot_fire_unseen),
        ),
        landing=Landing(
            ResultTable("modern.artillery.scatter", SCATTER),
            modifiers=(
                Modifier("modern.artillery.mod-cover", -1, target_in_cover),
                Modifier("modern.artillery.mod-seen", +2, unit_or_spotter_sees_target),
                Modifier("modern.artillery.mod-repeat", +1, repeats_last_target),
                Modifier("modern.artillery.mod-commander", +1, commander_with_or_next_to_it),
            ),
        ),
    ),
    fire=Shooting(
        clause="modern.fire.dice",
        tables=(ResultTable("modern.fire.dice", ((5, HIT),)),),
        modifiers=(
            Modifier("modern.fire.mod-cover", -1, target_in_cover),
            Modifier("modern.fire.mod-still", +1, has_not_moved),
            Modifier("modern.fire.mod-commander", +1, commander_with_or_next_to_it),
        ),
        barred=bars(
            UnitRestriction("modern.artillery.once", is_artillery),
            after_deeds("modern.fire.once", has_fired_this_turn),
            after_deeds("modern.turn.activation-order", has_gone_on_to_close_combat),
            after_deeds("modern.movement.firing-cost", has_no_movement_left_to_fire),
            UnitRestriction("modern.rivers.no-fire", is_in_a_river),
            UnitRestriction("modern.trenches.no-fire", is_crossing_a_trench),
        ),
        unarmed=UnitRestriction("modern.fire.ranges", has_no_weapon_to_fire),
        range=Restriction("modern.fire.ranges", is_out_of_range_of_its_fire),
        restrictions=(
            Restriction("modern.fire.arc", target_is_out_of_arc_of_its_guns),
            Restriction("modern.fire.into-cover", target_is_deep_in_cover),
            Restriction("modern.fire.line-of-sight", target_is_out_of_sight_of_its_guns),
            Restriction("modern.fire.mortar-spotting", target_is_not_spotted_for_it),
            Restriction("modern.fire.out-of-cover", is_not_at_the_edge_of_its_cover),
            Restriction("modern.woods.range", fires_more_than_one_cell_within_a_wood),
        ),
    ),
    close_combat=CloseCombat(
        clause="modern.close-combat.both-roll",
        when="modern.close-combat.contact",
        needs=power_by_aspect,
        hits_other_on_success=False,
        hits_self_on_failure=True,
        modifiers=(
            Modifier("modern.close-combat.mod-commander", +1, commander_adjacent),
            Modifier("modern.close-combat.mod-cover", +1, unit_in_cover),
            Modifier("modern.hills.uphill", -1, attacking_uphill),
            Modifier("modern.rivers.close-combat", -1, unit_in_river),
            Modifier("modern.trenches.close-combat", -1, unit_crossing_a_trench),
        ),
        handicaps=(),
        barred=bars(
            after_deeds("modern.close-combat.contact", has_fought_this_turn),
            UnitRestriction("modern.exhaustion.effect", side_is_exhausted),
        ),
        whole_cell=False,
        advance=Advance(
            "modern.close-combat.advance",
            arms=INFANTRY | ENGINEERS | CAVALRY | TANK,
            defender_too=True,
            fights_on=True,
        ),
    ),
    hits=Hits(
        tables=by_quality("modern.hits.table", at_worst=LOSES_SP, otherwise=RETREATS_OR_LOSES_SP),
        no_retreat="modern.hits.choice",
        retreat="modern.hits.retreat",
        shared="modern.transport.shared-hit",
        proof="modern.fire.tank-proof",
        proof_arms=TANK,
    ),
    exhaustion=Exhaustion(
        point="modern.exhaustion.point", effect="modern.exhaustion.effect", end="modern.exhaustion.end"
    ),
    works=(
        Work("modern.wire.lay", LAY_WIRE, turns=1, feature=WIRE, clears=False, done="wire-laid"),
        Work("modern.wire.clear", CLEAR_WIRE, turns=1, feature=WIRE, clears=True, done="wire-cleared"),
        Work(
            "modern.engineers.lay-mines",
            LAY_MINES,
            turns=3,
            feature=MINEFIELD,
            clears=False,
            done="mines-laid",
            arms=ENGINEERS,
            next_to=True,
        ),
        Work(
            "modern.engineers.clear-mines",
            CLEAR_MINES,
            turns=5,
            feature=MINEFIELD,
            clears=True,
            done="mines-cleared",
            arms=ENGINEERS,
            next_to=True,
        ),
    ),
    transport=Transport(
        "modern.transport.load",
        barred=bars(after_deeds("modern.transport.load", has_moved_fired_or_fought)),
        limber="modern.transport.limber",
    ),
)
