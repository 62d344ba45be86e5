"""How likely a side was to win, and how much the dice changed that, both in shares of a victory."""

import math
import random
import statistics
from dataclasses import dataclass

from ...ai.foresight.learned import doubts
from ...ai.foresight.luck import answered, on_average, prospects, signs
from ...game.game import Game
from ...rules.turn.activation import ACTIVATE
from .decisions import Decision, Decisions

AGAIN = 24  # throws on copies, to find the dice's average: a multiple of the faces
SURELY = 1.96


@dataclass(frozen=True)
class Chance:
    """The first side's chance, with the interval spanned by judges trained on other battles."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class HalfTurn:
    """The chance after a side has had its turn, and at the outset."""

    turn: int
    side: int | None  # whose turn it was; None at the outset
    line: int
    chance: Chance


def chance(game: Game) -> Chance:
    value = prospects(game)
    ahead = answered(game)
    if ahead.question() is None:
        return Chance(value, value, value)
    said = doubts(signs(ahead))
    # Odds are judged, not chances: near certainty the interval is narrow.
    spread = SURELY * statistics.pstdev([odds(one) for one in said], odds(value))
    return Chance(value, from_odds(odds(value) - spread), from_odds(odds(value) + spread))


def odds(value: float) -> float:
    inside = min(0.999, max(0.001, value))
    return math.log(inside / (1 - inside))


def from_odds(value: float) -> float:
    return 1 / (1 + math.exp(-value))


def half_turns(course: Decisions) -> list[HalfTurn]:
    """The half-turns. Bombardments before anybody acts belong to the turn that they open."""
    found = [HalfTurn(0, None, 0, chance(course.start))]
    last: Decision | None = None  # where a side acted, rather than only answering a question in the other's turn
    for one in course.decisions:
        acts = one.before.question() is ACTIVATE
        if last is not None and (one.turn != last.turn or (acts and one.side != last.side)):
            found.append(HalfTurn(last.turn, last.side, last.line, chance(one.before)))
            last = None
        if acts:
            last = one
    # It ends, or breaks off, in a bombardment, or before anybody has acted.
    if last is None and course.decisions and (len(found) > 1 or course.is_over()):
        last = course.decisions[-1]
    if last is not None:
        found.append(HalfTurn(last.turn, last.side, course.decisions[-1].line, chance(course.end)))
    elif course.is_over():  # somebody resigned at once
        found.append(HalfTurn(course.end.battle.turn, course.start.decider(), 0, chance(course.end)))
    return found


def luck(decision: Decision, again: random.Random) -> float:
    """The dice's gift to the first side: the chance after the throw, less the mean chance over all possible throws."""
    if not decision.is_thrown:
        return 0.0
    return prospects(decision.after) - on_average(decision.before, decision.action, AGAIN, again)
