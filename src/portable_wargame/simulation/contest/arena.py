"""The arena: every player against every other, on both sides of every scenario, with the same dice."""

import concurrent.futures
import itertools
import random
from collections.abc import Callable
from dataclasses import dataclass

from ...ai.foresight.luck import played
from ...ai.opponents.players import choose, player
from ...battle.battle import NOBODY
from ...game.dice import Dice
from ...game.game import Game
from ...record.session import Session
from ...scenario.model import Scenario
from ...scenario.setup import new_game
from .bots import BOT_SECONDS, Bot, is_bot
from .course import begun

LONGEST_GAME = 5000  # decisions; no battle between players who want to win comes near it


@dataclass(frozen=True)
class Match:
    """One battle to be fought: who plays the first side and the second, and the seed of the dice."""

    scenario: Scenario
    name: str
    players: tuple[str, str]
    seed: int
    milliseconds: int
    bot_seconds: float = BOT_SECONDS


@dataclass(frozen=True)
class Result:
    scenario: str
    players: tuple[str, str]
    seed: int
    winner: int  # 0, 1 or NOBODY
    reason: str
    turns: int
    decisions: int
    luck: float = 0.0  # of the first side, in shares of a victory
    failed: bool = False  # decided by a bot that failed

    def score(self, number: int) -> float:
        """Of the player of that side: a draw is half a win."""
        return 0.5 if self.winner == NOBODY else float(self.winner == number)

    def luck_of(self, number: int) -> float:
        return self.luck if number == 0 else -self.luck


def matches(
    names: list[str],
    scenarios: dict[str, Scenario],
    games: int,
    seed: int,
    milliseconds: int,
    bot_seconds: float = BOT_SECONDS,
) -> list[Match]:
    """A round robin. A pair of seeds and sides is fought by both, so that luck and scenario favour neither."""
    found: list[Match] = []
    for number in range(games):
        for scenario_number, (name, scenario) in enumerate(scenarios.items()):
            dice = seed * 1_000_003 + number * 1009 + scenario_number
            for first, second in itertools.combinations(names, 2):
                for pair in ((first, second), (second, first)):
                    found.append(Match(scenario, name, pair, dice, milliseconds, bot_seconds))
    return found


def fight(match: Match) -> Result:
    """Fight one battle to its end."""
    return with_bots(match) if any(is_bot(name) for name in match.players) else among_ourselves(match)


def among_ourselves(match: Match) -> Result:
    game = new_game(match.scenario, Dice(match.seed))
    players = [player(name) for name in match.players]
    whims = [random.Random(f"{match.seed} {side} {name}") for side, name in enumerate(match.players)]
    again = random.Random(match.seed)
    decisions, luck = 0, 0.0
    while game.question() is not None and decisions < LONGEST_GAME:
        side = game.decider()
        luck += played(game, choose(players[side], game, whims[side], match.milliseconds).action, again)
        decisions += 1
    return told(match, game, decisions, luck)


def with_bots(match: Match) -> Result:
    """Bots follow the battle through the protocol; a bot that fails loses."""
    session = Session(match.scenario, Dice(match.seed))
    course = begun(match.scenario, session)
    bots = [Bot(name, match.bot_seconds) if is_bot(name) else None for name in match.players]
    players = [None if is_bot(name) else player(name) for name in match.players]
    whims, again = random.Random(match.seed), random.Random(match.seed)
    luck = 0.0
    try:
        while session.game.question() is not None and len(course.deeds) < LONGEST_GAME:
            side = session.game.decider()
            bot, own = bots[side], players[side]
            if bot is not None:
                action = bot.choose(course, match.milliseconds)
                if action is None:
                    turn = session.game.battle.turn
                    decisions = len(course.deeds)
                    return Result(
                        match.name, match.players, match.seed, 1 - side, bot.trouble, turn, decisions, failed=True
                    )
            else:
                assert own is not None
                action = choose(own, session.game, whims, match.milliseconds).action
            thrown = len(session.dice.thrown)
            luck += played(session.game, action, again)
            course.note(side, action, thrown)
    finally:
        for bot in bots:
            if bot is not None:
                bot.dismiss()
    return told(match, session.game, len(course.deeds), luck)


def told(match: Match, game: Game, decisions: int, luck: float) -> Result:
    battle = game.battle
    winner = battle.winner if battle.winner in (0, 1) else NOBODY
    return Result(match.name, match.players, match.seed, winner, battle.reason, battle.turn, decisions, luck)


def run(todo: list[Match], executor: concurrent.futures.Executor, progress: Callable[[Result], None]) -> list[Result]:
    """The results in the order of the matches; after Ctrl-C, of those that were fought by then."""
    waiting = [executor.submit(fight, match) for match in todo]
    results: list[Result] = []
    try:
        for one in waiting:
            results.append(one.result())
            progress(results[-1])
    except KeyboardInterrupt:
        for one in waiting:
            one.cancel()
    return results
