"""What a decision gave away: the value of the best action less that of the action taken, in shares of a victory.

Forecasts find what looks better, and name the decisions worth a closer look. Captains on both sides then play on a few
half-turns from each, the better and the actual one with the same dice, and the judge values both results; a difference
counts only if it is at least two standard errors. A question with only one answer is not a decision.
"""

import random
import statistics
from dataclasses import dataclass

from ...ai.foresight.deliberation import Effort, candidates, forecast_of
from ...ai.foresight.forecast import Known
from ...ai.foresight.luck import prospects
from ...ai.foresight.rivals import Breadth, Candidate
from ...ai.judgement.personalities import STEADY
from ...ai.judgement.plans import Plan
from ...ai.judgement.position import Judge
from ...ai.judgement.ways import Ways
from ...ai.opponents.captain import Captain
from ...ai.opponents.players import NO_BRAKE, choose
from ...game.actions import Action
from ...game.dice import Dice
from ...game.game import Game
from ...game.views import view
from ...rules.turn.activation import ACTIVATE
from ..fighting import deciders
from .decisions import Decision

BREADTH = Breadth(units=4, plans=6)
LOOKS = 3  # forecasts of the action taken, and of the best of the others
AGAIN = 4  # courses looked at more than once
SUSPECT = 0.01  # share of a victory that a forecast has to promise before it is played out
PHASES = 3  # half-turns played on
SURE = 2.0  # standard errors


@dataclass(frozen=True)
class Suspicion:
    decision: Decision
    better: Action
    promise: float  # by forecasts


@dataclass(frozen=True)
class Regret:
    decision: Decision
    better: Action
    amount: float
    error: float  # one standard error

    def is_sure(self) -> bool:
        return self.amount > 0 and self.amount >= SURE * self.error


def suspicion(decision: Decision, luck: random.Random) -> Suspicion | None:
    """The action that at first looks better than the one taken; None if none does, or if there was no other."""
    game = view(decision.before, decision.side, luck)
    if game.question() is not ACTIVATE or len(game.options()) < 2:
        return None
    judge = Judge(game, decision.side, STEADY, Ways())
    found = candidates(judge, BREADTH, Effort(0, NO_BRAKE))
    if not found:
        return None
    done = Candidate(Plan(decision.action, 0.0), found[0].rest, 0.0)
    known: Known = {}
    effort = Effort(0, NO_BRAKE)
    seeds = [luck.getrandbits(32) for _ in range(LOOKS)]
    stood = [value(judge, done, seed, known, effort) for seed in seeds]
    first = [value(judge, one, seeds[0], known, effort) - stood[0] for one in found]
    # An action that does not look better at once gets no second look.
    promising = sorted((number for number in range(len(found)) if first[number] > 0), key=lambda one: -first[one])
    best, most = None, SUSPECT
    for number in promising[:AGAIN]:
        one = found[number]
        more = [value(judge, one, seed, known, effort) - now for seed, now in zip(seeds[1:], stood[1:], strict=True)]
        gain = statistics.mean([first[number], *more])
        if gain > most:
            best, most = one, gain
    return Suspicion(decision, best.plan.action, most) if best is not None else None


def value(judge: Judge, one: Candidate, seed: int, known: Known, effort: Effort) -> float:
    return statistics.mean(forecast_of(judge, one, seed, known, effort))


def looked_into(one: Suspicion, playouts: int, luck: random.Random) -> Regret:
    gains = []
    sign = 1 if one.decision.side == 0 else -1
    for _ in range(playouts):
        seed = luck.getrandbits(32)
        better = played_on(one.decision.before, one.better, seed)
        gains.append(sign * (better - played_on(one.decision.before, one.decision.action, seed)))
    error = statistics.stdev(gains) / len(gains) ** 0.5 if len(gains) > 1 else 1.0
    return Regret(one.decision, one.better, statistics.mean(gains), error)


def played_on(game: Game, action: Action, seed: int) -> float:
    """The first side's chance a few half-turns later."""
    ahead = game.copy(Dice(seed))
    luck = random.Random(seed)
    captains = [Captain(), Captain()]
    ahead.perform(ahead.settle(action))
    phase = (game.battle.turn, game.decider())
    phases = 0
    for side in deciders(ahead):
        if ahead.question() is ACTIVATE and (ahead.battle.turn, side) != phase:
            phase = (ahead.battle.turn, side)
            phases += 1
            if phases >= PHASES:
                break
        ahead.perform(ahead.settle(choose(captains[side], ahead, luck, NO_BRAKE).action))
    return prospects(ahead)
