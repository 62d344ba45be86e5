"""The players: a decision in, an action and an intent out.

A player thinks only on its side's view of the game, a copy with dice of its own. Each battle gets its own player,
because it may remember what it thought of earlier. Its level decides how much it thinks, not the clock: the same battle
with the same luck gives the same choices on any machine, busy or idle, compiled or not. The milliseconds are an
emergency brake, for one decision: a player that runs into it answers with the best found so far, and says so.
"""

# Not compiled: it only hands the thinking on.

import random
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Protocol

from ...game.errors import Refusal
from ...game.game import Game
from ...game.views import view
from ..judgement.personalities import PERSONALITIES, STEADY, Personality
from .choice import Choice


class Player(Protocol):
    def choose(self, game: Game, luck: random.Random, milliseconds: int) -> Choice:
        """An answer to the question that waits. `game` is the player's own, to think on as it likes; the milliseconds
        are the longest that it may take, for an emergency."""


EAGER = "eager"  # not a level: it attacks when it can, else mostly moves, and is very quick; see `eager`
BRAKE = 5000  # milliseconds for a decision, by default
NO_BRAKE = 86_400_000  # a day: for arena and laboratory, whose results must not depend on the machine


@dataclass(frozen=True)
class Level:
    """How well a computer plays. Lobby, commands, arena and laboratory know no more of a level than its row."""

    make: Callable[[Personality], Player]
    words: str
    has_personality: bool = False  # the levels without one think too little for it to show
    thinks_ahead: bool = False  # it uses forecasts: thousands of its battles take hours


# A player's code is loaded only when it has to think: a list of levels is needed far more often.


def _recruit(_: Personality) -> Player:
    from .recruit import Recruit

    return Recruit()


def _sergeant(_: Personality) -> Player:
    from .sergeant import Sergeant

    return Sergeant()


def _captain(personality: Personality) -> Player:
    from .captain import Captain

    return Captain(personality)


def _general(personality: Personality) -> Player:
    from .general import General

    return General(personality)


def _marshal(personality: Personality) -> Player:
    from .marshal import Marshal

    return Marshal(personality)


def _adaptive(personality: Personality) -> Player:
    from .adaptive import Adaptive

    return Adaptive(personality)


# From the weakest to the strongest (ARENA.md has by how much).
LEVELS: dict[str, Level] = {
    "recruit": Level(_recruit, "plays without a plan"),
    "sergeant": Level(_sergeant, "takes what the moment offers"),
    "captain": Level(_captain, "weighs ground, danger and objectives", has_personality=True),
    "general": Level(_general, "looks two turns ahead before each decision", has_personality=True, thinks_ahead=True),
    "marshal": Level(_marshal, "improves the whole turn part by part", has_personality=True, thinks_ahead=True),
    "adaptive": Level(
        _adaptive,
        "eases off when it is ahead, thinks harder when it is behind, and says so",
        has_personality=True,
        thinks_ahead=True,
    ),
}


def called(one: Personality) -> str:
    """A commander's name, or a temper."""
    name, comma, _ = one.words.partition(",")
    return name if comma and name[:1].isupper() else one.name


def has_personality(level: str) -> bool:
    return level in LEVELS and LEVELS[level].has_personality


def player(name: str, besides: Collection[str] = ()) -> Player:
    """A player by its level, by level and personality, as in `captain:bold`, or by script, as in `turtle`. `besides`:
    other names that the caller knows."""
    level, _, temper = name.partition(":")
    if level not in LEVELS:
        from .scripts import SCRIPTS, Scripted

        if name in SCRIPTS:
            return Scripted(SCRIPTS[name])
        raise Refusal(f"there is no level {level!r}; choose from {', '.join([*LEVELS, *besides])}")
    if temper and not has_personality(level):
        able = [name for name, row in LEVELS.items() if row.has_personality]
        raise Refusal(f"{level!r} has no personality: only {' and '.join(able)} have")
    if temper and temper not in PERSONALITIES:
        raise Refusal(f"there is no personality {temper!r}; choose from {', '.join(PERSONALITIES)}")
    return LEVELS[level].make(PERSONALITIES[temper or STEADY.name])


def choose(one: Player, game: Game, luck: random.Random, milliseconds: int = BRAKE) -> Choice:
    """Ask a player for the decision that waits; it sees what its side may know."""
    if game.question() is None:
        raise Refusal("the battle is over: there is nothing to decide")
    return one.choose(view(game, game.decider(), luck), luck, milliseconds)


def choose_and_say(one: Player, game: Game, luck: random.Random, milliseconds: int) -> Choice:
    """The same, but puts the intent into words here, where there is time for it."""
    choice = choose(one, game, luck, milliseconds)
    return Choice(choice.action, choice.intent, choice.hurried)
