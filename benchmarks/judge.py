"""Teach the judge (`ai/foresight/learned.py`): a league fights battles, and the evidence has to explain who won.

    python benchmarks/judge.py --battles 8000 --seed 1
    python benchmarks/judge.py --gate 2000

Most are steady captains. In one battle of three a league meets that has captains with scattered tempers, sergeants, and
the scripts, including the ones that just sit there, and some armies lack part of their units: captains who only meet
captains never see a side lose because it waited, and seldom a rout. There a player now and then does something other
than intended. The judge has to explain positions, as they stand and as forecasts leave them, and the difference that
each throw made: over a battle among equals, where it began and its throws together have to come to its result. Whole
battles are held back to test it.

The gate is other battles, of captains: the Brier score of the judge after every half-turn, beside that of the base
rate, and the factor by which taking off luck, as the judge sees it, lowers the variance of results. Both go on file.

The same seed gives the same battles; numpy does the arithmetic, and is not needed to use the result. On one core with a
compiled engine a thousand battles take a minute, the teaching half as long.
"""

import argparse
import json
import math
import random
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import portable_wargame
from portable_wargame.ai.foresight.evidence import NAMES, SAME, evidence
from portable_wargame.ai.foresight.forecast import Forecast
from portable_wargame.ai.foresight.luck import AGAIN, answered, laid_out, played, prospects, scored, signs
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
from portable_wargame.game.actions import Action
from portable_wargame.game.dice import Dice
from portable_wargame.game.game import Game
from portable_wargame.rules.turn.activation import ACTIVATE
from portable_wargame.scenario import library
from portable_wargame.scenario.model import Scenario
from portable_wargame.scenario.setup import new_game

FILE = Path(portable_wargame.__file__).parent / "ai" / "foresight" / "learned.json"
SPREAD = 0.4  # scatter of the captains' tempers, as a logarithm: without it there are few kinds of battle
MIXED = 3  # one battle in so many is the league's; the others are fought by steady captains
SCRIPTED = 0.2  # share of the seats for scripts
SERGEANTS = 0.1
UNEVEN = (
    0.4  # share of the league's battles that one side begins with a part of its army: routs are rare among captains
)
OTHERWISE = 0.03  # share of the league's decisions that are changed
HELD_BACK = 0.2  # share of the battles
HIDDEN = 8
DOUBTERS = 4  # each taught by different battles, to see how far they disagree
ROUNDS = 12
BATCH = 32  # battles
RATE = 4e-3
DECAY = 1e-4
NEVER_SEEN = 1e-6
Rows = NDArray[Any]


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


@dataclass
class Course:
    """A battle, as the judge is taught by it: positions on the way, and what the dice did.

    Luck is the sum of these rows' chances, each by its share: 1 for what a throw led to, a sixth less for each of six
    throws that might have been; what ends the battle adds a constant.
    """

    score: float = 0.0  # of the first side
    positions: list[list[float]] = field(default_factory=list)
    rows: list[list[float]] = field(default_factory=list)
    shares: list[float] = field(default_factory=list)
    constant: float = 0.0

    def add(self, game: Game, share: float) -> None:
        ahead = answered(game)
        if ahead.question() is None:
            self.constant += share * scored(ahead)
        else:
            self.rows.append(signs(ahead))
            self.shares.append(share)


def battle(name: str, number: int, seed: int) -> Course:
    luck = random.Random(seed)
    mixed = number % MIXED == 0
    scenario = library.load(name)
    game = new_game(weakened(scenario, luck) if mixed and luck.random() < UNEVEN else scenario, Dice(seed))
    seats = [somebody(luck) if mixed else Captain() for _ in range(2)]
    ways = Ways()
    found = Course()
    phase = (0, 0)
    while game.question() is not None:
        action = None
        if game.question() is ACTIVATE and (game.battle.turn, game.decider()) != phase:
            phase = (game.battle.turn, game.decider())
            found.positions.append(signs(game))
        if mixed and game.question() is ACTIVATE and game.battle.acting == NOBODY and luck.random() < OTHERWISE:
            action = looked_at(game.copy(Dice(seed)), ways, luck, found.positions)
        if action is None:
            action = choose(seats[game.decider()], game, luck).action
        before = game.copy(Dice(0))
        thrown = len(game.dice.thrown)
        game.play(action)
        if len(game.dice.thrown) > thrown:
            found.add(game, 1.0)
            for dice in laid_out(AGAIN, luck):
                other = before.copy(dice)
                other.perform(action)
                found.add(other, -1 / AGAIN)
    found.score = scored(game)
    return found


def weakened(scenario: Scenario, luck: random.Random) -> Scenario:
    """One side has only some of its units; whoever is carried, or is the Commander, is there with them."""
    side, share = luck.randrange(2), luck.random()
    units = scenario.sides[side].units
    loads = {one.carrying for one in units if one.carrying}
    stay = [one for one in units if one.type == "commander" or one.id in loads or one.carrying]
    stay += [one for one in units if one not in stay and luck.random() < share]
    sides = list(scenario.sides)
    sides[side] = replace(sides[side], units=[one for one in units if one in stay] or units[:1])
    return replace(scenario, sides=sides)


