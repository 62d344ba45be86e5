"""Ancients: a whole book, in Python. Shields and missiles, and elephants that run wild; squares or hexes.

Drop this file and `ancients.toml`, the clauses, into your folder of books. The tables are rows of known kinds; what no
other book has, heavy foot that charges and elephants that run wild, are conditions and an effect of its own.
"""

from portable_wargame.battle.terrain import WOODS
from portable_wargame.battle.unit import ARTILLERY, CAVALRY, COMMANDER, INFANTRY, UnitType
from portable_wargame.game.agenda import Step
from portable_wargame.game.game import Game
from portable_wargame.game.outcomes import LIGHT, Outcome, add_effect
from portable_wargame.game.ruleset import (
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
    Withdrawal,
)
from portable_wargame.game.tables import (
    HIT,
    LOSES_SP,
    RETREATS_OR_LOSES_SP,
    Attack,
    Modifier,
    Restriction,
    ResultTable,
    TerrainRow,
    UnitRestriction,
    bars,
)
from portable_wargame.rules.combat.close_combat import (
    FIGHT,
    attacked_in_flank_or_rear,
    attacks_flank_or_rear,
)
from portable_wargame.rules.combat.commanders import commander_attached, is_a_commander_with_a_unit
from portable_wargame.rules.combat.hits import LEFT_ALONE, RESOLVE_HIT
from portable_wargame.rules.combat.losses import suffer_loss
from portable_wargame.rules.conditions import Score
from portable_wargame.rules.deeds import (
    after_deeds,
    has_fired_this_turn,
    has_fought_this_turn,
    has_gone_on_to_close_combat,
    has_gone_on_to_fire_or_fight,
    has_its_target_already,
    has_no_movement_left_to_fire,
    has_no_weapon_to_fire,
    has_not_moved,
    has_used_its_move_this_turn,
    is_artillery_that_has_fired,
    is_in_a_river,
    is_not_artillery,
    side_is_exhausted,
)
from portable_wargame.rules.fire.artillery import ARTILLERY_PHASE
from portable_wargame.rules.fire.cover import (
    attacking_uphill,
    is_not_at_the_edge_of_its_cover,
    target_in_cover,
    target_is_deep_in_cover,
    unit_in_river,
)
from portable_wargame.rules.fire.firing import FIRE
from portable_wargame.rules.fire.line_of_sight import target_is_out_of_sight
from portable_wargame.rules.fire.shooting import (
    is_out_of_range_of_its_fire,
    is_out_of_range_of_its_guns,
    repeats_last_target,
    target_is_out_of_arc,
)
from portable_wargame.rules.movement.arrival import ENTER, LEAVE
from portable_wargame.rules.movement.facing import next_to_any_enemy
from portable_wargame.rules.movement.march import MOVE
from portable_wargame.rules.movement.terrain import (
    enters_river,
    enters_river_without_crossing,
    enters_wood,
    leaves_river,
    moves_within_wood,
)
from portable_wargame.rules.turn.activation import EVERY_UNIT
from portable_wargame.rules.turn.exhaustion import CHECK_EXHAUSTION
from portable_wargame.rules.turn.initiative import INITIATIVE_ROLL

# Arms that no rule of the program asks for: only the rows below do.
SHIELDS = 1 << 14
ELEPHANT = 1 << 15


# -- conditions of its own: a function's name is the reason that players read


def charges_with_shields(attack: Attack) -> bool:
    return attack.attacking and attack.battle.is_a(attack.unit, SHIELDS)


def is_an_elephant(attack: Attack) -> bool:
    return attack.battle.is_a(attack.unit, ELEPHANT)


def rides_at_elephants(attack: Attack) -> bool:
    """Horses cannot bear the smell."""
    return attack.battle.is_a(attack.unit, CAVALRY) and attack.battle.is_a(attack.opponent, ELEPHANT)


def target_has_shields(attack: Attack) -> bool:
    return any(attack.battle.is_a(unit, SHIELDS) for unit in attack.battle.units_in(attack.target))


