"""What was measured of the library's battles, kept beside them: `simulation/measuring.py` writes the file.

How long a battle takes, and how hard it is to command, is reckoned here, so that every list says the same.
"""

import json
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple

from .model import Scenario

FILE = Path(__file__).parent / "library" / "figures.json"
# Seconds that a person takes for a decision of their own, and to watch one of the enemy's.
DECIDING, WATCHING = 12.0, 1.0
ROUND_TO = 5  # minutes: to claim more would be guessing
# The number of things to keep in mind that makes a battle moderate, and the number that makes it demanding.
MODERATE, DEMANDING = 17, 23
RULE = 4  # an optional rule counts as this many units


class Figures(NamedTuple):
    level: str  # of both players
    edition: int  # of the book
    wins: tuple[int, int]  # of the first side and the second
    draws: int
    turns: int  # of the typical battle
    decisions: int  # of both sides in it

    def minutes(self) -> int:
        """For somebody who plays a side against the computer."""
        seconds = self.decisions * (DECIDING + WATCHING) / 2
        return max(ROUND_TO, round(seconds / 60 / ROUND_TO) * ROUND_TO)


@cache
def figures() -> dict[str, Figures]:
    """By scenario."""
    if not FILE.exists():
        return {}
    kept = json.loads(FILE.read_text("utf-8"))
    return {name: Figures(**{**row, "wins": tuple(row["wins"])}) for name, row in kept.items()}


def difficulty(scenario: Scenario) -> Literal["easy", "moderate", "demanding"]:
    """By how much a commander has to keep in mind: units, types of unit, and optional rules."""
    largest = max(len(side.units) for side in scenario.sides)
    kinds = {unit.type for side in scenario.sides for unit in side.units}
    mind = largest + 2 * len(kinds) + RULE * len(scenario.options)
    return "easy" if mind < MODERATE else "moderate" if mind < DEMANDING else "demanding"
