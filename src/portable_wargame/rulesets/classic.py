"""The Portable Wargame, as its readers play it: squares, strength points, every unit acts every turn."""

from ..battle.battle import CLEAR_WIRE, LAY_WIRE
from ..battle.terrain import WIRE
from ..battle.unit import ARTILLERY, CAVALRY, COMMANDER, INFANTRY, TRANSPORT, UnitType
from ..game.ruleset import (
    Activation,
    Advance,
    CloseCombat,
    CommanderTest,
    Exhaustion,
    Hits,
    Initiative,
    Movement,
    Ruleset,
    Shooting,
    Strength,
    Transport,
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
from ..rules.combat.close_combat import (
    FIGHT,
    attacked_in_flank_or_rear,
    attacks_flank_or_rear,
    is_transport,
)
from ..rules.combat.commanders import commander_attached, is_a_commander_with_a_unit
from ..rules.combat.hits import LEFT_ALONE
from ..rules.conditions import Score
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
    is_artillery_that_has_fired,
    is_carried,
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
    unit_in_river,
    unit_in_woods,
)
from ..rules.fire.firing import FIRE
from ..rules.fire.line_of_sight import target_in_sight, target_is_out_of_sight
from ..rules.fire.shooting import (
    is_out_of_range_of_its_fire,
    is_out_of_range_of_its_guns,
    repeats_last_target,
    target_is_out_of_arc,
)
from ..rules.movement.arrival import ENTER, LEAVE
from ..rules.movement.facing import next_to_any_enemy
from ..rules.movement.march import MOVE
from ..rules.movement.terrain import enters_river, enters_wire, enters_wood, leaves_river, moves_within_wood
from ..rules.turn.activation import EVERY_UNIT
from ..rules.turn.exhaustion import CHECK_EXHAUSTION
from ..rules.turn.initiative import INITIATIVE_ROLL
from ..rules.works.transport import LOAD_UP, UNLOAD_IT
from ..rules.works.work import WORK
from .common import TERRAIN, by_quality

