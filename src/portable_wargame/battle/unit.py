"""Unit types, and the words for what a unit has done this turn."""

from dataclasses import dataclass, field
from typing import Final

from ..grid.compiler import i64

# Arms, one bit each: what a rule may ask about a unit type.
INFANTRY: Final = 1
CAVALRY: Final = 2
ARTILLERY: Final = 4
TRANSPORT: Final = 8
COMMANDER: Final = 16
MACHINE_GUN: Final = 32
MORTAR: Final = 64
ENGINEERS: Final = 128
SPOTTER: Final = 256
TANK: Final = 512
ARMOURED: Final = 1024  # other vehicles that wire does not stop
AIRCRAFT: Final = 2048
REGULAR: Final = 4096
MOUNTED: Final = 8192

CANNOT_MOVE: Final = -1

ELITE: Final = 0
AVERAGE: Final = 1
POOR: Final = 2
QUALITIES: Final = ("elite", "average", "poor")

# What a unit has done this turn, one bit each.
ACTIVATED: Final = 1
MOVED: Final = 2
FIRED: Final = 4
FOUGHT: Final = 8
FINISHED: Final = 16
ENTERED: Final = 32  # came onto the board; the rest of its move is still open
TRIED_DOUBLE: Final = 64
MOVED_DOUBLE: Final = 128
ADVANCED: Final = 256
DEEDS: Final = {
    "activated": ACTIVATED,
    "moved": MOVED,
    "fired": FIRED,
    "fought": FOUGHT,
    "finished": FINISHED,
    "entered": ENTERED,
    "tried-double": TRIED_DOUBLE,
    "moved-double": MOVED_DOUBLE,
    "advanced": ADVANCED,
}


@dataclass(frozen=True)
class UnitType:
    """A row of a book's unit tables. A number that a book does not have stays at its default."""

    name: str
    arms: i64
    move: i64 = CANNOT_MOVE  # cells a turn; 0 may still turn on the spot
    strength: int = 0  # strength points
    fire_range: i64 = 0
    fire_dice: int = 1
    light: bool = False  # small arms and machine guns
    artillery_range: i64 = 0
    power: int = 0  # close combat, attacked in front
    flank_power: int = 0  # close combat, attacked in flank or rear
    weapons: tuple[str, ...] = ()  # weapons it may name; the first is the default
    cargo: i64 = 0  # arms that it may carry or tow
    carriable: bool = True
    anti_aircraft: bool = False
    front_guns: int = 0  # of an aircraft
    rear_guns: int = 0
    strafes: bool = False
    bombs: int = 0
    indirect: bool = False  # artillery that need not see its target
    all_round: bool = False  # fires in every direction
    becomes: str = ""  # the type it is after mounting or dismounting
    points: int = 0  # what it costs in a random battle; 0: its strength points
    # Types of other books that replace it, and that it replaces, the closest first; a weapon may follow.
    # A type that names none is matched with one of the same arms.
    stands_for: tuple[str, ...] = ()
    symbol: str = ""  # another type whose drawing it can use; otherwise, two letters of its name
    row: int = field(default=0, compare=False)  # which of the book's types it is, counted by the book itself
