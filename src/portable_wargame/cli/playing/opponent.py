"""Asking a computer opponent for the decision that waits in a session."""

import random
from typing import Any

from ...ai.opponents.personalities import PERSONALITIES
from ...ai.opponents.players import LEVELS, Player, choose, has_personality
from ...record.session import Session
from ...speech.notation import action_to_tree

PLAYERS = ("human", *LEVELS, "random")
THINKING_TIME = 2000  # milliseconds for the decisions of a turn
ALIASES = {"random": "recruit"}  # what older records and fingers say


def level_of(name: str) -> str:
    return ALIASES.get(name, name)


def is_player(name: object) -> bool:
    """Somebody who can be at a side of a recorded game: one of PLAYERS, perhaps with a personality."""
    if not isinstance(name, str):
        return False
    level, _, temper = name.partition(":")
    return level in (*PLAYERS, *LEVELS) and (not temper or (has_personality(level) and temper in PERSONALITIES))


def with_personality(name: str, personality: str | None) -> str:
    """A captain or general is given the personality; others stay as they are."""
    level = name.partition(":")[0]
    return f"{level}:{personality}" if personality is not None and has_personality(level) else name


def best(session: Session, opponent: Player, milliseconds: int) -> tuple[dict[str, Any], str]:
    """An action for the side that decides, and its intent. The same public state gives the same luck."""
    luck = random.Random(session.state()["hash"])
    choice = choose(opponent, session.game, luck, milliseconds)
    return action_to_tree(session.game.battle, choice.action), choice.intent
