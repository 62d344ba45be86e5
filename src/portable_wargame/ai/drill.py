"""The drill: a quick and plain policy, by which the captain imagines how a turn goes on.

A unit shoots or fights if that pays, otherwise it marches to where it is wanted; it gives ground rather than strength,
and follows whoever gives way. No danger is weighed and no unit compared with another: what counts is how many courses
of events can be imagined in the time.
"""

import random
from typing import Final

from ..battle.battle import WAITING
from ..battle.unit import AIRCRAFT, COMMANDER
from ..game.actions import AS_IT_COMES, Action
from ..game.tables import is_barred
from ..rules.activation import ACTIVATE, options_of
from ..rules.close_combat import WHETHER_TO_ADVANCE, opponents
from ..rules.hits import RETREAT_OR_LOSE_SP, WHERE_TO_RETREAT
from ..rules.walking import Mover
from ..rules.walks import reachable
from .answers import answer
from .plans import best_plan
from .position import CIVIL, Judge
from .recruit import ready
from .strikes import fight, put, shot

WORTH_A_SHOT: Final = 0.05
WORTH_A_STEP: Final = 0.02
AT_AIRCRAFT: Final = 0.5


class Drilled:
    """An action, and what its blow is expected to cost the enemy and oneself; `known` if that has been worked out."""

    def __init__(self, action: Action, gain: float = 0.0, loss: float = 0.0, known: bool = False) -> None:
        self.action = action
        self.gain = gain
        self.loss = loss
        self.known = known


def drilled(judge: Judge, luck: random.Random) -> Drilled:
    """An answer to the question that waits."""
    game = judge.game
    question = game.question()
    if question is not ACTIVATE:
        return answered(judge)
    units = ready(game)
    acting = judge.battle.acting
    if acting in units:
        return by_the_book(judge, acting) or Drilled(Action("done", acting))
    luck.shuffle(units)
    for unit in units:
        found = by_the_book(judge, unit)
        if found is not None:
            return found
    return Drilled(Action("end"))


def answered(judge: Judge) -> Drilled:
    """To any question but what the units do."""
    question = judge.game.question()
    options = judge.game.options()
    if question is RETREAT_OR_LOSE_SP or question is WHERE_TO_RETREAT:
        faced = judge.battle.facing[options[0].unit]
        return Drilled(next(one for one in options if one.facing in (AS_IT_COMES, faced)))
    if question is WHETHER_TO_ADVANCE and not judge.battle.is_a(options[0].unit, COMMANDER):
        return Drilled(options[0])
    return Drilled(answer(judge, options).action)


def bombardments(judge: Judge, options: list[Action]) -> list[Drilled]:
    """The best target of every gun that has one."""
    game = judge.game
    best: dict[int, Drilled] = {}
    for action in options:
        if action.verb == "bombard" and not action.gas and not action.air:
            value = shot(game, game.ruleset.artillery, action.unit, action.target)
            if value > WORTH_A_SHOT and (action.unit not in best or value > best[action.unit].gain):
                best[action.unit] = Drilled(action, value, 0.0, True)
    return list(best.values())


def by_the_book(judge: Judge, unit: int) -> Drilled | None:
    battle = judge.battle
    if battle.is_a(unit, AIRCRAFT) or battle.pinned[unit] or battle.carrying[unit] >= 0:
        plan = best_plan(judge, unit)
        return Drilled(plan.action) if plan is not None else None
    if battle.at[unit] == WAITING:
        options = options_of(judge.game, unit)
        across = [action for action in options if action.facing == battle.facing[unit]] or options
        return Drilled(across[0]) if across else None
    return attack(judge, unit) or march(judge, unit)


def struck(judge: Judge, action: Action) -> Drilled:
    """A shot or a fight, with what it is likely to cost by quick sums."""
    game = judge.game
    if action.verb == "fire":
        gain = shot(game, game.ruleset.fire, action.unit, action.target) if not action.air else AT_AIRCRAFT
        return Drilled(action, gain, 0.0, True)
    enemy = action.other
    if enemy < 0:
        enemy = opponents(judge.battle, game.ruleset.movement.shares_cell, action.target, judge.side)[0]
    gain, loss = fight(game, action.unit, enemy)
    return Drilled(action, gain, loss, True)


def attack(judge: Judge, unit: int) -> Drilled | None:
    """The best shot or fight, if it pays."""
    game = judge.game
    battle = judge.battle
    best = WORTH_A_SHOT
    chosen: Drilled | None = None
    options: list[Action] = []
    shooting, fighting = game.ruleset.activity("fire"), game.ruleset.activity("fight")
    if battle.type_of[unit].fire_range and shooting is not None:
        options += shooting.options(game, unit)
    if fighting is not None and not battle.is_a(unit, CIVIL):
        options += fighting.options(game, unit)
    for action in options:
        blow = struck(judge, action)
        value = blow.gain - judge.own_losses() * blow.loss
        if value > best:
            best, chosen = value, blow
    return chosen


def march(judge: Judge, unit: int) -> Drilled | None:
    battle = judge.battle
    if battle.type_of[unit].move <= 0 or is_barred(judge.game.ruleset.movement.barred, battle, unit):
        return None
    leave = judge.game.ruleset.activity("leave")
    if judge.aims.to_leave > 0 and leave is not None and leave.options(judge.game, unit):
        return Drilled(Action("leave", unit))
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
    return Drilled(Action("move", unit, facing=towards_the_enemy(judge, chosen.cell, mover), path=chosen.path()))


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
