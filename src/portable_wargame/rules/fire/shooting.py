"""What artillery fire and the fire of other units have in common: targets, the throw, the odds."""

from typing import Final

from ...battle.battle import Battle
from ...game.agenda import Reason, Step
from ...game.changes import roll_on, tell_roll, turn
from ...game.game import Game
from ...game.ruleset import Shooting
from ...game.tables import EFFECTS, NOTHING, Attack, added, applying, is_barred, is_forbidden, table_for
from ...grid.compiler import i64
from ..combat.hits import blow, units_struck
from ..reasons import barring, because, forbidding

NO_CELLS: Final[list[int]] = []  # never altered


def is_out_of_range_of_its_fire(attack: Attack) -> bool:
    grid = attack.battle.field.grid
    return grid.distance(attack.cell, attack.target) > attack.battle.type_of[attack.unit].fire_range


def is_out_of_range_of_its_guns(attack: Attack) -> bool:
    grid = attack.battle.field.grid
    return grid.distance(attack.cell, attack.target) > attack.battle.type_of[attack.unit].artillery_range


def target_is_out_of_arc(attack: Attack) -> bool:
    battle = attack.battle
    return not battle.field.grid.in_front_arc(attack.cell, battle.facing[attack.unit], attack.target)


def target_is_out_of_arc_of_its_guns(attack: Attack) -> bool:
    """A turret fires all round."""
    return not attack.battle.type_of[attack.unit].all_round and target_is_out_of_arc(attack)


def repeats_last_target(attack: Attack) -> bool:
    return attack.battle.last_target[attack.unit] == attack.target


def targets(battle: Battle, shooting: Shooting, unit: i64, reach: i64) -> list[int]:
    """The cells that a unit may shoot at. `reach`: how far its weapon carries."""
    here = battle.at[unit]
    if reach == 0 or here < 0 or is_barred(shooting.barred, battle, unit):
        return NO_CELLS
    grid = battle.field.grid
    enemies = battle.presence_of(1 - battle.roster.side_of[unit]).cells
    within_reach = [cell for cell in enemies if grid.distance(here, cell) <= reach]
    if shooting.at_empty:
        within_reach += [
            cell for cell in range(grid.cells) if battle.is_empty(cell) and grid.distance(here, cell) <= reach
        ]
    if not within_reach:
        return NO_CELLS
    cells: list[int] = []
    attack = Attack(battle, unit, here)
    for cell in within_reach:
        attack.target = cell
        if not is_forbidden(shooting.restrictions, attack):
            cells.append(cell)
    return cells


def why_no_target(game: Game, shooting: Shooting, unit: i64, target: i64) -> list[Reason]:
    battle = game.battle
    reasons = barring(game, (shooting.unarmed,), unit)
    if reasons:
        return reasons  # whatever it would fire at
    reasons = barring(game, shooting.barred.rows, unit)
    clause = shooting.at_an_enemy or shooting.clause
    if target < 0:
        return [*reasons, because(game, clause, "no-target")]
    if not battle.enemy_in(target, battle.side_of(unit)) and not (shooting.at_empty and battle.is_empty(target)):
        return [*reasons, because(game, clause, "no-enemy", unit, target)]
    if battle.at[unit] >= 0:
        reasons += forbidding(game, (shooting.range, *shooting.restrictions), Attack(battle, unit, target))
    return reasons


def facing_to_fire(attack: Attack) -> int:
    """The facing nearest to its own, at most one face away, that brings the target into arc; its own if none does."""
    battle = attack.battle
    grid = battle.field.grid
    facing = battle.facing[attack.unit]
    for turned in (facing, (facing + 1) % grid.faces, (facing - 1) % grid.faces):
        if grid.in_front_arc(attack.cell, turned, attack.target):
            return turned
    return facing


def target_is_out_of_arc_even_if_it_turns(attack: Attack) -> bool:
    return not attack.battle.field.grid.in_front_arc(attack.cell, facing_to_fire(attack), attack.target)


def throw(game: Game, shooting: Shooting, purpose: str, unit: i64, target: i64, dice: int) -> list[Step]:
    """Roll to hit a cell: what happens to the enemies there, in the order in which it is resolved."""
    attack = Attack(game.battle, unit, target)
    if shooting.turns:
        turn(game, unit, facing_to_fire(attack), shooting.turns)
    effects = throw_for_effect(game, shooting, purpose, attack, dice)
    light = game.battle.type_of[unit].light
    clause = table_for(shooting.tables, attack).clause
    return [
        blow(game, struck, effect, attack.side, clause, light, attack.cell)
        for effect in effects
        if effect != NOTHING
        for struck in units_struck(game.battle, game.ruleset, target, 1 - attack.side)
    ]


def throw_for_effect(game: Game, shooting: Shooting, purpose: str, attack: Attack, dice: int) -> list[int]:
    """The effect of each die on whatever is in the target cell."""
    table = table_for(shooting.tables, attack)
    bonus = added(shooting.modifiers, attack)
    faces = roll_on(game, dice, table, bonus)
    effects = [table.effect(face + bonus) for face in faces]
    if game.log is not None:
        tell_roll(
            game,
            purpose,
            table.clause,
            attack.side,
            attack.unit,
            faces,
            applying(shooting.modifiers, attack),
            [face + bonus for face in faces],
            table.needs(),
            [EFFECTS[effect] for effect in effects],
            attack.target,
        )
    return effects


def effect_odds(shooting: Shooting, attack: Attack) -> list[tuple[float, int]]:
    """The probability of each effect of one die."""
    return table_for(shooting.tables, attack).odds(added(shooting.modifiers, attack))
