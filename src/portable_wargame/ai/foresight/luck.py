"""Luck: how much of a victory the dice gave.

Whatever the dice decided is rolled a few more times, on copies. Luck is how likely victory became, less how likely it
became on average. Over many battles it cancels out: scores without it have the same mean but vary less, so fewer
battles tell as much. These extra dice are laid out so that each shows every face equally often: random throws would
bring luck of their own. A hit that still waits for its victim's answer is judged by where that answer leads.
"""

import random
from typing import Final

from ...battle.battle import NOBODY
from ...game.actions import Action
from ...game.dice import FACES, Dice, LaidOut
from ...game.game import Game
from ...rules.combat.close_combat import WHETHER_TO_ADVANCE
from ...rules.combat.hits import RETREAT_OR_LOSE_SP, WHERE_TO_RETREAT
from ..judgement.answers import answer
from ..judgement.likely import Likely
from ..judgement.personalities import STEADY
from ..judgement.position import Judge
from ..judgement.ways import Ways
from .evidence import evidence
from .learned import chance

AGAIN: Final = 6  # throws: a multiple of the faces
LAID_OUT: Final = 8  # dice of each; few actions throw more
MOST_ANSWERS: Final = 4


def played(game: Game, action: Action, again: random.Random) -> float:
    """Play an action; returns what its dice did for the first side, in shares of a victory."""
    before = game.copy(Dice(0))
    thrown = len(game.dice.thrown)
    game.play(action)
    if len(game.dice.thrown) == thrown:
        return 0.0
    return prospects(game) - on_average(before, action, AGAIN, again)


def on_average(before: Game, action: Action, times: int, again: random.Random) -> float:
    """What an action leads to for the first side, whatever the dice."""
    total = 0.0
    for dice in laid_out(times, again):
        other = before.copy(dice)
        other.perform(action)
        total += prospects(other)
    return total / times


def laid_out(times: int, again: random.Random) -> list[Dice]:
    """Dice for repeating a throw: over the repeats each die shows every face equally often."""
    rows: list[list[int]] = [[] for _ in range(times)]
    for _ in range(LAID_OUT):
        column = [number % FACES + 1 for number in range(times)]
        again.shuffle(column)
        for number in range(times):
            rows[number].append(column[number])
    return [Dice(LaidOut(row, again.getrandbits(32)).die) for row in rows]


def prospects(game: Game) -> float:
    """How likely the first side is to win, by the learned judge, or what it scored."""
    game = answered(game)
    return chance(signs(game)) if game.question() is not None else scored(game)


def signs(game: Game) -> list[float]:
    """The evidence in a battle that goes on."""
    return evidence(Likely(game), game.decider())


def scored(game: Game) -> float:
    """What the first side scored in a battle that is over."""
    winner = game.battle.winner
    return 0.5 if winner == NOBODY else float(winner == 0)


def is_answer_due(game: Game) -> bool:
    """Whether a blow has been struck, and what comes of it is for its victim or the winner to choose."""
    question = game.question()
    return question is RETREAT_OR_LOSE_SP or question is WHERE_TO_RETREAT or question is WHETHER_TO_ADVANCE


def answered(game: Game) -> Game:
    """The battle after such choices, as a captain would make them: on a copy, if there are any."""
    if not is_answer_due(game):
        return game
    ahead = game.copy(Dice(0))
    ways = Ways()
    for _ in range(MOST_ANSWERS):
        if not is_answer_due(ahead):
            break
        ahead.perform(answer(Judge(ahead, ahead.decider(), STEADY, ways), ahead.options()).action)
    return ahead
