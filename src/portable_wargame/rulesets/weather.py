"""Night and weather: named settings that any book may be played under. They shorten sight, movement, or both."""

import re
from dataclasses import dataclass, replace

from ..battle.unit import AIRCRAFT
from ..game.ruleset import Ruleset
from ..game.tables import Attack, Restriction

NIGHT = "shared.night"
WEATHER = "shared.weather"
NIGHT_SIGHT = 2  # cells
LAST = 999  # the highest number of a turn
HOURS = re.compile(r"(from|to) ([1-9][0-9]{0,2})")


@dataclass(frozen=True)
class BeyondSight:
    """Whether a target is farther away than anyone can see, in these turns; the words are the reason."""

    words: str
    cells: int
    first: int = 1
    last: int = LAST

    def __call__(self, attack: Attack) -> bool:
        battle = attack.battle
        if not self.first <= battle.turn <= self.last:
            return False
        return battle.field.grid.distance(attack.cell, attack.target) > self.cells


@dataclass(frozen=True)
class Weather:
    name: str
    sight: int = 0  # cells; 0: as far as in the book
    slower: bool = False  # a unit that moves more than a cell a turn moves one less


# A new kind of weather is a new row.
KINDS = {
    row.name: row
    for row in (
        Weather("clear"),
        Weather("mist", sight=3),
        Weather("mud", slower=True),
        Weather("rain", sight=4, slower=True),
        Weather("snow", sight=3, slower=True),
    )
}


def in_weather(ruleset: Ruleset, value: str) -> Ruleset | str:
    row = KINDS[value]
    if row.sight:
        ruleset = _seeing(
            ruleset, Restriction(WEATHER, BeyondSight("target_is_out_of_sight_in_this_weather", row.sight))
        )
    if not row.slower:
        return ruleset
    types = tuple(
        replace(one, move=one.move - 1) if one.move > 1 and not one.arms & AIRCRAFT else one
        for one in ruleset.unit_types
    )
    return replace(ruleset, unit_types=types)


def by_night(ruleset: Ruleset, value: str) -> Ruleset | str:
    """The whole battle, from a turn on, or up to one."""
    if value == "off":
        return ruleset
    hours = HOURS.fullmatch(value)
    if hours is None and value != "all":
        return f"{value[:20]!r} is not a time of night"
    first = int(hours[2]) if hours is not None and hours[1] == "from" else 1
    last = int(hours[2]) if hours is not None and hours[1] == "to" else LAST
    dark = BeyondSight("target_is_out_of_sight_by_night", NIGHT_SIGHT, first, last)
    return _seeing(ruleset, Restriction(NIGHT, dark))


def _seeing(ruleset: Ruleset, row: Restriction) -> Ruleset:
    """The book with one more reason not to shoot at anything on the ground."""
    fire = replace(ruleset.fire, restrictions=(*ruleset.fire.restrictions, row))
    artillery = replace(ruleset.artillery, restrictions=(*ruleset.artillery.restrictions, row))
    return replace(ruleset, fire=fire, artillery=artillery)


def told_of_night(value: str) -> str:
    """What a player has to know about it: when it is, and how far anyone sees."""
    hours = HOURS.fullmatch(value)
    if hours is None and value != "all":
        return ""
    when = "Night"
    if hours is not None:
        when = f"Night from turn {hours[2]} on" if hours[1] == "from" else f"Night to the end of turn {hours[2]}"
    return f"{when}: {_no_shot_beyond(NIGHT_SIGHT)}"


def told_of_weather(value: str) -> str:
    """What a player has to know about it: how far anyone sees, and what a march loses."""
    row = KINDS[value]
    found = [_no_shot_beyond(row.sight)] if row.sight else []
    if row.slower:
        found.append("a unit that moves more than 1 cell a turn moves 1 less")
    return f"{row.name.capitalize()}: {'; '.join(found)}" if found else ""


def _no_shot_beyond(cells: int) -> str:
    return f"nobody fires or bombards farther than {cells} cells"


def by_day(ruleset: Ruleset) -> str:
    """How every book plays."""
    return "off"
