"""Expected values of possible shots and fights: quick sums over the books' rows, for units put where they may go.

The exact odds of what can be done now come from the game (`values.expected`); these are for comparing many positions.
"""

from typing import Final

from ...battle.battle import NOBODY, Battle
from ...battle.unit import AIRCRAFT
from ...game.actions import Action
from ...game.game import Game
from ...game.outcomes import outcome
from ...game.ruleset import CloseCombat, Shooting
from ...game.tables import DESTROYED, HIT, NOTHING, Attack, added, is_forbidden
from ...grid.compiler import i64
from ...rules.combat.close_combat import opponents, units_hit_with, what_it_needs
from ...rules.combat.hits import units_struck
from ...rules.fire.scatter import landing_odds
from ...rules.fire.shooting import effect_odds
from .values import cost, cost_of_hit, hit_odds, worth

WITHDRAWAL: Final = outcome("withdraws").cost_in_units


def put(battle: Battle, unit: int, cell: int, facing: int) -> None:
    """Put a unit, with its load, in a cell of a copy, whatever the rules say."""
    battle.put(unit, cell)
    battle.facing[unit] = facing


def cost_of_blow(game: Game, unit: int, effect: int) -> float:
    if effect == NOTHING:
        return 0.0
    if effect != HIT:
        return cost(game, unit, effect)
    load = game.battle.carrying[unit]
    return cost_of_hit(game, unit) + (cost_of_hit(game, load) if load != NOBODY else 0)


def shot(game: Game, shooting: Shooting, unit: int, target: int) -> float:
    """The expected cost to the enemy in a cell of a shot from where the unit stands, allowed or not."""
    battle = game.battle
    struck = units_struck(battle, game.ruleset, target, 1 - battle.side_of(unit))
    light = battle.type_of[unit].light
    proof = game.ruleset.hits.proof_arms if light else 0
    attack = Attack(battle, unit, target)
    landing = shooting.landing
    if landing is not None:
        return shell(game, shooting, unit, target)
    dice = battle.type_of[unit].fire_dice if shooting is game.ruleset.fire else 1
    total = 0.0
    for chance, effect in effect_odds(shooting, attack):
        if effect != NOTHING:
            for enemy in struck:
                if not proof or not battle.is_a(enemy, proof):
                    total += chance * cost_of_blow(game, enemy, effect)
    return total * dice


def shell(game: Game, shooting: Shooting, gun: int, target: int) -> float:
    """A shell that scatters: friends under it count against it."""
    battle = game.battle
    side = battle.side_of(gun)
    assert shooting.landing is not None
    total = 0.0
    for likely, cell in landing_odds(battle, shooting.landing, gun, target):
        if cell < 0 or battle.is_empty(cell):
            continue
        for unit in battle.units_in(cell):
            if battle.is_carried(unit):
                continue
            loss = cost_of_blow(game, unit, HIT)
            if shooting.tables:
                attack = Attack(battle, gun, cell, unit)
                blows = effect_odds(shooting, attack)
                loss = sum(chance * cost_of_blow(game, unit, effect) for chance, effect in blows)
            total += likely * (loss if battle.side_of(unit) != side else -1.2 * loss)
    return total


def best_shot(game: Game, unit: int) -> tuple[float, int]:
    """The best target from where the unit stands, whatever it has done this turn, and what a shot at it is worth."""
    battle = game.battle
    unit_type = battle.type_of[unit]
    reach = unit_type.artillery_range or unit_type.fire_range
    best, where = 0.0, -1
    if not reach:
        return best, where
    shooting = game.ruleset.artillery if unit_type.artillery_range else game.ruleset.fire
    grid = battle.field.grid
    here = battle.at[unit]
    side = 1 - battle.side_of(unit)
    first: i64 = battle.roster.first[side]
    end: i64 = battle.roster.end[side]
    for enemy in range(first, end):
        cell = battle.at[enemy]
        if cell < 0 or grid.distance(here, cell) > reach or battle.is_a(enemy, AIRCRAFT) or battle.is_carried(enemy):
            continue
        if is_forbidden(shooting.restrictions, Attack(battle, unit, cell)):
            continue
        value = shot(game, shooting, unit, cell)
        if value > best:
            best, where = value, cell
    return best, where


