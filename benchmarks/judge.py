"""Teach the judge (`ai/foresight/learned.py`): a league fights battles, and the evidence has to explain who won.

    python benchmarks/judge.py --battles 4000 --seed 1
    python benchmarks/judge.py --gate 400

The league has captains with scattered tempers, sergeants, and the scripts, including the ones that just sit there:
captains who only meet captains never see a side lose because it waited. Now and then a player does something other than
intended. We look at positions as they stand, and as forecasts leave them. Whole battles are held back to test it.

The gate is other battles, of captains: the Brier score of the judge after every half-turn, beside that of the base
rate, and the factor by which taking off luck, as the judge sees it, lowers the variance of results. Both go on file.

The same seed gives the same battles; numpy does the arithmetic, and is not needed to use the result. On one core with a
compiled engine a thousand battles take about two minutes, the teaching one.
"""

import argparse
import json
import math
import random
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import numpy as np

import portable_wargame
from portable_wargame.ai.foresight.evidence import NAMES, SAME, evidence
from portable_wargame.ai.foresight.forecast import Forecast
from portable_wargame.ai.foresight.luck import played, prospects
from portable_wargame.ai.judgement.likely import Likely
from portable_wargame.ai.judgement.personalities import STEADY, Personality
from portable_wargame.ai.judgement.plans import plans_of, side_plans
from portable_wargame.ai.judgement.position import Judge
from portable_wargame.ai.judgement.ready import ready
from portable_wargame.ai.judgement.ways import Ways
from portable_wargame.ai.opponents.captain import Captain
from portable_wargame.ai.opponents.players import Player, choose, player
from portable_wargame.ai.opponents.scripts import SCRIPTS
from portable_wargame.battle.battle import NOBODY
from portable_wargame.cli.terminal import counting
from portable_wargame.game.dice import Dice
from portable_wargame.game.game import Game
from portable_wargame.rules.turn.activation import ACTIVATE
from portable_wargame.scenario import library
from portable_wargame.scenario.setup import new_game

FILE = Path(portable_wargame.__file__).parent / "ai" / "foresight" / "learned.json"
SPREAD = 0.4  # scatter of the captains' tempers, as a logarithm: without it there are few kinds of battle
EVERY = 0.1  # share of the decisions we look at
SCRIPTED = 0.2  # share of the seats for scripts
SERGEANTS = 0.1
OTHERWISE = 0.3  # share of those decisions that are changed
HELD_BACK = 0.2  # share of the battles
HIDDEN = 8
DOUBTERS = 4  # each taught by different battles, to see how far they disagree
ROUNDS = 8
BATCH = 256
RATE = 3e-3
DECAY = 2e-4


def somebody(luck: random.Random) -> Player:
    drawn = luck.random()
    if drawn < SCRIPTED:
        return player(luck.choice(list(SCRIPTS)))
    return player("sergeant") if drawn < SCRIPTED + SERGEANTS else Captain(temper(luck))


def temper(luck: random.Random) -> Personality:
    weights = {field.name: getattr(STEADY, field.name) for field in fields(STEADY) if field.type is float}
    return replace(
        STEADY, **{name: weight * math.exp(luck.choice((-SPREAD, SPREAD))) for name, weight in weights.items()}
    )


def battle(name: str, seed: int) -> tuple[float, list[list[float]]]:
    """The first side's score, and the evidence on the way."""
    luck = random.Random(seed)
    game = new_game(library.load(name), Dice(seed))
    seats = [somebody(luck) for _ in range(2)]
    ways = Ways()
    seen: list[list[float]] = []
    while game.question() is not None:
        action = None
        if luck.random() < EVERY:
            seen.append(evidence(Likely(game), game.decider()))
            if game.question() is ACTIVATE and game.battle.acting == NOBODY and luck.random() < OTHERWISE:
                action = looked_at(game.copy(Dice(seed)), ways, luck, seen)
        game.play(action if action is not None else choose(seats[game.decider()], game, luck).action)
    winner = game.battle.winner
    return 0.5 if winner == NOBODY else float(winner == 0), seen


