"""Kinds of random battle: how strong each side is, where it begins, and what it must do. Red comes from the south."""

from dataclasses import dataclass

from ...battle.objectives import DESTROY_UNITS, EXIT, HOLD, SURVIVE

RED, BLUE = 0, 1
FOREMOST = 2  # rows from its edge, for a side that has no ground yet


@dataclass(frozen=True)
class Condition:
    """A victory condition; `share` is the share of the units that must leave, or be destroyed."""

    side: int
    kind: str
    share: float = 0.0


@dataclass(frozen=True)
class Stance:
    """How a side begins."""

    strength: float = 1.0  # share of the requested points
    reserves: float = 0.0  # share of the units that come later
    has_ground: bool = False  # it begins anywhere in its half, near the place that matters
    in_column: bool = False  # on the road
    in_ambush: bool = False  # in cover, on the flanks
    garrison: float = 0.0  # share of the units that begin in the place that matters
    works: bool = False  # it has dug in


@dataclass(frozen=True)
class Plan:
    title: str
    about: str
    tasks: tuple[str, str]
    stances: tuple[Stance, Stance]
    place: float  # where the place that matters lies: 0 at red's edge, 1 at blue's
    victory: tuple[Condition, ...]
    river_between: bool = False
    fort: bool = False
    pace: float = 1.0  # of the time that a battle on this board usually has


def _until_dark(*conditions: Condition) -> tuple[Condition, ...]:
    """Red's conditions; if red does not meet them in time, blue has won, provided that it still has a unit."""
    return (
        *conditions,
        Condition(RED, DESTROY_UNITS, 0.7),
        Condition(BLUE, DESTROY_UNITS, 0.5),
        Condition(BLUE, SURVIVE),
    )


KINDS = {
    "meeting": Plan(
        title="{place} by Chance",
        about="{red} and {blue} are on the same road, and neither expects the other. {what} lies between them.",
        tasks=("Take {what} and hold it to the end of turn {turns}.",) * 2,
        stances=(Stance(reserves=0.15), Stance(reserves=0.15)),
        place=0.5,
        victory=(
            Condition(RED, HOLD),
            Condition(BLUE, HOLD),
            Condition(RED, DESTROY_UNITS, 0.5),
            Condition(BLUE, DESTROY_UNITS, 0.5),
        ),
    ),
    "attack": Plan(
        title="The Lines of {place}",
        about="{blue} has dug in about {what}. {red} has guns, daylight and orders to go in.",
        tasks=(
            "Storm {what} and stand there at the end of turn {turns}.",
            "Hold your lines. If {what} is still yours at the end of turn {turns}, the day is won.",
        ),
        stances=(Stance(1.3), Stance(0.85, has_ground=True, works=True)),
        place=0.7,
        victory=_until_dark(Condition(RED, HOLD)),
    ),
    "rearguard": Plan(
        title="The Rearguard at {place}",
        about="The army is marching away to the north, and {blue} is all that stands between it and {red}.",
        tasks=(
            "Brush them aside: {what} must be in your hands when turn {turns} ends, or the army gets away.",
            "Buy time. They must not be masters of {what} when turn {turns} ends; nobody asks more of you.",
        ),
        stances=(Stance(1.2, reserves=0.2), Stance(0.8, has_ground=True)),
        place=0.8,
        victory=_until_dark(Condition(RED, HOLD)),
        pace=0.85,
    ),
    "crossing": Plan(
        title="The Crossing at {place}",
        about="{river} parts the armies. {red} must get over it, and {blue} has had the night to prepare.",
        tasks=(
            "Force a crossing: {what}, on the far bank, must be yours at the end of turn {turns}.",
            "Throw back anyone who comes over. They must not have {what} at the end of turn {turns}.",
        ),
        stances=(Stance(1.3), Stance(0.8, reserves=0.15, has_ground=True)),
        place=0.6,
        victory=_until_dark(Condition(RED, HOLD)),
        river_between=True,
    ),
    "breakthrough": Plan(
        title="Through {place}",
        about="{red} must break out to the north before the ring closes. {blue} has only begun to gather.",
        tasks=(
            "Take {leavers} of your units off the north edge by the end of turn {turns}.",
            "Stop them. No more than a few may get past you before turn {turns} ends.",
        ),
        stances=(Stance(1.2), Stance(0.9, reserves=0.3, has_ground=True)),
        place=0.65,
        victory=_until_dark(Condition(RED, EXIT, 0.4)),
    ),
    "ambush": Plan(
        title="The {place} Road",
        about="{red} is marching north by the {place} road. {blue} is waiting on both sides of it.",
        tasks=(
            "Fight your way through: {leavers} of your units must leave by the north edge before turn {turns} ends.",
            "Let nobody through. Half of the column destroyed, or held until turn {turns} ends, will do.",
        ),
        stances=(Stance(1.2, in_column=True), Stance(0.9, has_ground=True, in_ambush=True)),
        place=0.65,
        victory=_until_dark(Condition(RED, EXIT, 0.4)),
    ),
    "relief": Plan(
        title="The Relief of {place}",
        about="A few companies of {red} hold out in the works at {place}. The others are coming, and so is {blue}.",
        tasks=(
            "Relieve the garrison: {what} must still be yours at the end of turn {turns}.",
            "Take {what} before it is relieved, and hold it at the end of turn {turns}.",
        ),
        stances=(Stance(1.0, reserves=0.3, garrison=0.3), Stance(1.15, has_ground=True)),
        place=0.4,
        victory=(
            Condition(RED, HOLD),
            Condition(BLUE, HOLD),
            Condition(BLUE, DESTROY_UNITS, 0.6),
            Condition(RED, DESTROY_UNITS, 0.6),
        ),
        fort=True,
    ),
    "counter-attack": Plan(
        title="{place} Lost and Won",
        about="{red} took {what} an hour ago and is out of breath. {blue} comes to take it back.",
        tasks=(
            "Keep what you have: {what} must be yours at the end of turn {turns}. Supports are on their way.",
            "Retake {what} before they have dug in, and hold it at the end of turn {turns}.",
        ),
        stances=(Stance(1.0, reserves=0.4, has_ground=True), Stance(1.1)),
        place=0.4,
        victory=(
            Condition(RED, HOLD),
            Condition(BLUE, HOLD),
            Condition(BLUE, DESTROY_UNITS, 0.6),
            Condition(RED, DESTROY_UNITS, 0.6),
        ),
    ),
}
