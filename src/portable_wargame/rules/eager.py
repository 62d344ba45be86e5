"""Eager play: attack whenever one can, otherwise do anything. For rollouts, simulations and timing: it has no plan, but
unlike purely random play it fights its battles to a decision."""

from typing import Final

from ..game.actions import Action
from ..game.dice import Luck
from ..game.game import Game
from ..game.offers import Listed, Offer
from ..grid.compiler import i64
from .activation import ACTIVATE, attacks_or_else, is_candidate

ATTACKS: Final = ("bombard", "fight")  # in answer to questions other than what the units do


def eager_action(game: Game, luck: Luck) -> Action:
    """What to answer to the question that waits: any unit's attack, else any of the unit's actions. The unit is any one
    or, if that can do nothing, the next in the list that can."""
    step = game.agenda[-1]
    if step.kind is not ACTIVATE:
        options = game.options()
        attacks = [option for option in options if option.verb in ATTACKS]
        return any_of(Listed(attacks or options), luck)
    battle = game.battle
    first: i64 = battle.roster.first[step.side]
    end: i64 = battle.roster.end[step.side]
    unit = first + luck.below(end - first)
    for _tried in range(first, end):
        if is_candidate(battle, unit):
            offer = attacks_or_else(game, unit)
            if offer.number:
                return any_of(offer, luck)
        unit += 1
        if unit == end:
            unit = first
    return Action("end")


def any_of(offer: Offer, luck: Luck) -> Action:
    return offer.action(luck.below(offer.number))


def play_out(game: Game, luck: Luck, most: int = 1 << 30) -> int:
    """Play eagerly to the end of the battle, or for so many decisions; how many there were."""
    decisions = 0
    while game.agenda and decisions < most:
        game.perform(eager_action(game, luck))
        decisions += 1
    return decisions
