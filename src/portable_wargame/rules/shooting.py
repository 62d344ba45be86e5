"""What artillery fire and the fire of other units have in common: targets, the throw, the odds."""

from ..battle.battle import Battle
from ..game.agenda import Chance, Reason
from ..game.changes import roll, tell_roll
from ..game.game import Game
from ..game.ruleset import Shooting
from ..game.tables import EFFECTS, HIT, Attack, added, applying, is_barred, is_forbidden, table_for
from ..grid.names import cell_name
from .hits import units_struck
from .odds import chances_of_hits
from .reasons import barring, forbidding


def is_out_of_range_of_its_fire(attack: Attack) -> bool:
    grid = attack.battle.field.grid
    return grid.distance(attack.cell, attack.target) > attack.battle.type_of[attack.unit].fire_range


def is_out_of_range_of_its_guns(attack: Attack) -> bool:
    grid = attack.battle.field.grid
    return grid.distance(attack.cell, attack.target) > attack.battle.type_of[attack.unit].artillery_range


def target_is_out_of_arc(attack: Attack) -> bool:
    battle = attack.battle
    return not battle.field.grid.in_front_arc(attack.cell, battle.facing[attack.unit], attack.target)


def within_two_cells(attack: Attack) -> bool:
    return attack.battle.field.grid.distance(attack.cell, attack.target) <= 2


def repeats_last_target(attack: Attack) -> bool:
    return attack.battle.last_target[attack.unit] == attack.target


def targets(battle: Battle, shooting: Shooting, unit: int) -> list[int]:
    """The cells at which a unit may shoot."""
    cells: list[int] = []
    if is_barred(shooting.barred, battle, unit):
        return cells
    for enemy in battle.units(1 - battle.side_of(unit)):
        cell = battle.at[enemy]
        if cell < 0 or cell in cells:
            continue
        if not is_forbidden(shooting.restrictions, Attack(battle, unit, cell)):
            cells.append(cell)
    return cells


def why_no_target(game: Game, shooting: Shooting, unit: int, target: int) -> list[Reason]:
    battle = game.battle
    reasons = barring(game, shooting.barred, unit)
    if target < 0:
        return [*reasons, Reason(shooting.clause, "the target must be a cell of the board")]
    if not battle.enemy_in(target, battle.side_of(unit)):
        where = cell_name(battle.field.grid, target)
        return [*reasons, Reason(shooting.clause, f"there is no enemy in {where}")]
    if battle.at[unit] >= 0:
        reasons += forbidding(game, shooting.restrictions, Attack(battle, unit, target))
    return reasons


def throw(game: Game, shooting: Shooting, purpose: str, unit: int, target: int, dice: int) -> list[int]:
    """Roll to hit a cell: the units struck, in the order in which their hits are resolved."""
    battle = game.battle
    attack = Attack(battle, unit, target)
    table = table_for(shooting.tables, attack)
    bonus = added(shooting.modifiers, attack)
    faces = roll(game, dice)
    scores = [face + bonus for face in faces]
    effects = [table.effect(score) for score in scores]
    if game.log is not None:
        modifiers = applying(shooting.modifiers, attack)
        outcomes = [EFFECTS[effect] for effect in effects]
        tell_roll(
            game,
            purpose,
            table.clause,
            attack.side,
            unit,
            faces,
            modifiers,
            scores,
            table.needs(),
            outcomes,
            target,
        )
    struck: list[int] = []
    for effect in effects:
        if effect == HIT:
            struck += units_struck(battle, game.ruleset, target, 1 - attack.side)
    return struck


def chances(game: Game, shooting: Shooting, unit: int, target: int, dice: int) -> list[Chance]:
    """The exact odds of a shot, down to the throw for each hit."""
    attack = Attack(game.battle, unit, target)
    table = table_for(shooting.tables, attack)
    bonus = added(shooting.modifiers, attack)
    hit = sum(table.effect(face + bonus) == HIT for face in range(1, 7)) / 6
    struck = units_struck(game.battle, game.ruleset, target, 1 - attack.side)
    return chances_of_hits(game, hit, dice, struck)
