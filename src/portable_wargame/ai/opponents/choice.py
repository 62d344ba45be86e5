"""What a player answers: an action, and what it is trying to do, in words."""

from dataclasses import dataclass

from ...game.actions import Action


@dataclass(frozen=True)
class Choice:
    action: Action
    intent: str