def fight(game: Game, attacker: int, defender: int) -> tuple[float, float]:
    """The expected cost of a close combat to the defender and to the attacker, from where they stand."""
    battle = game.battle
    combat = game.ruleset.close_combat
    first = odds(combat, Attack(battle, attacker, battle.at[defender], defender, True))
    second = odds(combat, Attack(battle, defender, battle.at[attacker], attacker, False))
    spared = 1.0, 1.0  # that the attacker is not hit, that the defender is not
    if combat.hits_self_on_failure:
        spared = spared[0] * first, spared[1] * second
    if combat.hits_other_on_success:
        spared = spared[0] * (1 - second), spared[1] * (1 - first)
    loss_first = _blows(game, attacker) * (1 - spared[0])
    loss_second = _blows(game, defender) * (1 - spared[1])
    if combat.draw:
        loss_first += spared[0] * spared[1] * WITHDRAWAL * worth(game, attacker)
    return loss_second, loss_first


def odds(combat: CloseCombat, attack: Attack) -> float:
    """The odds that one of the two in a close combat succeeds."""
    needs = what_it_needs(combat, attack)
    bonus = added(combat.modifiers, attack)
    ways = needs - bonus if combat.at_most else 7 - needs + bonus
    return min(6, max(0, ways)) / 6


def _blows(game: Game, unit: int) -> float:
    if not game.ruleset.close_combat.whole_cell:
        return _blow(game, unit)
    total = 0.0
    for one in units_hit_with(game, unit):
        total += _blow(game, one)
    return total


def _blow(game: Game, unit: int) -> float:
    if game.ruleset.close_combat.kills:
        return worth(game, unit)
    return cost_of_blow(game, unit, HIT)


def best_fight(game: Game, unit: int, own_losses: float = 1.0) -> tuple[float, int]:
    """What attacking straight ahead is worth, and the cell attacked; -1 if nobody is there."""
    battle = game.battle
    side = battle.side_of(unit)
    ahead = battle.field.grid.neighbour[battle.at[unit]][battle.facing[unit]]
    if ahead < 0 or not battle.enemy_in(ahead, side):
        return 0.0, -1
    best = -99.0
    for enemy in opponents(battle, game.ruleset.movement.shares_cell, ahead, side):
        gain, loss = fight(game, unit, enemy)
        best = max(best, gain - own_losses * loss)
    return best, ahead


def attack_offered(game: Game, unit: int, enemy: int) -> float:
    """What an enemy would gain by attacking the unit from the worst side that it can reach."""
    battle = game.battle
    cell = battle.at[unit]
    grid = battle.field.grid
    stood, faced = battle.at[enemy], battle.facing[enemy]
    reach = battle.type_of[enemy].move
    tried = [False, False, False]  # by aspect: one attack in front tells about all of them
    worst = 0.0
    for around in grid.neighbours[cell]:
        if around != stood and (not battle.is_empty(around) or grid.distance(around, stood) > reach):
            continue
        aspect = battle.field.aspect(cell, battle.facing[unit], around)
        if tried[aspect]:
            continue
        tried[aspect] = True
        battle.at[enemy] = around
        battle.facing[enemy] = grid.direction(around, cell)
        gain, loss = fight(game, enemy, unit)
        worst = max(worst, gain - 0.7 * loss)
    battle.at[enemy], battle.facing[enemy] = stood, faced
    return worst


def effects_of(game: Game, action: Action) -> list[tuple[float, int]]:
    """What a blow may do to its victim, with the odds of one die where a die decides."""
    ruleset = game.ruleset
    if action.verb == "fight":
        return [(1.0, DESTROYED if ruleset.close_combat.kills else HIT)]
    shooting = ruleset.fire if action.verb == "fire" else ruleset.artillery
    if shooting.tables and shooting.landing is None and not action.air:
        return effect_odds(shooting, Attack(game.battle, action.unit, action.target))
    return [(1.0, HIT if ruleset.hits.tables else DESTROYED)]


def split(game: Game, unit: int, loss: float, effects: list[tuple[float, int]]) -> dict[int, float]:
    """The expected loss from a blow, as odds of its effects in their true proportions."""
    odds: dict[int, float] = {}
    for chance, effect in effects:
        follows = [(1.0, effect)] if effect != HIT else hit_odds(game.ruleset, game.battle.roster.quality[unit])
        for part, what in follows:
            if what != NOTHING:
                odds[what] = odds.get(what, 0.0) + chance * part
    usual = sum([chance * cost(game, unit, effect) for effect, chance in odds.items()])
    return {effect: chance * loss / usual for effect, chance in odds.items()} if usual > 0 else {}
