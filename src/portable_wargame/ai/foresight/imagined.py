"""The actions of a forecast, one by one: the plan of a side and, at a glance, what it leaves open.

Nobody rolls for blows: they count as what they are expected to cost each side.
"""

from typing import Final

from ...battle.battle import NOBODY
from ...battle.unit import COMMANDER
from ...game.actions import AS_IT_COMES, Action
from ...game.changes import finish
from ...game.course import act_with
from ...game.game import Game
from ...rules.combat.close_combat import WHETHER_TO_ADVANCE, opponents
from ...rules.combat.hits import RETREAT_OR_LOSE_SP, WHERE_TO_RETREAT
from ..judgement.answers import answer
from ..judgement.position import CIVIL, Judge
from ..judgement.ready import ready
from ..judgement.strikes import fight, shot
from ..judgement.values import expected

WORTH_A_SHOT: Final = 0.05
AT_AIRCRAFT: Final = 0.5


class Imagined:
    """An action, and what its blow is expected to cost the enemy and its own side; `known` if already worked out."""

    def __init__(self, action: Action, gain: float = 0.0, loss: float = 0.0, known: bool = False) -> None:
        self.action = action
        self.gain = gain
        self.loss = loss
        self.known = known


def planned(judge: Judge, todo: dict[int, Action]) -> Imagined:
    """The next action of a plan for the whole side; a unit that has moved as planned attacks if it can."""
    game = judge.game
    units = ready(game)
    acting = game.battle.acting
    if acting in units:
        return attack(judge, acting) or Imagined(Action("done", acting))
    for unit in list(todo):
        if unit in units:
            action = todo.pop(unit)
            if game.allows(action):
                return Imagined(action)
            instead = attack(judge, unit)
            if instead is not None:
                return instead
    return Imagined(Action("done", acting) if acting != NOBODY else Action("end"))


def answered(judge: Judge) -> Imagined:
    """The answer to any question but what the units do: a unit that is hit gives ground rather than strength, and a
    winner follows."""
    question = judge.game.question()
    options = judge.game.options()
    if question is RETREAT_OR_LOSE_SP or question is WHERE_TO_RETREAT:
        faced = judge.battle.facing[options[0].unit]
        return Imagined(next(one for one in options if one.facing in (AS_IT_COMES, faced)))
    if question is WHETHER_TO_ADVANCE and not judge.battle.is_a(options[0].unit, COMMANDER):
        return Imagined(options[0])
    return Imagined(answer(judge, options).action)


def bombardments(judge: Judge, options: list[Action]) -> list[Imagined]:
    """The best target of every gun that has one."""
    game = judge.game
    best: dict[int, Imagined] = {}
    for action in options:
        if action.verb == "bombard" and not action.gas and not action.air:
            value = shot(game, game.ruleset.artillery, action.unit, action.target)
            if value > WORTH_A_SHOT and (action.unit not in best or value > best[action.unit].gain):
                best[action.unit] = Imagined(action, value, 0.0, True)
    return list(best.values())


# -- blows


def attack(judge: Judge, unit: int) -> Imagined | None:
    """The best shot or fight, if it pays."""
    game = judge.game
    battle = judge.battle
    best = WORTH_A_SHOT
    chosen: Imagined | None = None
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


def struck(judge: Judge, action: Action) -> Imagined:
    """A shot or a fight, with what it is likely to cost by quick sums."""
    game = judge.game
    if action.verb == "fire":
        gain = shot(game, game.ruleset.fire, action.unit, action.target) if not action.air else AT_AIRCRAFT
        return Imagined(action, gain, 0.0, True)
    enemy = action.other
    if enemy < 0:
        enemy = opponents(judge.battle, game.ruleset.movement.shares_cell, action.target, judge.side)[0]
    gain, loss = fight(game, action.unit, enemy)
    return Imagined(action, gain, loss, True)


def weighed(judge: Judge, blow: Imagined) -> Imagined:
    """With what it is expected to cost either side, from the exact odds."""
    if not blow.known:
        chances = judge.game.chances(blow.action)
        blow.gain = expected(judge.game, judge.side, chances, 0.0)
        blow.loss = blow.gain - expected(judge.game, judge.side, chances)
    return blow


def end_activation(game: Game, unit: int) -> None:
    """The unit has done what it could this turn."""
    act_with(game, unit)
    finish(game, unit)
    game.forget_options()
    game.advance()
