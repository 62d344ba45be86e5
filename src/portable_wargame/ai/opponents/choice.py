"""A player's answer: an action, and the aim behind it, in words."""

from collections.abc import Callable

from ...game.actions import Action


class Choice:
    def __init__(self, action: Action, said: str | Callable[[], str], hurried: bool = False) -> None:
        self.action = action
        self.said = said  # the intent, or a function that puts it into words: arena and laboratory read none
        # It had to answer before it had finished thinking: the machine is too slow for the level.
        self.hurried = hurried

    @property
    def intent(self) -> str:
        return self.said if isinstance(self.said, str) else self.said()