CLASSIC = Ruleset(
    name="classic",
    title="The Portable Wargame",
    edition=3,
    grids=("square",),
    features=(*TERRAIN, "wire"),
    armies=(),
    unit_table="classic.units.table",
    unit_types=(
        UnitType("infantry", INFANTRY, strength=4, move=2, fire_range=2, points=4, stands_for=("infantry-rifles",)),
        UnitType("cavalry", CAVALRY, strength=3, move=3, fire_range=2, points=4, stands_for=("mounted-cavalry",)),
        UnitType(
            "artillery",
            ARTILLERY,
            strength=2,
            move=0,
            artillery_range=6,
            points=5,
            stands_for=("field-artillery", "rifled-field-artillery"),
        ),
        UnitType(
            "transport",
            TRANSPORT,
            strength=1,
            move=2,
            fire_range=1,
            cargo=ARTILLERY,
            points=1,
            stands_for=("horse-transport",),
        ),
        UnitType("commander", COMMANDER, strength=1, move=3, points=3, stands_for=("command",)),
    ),
    strength=Strength(destroyed="classic.units.destroyed", adjust="classic.units.experience"),
    sequence="classic.turn.sequence",
    turn=(ARTILLERY_PHASE, INITIATIVE_ROLL, CHECK_EXHAUSTION),
    initiative=Initiative("classic.initiative.roll"),
    activation=Activation("classic.turn.options", EVERY_UNIT, counts_freed=True),
    activities=(ENTER, MOVE, FIRE, FIGHT, LOAD_UP, UNLOAD_IT, WORK, LEAVE),
    movement=Movement(
        edges="classic.grid.edges",
        rates="classic.units.table",
        facing="classic.movement.facing",
        contact="classic.movement.contact",
        stacking="classic.movement.stacking",
        enemy_cell="classic.movement.stacking",
        shares_cell=TRANSPORT | COMMANDER,
        barred=bars(
            after_deeds("classic.movement.once", has_used_its_move_this_turn),
            after_deeds("classic.movement.artillery", is_artillery_that_has_fired),
            after_deeds("classic.turn.options", has_gone_on_to_fire_or_fight),
        ),
        may_not_enter=(),
        must_stop=(
            TerrainRow("classic.woods.stop", enters_wood, off_road=True),
            TerrainRow("classic.woods.rate", moves_within_wood, off_road=True),
            TerrainRow("classic.rivers.ford", enters_river, off_road=True),
            TerrainRow("classic.wire.block", enters_wire),
        ),
        leaves_by_one=(TerrainRow("classic.rivers.ford", leaves_river, off_road=True),),
        road="classic.movement.road",
        road_bonus=1,
        withdrawal=Withdrawal("classic.movement.withdraw", banned=next_to_any_enemy),
    ),
    artillery=Shooting(
        clause="classic.artillery.roll",
        tables=(ResultTable("classic.artillery.roll", ((5, HIT),)),),
        modifiers=(
            Modifier("classic.artillery.mod-seen", +2, target_in_sight),
            Modifier("classic.artillery.mod-repeat", +1, repeats_last_target),
            Modifier("classic.artillery.mod-commander", +1, commander_attached),
            Modifier("classic.artillery.mod-cover", -1, target_in_cover),
        ),
        barred=bars(
            UnitRestriction("classic.artillery.once", has_its_target_already),
            UnitRestriction("classic.transport.limber", is_carried),
            UnitRestriction("classic.rivers.no-fire", is_in_a_river),
        ),
        unarmed=UnitRestriction("classic.units.table", is_not_artillery),
        range=Restriction("classic.units.table", is_out_of_range_of_its_guns),
        restrictions=(
            Restriction("classic.fire.arc", target_is_out_of_arc),
            Restriction("classic.artillery.out-of-cover", is_not_at_the_edge_of_its_cover),
            Restriction("classic.woods.range", fires_more_than_one_cell_within_a_wood),
        ),
    ),
    fire=Shooting(
        clause="classic.fire.roll",
        tables=(ResultTable("classic.fire.roll", ((5, HIT),)),),
        modifiers=(
            Modifier("classic.fire.mod-still", +1, has_not_moved),
            Modifier("classic.fire.mod-commander", +1, commander_attached),
            Modifier("classic.fire.mod-cover", -1, target_in_cover),
        ),
        barred=bars(
            after_deeds("classic.fire.once", has_fired_this_turn),
            after_deeds("classic.turn.options", has_gone_on_to_close_combat),
            after_deeds("classic.turn.options", has_no_movement_left_to_fire),
            UnitRestriction("classic.rivers.no-fire", is_in_a_river),
        ),
        unarmed=UnitRestriction("classic.units.table", has_no_weapon_to_fire),
        range=Restriction("classic.units.table", is_out_of_range_of_its_fire),
        restrictions=(
            Restriction("classic.fire.arc", target_is_out_of_arc),
            Restriction("classic.fire.into-cover", target_is_deep_in_cover),
            Restriction("classic.fire.line-of-sight", target_is_out_of_sight),
            Restriction("classic.fire.out-of-cover", is_not_at_the_edge_of_its_cover),
            Restriction("classic.woods.range", fires_more_than_one_cell_within_a_wood),
        ),
    ),
    close_combat=CloseCombat(
        clause="classic.close-combat.roll",
        when="classic.close-combat.when",
        needs=Score(5),
        hits_other_on_success=True,
        hits_self_on_failure=False,
        modifiers=(
            Modifier("classic.close-combat.mod-flanking", +1, attacks_flank_or_rear),
            Modifier("classic.close-combat.mod-commander", +1, commander_attached),
            Modifier("classic.close-combat.mod-wood", +1, unit_in_woods),
            Modifier("classic.close-combat.mod-cover", -1, target_in_cover),
            Modifier("classic.close-combat.mod-flanked", -1, attacked_in_flank_or_rear),
            Modifier("classic.close-combat.mod-uphill", -1, attacking_uphill),
            Modifier("classic.close-combat.mod-transport", -1, is_transport),
            Modifier("classic.close-combat.mod-river", -1, unit_in_river),
        ),
        handicaps=(),
        barred=bars(
            after_deeds("classic.close-combat.when", has_fought_this_turn),
            after_deeds("classic.turn.options", has_fired_this_turn),
            UnitRestriction("classic.exhaustion.effect", side_is_exhausted),
        ),
        whole_cell=True,
        advance=Advance(
            "classic.close-combat.advance",
            arms=INFANTRY | CAVALRY | TRANSPORT | COMMANDER,
            defender_too=True,
            fights_on=False,
        ),
    ),
    hits=Hits(
        tables=by_quality("classic.hits.table", at_worst=LOSES_SP, otherwise=RETREATS_OR_LOSES_SP),
        no_retreat="classic.hits.table",
        spared=bars(UnitRestriction("classic.hits.table", is_a_commander_with_a_unit)),
        shared="classic.transport.shared-hit",
        commander_test=CommanderTest("classic.hits.commander", killed_at=6),
        left_alone=LEFT_ALONE,
        companions=COMMANDER,
    ),
    exhaustion=Exhaustion(
        point="classic.exhaustion.effect",
        effect="classic.exhaustion.effect",
        end="classic.exhaustion.end",
    ),
    works=(
        Work("classic.wire.lay", LAY_WIRE, turns=1, feature=WIRE, clears=False, done="wire-laid"),
        Work("classic.wire.lay", CLEAR_WIRE, turns=1, feature=WIRE, clears=True, done="wire-cleared"),
    ),
    transport=Transport(
        "classic.transport.limber",
        barred=bars(after_deeds("classic.transport.limber", has_moved_fired_or_fought)),
    ),
)
