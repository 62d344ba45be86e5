"""Fire at aircraft: by aircraft, by anti-aircraft guns, by machine guns. Nothing on the ground is in the way."""

from ...battle.battle import NOBODY
from ...battle.unit import AIRCRAFT
from ...game.actions import Action
from ...game.agenda import Reason, Step
from ...game.changes import roll_on, tell_roll
from ...game.game import Game
from ...game.ruleset import Air
from ...game.tables import EFFECTS, LOSES_SP, Attack, Bars, Modifier, ResultTable, added, applying, is_barred
from ...grid.compiler import i64
from ..combat.hits import blow
from ..reasons import barring, because


def bearing_guns(game: Game, unit: i64, target: i64) -> int:
    """How many of the unit's guns can fire at an aircraft over that cell."""
    battle = game.battle
    air = game.ruleset.air
    if air is None:
        return 0
    grid = battle.field.grid
    cell = battle.at[unit]
    facing = battle.facing[unit]
    distance = grid.distance(cell, target)
    if battle.is_a(unit, AIRCRAFT):
        unit_type = battle.type_of[unit]
        if distance > air.reach:
            return 0
        front = unit_type.front_guns if grid.in_front_arc(cell, facing, target) else 0
        return front + (unit_type.rear_guns if grid.in_rear_arc(cell, facing, target) else 0)
    reach = battle.type_of[unit].fire_range or battle.type_of[unit].artillery_range
    in_arc = battle.type_of[unit].all_round or grid.in_front_arc(cell, facing, target)
    if cell == target and air.overhead_in_arc:
        in_arc = True
    return 1 if in_arc and distance <= reach else 0


def _targets(game: Game, unit: i64, barred: Bars) -> list[int]:
    battle = game.battle
    if is_barred(barred, battle, unit):
        return []
    return [
        battle.at[enemy]
        for enemy in battle.units(1 - battle.side_of(unit))
        if battle.on_board(enemy) and battle.is_a(enemy, AIRCRAFT) and bearing_guns(game, unit, battle.at[enemy])
    ]


def anti_aircraft_targets(game: Game, unit: i64) -> list[int]:
    """For a gun that fires at aircraft in the artillery phase."""
    if game.ruleset.air is None or not game.battle.type_of[unit].anti_aircraft:
        return []
    return _targets(game, unit, game.ruleset.artillery.barred)


def aircraft_targets(game: Game, unit: i64) -> list[int]:
    """For an aircraft, or a unit on the ground that fires at aircraft when activated."""
    air = game.ruleset.air
    if air is None:
        return []
    if game.battle.is_a(unit, AIRCRAFT):
        return _targets(game, unit, air.barred)
    if game.battle.is_a(unit, air.guns_at_aircraft):
        return _targets(game, unit, game.ruleset.fire.barred)
    return []


def aircraft_meant(game: Game, action: Action) -> Action:
    """With an aircraft over the cell and nothing on the ground to shoot at, the aircraft is the target."""
    battle = game.battle
    if action.target < 0 or battle.enemy_in(action.target, battle.side_of(action.unit)):
        return action
    at_the_ground = action.gas or (
        action.verb == "bombard" and (game.ruleset.artillery.at_empty or not battle.type_of[action.unit].anti_aircraft)
    )
    if battle.above[action.target] != NOBODY and not at_the_ground:
        return Action(action.verb, action.unit, action.target, air=True)
    return action


def why_no_aircraft(game: Game, unit: i64, target: i64, barred: Bars) -> list[Reason]:
    battle = game.battle
    air = game.ruleset.air
    if air is None:
        return [because(game, game.ruleset.sequence, "no-aircraft")]
    flies = battle.is_a(unit, AIRCRAFT)
    clause = air.guns if flies else air.anti_aircraft.clause
    if not flies and not battle.is_a(unit, air.guns_at_aircraft) and not battle.type_of[unit].anti_aircraft:
        return [because(game, clause, "no-anti-aircraft", unit)]
    reasons = barring(game, (air.barred if flies else barred).rows, unit)
    aircraft = battle.above[target] if target >= 0 else NOBODY
    if aircraft < 0 or battle.side_of(aircraft) == battle.side_of(unit):
        return [*reasons, because(game, clause, "no-aircraft-there", unit, target)]
    if not bearing_guns(game, unit, target):
        reasons.append(because(game, clause, "no-bearing", unit))
    return reasons


def _table(air: Air, flies: bool) -> tuple[ResultTable, tuple[Modifier, ...]]:
    if flies:
        return air.air_to_air, ()
    return air.anti_aircraft, air.anti_aircraft_modifiers


def fire_at_aircraft(game: Game, purpose: str, unit: i64, target: i64) -> list[Step]:
    """A die for each gun that bears: each that hits takes a strength point."""
    battle = game.battle
    air = game.ruleset.air
    assert air is not None
    table, modifiers = _table(air, battle.is_a(unit, AIRCRAFT))
    aircraft = battle.above[target]
    attack = Attack(battle, unit, target, aircraft)
    bonus = added(modifiers, attack)
    faces = roll_on(game, bearing_guns(game, unit, target), table, bonus)
    scores = [face + bonus for face in faces]
    effects = [table.effect(score) for score in scores]
    tell_roll(
        game,
        purpose,
        table.clause,
        attack.side,
        unit,
        faces,
        applying(modifiers, attack),
        scores,
        table.needs(),
        [EFFECTS[effect] for effect in effects],
        target,
    )
    return [blow(game, aircraft, LOSES_SP, attack.side, table.clause) for effect in effects if effect == LOSES_SP]