def looked_at(game: Game, ways: Ways, luck: random.Random, seen: list[list[float]]):  # type: ignore[no-untyped-def]
    """Take some plan of some unit; add the end of its forecast to the evidence."""
    judge = Judge(game, game.decider(), STEADY, ways)
    plans = side_plans(judge, ready(game))
    if not plans:
        return None
    plan = luck.choice(plans_of(judge, luck.choice(plans).action.unit)[:10])
    forecast = Forecast(judge, luck.getrandbits(32), {}, True)
    forecast.follow(plan.action, plans, math.inf)
    if not forecast.is_over:
        seen.append(evidence(forecast.likely, forecast.game.decider()))
    return plan.action


# -- teaching


class Net:
    """Tanh, one hidden layer, and a straight way past it; the outputs are log odds.

    It is asked twice, the second time with the sides exchanged, and the difference counts: no side is favoured.
    """

    def __init__(self, inputs: int, seed: int) -> None:
        chance = np.random.default_rng(seed)
        self.parts = [
            chance.normal(0, 1 / math.sqrt(inputs), (inputs, HIDDEN)),
            np.zeros(HIDDEN),
            chance.normal(0, 0.1, HIDDEN),
            np.zeros(inputs),
        ]
        self.first = [np.zeros_like(part) for part in self.parts]
        self.second = [np.zeros_like(part) for part in self.parts]
        self.steps = 0

    def odds(self, rows: "np.ndarray") -> "np.ndarray":
        return np.asarray(self.one_way(rows)[0] - self.one_way(rows * mirror(rows))[0])

    def one_way(self, rows: "np.ndarray") -> "tuple[np.ndarray, np.ndarray]":
        hidden = np.tanh(rows @ self.parts[0] + self.parts[1])
        return hidden @ self.parts[2] + rows @ self.parts[3], hidden

    def learn(self, rows: "np.ndarray", scores: "np.ndarray", rate: float) -> None:
        chance = 1 / (1 + np.exp(-self.odds(rows)))
        slopes = [np.zeros_like(part) for part in self.parts]
        for sign, one in ((1.0, rows), (-1.0, rows * mirror(rows))):
            hidden = self.one_way(one)[1]
            wrong = sign * (chance - scores) / len(rows)
            back = np.outer(wrong, self.parts[2]) * (1 - hidden**2)
            for slope, more in zip(slopes, (one.T @ back, back.sum(0), hidden.T @ wrong, one.T @ wrong), strict=True):
                slope += more  # noqa: PLW2901, in place
        self.steps += 1
        for part, slope, first, second in zip(self.parts, slopes, self.first, self.second, strict=True):
            first += 0.1 * (slope - first)  # noqa: PLW2901
            second += 0.001 * (slope**2 - second)  # noqa: PLW2901
            mean, spread = first / (1 - 0.9**self.steps), second / (1 - 0.999**self.steps)
            part -= rate * (mean / (np.sqrt(spread) + 1e-8) + DECAY * len(rows) * part)  # noqa: PLW2901


def mirror(rows: "np.ndarray") -> "np.ndarray":
    return np.array([-1.0] * len(NAMES) + [1.0] * len(SAME))[: rows.shape[1]]


