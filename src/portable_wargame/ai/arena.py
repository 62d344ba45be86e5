"""The arena: every player against every other, on both sides of every scenario, with the same dice."""

import concurrent.futures
import itertools
import math
import multiprocessing
import random
from collections.abc import Callable
from dataclasses import dataclass

from ..battle.battle import NOBODY
from ..game.actions import Action
from ..game.dice import Dice
from ..game.game import Game
from ..record.session import Session
from ..scenario.scenario import Scenario
from ..scenario.setup import new_game
from .bots import Bot
from .players import LEVELS, choose, player

BOT = "bot:"
LONGEST_GAME = 5000  # decisions; no battle between players who want to win comes near it


@dataclass(frozen=True)
class Match:
    """One battle to be fought: who plays the first side and the second, and the seed of the dice."""

    scenario: Scenario
    name: str
    players: tuple[str, str]
    seed: int
    milliseconds: int


@dataclass(frozen=True)
class Result:
    scenario: str
    players: tuple[str, str]
    seed: int
    winner: int  # 0, 1 or NOBODY
    reason: str
    turns: int
    decisions: int

    def score(self, number: int) -> float:
        """Of the player of that side: a draw is half a win."""
        return 0.5 if self.winner == NOBODY else float(self.winner == number)


def matches(names: list[str], scenarios: dict[str, Scenario], games: int, seed: int, milliseconds: int) -> list[Match]:
    """A round robin. A pair of seeds and sides is fought by both, so that luck and scenario favour neither."""
    found: list[Match] = []
    for number in range(games):
        for scenario_number, (name, scenario) in enumerate(scenarios.items()):
            dice = seed * 1_000_003 + number * 1009 + scenario_number
            for first, second in itertools.combinations(names, 2):
                for pair in ((first, second), (second, first)):
                    found.append(Match(scenario, name, pair, dice, milliseconds))
    return found


def fight(match: Match) -> Result:
    """Fight one battle to its end."""
    return with_bots(match) if any(name.startswith(BOT) for name in match.players) else among_ourselves(match)


def among_ourselves(match: Match) -> Result:
    game = new_game(match.scenario, Dice(match.seed))
    players = [player(name) for name in match.players]
    lucks = [random.Random(f"{match.seed} {side} {name}") for side, name in enumerate(match.players)]
    decisions = 0
    while game.question() is not None and decisions < LONGEST_GAME:
        side = game.decider()
        game.play(choose(players[side], game, lucks[side], match.milliseconds).action)
        decisions += 1
    return told(match, game, decisions)


def with_bots(match: Match) -> Result:
    """Bots follow the battle through the protocol; a bot that fails loses."""
    session = Session(match.scenario, Dice(match.seed))
    bots: list[Bot | None] = [Bot(name[len(BOT) :]) if name.startswith(BOT) else None for name in match.players]
    players = [None if name.startswith(BOT) else player(name) for name in match.players]
    luck = random.Random(match.seed)
    played: list[Action] = []
    try:
        while session.game.question() is not None and len(played) < LONGEST_GAME:
            side = session.game.decider()
            bot, own = bots[side], players[side]
            if bot is not None:
                action = bot.choose(session, match.scenario, played, match.milliseconds)
                if action is None:
                    reason = f"the bot failed: {bot.trouble}"
                    turn = session.game.battle.turn
                    return Result(match.name, match.players, match.seed, 1 - side, reason, turn, len(played))
            else:
                assert own is not None
                action = choose(own, session.game, luck, match.milliseconds).action
            session.game.play(action)
            played.append(action)
    finally:
        for bot in bots:
            if bot is not None:
                bot.dismiss()
    return told(match, session.game, len(played))


def told(match: Match, game: Game, decisions: int) -> Result:
    battle = game.battle
    winner = battle.winner if battle.winner in (0, 1) else NOBODY
    return Result(match.name, match.players, match.seed, winner, battle.reason, battle.turn, decisions)


def run(todo: list[Match], workers: int, progress: Callable[[Result], None]) -> list[Result]:
    """Fight them all, on so many cores; the results in the order of the matches."""
    if workers <= 1:
        results: list[Result] = []
        for match in todo:
            results.append(fight(match))
            progress(results[-1])
        return results
    context = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(workers, mp_context=context) as pool:
        waiting = [pool.submit(fight, match) for match in todo]
        for done in concurrent.futures.as_completed(waiting):
            progress(done.result())
        return [one.result() for one in waiting]


# -- the table


@dataclass(frozen=True)
class Row:
    """What one player scored against another."""

    name: str
    against: str
    games: int
    wins: int
    draws: int
    losses: int
    score: float
    low: float
    high: float
    elo: float
    elo_low: float
    elo_high: float


def table(results: list[Result]) -> list[Row]:
    """A row for every pair, the better one first."""
    pairs = sorted({tuple(sorted(result.players)) for result in results})
    rows: list[Row] = []
    for first, second in pairs:
        scores = [
            result.score(result.players.index(first)) for result in results if sorted(result.players) == [first, second]
        ]
        if sum(scores) * 2 < len(scores):
            first, second, scores = second, first, [1 - score for score in scores]  # noqa: PLW2901
        rows.append(row(first, second, scores))
    return sorted(rows, key=lambda one: (rank(one.name), rank(one.against)))


def rank(name: str) -> int:
    return LEVELS.index(name) if name in LEVELS else len(LEVELS)


def row(name: str, against: str, scores: list[float]) -> Row:
    games = len(scores)
    score = sum(scores) / games
    low, high = wilson(score, games)
    return Row(
        name,
        against,
        games,
        scores.count(1.0),
        scores.count(0.5),
        scores.count(0.0),
        score,
        low,
        high,
        elo(score, games),
        elo(low, games),
        elo(high, games),
    )


def wilson(score: float, games: int, z: float = 1.96) -> tuple[float, float]:
    """The 95 % interval of a share after so many games."""
    middle = score + z * z / (2 * games)
    spread = z * math.sqrt(score * (1 - score) / games + z * z / (4 * games * games))
    whole = 1 + z * z / games
    return max(0.0, (middle - spread) / whole), min(1.0, (middle + spread) / whole)


def elo(score: float, games: int) -> float:
    """The difference in Elo that expects this score; a clean sweep counts as half a game short of one."""
    least = 0.5 / games
    score = min(1 - least, max(least, score))
    return 400 * math.log10(score / (1 - score))
