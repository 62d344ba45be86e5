"""Learn the weights of `ai/judgement/standing.py`: captains fight each other, now and then do something they did not
intend, and the end of a forecast of that has to explain who won (logistic regression). One side's advantage from the
outset of a scenario is fitted beside them and left out; every scenario counts alike. A thousand battles take five
minutes on one core with a compiled engine.
"""

import argparse
import math
import random
from dataclasses import fields, replace

import numpy as np

from portable_wargame.ai.foresight.forecast import Forecast
from portable_wargame.ai.judgement.personalities import STEADY, Personality
from portable_wargame.ai.judgement.plans import Plan, plans_of, side_plans
from portable_wargame.ai.judgement.position import Judge
from portable_wargame.ai.judgement.ready import ready
from portable_wargame.ai.judgement.standing import WEIGHTS, features
from portable_wargame.ai.judgement.ways import Ways
from portable_wargame.ai.opponents.captain import Captain
from portable_wargame.ai.opponents.players import choose
from portable_wargame.battle.battle import NOBODY
from portable_wargame.cli.terminal import counting
from portable_wargame.game.dice import Dice
from portable_wargame.game.game import Game
from portable_wargame.rules.turn.activation import ACTIVATE
from portable_wargame.scenario import library
from portable_wargame.scenario.setup import new_game

SPREAD = 0.4  # scatter of the captains' tempers, as a logarithm: without it there are few kinds of battle
EVERY = 0.15  # share of the decisions we look at
PLANS = 10  # plans of a unit, to choose from at random
HELD_BACK = 15.0  # how strong the evidence must be before we believe a weight
OUTSET = 8.0  # the same for a scenario's gift to its first side


def temper(luck: random.Random) -> Personality:
    weights = {field.name: getattr(STEADY, field.name) for field in fields(STEADY) if field.name != "name"}
    return replace(
        STEADY, **{name: weight * math.exp(luck.choice((-SPREAD, SPREAD))) for name, weight in weights.items()}
    )


def battle(name: str, seed: int) -> tuple[int, list[list[float]]]:
    """Who won, and how each forecast ended."""
    luck = random.Random(seed)
    game = new_game(library.load(name), Dice(seed))
    captains = [Captain(temper(luck)) for _ in range(2)]
    ways = Ways()
    seen: list[list[float]] = []
    while game.question() is not None:
        plan = None
        if game.question() is ACTIVATE and game.battle.acting == NOBODY and luck.random() < EVERY:
            plan = looked_at(game.copy(Dice(seed)), ways, luck, seen)
        game.play(plan.action if plan else choose(captains[game.decider()], game, luck, 0).action)
    return game.battle.winner, seen


def looked_at(game: Game, ways: Ways, luck: random.Random, seen: list[list[float]]) -> Plan | None:
    """Take some plan of some unit; add the end of its forecast to the evidence."""
    judge = Judge(game, game.decider(), STEADY, ways)
    plans = side_plans(judge, ready(game))
    if not plans:
        return None
    plan = luck.choice(plans_of(judge, luck.choice(plans).action.unit)[:PLANS])
    # In haste it ends after your own next turn, which the weights are for; without known plans it cuts nothing else.
    forecast = Forecast(judge, luck.getrandbits(32), {}, True)
    forecast.follow(plan.action, plans, math.inf)
    if not forecast.is_over:
        known = features(forecast.likely, forecast.game.decider())
        seen.append([known.get(one, 0.0) for one in WEIGHTS])
    return plan


def fitted(rows: "np.ndarray", won: "np.ndarray", counts: "np.ndarray", held_back: "np.ndarray") -> "np.ndarray":
    """The weights that make the outcomes most likely, by Newton's method."""
    weights = np.zeros(rows.shape[1])
    for _ in range(30):
        chance = 1 / (1 + np.exp(-rows @ weights))
        slope = rows.T @ (counts * (won - chance)) - held_back * weights
        bend = (rows * (counts * chance * (1 - chance))[:, None]).T @ rows + np.diag(held_back)
        weights += np.linalg.solve(bend, slope)
    return weights


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--battles", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    names = library.names()
    rows: list[list[float]] = []
    won: list[float] = []
    with counting("battles") as bar:
        for number in bar.track(range(asked.battles), description=""):
            winner, seen = battle(names[number % len(names)], asked.seed * 1_000_003 + number)
            if winner in (0, 1):
                outset = [float(name == names[number % len(names)]) for name in names]
                rows += [[*one, *outset] for one in seen]
                won += [1.0 - winner] * len(seen)
    table = np.array(rows)
    scale = table.std(axis=0)
    scale[scale == 0] = 1.0
    scale[len(WEIGHTS) :] = 1.0
    places = table[:, len(WEIGHTS) :]
    counts = places @ (len(table) / len(names) / np.maximum(1, places.sum(axis=0)))
    held_back = np.array([HELD_BACK] * len(WEIGHTS) + [OUTSET] * len(names))
    weights = fitted(table / scale, np.array(won), counts, held_back) / scale
    for name, weight in zip(WEIGHTS, weights, strict=False):
        print(f'    "{name}": {weight:.2f},')


if __name__ == "__main__":
    main()
