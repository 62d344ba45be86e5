"""Clocks: how long a player may still take, reckoned from the times that are kept with the steps.

The clock runs whether the server does or not. When it has run out, somebody who is absent is answered for: by his
standing orders, or as `IN_HIS_ABSENCE` says.
"""

import datetime

from ...ai.opponents.standing_orders import safest
from ...game.actions import Action
from ...game.game import Game
from ...speech.verbs import VERBS
from ..wire.messages import ClockNow
from .match import Match

BY_THE_CLOCK = "by the clock"
# The first of these that he could say is said for him. Anything else (where to deploy, which combat is next, to charge
# or to be unpinned) is decided as a computer opponent would.
IN_HIS_ABSENCE = [row.name for row in sorted(VERBS.values(), key=lambda row: row.for_the_absent) if row.for_the_absent]


def deadline(match: Match) -> datetime.datetime | None:
    """When the time of whoever has to decide is over; None without a clock, or if it is for nobody to decide."""
    clock = match.kept.clock
    if not clock or not match.is_for_person() or not match.asked_at:
        return None
    left = clock["seconds"] - (match.spent[match.game.decider()] if clock["per"] == "turn" else 0)
    return moment(match.asked_at) + datetime.timedelta(seconds=max(left, 0))


def seconds_left(match: Match) -> float | None:
    ends = deadline(match)
    return (ends - datetime.datetime.now(datetime.UTC)).total_seconds() if ends is not None else None


def told(match: Match) -> ClockNow | None:
    ends = deadline(match)
    if ends is None:
        return None
    return ClockNow(side=match.sides[match.game.decider()], ends=ends.isoformat(timespec="milliseconds"))


def answer(game: Game) -> Action:
    """What is said for somebody whose time is over and whose standing orders say nothing."""
    options = game.options()
    for verb in IN_HIS_ABSENCE:
        fitting = [action for action in options if action.verb == verb]
        if fitting:
            return safest(game, fitting) if len(fitting) > 1 else fitting[0]
    return safest(game, options)


def moment(text: str) -> datetime.datetime:
    return datetime.datetime.fromisoformat(text)