def elephants_in_a_wood(unit_type: UnitType, leaving: int, entering: int) -> bool:
    return unit_type.arms & ELEPHANT != 0 and entering & WOODS != 0


# -- an effect of its own


def waver(game: Game, step: Step) -> None:
    """Men fall back or lose heart. An elephant runs wild: it is hurt, and so is whoever is next to it."""
    battle = game.battle
    if not battle.is_a(step.unit, ELEPHANT):
        RESOLVE_HIT.suffer(game, step, RETREATS_OR_LOSES_SP)
        return
    near = [unit for cell in battle.field.grid.neighbours[battle.at[step.unit]] for unit in battle.units_in(cell)]
    for unit in [step.unit, *near]:
        if battle.on_board(unit):
            suffer_loss(game, unit, "ancients.elephants.wild")


WAVERS = add_effect(
    Outcome(
        "wavers",
        "wavers",
        befalls=True,
        strikes=True,
        harms=True,
        points=0.6,
        weight=LIGHT,
        cost_in_points=0.6,
        does=waver,
    )
)

# -- the book

MISSILES = bars(
    after_deeds("ancients.fire.once", has_fired_this_turn),
    after_deeds("ancients.turn.order", has_gone_on_to_close_combat),
    after_deeds("ancients.turn.order", has_no_movement_left_to_fire),
    UnitRestriction("ancients.rivers.no-fire", is_in_a_river),
)

