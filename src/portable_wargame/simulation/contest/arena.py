"""The arena: every player against every other, on both sides of every scenario, with the same dice."""

import concurrent.futures
import contextlib
import itertools
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from ...ai.foresight.luck import played
from ...ai.opponents.players import BRAKE, NO_BRAKE, Player, choose, player
from ...battle.battle import NOBODY
from ...battle.side import SIDES
from ...game.actions import Action
from ...game.dice import Dice
from ...game.game import Game
from ...record.session import Session
from ...scenario.model import Scenario
from ..fighting import deciders
from .battle_log import BattleLog, begun
from .bots import BOT_SECONDS, Bot, is_bot, refuse_secrets


@dataclass(frozen=True)
class Match:
    """One battle to fight: who plays the first side and the second, and the seed of the dice."""

    scenario: Scenario
    name: str
    players: tuple[str, str]
    seed: int
    milliseconds: int | None = None  # for a decision; by default a bot has the usual time, our own have no clock
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
    luck: float = 0.0  # the first side's, in shares of a victory
    failed: bool = False  # whether it was decided by a bot's failure
    book: str = ""

    def score(self, number: int) -> float:
        """The score of that side's player: a draw is half a win."""
        return 0.5 if self.winner == NOBODY else float(self.winner == number)

    def luck_of(self, number: int) -> float:
        return self.luck if number == 0 else -self.luck


def matches(
    names: list[str],
    scenarios: dict[str, Scenario],
    games: int,
    seed: int,
    milliseconds: int | None = None,
    bot_seconds: float = BOT_SECONDS,
) -> list[Match]:
    """A round robin. Each seed is fought twice, sides swapped, so that luck and scenario favour neither player."""
    found: list[Match] = []
    for number in range(games):
        for scenario_number, (name, scenario) in enumerate(scenarios.items()):
            dice = seed * 1_000_003 + number * 1009 + scenario_number
            for first, second in itertools.combinations(names, 2):
                for pair in ((first, second), (second, first)):
                    found.append(Match(scenario, name, pair, dice, milliseconds, bot_seconds))
    return found


def fight(match: Match) -> Result:
    """Fight one battle to its end. Bots follow it through the protocol; a bot that fails loses."""
    session = Session(match.scenario, Dice(match.seed))
    game = session.game
    game.log = None  # nobody reads the report
    course = begun(match.scenario, session)
    again = random.Random(match.seed)
    luck = 0.0
    with contextlib.ExitStack() as stack:
        seats = [seated(match, side, course, stack) for side in SIDES]
        for side in deciders(game):
            action = seats[side].choose()
            if action is None:
                return told(match, game, course, luck, failed=(1 - side, seats[side].trouble()))
            thrown = len(session.dice.thrown)
            luck += played(game, action, again)
            course.note(side, action, thrown)
    return told(match, game, course, luck)


class Seat(Protocol):
    def choose(self) -> Action | None:
        """None from a bot that failed."""

    def trouble(self) -> str: ...


@dataclass
class OurOwn:
    """One of our levels."""

    player: Player
    game: Game
    whims: random.Random
    milliseconds: int

    def choose(self) -> Action:
        return choose(self.player, self.game, self.whims, self.milliseconds).action

    def trouble(self) -> str:
        return ""


@dataclass
class FromOutside:
    bot: Bot
    course: BattleLog
    milliseconds: int

    def choose(self) -> Action | None:
        return self.bot.choose(self.course, self.milliseconds)

    def trouble(self) -> str:
        return self.bot.trouble


def seated(match: Match, side: int, course: BattleLog, stack: contextlib.ExitStack) -> Seat:
    name = match.players[side]
    if is_bot(name):
        refuse_secrets(course.scenario)
        bot = Bot(name, match.bot_seconds)
        stack.callback(bot.dismiss)
        return FromOutside(bot, course, time_for(match, name))
    whims = random.Random(f"{match.seed} {side} {name}")
    return OurOwn(player(name), course.session.game, whims, time_for(match, name))


def time_for(match: Match, name: str) -> int:
    """Milliseconds for a decision of a player."""
    if match.milliseconds is not None:
        return match.milliseconds
    return BRAKE if is_bot(name) else NO_BRAKE


def told(match: Match, game: Game, course: BattleLog, luck: float, failed: tuple[int, str] | None = None) -> Result:
    """`failed`: the winner by a bot's failure, and the reason."""
    battle = game.battle
    decisions, book = len(course.deeds), match.scenario.ruleset
    if failed is not None:
        return Result(match.name, match.players, match.seed, *failed, battle.turn, decisions, failed=True, book=book)
    winner = battle.winner if battle.winner in SIDES else NOBODY
    return Result(match.name, match.players, match.seed, winner, battle.reason, battle.turn, decisions, luck, book=book)


class Memory(Protocol):
    """A memory of battles that have been fought."""

    def find(self, match: Match) -> Result | None: ...

    def add(self, match: Match, result: Result) -> None: ...


def run(
    todo: list[Match],
    executor: concurrent.futures.Executor,
    progress: Callable[[Result], None],
    memory: Memory,
) -> list[Result]:
    """The results in the order of the matches; after Ctrl-C, of those fought by then."""
    results: list[Result] = []
    entries: list[tuple[Match, Result | concurrent.futures.Future[Result]]] = [
        (match, memory.find(match) or executor.submit(fight, match)) for match in todo
    ]

    def take(match: Match, found: Result | concurrent.futures.Future[Result]) -> None:
        result = found if isinstance(found, Result) else found.result()
        if result is not found:
            memory.add(match, result)
        results.append(result)
        progress(result)

    try:
        for match, found in entries:
            take(match, found)
    except KeyboardInterrupt:
        left = entries[len(results) :]
        for _, found in left:
            if not isinstance(found, Result):
                found.cancel()
        # A finished battle counts, even if an earlier one is not finished.
        for match, found in left:
            if isinstance(found, Result) or (found.done() and not found.cancelled()):
                take(match, found)
    return results
