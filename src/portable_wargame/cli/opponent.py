"""Asking a computer opponent for the decision that waits in a session."""

import random
from typing import Any

from ..ai.players import LEVELS, Player, choose
from ..record.notation import action_to_tree
from ..record.session import Session

PLAYERS = ("human", *LEVELS, "random")
THINKING_TIME = 2000  # milliseconds for one decision
ALIASES = {"random": "recruit"}  # what older records and fingers say


def level_of(name: str) -> str:
    return ALIASES.get(name, name)


def best(session: Session, opponent: Player, milliseconds: int) -> tuple[dict[str, Any], str]:
    """An action for the side that decides, and its intent. The same public state gives the same luck."""
    luck = random.Random(session.state()["hash"])
    choice = choose(opponent, session.game, luck, milliseconds)
    return action_to_tree(session.game.battle, choice.action), choice.intent