def looked_at(game: Game, ways: Ways, luck: random.Random, seen: list[list[float]]) -> Action | None:
    """Take some plan of some unit; add the end of its forecast to the positions."""
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

    def odds(self, rows: Rows) -> Rows:
        return np.asarray(self.one_way(rows)[0] - self.one_way(rows * mirror(rows))[0])

    def one_way(self, rows: Rows) -> tuple[Rows, Rows]:
        hidden = np.tanh(rows @ self.parts[0] + self.parts[1])
        return hidden @ self.parts[2] + rows @ self.parts[3], hidden

    def chances(self, rows: Rows) -> Rows:
        return np.asarray(1 / (1 + np.exp(-self.odds(rows))))

    def learn(self, batch: list["Lesson"], rate: float) -> None:
        """From what positions led to, and from what is left of each result once the start and the luck are taken off:
        for a perfect judge of equal players that is nothing."""
        number = np.arange(len(batch))
        positions = np.repeat(number, [len(one.positions) for one in batch])
        throws = np.repeat(number, [len(one.rows) for one in batch])
        scores = np.array([one.score for one in batch])
        rows = np.concatenate(
            [one.positions for one in batch] + [one.rows for one in batch] + [one.positions[:1] for one in batch]
        )
        last = len(rows) - len(batch)
        shares = np.concatenate([one.shares for one in batch])
        chances = self.chances(rows)
        luck = np.bincount(throws, shares * chances[len(positions) : last], len(batch))
        left = scores - chances[last:] - luck - np.array([one.constant for one in batch])
        each = np.bincount(positions, minlength=len(batch))
        wrong = np.concatenate(
            [
                (chances[: len(positions)] - scores[positions]) / each[positions],
                -2 * left[throws] * shares,
                -2 * left,
            ]
        ) / len(batch)
        wrong[len(positions) :] *= (chances * (1 - chances))[len(positions) :]
        slopes = [np.zeros_like(part) for part in self.parts]
        for sign, one in ((1.0, rows), (-1.0, rows * mirror(rows))):
            hidden = self.one_way(one)[1]
            back = np.outer(sign * wrong, self.parts[2]) * (1 - hidden**2)
            more = (one.T @ back, back.sum(0), hidden.T @ (sign * wrong), one.T @ (sign * wrong))
            for slope, part in zip(slopes, more, strict=True):
                slope += part  # noqa: PLW2901, in place
        self.steps += 1
        for part, slope, first, second in zip(self.parts, slopes, self.first, self.second, strict=True):
            first += 0.1 * (slope - first)  # noqa: PLW2901
            second += 0.001 * (slope**2 - second)  # noqa: PLW2901
            mean, spread = first / (1 - 0.9**self.steps), second / (1 - 0.999**self.steps)
            part -= rate * (mean / (np.sqrt(spread) + 1e-8) + DECAY * part)  # noqa: PLW2901


@dataclass(frozen=True)
class Lesson:
    """A course in numpy's rows, divided by the scale of each piece of evidence."""

    score: float
    positions: Rows
    rows: Rows
    shares: Rows
    constant: float


def lesson(one: Course, scale: Rows) -> Lesson:
    rows = np.array(one.rows, np.float32).reshape(-1, len(scale))
    shares = np.array(one.shares, np.float32)
    return Lesson(one.score, np.array(one.positions, np.float32) / scale, rows / scale, shares, one.constant)


def mirror(rows: Rows) -> Rows:
    return np.array([-1.0] * len(NAMES) + [1.0] * len(SAME), np.float32)[: rows.shape[1]]


def taught(lessons: list[Lesson], seed: int) -> Net:
    net = Net(len(NAMES) + len(SAME), seed)
    order = np.random.default_rng(seed)
    for turn in range(ROUNDS):
        rate = RATE * (1 - turn / ROUNDS)
        shuffled = order.permutation(len(lessons))
        for start in range(0, len(lessons), BATCH):
            net.learn([lessons[number] for number in shuffled[start : start + BATCH]], rate)
    return net


def brier(chances: Rows, scores: Rows) -> float:
    return float(((chances - scores) ** 2).mean())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--battles", type=int, default=8000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--gate", type=int, help="how many battles to measure the judge by; he is not taught then")
    asked = parser.parse_args()
    if asked.gate:
        gate(asked.gate, asked.seed)
        return
    courses = [one for one in fought(asked.battles, asked.seed) if one.positions]
    some = np.concatenate([np.array(one.positions, np.float32) for one in courses[:: max(1, len(courses) // 1000)]])
    scale = some.std(axis=0)
    scale[scale < NEVER_SEEN] = 1.0
    lessons = [lesson(one, scale) for one in courses]
    held = set(random.Random(asked.seed).sample(range(len(lessons)), int(HELD_BACK * len(lessons))))
    kept = [one for number, one in enumerate(lessons) if number not in held]
    tests = [lessons[number] for number in sorted(held)]
    judge = taught(kept, asked.seed)
    doubters = [
        taught([lesson for number, lesson in enumerate(kept) if number % DOUBTERS != one], asked.seed + 1 + one)
        for one in range(DOUBTERS)
    ]
    chances = judge.chances(np.concatenate([one.positions for one in tests]))
    scores = np.repeat([one.score for one in tests], [len(one.positions) for one in tests])
    mean = float(np.mean([one.score for one in kept]))
    figures = {
        "battles": len(lessons),
        "positions": sum(len(one.positions) for one in lessons),
        "throws": sum(sum(share == 1 for share in one.shares) for one in courses),
        "seed": asked.seed,
        "held back": len(held),
        "share of luck": 1.0,
        "brier": round(brier(chances, scores), 4),
        "brier of the base rate": round(brier(np.full(len(scores), mean), scores), 4),
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


def fought(battles: int, seed: int) -> list[Course]:
    names = library.names()
    with counting("battles") as bar:
        return [
            battle(names[number % len(names)], number, seed * 1_000_003 + number)
            for number in bar.track(range(battles), description="")
        ]


if __name__ == "__main__":
    main()
