"""Asking a computer opponent for a session's waiting decision."""

import random
from dataclasses import dataclass

from ...ai.judgement.personalities import PERSONALITIES
from ...ai.opponents.players import BRAKE, LEVELS, Player, choose, has_personality
from ...game.errors import Refusal
from ...record.session import Session
from ...simulation.contest.battle_log import BattleLog
from ...simulation.contest.bots import BOT, Bot, introduced, is_bot, refuse_what_cannot_be_started
from ...speech import trees
from ...speech.notation import action_to_tree

PLAYERS = ("human", *LEVELS, "random")
THINKING_TIME = BRAKE  # milliseconds that a decision may take at most
ALIASES = {"random": "recruit"}  # from older records, and older habits


def level_of(name: str) -> str:
    return ALIASES.get(name, name)


def is_player(name: object) -> bool:
    """A player of a recorded game: one of PLAYERS, perhaps with a personality, or a bot."""
    if not isinstance(name, str):
        return False
    if is_bot(name):
        return True
    level, _, temper = name.partition(":")
    return level in (*PLAYERS, *LEVELS) and (not temper or (has_personality(level) and temper in PERSONALITIES))


def with_personality(name: str, personality: str | None) -> str:
    """A level from captain up is given the personality; others stay as they are."""
    level = name.partition(":")[0]
    return f"{level}:{personality}" if personality is not None and has_personality(level) else name


@dataclass(frozen=True)
class Answer:
    action: trees.Action
    intent: str
    hurried: bool = False  # whether this machine is too slow for the level


def best(session: Session, opponent: Player, milliseconds: int) -> Answer:
    """The best action for the side that decides. The same public state gives the same luck."""
    luck = random.Random(session.state()["hash"])
    choice = choose(opponent, session.game, luck, milliseconds)
    return Answer(action_to_tree(session.game.battle, choice.action), choice.intent, choice.hurried)


Wanted = tuple[str | None, str | None]


def invited(entry: str) -> Bot:
    """An outside program, by its command line or `name=command line`."""
    refuse_what_cannot_be_started(entry)
    return Bot(introduced(entry))


def seated(wanted: Wanted, bot: Bot | None, is_resumed: bool) -> Wanted:
    """Who plays the first side and the second, with the bot in its place: by default the second."""
    if "bot" in wanted and bot is None:
        raise Refusal('say how to start the bot, such as: --bot "python examples/bot.py"')
    if wanted == ("bot", "bot"):
        raise Refusal("a bot plays only one side; to set bots against each other, use pw arena")
    if bot is None:
        return wanted
    first, second = (BOT + bot.name if one == "bot" else one for one in wanted)
    if "bot" in wanted or is_resumed:
        return first, second
    if second is not None:
        raise Refusal("there is a --bot, but both sides are taken: say --red bot or --blue bot")
    return first, BOT + bot.name


def with_bot(players: dict[str, str], bot: Bot | None) -> dict[str, str]:
    """The players of a resumed game. A record has the name of its bot, but not how to start it."""
    for side, name in players.items():
        if is_bot(name) and bot is None:
            raise Refusal(f"{side} is played by the bot {name.removeprefix(BOT)}: say how to start it, with --bot")
    return {side: BOT + bot.name if bot is not None and is_bot(name) else name for side, name in players.items()}


def best_of_bot(bot: Bot, course: BattleLog, milliseconds: int) -> Answer:
    """The same for an outside program; a Refusal if it fails."""
    action = bot.choose(course, milliseconds)
    if action is None:
        raise Refusal(f"{bot.name} has failed: {bot.trouble}. The game is saved: carry on with pw play --resume")
    return Answer(action_to_tree(course.session.game.battle, action), bot.intent)