def taught(rows: "np.ndarray", scores: "np.ndarray", seed: int) -> Net:
    net = Net(rows.shape[1], seed)
    order = np.random.default_rng(seed)
    for turn in range(ROUNDS):
        rate = RATE * (1 - turn / ROUNDS)
        for batch in np.array_split(order.permutation(len(rows)), max(1, len(rows) // BATCH)):
            net.learn(rows[batch], scores[batch], rate)
    return net


def brier(chances: "np.ndarray", scores: "np.ndarray") -> float:
    return float(((chances - scores) ** 2).mean())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--battles", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="a file in which the battles are kept, and from which they are taken")
    parser.add_argument("--gate", type=int, help="how many battles to measure the judge by; he is not taught then")
    asked = parser.parse_args()
    if asked.gate:
        gate(asked.gate, asked.seed)
        return
    found = fought(asked.battles, asked.seed) if asked.keep is None or not asked.keep.exists() else read(asked.keep)
    if asked.keep is not None and not asked.keep.exists():
        asked.keep.write_text(json.dumps(found))
    rows = np.array([row for _, _, seen in found for row in seen])
    scores = np.array([score for _, score, seen in found for _ in seen])
    number = np.array([place for place, (_, _, seen) in enumerate(found) for _ in seen])
    scale = rows.std(axis=0)
    scale[scale == 0] = 1.0
    rows = rows / scale
    held = random.Random(asked.seed).sample(range(len(found)), int(HELD_BACK * len(found)))
    test = np.isin(number, held)
    judge = taught(rows[~test], scores[~test], asked.seed)
    chances = 1 / (1 + np.exp(-judge.odds(rows[test])))
    thirds = number % DOUBTERS
    doubters = [
        taught(rows[~test & (thirds != one)], scores[~test & (thirds != one)], asked.seed + 1 + one)
        for one in range(DOUBTERS)
    ]
    figures = {
        "battles": len(found),
        "positions": len(rows),
        "seed": asked.seed,
        "held back": len(held),
        "share of luck": 0.5,
        "brier": round(brier(chances, scores[test]), 4),
        "brier of the base rate": round(brier(np.full(test.sum(), scores[~test].mean()), scores[test]), 4),
    }
    nets = [[[round(float(one), 4) for one in part.ravel()] for part in net.parts] for net in (judge, *doubters)]
    tree = {
        "figures": figures,
        "names": [*NAMES, *SAME],
        "scale": [round(float(one), 5) for one in scale],
        "nets": nets,
    }
    write(tree)
    print(json.dumps(figures, indent=1))


# -- the gate


def gate(battles: int, seed: int) -> None:
    """Steady captains fight, with dice that the judge has not seen."""
    names = library.names()
    seen: list[tuple[float, float]] = []
    results: list[tuple[float, float]] = []
    with counting("battles") as bar:
        for number in bar.track(range(battles), description=""):
            game = new_game(library.load(names[number % len(names)]), Dice(seed * 7_000_003 + number))
            luck = random.Random(f"gate {seed} {number}")
            captains = [Captain(), Captain()]
            said: list[float] = []
            gained, phase = 0.0, (0, 0)
            while game.question() is not None:
                if game.question() is ACTIVATE and (game.battle.turn, game.decider()) != phase:
                    phase = (game.battle.turn, game.decider())
                    said.append(prospects(game))
                gained += played(game, choose(captains[game.decider()], game, luck).action, luck)
            score = prospects(game)
            seen += [(one, score) for one in said]
            results.append((score, gained))
    said_all, scores = (np.array(column) for column in zip(*seen, strict=True))
    final, gains = (np.array(column) for column in zip(*results, strict=True))
    share = float(np.cov(final, gains)[0, 1] / gains.var(ddof=1))
    rest = final - share * gains
    tree = json.loads(FILE.read_text("utf-8"))
    tree["figures"] |= {
        "gate": battles,
        "gate, brier": round(brier(said_all, scores), 4),
        "gate, brier of the base rate": round(float(scores.var()), 4),
        "share of luck": round(share, 3),
        "variance taken out": round(float(final.var() / rest.var()), 3),
    }
    write(tree)
    print(json.dumps(tree["figures"], indent=1))


def write(tree: dict[str, Any]) -> None:
    FILE.write_text(json.dumps(tree, separators=(",", ":")).replace('"nets"', '\n"nets"') + "\n")


def fought(battles: int, seed: int) -> list[tuple[str, float, list[list[float]]]]:
    names = library.names()
    found = []
    with counting("battles") as bar:
        for number in bar.track(range(battles), description=""):
            name = names[number % len(names)]
            score, seen = battle(name, seed * 1_000_003 + number)
            found.append((name, score, [[round(one, 5) for one in row] for row in seen]))
    return found


def read(file: Path) -> list[tuple[str, float, list[list[float]]]]:
    return [tuple(one) for one in json.loads(file.read_text())]


if __name__ == "__main__":
    main()
