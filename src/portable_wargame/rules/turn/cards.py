"""Activation by cards, the solo player's method: each card lets one side act with some units; a joker ends the turn.

A deck is a list of numbers: a card of value v for side s is 2 * v + s, the joker is JOKER. Cards are drawn with dice.
"""

from typing import Final

from ...battle.battle import INITIATIVE
from ...battle.side import SIDES
from ...game.agenda import Step, StepKind
from ...game.changes import begin_phase
from ...game.course import lay_out_cards
from ...game.events import Event
from ...game.game import Game
from ..air.aircraft import crash_the_idle
from .activation import begin_activations

JOKER: Final = -1
CLAUSE: Final = "shared.activation"


class ShuffleCards(StepKind):
    """Takes the place of the initiative roll: the deck is complete again."""

    def run(self, game: Game, step: Step) -> None:
        begin_phase(game, INITIATIVE)
        lay_out_cards(game, full_deck(game))
        game.push(DRAW_CARD.step())


def full_deck(game: Game) -> list[int]:
    """Two cards each of h - 1, h and h + 1 for a side, where h is half its starting units, rounded up; and a joker."""
    deck = [JOKER]
    for side in SIDES:
        half = (len(game.battle.units(side)) + 1) // 2
        for value in (half - 1, half, half + 1):
            deck += [2 * value + side] * 2
    return deck


class DrawCard(StepKind):
    def run(self, game: Game, step: Step) -> None:
        deck = game.battle.deck[:]
        card = deck.pop(pick(game, len(deck)))
        lay_out_cards(game, deck)
        if card == JOKER:
            if game.log is not None:
                game.log.append(Event("card", CLAUSE, words="joker"))
            for idle in SIDES:
                crash_the_idle(game, idle)
            return
        side = card % 2
        if game.log is not None:
            game.log.append(Event("card", CLAUSE, side=side, amount=card // 2, words="card"))
        game.push(DRAW_CARD.step())
        game.push_in_order(game.ruleset.after_activations, side)
        game.push(Step(ACT_ON_CARD, side, activations=card // 2))


class ActOnCard(StepKind):
    def run(self, game: Game, step: Step) -> None:
        begin_activations(game, step.side, step.activations, CLAUSE)


def pick(game: Game, number: int) -> int:
    """One of this many things, all equally likely, by throwing two dice (again if they come up too high)."""
    while True:
        choice = (game.dice.throw() - 1) * 6 + game.dice.throw() - 1
        if choice < 36 // number * number:
            return choice % number


SHUFFLE_CARDS: Final = ShuffleCards("cards are shuffled")
DRAW_CARD: Final = DrawCard("a card is drawn")
ACT_ON_CARD: Final = ActOnCard("acting on a card")