ANCIENTS = Ruleset(
    name="ancients",
    title="Ancients on a Board",
    edition=1,
    grids=("square", "hex"),
    features=("woods", "hill 1", "hill 2", "built-up", "fortification", "river", "ford", "bridge", "road"),
    armies=(),
    unit_table="ancients.units.table",
    unit_types=(
        UnitType("heavy-foot", INFANTRY | SHIELDS, strength=4, move=2, points=5, stands_for=("infantry",)),
        UnitType("archers", INFANTRY, strength=3, move=2, fire_range=3, points=4, stands_for=("infantry",)),
        UnitType("skirmishers", INFANTRY, strength=2, move=3, fire_range=2, points=3, stands_for=("infantry",)),
        UnitType("horse", CAVALRY, strength=3, move=4, points=4, stands_for=("cavalry", "mounted-cavalry")),
        UnitType("elephants", ELEPHANT, strength=4, move=2, points=6),
        UnitType(
            "stone-thrower", ARTILLERY, strength=1, move=0, artillery_range=6, points=4, stands_for=("artillery",)
        ),
        UnitType("general", COMMANDER, strength=1, move=4, points=3, stands_for=("commander", "command")),
    ),
    strength=Strength(destroyed="ancients.units.destroyed", adjust="ancients.units.destroyed"),
    sequence="ancients.turn.sequence",
    turn=(ARTILLERY_PHASE, INITIATIVE_ROLL, CHECK_EXHAUSTION),
    initiative=Initiative("ancients.turn.initiative"),
    activation=Activation("ancients.turn.order", EVERY_UNIT),
    activities=(ENTER, MOVE, FIRE, FIGHT, LEAVE),
    movement=Movement(
        edges="ancients.movement.edges",
        rates="ancients.units.table",
        facing="ancients.movement.facing",
        contact="ancients.movement.contact",
        stacking="ancients.movement.stacking",
        enemy_cell="ancients.movement.stacking",
        shares_cell=COMMANDER,
        barred=bars(
            after_deeds("ancients.movement.once", has_used_its_move_this_turn),
            after_deeds("ancients.movement.once", is_artillery_that_has_fired),
            after_deeds("ancients.turn.order", has_gone_on_to_fire_or_fight),
        ),
        may_not_enter=(
            TerrainRow("ancients.rivers.ford", enters_river_without_crossing),
            TerrainRow("ancients.elephants.woods", elephants_in_a_wood),
        ),
        must_stop=(
            TerrainRow("ancients.woods.stop", enters_wood, off_road=True),
            TerrainRow("ancients.woods.stop", moves_within_wood, off_road=True),
            TerrainRow("ancients.rivers.ford", enters_river, off_road=True),
        ),
        leaves_by_one=(TerrainRow("ancients.rivers.ford", leaves_river, off_road=True),),
        road="ancients.movement.road",
        road_bonus=1,
        withdrawal=Withdrawal("ancients.movement.withdraw", banned=next_to_any_enemy),
    ),
    artillery=Shooting(
        clause="ancients.stones.roll",
        tables=(ResultTable("ancients.stones.roll", ((5, HIT),)),),
        modifiers=(
            Modifier("ancients.stones.repeat", +1, repeats_last_target),
            Modifier("ancients.fire.cover", -1, target_in_cover),
        ),
        barred=bars(
            UnitRestriction("ancients.stones.once", has_its_target_already),
            UnitRestriction("ancients.rivers.no-fire", is_in_a_river),
        ),
        unarmed=UnitRestriction("ancients.units.table", is_not_artillery),
        range=Restriction("ancients.units.table", is_out_of_range_of_its_guns),
        restrictions=(
            Restriction("ancients.fire.arc", target_is_out_of_arc),
            Restriction("ancients.fire.sight", target_is_out_of_sight),
        ),
    ),
    fire=Shooting(
        clause="ancients.fire.roll",
        tables=(ResultTable("ancients.fire.roll", ((5, HIT),)),),
        modifiers=(
            Modifier("ancients.fire.still", +1, has_not_moved),
            Modifier("ancients.fire.shields", -1, target_has_shields),
            Modifier("ancients.fire.cover", -1, target_in_cover),
        ),
        barred=MISSILES,
        unarmed=UnitRestriction("ancients.units.table", has_no_weapon_to_fire),
        range=Restriction("ancients.units.table", is_out_of_range_of_its_fire),
        restrictions=(
            Restriction("ancients.fire.arc", target_is_out_of_arc),
            Restriction("ancients.fire.cover", target_is_deep_in_cover),
            Restriction("ancients.fire.sight", target_is_out_of_sight),
            Restriction("ancients.fire.cover", is_not_at_the_edge_of_its_cover),
        ),
    ),
    close_combat=CloseCombat(
        clause="ancients.combat.roll",
        when="ancients.combat.when",
        needs=Score(5),
        hits_other_on_success=True,
        hits_self_on_failure=False,
        modifiers=(
            Modifier("ancients.combat.charge", +1, charges_with_shields),
            Modifier("ancients.elephants.fight", +1, is_an_elephant),
            Modifier("ancients.elephants.horses", -1, rides_at_elephants),
            Modifier("ancients.combat.flank", +1, attacks_flank_or_rear),
            Modifier("ancients.combat.flank", -1, attacked_in_flank_or_rear),
            Modifier("ancients.combat.general", +1, commander_attached),
            Modifier("ancients.combat.uphill", -1, attacking_uphill),
            Modifier("ancients.combat.river", -1, unit_in_river),
        ),
        handicaps=(),
        barred=bars(
            after_deeds("ancients.combat.when", has_fought_this_turn),
            after_deeds("ancients.turn.order", has_fired_this_turn),
            UnitRestriction("ancients.exhaustion", side_is_exhausted),
        ),
        whole_cell=True,
        advance=Advance(
            "ancients.combat.advance",
            arms=INFANTRY | CAVALRY | ELEPHANT | COMMANDER,
            defender_too=False,
            fights_on=False,
        ),
    ),
    hits=Hits(
        # Elite, average and poor: the poorer the unit, the sooner a hit costs it men and not only ground.
        tables=tuple(ResultTable("ancients.hits.table", ((best, WAVERS), (1, LOSES_SP))) for best in (3, 4, 5)),
        no_retreat="ancients.hits.table",
        retreat="ancients.hits.table",
        spared=bars(UnitRestriction("ancients.hits.table", is_a_commander_with_a_unit)),
        commander_test=CommanderTest("ancients.hits.general", killed_at=6),
        left_alone=LEFT_ALONE,
        companions=COMMANDER,
    ),
    exhaustion=Exhaustion(
        point="ancients.exhaustion", effect="ancients.exhaustion", end="ancients.exhaustion", numerator=1, denominator=2
    ),
)
