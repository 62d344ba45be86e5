"""The course of a battle along its record: it follows the lines one by one, with the dice recorded in them."""

from collections.abc import Container

from ..game.dice import Dice, Source
from ..game.game import Game
from ..scenario.model import Scenario
from .lines import BadLine, Line
from .session import Done, Session


def beyond(number: int) -> int:
    """A die missing from the record: a comparison shows that it fell. No two are alike, or a tie would be rolled
    again for ever."""
    return number % 6 + 1


class Course:
    def __init__(
        self,
        scenario: Scenario,
        coming: Source = beyond,
        returns: Container[int] | None = None,
        table: Game | None = None,
    ) -> None:
        self.scenario = scenario
        self.table = table  # if it is laid out already
        self.coming = coming  # the source of dice that have not fallen yet
        self.returns = returns  # the lines that the record goes back to; None: it may be any
        self.session: Session | None = None  # None before the battle has begun
        self.fallen: list[int] = []  # the dice on record
        self.stood: dict[int, Game] = {}  # by line, counted from 1, the game after it

    def die(self, number: int) -> int:
        """The source of all its dice: first those on record."""
        return self.fallen[number] if number < len(self.fallen) else self.coming(number)

    def begin(self) -> Session:
        self.session = Session(self.scenario, Dice(self.die), self.table)
        return self.session

    def under_way(self) -> Session:
        if self.session is None:
            raise BadLine("the battle has not started yet")
        return self.session

    def going_on(self) -> Session:
        session = self.under_way()
        if session.game.question() is None:
            raise BadLine("the battle was already over")
        return session

    def follow(self, number: int, line: Line) -> Done | None:
        """A line of the record, by its number; and what came of it, if it is a step of the battle."""
        self.fallen += line.thrown
        done = line.follow(self)
        self.keep(number)
        return done

    def adopt(self, number: int, line: Line, session: Session) -> None:
        """A line that was just made, with its session."""
        self.fallen += line.thrown
        self.session = session
        self.keep(number)

    def keep(self, number: int) -> None:
        if self.session is not None and (self.returns is None or number in self.returns):
            self.stood[number] = self.session.game
