"""Outcomes: everything a die can bring or a unit can suffer, one row each.

Rules, odds, opponents, luck, log and page read these rows. An outcome without a row goes by its name and counts as a
light hit.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from .tables import DESTROYED, EFFECTS, HIT, LOSES_SP, MUST_RETREAT, NOTHING, PINNED, RETREATS_OR_LOSES_SP

if TYPE_CHECKING:
    from .agenda import Step
    from .game import Game

GOOD: Final = 1  # what the thrower hoped for
BAD: Final = -1
NEITHER: Final = 0
LIGHT: Final = 0.5  # the weight of a hit that leaves its victim whole


class Outcome:
    def __init__(
        self,
        name: str,
        words: str = "",
        verdict: int = NEITHER,
        *,
        many: str = "",
        befalls: bool = False,
        strikes: bool = False,
        harms: bool = False,
        test: bool = False,
        removes: bool = False,
        points: float = 0.0,
        weight: float = 0.0,
        cost_in_points: float = 0.0,
        cost_in_units: float = 0.0,
        does: "Callable[[Game, Step], None] | None" = None,
    ) -> None:
        self.name = name
        self.words = words or name.replace("-", " ")
        self.many = many or self.words  # worded for a regiment: "lose 1 SP"
        self.verdict = verdict
        self.befalls = befalls  # it happens to a unit, not to a die alone
        self.strikes = strikes  # it counts as a hit on somebody
        self.harms = harms  # the unit is worse off for it
        self.test = test  # for a test that hits nobody, whatever it leads to
        self.removes = removes  # with all the strength that is left
        self.points = points  # strength points that it takes, on average
        self.weight = weight  # the weight of a hit when luck is reckoned
        # What it costs, as the opponents see it: shares of a strength point, and of the unit as it stands.
        self.cost_in_points = cost_in_points
        self.cost_in_units = cost_in_units
        self.does = does  # for effects that a book brings along: how they are carried out


COMMANDER_OR_SP: Final = "loses-sp-or-commander-tested"
# A hit behind a choice: its die waits until the choice is made.
TO_COME: Final = Outcome("hit-to-come", "is hit again", many="are hit again", befalls=True, harms=True, points=0.75)

ROWS: Final[tuple[Outcome, ...]] = (
    # Effects: the numbers in a book's tables stand for these.
    Outcome(EFFECTS[NOTHING], "miss", BAD),
    Outcome(EFFECTS[HIT], verdict=GOOD, strikes=True, harms=True, points=1.0),
    Outcome(
        EFFECTS[LOSES_SP],
        "loses 1 SP",
        GOOD,
        many="lose 1 SP",
        befalls=True,
        strikes=True,
        harms=True,
        points=1.0,
        weight=1.0,
        cost_in_points=1.0,
    ),
    Outcome(
        EFFECTS[RETREATS_OR_LOSES_SP],
        "retreats or loses 1 SP",
        many="retreat or lose 1 SP",
        befalls=True,
        strikes=True,
        harms=True,
        points=0.5,
        weight=LIGHT,
        cost_in_points=0.55,  # the owner takes the lesser evil
    ),
    Outcome(EFFECTS[MUST_RETREAT], befalls=True, strikes=True, harms=True, weight=LIGHT, cost_in_units=0.22),
    Outcome(
        EFFECTS[DESTROYED],
        verdict=GOOD,
        befalls=True,
        strikes=True,
        harms=True,
        removes=True,
        weight=1.0,
        cost_in_units=1.0,
    ),
    Outcome(EFFECTS[PINNED], verdict=GOOD, befalls=True, strikes=True, harms=True, weight=LIGHT, cost_in_units=0.25),
    # What happens to a unit without a table.
    Outcome("killed", verdict=GOOD, befalls=True, strikes=True, harms=True, removes=True, cost_in_units=1.0),
    Outcome("unharmed", verdict=BAD, befalls=True),
    Outcome("withdraws", many="withdraw", befalls=True, harms=True, cost_in_units=0.1),
    Outcome("moves-double", many="move double", befalls=True, verdict=GOOD, test=True),
    Outcome("fails", many="fail", befalls=True, verdict=BAD, test=True),
    # What odds end with, where somebody has to choose.
    Outcome(
        COMMANDER_OR_SP,
        "loses 1 SP or risks its Commander",
        GOOD,
        many="lose 1 SP or risk their Commander",
        befalls=True,
        strikes=True,
        harms=True,
        points=0.9,
        weight=1.0,
        cost_in_points=1.0,
    ),
    TO_COME,
    # Whether a reinforcement is near.
    Outcome("may-come", "on the way", GOOD, test=True),
    Outcome("not-yet", verdict=BAD, test=True),
    # Close combat, seen from the unit that throws.
    Outcome("hits", "hit", verdict=GOOD, strikes=True, harms=True),
    Outcome("misses", "miss", verdict=BAD),
    Outcome("survives", many="survive", verdict=GOOD),
    Outcome("is-hit", many="are hit", verdict=BAD, harms=True),
    # Where a shell lands, and where gas drifts.
    Outcome("on-target", verdict=GOOD),
    Outcome("in-front", "short"),
    Outcome("behind", "over"),
    Outcome("ineffective", "no effect", BAD),
    Outcome("stays", "it hangs there"),
    Outcome("to-the-front", "it drifts forward"),
    Outcome("to-the-rear", "it drifts back"),
)
OUTCOMES: Final[dict[str, Outcome]] = {row.name: row for row in ROWS}
BY_NUMBER: Final[list[Outcome]] = [OUTCOMES[name] for name in EFFECTS]  # of effects only


def outcome(name: str) -> Outcome:
    """The row of that name; for an outcome without a row, one that counts as a light hit."""
    row = OUTCOMES.get(name)
    if row is None:
        row = Outcome(name, befalls=True, strikes=True, harms=True, weight=LIGHT, cost_in_units=LIGHT / 2)
    return row


def add_effect(row: Outcome) -> int:
    """Take in an effect that a book brings along; the number by which the book's tables know it."""
    OUTCOMES[row.name] = row
    BY_NUMBER.append(row)
    EFFECTS.append(row.name)
    return len(EFFECTS) - 1
