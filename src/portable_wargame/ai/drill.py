"""The drill: a quick and plain policy, by which the general imagines how a turn goes on.

A unit shoots or fights if that pays, otherwise it marches to where it is wanted. No danger is weighed and no unit
compared with another: what counts is how many courses of events can be imagined in the time.
"""

import random

from ..battle.battle import WAITING
from ..battle.unit import AIRCRAFT
from ..game.actions import Action
from ..game.tables import is_barred
from ..rules.activation import ACTIVATE, options_of
from ..rules.walking import Mover
from ..rules.walks import reachable
from .answers import answer
from .captain import best_plan
from .position import CIVIL, Judge
from .recruit import ready
from .strikes import best_fight, put, shot

WORTH_A_SHOT = 0.05
WORTH_A_STEP = 0.02


def drilled(judge: Judge, luck: random.Random) -> Action:
    """An answer to the question that waits."""
    game = judge.game
    if game.question() is not ACTIVATE:
        return answer(judge, game.options()).action
    units = ready(game)
    acting = judge.battle.acting
    if acting in units:
        return by_the_book(judge, acting) or Action("done", acting)
    luck.shuffle(units)
    for unit in units:
        action = by_the_book(judge, unit)
        if action is not None:
            return action
    return Action("end")


def by_the_book(judge: Judge, unit: int) -> Action | None:
    battle = judge.battle
    if battle.is_a(unit, AIRCRAFT) or battle.pinned[unit] or battle.carrying[unit] >= 0:
        plan = best_plan(judge, unit)
        return plan.action if plan is not None else None
    if battle.at[unit] == WAITING:
        options = options_of(judge.game, unit)
        across = [action for action in options if action.facing == battle.facing[unit]] or options
        return across[0] if across else None
    return attack(judge, unit) or march(judge, unit)


def attack(judge: Judge, unit: int) -> Action | None:
    game = judge.game
    best, chosen = WORTH_A_SHOT, None
    fire, fight = game.ruleset.activity("fire"), game.ruleset.activity("fight")
    if judge.battle.type_of[unit].fire_range and fire is not None:
        for action in fire.options(game, unit):
            value = shot(game, game.ruleset.fire, unit, action.target) if not action.air else 0.5
            if value > best:
                best, chosen = value, action
    if fight is not None and not judge.battle.is_a(unit, CIVIL):
        fights = fight.options(game, unit)
        if fights and best_fight(game, unit, judge.own_losses())[0] > best:
            return fights[0]
    return chosen


def march(judge: Judge, unit: int) -> Action | None:
    battle = judge.battle
    if battle.type_of[unit].move <= 0 or is_barred(judge.game.ruleset.movement.barred, battle, unit):
        return None
    leave = judge.game.ruleset.activity("leave")
    if judge.aims.to_leave > 0 and leave is not None and leave.options(judge.game, unit):
        return Action("leave", unit)
    mover = Mover(battle, judge.game.ruleset, unit)
    stood, faced = battle.at[unit], battle.facing[unit]
    commands = battle.is_a(unit, CIVIL)
    best, chosen = worth_of_ground(judge, unit, commands) + WORTH_A_STEP, None
    for walk in reachable(mover):
        if walk.perils or (commands and mover.in_contact(walk.cell)):
            continue
        put(battle, unit, walk.cell, faced)
        value = worth_of_ground(judge, unit, commands)
        put(battle, unit, stood, faced)
        if value > best:
            best, chosen = value, walk
    if chosen is None:
        return None
    return Action("move", unit, facing=towards_the_enemy(judge, chosen.cell, mover), path=chosen.path())


def worth_of_ground(judge: Judge, unit: int, commands: bool) -> float:
    return judge.command(unit) if commands else judge.ground(unit)


def towards_the_enemy(judge: Judge, cell: int, mover: Mover) -> int:
    grid = judge.battle.field.grid
    facings = mover.facings(cell)
    targets = [judge.battle.at[enemy] for enemy in judge.enemies if judge.battle.at[enemy] != cell]
    if targets:
        nearest = min(targets, key=lambda target: (grid.distance(cell, target), target))
        for facing in grid.ways_out(cell, nearest):
            if facing in facings:
                return facing
    return facings[0]
