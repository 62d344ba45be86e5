"""Portable Wargame 2: colonial battles on squares or hexes, without strength points or activation dice."""

from ..battle.unit import ARTILLERY, CAVALRY, COMMANDER, INFANTRY, MACHINE_GUN, UnitType
from ..game.ruleset import (
    Activation,
    Advance,
    CloseCombat,
    DoubleMove,
    Hits,
    Initiative,
    Movement,
    Ruleset,
    Shooting,
    Weapon,
)
from ..game.tables import (
    DESTROYED,
    HIT,
    MUST_RETREAT,
    Modifier,
    Restriction,
    ResultTable,
    TerrainRow,
    UnitRestriction,
    bars,
)
from ..rules.combat.close_combat import FIGHT, power_by_aspect
from ..rules.combat.commanders import commander_adjacent
from ..rules.conditions import IsWithin
from ..rules.deeds import (
    after_deeds,
    has_fired_this_turn,
    has_fought_this_turn,
    has_gone_on_to_close_combat,
    has_gone_on_to_fire_or_fight,
    has_its_target_already,
    has_made_a_double_move,
    has_no_movement_left_to_fire,
    has_no_weapon_to_fire,
    has_not_moved,
    has_used_its_move_this_turn,
    is_artillery_that_has_fired,
    is_in_a_river,
    is_not_artillery,
)
from ..rules.fire.artillery import ARTILLERY_PHASE
from ..rules.fire.cover import (
    attacking_out_of_river,
    attacking_uphill,
    target_in_hard_cover,
    target_in_soft_cover,
    unit_in_hard_cover,
    unit_in_soft_cover,
)
from ..rules.fire.firing import FIRE
from ..rules.fire.line_of_sight import target_is_out_of_sight
from ..rules.fire.shooting import (
    is_out_of_range_of_its_fire,
    is_out_of_range_of_its_guns,
    target_is_out_of_arc,
)
from ..rules.movement.arrival import ENTER, LEAVE
from ..rules.movement.march import MOVE
from ..rules.movement.terrain import enters_river, enters_river_without_crossing, leaves_river
from ..rules.turn.activation import EVERY_UNIT
from ..rules.turn.initiative import INITIATIVE_ROLL
from .common import TERRAIN, by_quality

WEAPONS = {
    "single-shot-rifle": Weapon(3, stands_for=("rifles",)),
    "magazine-rifle": Weapon(4, points=1, stands_for=("rifles",)),
    "musket": Weapon(2, points=-1, stands_for=("firearms",), borne_by=("infantry-firearms",)),
    "none": Weapon(0, borne_by=("infantry-close-combat",)),  # spears and swords only
}
SMALL_ARMS = tuple(WEAPONS)


def _gun(name: str, move: int, reach: int, points: int, stands_for: tuple[str, ...]) -> UnitType:
    return UnitType(
        name,
        ARTILLERY,
        move=move,
        artillery_range=reach,
        power=4,
        flank_power=6,
        points=points,
        stands_for=stands_for,
    )


