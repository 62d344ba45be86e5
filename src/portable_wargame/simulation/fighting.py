"""The loop that fights a battle between computer players, for trials and arena alike."""

from collections.abc import Iterator

from ..game.game import Game

LONGEST_GAME = 5000  # decisions; no battle between players out to win comes near it


def deciders(game: Game) -> Iterator[int]:
    """Give the side that has to decide, again and again until the battle is over. Play its action before asking for the
    next."""
    for _ in range(LONGEST_GAME):
        if game.question() is None:
            return
        yield game.decider()
