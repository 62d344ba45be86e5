"""What a player answers: an action, and what it is trying to do, in words."""

from dataclasses import dataclass

from ...game.actions import Action


@dataclass(frozen=True)
class Choice:
    action: Action
    intent: str
    hurried: bool = False  # it had to answer before it had finished thinking: the machine is too slow for the level
