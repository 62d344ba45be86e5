"""Budgets: how much each kind of costly question may take from one visitor's share and from the server."""

import os
from dataclasses import dataclass

from ..edge.limits import SlowDown

PROCESSES = max(2, os.cpu_count() or 1)
MEMORY = 1_500_000_000  # bytes that one worker may take
IN_LINE = 200  # questions that wait in a lane before the next is sent away
A_MOMENT = 3000  # cells times units: questions about a smaller board are answered at once
A_PAGE = 30_000  # bytes: a thread reads a scenario up to that size, which is quicker than asking a worker


@dataclass(frozen=True)
class Lane:
    """Where questions are answered: a few at once, and never all of them for one visitor."""

    hands: int
    threads: bool = False  # threads of the server's own process, which can't be ended; else processes, which can

    @property
    def share(self) -> int:
        return max(1, self.hands - 1)


LANES = {
    "apart": Lane(PROCESSES),  # these make way for players
    "long": Lane(1),  # one more, for questions that may take minutes: nobody else's has to wait for them
    "thinking": Lane(3, threads=True),  # for opponents on ordinary boards
    "opening": Lane(3, threads=True),  # for games read from the store: they have to live here
    "reading": Lane(2, threads=True),  # for short texts
}


@dataclass(frozen=True)
class Budget:
    lane: str
    seconds: int  # of processor time for one question; 0: as long as it takes
    largest: int = 100_000_000  # bytes of a question
    in_line: int = 10  # questions of one visitor that may wait
    owed: bool = False  # others need the answer too, so even a visitor who has asked too much gets it


BUDGETS = {
    "record": Budget("apart", 10, largest=20_000_000, in_line=3),
    "scenario": Budget("apart", 5, largest=1_200_000),
    "draft": Budget("apart", 5, largest=6_000_000),
    "battles": Budget("apart", 20, largest=6_000_000, in_line=PROCESSES),
    "reports": Budget("apart", 20, largest=6_000_000, in_line=PROCESSES),
    "study": Budget("apart", 20, in_line=3),
    "afterwards": Budget("apart", 15, in_line=3),
    "analysis": Budget("apart", 30, in_line=3),
    "decisions": Budget("long", 300, in_line=1),
    "report": Budget("apart", 25, in_line=3),
    "print": Budget("apart", 25, in_line=3),
    "consult": Budget("apart", 5, in_line=50),
    "hint": Budget("apart", 20),
    "opponent": Budget("apart", 30, in_line=100, owed=True),
    "thought": Budget("thinking", 0, in_line=100, owed=True),
    "table": Budget("opening", 0, in_line=50),
    "page": Budget("reading", 0, in_line=50),
}


class OutOfBudget(SlowDown):
    """It would take more than its budget; asking again will not help."""

    def __init__(self, kind: str) -> None:
        limit = BUDGETS[kind]
        super().__init__(f"that takes more than this server allows: {limit.seconds} s of work, or its memory")