COLONIAL = Ruleset(
    name="colonial",
    title="Portable Wargame 2: Colonial",
    edition=3,
    palette="veldt",
    grids=("square", "hex"),
    features=TERRAIN,
    armies=("european", "native"),
    unit_table="colonial.movement.rates",
    weapons=WEAPONS,
    unit_types=(
        UnitType(
            "infantry",
            INFANTRY,
            move=2,
            power=3,
            flank_power=6,
            weapons=SMALL_ARMS,
            points=4,
            stands_for=("infantry-rifles",),
        ),
        UnitType(
            "dismounted-cavalry",
            CAVALRY,
            move=2,
            power=3,
            flank_power=6,
            weapons=SMALL_ARMS,
            points=4,
            stands_for=("cavalry",),
        ),
        UnitType("mounted-cavalry", CAVALRY, move=3, power=2, flank_power=5, points=4, stands_for=("cavalry",)),
        UnitType(
            "machine-gun",
            MACHINE_GUN,
            move=2,
            fire_range=4,
            fire_dice=3,
            power=3,
            flank_power=6,
            points=6,
            stands_for=("infantry",),
        ),
        _gun(
            "rifled-siege-artillery",
            move=0,
            reach=10,
            points=6,
            stands_for=("siege-artillery", "heavy-artillery", "artillery"),
        ),
        _gun("rifled-field-artillery", move=1, reach=8, points=5, stands_for=("field-artillery", "artillery")),
        _gun(
            "rifled-mountain-artillery",
            move=1,
            reach=6,
            points=5,
            stands_for=("light-artillery", "mountain-artillery", "artillery"),
        ),
        _gun(
            "smoothbore-siege-artillery",
            move=0,
            reach=8,
            points=5,
            stands_for=("siege-artillery", "heavy-artillery", "artillery"),
        ),
        _gun("smoothbore-field-artillery", move=1, reach=6, points=4, stands_for=("field-artillery", "artillery")),
        _gun(
            "smoothbore-mountain-artillery",
            move=1,
            reach=4,
            points=4,
            stands_for=("light-artillery", "mountain-artillery", "artillery"),
        ),
        UnitType("commander", COMMANDER, move=3, power=3, flank_power=3, points=4, stands_for=("command",)),
    ),
    sequence="colonial.turn.sequence",
    turn=(ARTILLERY_PHASE, INITIATIVE_ROLL),
    initiative=Initiative("colonial.initiative.roll"),
    activation=Activation("colonial.turn.sequence", EVERY_UNIT),
    activities=(ENTER, MOVE, FIRE, FIGHT, LEAVE),
    movement=Movement(
        edges="colonial.movement.edges",
        rates="colonial.movement.rates",
        facing="colonial.movement.facing",
        contact="colonial.close-combat.contact",
        stacking="colonial.movement.stacking",
        enemy_cell="colonial.movement.stacking",
        shares_cell=0,
        barred=bars(
            after_deeds("colonial.movement.once", has_used_its_move_this_turn),
            after_deeds("colonial.artillery.no-move", is_artillery_that_has_fired),
            after_deeds("colonial.turn.sequence", has_gone_on_to_fire_or_fight),
        ),
        may_not_enter=(TerrainRow("colonial.rivers.ford", enters_river_without_crossing),),
        must_stop=(TerrainRow("colonial.rivers.ford", enters_river, off_road=True),),
        leaves_by_one=(TerrainRow("colonial.rivers.ford", leaves_river, off_road=True),),
        road="colonial.roads.bonus",
        road_bonus=1,
        double=DoubleMove("colonial.movement.double", army="native", arms=INFANTRY | CAVALRY, needs=5),
    ),
    artillery=Shooting(
        clause="colonial.artillery.roll",
        tables=(
            ResultTable("colonial.artillery.roll", ((3, HIT),), when=IsWithin("within two cells", 2)),
            ResultTable("colonial.artillery.roll", ((5, HIT),)),
        ),
        modifiers=(
            Modifier("colonial.artillery.mod-soft", -1, target_in_soft_cover),
            Modifier("colonial.artillery.mod-hard", -2, target_in_hard_cover),
            Modifier("colonial.artillery.mod-commander", +1, commander_adjacent),
        ),
        barred=bars(
            UnitRestriction("colonial.artillery.once", has_its_target_already),
            UnitRestriction("colonial.rivers.no-fire", is_in_a_river),
        ),
        unarmed=UnitRestriction("colonial.artillery.ranges", is_not_artillery),
        range=Restriction("colonial.artillery.ranges", is_out_of_range_of_its_guns),
        restrictions=(
            Restriction("colonial.artillery.direct-only", target_is_out_of_arc),
            Restriction("colonial.artillery.direct-only", target_is_out_of_sight),
        ),
    ),
    fire=Shooting(
        clause="colonial.fire.dice",
        tables=(ResultTable("colonial.fire.dice", ((5, HIT),)),),
        modifiers=(
            Modifier("colonial.fire.mod-soft", -1, target_in_soft_cover),
            Modifier("colonial.fire.mod-commander", +1, commander_adjacent),
            Modifier("colonial.fire.mod-still", +1, has_not_moved),
        ),
        barred=bars(
            after_deeds("colonial.fire.once", has_fired_this_turn),
            after_deeds("colonial.turn.sequence", has_gone_on_to_close_combat),
            after_deeds("colonial.movement.firing-cost", has_no_movement_left_to_fire),
            after_deeds("colonial.movement.double", has_made_a_double_move),
            UnitRestriction("colonial.rivers.no-fire", is_in_a_river),
        ),
        unarmed=UnitRestriction("colonial.fire.ranges", has_no_weapon_to_fire),
        range=Restriction("colonial.fire.ranges", is_out_of_range_of_its_fire),
        restrictions=(
            Restriction("colonial.fire.line-of-sight", target_is_out_of_arc),
            Restriction("colonial.fire.line-of-sight", target_is_out_of_sight),
            Restriction("colonial.fire.hard-cover", target_in_hard_cover),
        ),
    ),
    close_combat=CloseCombat(
        clause="colonial.close-combat.roll",
        when="colonial.close-combat.when",
        needs=power_by_aspect,
        hits_other_on_success=False,
        hits_self_on_failure=True,
        modifiers=(
            Modifier("colonial.close-combat.mod-commander", +1, commander_adjacent),
            Modifier("colonial.close-combat.mod-soft", +1, unit_in_soft_cover),
            Modifier("colonial.close-combat.mod-hard", +2, unit_in_hard_cover),
        ),
        handicaps=(
            Modifier("colonial.hills.uphill", +1, attacking_uphill),
            Modifier("colonial.rivers.close-combat", +1, attacking_out_of_river),
        ),
        barred=bars(after_deeds("colonial.close-combat.when", has_fought_this_turn)),
        whole_cell=False,
        advance=Advance("colonial.close-combat.advance", arms=INFANTRY | CAVALRY, defender_too=True, fights_on=True),
    ),
    hits=Hits(
        tables=by_quality("colonial.hits.table", at_worst=DESTROYED, otherwise=MUST_RETREAT),
        no_retreat="colonial.hits.no-retreat",
        retreats_to_enemies=True,
    ),
)
