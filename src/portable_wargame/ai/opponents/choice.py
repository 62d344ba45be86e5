"""What a player answers: an action, and what it is trying to do, in words."""

from collections.abc import Callable
from dataclasses import dataclass

from ...game.actions import Action


@dataclass(frozen=True)
class Choice:
    action: Action
    said: str | Callable[[], str]  # the intent, or what puts it into words: arena and laboratory read none
    hurried: bool = False  # it had to answer before it had finished thinking: the machine is too slow for the level

    @property
    def intent(self) -> str:
        return self.said if isinstance(self.said, str) else self.said()
