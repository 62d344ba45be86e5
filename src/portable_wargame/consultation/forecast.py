"""A forecast: the dice that an action rolls, and what each of them needs. The game itself makes the throws, on
copies with dice laid out in advance, so the forecast and the log say the same.
"""

from dataclasses import dataclass

from ..ai.judgement.values import expected
from ..battle.battle import NOBODY
from ..game.actions import Action
from ..game.agenda import Chance
from ..game.dice import Dice
from ..game.events import Event, Roll
from ..game.game import Game
from ..game.odds import go_on
from ..game.outcomes import BAD, GOOD, outcome
from ..rules.fire.artillery import firing_alone
from ..speech.throws import throw
from ..speech.verbs import verb

FACES = (1, 6)  # a roll that needs "or less" does well on the first, a roll that needs "or more" on the second


@dataclass(frozen=True)
class Toss:
    """A throw to come."""

    roll: Roll  # as if the die had fallen on 1
    at_most: bool  # a low die is the better one


def tosses(game: Game, action: Action) -> list[Toss]:
    """The throws that the action is sure to make, without those that follow a hit."""
    low, high = (_rolls(game, action, face) for face in FACES)
    found: list[Toss] = []
    for number, roll in enumerate(low):
        if not _is_first(roll):
            continue
        other = high[number] if number < len(high) and high[number].words == roll.words else roll
        found.append(Toss(roll, _verdict(roll) == GOOD and _verdict(other) == BAD))
    return found


def _is_first(roll: Roll) -> bool:
    """Whether the roll is for the deed itself."""
    row = throw(roll.words)
    return row.attacks or row.name in ("landing", "double-move", "commander")


def _verdict(roll: Roll) -> int:
    return outcome(roll.outcomes[0]).verdict if roll.outcomes else 0


def _rolls(game: Game, action: Action, face: int) -> list[Roll]:
    """All throws of the action, up to the first choice, if every die falls on one face."""
    dice = Dice(Fixed(face).die)
    declared = verb(action.verb).declared
    twin = firing_alone(game, action, dice) if declared else game.copy(dice)
    log: list[Event] = []
    twin.log = log
    step = twin.agenda[-1]
    if declared or not step.kind.stays:
        twin.agenda.pop()
    if declared:
        step.kind.run(twin, step)
    else:
        step.kind.play(twin, step, action)
    go_on(twin)
    return [event for event in log if isinstance(event, Roll)]


class Fixed:
    """A source of dice that all fall alike."""

    def __init__(self, face: int) -> None:
        self.face = face

    def die(self, number: int) -> int:
        return self.face


def worth(game: Game, action: Action, chances: list[Chance]) -> float:
    """What the action's dice are worth to the side that throws them, in strength points of line infantry."""
    side = game.battle.side_of(action.unit) if action.unit != NOBODY else game.decider()
    return expected(game, side, chances)
