"""Learn the weights of `ai/standing.py`: captains without imagination fight each other, and who won is explained by how
the battle stood whenever a side was about to act (logistic regression). What one side of a scenario has over the other
from the outset is fitted beside them and left out. A thousand battles take ten minutes on a compiled engine.
"""

import argparse
import math
import random
from dataclasses import fields, replace

import numpy as np

from portable_wargame.ai.captain import Captain
from portable_wargame.ai.personalities import STEADY, Personality
from portable_wargame.ai.players import choose
from portable_wargame.ai.standing import WEIGHTS, Likely, features
from portable_wargame.game.dice import Dice
from portable_wargame.rules.activation import ACTIVATE
from portable_wargame.scenario import library
from portable_wargame.scenario.setup import new_game

SPREAD = 0.4  # of the captains' tempers, as a logarithm: otherwise few kinds of battle are seen
HELD_BACK = 30.0  # how much is asked of the data before a weight is believed


def temper(luck: random.Random) -> Personality:
    weights = {field.name: getattr(STEADY, field.name) for field in fields(STEADY) if field.name != "name"}
    return replace(
        STEADY, **{name: weight * math.exp(luck.choice((-SPREAD, SPREAD))) for name, weight in weights.items()}
    )


def battle(name: str, seed: int) -> tuple[int, list[list[float]]]:
    """Who won, and how it stood each time."""
    luck = random.Random(seed)
    game = new_game(library.load(name), Dice(seed))
    captains = [Captain(temper(luck), moves=0) for _ in range(2)]
    phase = (0, 0)
    seen: list[list[float]] = []
    while game.question() is not None:
        side = game.decider()
        if game.question() is ACTIVATE and (game.battle.turn, side) != phase:
            phase = (game.battle.turn, side)
            known = features(Likely(game), side)
            seen.append([known.get(one, 0.0) for one in WEIGHTS])
        game.play(choose(captains[side], game, luck, 0).action)
    return game.battle.winner, seen


def fitted(rows: "np.ndarray", won: "np.ndarray") -> "np.ndarray":
    """The weights for which the outcomes are most likely, by Newton's method."""
    weights = np.zeros(rows.shape[1])
    for _ in range(30):
        chance = 1 / (1 + np.exp(-rows @ weights))
        slope = rows.T @ (won - chance) - HELD_BACK * weights
        bend = (rows * (chance * (1 - chance))[:, None]).T @ rows + HELD_BACK * np.eye(len(weights))
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
    for number in range(asked.battles):
        winner, seen = battle(names[number % len(names)], asked.seed * 1_000_003 + number)
        if winner in (0, 1):
            place = [float(name == names[number % len(names)]) for name in names]
            rows += [[*one, *place] for one in seen]
            won += [1.0 - winner] * len(seen)
    table = np.array(rows)
    scale = table.std(axis=0)
    scale[scale == 0] = 1.0
    scale[len(WEIGHTS) :] = 1.0
    weights = fitted(table / scale, np.array(won)) / scale
    for name, weight in zip(WEIGHTS, weights, strict=False):
        print(f'    "{name}": {weight:.2f},')


if __name__ == "__main__":
    main()
