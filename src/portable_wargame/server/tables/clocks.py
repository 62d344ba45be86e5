"""Clocks: how long a player may still take, reckoned from the times kept with the steps.

The clock runs whether the server does or not. When it has run out, an absent player's standing orders answer, or
`IN_HIS_ABSENCE`.
"""

import datetime

from ...ai.opponents.standing_orders import safest
from ...game.actions import Action
from ...game.game import Game
from ...speech.verbs import VERBS
from ..games.match import Match
from ..wire.messages import ClockNow

BY_THE_CLOCK = "by the clock"
# The first of these that the player could give is given for them. Anything else (where to deploy, which combat is next,
# to charge or to be unpinned) is decided as a computer opponent would.
IN_HIS_ABSENCE = [row.name for row in sorted(VERBS.values(), key=lambda row: row.for_the_absent) if row.for_the_absent]


def deadline(match: Match) -> datetime.datetime | None:
    """When the deciding side's time runs out; None without a clock, or if nobody has to decide."""
    clock, chronicle = match.kept.clock, match.chronicle
    if clock is None or not match.is_for_person() or not chronicle.asked_at:
        return None
    left = allowed(match, match.game.decider())
    return moment(chronicle.asked_at) + datetime.timedelta(seconds=max(left, 0))


def allowed(match: Match, side: int) -> float:
    """The seconds that a side has for its current decision, or for its next one."""
    clock, chronicle = match.kept.clock, match.chronicle
    assert clock is not None
    if clock.per == "game":
        return clock.seconds + clock.increment * chronicle.decided[side] - chronicle.taken[side]
    return clock.seconds - (chronicle.spent[side] if clock.per == "turn" else 0)


def seconds_left(match: Match) -> float | None:
    ends = deadline(match)
    return (ends - datetime.datetime.now(datetime.UTC)).total_seconds() if ends is not None else None


def told(match: Match) -> ClockNow | None:
    ends = deadline(match)
    if ends is None:
        return None
    whole = match.kept.clock is not None and match.kept.clock.per == "game"
    left = {side: round(allowed(match, number), 1) for number, side in enumerate(match.sides)} if whole else {}
    return ClockNow(side=match.sides[match.game.decider()], ends=ends.isoformat(timespec="milliseconds"), left=left)


def answer(game: Game) -> Action:
    """The answer for a player whose time is up and whose standing orders say nothing."""
    options = game.options()
    for verb in IN_HIS_ABSENCE:
        fitting = [action for action in options if action.verb == verb]
        if fitting:
            return safest(game, fitting) if len(fitting) > 1 else fitting[0]
    return safest(game, options)


def moment(text: str) -> datetime.datetime:
    return datetime.datetime.fromisoformat(text)
