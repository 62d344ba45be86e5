"""Eager play: attack if possible, otherwise move anywhere or, seldom, do something else. For rollouts, simulations
and timing: it has no plan, but unlike purely random play it fights its battles to a decision."""

from typing import Final

from ...battle.battle import WAITING
from ...game.actions import Action
from ...game.dice import Luck
from ...game.game import Game
from ...grid.compiler import i64
from ...rules.movement.march import MOVE
from ...rules.turn.activation import ACTIVATE, attacks_of, is_candidate, options_by, options_of

SELDOM: Final = 20  # one time in this many, a unit would rather do something else than move


def eager_action(game: Game, luck: Luck) -> Action:
    """An answer to the question that waits. The unit is any one or, if that can do nothing, the next that can."""
    step = game.agenda[-1]
    if step.kind is not ACTIVATE:
        options = game.options()
        attacks = [option for option in options if game.is_attack(option)]
        return any_of(attacks or options, luck)
    battle = game.battle
    first: i64 = battle.roster.first[step.side]
    end: i64 = battle.roster.end[step.side]
    drawn = luck.below((end - first) * SELDOM)
    unit = first + drawn // SELDOM
    is_seldom = drawn % SELDOM == 0
    for _tried in range(first, end):
        if is_candidate(battle, unit):
            action = eager_deed(game, unit, luck, is_seldom)
            if action is not None:
                return action
        unit += 1
        if unit == end:
            unit = first
    return Action("end")


def eager_deed(game: Game, unit: i64, luck: Luck, is_seldom: bool) -> Action | None:
    """An attack if it can; else a move or, seldom, something else; None if it can do none of them."""
    attacks = attacks_of(game, unit)
    if attacks:
        return any_of(attacks, luck)
    if game.battle.at[unit] == WAITING:
        arrivals = options_of(game, unit)
        return any_of(arrivals, luck) if arrivals else None
    if is_seldom:
        deeds = deeds_of(game, unit)
        if deeds:
            return any_of(deeds, luck)
    return MOVE.any(game, unit, luck)


def deeds_of(game: Game, unit: i64) -> list[Action]:
    """What it may do besides attacking and moving."""
    return options_by(game, unit, game.ruleset.repertoire(game.battle.type_of[unit]).deeds)


def any_of(actions: list[Action], luck: Luck) -> Action:
    return actions[luck.below(len(actions))]


def play_out(game: Game, luck: Luck, most: int = 1 << 30) -> int:
    """Play eagerly to the end of the battle, or for this many decisions; returns how many there were."""
    decisions = 0
    while game.agenda and decisions < most:
        game.perform(eager_action(game, luck))
        decisions += 1
    return decisions
