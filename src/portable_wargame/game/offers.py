"""What may be chosen: counted at once, and an action is written out only when somebody asks for it."""

from typing import Final

from ..grid.compiler import mypyc_attr
from .actions import Action


@mypyc_attr(acyclic=True, free_list_len=1)
class Offer:
    """Actions in order, by number. They hold until the game goes on."""

    def __init__(self, number: int) -> None:
        self.number = number  # how many there are

    def action(self, index: int) -> Action:
        raise AssertionError(index)

    def actions(self) -> list[Action]:
        return [self.action(index) for index in range(self.number)]


@mypyc_attr(acyclic=True, free_list_len=1)
class Listed(Offer):
    """Actions that are written out already."""

    def __init__(self, listed: list[Action]) -> None:
        self.number = len(listed)
        self.listed = listed

    def action(self, index: int) -> Action:
        return self.listed[index]

    def actions(self) -> list[Action]:
        return self.listed


@mypyc_attr(acyclic=True, free_list_len=1)
class Joined(Offer):
    """One offer after another."""

    def __init__(self, first: Offer, then: Offer) -> None:
        self.number = first.number + then.number
        self.first = first
        self.then = then
        self.written: list[Action] | None = None

    def action(self, index: int) -> Action:
        number = self.first.number
        return self.first.action(index) if index < number else self.then.action(index - number)

    def actions(self) -> list[Action]:
        if self.written is None:
            self.written = [*self.first.actions(), *self.then.actions()]
        return self.written


NOTHING: Final = Listed([])


def listed(actions: list[Action]) -> Offer:
    return Listed(actions) if actions else NOTHING


def joined(first: Offer, then: Offer) -> Offer:
    if first.number == 0:
        return then
    return Joined(first, then) if then.number else first
